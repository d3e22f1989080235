"""What players may be said to attempt: `light plays: Sense`.

In comes an attempt as written and the table of that moment, out go the ways to understand it, as
`Intent`s that the rules judge. Each verb is one class in the module of its topic: what stands behind
it and below it in a file, what it comes to, what `options` offers of it, and that one may back up to
do it. Reader, schema, names and options know it from there. How it is put in words stands under its
name in `speech/*/attempts.yaml`. To add a verb, write such a class and its sentence in each language.

`values.py` has what may stand behind and below a verb, `intent.py` how names, texts and prices are
found, `costs.py` what the texts' costs need to know."""

from adjudicator.attempts import cards, fighting, force, moving, passing, people
from adjudicator.attempts.verb import CLAIMS, VERBS, Scene, Verb

__all__ = ["CLAIMS", "VERBS", "Scene", "Verb", "is_passing", "verb_of"]
_TOPICS = (cards, moving, fighting, force, people, passing)  # each fills VERBS when imported


def verb_of(name: str) -> Verb:
    """The verb of an attempt; of `backs up to …`, what its player would do."""
    return VERBS.get(name) or CLAIMS[name]


def is_passing(name: str) -> bool:
    """Whether it is no action: an opportunity is left."""
    return isinstance(VERBS.get(name), passing.Passing)
