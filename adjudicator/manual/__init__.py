"""The manual: pages by language, by task; and pages printed from the definitions.

A page is a Markdown file in `en/` or `fr/`; its first line is its title. `pages.py` finds it,
`reference.py` prints the pages on scenario, vocabulary, exit codes and modules from what they are
about, so they cannot be wrong; `web.py` makes HTML of it. Every example in a page is run by a test."""
