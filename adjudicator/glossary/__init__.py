"""The glossary: clauses in our own words, by entry, in English and French."""
