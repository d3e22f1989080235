"""What must agree: glossary, functions, scenarios, languages, imports."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import ROOT, SHARED, repertoire

from adjudicator.cards.load import Library, bound_clauses
from adjudicator.game import Kind, Phase, Segment, Side, Zone
from adjudicator.glossary.load import HERE, Glossary, facts_used
from adjudicator.rules.registry import Rulebook, acting_clauses, registered
from adjudicator.ruling.write import Writer
from adjudicator.session import Desk
from adjudicator.source import BadFile
from adjudicator.words.book import WORDS

GLOSSARY = Glossary()
CLAUSES = {clause.id: clause for clause in GLOSSARY.clauses()}
ACTING = acting_clauses()
BOUND = bound_clauses(Library(WORDS))  # carried out by a part of a card's text
SAMPLES: dict[str, Any] = {
    "side": str(Side.DARK),
    "card": "Alter",
    "cards": ["Sense", "Alter"],
    "action": {"kind": str(Kind.BATTLE), "player": "dark", "card": None, "place": "Hoth"},
    "location": "Tatooine: Cantina",
    "number": 3,
    "phase": str(Phase.DEPLOY),
    "segment": str(Segment.POWER),
    "pile": str(Zone.USED),
    "kind": str(Kind.PLAY),
    "need": ["phase", str(Phase.MOVE)],
    "text": {"en": "a text", "fr": "un texte"},
    "word": "word",
    "flag": True,
    "step": 4,
    "measure": "power",
    "target": "droid",
}


def test_each_acting_clause_has_a_function_or_a_card_text_and_each_of_those_a_clause() -> None:
    declared = {c.id for c in CLAUSES.values() if c.acts}
    assert declared == set(ACTING) | set(BOUND)


@pytest.mark.parametrize("clause", BOUND)
def test_a_clause_of_a_card_text_speaks_only_of_what_such_a_text_knows(clause: str) -> None:
    known = {"card", "player", "opponent", "target", "location", "phase", "turn", "number"}
    assert set(CLAUSES[clause].facts) <= known


@pytest.mark.parametrize("rule", registered(), ids=lambda r: f"{r.clause}:{r.function.__name__}")
def test_a_function_does_what_its_clause_declares(rule: Any) -> None:
    clause = CLAUSES[rule.clause]
    assert clause.acts == rule.verb
    if rule.verb == "permits":
        lifted = {d for r in registered() if r.clause == rule.clause for d in r.despite}
        assert set(clause.despite) == lifted
    modules = [inspect.getmodule(r.function) for r in registered() if r.clause == rule.clause]
    given = "".join(inspect.getsource(module) for module in modules if module)
    for fact in clause.facts:
        assert f'"{fact}"' in given, f"{fact} is declared but not given"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_sentence_renders_with_sample_facts(language: str) -> None:
    writer = Writer(GLOSSARY, language)
    for clause in CLAUSES.values():
        if not clause.acts:
            continue
        facts = {name: SAMPLES[kind] for name, kind in clause.facts.items()}
        said = writer.sentence({"clause": clause.id, "role": "against", "facts": facts})
        assert said and "{{" not in said and "None" not in said, clause.id
        assert facts_used(clause.says[language]) == set(clause.facts), clause.id
        if clause.acts == "forbids":
            assert clause.needs, f"{clause.id} does not say what it would take"
            assert writer.needed({"clause": clause.id, "role": "against", "facts": facts})


def test_every_reference_exists() -> None:
    entries = set(GLOSSARY.ids)
    for entry in GLOSSARY.all():
        assert set(entry.see) <= entries, entry.id
    for clause in CLAUSES.values():
        if clause.restates:
            assert clause.restates in CLAUSES, clause.id
            assert CLAUSES[clause.restates].restates is None, f"{clause.id}: restates a restatement"
        for lifted in clause.despite:
            assert lifted in CLAUSES, f"{clause.id}: {lifted}"
    disputes = {d["id"] for d in GLOSSARY.disputes}
    assert {c.disputed for c in CLAUSES.values() if c.disputed} <= disputes


def test_the_clauses_that_cards_name_exist(desk: Desk) -> None:
    for title in desk.library.titles():
        for print_ in desk.library.versions(title):
            for text in print_.texts:
                assert text.source is None or text.source in CLAUSES, text.clause
                assert set(text.says) == {"en", "fr"}, text.clause


@pytest.mark.skipif(
    not (SHARED / "reference" / "inventory.yaml").exists(), reason="the inventory is not here"
)
def test_every_clause_of_the_inventory_is_covered() -> None:
    inventory = yaml.safe_load((SHARED / "reference" / "inventory.yaml").read_text("utf-8"))
    listed = {f"{e['id']}/{c['id']}" for e in inventory["entries"] for c in e["clauses"]}
    covered = {covers for clause in CLAUSES.values() for covers in clause.covers}
    assert listed - covered == set()
    assert covered - listed == set()
    assert {e["id"] for e in inventory["entries"]} <= set(GLOSSARY.ids)
    assert {m["id"] for m in inventory["missing"]} <= set(GLOSSARY.ids)


def test_ids_stay_for_good() -> None:
    """An id that a past ruling could have cited must not vanish without an alias."""
    past = (ROOT / "tests" / "clause-ids.txt").read_text("utf-8").split()
    known = set(CLAUSES) | {old for c in CLAUSES.values() for old in c.formerly}
    assert [name for name in past if name not in known] == []
    assert [c for c in sorted(CLAUSES) if c not in past] == [], "add new ids to clause-ids.txt"


# -- a clause matters ------------------------------------------------------------


@pytest.mark.parametrize("clause", sorted({*ACTING, *BOUND}))
def test_a_clause_matters(clause: str) -> None:
    """Without it, some scenario's verdicts or tables are others."""
    heard = repertoire().where_it_spoke(clause)
    assert heard, f"{clause} never speaks in any scenario"
    assert repertoire().killer(clause), (
        f"{clause} speaks in {len(heard)} scenarios, but without it none has another outcome:\n"
        + "\n".join(play.file for play in heard[:8])
    )


def test_where_a_clause_was_silent_it_cannot_have_mattered() -> None:
    """What lets us replay only the scenarios in which a clause spoke."""
    for clause in ACTING[:: max(1, len(ACTING) // 8)]:  # a sample: it is a matter of the engine
        book = Rulebook(without={clause})
        heard = {play.file for play in repertoire().where_it_spoke(clause)}
        for play in repertoire().plays:
            assert play.file in heard or not play.differs(book), f"{clause}: {play.file}"


def test_taking_notes_changes_no_ruling() -> None:
    book = Rulebook()
    assert not [play.file for play in repertoire().plays if play.differs(book)]


# -- architecture ------------------------------------------------------------------

LAYERS = (
    "terminal", "home", "writing", "source", "game", "speech", "glossary", "cards", "reading", "state", "rules", "questions", "attempts", "scenario", "engine", "words", "edition", "ruling",
    "manual", "session", "mending", "regress", "pytest_plugin", "book", "verify", "desk", "editor", "api", "where", "commands", "regression",
    "card_commands", "cli", "__main__",
)  # fmt: skip


def test_a_module_imports_only_from_above() -> None:
    package = ROOT / "adjudicator"
    for path in sorted(package.rglob("*.py")):
        own = path.relative_to(package).parts[0].removesuffix(".py")
        if own == "__init__":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("adjudicator."):
                other = (node.module or "").split(".")[1]
                assert LAYERS.index(other) <= LAYERS.index(own), f"{path.name} imports {other}"


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("- id: present-with", "- id: same-location", "used twice"),
        ("      fr: ", "      de: ", '"de"'),
        ("    restates:", "    says: {en: '{{ crd }}', fr: 'x'}\n    restates:", "crd"),
    ],
)
def test_bad_glossary_data_is_told_with_its_place(
    tmp_path: Path, before: str, after: str, says: str
) -> None:
    whole = (HERE / "with.yaml").read_text("utf-8")
    assert before in whole
    (tmp_path / "with.yaml").write_text(whole.replace(before, after, 1), "utf-8")
    with pytest.raises(BadFile) as bad:
        Glossary(folder=tmp_path).entry("with")
    assert says in str(bad.value)
    assert all(
        p.file.endswith("with.yaml") and p.span.line > 1 and p.span.column > 1
        for p in bad.value.problems
    )
