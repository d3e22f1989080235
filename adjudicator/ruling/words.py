"""What a ruling says in one language: every thing of it put together from `speech/`.

A sentence stands in the language's folder; here stands only of what it speaks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from adjudicator.attempts import verb_of
from adjudicator.questions import QUESTIONS
from adjudicator.ruling import ruling as rul
from adjudicator.speech import Language, Slot, kind, language
from adjudicator.speech.kinds import is_swung
from adjudicator.state.events import TELLINGS
from adjudicator.state.unknown import ASSUMED, CASES, OPEN

_DETAILS = ("targets", "with", "to", "aboard", "seat", "before", "after", "replacing", "way")
_FATES = ("escape", "prison")  # what may become of a card instead of going to another
_IN = ("reserve", "force", "used", "lost")
# What events are told with besides what they know themselves: so many of them taken together.
_ADDED = {"number": "number"}


def words(code: str) -> Words:
    """The words of a language."""
    return _words(language(code))


@lru_cache(maxsize=16)
def _words(spoken: Language) -> Words:
    return Words(spoken)


def runs(numbers: Sequence[int]) -> list[str]:
    """Numbers in ascending order, those that follow each other taken together: 1–3, 5."""
    return [str(r[0]) if len(r) == 1 else f"{r[0]}–{r[-1]}" for r in _spans(numbers)]


def _spans(numbers: Sequence[int]) -> list[list[int]]:
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return found


def first(text: str) -> str:
    return text[:1].upper() + text[1:]


class Words:
    """The words of one language, and the sentences of a ruling."""

    def __init__(self, spoken: Language) -> None:
        self.language = spoken
        self.typography = spoken.grammar.typography
        self.within = spoken.grammar.within
        self.listed = spoken.grammar.listed

    # -- names ---------------------------------------------------------------------

    def fact(self, kind_: str, value: object) -> Any:
        """What a sentence calls a fact of this kind."""
        return self.language.fact(Slot(kind_, value))

    @cached_property
    def SIDES(self) -> Mapping[str, str]:  # noqa: N802 - a table
        return self.language.terms("side")

    @cached_property
    def WITHIN(self) -> Mapping[str, str]:  # noqa: N802 - a table
        return self.language.terms("bare")

    @cached_property
    def LABELS(self) -> Mapping[str, str]:  # noqa: N802 - a table
        return self.language.plain("labels")

    @cached_property
    def STATUS(self) -> Mapping[str, str]:  # noqa: N802 - a table
        return self.language.plain("status")

    def table(self, kind_: str) -> Mapping[str, str]:
        """All names of a kind of things."""
        return self.language.terms(kind_)

    def term(self, kind_: str, value: object) -> str:
        return str(self.language.term(kind_, value))

    def yes(self, is_so: bool) -> str:
        return self._say("phrases", "yes alone" if is_so else "no alone")

    def _say(self, topic: str, name: str, /, **slots: Slot) -> str:
        return self.language.told(topic, name, **slots)

    def text(self, speech: Mapping[str, str]) -> str:
        return str(self.fact("text", speech))

    def action(self, value: rul.Action) -> str:
        return str(self.fact("action", value))

    # -- attempts and questions --------------------------------------------------------

    def question(self, attempt: rul.Attempt) -> str:
        """How the question of an attempt is put."""
        slots = {
            "card": Slot("card", attempt["what"]),
            "at": Slot("location", attempt["at"]),
            "with": Slot("cards", attempt["with"]),
            "by": Slot("side", attempt["by"]),
        }
        name = attempt["question"] or ""
        return self.language.say("questions", name, slots) or f"{name}?"

    def heading(self, attempt: rul.Attempt) -> str:
        """What was tried or asked, in one line."""
        if attempt["verb"] == "ask":
            return self.question(attempt)
        verb, slots = attempt["verb"], self._tried(attempt)
        line = first(self.language.say("attempts", verb, slots) or verb)
        plain = verb_of(verb).name
        for detail in _DETAILS:
            if slots[detail].value in (None, "", []):
                continue
            special = self.language.say("details", f"{plain} {detail}", slots)
            more = special if special is not None else self.language.say("details", detail, slots)
            if more:
                line += more if more.startswith(",") else f" {more}"
        return line

    def saying(self, verb: str) -> str:
        """A verb by itself, as a list of verbs shows it: `deploys …`."""
        open_ = Slot("word", "…")
        slots = {"player": Slot("word", "·"), "what": open_, "number": open_}
        said = self.language.say("attempts", verb, slots) or verb
        return said.removeprefix("·").strip()

    def _tried(self, attempt: rul.Attempt) -> dict[str, Slot]:
        """What an attempt's sentences may speak of."""
        what, amount = attempt["what"], attempt["amount"]
        what = None if what == "nothing" else what  # which is no name
        swung = what if what is not None and is_swung(what) else None
        targets = Slot("cards", list(attempt["targets"]))
        return {
            "player": Slot("side", attempt["player"]),
            "what": Slot("word", what),
            "swung": Slot("word", swung),
            "pile": Slot("pile", what if what in self.table("pile") else None),
            "drawn": Slot("drawn", what),
            "number": Slot("number", amount),
            "times": Slot("number", amount if amount and amount > 1 else None),
            "targets": targets,
            "against": targets if swung else Slot("cards", None),
            "with": Slot("cards", list(attempt.get("with") or ())),
            "seat": Slot("seat", attempt.get("seat")),
            "way": Slot("way", attempt.get("way")),
            **{
                name: Slot("word", attempt.get(name))
                for name in ("to", "aboard", "before", "after", "replacing")
            },
        }

    # -- remedies -------------------------------------------------------------------------

    def remedy(self, found: rul.Remedy) -> str:
        """What would do, after a label."""
        facts = found["facts"]
        mark = facts.get("mark")
        name = f"{found['change']} {mark}" if mark else found["change"]
        return self.language.say("remedies", name, _curing(facts)) or name

    def passes(self, name: str, facts: Mapping[str, object]) -> str:
        """A sentence about passes that a file leaves out, or takes as given."""
        return self.language.say("remedies", name, _curing(facts)) or ""

    # -- answers -------------------------------------------------------------------------

    def answer(self, value: rul.Answer) -> str:
        """The answer to a question, by the form it has."""
        found, form = value["value"], QUESTIONS[value["question"]].form
        match form:
            case "moment" | "future":
                if found[0] not in self.SIDES:
                    return self._say("phrases", "nobody acts")
                slots = {"player": Slot("side", found[0]), "window": Slot("window", found[1])}
                return first(self._say("phrases", "may act", **slots))
            case "type":
                return first(self._say("phrases", "type", type=Slot("type", found)))
            case "sides":
                told = self.listed([self.SIDES[s] for s in found])
                return (
                    first(self._say("phrases", "sides", sides=Slot("word", told)))
                    if found
                    else self._say("phrases", "nobody acts")
                )
            case "duties" | "cards" | "phase" | "segment" | "place":
                return self._answered(form, found)
            case "states":
                told = self.listed([self.state(s) for s in found])
                return (
                    first(self._say("phrases", "all of these", cards=Slot("word", told)))
                    if found
                    else self._say("phrases", "nothing to tell")
                )
        if isinstance(found, bool):
            return self._say("phrases", "yes" if found else "no")
        if found is None:
            return self._say("phrases", "no such value")
        return self._say("phrases", "a value", value=Slot("word", found))

    def _answered(self, form: str, found: Any) -> str:
        """Of duties, cards, places, or how far play has come."""

        def say(name: str, /, **slots: Slot) -> str:
            return first(self._say("answers", name, **slots))

        match form:
            case "duties":
                told = [self._duty(what, of) for what, of in found]
                return f"{first(self.listed(told))}." if told else say("nothing owed")
            case "cards":
                return f"{self.listed(found)}." if found else say("no cards")
            case "phase":
                return say("phase", phase=Slot("phase", found))
            case "segment":
                return say("segment" if found else "no segment", segment=Slot("segment", found))
        how, where = found
        if how == "at":
            return say("at", location=Slot("location", where))
        name = "in hand" if where == "hand" else "in pile" if where in _IN else "elsewhere"
        return say(name, pile=Slot("pile", where))

    def _duty(self, what: str, of: Any) -> str:
        several = of if what != "force" or of > 1 else None
        slot = (
            {"card": Slot("card", of)} if what == "forfeit" else {"number": Slot("number", several)}
        )
        return self._say("answers", f"owes {what}", **slot)

    def state(self, value: str) -> str:
        """A line of a status that holds, with its side where it is one side's."""
        side, _, rest = value.partition(" ")
        if side in self.SIDES and rest in self.STATUS:
            slots = {"about": Slot("word", _small(self.STATUS[rest])), "side": Slot("side", side)}
            return self._say("phrases", "state of", **slots)
        return self._say("phrases", "state", about=Slot("word", _small(self.STATUS[value])))

    # -- steps ------------------------------------------------------------------------------

    def tell(self, event: rul.Event) -> str | None:
        """What happened by itself or as a result, in a sentence."""
        name = event["event"]
        telling = TELLINGS.get(name.removesuffix(" in all"))
        if telling is None:
            return None
        slots = {slot: Slot(of.kind, event.get(slot)) for slot, of in telling.slots.items()}
        for slot, of in telling.slots.items():
            if of.kind == "action":
                slots[f"{slot}_kind"] = Slot("word", _of(event.get(slot), "kind"))
            if of.kind == "each":
                each = event.get(slot)
                slots |= {f"{slot}_{side}": Slot("number", _of(each, side)) for side in self.SIDES}
        for slot, kind_ in _ADDED.items():
            slots.setdefault(slot, Slot(kind_, event.get(slot)))
        slots.setdefault("player", Slot("player", None))
        said = self.language.say("events", name, slots)
        return first(said) if said is not None else None

    def to_ask(self, unknown: rul.Question | rul.Missing) -> tuple[str, str]:
        """Why a verdict cannot be given, and the one question to put to the players."""
        name, facts = unknown["question"], unknown["facts"]
        kinds = OPEN.get(name)
        if kinds is None:
            return self._say("unknowns", "why other"), self._say("unknowns", "ask other")
        slots = {slot: Slot(of, facts.get(slot)) for slot, of in kinds.items()}
        why = self._say("unknowns", f"why {name}", **slots)
        return first(why), self._say("unknowns", f"ask {name}", **slots)

    def conditions(self, given: Sequence[rul.Missing]) -> str:
        """Missing facts as they would have to be."""
        *most, last = map(self._condition, given)
        for earlier in reversed(most):
            slots = {"conditions": Slot("sentence", earlier), "last": Slot("sentence", last)}
            last = self._say("cases", "and", **slots)
        return last

    def _condition(self, given: rul.Missing) -> str:
        name, facts, values = given["question"], given["facts"], given["values"]
        slots = {slot: Slot(of, facts.get(slot)) for slot, of in OPEN[name].items()}
        kind_, either = CASES[name], self.language.grammar.or_
        if kind_ == "number":
            values = [
                self.listed(
                    [
                        said
                        for run in _spans([v for v in values if isinstance(v, int)])
                        for said in self._span(run)
                    ],
                    either,
                )
            ]
        elif kind_ == "card":
            cards = [v for v in values if v not in _FATES]
            named = [self.listed(list(map(str, cards)), either)] if cards else []
            values = [*named, *(v for v in values if v in _FATES)]
        elif kind_ == "phase" and len(values) > 1:
            kind_, values = "word", [self.listed([self.term("phase", v) for v in values], either)]
        of = kind_ if kind_ in ("side", "phase") else "word"
        told = [self._say("cases", name, **slots, value=Slot(of, value)) for value in values]
        return self.listed(told, either)

    def _span(self, run: Sequence[int]) -> list[str]:
        if len(run) < 3:
            return [str(number) for number in run]
        slots = {"value": Slot("number", run[0]), "last": Slot("number", run[-1])}
        return [self._say("cases", "span", **slots)]

    def if_so(self, given: Sequence[rul.Missing], result: str) -> str:
        """What comes of an attempt if missing facts are so, or in every case."""
        if not given:
            return self._say("cases", "in every case", result=Slot("sentence", result))
        slots = {
            "conditions": Slot("sentence", self.conditions(given)),
            "result": Slot("sentence", result),
        }
        return self._say("cases", "if", **slots)

    def no_difference(self, unknown: rul.Missing) -> str:
        """Of a missing fact that an attempt does not hang on."""
        return self._say(
            "cases", "no difference", question=Slot("sentence", self.to_ask(unknown)[1])
        )

    def shown(self, given: Sequence[rul.Missing]) -> str:
        """In which case the table is shown."""
        return self._say("cases", "shown", conditions=Slot("sentence", self.conditions(given)))

    def of_cases(self, name: str) -> str:
        return self._say("cases", name)

    def assumed(self, value: rul.Assumption) -> str:
        """What is taken as given."""
        name, facts = value["what"], value["facts"]
        if name == "both-passed":
            return first(self.passes("taken", facts))
        kinds = ASSUMED.get(name, {})
        slots = {slot: Slot(of, facts.get(slot)) for slot, of in kinds.items()}
        return first(self._say("assumptions", name, **slots))

    def outcome(self, value: rul.Outcome) -> str:
        """What became of a legal action."""
        slots = {
            "step": Slot("number", value["step"]),
            "by": Slot("action", value.get("by")),
            "paid": Slot("flag", value.get("paid")),
        }
        return self._say("outcomes", value["what"], **slots)

    def next_line(self, value: rul.Next) -> str:
        slots = {"player": Slot("side", value["player"]), "window": Slot("window", value["window"])}
        return self._say("phrases", "next", **slots)

    def rests_on(self, steps: Sequence[int]) -> str:
        """Of a proof: on which other attempts it rests."""
        slots = {"numbers": Slot("cards", runs(steps)), "steps": Slot("cards", list(steps))}
        return self._say("phrases", "rests on", **slots)

    def on_stack(self, value: rul.OnStack) -> str:
        slots = {
            "action": Slot("action", value),
            "segment": Slot("segment", value["segment"]),
            "stage": Slot("stage", value["step"]),
        }
        return self._say("phrases", "on stack", **slots)

    def ground(self, value: str) -> str:
        return self._say("phrases", f"ground {value}")

    def attempt(self, number: int) -> str:
        """An attempt by its number, where two are the same in words."""
        return self._say("phrases", "attempt", number=Slot("number", number))

    def verdict_of(self, numbers: list[str], verdict: str) -> str:
        """Of many attempts those with one verdict."""
        slots = {
            "numbers": Slot("cards", numbers),
            "verdict": Slot("verdict", verdict),
            "verdicts": Slot("verdicts", verdict),
        }
        return self._say("phrases", "with one verdict", **slots)

    def force(self, number: int) -> str:
        """An amount of Force."""
        return self.language.grammar.formed("force", str(number))

    def backed_up_headline(self, attempt: rul.Attempt, taken_back: list[str], sentence: str) -> str:
        slots = {
            "player": Slot("side", attempt["player"]),
            "what": Slot("word", attempt["what"]),
            "back": Slot("cards", taken_back),
            "why": Slot("sentence", sentence),
        }
        return first(self._say("phrases", "goes back", **slots))

    # -- quoting -------------------------------------------------------------------------

    def cited(self, text: str) -> str:
        """A card's text, after a label."""
        return self._say("phrases", "cited", text=Slot("sentence", text))

    def quoted(self, text: str) -> str:
        return self._say("phrases", "quoted", text=Slot("sentence", text))

    def stands_in_the_way(self, card: str, text: str) -> str:
        """A refusal by another card's text."""
        slots = {"card": Slot("card", card), "text": Slot("sentence", text)}
        return self._say("phrases", "in the way", **slots)

    # -- the table drawn ---------------------------------------------------------------------

    def unless(self, titles: list[str], text: str | None) -> str:
        """That it holds unless what is printed on cards, which nobody reads, says otherwise."""
        return self._say("phrases", "unless", cards=Slot("cards", titles), text=Slot("word", text))

    def pile_of(self, side: str, zone: str) -> str:
        slots = {"side": Slot("side", side), "pile": Slot("pile", zone), "heap": Slot("heap", zone)}
        return self._say("phrases", "pile of", **slots)

    def own_side(self, side: str) -> str:
        """Where a player's cards lie that are at no location."""
        slots = {"side": Slot("side", side), "bare": Slot("bare", side)}
        return first(self._say("phrases", "own side", **slots))

    def moment(self, turn: str | None, phase: str | None) -> str:
        """Whose turn it is and which phase, as far as that is known."""
        told = [self._say("phrases", "turn", side=Slot("side", turn))] if turn else []
        return ", ".join([*told, self.term("phase", phase)] if phase else told)

    def icons(self, numbers: Mapping[str, int]) -> str:
        listed = ", ".join(f"{self.WITHIN[s]} {number}" for s, number in numbers.items())
        return self.typography(self._say("phrases", "icons", icons=Slot("word", listed)))

    def whose_card(self, side: str) -> str:
        """Of a card that lies on the other player's half of the table."""
        return self._say("phrases", "whose card", side=Slot("side", side))

    # -- a battle on one sheet -----------------------------------------------------------

    def battle_title(self, place: str) -> str:
        return self._say("sheet", "title", place=Slot("location", place))

    def battle_lines(self) -> Iterable[tuple[str, Callable[[rul.BattleSide], str]]]:
        """What a sheet tells of each side: the name of the line, and what stands in it."""
        lines: tuple[tuple[str, Callable[[rul.BattleSide], str]], ...] = (
            ("fights", lambda side: self.listed([f["card"] for f in side["fighters"]])),
            ("ability", self._ability),
            ("destinies", self._destinies),
            ("total", self._power),
            ("attrition", lambda s: "" if s["attrition"] is None else str(s["attrition"])),
            ("damage", lambda side: str(side["damage"]) if side["damage"] else ""),
            ("given", self._given),
        )
        for name, cell in lines:
            yield self._say("sheet", name), cell

    def _power(self, side: rul.BattleSide) -> str:
        destiny = self._say("sheet", "battle destiny")
        parts = [
            (t["amount"], t.get("of") or destiny)
            for t in side["terms"]
            if not t["void"] and t["amount"] is not None
        ]
        return "" if side["total"] is None else _added(parts, side["total"])

    def fought_with(self, side: rul.AttackTotal) -> str:
        """One side of an attack: ferocity, power, defense value, destiny, and what they come to."""
        parts = [
            (t["amount"], self._part_of_a_total(t))
            for t in side["terms"]
            if not t["void"] and t["amount"] is not None
        ]
        added = _added(parts, side["total"])
        return added.partition(" = ")[0] if len(parts) == 1 else added

    def _part_of_a_total(self, term: rul.PartOfAttack) -> str:
        if not term["of"]:
            return self._say("sheet", "attack destiny")
        slots = {"measure": Slot("measure", term["as"]), "card": Slot("card", term["of"])}
        return self._say("sheet", "part of a total", **slots)

    def _ability(self, side: rul.BattleSide) -> str:
        parts = [(f["ability"], f["card"]) for f in side["fighters"] if f["ability"]]
        return _added(parts, sum(amount for amount, _ in parts)) if side["fighters"] else ""

    def _destinies(self, side: rul.BattleSide) -> str:
        drawn = []
        for destiny in side["destinies"]:
            if destiny["value"] is None:
                drawn.append(self._say("sheet", "failed"))
            elif destiny["cancelled"]:
                drawn.append(self._say("sheet", "canceled", value=Slot("number", destiny["value"])))
            else:
                drawn.append(str(destiny["value"]))
        return ", ".join(drawn)

    def _given(self, side: rul.BattleSide) -> str:
        given = [
            self._say(
                "sheet",
                "hit" if f["hit"] else "forfeited",
                card=Slot("card", f["card"]),
                value=Slot("number", f["value"]),
            )
            for f in side["forfeited"]
        ]
        if side["force lost"]:
            given.append(self.force(side["force lost"]))
        return ", ".join(given)


def _of(value: object, key: str) -> object:
    return value.get(key) if isinstance(value, Mapping) else None


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _added(parts: list[tuple[int, str]], total: int) -> str:
    """The parts of a sum, each with its name, and the sum: 3 (Luke) + 4 (Han) = 7."""
    named = [f"{'-' if amount < 0 else '+'} {abs(amount)} ({name})" for amount, name in parts]
    return f"{' '.join(named).removeprefix('+ ')} = {total}" if named else str(total)


def _curing(facts: Mapping[str, object]) -> dict[str, Slot]:
    """What a sentence about a remedy may speak of."""
    times, lines = facts.get("times"), facts.get("insert")
    return {
        "number": Slot("number", facts.get("number")),
        "after": Slot("attempt", facts.get("after")),
        "attempt": Slot("attempt", facts.get("number")),
        "by": Slot("side", facts.get("by") or facts.get("player")),
        "both": Slot("both", times or None),
        "times": Slot("number", times if isinstance(times, int) and times > 1 else None),
        "phase": Slot("phase", facts.get("phase")),
        "card": Slot("card", facts.get("card")),
        "title": Slot("card", facts.get("title")),
        "location": Slot("location", facts.get("location")),
        "pile": Slot("pile", facts.get("pile")),
        "side": Slot("side", facts.get("side")),
        "insert": Slot(
            "word", " / ".join(map(str, lines if isinstance(lines, list | tuple) else ()))
        ),
        "line": Slot("number", facts.get("line")),
    }


class _Totals:
    """Both sides of an attack, each in a line."""

    def __init__(self, told: Words, sums: Sequence[rul.AttackTotal]) -> None:
        self.first, self.second = (told.fought_with(side) for side in sums[:2])


@kind("totals")
def totals(spoken: Language, value: object) -> object:
    return _Totals(_words(spoken), value) if isinstance(value, list | tuple) and value else None
