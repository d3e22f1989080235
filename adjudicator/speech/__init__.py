"""What the program says, by language: a folder a language, a file a topic, a sentence an id.

A thing of ours (a question, a verb, an event …) has a name; its sentence stands under that name in
`speech/<language>/<topic>.yaml` and names the facts it speaks of, as a clause of the glossary
does: `What is {{ card.s }} forfeit value?`. Several sentences under one name are for more or
fewer facts: the first of which every fact is given is said. What a language lacks is said in
English; `missing` tells what that is. Articles, elisions and agreement are the affair of
its grammar, which stands in the same folder.

`sentences.py`: which of several sentences fits; `grammar.py`: the forms of words; `kinds.py`: how a
kind of fact is called; `language.py`: a language, and which there are."""

from adjudicator.speech import kinds
from adjudicator.speech.kinds import either
from adjudicator.speech.language import (
    FALLBACK,
    LANGUAGES,
    VARIABLE,
    Language,
    ask,
    current,
    forget,
    kind,
    language,
    languages,
    look_in,
    use,
)
from adjudicator.speech.problems import in_language, told
from adjudicator.speech.sentences import Sentence, Slot

__all__ = [
    "FALLBACK",
    "LANGUAGES",
    "VARIABLE",
    "Language",
    "Sentence",
    "Slot",
    "ask",
    "current",
    "either",
    "forget",
    "in_language",
    "kind",
    "kinds",
    "language",
    "languages",
    "look_in",
    "told",
    "use",
]
