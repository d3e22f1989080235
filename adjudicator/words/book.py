"""All the words there are: the modules by topic, and the vocabulary made of them."""

from adjudicator.words import cards, conditions, costs, destiny, force, piles
from adjudicator.words.vocabulary import FAMILIES, Vocabulary

MODULES = (conditions, costs, cards, destiny, force, piles)
WORDS = Vocabulary(FAMILIES)
