"""The numbers a rule turns on, so that they can be shifted or changed: thresholds, amounts
and costs that stand in a clause's function or in a card's text."""

from __future__ import annotations

import ast
import copy
import inspect
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from adjudicator.cards.model import Filter, Target, Text
from adjudicator.cards.part import OfCards, Part, given, key_of
from adjudicator.edition.house import ByWords
from adjudicator.rules.registry import Rule


class Number(NamedTuple):
    """One number of a clause: which one, its value, and the words around it."""

    clause: str
    place: int  # counted through the clause
    value: int
    shown: str


# -- in a function ------------------------------------------------------------------------


def numbers_of_rule(rule: Rule) -> list[Number]:
    """Numbers that are compared, added or multiplied, or given as an amount; an index or
    a count kept in a loop is how something is written, not what the clause says."""
    if isinstance(rule.function, ByWords):
        return numbers_of_text(rule.function.text)
    tree = _parsed(rule)
    return [
        Number(rule.clause, place, value, shown)
        for place, (_, value, shown) in enumerate(_constants(tree))
    ]


def with_number(rule: Rule, place: int, value: int) -> Rule:
    """The same rule with another number in that place."""
    if isinstance(rule.function, ByWords):
        words = rule.function
        return rule._replace(
            function=replace(words, text=text_with_number(words.text, place, value))
        )
    tree = _parsed(rule)
    node = list(_constants(tree))[place][0]
    node.value = value
    tree.decorator_list = []
    module = ast.Module([tree], [])
    space = dict(rule.function.__globals__)
    exec(compile(ast.fix_missing_locations(module), "<another number>", "exec"), space)
    function: Callable[..., Any] = space[rule.function.__name__]
    _CHANGED[function] = tree
    return rule._replace(function=function)


def numbered(rules: Sequence[Rule], number: Number, value: int) -> list[Rule]:
    """The rules with one number changed; numbers count through all functions of a clause."""
    out, before = [], 0
    for rule in rules:
        if rule.clause == number.clause:
            own = len(numbers_of_rule(rule))
            if before <= number.place < before + own:
                rule = with_number(rule, number.place - before, value)
            before += own
        out.append(rule)
    return out


def numbers_of_clause(rules: Sequence[Rule], clause: str) -> list[Number]:
    """All numbers of a clause, counted through its functions."""
    found = [n for rule in rules if rule.clause == clause for n in numbers_of_rule(rule)]
    return [number._replace(place=place) for place, number in enumerate(found)]


_CHANGED: WeakKeyDictionary[Callable[..., Any], ast.FunctionDef] = WeakKeyDictionary()


def _parsed(rule: Rule) -> ast.FunctionDef:
    if rule.function in _CHANGED:  # made by us, and so without a file to read it in
        return copy.deepcopy(_CHANGED[rule.function])
    source = textwrap.dedent(inspect.getsource(rule.function))
    tree = ast.parse(source).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return tree


def _constants(tree: ast.FunctionDef) -> Iterator[tuple[ast.Constant, int, str]]:
    for node in _outside_facts(tree):
        inside: list[ast.expr] = []
        match node:
            case ast.Compare(left=left, comparators=comparators):
                inside = [left, *comparators]
            case ast.BinOp(left=left, right=right):
                inside = [left, right]
            case ast.Yield(value=ast.Tuple(elts=[amount, *_])):
                inside = [amount]
            case ast.Return(value=ast.Tuple(elts=[amount, *_])):
                inside = [amount]
        for constant in inside:
            if isinstance(constant, ast.Constant) and type(constant.value) is int:
                shown = ast.unparse(node).split("\n")[0]
                if isinstance(node, ast.Yield | ast.Return):
                    shown = f"amount {constant.value}"
                yield constant, constant.value, shown


def _outside_facts(node: ast.AST) -> Iterator[ast.AST]:
    """Every node but those in the facts of a sentence, which decide nothing."""
    yield node
    for below in ast.iter_child_nodes(node):
        if not isinstance(below, ast.Dict):
            yield from _outside_facts(below)


# -- in a card's text -----------------------------------------------------------------------


def numbers_of_text(text: Text) -> list[Number]:
    return [
        Number(text.clause, place, value, shown)
        for place, (value, shown) in enumerate(_walked(text, _keep))
    ]


def text_with_number(text: Text, place: int, value: int) -> Text:
    """The same text with another number in that place."""
    count = -1

    def change(number: int) -> int:
        nonlocal count
        count += 1
        return value if count == place else number

    for _ in (walk := _Walk(change)).text(text):
        pass
    assert walk.made is not None
    return walk.made


def _keep(number: int) -> int:
    return number


def _walked(text: Text, change: Callable[[int], int]) -> Iterator[tuple[int, str]]:
    yield from _Walk(change).text(text)


class _Walk:
    """Goes through the numbers of a text in one order, and makes the text anew."""

    def __init__(self, change: Callable[[int], int]) -> None:
        self.change = change
        self.made: Text | None = None

    def text(self, text: Text) -> Iterator[tuple[int, str]]:
        seen: list[tuple[int, str]] = []
        self.made = text._replace(
            conditions=self._parts(text.conditions, seen),
            targets=tuple(self._target(target, seen) for target in text.targets),
            costs=self._parts(text.costs, seen),
            result=self._parts(text.result, seen),
            gives=self._parts(text.gives, seen),
            bars=self._parts(text.bars, seen),
            lifts=self._parts(text.lifts, seen),
        )
        yield from seen

    def _number(self, value: int, shown: str, seen: list[tuple[int, str]]) -> int:
        seen.append((value, shown))
        return self.change(value)

    def _parts(self, parts: tuple[Part, ...], seen: list[tuple[int, str]]) -> tuple[Part, ...]:
        return tuple(self._part(part, seen) for part in parts)

    def _part(self, part: Part, seen: list[tuple[int, str]]) -> Part:
        changed = {
            name: self._value(value, f"{part.word} {key_of(part, name)}".strip(), seen)
            for name, value in given(part)
            if value is not None
        }
        return replace(part, **changed)

    def _value(self, value: Any, shown: str, seen: list[tuple[int, str]]) -> Any:
        if type(value) is int:
            return self._number(value, f"{shown}: {value}", seen)
        if isinstance(value, Part):
            return self._part(value, seen)
        if isinstance(value, OfCards):
            return value
        if isinstance(value, Filter):
            return self._filter(value, seen)
        if type(value) in (list, tuple):
            return type(value)(self._value(item, shown, seen) for item in value)
        return value

    def _filter(self, filter_: Filter, seen: list[tuple[int, str]]) -> Filter:
        made = filter_._replace(
            measures=tuple(
                (name, sign, self._number(number, f"{name} {sign} {number}", seen))
                for name, sign, number in filter_.measures
            )
        )
        inside: dict[str, Any] = {
            name: self._filter(value, seen)
            for name, value in made._asdict().items()
            if isinstance(value, Filter)
        }
        inside["any_of"] = tuple(self._filter(one, seen) for one in made.any_of)
        return made._replace(**inside)

    def _target(self, target: Target, seen: list[tuple[int, str]]) -> Target:
        """How many targets there may be is what their names say; one means one."""
        return target._replace(
            filter=self._filter(target.filter, seen),
            musts=tuple((self._filter(must, seen), clause) for must, clause in target.musts),
        )
