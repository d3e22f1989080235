"""The rules: each function carries out one clause of the glossary."""
