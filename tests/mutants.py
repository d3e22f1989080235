"""Scenarios that nobody would write: the shipped ones with their nodes swapped, spliced, doubled
and left out, their words exchanged, texts put into other cards or printed on them, sides and
states turned.

A mutant is made from a seed and a number alone, so that any one can be made again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import yaml
from prints import Printer

from adjudicator.attempts import VERBS
from adjudicator.questions import QUESTIONS
from adjudicator.scenario.read import CARD_KEYS, MARKS, SIDE_KEYS, STACK_VERBS

ROOT = Path(__file__).parent.parent
DETAILS = tuple({detail.key: None for verb in VERBS.values() for detail in verb.takes})
Tree = Any  # a scalar as text; a list; or a Mapping
ODD = (
    "", "•", "None", "null", "~", "0", "-1", "99", "100", "12345678901234567890", "yes", "no",
    "light", "dark", "any", "self", "X", "3 more", "more", "destiny 0", "destiny 99", "é" * 70,
    "a\u202eb", "{{ player }}", "<b>&", "'", '"', "both pass", "all", "none", "opponent", "you",
)  # fmt: skip
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9 '-]*")


class Mapping(list[list[Tree]]):
    """Pairs of key and value, so that a key may stand there twice."""


def tree(node: yaml.Node | None) -> Tree:
    match node:
        case yaml.MappingNode():
            return Mapping([[str(key.value), tree(value)] for key, value in node.value])
        case yaml.SequenceNode():
            return [tree(item) for item in node.value]
        case yaml.ScalarNode():
            return str(node.value)
    return ""


def written(node: Tree, depth: int = 0) -> str:
    """As YAML: the outer levels a line each, the rest in one."""
    margin = "  " * depth
    if isinstance(node, Mapping) and node and depth < 3:
        lines = (f"{margin}{_word(k)}:{_below(v, depth)}" for k, v in node)
        return "\n".join(lines)
    if isinstance(node, list) and not isinstance(node, Mapping) and node and depth < 3:
        return "\n".join(f"{margin}- {_flow(item)}" for item in node)
    return margin + _flow(node)


def _below(node: Tree, depth: int) -> str:
    if isinstance(node, str) or not node or depth >= 2:
        return " " + _flow(node)
    return "\n" + written(node, depth + 1)


def _flow(node: Tree) -> str:
    if isinstance(node, Mapping):
        return "{" + ", ".join(f"{_word(k)}: {_flow(v)}" for k, v in node) + "}"
    if isinstance(node, list):
        return "[" + ", ".join(map(_flow, node)) + "]"
    return _word(str(node))


def _word(word: str) -> str:
    return word if _PLAIN.fullmatch(word) else json.dumps(word, ensure_ascii=False)


def _copy(node: Tree) -> Tree:
    if isinstance(node, Mapping):
        return Mapping([[key, _copy(value)] for key, value in node])
    return [_copy(item) for item in node] if isinstance(node, list) else node


class Spot:
    """A place in a tree: its parent, where in it, and under which key."""

    def __init__(self, parent: list[Any], index: int, key: str) -> None:
        self.parent, self.index, self.key = parent, index, key

    @property
    def node(self) -> Tree:
        here = self.parent[self.index]
        return here[1] if isinstance(self.parent, Mapping) else here

    def put(self, node: Tree) -> None:
        if isinstance(self.parent, Mapping):
            self.parent[self.index] = [self.parent[self.index][0], node]
        else:
            self.parent[self.index] = node

    def rename(self, key: str) -> None:
        if isinstance(self.parent, Mapping):
            self.parent[self.index] = [key, self.node]


def spots(node: Tree, key: str = "") -> Iterator[Spot]:
    """Every place below a node, from the top."""
    if isinstance(node, Mapping):
        for index, (name, value) in enumerate(node):
            yield Spot(node, index, name)
            yield from spots(value, name)
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield Spot(node, index, key)
            yield from spots(value, key)


class Breeder:
    """Makes mutants of the shipped scenarios and of the library's cards."""

    def __init__(self, files: list[Path] | None = None) -> None:
        paths = files or sorted((ROOT / "scenarios").rglob("*.yaml"))
        self.forms = [_parsed(path) for path in paths]
        cards = [_parsed(path) for path in sorted((ROOT / "adjudicator" / "cards").glob("*.yaml"))]
        self.cards = [c for card in cards for c in (card if type(card) is list else [card])]
        self.under: dict[str, list[Tree]] = {}  # everything that stands under a key somewhere
        for form in [*self.forms, *self.cards]:
            for spot in spots(form):
                self.under.setdefault(spot.key, []).append(spot.node)
        self.keys = sorted(self.under)
        self.titles = sorted(
            {title for card in self.cards for title in [_get(card, "title")] if title}
        )
        self.printer = Printer(tuple(self.titles))

    def mutant(self, seed: int, number: int) -> str:
        random = Random(f"{seed}:{number}")
        form: Tree = _copy(random.choice(self.forms))
        for _ in range(random.choice((1, 1, 1, 2, 2, 3, 5))):
            change = random.choice(_CHANGES)
            change(self, random, form)
        return written(form) + "\n"


def _parsed(path: Path) -> Tree:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return tree(yaml.compose(path.read_text("utf-8"), Loader=loader))


def _get(form: Tree, key: str) -> Tree | None:
    if isinstance(form, Mapping):
        return next((value for name, value in form if name == key), None)
    return None


def _made(form: Tree, key: str, kind: type[list[Any]]) -> Any:
    """What stands under a key; where nothing of that kind does, an empty one is put there."""
    found = _get(form, key)
    if type(found) is kind:
        return found
    new = kind()
    form[:] = [pair for pair in form if pair[0] != key] + [[key, new]]
    return new


def _some(random: Random, form: Tree, test: Callable[[Spot], bool] = lambda _: True) -> Spot | None:
    found = [spot for spot in spots(form) if spot.key != "expect" and test(spot)]
    return random.choice(found) if found else None


# -- what can be done to one ----------------------------------------------------------------


def swap(breeder: Breeder, random: Random, form: Tree) -> None:
    """Two nodes of one kind change places."""
    one = _some(random, form)
    if one is None:
        return
    other = _some(random, form, lambda s: type(s.node) is type(one.node) and s.key == one.key)
    other = other if random.random() < 0.7 else _some(random, form)
    if other is not None:
        one_node, other_node = _copy(one.node), _copy(other.node)
        one.put(other_node)
        other.put(one_node)


def splice(breeder: Breeder, random: Random, form: Tree) -> None:
    """What stands under the same key in another scenario."""
    if spot := _some(random, form):
        spot.put(_copy(random.choice(breeder.under[spot.key])) if spot.key in breeder.under else "")


def graft(breeder: Breeder, random: Random, form: Tree) -> None:
    """What stands anywhere at all."""
    if spot := _some(random, form):
        spot.put(_copy(random.choice(breeder.under[random.choice(breeder.keys)])))


def leave_out(breeder: Breeder, random: Random, form: Tree) -> None:
    if spot := _some(random, form):
        del spot.parent[spot.index]


def double(breeder: Breeder, random: Random, form: Tree) -> None:
    if spot := _some(random, form):
        spot.parent.insert(spot.index, _copy(spot.parent[spot.index]))


def other_word(breeder: Breeder, random: Random, form: Tree) -> None:
    """A word of the vocabulary for another, or one that is none."""
    spot = _some(random, form, lambda s: isinstance(s.node, str))
    if spot is None:
        return
    match random.randrange(4):
        case 0:
            spot.put(random.choice(ODD))
        case 1:
            spot.put(random.choice(breeder.titles))
        case 2 if spot.node:
            at = random.randrange(len(spot.node))
            spot.put(spot.node[:at] + random.choice(("", "x", "'", " ", "é")) + spot.node[at + 1 :])
        case _:
            words = [w for w in breeder.under.get(spot.key, ()) if isinstance(w, str)]
            spot.put(random.choice(words or ODD))


def other_key(breeder: Breeder, random: Random, form: Tree) -> None:
    spot = _some(random, form, lambda s: isinstance(s.parent, Mapping))
    if spot is not None:
        spot.rename(random.choice(random.choice((breeder.keys, CARD_KEYS, SIDE_KEYS, DETAILS))))


def other_verb(breeder: Breeder, random: Random, form: Tree) -> None:
    spot = _some(random, form, lambda s: s.key.split(" ")[0] in ("light", "dark") and " " in s.key)
    if spot is not None:
        verb = random.choice((*VERBS, *STACK_VERBS))
        spot.rename(f"{random.choice(('light', 'dark'))} {verb}")


def number(breeder: Breeder, random: Random, form: Tree) -> None:
    spot = _some(random, form, lambda s: isinstance(s.node, str) and s.node.isdigit())
    if spot is not None:
        spot.put(random.choice(("0", "1", "2", "-1", "9", "40", "99", "1000", "1.5", "")))


def turn_sides(breeder: Breeder, random: Random, form: Tree) -> None:
    """Light for Dark, in the whole scenario or in one part of it."""
    part = form if random.random() < 0.5 else (_some(random, form) or Spot([form], 0, "")).node
    other = {"light": "dark", "dark": "light"}
    for spot in list(spots(part)):
        head, _, rest = spot.key.partition(" ")
        if head in other and isinstance(spot.parent, Mapping):
            spot.rename(f"{other[head]} {rest}".strip())
        if isinstance(spot.node, str) and spot.node in other:
            spot.put(other[spot.node])


def _is_a_card(spot: Spot) -> bool:
    listed = ("light", "dark", "table", "aboard", "carries", "stacked", "escorting")
    if not isinstance(spot.node, str):
        return False
    return spot.key == "card" or (spot.key in listed and not isinstance(spot.parent, Mapping))


def turn_state(breeder: Breeder, random: Random, form: Tree) -> None:
    """A card undercover, missing, face down, stolen …"""
    table = _made(form, "table", Mapping)
    spot = _some(random, table, _is_a_card)
    if spot is None:
        return
    mark = random.choice((*MARKS, "stolen"))
    if spot.key == "card" and isinstance(spot.parent, Mapping):
        spot.parent.append([mark, "yes"])
    else:
        spot.put(Mapping([["card", spot.node], [mark, "yes"]]))


def pile_up(breeder: Breeder, random: Random, form: Tree) -> None:
    """A card on, in, with or under another."""
    table = _made(form, "table", Mapping)
    spot = _some(random, table, _is_a_card)
    if spot is not None and spot.key != "card":
        how = random.choice(("aboard", "carries", "escorting", "stacked", "targeting"))
        other = random.choice(breeder.titles)
        spot.put(Mapping([["card", spot.node], [how, [other]]]))


def deal(breeder: Breeder, random: Random, form: Tree) -> None:
    """A card more, in a hand, a pile or on the table."""
    side = _made(_made(form, "table", Mapping), random.choice(("light", "dark")), Mapping)
    _made(side, random.choice(SIDE_KEYS), list).insert(0, random.choice(breeder.titles))


def move_on(breeder: Breeder, random: Random, form: Tree) -> None:
    """Attempts more: passes, questions, those of other scenarios, or its own again."""
    attempts = _made(form, "attempts", list)
    at = random.randint(0, len(attempts))
    match random.randrange(5):
        case 0:
            attempts[at:at] = ["both pass"] * random.choice((1, 1, 2, 3, 8, 30))
        case 1:
            attempts.insert(at, _question(breeder, random, form))
        case 2:
            own = [a for a in attempts if isinstance(a, Mapping)]
            attempts.insert(at, _copy(random.choice(own)) if own else "light passes")
        case 3:
            whole = [f for f in breeder.under["attempts"] if type(f) is list]
            attempts[at:at] = _copy(random.choice(whole))
        case _:
            random.shuffle(attempts)


def _question(breeder: Breeder, random: Random, form: Tree) -> Tree:
    words = [s.node for s in spots(form) if isinstance(s.node, str) and s.key in ("light", "dark", "site", "card", "system")]  # fmt: skip
    asked = Mapping([["ask", random.choice(sorted(QUESTIONS))]])
    for detail in random.sample(("card", "at", "by", "with", "to"), random.randrange(3)):
        asked.append([detail, random.choice(words or list(breeder.titles))])
    return asked


def describe(breeder: Breeder, random: Random, form: Tree) -> None:
    """A card of the library written out, with a text of another one."""
    named = [s.node for s in spots(form) if isinstance(s.node, str)]
    known = [c for c in breeder.cards if _get(c, "title") in named]
    card = _copy(random.choice(known or breeder.cards))
    texts = _made(card, "texts", list)
    texts += _copy(_texts(random.choice(breeder.cards)))
    if random.random() < 0.5:
        random.shuffle(texts)
        del texts[random.randint(1, 3) :]
    _made(form, "cards", list).append(card)


def _texts(card: Tree) -> list[Tree]:
    found = _get(card, "texts")
    return found if type(found) is list else []


def print_text(breeder: Breeder, random: Random, form: Tree) -> None:
    """A text as if printed, on a card of the scenario or another one."""
    named = [s.node for s in spots(form) if isinstance(s.node, str)]
    known = [c for c in breeder.cards if _get(c, "title") in named]
    card = random.choice(known or breeder.cards)
    pairs = [[key, _copy(value)] for key, value in card if key in ("title", "side", "type")]
    text = breeder.printer.text(random.randrange(10**6), random.randrange(10**6))
    pairs.append(["text", text])
    if random.random() < 0.2:
        pairs.append(["reading", random.choice(("none", "1", "2", "9"))])
    _made(form, "cards", list).append(Mapping(pairs))


_CHANGES = (
    swap, swap, splice, splice, splice, graft, leave_out, leave_out, double, other_word,
    other_word, other_word, other_key, other_verb, number, turn_sides, turn_state, turn_state,
    pile_up, deal, deal, move_on, move_on, move_on, describe, describe,
    print_text, print_text, print_text,
)  # fmt: skip
