"""What the program says, by language: a folder a language, a file a topic, a sentence an id.

A thing of ours (a question, a verb, an event …) has a name; its sentence stands under that name in
`speech/<language>/<topic>.yaml` and names the facts it speaks of, as a clause of the glossary
does: `What is {{ card.s }} forfeit value?`. Several sentences under one name are for more or
fewer facts: the first of which every fact is given is said. What a language lacks is said in
English; `missing` tells what that is. Articles, elisions and agreement are the affair of the
words that a language gives a sentence (`ruling/words`), never of these files."""

from adjudicator.speech.sentences import LANGUAGES, Sentence, missing, say, topics

__all__ = ["LANGUAGES", "Sentence", "missing", "say", "topics"]
