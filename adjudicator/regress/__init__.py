"""Regression-testing the rules: which rulings rest on which clause, and what would change."""
