"""The table as a value, what players attempt, and what has happened."""
