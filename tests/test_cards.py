"""The library of cards: every card that the source names is there, with its printed facts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import SHARED

from adjudicator.cards.load import HERE, Library
from adjudicator.cards.read import NUMBERS, ferocity_of, slug_of
from adjudicator.engine.judge import Step
from adjudicator.game import Side, Verdict
from adjudicator.session import Desk
from adjudicator.words.book import WORDS

REFERENCE = SHARED / "reference"
DATA = SHARED / "data" / "cards"
FILES = sorted(HERE.glob("*.yaml"))
LIBRARY = Library(WORDS)

# What the lists name and is no card of the library: a card which the glossary only announces, and
# two cards of a later time which a search for "Han" and "R2-D2" also found.
NOT_HERE = {"Orbital Mines", "Han... Solo", "R2-D2 & C-3PO"}


def written(path: Path) -> list[dict[str, Any]]:
    found = yaml.load(path.read_text("utf-8"), yaml.BaseLoader)  # plain text: 1_194 is no number
    return found if isinstance(found, list) else [found]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_card_file_is_found_by_its_title(path: Path) -> None:
    cards = LIBRARY.versions(path.stem)
    assert len(cards) == len(written(path))
    assert len({card.side for card in cards}) == len(cards), "one card a side"
    for card in cards:
        assert slug_of(card.title) == path.stem
        assert LIBRARY.find(card.title, card.side) == card
        for speech in card.not_modelled:
            assert set(speech) == {"en", "fr"} and all(speech.values())
        if card.type not in ("starship", "vehicle"):  # whose text may be seats and pilots alone
            stated = card.facts.keys() & {"when piloting", "immune to attrition"}
            assert card.texts or card.not_modelled or stated, "nothing says what its text does"


def listed_in_the_reference() -> Iterator[tuple[str, Side, str]]:
    for line in (REFERENCE / "CARDS.md").read_text("utf-8").splitlines():
        if line.startswith("| ") and not line.startswith("| title"):
            title, side, kind, *_ = (cell.strip() for cell in line.strip("|").split("|"))
            type_ = re.sub(r" #\d", "", kind.split(" / ")[0]).lower()
            yield title.replace("•", ""), Side(side.lower()), type_


@pytest.mark.skipif(not (REFERENCE / "CARDS.md").exists(), reason="the list of cards is not here")
def test_every_card_of_the_excerpts_is_in_the_library() -> None:
    wrong = []
    for title, side, type_ in listed_in_the_reference():
        card = LIBRARY.find(title, side)
        if title not in NOT_HERE and (card is None or card.type != type_):
            wrong.append((title, str(side), type_))
    assert wrong == []


@pytest.mark.skipif(not (REFERENCE / "inventory.yaml").exists(), reason="the inventory is not here")
def test_every_card_of_the_inventory_is_in_the_library() -> None:
    inventory = yaml.safe_load((REFERENCE / "inventory.yaml").read_text("utf-8"))
    named = {title for entry in inventory["entries"] for title in entry.get("cards", ())}
    assert sorted(t for t in named - NOT_HERE if LIBRARY.find(t) is None) == []


def test_every_card_that_a_glossary_entry_names_is_in_the_library(desk: Desk) -> None:
    named = {title for id_ in desk.glossary.ids for title in desk.glossary.entry(id_).cards}
    assert sorted(t for t in named - NOT_HERE if LIBRARY.find(t) is None) == []


NOT_THEIRS = {
    "defense", "parsec", "race destiny", "marker", "immune to attrition", "when piloting",
}  # fmt: skip
THEIR_NAMES = {"light": "lightSideIcons", "dark": "darkSideIcons"}


@pytest.mark.skipif(not DATA.exists(), reason="the community's card database is not here")
def test_the_figures_are_those_of_the_community_database() -> None:
    theirs = {
        (record["gempId"], record["side"].lower()): record["front"]
        for side in ("Light", "Dark")
        for record in json.loads((DATA / f"{side}.json").read_text("utf-8"))["cards"]
    }
    wrong = []
    for path in FILES:
        for ours in written(path):
            sides = ("light", "dark") if ours["side"] == "both" else (ours["side"],)
            front = next(f for s in sides if (f := theirs.get((ours["id"], s))))
            if slug_of(re.sub("[•<>]", "", front["title"])) != path.stem:
                wrong.append((ours["title"], "title", front["title"]))
            if front["title"].count("•") != int(ours.get("copies", 0)):
                wrong.append((ours["title"], "copies", front["title"]))
            for name in set(NUMBERS) - NOT_THEIRS:
                number = front.get(name)
                if number is not None and not number.isdigit() and not ferocity_of(number):
                    number = "varies"
                if number != (None if (own := ours.get(name, "none")) == "none" else own):
                    wrong.append((ours["title"], name, front.get(name)))
            if ours["type"] == "location":
                for side, name in THEIR_NAMES.items():
                    if str(front.get(name)) != ours["force icons"][side]:
                        wrong.append((ours["title"], name, front.get(name)))
    assert wrong == []


# -- what the facts are for ---------------------------------------------------------

Judge = Callable[[str], tuple[Step, ...]]


def test_both_forms_of_a_title_mean_the_same_card() -> None:
    assert LIBRARY.find("Hidden Base") == LIBRARY.find(
        "Hidden Base / Systems Will Slip Through Your Fingers"
    )
    assert LIBRARY.find("Cloud City: Platform 327 (Docking Bay)") is not None
    assert LIBRARY.find("U-3PO (Yoo-Threepio)") == LIBRARY.find("U-3PO")
    assert LIBRARY.find("U-3PO (V)") is None


@pytest.mark.parametrize(("character", "asked"), [("Dannik Jerriko", True), ("Boba Fett", False)])
def test_a_number_that_the_text_makes_is_asked_for(
    judge: Judge, character: str, asked: bool
) -> None:
    step = judge(f"""
        table:
          locations: [{{site: "Tatooine: Cantina", dark: [{character}]}}]
        attempts:
          - ask: power
            at: "Tatooine: Cantina"
            by: dark
    """)[0]
    assert (step.unknown is not None) == asked


@pytest.mark.parametrize(
    ("site", "known"), [("Tatooine: Cantina", True), ("Tatooine: Mos Eisley", False)]
)
def test_icons_on_which_the_two_versions_of_a_site_differ_are_asked_for(
    judge: Judge, site: str, known: bool
) -> None:
    """The Cantina has two icons a side on both cards; Mos Eisley's owner has one more."""
    step = judge(f"""
        table:
          turn: light
          phase: deploy
          locations: [{{site: "{site}", dark: [Boba Fett]}}]
          light: {{hand: [Han Solo], force: 9}}
        attempts:
          - light deploys: Han Solo
            to: "{site}"
    """)[0]
    assert step.verdict is (Verdict.LEGAL if known else Verdict.UNDETERMINED)


@pytest.mark.parametrize(
    ("site", "verdict"),
    [("Hoth: North Ridge", Verdict.LEGAL), ("Tatooine: Cantina", Verdict.ILLEGAL)],
)
def test_a_card_that_deploys_only_on_one_planet(judge: Judge, site: str, verdict: Verdict) -> None:
    step = judge(f"""
        table:
          turn: dark
          phase: deploy
          locations: [{{site: "{site}", icons: {{light: 1, dark: 1}}}}]
          dark: {{hand: [Snowtrooper], force: 9}}
        attempts:
          - dark deploys: Snowtrooper
            to: "{site}"
    """)[0]
    assert step.verdict is verdict
    if verdict is Verdict.ILLEGAL:
        assert "actions-step-1a/own-restrictions-always" in {f.clause for f in step.against}


@pytest.mark.parametrize(
    ("vehicle", "verdict"),
    [("Imperial Walker", Verdict.LEGAL), ("Blizzard 1", Verdict.ILLEGAL)],
)
def test_a_permanent_pilot_moves_a_vehicle(judge: Judge, vehicle: str, verdict: Verdict) -> None:
    step = judge(f"""
        table:
          turn: dark
          phase: move
          locations:
            - {{site: "Hoth: North Ridge", dark: [{vehicle}]}}
            - {{site: "Hoth: Defensive Perimeter"}}
          dark: {{force: 9}}
        attempts:
          - dark moves: {vehicle}
            to: "Hoth: Defensive Perimeter"
    """)[0]
    assert step.verdict is verdict


@pytest.mark.parametrize(
    ("there", "asked"), [("Endor: Landing Platform", True), ("Endor: Dense Forest", False)]
)
def test_a_docking_bay_need_not_have_it_in_its_title(judge: Judge, there: str, asked: bool) -> None:
    step = judge(f"""
        table:
          turn: light
          phase: move
          locations:
            - {{site: "Cloud City: Platform 327", light: [Han Solo]}}
            - {{site: "{there}"}}
          light: {{force: 9}}
        attempts:
          - light moves: Han Solo
            to: "{there}"
    """)[0]
    assert step.verdict is (Verdict.UNDETERMINED if asked else Verdict.ILLEGAL)
