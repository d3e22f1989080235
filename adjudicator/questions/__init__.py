"""What a judge may ask at a point of the replay: `ask: who controls`.

In comes what is asked (`Asked`: the table of that moment, the names found), out goes an
`Answer`: a value, the sum it comes from, the clauses behind it. Asking changes nothing.

To add a question, write a function in the module of its topic and name it with `@question`:
which details it needs and takes, and in what form it is answered. Reader, schema and dispatch
know it from there. How it is put in words stands under its name in `speech/*/questions.yaml`.
"""

from adjudicator.questions import battle, being, duties, numbers, places, table
from adjudicator.questions.asking import QUESTIONS, Answer, Asked, Question

__all__ = ["QUESTIONS", "Answer", "Asked", "Question"]
_TOPICS = (table, places, being, battle, duties, numbers)  # each fills QUESTIONS as it is imported
