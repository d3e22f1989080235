"""From steps to a ruling, and from a ruling to a document."""
