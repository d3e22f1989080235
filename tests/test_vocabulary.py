"""The page of the card vocabulary says what the reader knows, no less and no more."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

import pytest
from conftest import ROOT

from adjudicator.cards import read
from adjudicator.cards.check import check_card
from adjudicator.cards.load import HERE
from adjudicator.cards.part import Part, argument_fields, key_of
from adjudicator.engine.judge import Step
from adjudicator.regress.cases import run_loaded
from adjudicator.rules.registry import registered
from adjudicator.ruling.compose import compose as compose_ruling
from adjudicator.ruling.write import write
from adjudicator.session import Desk
from adjudicator.source import Reader, compose, show
from adjudicator.words.bars import Bar
from adjudicator.words.book import WORDS
from adjudicator.words.gifts import NUMBER, Number
from adjudicator.words.page import vocabulary_page
from adjudicator.words.vocabulary import FAMILIES

Judge = Callable[[str], tuple[Step, ...]]
OWN = ROOT / "scenarios" / "cards-of-your-own"
PAGE = vocabulary_page()
_SPAN = re.compile(r"`([^`]+)`")
_ENTRY = re.compile(r"^- `([^`]+)`(?: \(([^)]*)\))?: (.*)$")


def sections() -> Mapping[str, str]:
    parts = re.split(r"^## (.+)$", PAGE, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


SECTIONS = sections()


def words(family: str, besides: str | None = None) -> list[str]:
    return [word for word, known in FAMILIES[family].items() if known.topic != besides]


def keys_of(made: type[Part]) -> list[str]:
    return [key for field in argument_fields(made) if (key := key_of(made, field.name))]


def entries(title: str) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Every word a section explains, its further keys, and its example."""
    for line in SECTIONS[title].splitlines():
        if line.startswith("- "):
            found = _ENTRY.match(line)
            assert found, line
            examples = _SPAN.findall(found[3])
            assert examples, f"no example: {line}"
            yield found[1], tuple(_SPAN.findall(found[2] or "")), examples[-1]


def listed(title: str) -> list[str]:
    return [
        word
        for line in SECTIONS[title].splitlines()
        if line.startswith("- ")
        for word in _SPAN.findall(line)
    ]


@pytest.mark.parametrize(
    ("title", "known"),
    [
        ("Types", read.TYPES),
        ("Subtypes", read.SUBTYPES),
        ("Numbers", read.NUMBERS),
        ("States", read.STATES),
    ],
)
def test_a_list_is_complete(title: str, known: tuple[str, ...]) -> None:
    assert sorted(listed(title)) == sorted(known)


@pytest.mark.parametrize(
    ("title", "known"),
    [
        ("The card", [k for k in read.CARD_KEYS if k not in read.NUMBERS]),
        ("A text", read.TEXT_KEYS),
        ("Roles", read.ROLES),
        ("Times", read.TIMES),
        ("Times in more words", read.WHEN_KEYS),
        ("Actions to respond to", [*read.THINGS, *read.THING_KEYS]),
        ("What just happened", [*read.JUST, *read.JUST_KEYS]),
        ("Describing cards", [k for k in read.FILTER_KEYS if k not in read.NUMBERS]),
        ("Targets", read.ONLY_OF_TARGETS),
        ("Gives", [*words("gives", besides=NUMBER), *keys_of(Number)]),
        ("Bars", [*words("bars"), *keys_of(Bar)]),
        ("Lifts", words("lifts")),
    ],
)
def test_every_word_is_explained(title: str, known: list[str]) -> None:
    assert sorted(word for word, _, _ in entries(title)) == sorted(known)


_TEXTS = "title: A Card\ntype: effect\ntexts: [{%s}]"
_NAMING = (
    "id: lift, targets: [{name: victim}, {name: who}, {name: there}, {name: guard}, {name: gift}, "
    "{name: victims}, {name: room}], "
)
_DRAWN = "{draw destiny: d}, {draw destiny: total}, {draw destiny: power}, "
_WRAPPED: Mapping[str, str] = {
    "A text": _TEXTS,
    "Roles": _TEXTS,
    "Times": _TEXTS,
    "Times in more words": _TEXTS,
    "Actions to respond to": _TEXTS,
    "What just happened": _TEXTS,
    "Describing cards": _TEXTS % "if: [{there is: %s}]",
    "Targets": _TEXTS % "targets: [%s]",
    "Conditions": _TEXTS % f"{_NAMING}if: [%s]",
    "Costs": _TEXTS % f"{_NAMING}cost: [%s]",
    "Results": _TEXTS % f"{_NAMING}result: [{_DRAWN}%s]",
    "Gives": _TEXTS % "role: constant, gives: [%s]",
    "Bars": _TEXTS % "role: constant, bars: [%s]",
    "Lifts": _TEXTS % "role: constant, lifts: [%s]",
}


@pytest.mark.parametrize("title", _WRAPPED)
def test_every_example_can_be_read_and_uses_its_word(title: str) -> None:
    for word, _, example in entries(title):
        assert word in example, f"{word}: {example}"
        document, problems = compose("page", _WRAPPED[title] % example)
        assert not problems, example
        assert document.node is not None
        reader = Reader(document)
        assert read.read_blueprint(reader, document.node, WORDS) is not None
        assert not reader.problems, f"{example}: {[p.message for p in reader.problems]}"


def test_every_fact_of_a_card_can_be_read() -> None:
    for word, _, example in entries("The card"):
        start = "" if word in ("title", "type") else "title: A Card\ntype: effect\n"
        rest = {"title": "\ntype: effect", "type": "\ntitle: A Card"}.get(word, "")
        document, _ = compose("page", start + example + rest)
        assert document.node is not None
        reader = Reader(document)
        assert read.read_blueprint(reader, document.node, WORDS) is not None
        assert not reader.problems, f"{example}: {[p.message for p in reader.problems]}"


def test_the_library_says_nothing_wrongly() -> None:
    for path in sorted(HERE.glob("*.yaml")):
        document, _ = compose(path.name, path.read_text("utf-8"))
        reader = Reader(document)
        for card in reader.items(document.node, "cards"):
            read.read_blueprint(reader, card, WORDS)
            check_card(reader, card)
        assert not reader.problems, [show(p, document.text) for p in reader.problems]


_BOARD = """
title: A card with a mistake in it
table:
  turn: light
  phase: control
  locations:
    - site: "Tatooine: Cantina"
      icons: {light: 1, dark: 1}
      light: [Luke Skywalker]
      dark: [Stormtrooper]
  light: {hand: [Sudden Fog], force: 5, reserve: 9, lost: 3}
cards:
  - title: Sudden Fog
    side: light
    type: interrupt
    subtype: used
    texts:
      - targets:
          - {name: victim, type: character, whose: opponent's}
          - {name: who, type: character, whose: yours, optional: yes}
          - {name: there, type: site, optional: yes}
          - {name: guard, type: droid, optional: yes}
          - {name: gift, in hand: yes, optional: yes}
        id: lift
        %s
attempts:
  - light plays: Sudden Fog
    targets: Stormtrooper
    destiny: 3
  - both pass: 3
"""


@pytest.mark.parametrize(
    ("wrong", "at", "told"),
    [
        ("when: anytime", "anytime", 'did you mean "any time"?'),
        ("when: {phase: contrl}", "contrl", 'did you mean "control"?'),
        ("when: {just: {}}", "{}", "one of: initiated"),
        ("cost: [{use force: many}]", "many", "a number, X"),
        ("cost: [{use force: -1}]", "-1", "no number below 0"),
        ("cost: [{lose: victm}]", "victm", 'did you mean "victim"?'),
        ("cost: [{use force: X, up to: 0}]", "0}", "no number below 1"),
        ("cost: [{use force: {armor of: victim, power of: victim}}]", "{armor", "one number"),
        ("cost: [use force]", "use force", "{use force: …}"),
        ("cost: [{use force: 1, upto: 2}]", "upto", 'did you mean "up to"?'),
        ("result: [{mark: victim, as: undercovr}]", "undercovr", 'did you mean "undercover"?'),
        ("result: [{mark: victim}]", "{mark", 'needs the key "as"'),
        ("result: [{place: victim, in: usd}]", "usd", 'did you mean "used"?'),
        ("result: [{lose force: 1, by: oponent}]", "oponent", 'did you mean "opponent"?'),
        ("result: [{relocate: victim}]", "{relocate", 'needs the key "to"'),
        ("result: [{look at: {a: b}}]", "{a", "must be a text"),
        ("result: [{draw destiny: d, times: x}]", "x}", 'did you mean "X"?'),
        ("result: [{draw destiny: d}, {compare: d}]", "{compare", "one of: less than"),
        (
            "result: [{draw destiny: d}, {compare: d, more than: {armour of: victim}}]",
            "{armour",
            'did you mean "armor of"?',
        ),
        ("result: [{change: pwr, of: victim, by: 1}]", "pwr", 'did you mean "power"?'),
        ("result: [{appoint: later}]", "later", 'appoint cannot be "later"'),
        ("result: [lose]", "lose", "{lose: …}"),
        ("result: [{retrieve: 1, clause: no/such}]", "no/such", 'no clause "no/such"'),
        ("if: [{opponent has at least: 2}]", "{opponent", 'needs the key "of"'),
        ("if: [{there is: {type: charcter}}]", "charcter", 'did you mean "character"?'),
        ("if: [{there is: {type: droid, at: hre}}]", "hre", 'did you mean "here"?'),
        ("if: [{there is: 3}]", "3", "a description of cards"),
        ("if: [there is]", "there is", "{there is: …}"),
        ("gives: [{power: 1}]", "[{power", "role: constant"),
    ],
)
def test_a_mistake_in_a_text_is_told_at_its_place(
    desk: Desk, wrong: str, at: str, told: str
) -> None:
    text = _BOARD % wrong
    loaded = desk.read("mistake.yaml", text)
    assert loaded.problems
    shown = "\n".join(show(p, text) for p in loaded.problems)
    assert told in shown
    line = text.splitlines().index(f"        {wrong}") + 1
    spans = [(p.span.line, p.span.column) for p in loaded.problems]
    assert (line, 9 + wrong.rindex(at)) in spans, shown


def test_a_text_that_measures_what_it_changes_is_read_without_itself(judge: Judge) -> None:
    steps = judge("""
        title: A proud alien
        table:
          locations: [{site: "Tatooine: Cantina", light: [Proud Alien, Momaw Nadon]}]
        cards:
          - title: Proud Alien
            side: light
            type: character
            subtype: alien
            power: 3
            texts:
              - role: constant
                gives: [{power: 1, for each: {type: alien, power: ">= 3"}}]
        attempts:
          - {ask: power, card: Proud Alien}
    """)
    assert steps[0].answer is not None
    assert steps[0].answer.value == 4


_PYTHON = re.compile(r"`([a-z0-9-]+)` \((\d+)\)")


def test_the_rulings_that_are_python_are_counted(desk: Desk) -> None:
    """What the page says of the cards which the vocabulary cannot wholly say."""
    counted = Counter(
        clause.partition("/")[0]
        for clause in {rule.clause for rule in registered()}
        if (entry := desk.glossary.entry(clause.partition("/")[0])) and entry.kind == "card"
    )
    told = {m[1]: int(m[2]) for m in _PYTHON.finditer(SECTIONS["What the vocabulary cannot say"])}
    assert told == dict(counted)


def test_a_refusal_names_the_card_whose_text_forbids(desk: Desk) -> None:
    loaded = desk.load(OWN / "a-starship-keeps-the-opponent-from-draining.yaml")
    assert loaded.board is not None
    ruling = compose_ruling(loaded.board, desk.book, loaded.replay(desk.book), desk.glossary)
    english, french = (str(write(ruling, desk.glossary, "text", lang)) for lang in ("en", "fr"))
    assert "The text of Ember Courier stands in the way: Your opponent may not" in english
    assert "Le texte d'Ember Courier s'y oppose" in french


@pytest.mark.parametrize("title", ["Costs", "Conditions", "Results"])
def test_every_word_can_be_tried_without_harm(desk: Desk, title: str) -> None:
    """Whatever an example of the page comes to on some board, it comes to a ruling."""
    part = {"Costs": "cost", "Conditions": "if", "Results": "result"}[title]
    for _, _, example in entries(title):
        said = f"{part}: [{_DRAWN if part == 'result' else ''}{example}]"
        loaded = desk.read("tried.yaml", _BOARD % said)
        if "price" not in said:
            assert loaded.board is not None, [p.message for p in loaded.problems]
            steps = loaded.replay(desk.book)
            ruling = compose_ruling(loaded.board, desk.book, steps, desk.glossary)
            for language in ("en", "fr"):
                assert write(ruling, desk.glossary, "text", language), example


EXAMPLES = re.findall(r"^```yaml\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)


def test_there_are_six_examples() -> None:
    assert len(EXAMPLES) == 6


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_is_ruled_as_it_says(desk: Desk, number: int) -> None:
    report = run_loaded(desk, desk.read(f"example-{number + 1}.yaml", EXAMPLES[number]))
    assert not report.problems, "\n".join(report.problems)
    assert report.cases
    assert not report.is_red, "\n\n".join(case.told for case in report.cases if case.is_red)
