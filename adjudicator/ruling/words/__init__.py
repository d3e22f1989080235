"""Names and articles of the game's things, by language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

from adjudicator.attempts import verb_of
from adjudicator.speech import say


def words(language: str) -> ModuleType:
    """The words of a language; a module with a function for each type of fact."""
    return import_module(f"adjudicator.ruling.words.{language}")


def question(language: str, attempt: Mapping[str, Any]) -> str:
    """How the question of an attempt is put."""
    w = words(language)
    facts = {
        "card": attempt["what"] and w.card(attempt["what"]),
        "at": attempt["at"] and w.location(attempt["at"]),
        "with": w.cards(attempt["with"]),
        "by": attempt["by"] and w.side(attempt["by"]),
    }
    return say(language, "questions", attempt["question"], facts) or f"{attempt['question']}?"


def runs(numbers: Sequence[int]) -> list[str]:
    """Numbers in ascending order, those that follow each other taken together: 1–3, 5."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return [str(r[0]) if len(r) == 1 else f"{r[0]}–{r[-1]}" for r in found]


_DETAILS = ("targets", "with", "to", "aboard", "seat", "before", "after", "replacing", "way")


def heading(language: str, attempt: Mapping[str, Any]) -> str:
    """What was tried or asked, in one line."""
    if attempt["verb"] == "ask":
        return question(language, attempt)
    verb, facts = attempt["verb"], _facts(words(language), attempt)
    line = say(language, "attempts", verb, facts) or verb
    plain = verb_of(verb).name
    for detail in _DETAILS:
        if not facts.get(detail):
            continue
        special = say(language, "details", f"{plain} {detail}", facts)
        more = special if special is not None else say(language, "details", detail, facts)
        if more:
            line += more if more.startswith(",") else f" {more}"
    return line


def saying(language: str, verb: str) -> str:
    """A verb by itself, as a list of verbs shows it: `deploys …`."""
    w = words(language)
    number = "…"
    facts = {"player": "·", "what": w.Word("…"), "number": number, "force": number, "cards": number}
    said = say(language, "attempts", verb, facts) or verb
    return said.removeprefix("·").strip()


def _facts(w: ModuleType, attempt: Mapping[str, Any]) -> dict[str, Any]:
    """What an attempt's sentences may speak of."""
    what, amount = attempt["what"], attempt["amount"]
    seat, way = attempt.get("seat"), attempt.get("way")
    swung = what is not None and w.is_swung(what)
    pile = w.ZONES.get(what) if what is not None else None
    targets = w.listed(attempt["targets"])
    return {
        "player": attempt["player"] and w.first(w.SIDES[attempt["player"]]),
        "what": what and w.Word(what),
        "swung": w.Word(what) if swung else None,
        "pile": pile and w.Word(pile),
        "drawn": what and w.DRAWN.get(what, what),
        "number": amount,
        "force": amount and w.points(amount),
        "cards": amount and w.number_of_cards(amount),
        "times": w.TIMES.get(amount, amount) if amount and amount > 1 else None,
        "targets": targets,
        "against": targets if swung else None,
        "with": w.listed(attempt.get("with") or []),
        "seat": seat and w.SEATS.get(seat, seat),
        "way": way and w.WAYS.get(way, way),
        **{
            name: attempt.get(name) and w.Word(attempt[name])
            for name in ("to", "aboard", "before", "after", "replacing")
        },
    }


def remedy(language: str, found: Mapping[str, Any]) -> str:
    """What would do, after a label."""
    facts = found["facts"]
    name = " ".join(filter(None, (found["change"], facts.get("mark"))))
    return say(language, "remedies", name, remedy_facts(words(language), facts)) or name


def remedy_facts(w: ModuleType, facts: Mapping[str, Any]) -> dict[str, Any]:
    """What a sentence about a remedy may speak of."""
    card, place, by = facts.get("card"), facts.get("location"), facts.get("by")
    title = facts.get("title")
    after, times, phase = facts.get("after"), facts.get("times"), facts.get("phase")
    player = facts.get("player")
    return {
        "number": facts.get("number"),
        "after": after and w.attempt(after),
        "attempt": w.attempt(facts["number"]) if facts.get("number") is not None else None,
        "by": w.side(by) if by else w.side(player) if player else None,
        "both": w.BOTH if times else None,
        "times": w.OFTEN.get(times) if times else None,
        "phase": phase and w.phase(phase),
        "card": card and w.card(card),
        "title": title and w.card(title),
        "location": place and w.location(place),
        "pile": facts.get("pile") and w.pile(facts["pile"]),
        "side": facts.get("side") and w.side(facts["side"]),
        "insert": " / ".join(facts.get("insert") or ()) or None,
        "line": facts.get("line"),
    }


def passes_taken(language: str, facts: Mapping[str, Any]) -> str:
    """Passes that nobody wrote down and that are taken as given."""
    w = words(language)
    return str(w.first(say(language, "remedies", "taken", remedy_facts(w, facts)) or ""))


def answered(language: str, form: str, found: Any) -> str:
    """The answer to a question about duties, cards, places or how far play has come."""
    w = words(language)
    match form:
        case "duties":
            told = [_duty(language, what, of) for what, of in found]
            if not told:
                return say(language, "answers", "nothing owed", {}) or ""
            return f"{w.first(w.listed(told))}."
        case "cards":
            return (
                f"{w.listed(found)}." if found else say(language, "answers", "no cards", {}) or ""
            )
        case "phase":
            told_ = say(language, "answers", form, {"phase": w.phase(found)}) or ""
            return str(w.first(told_))
        case "segment":
            facts = {"segment": w.segment(found)}
            return say(language, "answers", form if found else "no segment", facts) or ""
    how, where = found
    if how == "at":
        return say(language, "answers", "at", {"location": w.location(where)}) or ""
    name = "in hand" if where == "hand" else "in pile" if where in _IN else "elsewhere"
    return str(w.first(say(language, "answers", name, {"pile": w.pile(where)}) or ""))


_IN = ("reserve", "force", "used", "lost")


def _duty(language: str, what: str, of: Any) -> str:
    w = words(language)
    several = of if what != "force" or of > 1 else None
    facts = {"card": w.card(of)} if what == "forfeit" else {"number": several}
    return say(language, "answers", f"owes {what}", facts) or ""
