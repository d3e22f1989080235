"""An edition: house rules, amendments and clauses left out are one fold, for every command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

from adjudicator import commands, regression, verify
from adjudicator.commands import Stop
from adjudicator.desk.bridge import Bridge
from adjudicator.edition.given import SHIPPED_RULES, Given
from adjudicator.edition.layers import SHIPPED
from adjudicator.edition.reading import (
    MOST_BYTES,
    MOST_FILES,
    edition_of,
    read_amendment,
    read_rules,
)
from adjudicator.edition.wording import with_number
from adjudicator.session import Desk
from adjudicator.source import BadFile, show

CLUB = ROOT / "tests" / "house-rules"
UNDER_CLUB = Given(rules=(str(CLUB),))
DRAIN = """\
title: A drain at the Cantina
table:
  turn: {turn}
  phase: {phase}
  locations:
    - site: "Tatooine: Cantina"
      icons: {{light: 2, dark: 2}}
      {turn}: [{who}, {beside}]
attempts:
  - {turn} drains: "Tatooine: Cantina"
    expect: legal
"""
BATTLE = """\
title: A battle
table:
  turn: dark
  phase: battle
  locations:
    - {{site: "Tatooine: Cantina", light: [Luke Skywalker], dark: [Darth Vader]}}
  dark: {{force: {force}}}
attempts:
  - dark battles: "Tatooine: Cantina"
"""
GRAB = """\
title: A Tentacle
table:
  turn: light
  phase: control
  light: {{hand: [Blue Milk], force: 3}}
  dark: {{hand: [Tentacle], force: {force}}}
attempts:
  - light plays: Blue Milk
    using: you-activate
  - dark plays: Tentacle
"""


@pytest.fixture(scope="module")
def club() -> Desk:
    return Desk.open(edition_of(UNDER_CLUB))


def verdict(desk: Desk, text: str, step: int = 0) -> str:
    loaded = desk.read("test.yaml", text)
    assert loaded.board is not None, [p.message for p in loaded.problems]
    return str(loaded.replay(desk.book)[step].verdict)


def drained(
    turn: str = "light", phase: str = "control", who: str = "Luke Skywalker", beside: str = "R2-D2"
) -> str:
    return DRAIN.format(turn=turn, phase=phase, who=who, beside=beside)


def test_a_clause_by_words_forbids_where_its_words_hold(desk: Desk, club: Desk) -> None:
    with_an_alien, without_one = drained(beside="Chewbacca"), drained()
    assert verdict(desk, with_an_alien) == "legal"
    assert verdict(club, with_an_alien) == "illegal"
    assert verdict(club, without_one) == "legal"
    elsewhere = with_an_alien.replace("Cantina", "Mos Eisley")
    assert verdict(club, elsewhere) == "legal"


def test_a_clause_by_words_permits_for_one_side_and_moment(desk: Desk, club: Desk) -> None:
    dark = {"turn": "dark", "who": "Darth Vader", "beside": "Stormtrooper"}
    assert verdict(desk, drained(phase="deploy", **dark)) == "illegal"
    assert verdict(club, drained(phase="deploy", **dark)) == "legal"
    assert verdict(club, drained(phase="move", **dark)) == "illegal"
    assert verdict(club, drained(phase="deploy")) == "illegal"  # Light


def test_a_number_changes_and_its_sentences_follow(desk: Desk, club: Desk) -> None:
    assert verdict(desk, BATTLE.format(force=1)) == "legal"
    assert verdict(club, BATTLE.format(force=1)) == "illegal"
    assert verdict(club, BATTLE.format(force=2)) == "legal"
    clause = club.glossary.clause("actions-example-4/battle-costs-one")
    assert clause is not None
    assert "costs 2 Force" in clause.text["en"] and "2 points de Force" in clause.text["fr"]
    assert clause.says["en"].endswith("costs {{ player }} 2 Force.")
    shipped = desk.glossary.clause("actions-example-4/battle-costs-one")
    assert shipped is not None and "1 Force" in shipped.text["en"]


@pytest.mark.parametrize(
    ("language", "sentence", "old", "new", "said"),
    [
        ("en", "It costs 1 Force at {{ number1 }}.", 1, 2, "It costs 2 Force at {{ number1 }}."),
        ("en", "Draw two cards.", 2, 1, "Draw 1 card."),
        ("en", "At most once.", 1, 2, "At most once. (Here: 2 instead of 1.)"),
        ("en", "From 3 to 13, or 3.", 3, 4, "From 3 to 13, or 3. (Here: 4 instead of 3.)"),
        ("fr", "Il coûte 1 point.", 1, 3, "Il coûte 3 points."),
        ("fr", "Piochez deux cartes.", 2, 0, "Piochez 0 carte."),
    ],
)
def test_a_sentence_follows_its_number_or_says_so(
    language: str, sentence: str, old: int, new: int, said: str
) -> None:
    assert with_number(sentence, old, new, language) == said


def test_a_card_is_described_otherwise(desk: Desk, club: Desk) -> None:
    assert verdict(desk, GRAB.format(force=1), 1) == "legal"
    assert verdict(club, GRAB.format(force=1), 1) == "illegal"
    assert verdict(club, GRAB.format(force=2), 1) == "legal"


def test_a_layer_lies_over_the_ones_before_it(tmp_path: Path) -> None:
    """From 2, as the club has it; the shipped number is no longer there to be changed."""
    path = amendment(tmp_path, "{number of: actions-example-4/battle-costs-one, from: 2, to: 3}")
    both = edition_of(Given(rules=(str(CLUB),), amend=(str(path),)))
    assert verdict(Desk.open(both), BATTLE.format(force=2)) == "illegal"
    assert verdict(Desk.open(both), BATTLE.format(force=3)) == "legal"
    with pytest.raises(BadFile):
        edition_of(Given(amend=(str(path),)))
    without = edition_of(Given(rules=(str(CLUB),), without=("club/drains-out-of-phase",)))
    dark = drained("dark", "deploy", "Darth Vader", "Stormtrooper")
    assert verdict(Desk.open(without), dark) == "illegal"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "drain.yaml"
    path.write_text(drained(beside="Chewbacca"), "utf-8")
    yield path


def test_every_command_that_rules_takes_the_rules(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = str(file)
    commands.rule([name], "text", length="table", given=UNDER_CLUB)
    told = capsys.readouterr().out
    assert told.startswith("Illegal. ") and "[force-drain/not-at-the-cantina]" in told
    assert "Ruled under other rules than the usual ones: Rules of the Anchorhead club" in told
    commands.rule([name], "text", "fr", "table", given=UNDER_CLUB)
    assert "Jugé selon d'autres règles" in capsys.readouterr().out
    commands.check([name], given=UNDER_CLUB)
    commands.options(name, 0, True, "en", given=UNDER_CLUB)
    assert "company of an alien" in capsys.readouterr().out
    commands.status(name, "Tatooine: Cantina", 0, "en", "text", given=UNDER_CLUB)
    capsys.readouterr()
    for processes in ("1", "2"):
        with pytest.raises(Stop):
            regression.test([name, name], processes, given=UNDER_CLUB)
        assert "actual:   illegal" in capsys.readouterr().out
    regression.test([name])
    capsys.readouterr()
    regression.coverage([name], form="json", given=UNDER_CLUB)
    covered = json.loads(capsys.readouterr().out)["covered"]
    decided = {c["clause"] for c in covered if c["decided"]}
    assert "force-drain/not-at-the-cantina" in decided
    with pytest.raises(Stop):
        regression.mutate([name], ["clauses"], form="json", given=UNDER_CLUB)
    mutants = {m["mutant"]: m for m in json.loads(capsys.readouterr().out)["mutants"]}
    assert mutants["without force-drain/not-at-the-cantina"]["noticed_by"]
    regression.impact([name], form="json", given=UNDER_CLUB)
    [record] = json.loads(capsys.readouterr().out)["scenarios"]
    assert record["verdict"] == {"before": "legal", "after": "illegal"}
    regression.shrink(name, given=UNDER_CLUB)
    assert "Chewbacca" in capsys.readouterr().out
    regression.approve([name], yes=True, given=UNDER_CLUB)
    assert "verdict: illegal" in file.read_text("utf-8")


@pytest.mark.parametrize("form", ["json", "html"])
def test_a_seal_carries_the_rules_and_verify_rules_by_them(file: Path, form: str) -> None:
    out = f"out.{form}"
    commands.rule([str(file)], form, output=out, given=UNDER_CLUB)
    [found] = verify.verify(Path(out))
    assert not found.different
    assert any("ruled under other rules, that the file carries" in line for line in found.checked)
    [same] = verify.verify(Path(out), edition=edition_of(UNDER_CLUB))
    assert not same.different
    [other] = verify.verify(Path(out), edition=SHIPPED)
    assert "it was not made under the rules that you gave" in other.different
    text = Path(out).read_text("utf-8")
    tampered = text.replace("to: 2", "to: 3") if form == "json" else text.replace("to: 2", "to: 4")
    assert tampered != text
    Path(out).write_text(tampered, "utf-8")
    [found] = verify.verify(Path(out))
    assert found.different


def test_a_ruling_under_the_shipped_rules_says_nothing_of_it(file: Path) -> None:
    commands.rule([str(file)], "json", output="out.json")
    ruling = json.loads(Path("out.json").read_text("utf-8"))
    assert "edition" not in ruling and "edition" not in ruling["seal"]
    [found] = verify.verify(Path("out.json"), edition=edition_of(UNDER_CLUB))
    assert found.different


@pytest.mark.parametrize("layers", ["x", [1], [{}], [{"kind": "rules"}], [{"kind": "a"}] * 99])
def test_a_seal_with_nonsense_for_rules_is_told(file: Path, layers: object) -> None:
    commands.rule([str(file)], "json", output="out.json")
    ruling = json.loads(Path("out.json").read_text("utf-8"))
    ruling["seal"]["edition"] = layers
    Path("bad.json").write_text(json.dumps(ruling), "utf-8")
    with pytest.raises(verify.Unverifiable):
        verify.verify(Path("bad.json"))


def test_a_book_is_under_the_rules_and_its_pages_verify(file: Path) -> None:
    commands.book([str(file)], "site", given=UNDER_CLUB)
    [page] = (Path("site") / "en" / "rulings").glob("*drain.html")
    assert "Rules of the Anchorhead club" in page.read_text("utf-8")
    [found] = verify.verify(page)
    assert not found.different


def test_a_desk_is_under_the_rules() -> None:
    bridge = Bridge(edition=edition_of(UNDER_CLUB))
    text = drained(beside="Chewbacca")
    view = json.loads(bridge.ask(json.dumps({"do": "view", "text": text, "lang": "en"})))
    assert "company of an alien" in json.dumps(view["ruling"])


def amendment(folder: Path, *changes: str, cards: str = "") -> Path:
    path = folder / "amend.yaml"
    lines = "".join(f"  - {change}\n" for change in changes)
    path.write_text(f"changes:\n{lines}" + (f"cards:\n  - {cards}\n" if cards else ""), "utf-8")
    return path


CLAUSE = "{clause: club/one, text: A rule., forbids: %s}"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("{clause: nothing, text: A, forbids: {drain: any}}", "clause-id"),
        ("{clause: force-drain/control-phase, text: A, forbids: {drain: any}}", "duplicate-id"),
        ("{clause: club/one, text: A}", "clause-kind"),
        (
            "{clause: club/one, text: A, forbids: {drain: any}, permits: {despite: a/b}}",
            "clause-kind",
        ),
        ("{clause: club/one, forbids: {drain: any}}", "missing-key"),
        ("{clause: club/one, text: '{{ player.__class__ }}', forbids: {drain: any}}", "sentence"),
        ("{clause: club/one, text: A, says: '{{ card }}', forbids: {drain: any}}", "unknown-fact"),
        (CLAUSE % "{drane: any}", "unknown-word"),
        (CLAUSE % "{drain: self}", "of-a-card"),
        (CLAUSE % "{move: any, at: here}", "of-a-card"),
        (CLAUSE % "{move: any, by: opponent}", "of-a-card"),
        (CLAUSE % "{attack: any}", "missing-key"),
        (
            "{clause: club/one, text: A, permits: {despite: force-drain/control-fase}}",
            "unknown-clause",
        ),
        ("{clause: club/one, text: A, permits: {despite: presence/ability-one}}", "nothing-lifted"),
        ("{number of: actions-example-4/battle-costs-one, from: 1, to: 1}", "no-such-number"),
    ],
)
def test_what_is_wrong_in_a_change_is_told_with_its_place(
    tmp_path: Path, change: str, code: str
) -> None:
    with pytest.raises(BadFile) as bad:
        read_amendment(amendment(tmp_path, change), SHIPPED)
    assert code in [p.code for p in bad.value.problems], [p.message for p in bad.value.problems]
    assert all(p.span.line == 2 and p.span.column > 1 for p in bad.value.problems)


def test_what_adds_to_a_card_that_nobody_knows_is_told(tmp_path: Path) -> None:
    path = amendment(
        tmp_path, "without: actions-just/narrow-window", cards="{title: Tentacel, power: 3}"
    )
    with pytest.raises(BadFile) as bad:
        read_amendment(path, SHIPPED)
    told = "\n".join(show(p, bad.value.text) for p in bad.value.problems)
    assert "unknown-card" in told and 'did you mean "Tentacle"?' in told


def test_a_folder_has_its_bounds(tmp_path: Path) -> None:
    def refused(code: str) -> None:
        with pytest.raises(BadFile) as bad:
            read_rules(tmp_path / "rules", SHIPPED)
        assert [p.code for p in bad.value.problems] == [code]

    refused("no-file")
    folder = tmp_path / "rules"
    folder.mkdir()
    refused("empty")
    outside = amendment(tmp_path, "without: actions-just/narrow-window")
    (folder / "link.yaml").symlink_to(outside)
    refused("no-file")
    (folder / "link.yaml").unlink()
    (folder / "large.yaml").write_text("#" * (MOST_BYTES + 1), "utf-8")
    refused("too-large")
    (folder / "large.yaml").unlink()
    for number in range(MOST_FILES + 1):
        (folder / f"{number}.yaml").write_text("title: many\n", "utf-8")
    refused("too-large")


def test_nothing_given_is_what_is_shipped() -> None:
    assert edition_of(SHIPPED_RULES) is SHIPPED
