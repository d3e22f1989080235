"""All the words there are: the modules by topic, and the vocabulary made of them."""

from adjudicator.words import conditions, costs
from adjudicator.words.vocabulary import FAMILIES, Vocabulary

MODULES = (conditions, costs)
WORDS = Vocabulary(FAMILIES)
