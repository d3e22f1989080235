"""A static site of rulings: pages for rulings, glossary entries and cards, linked both ways."""
