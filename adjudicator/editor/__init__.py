"""What an editor is told of the scenario that somebody types, and what it changes in it.

In comes a text and a place in it, counted in characters; out go problems, words to complete,
pages to show, lenses and changes, as data. What is known of a scenario comes from where the desk
has it from (`desk/bridge.py`, `complete.py`, `edits.py`) and from the registries; nothing here rules.

`sheet.py`: one text with all that was found out of it; `looking.py`: what stands at a place;
`changing.py`: fixes, renaming, lenses that write; `layout.py`: the text set in order; `server.py`:
the protocol, the only module that needs the extra `lsp`."""
