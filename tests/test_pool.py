"""The community's whole pool: imported, named in every way, played as declared.

All cards here are invented; the real files are tried where they lie beside the project."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, SHARED
from test_cli import run

from adjudicator.cards import community
from adjudicator.cards.community import record_of
from adjudicator.cards.load import Library
from adjudicator.cards.personas import full_names
from adjudicator.cards.pool import FILE, Pool
from adjudicator.game import Side, Verdict
from adjudicator.home import data_folder
from adjudicator.rules.describing import same_title
from adjudicator.ruling.compose import compose
from adjudicator.ruling.write import write
from adjudicator.session import Desk, Loaded
from adjudicator.source import BadFile
from adjudicator.words.book import WORDS

REAL = SHARED / "data" / "cards"
_serial = iter(range(1, 1000))


def card(title: str, type_: str, side: str = "Light", gemp: str = "", **front: Any) -> Any:
    """A card in the database's form; what begins with `_` stands beside its front."""
    beside = {k[1:]: front.pop(k) for k in list(front) if k.startswith("_")}
    dots = len(title) - len(title.lstrip("•"))
    uniqueness = {"uniqueness": "*" * dots} if dots else {}
    number = next(_serial)
    return {
        "front": {"title": title, "type": type_, "destiny": "3", **uniqueness, **front},
        "id": number,
        "gempId": gemp or f"900_{number}",
        "side": side,
        **beside,
    }


LIGHT = [
    card("•Vela Corrin", "Character", gemp="901_1", subType="Alien/Rebel", power="2", ability="3",
         deploy="2", forfeit="4", icons=["Pilot", "Warrior x2"], characteristics=["Leader", "spy"],
         gametext="While alone, power +1."),
    card("•Vela Corrin (AI)", "Character", gemp="901_1", subType="Alien/Rebel", power="2",
         ability="3", deploy="2", forfeit="4", gametext="While alone, power +1."),
    card("•Vela Corrin, Outcast", "Character", gemp="901_2", subType="Rebel", power="*",
         ability="3", deploy="X", forfeit="4"),
    card("•Q-77 (Kewseventy)", "Character", gemp="901_3", subType="Droid", power="1", deploy="1",
         forfeit="2"),
    card("Quiet Evening", "Interrupt", gemp="901_4", subType="Used Or Lost",
         gametext="During a battle, nothing happens twice. (Immune to Sense.)"),
    card("Quiet Morning (V)", "Interrupt", gemp="901_5", subType="Lost", gametext="Wait."),
    card("Twice Told", "Effect", gemp="901_6", gametext="Deploy on table."),
    card("Twice Told", "Defensive Shield", gemp="901_7", gametext="Plays on table."),
    card("•Tessal Reach: Low Court", "Location", gemp="901_8", subType="Site",
         icons=["Interior", "Planet", "Scomp Link"], lightSideIcons=2, darkSideIcons=1),
    card("First Face / Second Face", "Objective", gemp="901_9", gametext="Flip it.",
         _back={"title": "Second Face", "gametext": "Flip it back."}),
    card("•Darth Vader", "Character", gemp="1_168", subType="Rebel", power="1", ability="1",
         deploy="1", forfeit="1"),
    card("••Mudlark Skiff", "Vehicle", gemp="901_10", subType="Transport", power="1", deploy="2",
         forfeit="3", landspeed="*", lore="An enclosed thing.",
         gametext="May add 1 driver and 3 passengers."),
    card("•Corrin's Needle", "Starship", gemp="901_11", subType="Starfighter: Needle", power="3",
         deploy="4", forfeit="4", hyperspeed="4", icons=["Pilot", "Nav Computer"],
         gametext="May add 1 pilot or passenger. Permanent pilot is •Vela, who provides ability of 3."),
    card("Needle Rifle", "Weapon", gemp="901_12", subType="Character",
         gametext="Deploy on your warrior."),
]  # fmt: skip
DARK = [
    card("•Tessal Reach: Low Court", "Location", "Dark", "902_1", subType="Site",
         icons=["Interior", "Planet"], lightSideIcons=2, darkSideIcons=2),
    card("Quiet Evening", "Interrupt", "Dark", "902_2", subType="Used", gametext="Nothing."),
    card("•Orro Thane", "Character", "Dark", "902_3", subType="Imperial", power="4", ability="2",
         deploy="3", forfeit="5", gametext="May 'react' when it rains."),
    card("Reef Warden", "Character", "Dark", "902_4", subType="Alien", power="2", ability="1",
         deploy="2", forfeit="3", gametext="Deploys only on Tessal Reach. Likes fish."),
    card("•Darth Vader", "Character", "Dark", "1_168", subType="Imperial", power="60", ability="1",
         deploy="1", forfeit="1"),
    card("Sense", "Interrupt", "Dark", "902_5", subType="Lost", gametext="Something else."),
]  # fmt: skip


def put(folder: Path, name: str, data: Any) -> str:
    file = folder / name
    file.write_text(data if isinstance(data, str) else json.dumps(data, indent=1), "utf-8")
    return str(file)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder into which the invented cards were imported."""
    data = tmp_path_factory.mktemp("data")
    files = [put(data, "Light.json", {"cards": LIGHT}), put(data, "Dark.json", {"cards": DARK})]
    brought = community.bring_in(files, Pool(data))
    assert not brought.problems
    return data


@pytest.fixture(scope="module")
def library(folder: Path) -> Library:
    return Library(WORDS, pool=Pool(folder))


@pytest.fixture
def read(desk: Desk, library: Library) -> Callable[[str], Loaded]:
    pooled = desk._replace(library=library)
    return lambda text: pooled.read("test.yaml", text)


def ruled(desk: Desk, loaded: Loaded) -> dict[str, Any]:
    assert loaded.board is not None, [p.message for p in loaded.problems]
    return compose(loaded.board, desk.book, loaded.replay(desk.book), desk.glossary)


# -- facts ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "fact", "value"),
    [
        ("Vela Corrin", "copies", 1),
        ("Vela Corrin", "subtype", "alien"),
        ("Vela Corrin", "traits", {"rebel", "leader", "spy"}),
        ("Vela Corrin", "icons", {"pilot": 1, "warrior": 2}),
        ("Vela Corrin", "facts", {"destiny": 3, "power": 2, "ability": 3, "deploy": 2, "forfeit": 4}),
        ("Vela Corrin, Outcast", "varies", {"power", "deploy"}),
        ("Vela Corrin, Outcast", "personas", {"Vela Corrin, Outcast", "Vela Corrin"}),
        ("Q-77", "personas", {"Q-77"}),
        ("Q-77", "varies", set()),
        ("Mudlark Skiff", "copies", 2),
        ("Mudlark Skiff", "enclosed", True),
        ("Mudlark Skiff", "seats", {"drivers": 1, "passengers": 3}),
        ("Mudlark Skiff", "varies", {"landspeed"}),
        ("Corrin's Needle", "seats", {"pilots or passengers": 1}),
        ("Corrin's Needle", "personas", {"Corrin's Needle", "Vela"}),
        ("Corrin's Needle", "subtype", "starfighter"),
        ("Corrin's Needle", "permanent_ability", 3),
        ("Mudlark Skiff", "permanent_ability", None),
        ("Needle Rifle", "subtype", "character weapon"),
        ("901_4", "immune_to", ("Sense",)),
        ("901_4", "subtype", "used or lost"),
        ("901_4", "text_known", False),
        ("901_8", "force_icons", {Side.LIGHT: 2, Side.DARK: 1}),
        ("901_8", "part_of", "Tessal Reach"),
    ],
)  # fmt: skip
def test_facts(library: Library, title: str, fact: str, value: object) -> None:
    found = library.find(title)
    assert found is not None and getattr(found, fact) == value


@pytest.mark.parametrize(
    ("title", "kind", "told", "personas"),
    [
        ("General Solo", "character", ["General Solo"], {"Han Solo"}),
        ("Obi-Wan With Saber", "character", ["Obi-Wan With Saber"],
         {"Obi-Wan With Saber", "Obi-Wan Kenobi"}),
        ("Vela In Needle 1", "starship", ["Vela In Needle 1"],
         {"Vela In Needle 1", "Vela", "Needle 1"}),
        ("Old Freighter", "starship", ["Han", "Chewie"], {"Han Solo", "Chewbacca"}),
        ("Stormtrooper", "character", [], set()),
    ],
)  # fmt: skip
def test_short_names_mean_whole_personas(
    title: str, kind: str, told: list[str], personas: set[str]
) -> None:
    assert full_names(title, kind, told) == personas


POWER = """
title: x
table:
  turn: light
  phase: battle
  locations: [{site: "Tessal Reach: Low Court", light: ["%s"], dark: [Orro Thane]}]
attempts:
  - {ask: power, at: "Tessal Reach: Low Court", by: light}
"""


def test_what_varies_is_asked_and_what_is_absent_is_none(
    desk: Desk, read: Callable[[str], Loaded]
) -> None:
    unknown = ruled(desk, read(POWER % "Vela Corrin, Outcast"))["steps"][0]
    assert unknown["verdict"] == "undetermined"
    assert unknown["unknown"]["facts"]["number"] == "power"
    assert ruled(desk, read(POWER % "Vela Corrin"))["steps"][0]["answer"]["value"] == 2
    droid = read(POWER % "Q-77").board
    assert droid is not None
    assert droid.table.card(droid.ids("Q-77")[0]).number("ability") is None


def test_a_location_of_which_nobody_said_whose_has_what_its_versions_share(
    library: Library,
) -> None:
    both = library.find("Tessal Reach: Low Court")
    assert both is not None and both.side is None
    assert both.force_icons == {Side.LIGHT: 2}  # of Dark's they print 1 and 2
    assert "scomp link" not in both.icons and "interior" in both.traits


# -- names ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "id_"),
    [
        ("•Vela Corrin", "901_1"),
        ("VELA CÓRRIN", "901_1"),
        ("Vela Corrin (AI)", "901_1"),
        ("vela corrin, o", "901_2"),
        ("Q-77 (Kewseventy)", "901_3"),
        ("q-7", "901_3"),
        ("Quiet Morning", "901_5"),
        ("Quiet Morning (V)", "901_5"),
        ("Second Face", "901_9"),
        ("First F", "901_9"),
        ("901_7", "901_7"),
        ("902_3", "902_3"),
        ("902_5", "902_5"),
    ],
)
def test_a_card_is_found_however_it_is_named(library: Library, written: str, id_: str) -> None:
    found = library.find(written)
    assert found is not None and found.id == id_


def test_either_side_has_its_own_version(library: Library) -> None:
    light, dark = (library.find("Quiet Evening", side) for side in Side)
    assert light and dark and (light.id, dark.id) == ("901_4", "902_2")
    assert library.find("Orro Thane", Side.LIGHT) is None


def test_the_library_comes_before_the_pool(folder: Path) -> None:
    library = Library(WORDS, pool=Pool(folder))
    vader, sense = library.find("Darth Vader", Side.DARK), library.find("Sense", Side.DARK)
    assert vader and vader.facts["power"] == 6
    assert sense and sense.texts
    assert library.pool._index is None, "the pool was read although the library knows the cards"
    assert library.find("1_168", Side.DARK) == vader
    light = library.find("Darth Vader", Side.LIGHT)  # a title the library has for Dark alone
    assert light and light.facts["power"] == 1


@pytest.mark.parametrize(
    ("written", "place", "says", "hint"),
    [
        ("Twice Told", "5:18", "2 cards", "Twice Told (901_6); Twice Told (901_7): write its id"),
        ("Vela", "5:18", "2 cards", "Vela Corrin; Vela Corrin, Outcast: write more of the title"),
        ("Vella Corin", "5:18", "no card", 'did you mean "Vela Corrin"?'),
        ("Sennse", "5:18", "no card", 'did you mean "Sense"?'),
        ("999_9", "5:18", "no card", "describe it under `cards:`"),
    ],
)
def test_what_could_be_several_or_none_is_told_with_its_place(
    read: Callable[[str], Loaded], written: str, place: str, says: str, hint: str
) -> None:
    loaded = read(f'title: x\ntable: {{turn: light}}\n\nattempts:\n  - light plays: "{written}"\n')
    (problem,) = loaded.problems
    assert f"{problem.span.line}:{problem.span.column}" == place
    assert says in problem.message and problem.hint == hint


def test_ids_and_beginnings_serve_everywhere_in_a_scenario(
    desk: Desk, read: Callable[[str], Loaded]
) -> None:
    loaded = read("""
title: x
table:
  turn: light
  phase: deploy
  locations:
    - {site: 901_8, light: [901_2], dark: [Orro]}
    - {site: "Tatooine: Cantina", icons: {light: 1}}
  light: {hand: [901_1], force: 9}
attempts:
  - {light deploys: 901_1, to: Tessal Reach}
  - {light moves: "Vela Corrin, O", to: "Tatooine: Cantina"}
  - {ask: is present, card: 902_3, at: 901_8}
""")
    steps = ruled(desk, loaded)["steps"]
    assert [s["attempt"]["what"] for s in steps[:2]] == ["Vela Corrin", "Vela Corrin, Outcast"]
    assert steps[0]["attempt"]["place"] == "Tessal Reach: Low Court"
    assert steps[2]["answer"]["value"] is True


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Quiet Morning (V)", "Quiet Morning", True),
        ("Q-77 (Kewseventy)", "q-77", True),
        ("Vela Corrin (AI)", "Vela Corrin (V)", True),
        ("Vela Corrin, Outcast", "Vela Corrin", False),
    ],
)
def test_a_variant_bears_the_title_all_the_same(one: str, other: str, same: bool) -> None:
    assert same_title(one, other) is same and same_title(other, one) is same


# -- as declared ----------------------------------------------------------------

BATTLE = """
title: x
table:
  turn: light
  phase: %s
  locations: [{site: "Tessal Reach: Low Court", light: [Vela Corrin], dark: [Orro Thane]}]
  light: {force: 5}
%s
attempts:
  - light battles: "Tessal Reach: Low Court"
  - both pass
  - light plays: Quiet Evening
  - both pass
"""
STATED = """
cards:
  - title: quiet even
    side: light
    texts:
      - when: during battle
        cost: [{use force: 1}]
        result: [{declare: "Nobody sleeps.", fr: "Personne ne dort."}]
"""


def test_an_unmodelled_text_is_asked_about(desk: Desk, read: Callable[[str], Loaded]) -> None:
    ruling = ruled(desk, read(BATTLE % ("battle", "")))
    step = ruling["steps"][2]
    assert (step["verdict"], step["unknown"]["question"]) == ("undetermined", "card-text")
    assert [n["card"] for n in ruling["not_considered"]] == ["Quiet Evening"]


def test_an_effect_stated_by_the_scenario_is_judged_and_told(
    desk: Desk, read: Callable[[str], Loaded]
) -> None:
    ruling = ruled(desk, read(BATTLE % ("battle", STATED)))
    step = ruling["steps"][2]
    assert step["verdict"] == "legal" and step["outcome"]["what"] == "had its result"
    assert step["reasons"][-1]["clause"] == "card.quiet-evening/as-stated"
    assert ruling["steps"][3]["events"][1]["says"]["fr"] == "Personne ne dort."
    # what is printed on the card is listed, and nobody else whose text could not bear on it
    assert ruling["not_considered"][0]["says"]["en"].startswith("During a battle, nothing")
    assert ruling["others_there"] == []
    text = write(ruling, desk.glossary)
    assert "Quiet Evening: During a battle" in text
    assert "Orro Thane" not in text.partition("Not considered")[2].partition("Cited")[0]


def test_its_timing_is_judged_too(desk: Desk, read: Callable[[str], Loaded]) -> None:
    ruling = ruled(desk, read(BATTLE % ("deploy", STATED)))
    assert [s["verdict"] for s in ruling["steps"]][2] == "illegal"


def test_a_fact_can_be_added_to_a_known_card(desk: Desk, read: Callable[[str], Loaded]) -> None:
    added = "cards: [{title: 901_2, power: 4, traits: [pilot of note]}]\n"
    loaded = read(POWER % "Vela Corrin, Outcast" + added)
    assert ruled(desk, loaded)["steps"][0]["answer"]["value"] == 4
    missing = read("title: x\ncards:\n  - title: Nobody At All\nattempts: []\n")
    assert missing.problems[0].hint == "give it a `type:` and describe it whole"


def test_a_text_that_speaks_of_reacts_is_not_held_to_be_silent(
    desk: Desk, read: Callable[[str], Loaded]
) -> None:
    loaded = read("""
title: x
table:
  turn: light
  phase: control
  locations:
    - {site: "Tessal Reach: Low Court", light: [Vela Corrin], icons: {dark: 1}}
    - {site: "Tessal Reach: Gate", dark: [Orro Thane], light: [Q-77]}
attempts:
  - light drains: "Tessal Reach: Low Court"
  - dark reacts with: Orro Thane
""")
    assert loaded.board is not None
    step = loaded.replay(desk.book)[1]
    assert step.verdict is Verdict.UNDETERMINED
    assert step.unknown is not None and step.unknown[0] == "card-text"


def test_a_price_nobody_knows_is_asked_for(desk: Desk, read: Callable[[str], Loaded]) -> None:
    text = """
title: x
table:
  turn: light
  phase: deploy
  locations: [{site: "Tessal Reach: Low Court"}]
  light: {force: 3}
attempts:
  - {light deploys: "%s", to: "Tessal Reach: Low Court"}
"""
    step = ruled(desk, read(text % "Vela Corrin, Outcast"))["steps"][0]
    assert (step["verdict"], step["unknown"]["facts"]["number"]) == ("undetermined", "deploy")
    assert ruled(desk, read(text % "Vela Corrin"))["steps"][0]["verdict"] == "legal"


def test_a_text_that_restricts_where_it_deploys_is_asked_about(
    desk: Desk, read: Callable[[str], Loaded]
) -> None:
    text = """
title: x
table:
  turn: dark
  phase: deploy
  locations: [{site: "Tessal Reach: Low Court", icons: {dark: 1}}]
  dark: {force: 9}
%s
attempts:
  - {dark deploys: Reef Warden, to: "Tessal Reach: Low Court"}
"""
    open_ = ruled(desk, read(text % ""))["steps"][0]
    assert (open_["verdict"], open_["unknown"]["question"]) == ("undetermined", "card-text")
    there = ruled(desk, read(text % "cards: [{title: Reef Warden, only to: {type: site}}]"))
    assert there["steps"][0]["verdict"] == "legal"
    elsewhere = ruled(desk, read(text % "cards: [{title: Reef Warden, only to: {type: system}}]"))
    assert elsewhere["steps"][0]["verdict"] == "illegal"


@pytest.mark.parametrize(
    ("printed", "limited"),
    [
        ("Never deploys to a site where there is fog.", True),
        ("Sings. May not deploy to the same site as a choir.", True),
        ("Deploy and move only on ice.", True),
        ("May never sing.", False),
    ],
)
def test_whatever_keeps_it_from_a_place_is_a_limit(printed: str, limited: bool) -> None:
    front = {"title": "•Hermit", "type": "Character", "subType": "Alien", "gametext": printed}
    record = record_of({"side": "Light", "gempId": "901_77", "front": front})
    assert ("only to" in record["varies"]) is limited


def test_a_sealed_ruling_tells_that_it_rests_on_imported_cards(
    tmp_path: Path, folder: Path
) -> None:
    scenario = put(tmp_path, "x.yaml", "title: x\nattempts:\n  - light plays: Quiet Evening\n")
    ruling = str(tmp_path / "x.json")
    run("--data-dir", str(folder), "rule", scenario, "--format", "json", "-o", ruling)
    assert json.loads(Path(ruling).read_text("utf-8"))["imported"] == ["Quiet Evening"]
    assert run("--data-dir", str(folder), "verify", ruling).returncode == 0
    without = run("verify", ruling)
    assert without.returncode == 1 and "imported cards" in without.stderr + without.stdout


# -- importing ------------------------------------------------------------------


def test_import_prints_the_counts_and_keeps_what_does_not_come_again(tmp_path: Path) -> None:
    light = put(tmp_path, "Light.json", {"cards": LIGHT})
    dark = put(tmp_path, "Dark.json", {"version": 1, "cards": DARK})
    data = str(tmp_path / "new" / "data")
    done = run("cards", "import", light, dark, "--data-dir", data)
    assert done.returncode == 0, done.stderr
    rows = [line.rsplit(None, 3) for line in done.stdout.splitlines()[1:]]
    wanted = Counter(c["front"]["type"].casefold() for c in (*LIGHT, *DARK))
    assert {row[0]: int(row[3]) for row in rows[:-1]} == wanted
    assert rows[-1] == ["total", str(len(LIGHT)), str(len(DARK)), str(len(LIGHT) + len(DARK))]
    again = run("--data-dir", data, "cards", "import", light)
    assert f"kept from before: {len(DARK)} cards" in again.stdout
    library = Library(WORDS, pool=Pool(Path(data)))
    assert library.find("Orro Thane") and len(library.pool.all()) == len(LIGHT) + len(DARK)
    assert [p.name for p in Path(data).iterdir()] == [FILE], "something was left lying about"


NO_TITLE: Any = card("x", "Effect")
del NO_TITLE["front"]["title"]


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (17, "must be an object"),
        ({"front": []}, '"front" must be an object'),
        (NO_TITLE, "it has no title"),
        (card("Ring\x1b[31m", "Effect"), "control characters"),
        (card("Back\u202ewards", "Effect"), "control characters"),
        (card("Half \ud800", "Effect"), "control characters"),
        (card("Two\nlines\t", "Effect"), "control characters"),
        (card("•••", "Effect"), "no letter"),
        (card("x" * 300, "Effect"), "longer than 200"),
        (card("A", "Sandwich"), 'type "sandwich" is not known'),
        (card("A", "Effect", side="Grey"), "Light or Dark"),
        (card("A", "Effect", gemp="../../up"), "must look like 1_194"),
        (card("A", "Character", power=["2"]), '"power" must be a number'),
        (card("A", "Character", power=True), '"power" must be a number'),
        (card("A", "Effect", icons="Warrior"), '"icons" must be a list'),
        (card("A", "Effect", icons=[{}]), '"icons" must be a list'),
        (card("A", "Effect", gametext="x" * 30_000), '"gametext" is longer'),
        (card("A", "Location", lightSideIcons="two"), "small number"),
        ({**card("A", "Effect"), "id": LIGHT[0]["id"]}, "the same id stands in"),
    ],
)
def test_a_bad_card_is_told_with_its_place_and_the_good_ones_are_kept(
    tmp_path: Path, bad: Any, says: str
) -> None:
    file = put(tmp_path, "mixed.json", {"cards": [LIGHT[0], bad, LIGHT[3]]})
    brought = community.bring_in([file], Pool(tmp_path))
    (problem,) = brought.problems
    assert says in problem.message and problem.message.startswith("card 2")
    written = Path(file).read_text("utf-8").splitlines()[problem.span.line - 1]
    assert written[problem.span.column - 1] == ("1" if bad == 17 else "{")
    library = Library(WORDS, pool=Pool(tmp_path))
    assert [line.title for line in library.pool.all()] == ["Q-77 (Kewseventy)", "Vela Corrin"]


@pytest.mark.parametrize(
    ("text", "place", "kept"),
    [
        ('{"cards": [%s,\n  {"front": nonsense}]}', (2, 13), 1),
        ('{"cards": [%s,\n  {"front"', (2, 11), 1),
        ('{"cards": [%s\n  %s]}', (2, 3), 1),
        ('{"cards": [%s, ' + "[" * 100_000, (1, None), 1),
        ('{"cards": [%s, {"id": ' + "9" * 5000 + "}]}", (1, None), 1),
        ('{"cards": {}}', (1, 11), 0),
        ('{"other": 1}', (1, 12), 0),
        ("[]", None, 0),
        ("", (1, 1), 0),
        ("\x00\x01", (1, 1), 0),
    ],
)
def test_broken_json_is_told_with_line_and_column(
    tmp_path: Path, text: str, place: tuple[int, int | None] | None, kept: int
) -> None:
    one = json.dumps(LIGHT[0])
    file = put(tmp_path, "broken.json", text.replace("%s", one))
    brought = community.bring_in([file], Pool(tmp_path))
    assert len(brought.records) == kept and brought.written is bool(kept)
    if place is not None:
        (problem,) = brought.problems
        assert (problem.file, problem.span.line) == (file, place[0])
        assert place[1] in (None, problem.span.column)


def test_without_one_good_card_what_was_there_stays(tmp_path: Path, folder: Path) -> None:
    before = (folder / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(before)
    bad = put(tmp_path, "bad.json", {"cards": [NO_TITLE]})
    nowhere = str(tmp_path / "nowhere.json")
    done = run("cards", "import", bad, nowhere, str(tmp_path), ADJUDICATOR_DATA=str(tmp_path))
    assert done.returncode == 1 and done.stdout == ""
    assert "nothing was changed" in done.stderr and "Traceback" not in done.stderr
    for told in ("it has no title", "there is no such file", "this is a folder"):
        assert told in done.stderr
    assert (tmp_path / FILE).read_bytes() == before


def test_a_file_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(community, "MAX_BYTES", 1000)
    file = put(tmp_path, "large.json", {"cards": LIGHT})
    assert community.bring_in([file], Pool(tmp_path)).problems[0].code == "too-large"
    monkeypatch.setattr(community, "MAX_BYTES", 1_000_000)
    monkeypatch.setattr(community, "MAX_CARDS", 2)
    brought = community.bring_in([file], Pool(tmp_path))
    assert (len(brought.records), brought.problems[0].code) == (2, "too-many")


@pytest.mark.parametrize("damage", ["cut short", "another version", "overwritten"])
def test_a_damaged_pool_is_told_and_an_import_mends_it(
    tmp_path: Path, folder: Path, damage: str
) -> None:
    whole = (folder / FILE).read_bytes()
    spoilt = {
        "cut short": whole[:-10],
        "another version": b"adjudicator-cards/0" + whole[19:],
        "overwritten": whole[:40] + b"\xff" * (len(whole) - 40),
    }[damage]
    (tmp_path / FILE).write_bytes(spoilt)
    library = Library(WORDS, pool=Pool(tmp_path))
    assert library.find("Darth Vader", Side.DARK), "the library needs no pool"
    if damage != "overwritten":
        with pytest.raises(BadFile, match="cannot be read"):
            library.find("Vela Corrin")
        scenario = put(tmp_path, "x.yaml", "title: x\nattempts:\n  - light plays: Vela Corrin\n")
        done = run("rule", scenario, ADJUDICATOR_DATA=str(tmp_path))
        assert done.returncode == 1 and "import them again" in done.stderr
        assert "Traceback" not in done.stderr
    community.bring_in([put(tmp_path, "Light.json", {"cards": LIGHT})], Pool(tmp_path))
    assert Library(WORDS, pool=Pool(tmp_path)).find("Vela Corrin", Side.LIGHT)


def test_a_data_folder_that_cannot_be_one(tmp_path: Path) -> None:
    file = put(tmp_path, "Light.json", {"cards": LIGHT})
    done = run("cards", "import", file, "--data-dir", file)
    assert done.returncode == 1 and "cannot be written" in done.stderr
    assert run("cards", "import").returncode == 2
    assert run("cards").returncode == 2


@pytest.mark.parametrize(
    ("platform", "environment", "ends"),
    [
        ("linux", {"XDG_DATA_HOME": "/xdg"}, ("/xdg", "adjudicator")),
        ("linux", {}, (".local", "share", "adjudicator")),
        ("darwin", {}, ("Library", "Application Support", "adjudicator")),
        ("win32", {"LOCALAPPDATA": "/local"}, ("/local", "adjudicator")),
        ("linux", {"ADJUDICATOR_DATA": "/mine"}, ("/mine",)),
    ],
)
def test_the_data_folder_is_where_the_platform_keeps_such_things(
    monkeypatch: pytest.MonkeyPatch,
    platform: str,
    environment: dict[str, str],
    ends: tuple[str, ...],
) -> None:
    for name in ("ADJUDICATOR_DATA", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert str(data_folder()).endswith(str(Path(*ends)))


# -- looking up -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (("vela", "corrin"), "901_1"),
        (("véla", "corin"), "901_1"),
        (("mudlrk",), "901_10"),
        (("starfighter", "needle"), "901_11"),
        (("901_9",), "901_9"),
        (("imperial", "dark", "orro"), "902_3"),
        (("darth", "vader"), "1_168"),
    ],
)
def test_search_finds_titles_types_and_traits(
    folder: Path, words: tuple[str, ...], first: str
) -> None:
    done = run("cards", *words, "--data-dir", str(folder))
    assert done.returncode == 0 and done.stdout.split(None, 1)[0] == first


def test_show_tells_facts_texts_entries_and_scenarios(folder: Path) -> None:
    sense = run("cards", "show", "Sense", "--scenarios", "scenarios/actions").stdout
    assert "[card.sense/cancel-interrupt] Answer an Interrupt" in sense
    assert "actions-example-4" in sense and "example-4-sense-alter-war.yaml" in sense
    french = run("cards", "show", "Sense", "--lang", "fr", "--scenarios", "none").stdout
    assert "Répondez à une interruption" in french and "les deux côtés" in french
    needle = run("cards", "show", "corrin's n", "--data-dir", str(folder)).stdout
    assert "ability of permanent pilots: 3" in needle and "nothing of its text" in needle
    assert "May add 1 pilot or passenger." in needle
    data = json.loads(
        run("cards", "show", "902_3", "--format", "json", ADJUDICATOR_DATA=str(folder)).stdout
    )
    assert data["cards"][0]["numbers"]["power"] == 4 and data["cards"][0]["source"] == "pool"
    several = run("cards", "show", "vela", "--data-dir", str(folder))
    assert several.returncode == 1 and "Vela Corrin, Outcast" in several.stderr
    nobody = run("cards", "show", "Vella Corin", "--data-dir", str(folder))
    assert nobody.returncode == 1 and 'did you mean "Vela Corrin"?' in nobody.stderr


def test_without_a_pool_a_search_says_how_to_get_one(tmp_path: Path) -> None:
    done = run("cards", "vela", "corrin", "--data-dir", str(tmp_path))
    assert done.returncode == 0 and "adjudicator cards import" in done.stdout


# -- the real files --------------------------------------------------------------


@pytest.mark.skipif(not REAL.is_dir(), reason="the community's files are not beside the project")
def test_the_real_files_import_whole(tmp_path: Path, desk: Desk) -> None:
    files = [str(REAL / name) for name in ("Light.json", "Dark.json")]
    written = [c for file in files for c in json.loads(Path(file).read_text("utf-8"))["cards"]]
    pool = Pool(tmp_path)
    brought = community.bring_in(files, pool)
    assert not brought.problems and len(brought.records) == len(written) == 3797
    types = Counter(c["front"]["type"].casefold().split(" #")[0] for c in written)
    assert Counter(r["type"] for r in brought.records) == types
    library = Library(WORDS, pool=pool)
    lines = pool.all()
    assert len(lines) == 3797
    for line in lines:
        meant = library.meant(line.title, line.side)
        assert meant.card or len(meant.candidates) > 1, line.title
        assert library.find(line.id, line.side), line.id
    # what is imported changes no ruling on the shipped scenarios
    pooled = desk._replace(library=library)
    for path in sorted((ROOT / "scenarios" / "actions").glob("*.yaml")):
        verdicts = [[step.verdict for step in d.load(path).replay(d.book)] for d in (desk, pooled)]
        assert verdicts[0] == verdicts[1], path


def test_tests_leave_the_users_own_folder_alone() -> None:
    assert os.environ["ADJUDICATOR_DATA"]
    assert not (data_folder() / FILE).exists()


def test_types_are_named_in_french(folder: Path) -> None:
    shown = run("cards", "show", "902_3", "--lang", "fr", "--data-dir", str(folder)).stdout
    assert "personnage, impérial" in shown
