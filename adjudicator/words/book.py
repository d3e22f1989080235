"""All the words there are: the modules by topic, and the vocabulary made of them."""

from adjudicator.words import (
    cards,
    conditions,
    costs,
    destiny,
    force,
    marks,
    numbers,
    otherwise,
    people,
    piles,
)
from adjudicator.words.vocabulary import FAMILIES, Vocabulary

MODULES = (conditions, costs, cards, people, marks, destiny, numbers, force, piles, otherwise)
WORDS = Vocabulary(FAMILIES)
