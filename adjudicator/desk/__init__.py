"""The desk: a page in which a judge builds the table and reads the ruling."""
