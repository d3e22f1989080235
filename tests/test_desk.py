"""The desk's bridge: what the page is told, and what a tap changes in the text."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, SCENARIOS

from adjudicator.desk.bridge import Bridge
from adjudicator.desk.edits import Change, change, plain
from adjudicator.session import Desk
from adjudicator.source import BadFile, compose
from adjudicator.speech import LANGUAGES

Ask = Callable[..., dict[str, Any]]
FEW = SCENARIOS[::9]
DRAIN = """\
# seen at the second table
title: Elis Helrot against a Force drain
table:
  turn: light    # since ten minutes
  phase: control
  locations:
    # the desert
    - site: "Tatooine: Cantina"
      light: [Luke Skywalker]   # alone
    - site: "Tatooine: Mos Eisley"
      dark: [Darth Vader]
  dark: {hand: [Elis Helrot], force: 5}
attempts:
  # the dispute
  - light drains: "Tatooine: Cantina"
  - dark plays: Elis Helrot
    targets: Darth Vader
    to: "Tatooine: Cantina"
"""


@pytest.fixture(scope="module")
def ask() -> Ask:
    bridge = Bridge()

    def asked(do: str, **wanted: Any) -> dict[str, Any]:
        answer = json.loads(bridge.ask(json.dumps({"do": do, **wanted})))
        assert "failed" not in answer, answer["failed"]
        return dict(answer)

    return asked


def read(text: str) -> Any:
    document, problems = compose("test.yaml", text)
    assert not problems, (problems, text)
    return plain(document.node)


def at(data: Any, path: list[Any]) -> Any:
    for step in path:
        data = data if step == 0 and not isinstance(data, list) else data[step]
    return data


def edited(text: str, do: str, path: str | list[Any], value: Any = None, to: Any = ()) -> str:
    return change("test.yaml", text, Change(do, _path(path), value, _path(to)))


def _path(path: Any) -> tuple[Any, ...]:
    parts = path.split("/") if isinstance(path, str) else path
    return tuple(int(p) if str(p).isdigit() else p for p in parts)


# -- what the page is told -----------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_dispute_is_told_whole(ask: Ask, lang: str) -> None:
    view = ask("view", text=DRAIN, lang=lang)
    assert view["problems"] == []
    assert [s["verdict"] for s in view["ruling"]["steps"]] == ["legal", "illegal"]
    assert view["ruling"]["answer"]["verdict"] == "illegal"
    assert view["ruling"]["steps"][0]["pile"][0]["side"] == "light"
    first, second = view["outline"]["locations"]
    assert [c["title"] for c in first["light"]] == ["Luke Skywalker"] and not first["dark"]
    assert second["title"] == "Tatooine: Mos Eisley"
    hand = view["outline"]["sides"]["dark"]["piles"]["hand"]
    assert hand["stated"] and hand["cards"][0]["title"] == "Elis Helrot"
    assert view["outline"]["sides"]["dark"]["piles"]["force"]["more"] == 5
    assert not view["outline"]["sides"]["light"]["piles"]["hand"]["stated"]


def test_a_table_without_attempts_is_no_mistake_here(ask: Ask) -> None:
    text = DRAIN[: DRAIN.index("attempts:")] + "attempts: []\n"
    view = ask("view", text=text, lang="en")
    assert view["problems"] == [] and view["ruling"] is None
    offered = ask("options", text=text, lang="en")
    open_ = [c["written"] for c in offered["choices"] if c["open"]]
    assert {"light drains": "Tatooine: Cantina"} in open_ and "light passes" in open_
    refused = next(c for c in offered["choices"] if not c["open"] and c["card"])
    assert refused["why_not"][0]["says"] and refused["why_not"][0]["clause"]


def test_a_wrong_text_is_told_with_its_places_and_as_far_as_it_goes(ask: Ask) -> None:
    view = ask("view", text=DRAIN.replace("Darth Vader]", "Darth Vadr]"), lang="en")
    (problem, *_) = view["problems"]
    assert (problem["line"], problem["column"]) == (11, 14)
    assert problem["hint"] == 'did you mean "Darth Vader"?'
    assert len(view["outline"]["locations"]) == 2 and view["ruling"] is None
    assert ask("view", text="title: [", lang="en")["outline"] is None
    assert ask("options", text="title: [", lang="en")["problems"]


def test_what_is_offered_is_legal_when_it_is_written(ask: Ask) -> None:
    for after in (0, 1):
        for choice in ask("options", text=DRAIN, lang="en", after=after)["choices"]:
            if not choice["open"] or choice["targets"]:
                continue
            text = DRAIN
            for number in range(2, after, -1):
                text = edited(text, "remove", ["attempts", number - 1])
            text = edited(text, "insert", ["attempts", after], choice["written"])
            view = ask("view", text=text, lang="en")
            assert not view["problems"], (text, view["problems"])
            assert view["ruling"]["steps"][-1]["verdict"] == "legal", text


def test_the_page_rules_as_the_command_line_does(ask: Ask) -> None:
    from adjudicator.ruling.compose import compose as composed
    from adjudicator.ruling.seal import seal
    from adjudicator.ruling.write import with_sentence, write

    desk = Desk.open(proving=True)
    for path in SCENARIOS[::40]:
        loaded = desk.load(path)
        assert loaded.board is not None
        ruling = composed(loaded.board, desk.book, loaded.replay(desk.book), desk.glossary, True)
        ruling = with_sentence(ruling, desk.glossary)
        sealed = seal(ruling, loaded.file, loaded.text)
        page = write(ruling, desk.glossary, "html", "fr", "standard", None, sealed)
        asked = {"text": loaded.text, "file": str(path), "lang": "fr", "form": "html"}
        assert ask("document", **asked)["document"] == page


def test_a_mistake_of_ours_is_told_and_nothing_else_lost() -> None:
    bridge = Bridge()
    assert "failed" in json.loads(bridge.ask("{"))
    assert "failed" in json.loads(bridge.ask('{"do": "fly"}'))
    assert "failed" in json.loads(bridge.ask('{"do": "view"}'))
    assert json.loads(bridge.ask('{"do": "view", "text": "", "lang": "en"}'))["problems"]


@pytest.mark.parametrize("path", FEW, ids=lambda p: p.stem)
def test_every_part_of_the_outline_says_where_it_is_written(ask: Ask, path: Path) -> None:
    text = path.read_text("utf-8")
    seen, data = 0, read(text)
    outline = ask("view", text=text, lang="en")["outline"]
    waiting: list[Any] = [outline]
    while waiting:
        found = waiting.pop()
        if isinstance(found, list):
            waiting += found
        elif isinstance(found, dict):
            waiting += found.values()
            if found.get("path") and "title" in found:
                written = at(data, found["path"])
                name = written if isinstance(written, str) else None
                if isinstance(written, dict):
                    name = written.get(found.get("kind") or "card")
                assert name == found["title"] or found.get("destiny") is not None
                seen += 1
    assert seen or "locations" not in text


# -- what a tap changes --------------------------------------------------------------------


def test_comments_and_layout_survive() -> None:
    text = edited(DRAIN, "put", "table/locations/0/dark", "Boba Fett")
    text = edited(text, "put", "table/locations/0/light", "R2-D2")
    text = edited(text, "set", "table/phase", "battle")
    text = edited(text, "put", "table/light/hand", "Sense")
    text = edited(text, "put", "table/dark/force", "Tarkin's Orders")
    text = edited(text, "insert", "attempts/1", {"light plays": "Sense", "targets": ["A", "B"]})
    text = edited(text, "set", "attempts/2/destiny", ["4"])
    assert (
        text
        == """\
# seen at the second table
title: Elis Helrot against a Force drain
table:
  turn: light    # since ten minutes
  phase: battle
  locations:
    # the desert
    - site: "Tatooine: Cantina"
      light: [Luke Skywalker, R2-D2]   # alone
      dark: [Boba Fett]
    - site: "Tatooine: Mos Eisley"
      dark: [Darth Vader]
  light: {hand: [Sense]}
  dark: {hand: [Elis Helrot], force: [Tarkin's Orders, 4 more]}
attempts:
  # the dispute
  - light drains: "Tatooine: Cantina"
  - light plays: Sense
    targets: [A, B]
  - dark plays: Elis Helrot
    targets: Darth Vader
    to: "Tatooine: Cantina"
    destiny: ["4"]
"""
    )


def test_a_table_is_built_from_nothing(ask: Ask) -> None:
    text = edited("# a note\n", "set", "title", "From nothing")
    text = edited(text, "put", "table/locations", {"site": "Tatooine: Cantina"})
    text = edited(text, "put", "table/locations", {"site": "Tatooine: Mos Eisley"})
    text = edited(text, "move", "table/locations/1", to=[0])
    text = edited(text, "set", "table/turn", "light")
    text = edited(text, "set", "table/phase", "control")
    text = edited(text, "put", "table/locations/1/light", "Luke Skywalker")
    text = edited(text, "set", "table/locations/1/light/0/undercover", "no")
    text = edited(text, "put", "attempts", {"light drains": "Tatooine: Cantina"})
    text = edited(text, "put", "attempts", "both pass")
    text = edited(text, "set", "attempts/1/destiny", [3])
    assert (
        text
        == """\
# a note
title: From nothing
table:
  turn: light
  phase: control
  locations:
    - site: "Tatooine: Mos Eisley"
    - site: "Tatooine: Cantina"
      light: [{card: Luke Skywalker, undercover: no}]
attempts:
  - light drains: "Tatooine: Cantina"
  - both pass:
    destiny: [3]
"""
    )
    assert not ask("view", text=text, lang="en")["problems"]


def test_what_is_taken_away_leaves_nothing_half() -> None:
    text = edited(DRAIN, "remove", "table/locations/0/light/0")
    assert read(text)["table"]["locations"][0] == {"site": "Tatooine: Cantina"}
    text = edited(text, "remove", "table/dark/hand/0")
    assert read(text)["table"]["dark"] == {"hand": [], "force": "5"}
    text = edited(text, "set", "table/dark/hand")
    text = edited(text, "set", "table/dark/force")
    assert "dark" not in read(text)["table"]
    text = edited(edited(text, "remove", "attempts/1"), "remove", "attempts/0")
    assert read(text)["attempts"] == []
    for said in ("# seen", "# since", "# alone", "# the dispute"):
        assert said in text


def test_a_card_is_carried_from_list_to_list() -> None:
    text = edited(DRAIN, "carry", "table/locations/0/light/0", to="table/locations/1/light")
    there = read(text)["table"]["locations"]
    assert there[1]["light"] == ["Luke Skywalker"] and "light" not in there[0]
    text = edited(text, "put", "table/locations/0/light", "Red 5")
    text = edited(text, "carry", "table/locations/1/light/0", to="table/locations/0/light/0/aboard")
    assert read(text)["table"]["locations"][0]["light"] == [
        {"card": "Red 5", "aboard": ["Luke Skywalker"]}
    ]
    text = edited(text, "carry", "table/locations/0/light/0/aboard/0", to="table/light/hand")
    assert read(text)["table"]["light"] == {"hand": ["Luke Skywalker"]}
    with pytest.raises(BadFile):
        edited(text, "carry", "table/locations/0/light/0", to="table/locations/0/light/0/aboard")


def test_a_text_that_cannot_be_edited_is_told(ask: Ask) -> None:
    for text in ("title: [", "- a\n- b\n", "title: &a x\nquestion: *a\nattempts: []\n"):
        answer = ask("edit", text=text, change={"do": "set", "path": ["title"], "value": "x"})
        assert answer["problems"]


@pytest.mark.parametrize("path", SCENARIOS[::4], ids=lambda p: p.stem)
def test_a_tap_changes_what_was_meant_and_nothing_else(path: Path) -> None:
    """The same change made to the text and to what it says, for many shipped scenarios."""
    text = path.read_text("utf-8")
    before = read(text)
    comments = sorted(c for c in _comments(text))

    def same(do: str, where: list[Any], model: Callable[[Any], None], **more: Any) -> None:
        after = edited(text, do, where, **more)
        wanted = copy.deepcopy(before)
        model(wanted)
        assert read(after) == wanted, (do, where)
        assert sorted(_comments(after)) == comments, (do, where)

    attempts = before["attempts"]
    new = {"light plays": "A: B", "to": "there"}
    last = len(attempts) - 1
    for place in {0, last, last + 1}:
        same(
            "insert", ["attempts", place],
            lambda d, p=place: d["attempts"].insert(p, new), value=new,
        )  # fmt: skip
    if last:
        same(
            "move", ["attempts", 0],
            lambda d: d["attempts"].append(d["attempts"].pop(0)), to=[last],
        )  # fmt: skip
        same(
            "move", ["attempts", last],
            lambda d: d["attempts"].insert(0, d["attempts"].pop()), to=[0],
        )  # fmt: skip
        same("remove", ["attempts", last], lambda d: d["attempts"].pop())
    if isinstance(before.get("table"), dict):
        same("set", ["table", "phase"], lambda d: d["table"].update(phase="draw"), value="draw")
    places = before.get("table", {}).get("locations", [])
    for number, place in enumerate(places if isinstance(places, list) else []):
        if isinstance(place.get("dark", []), list):
            same(
                "put", ["table", "locations", number, "dark"],
                lambda d, n=number: d["table"]["locations"][n].setdefault("dark", []).append("X"),
                value="X",
            )  # fmt: skip


def _comments(text: str) -> list[str]:
    from adjudicator.regress.edit import Page

    page = Page("test.yaml", text)
    return [text[a:b].rstrip() for a, b in page.comments]


def test_the_readme_s_example_is_ruled_here_as_there(ask: Ask) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    text = readme.split("```yaml\n", 1)[1].split("```", 1)[0]
    says = ask("view", text=text, lang="en")["ruling"]["answer"]["says"]
    assert " ".join(says.split()) in " ".join(readme.split())
