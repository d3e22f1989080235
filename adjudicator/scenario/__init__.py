"""From a judge's notes to a table and a sequence of attempts."""
