"""The engine: one attempt after another, from table to table."""
