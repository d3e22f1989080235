"""A French ruling is French: contractions, elisions, spaces, and no English word left in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from conftest import ROOT, SCENARIOS

from adjudicator.engine.replay import replay
from adjudicator.glossary.load import DISPUTE_SAYS
from adjudicator.ruling.compose import compose
from adjudicator.ruling.words import words
from adjudicator.ruling.write import Writer
from adjudicator.session import Desk

fr = words("fr")

# Only words that no French sentence of ours needs; titles are capitalized and thus never meant.
ENGLISH = """
    ability alien aboard and any are armor at battle battles because but by card cards
    cancel cancels character characters control controls cost cover dark deploy deploys
    destiny device draw draws drawn droid effect excluded forfeit from game hand has have
    hit icon icons initiate initiates interrupt is it its landspeed lifts light location
    locations lose loses lost maneuver may missing more must named needs not nothing of
    opponent opponents out owner passengers play plays player power presence race
    rebel result scomp starship starships stack stacked target targets text than that the
    their there they this to turn undercover used uses vehicle victim was weapon were what
    when which while with without your
"""
WRITTEN = re.compile(r"`[^`]+`")  # what is to be written in a file stays as a file says it
FAULTS = {
    "an English word": re.compile(rf"(?<![\w'’-])(?:{'|'.join(ENGLISH.split())})(?![\w'’-])"),
    "no contraction": re.compile(
        r"\b(?:[Dd]e|[Àà]) les? (?:côté|joueur|deck|drain|mouvement|déploiement|segment|site|tirage|"
        r"texte|tour|deux)\b"
    ),
    "no elision": re.compile(
        r"(?<!-)\b(?:[Dd]e|[Qq]ue|[Nn]e|[Ll]e|[Ll]a|[Ss]e|[Pp]uisque|[Ll]orsque) "
        r"(?!onz|[Uu]n(?:e)? à)(?:[aeiouàâéèêëîïôûAEIOUÉÈ]|habilet|hypervit)"
    ),
    "two prepositions": re.compile(r"\b(?:dans|à|de|vers) (?:sur|hors|dans|à|de|vers)\b"),
    "two spaces": re.compile(r"[ \u00a0\u202f]{2}"),
    "a space that may break": re.compile(r" [:;!?»]|« "),
    "a stray space": re.compile(r" [,.)]|\( "),
    "a sign without its space": re.compile(r"\w;|«\w|\w»"),
    "a sign twice": re.compile(r"(?<!\.)\.\.(?!\.)|,,|;;|\.,"),
    "a man in the feminine": re.compile(
        r"(?<!carte )(?:Luke Skywalker|Han Solo|Darth Vader|Boba Fett|Obi-Wan Kenobi|R2-D2)"
        r" (?:est|a été|ne peut (?:pas )?être|n'est pas) \w+(?:ée|ue|ise)\b"
    ),
}


def faults(text: str) -> list[str]:
    plain = WRITTEN.sub("ici", text)
    return [f"{name}: {text}" for name, pattern in FAULTS.items() if pattern.search(plain)]


def sentences(view: Mapping[str, Any]) -> Iterator[str]:
    """Whatever a reader of a ruling reads as a sentence or as a part of one."""
    yield from (view["answer"]["says"], *view["assumed"])
    yield from (item["says"] for item in view["not_considered"])
    for step in view["steps"]:
        yield from (step["heading"], step["word"], step["next"], *step["stack"], *step["assumed"])
        for reason in step["reasons"]:
            yield from (reason["lead"].strip(), reason["says"], reason["needs"])
        yield from (event["says"] for event in step["events"])
    for entry in view["cited"]:
        yield entry["title"]
        for clause in entry["clauses"]:
            yield from (clause["text"], clause["dispute"] or "")
    yield from (pile["name"] for pile in view["table"]["piles"])
    yield from view["own_side"].values()


def test_every_shipped_ruling_is_french(desk: Desk) -> None:
    writer = Writer(desk.glossary, "fr")
    found: dict[str, str] = {}
    for path in SCENARIOS:
        board = desk.load(path).board
        assert board is not None
        ruling = compose(board, desk.book, replay(board, desk.book), desk.glossary, True)
        view = writer.view(ruling, "full")
        asked = (board.scenario.title, board.scenario.question)
        own = [fr.typography(speech.get("fr", "")) for speech in asked]
        names = re.compile(  # by which the file tells two cards of one title apart
            "|".join(re.escape(f" ({card})") for card in board.table.cards) or "$^"
        )
        printed = [c.print.printed for c in board.table.cards.values() if c.print.printed]
        for sentence in (*own, *sentences(view)):
            for quote in printed:  # quoted as they stand on the card
                sentence = sentence.replace(quote, "…")
            for fault in faults(names.sub("", sentence)):
                found.setdefault(fault, str(path.relative_to(ROOT)))
        for reason in (r for step in view["steps"] for r in step["reasons"] if r["lead"]):
            if reason["says"] != fr.within(reason["says"]):
                found.setdefault(f"a capital after a colon: {reason['says']}", str(path))
    assert not found, "\n".join(f"{path}: {fault}" for fault, path in sorted(found.items()))


def test_the_whole_glossary_is_french(desk: Desk) -> None:
    found = []
    for entry in desk.glossary.all():
        for text in (entry.title["fr"], *(clause.text["fr"] for clause in entry.clauses)):
            found += [f"{entry.id}: {fault}" for fault in faults(fr.typography(text))]
    for dispute in desk.glossary.disputes:
        for text in (dispute[key]["fr"] for key in DISPUTE_SAYS):
            found += [f"{dispute['id']}: {fault}" for fault in faults(fr.typography(text))]
    assert not found, "\n".join(found)


BARE = re.compile(r"\b([Dd]e|[Qq]ue|[Àà]|[Ll]orsque|[Pp]uisque) \{\{ (\w+) \}\}")


def test_a_sentence_asks_for_the_contraction_before_a_fact(desk: Desk) -> None:
    """`de {{ card }}` would say "de Alter": it has to be `{{ card.de }}`."""
    elides = {"card", "cards", "location", "word", "action", "target"}
    contracts = {"side", "action", "pile"}
    found = []
    for clause in desk.glossary.clauses():
        for source in (clause.says.get("fr", ""), clause.needs.get("fr", "")):
            for before, fact in BARE.findall(source):
                kind, before = clause.facts.get(fact), before.lower()
                if (kind in elides and before != "à") or (kind in contracts and before in "àde"):
                    found.append(f"{clause.id}: {before} {fact}")
    assert not found, "\n".join(found)


def test_the_texts_of_the_library_are_french(desk: Desk) -> None:
    found = []
    for title in desk.library.titles():
        for card in desk.library.versions(title):
            speeches = [*(t.says for t in card.texts), *card.not_modelled]
            for text in (speech.get("fr", "") for speech in speeches):
                found += [f"{title}: {fault}" for fault in faults(fr.typography(text))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("une cible que réclame son texte, «\u00a0droid\u00a0», manque.", "an English word"),
        ("l'action de le côté obscur.", "no contraction"),
        ("le texte de Alter.", "no elision"),
        ("la habileté de Sense.", "no elision"),
        ("Sense se trouve dans sur la table.", "two prepositions"),
        ("Qui  agit\u202f?", "two spaces"),
        ("Qui agit ?", "a space that may break"),
        ("Luke Skywalker est perdue.", "a man in the feminine"),
    ],
)
def test_faults_are_seen(text: str, fault: str) -> None:
    assert [found.partition(":")[0] for found in faults(text)] == [fault]


@pytest.mark.parametrize(
    "text",
    [
        "C'est au côté obscur de le faire\u00a0: Sense, jouée d'abord, annule Alter.",
        "Ce à quoi vous renoncez avec Visage Of The Emperor ne vous est plus permis.",
        "La carte Luke Skywalker est posée face cachée à Tatooine: Cantina.",
        "L'action automatique d'U-3PO survient d'elle-même\u202f; personne n'y répond.",
    ],
)
def test_good_french_is_left_alone(text: str) -> None:
    assert not faults(text)


def test_a_sentence_goes_on_after_a_colon() -> None:
    assert fr.within("Le côté obscur passe.") == "le côté obscur passe."
    assert fr.within("C'est au côté obscur d'agir.") == "c'est au côté obscur d'agir."
    assert fr.within("On peut répondre.") == "on peut répondre."
    for title in ("Sense échoue.", "On The Edge échoue.", "A Gift échoue.", "R2-D2 se déplace."):
        assert fr.within(title) == title


def test_numbers_are_asked_for_with_their_article() -> None:
    asked = {"question": "number-of-card", "facts": {"card": "Alter", "number": "deploy"}}
    assert fr.to_ask(asked)[1] == "quel est le coût de déploiement d'Alter ?"
    asked["facts"] = {"card": "Boushh", "number": "ability"}
    assert fr.to_ask(asked)[1] == "quelle est l'habileté de Boushh ?"
    given = {"what": "enough-force", "facts": {"player": "dark", "number": 1}}
    assert fr.assumed(given).endswith("contenir le point de Force nécessaire.")


@pytest.mark.parametrize(
    "mark", ["captive", "missing", "hit", "excluded", "undercover", "face down"]
)
@pytest.mark.parametrize("on", [True, False])
def test_a_mark_is_told_of_anyone(mark: str, on: bool) -> None:
    told = fr.tell({"event": "marked", "card": "Leia Organa", "mark": mark, "on": on})
    assert told and told.startswith("Leia Organa ") and not faults(told)


@pytest.mark.parametrize(
    ("verb", "what", "says"),
    [
        ("there is", "starship", "il faut un vaisseau sur la table"),
        ("there is", "character weapon", "il faut une arme de personnage sur la table"),
        ("there is", "Leia Organa", "il faut Leia Organa sur la table"),
        ("opponent has at least", "starship", "au moins 2 vaisseaux"),
        ("opponent has at least", "vehicle weapon", "au moins 2 armes de véhicule"),
        ("opponent has at least", "capital", "au moins 2 vaisseaux capitaux"),
    ],
)
def test_a_condition_names_cards_with_article_and_plural(verb: str, what: str, says: str) -> None:
    condition = {"verb": verb, "what": what, "count": 2, "located": False}
    assert str(fr.fact("need", ["condition", condition])).endswith(says)
