"""What the texts of cards can say: each word with its arguments, what it does and what it foresees.

In: a node of YAML. Out: a `Part` with its arguments typed, which the rest of the house asks.
`arguments.py` has the types of arguments, `vocabulary.py` the registry that reads with them, and
every other module the words of one topic. To add a word: a class in the module of its topic, with
its arguments as fields, the page's line as its docstring, an example, and what it does."""
