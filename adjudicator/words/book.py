"""All the words there are: the modules by topic, and the vocabulary made of them."""

from adjudicator.words import (
    bars,
    cards,
    conditions,
    costs,
    destiny,
    duels,
    force,
    gifts,
    marks,
    meanwhile,
    numbers,
    otherwise,
    people,
    piles,
)
from adjudicator.words.vocabulary import FAMILIES, Vocabulary

MODULES = (
    conditions, costs, cards, people, marks, destiny, numbers, force, piles, otherwise, meanwhile, duels, gifts, bars,
)  # fmt: skip
WORDS = Vocabulary(FAMILIES)
