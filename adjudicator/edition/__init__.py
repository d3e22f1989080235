"""An edition: the rules as they are shipped, with layers over them.

In comes what somebody wants to be otherwise: house rules (a folder), amendments (a file), clauses
left out. `reading.py` makes layers of it, `changes.py` has one class a kind of change, and
`layers.py` folds them, one over the other, into a rulebook, a glossary and a library. Every command
that rules is given an edition; a ruling made under one says so, and its seal carries the layers.

A further kind of change is a class in `changes.py` with what it does to the rules, its line in
`speech/*/edition.yaml`, and how it is read in `reading.py`."""
