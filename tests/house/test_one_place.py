"""A thing is known in one place: few files name it, and no list of such things stands twice.

What is left stands in ledgers below, which may only shrink."""

from __future__ import annotations

import ast
from enum import StrEnum
from functools import cache
from pathlib import Path

from adjudicator import game
from adjudicator.attempts import VERBS
from adjudicator.cards.model import SEATS
from adjudicator.cards.read import CARD_KEYS, NUMBERS, PILES, STATES
from adjudicator.questions import QUESTIONS
from adjudicator.speech import LANGUAGES
from adjudicator.state.events import TELLINGS
from adjudicator.words.gifts import Number
from adjudicator.words.vocabulary import FAMILIES

PACKAGE = Path(__file__).parents[2] / "adjudicator"
MOST = 2  # files that may name a thing, its sentences apart
# Named in more: so many files. Prices are named by kind, and two words by how a card went.
NAMED_MORE_OFTEN = {
    "draw destiny": 3, "forgo shot": 3, "give up": 3, "halved loss": 3, "put out of play": 4,
    "in hand": 3, "protected drain": 3, "permanent ability": 4,
}  # fmt: skip
# Lists of at least so many of a kind: where, and how many lists.
LISTED_AGAIN = {
    ("events", "ruling/answering.py"): 2,  # what the first line leaves out
    ("languages", "glossary/load.py"): 1,  # the law is kept in two languages
    ("languages", "cards/read.py"): 1,
    ("languages", "scenario/read.py"): 1,
}
_FEW = 5


@cache
def _trees() -> dict[str, ast.Module]:
    return {
        path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text("utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


@cache
def _named() -> dict[str, set[str]]:
    """The files in which a text stands as it is."""
    found: dict[str, set[str]] = {}
    for file, tree in _trees().items():
        if file.startswith("reading/"):
            continue  # it reads prose, in which everything has its name
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.setdefault(node.value, set()).add(file)
    return found


def _otherwise_called() -> set[str]:
    """What the game calls so besides: numbers, piles, states, phases, kinds of action."""
    enums = [e for e in vars(game).values() if isinstance(e, type) and issubclass(e, StrEnum)]
    numbers = {n for n, known in FAMILIES["gives"].items() if issubclass(known.made, Number)}
    return {
        *CARD_KEYS,
        *NUMBERS,
        *SEATS,
        *STATES,
        *PILES,
        *numbers,
        *(str(m) for e in enums for m in e),
    }


def test_few_files_name_a_word() -> None:
    """Of words of several words: a single one may be anything."""
    words = {name for family in FAMILIES.values() for name in family if " " in name}
    often = {
        name: len(files)
        for name in words - _otherwise_called()
        if len(files := _named().get(name, set())) > MOST
    }
    more = {name: n for name, n in often.items() if n > NAMED_MORE_OFTEN.get(name, MOST)}
    assert not more, {name: sorted(_named()[name]) for name in more}


def test_few_files_name_a_verb_or_a_question() -> None:
    """Rules speak of verbs by their kinds, and of what a question asks by its own name."""
    for name in (*VERBS, *(q for q in QUESTIONS if q.startswith(("is ", "who ", "may ")))):
        files = {f for f in _named().get(name, ()) if not f.startswith(("rules/", "words/"))}
        assert len(files) <= MOST, (name, sorted(files))


def test_the_ledger_is_honest() -> None:
    for name, number in NAMED_MORE_OFTEN.items():
        assert len(_named().get(name, ())) >= number > MOST, f"{name} may leave the ledger"
    listed = _lists()
    for place, number in LISTED_AGAIN.items():
        assert listed.get(place, 0) >= number, f"{place} may leave the ledger"


def test_no_list_of_things_stands_a_second_time() -> None:
    again = {
        place: number for place, number in _lists().items() if number > LISTED_AGAIN.get(place, 0)
    }
    assert not again


@cache
def _lists() -> dict[tuple[str, str], int]:
    """Lists that consist mostly of the names of one kind of thing, by kind and file."""
    kinds = {
        "words": {n for f in FAMILIES.values() for n in f} - _otherwise_called(),
        "verbs": set(VERBS),
        "questions": set(QUESTIONS) - _otherwise_called(),
        "events": set(TELLINGS),
        "languages": set(LANGUAGES),
    }
    found: dict[tuple[str, str], int] = {}
    for file, tree in _trees().items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Tuple | ast.List | ast.Set):
                continue
            names = [e.value for e in node.elts if isinstance(e, ast.Constant)]
            for kind, known in kinds.items():
                hits = sum(isinstance(name, str) and name in known for name in names)
                least = len(LANGUAGES) if kind == "languages" else _FEW
                if hits >= least and hits >= 0.7 * len(node.elts):
                    found[kind, file] = found.get((kind, file), 0) + 1
    return found
