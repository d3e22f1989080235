"""Cards: their facts, and their game text said in a small vocabulary."""
