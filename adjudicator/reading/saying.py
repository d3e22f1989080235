"""What was understood, said back: from the words of the vocabulary alone, never from the print.

English is said so that it can be read again: what comes out must be what went in. French says
the same for the user. Both walk the same parts; each language has one class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.reading.nouns import Noun, noun_for
from adjudicator.reading.phrasebook import said as said_by_phrase

Filter = Mapping[str, Any]
Part = Mapping[str, Any]
NARROW = "\N{NARROW NO-BREAK SPACE}"
_MADE_OF_PLACES = (
    "title", "type", "icon", "trait", "is", "part of", "whose", "with", "any of", "not", "related to",
)  # fmt: skip
_STATES_BEFORE = ("unique", "piloted", "unpiloted", "undercover")
NIGHT = {"is": "nighttime"}
RELATED_SITES = {"type": "site", "related to": "here"}


class CannotSay(Exception):  # noqa: N818 - it says what it is
    """There are no words for this part."""


def listed(words: Sequence[str], last: str) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def listed_all(words: Sequence[str], last: str) -> str:
    """`a and b and c`: what is read again without a comma."""
    return f" {last} ".join(words)


def _all(value: object) -> list[str]:
    if value is None:
        return []
    return [str(v) for v in value] if isinstance(value, list) else [str(value)]


def _signed(number: object) -> str:
    return f"{number:+d}" if isinstance(number, int) else str(number)


def _leftover(what: Filter, noun: Noun) -> dict[str, Any]:
    """What the noun does not say already."""
    left: dict[str, Any] = {}
    for key, value in what.items():
        told = _all(noun.means.get(key))
        rest = [v for v in _all(value) if v not in told] if told else value
        if rest:
            left[key] = rest
    return left


def _parted(what: Filter) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is said before and with the noun, and what behind it."""
    before = {k: v for k, v in what.items() if k not in _AFTER}
    after = {k: v for k, v in what.items() if k in _AFTER and k != "not"}
    unlike = what.get("not", {})
    each = list(unlike["any of"]) if set(unlike) == {"any of"} else [unlike] if unlike else []
    if simple := [one for one in each if one in (NOT_UNIQUE, NOT_THIS)]:
        before["not"] = simple
    if rest := [one for one in each if one not in simple]:
        after["not"] = rest[0] if len(rest) == 1 else {"any of": rest}
    return before, after


def _others(own: dict[str, Any]) -> tuple[bool, bool]:
    """Whether others than the card itself are meant, and cards that are not unique; taken out."""
    unlike = own.pop("not", [])
    if any(one not in (NOT_UNIQUE, NOT_THIS) for one in unlike):
        raise CannotSay(own)
    return NOT_THIS in unlike, NOT_UNIQUE in unlike


def _are_several(what: object) -> bool:
    """A description stands for several cards, a name for one."""
    if not isinstance(what, Mapping):
        return False
    return not any(isinstance(what.get(name), str) for name in ("persona", "title"))


NOT_UNIQUE = {"is": "unique"}
NOT_THIS = {"is": "this card"}


def _in_common(conditions: list[list[Any]]) -> list[Any]:
    """The conditions with which each of several lists begins."""
    shared = []
    for each in zip(*conditions, strict=False):
        if any(one != each[0] for one in each):
            break
        shared.append(each[0])
    return shared


def _parted_claims(entry: Part, outer: list[Any]) -> list[dict[str, Any]]:
    """Several claims, each with what it asks for besides; that has to be said with it."""
    parts = [{k: v for k, v in entry.items() if k != "besides"}, *entry["besides"]]
    found = []
    for part in parts:
        own = {k: v for k, v in part.items() if k not in ("if", "for")}
        rest = part.get("if", [])[len(outer) :]
        if rest and not said_by_phrase("claim", {"if": rest, **own}, "en", lambda *_: "so"):
            raise CannotSay(part)
        found.append({**({"if": rest} if rest else {}), **own})
    return found


def _while_piloting(entry: Part) -> tuple[Any, list[Part], dict[str, Any]] | None:
    """What it adds to a craft that it pilots, and what holds besides while it does."""
    (more, *others), gifts = entry["besides"], entry.get("gives", [])
    first = (more.get("if") or [{}])[0].get("this is", {})
    if others or "if" in entry or set(first) != {"is", "aboard"} or first["is"] != "piloting":
        return None
    to = {**first["aboard"], **PILOTED_BY_THIS}
    if any(gift.get("to") != to or set(gift) != {"to", next(iter(gift))} for gift in gifts):
        return None
    rest = {k: v for k, v in more.items() if k not in ("if", "for")}
    left = more["if"][1:]
    return first["aboard"], list(gifts), {**({"if": left} if left else {}), **rest}


class Language:
    """What is the same in every language: which part is said by which sentence."""

    and_ = or_ = ""

    def sentence(self, entry: Part) -> str:
        """A whole reading: its conditions, then what it says."""
        if "fire" in entry:
            return self.piece(entry["fire"])
        if "act" in entry:
            return self.act(entry["act"])
        if "piece" in entry:
            return self.part_of_an_act(entry["piece"])
        if entry.get("role") == "automatic":
            if entry["when"] == REACHED:
                return self.canceled_when_reached()
            conditions = listed([self.condition(c) for c in entry["if"]], self.and_)
            return self.as_soon_as(conditions, entry["result"])
        if entry.get("role") == "deploy":
            return self._on_one_or_other(entry)
        if "facts" in entry:
            told = self.facts(entry["facts"])
            return self.told([], [*told[:-1], told[-1] + self._besides(entry)])
        if "besides" not in entry:
            alone = {k: v for k, v in entry.items() if k != "if"}
            *outer, last = entry.get("if") or [None]
            if last is not None and (whole := self._whole({**alone, "if": [last]})):
                return self.told([self.condition(c) for c in outer], [whole])
            return self.told([self.condition(c) for c in entry.get("if", ())], self._claimed(alone))
        if piloted := _while_piloting(entry):
            which, gifts, rest = piloted
            return self.when_piloting(which, gifts, self._claimed(rest))
        outer = _in_common([entry.get("if", []), *(p.get("if", []) for p in entry["besides"])])
        try:
            said = [self._at_times(entry)]
        except CannotSay:
            said = [one for part in _parted_claims(entry, outer) for one in self._claimed(part)]
        return self.told([self.condition(c) for c in outer], said)

    def _whole(self, claim: Part) -> str | None:
        """A claim with the condition that goes without saying in it."""
        own = {k: v for k, v in claim.items() if k != "for"}
        return said_by_phrase("claim", own, self.lang, self.slot)

    def _claimed(self, claim: Part) -> list[str]:
        """What is said of somebody; conditions that stand in it go without saying."""
        if "if" in claim and (whole := self._whole(claim)):
            return [whole]
        said = [self._given(gift) for gift in claim.get("gives", ())]
        said += [
            said_by_phrase("claim", {"bars": [bar]}, self.lang, self.slot) or self.bar(bar)
            for bar in claim.get("bars", ())
        ]
        return said + [
            said_by_phrase("claim", {"lifts": [lift]}, self.lang, self.slot) or self.lift(lift)
            for lift in claim.get("lifts", ())
        ]

    # -- acts

    def phrase(self, family: str, part: Any) -> str:
        said = said_by_phrase(family, part, self.lang, self.slot)
        if said is None:
            raise CannotSay(part)
        return said

    def slot(self, kind: str, value: Any) -> str:
        raise NotImplementedError

    def lead(self, lead: Part) -> str:
        """When, how often, or on which condition."""
        said = said_by_phrase("lead", lead, self.lang, self.slot)
        return said if said is not None else self.on_condition(lead)

    def on_condition(self, lead: Part) -> str:
        if set(lead) != {"if"}:
            raise CannotSay(lead)
        conditions = [self.condition(c) for c in lead["if"]]
        if len(conditions) == 1 and conditions[0].startswith(("unless ", "sauf si ")):
            return conditions[0]
        return f"{self.if_} {listed_all(conditions, self.and_)}"

    def effects(self, effects: Sequence[Part]) -> str:
        return f" {self.and_} ".join(self.phrase("effect", one) for one in effects)

    def body(self, act: Part) -> str:
        said = self.effects(act["effects"])
        for cost in act.get("costs", ()):
            said = self.for_a_price(self.phrase("cost", cost), said)
        return said

    def act(self, act: Part) -> str:
        leads = [self.lead(one) for one in act["leads"]]
        body = self.body(act)
        return self.led(leads, self.may(body) if "may" in act else body)

    def led(self, leads: Sequence[str], body: str) -> str:
        return _raised(", ".join([*leads, body]) + ".")

    def part_of_an_act(self, piece: Part) -> str:
        leads = [self.lead(one) for one in piece.get("leads", ())]
        match piece:
            case {"immune to": titles}:
                return self.immune_to(titles)
            case {"compare": than, "by": by, "effects": effects}:
                return self.compared(self.phrase("comparison", than), by, self.effects(effects))
            case {"otherwise": effects}:
                return self.otherwise(self.effects(effects))
            case {"add": by, "if": conditions}:
                said = [self.condition(c) for c in conditions]
                return self.more_if(by, listed_all(said, self.and_))
        own = {k: v for k, v in piece.items() if k not in ("leads", "costs")}
        told = self.phrase("sentence piece", own)
        for cost in piece.get("costs", ()):
            told = self.for_a_price(self.phrase("cost", cost), told)
        return self.led(leads, told)

    lang = if_ = ""

    def for_a_price(self, cost: str, said: str) -> str:
        raise NotImplementedError

    def may(self, said: str) -> str:
        raise NotImplementedError

    def immune_to(self, titles: list[str]) -> str:
        raise NotImplementedError

    def compared(self, than: str, by: int, then: str) -> str:
        raise NotImplementedError

    def otherwise(self, then: str) -> str:
        raise NotImplementedError

    def more_if(self, by: int, conditions: str) -> str:
        raise NotImplementedError

    def as_soon_as(self, conditions: str, result: list[Any]) -> str:
        raise NotImplementedError

    def _given(self, gift: Part) -> str:
        """What a card is given, or so much for each of others."""
        own = {k: v for k, v in gift.items() if k != "for each"}
        told = said_by_phrase("claim", {"gives": [own]}, self.lang, self.slot)
        if "for each" not in gift or not isinstance(gift["for each"], Mapping):
            return told or self.gift(gift)
        if "total power" in gift:
            return self.gift(gift)
        return self.for_each(told or self.gift(own), _bare(self.cards(gift["for each"])))

    def when_piloting(self, which: Any, gifts: list[Part], rest: list[str]) -> str:
        raise NotImplementedError

    def for_each(self, said: str, cards: str) -> str:
        raise NotImplementedError

    def cards(self, what: Any, many: bool = False) -> str:
        raise NotImplementedError

    def facts(self, facts: Part) -> list[str]:
        """Each fact by itself; immunities to cards and to attrition in one breath."""
        if set(facts) == {"immune to", "immune to attrition"}:
            to, below = facts["immune to"], facts["immune to attrition"]
            return [self.immune_to_both(to, "" if below == "all" else f" < {below}")]
        if set(facts) == {"permanents", "permanent pilots"}:
            return [self.permanent_persona(facts["permanents"][0], facts["permanent pilots"])]
        return [self.fact(name, value) for name, value in facts.items()]

    def _at_times(self, entry: Part) -> str:
        """`Power +1 (+2 while alone)`: numbers of one card that are all so much, or so much more."""
        base, more = entry.get("gives", []), entry["besides"][0]
        outer, inner = entry.get("if", []), more.get("if", [])
        if len(entry["besides"]) > 1 or inner[: len(outer)] != outer or inner == outer:
            raise CannotSay(more)
        if set(more) != {"if", "gives"} or not base or any("to" not in gift for gift in base):
            raise CannotSay(more)
        names = [next(iter(gift)) for gift in base]
        by, then = base[0][names[0]], more["gives"][0].get(names[0])
        if not isinstance(by, int) or not isinstance(then, int):
            raise CannotSay(more)
        to = base[0]["to"]
        for gifts, number in ((base, by), (more["gives"], then)):
            if gifts != [{name: number, "to": to} for name in names]:
                raise CannotSay(more)
        conditions = [self.condition(c) for c in inner[len(outer) :]]
        return self.at_times(to, names, by, by + then, conditions)

    def at_times(self, to: Any, names: list[str], by: int, then: int, conditions: list[str]) -> str:
        raise NotImplementedError

    def canceled_when_reached(self) -> str:
        raise NotImplementedError

    def or_adds(self, number: int, to: Filter) -> str:
        raise NotImplementedError

    def arrives_undercover(self) -> str:
        raise NotImplementedError

    def _besides(self, entry: Part) -> str:
        """What a fact is at other times, or what comes with it."""
        said = ""
        for part in entry.get("besides", ()):
            match part:
                case {"gives": [{"power": by, "to": Mapping() as to}]} if (
                    "when piloting" in entry["facts"]
                ):
                    said += self.or_adds(entry["facts"]["when piloting"] + by, to)
                case {"gives": [{"arrives": "undercover"}]}:
                    said += self.arrives_undercover()
                case {"if": conditions, "gives": [{"immune to attrition": number, "to": "self"}]}:
                    said += self.or_immune_to(number, [self.condition(c) for c in conditions])
                case {"gives": [{"power": by, "to": "self"}]}:
                    said += self.and_adds_power(by)
                case _:
                    raise CannotSay(part)
        return said

    def _on_one_or_other(self, entry: Part) -> str:
        said = self._deploys(entry)
        if "if" in entry:
            conditions = listed_all([self.condition(c) for c in entry["if"]], self.and_)
            return f"{said.removesuffix('.')} {self.if_} {conditions}."
        for other in entry.get("besides", ()):
            on = {k: v for k, v in other["targets"][0].items() if k != "name"}
            price = other["cost"][0]["use force"] if "cost" in other else 0
            said = said.removesuffix(".") + self.or_on(on, price, "cost" in entry)
        return said

    def _deploys(self, entry: Part) -> str:
        price = entry["cost"][0]["use force"] if "cost" in entry else 0
        return self.deploys(entry["result"][0], (entry.get("targets") or [{}])[0], price)

    def or_on(self, other: Part, price: int, priced: bool) -> str:
        raise NotImplementedError

    def piece(self, piece: Part) -> str:
        raise NotImplementedError

    def deploys(self, result: Any, on: Part, price: int) -> str:
        raise NotImplementedError

    def immune_to_both(self, titles: list[str], below: str) -> str:
        raise NotImplementedError

    def permanent_persona(self, who: str, ability: int) -> str:
        raise NotImplementedError

    def or_immune_to(self, number: int, conditions: list[str]) -> str:
        raise NotImplementedError

    def and_adds_power(self, by: int) -> str:
        raise NotImplementedError

    def told(self, conditions: list[str], said: list[str]) -> str:
        raise NotImplementedError

    def fact(self, name: str, value: Any) -> str:
        raise NotImplementedError

    def gift(self, gift: Part) -> str:
        raise NotImplementedError

    def bar(self, bar: Part) -> str:
        raise NotImplementedError

    def lift(self, lift: Part) -> str:
        raise NotImplementedError

    def condition(self, part: Part) -> str:
        raise NotImplementedError


_NUMBERS_FR = {
    "power": "puissance", "ability": "habileté", "forfeit": "valeur de perte",
    "maneuver": "manœuvre", "armor": "blindage", "landspeed": "vitesse terrestre",
    "hyperspeed": "hyperpropulsion", "politics": "politique", "ferocity": "férocité",
    "destiny": "destinée", "defense": "valeur de défense",
}  # fmt: skip


REACHED = {"just": {"reached": "any"}}
CARRIED = {"type": "weapon", "deployed on": {"is": "this card"}}
PILOTED_BY_THIS = {"has aboard": {"is": ["this card", "piloting"]}}
AROUND_THIS = {"has aboard": {"is": "this card"}}


def _are_many(what: object) -> bool:
    """`Anything this card pilots` is one thing."""
    return _are_several(what) and what not in (PILOTED_BY_THIS, AROUND_THIS)


def _on_a_place(on: Part) -> bool:
    return (
        "part of" in on
        or on.get("type") in ("site", "system", "sector", "location")
        or set(on) == {"title"}
    )


_PILES_EN = {
    "reserve": "Reserve Deck", "force": "Force Pile", "used": "Used Pile", "lost": "Lost Pile",
}  # fmt: skip


class English(Language):
    lang, if_, and_, or_ = "en", "if", "and", "or"

    def slot(self, kind: str, value: Any) -> str:
        match kind:
            case "number" | "several":
                return str(value)
            case "signed":
                return _signed(value)
            case "phase" | "phases":
                return f"{value} {kind}"
            case "pile" | "shuffled pile":
                return _PILES_EN[value]
            case "chosen" | "victim" | "one" | "newcomer":
                return self.cards(value)
            case "place":
                return self.place(value)
            case "stat":
                return "defense value" if value == "defense" else str(value)
            case "canceled titles":
                return listed([title for title, _ in value], "or")
            case "set":
                return self.cards(value, _are_many(value))
            case "is":
                return "are" if _are_many(value) else "is"
            case "titles":
                return listed(value, "and")
            case "counted":
                return _bare(self.cards(value))
            case "barred titles":
                return listed(value, "or")
            case "whose":
                return {"yours": "your", "opponent's": "opponent's"}[value]
            case "suspended":
                return str(value["title"])
        raise CannotSay(kind)

    def for_a_price(self, cost: str, said: str) -> str:
        return f"{cost} to {said}"

    def may(self, said: str) -> str:
        return f"may {said}"

    def immune_to(self, titles: list[str]) -> str:
        return f"Immune to {listed(titles, 'and')}."

    def compared(self, than: str, by: int, then: str) -> str:
        change = f" {_signed(by)}" if by else ""
        return f"If total destiny{change} {than}, {then}."

    def otherwise(self, then: str) -> str:
        return f"Otherwise, {then}."

    def more_if(self, by: int, conditions: str) -> str:
        return f"Add {by} if {conditions}."

    def as_soon_as(self, conditions: str, result: list[Any]) -> str:
        match result:
            case [{"cancel": "self"}]:
                return f"This Effect is canceled if {conditions}."
            case [{"lose": "self"}]:
                return f"Place this Effect in Lost Pile if {conditions}."
            case [{"place": "self", "in": "used"}]:
                return f"Place this Effect in Used Pile if {conditions}."
        raise CannotSay(result)

    def piece(self, piece: Part) -> str:
        match piece:
            case {"target": who, "price": price}:
                how = f"using {price} Force" if price else "for free"
                there = " at same or adjacent site" if "reaches" in piece else ""
                return f"May target {self.cards(who)}{there} {how}."
            case {"repeats": _}:
                return "May fire repeatedly."
            case {"draw": count}:
                return "Draw destiny." if count == 1 else f"Draw {count} destiny."
            case {"against": who, "more": by}:
                return f"Add {by} if targeting {self.cards(who)}."
            case {"against": who, "less": by}:
                return f"Subtract {by} if targeting {self.cards(who)}."
            case {"worthless": _, "by": who}:
                return f"If hit by {self.cards(who)}, target's forfeit = 0."
            case {"hit": by}:
                change = f" {_signed(by)}" if by else ""
                if "lost" in piece:
                    return f"Target is lost if total destiny{change} > defense value."
                also = ", and its forfeit = 0," if "forfeit" in piece else ""
                return f"Target is hit{also} if total destiny{change} > defense value."
        raise CannotSay(piece)

    def deploys(self, result: Any, on: Part, price: int) -> str:
        where = "your side of table" if result == "put on table" else "opponent's side of table"
        if isinstance(result, Mapping) and "attach to" in result:
            what = {k: v for k, v in on.items() if k != "name"}
            where = self._bearer(what)
        how = f"use {price} Force to deploy" if price else "deploy"
        return f"In your deploy phase, {how} on {where}."

    def or_on(self, other: Part, price: int, priced: bool) -> str:
        how = f"{price}" if priced else f"use {price} Force to deploy"
        return f", or {how} on {self._bearer(other)}."

    def _bearer(self, what: Filter) -> str:
        if set(what) == {"type"} and what["type"] == "location":
            return "a location"
        if _on_a_place(what):
            try:
                return self.place({k: v for k, v in what.items() if v != "location"})
            except CannotSay:
                return self.cards(what)
        said = self.cards(what)
        return f"any {said.split(' ', 1)[1]}" if said.startswith(("a ", "an ")) else said

    def immune_to_both(self, titles: list[str], below: str) -> str:
        return f"immune to {listed(titles, 'and')} and attrition{below}"

    def or_immune_to(self, number: int, conditions: list[str]) -> str:
        return f", or < {number} while {listed(conditions, 'and')}"

    def at_times(self, to: Any, names: list[str], by: int, then: int, conditions: list[str]) -> str:
        told = listed(["defense value" if n == "defense" else n for n in names], "and")
        many = _are_many(to)
        return (
            f"{self.cards(to, many)} {'are' if many else 'is'} {told} {_signed(by)} "
            f"({_signed(then)} while {listed_all(conditions, 'and')})"
        )

    def when_piloting(self, which: Any, gifts: list[Part], rest: list[str]) -> str:
        added = " and ".join(
            f"{gift[name]} to {name}" for gift in gifts for name in [next(iter(gift))]
        )
        return f"When piloting {self.cards(which)}, adds {added} and {' and '.join(rest)}."

    def for_each(self, said: str, cards: str) -> str:
        return f"{said} for each {cards}"

    def canceled_when_reached(self) -> str:
        return "Utinni Effect is canceled when reached by target."

    def or_adds(self, number: int, to: Filter) -> str:
        what = {k: v for k, v in to.items() if k != "has aboard"}
        return f" ({number} if {self.cards(what)})"

    def arrives_undercover(self) -> str:
        return " as an undercover spy"

    def permanent_persona(self, who: str, ability: int) -> str:
        return f"permanent pilot is {who}, who provides ability of {ability}"

    def and_adds_power(self, by: int) -> str:
        return f" and add {by} to power"

    def told(self, conditions: list[str], said: list[str]) -> str:
        main = " and ".join(said)  # commas would have to be understood
        if len(conditions) == 1 and conditions[0].startswith("unless "):
            return f"{_raised(conditions[0])}, {main}."
        return f"While {' and '.join(conditions)}, {main}." if conditions else _raised(f"{main}.")

    # -- descriptions

    def cards(self, what: Any, many: bool = False) -> str:
        if what in ("self", "any"):
            return "this card" if what == "self" else "any card"
        if what == "bearer":
            return "its bearer"
        if not isinstance(what, Mapping):
            raise CannotSay(what)
        if what in (PILOTED_BY_THIS, AROUND_THIS):
            return f"anything {'this card pilots' if what == PILOTED_BY_THIS else 'this card is aboard'}"
        own, after = _parted(what)
        whose = own.pop("whose", "any")
        return " ".join([self._kinds(own, whose, many), *self._after(after)])

    def _kinds(self, own: Filter, whose: str, many: bool) -> str:
        for key in ("type", "persona", "title"):
            several = own.get(key)
            if isinstance(several, list) and set(own) <= {key, "not"}:
                each = [
                    self._kind({**own, key: one}, whose if n == 0 else None, many)
                    for n, one in enumerate(several)
                ]
                return listed(each, "and" if many else "or")
        if "any of" in own:
            ways = [
                {**{k: v for k, v in own.items() if k != "any of"}, **way} for way in own["any of"]
            ]
            each = []
            for n, way in enumerate(ways):
                mine = dict(way)
                theirs = mine.pop("whose", whose)
                said_again = n == 0 or theirs != whose
                each.append(self._kind(mine, theirs if said_again else None, many))
            return listed(each, "and" if many else "or")
        return self._kind(own, whose, many)

    def _kind(self, own: Filter, whose: str | None, many: bool) -> str:
        for key in ("persona", "title"):
            if isinstance(own.get(key), str) and set(own) <= {key, "icon"}:
                owner = {"yours": "your ", "opponent's": "opponent's "}.get(whose or "", "")
                icons = [_icon(icon) for icon in _all(own.get("icon"))]
                return owner + " ".join([*icons, str(own[key])])
        own = dict(own)
        other, any_number = _others(own)
        noun = noun_for(own)
        left = _leftover(own, noun)
        before = [_icon(icon) for icon in _all(left.pop("icon", None))]
        before += _all(left.pop("is", None))
        if left.get("trait") in ("female", ["female"]):
            before.append(_all(left.pop("trait"))[0])
        if any_number:
            before.append("non-unique")
        if left or any(state not in _STATES_BEFORE for state in _all(own.get("is"))):
            raise CannotSay(own)
        words = " ".join([*before, noun.many if many else noun.one])
        if whose is None:
            return words
        if whose in ("yours", "opponent's"):
            return f"{'your' if whose == 'yours' else whose} {'other ' * other}{words}"
        if other:
            return f"{'all other' if many else 'another'} {words}"
        article = "an" if words.lstrip("[")[:1].lower() in "aeio" else "a"
        return f"{'all' if many else article} {words}"

    def _after(self, after: Filter) -> list[str]:
        said = []
        for key, value in after.items():
            match key:
                case "at" if value in ("here", "present here"):
                    said.append("here" if value == "here" else "present here")
                case "at":
                    said.append(f"at {self.place(value)}")
                case "in battle":
                    said.append("in battle")
                case "not":
                    said.append(f"except {self.cards(value, many=True)}")
                case "has aboard" if value == PILOTED_BY_THIS[key]:
                    said.append("this card pilots")
                case "has aboard" if value == AROUND_THIS[key]:
                    said.append("this card is aboard")
                case "has aboard" if _all(value.get("is")) == ["piloting"]:
                    who = {k: v for k, v in value.items() if k != "is"}
                    said.append(f"piloted by {self.cards(who)}")
                case (
                    "ability"
                    | "power"
                    | "forfeit"
                    | "maneuver"
                    | "armor"
                    | "landspeed"
                    | "hyperspeed"
                    | "politics"
                    | "destiny"
                    | "defense"
                ):
                    name = "defense value" if key == "defense" else key
                    said.append(f"of {name} {value}")
                case _:
                    raise CannotSay(key)
        return said

    def place(self, where: Any, going: bool = False) -> str:
        if not isinstance(where, Mapping) or any(key not in _MADE_OF_PLACES for key in where):
            raise CannotSay(where)
        if set(where) == {"any of"}:
            return listed([self.place(one, going) for one in where["any of"]], "or")
        if where == NIGHT:
            return "a location under nighttime conditions"
        if "not" in where:
            own = {k: v for k, v in where.items() if k != "not"}
            return f"{self.place(own)} other than {self.place(where['not'])}"
        if where == RELATED_SITES:
            return "same and related sites"
        owner = {"yours": "your ", "opponent's": "opponent's "}.get(where.get("whose", ""), "")
        if isinstance(where.get("title"), str):
            if set(where) - {"title", "whose"}:
                raise CannotSay(where)
            return owner + str(where["title"])
        if (
            "with" in where
            and set(where) <= {"with", "type"}
            and where.get("type", "site") in ("site", "system")
        ):
            return f"the same {where.get('type', 'location')} as {self.cards(where['with'])}"
        if "with" in where:
            own = {k: v for k, v in where.items() if k != "with"}
            who = dict(where["with"])
            have = {"yours": "you have", "opponent's": "opponent has"}[who.pop("whose")]
            return f"{self.place(own)} where {have} {self.cards(who)}"
        if going and set(where) == {"part of"}:
            return str(where["part of"])
        kept = [s for s in _all(where.get("is")) if s in _HELD_EN]
        own = {k: v for k, v in where.items() if k not in ("whose", "is")}
        if others := [s for s in _all(where.get("is")) if s not in _HELD_EN]:
            own["is"] = others if len(others) > 1 else others[0]
        noun = noun_for(own, places=True)
        left = _leftover(own, noun)
        words = [_icon(icon) for icon in _all(left.pop("icon", None))]
        words += _all(left.pop("part of", None))
        if left:
            raise CannotSay(where)
        words.append(noun.one)
        words += [_HELD_EN[state] for state in kept]
        said = " ".join(words)
        return (
            owner + said
            if owner
            else f"{'an' if said.lstrip('[')[:1].lower() in 'aeio' else 'a'} {said}"
        )

    # -- conditions

    def condition(self, part: Part) -> str:
        word, value = next(iter(part.items()))
        if "count" in part and word in _HOLDING:
            return f"{word} at least {part['count']} {self.places(value)}"
        match word:
            case "this is":
                return self._this_is(value)
            case "not" if "this is" in value:
                return self._this_is(value["this is"]).replace(" is ", " is not ", 1)
            case "not":
                return f"unless {self.condition(value)}"
            case "battle by" if value == "you":
                return "you initiated the battle"
            case "either":
                one, other = (self.condition(c) for c in value)
                return f"either {one} or {other}"
            case "battle at" if value == "here":
                return "the battle is here"
            case "battle at":
                return f"the battle is at {self.place(value)}"
            case "there is" if value.get("is") == "alone" and "in battle" in value:
                what = {k: v for k, v in value.items() if k not in ("is", "in battle")}
                return f"{self.cards(what)} is alone in battle"
            case "there is" | "there is no":
                what = {k: v for k, v in value.items() if k not in _PLACING}
                where = self._after({k: v for k, v in value.items() if k in _PLACING}) or [
                    "on table"
                ]
                if word == "there is":
                    return " ".join([self.cards(what), "is", *where])
                return " ".join(
                    [
                        "no",
                        *self.cards(what).split(" ")[1 if self._has_article(what) else 0 :],
                        "is",
                        *where,
                    ]
                )
            case "you control" | "you occupy" | "opponent controls" | "opponent occupies":
                return f"{word} {'this location' if value == 'here' else self.place(value)}"
            case "battle by" if value == "opponent":
                return "opponent initiated the battle"
        raise CannotSay(word)

    def _has_article(self, what: Filter) -> bool:
        return self.cards(what).split(" ")[0] in ("a", "an")

    def _this_is(self, state: Filter) -> str:
        left = dict(state)
        said = []
        if left.get("is") == "piloting" and "aboard" in left:
            said.append(f"piloting {self.cards(left.pop('aboard'))}")
            left.pop("is")
        elif set(left) == {"at", "present"}:
            return f"this card is present at {self.place(left['at'])}"
        elif set(left) == {"in battle", "with"}:
            with_ = {k: v for k, v in left["with"].items() if k != "in battle"}
            return f"this card is in battle with {self.cards(with_)}"
        for key, value in left.items():
            match key:
                case "at" if value == NIGHT:
                    said.append("under nighttime conditions")
                case "at":
                    said.append(f"at {self.place(value)}")
                case "with" | "present with" | "aboard":
                    said.append(f"{key} {self.cards(value)}")
                case "carries":
                    said.append(f"armed with {self.cards(value)}")
                case "in battle":
                    said.append("in battle")
                case "is":
                    said.append("escorting a captive" if value == "escorting" else str(value))
                case "has aboard" if _all(value.get("is")) == ["piloting"]:
                    who = {k: v for k, v in value.items() if k != "is"}
                    return f"{self.cards(who)} is piloting this card"
                case "has aboard":
                    return f"{self.cards(value)} is aboard this card"
                case _:
                    raise CannotSay(key)
        if len(said) != 1:
            raise CannotSay(state)
        return f"this card is {said[0]}"

    # -- what is said

    def fact(self, name: str, value: Any) -> str:
        match name:
            case "immune to attrition":
                return "immune to attrition" + ("" if value == "all" else f" < {value}")
            case "when piloting":
                return f"adds {value} to the power of anything he pilots"
            case "permanent pilots":
                return f"permanent pilots aboard provide total ability of {value}"
            case "seats":
                return "may carry " + listed([f"{n} {seat}" for seat, n in value.items()], "and")
            case "traits" if value == ["ship-docking capability"]:
                return "has ship-docking capability"
            case "traits" if all(one.endswith(" agenda") for one in value):
                told = listed([one.removesuffix(" agenda") for one in value], "and")
                return f"{'agenda' if len(value) == 1 else 'agendas'}: {told}"
            case "only to" if value == {"type": "site"}:
                return "deploys only to a site"
            case "immune to":
                return f"immune to {listed(value, 'and')}"
            case "only to":
                return f"deploys only to {self.place(value, going=True)}"
        raise CannotSay(name)

    def gift(self, gift: Part) -> str:
        word = next(iter(gift))
        number, to, at = gift[word], gift.get("to"), gift.get("at")
        whose = {"yours": "your", "opponent's": "opponent's"}.get(gift.get("whose", ""), "")
        there = "here" if at == "here" else f"at {self.place(at)}" if at is not None else ""
        match word:
            case "battle destinies" if whose == "your" and at == "here":
                return f"you draw {number} more battle {'destiny' if number == 1 else 'destinies'} here"
            case "move cost" if number == 0 and set(gift) == {word, "to", "set"}:
                return f"{self.cards(to, _are_many(to))} {'move' if _are_many(to) else 'moves'} for free"
            case "total power" if whose == "your" and "for each" in gift and at != "here":
                each = self.cards(gift["for each"], many=True).removeprefix("all ")
                return (
                    f"for each of {each}, your total power is {_signed(number)} in battles {there}"
                )
            case "activation" if whose == "your" and set(gift) == {word, "whose"}:
                return f"your Force generation here is {_signed(number)}"
            case "immune to attrition":
                many = _are_several(to)
                below = "" if number == "all" else f" < {number}"
                return (
                    f"{self.cards(to, many)} {'are' if many else 'is'} immune to attrition{below}"
                )
            case "deploy cost":
                many = _are_several(to)
                how = "free" if "set" in gift and number == 0 else _signed(number)
                where = (
                    " here" if at == "here" else f" to {self.place(at, going=True)}" if at else ""
                )
                return f"{self.cards(to, many)} {'deploy' if many else 'deploys'} {how}{where}"
            case "drain" if whose and there:
                return f"{whose} Force drains are {_signed(number)} {there}"
            case "transit from" if whose == "your" and at == "here":
                price = "is free" if number == 0 else f"requires {number} Force"
                return f"your docking bay transit from here {price}"
            case "battle destiny" if whose and at == "here":
                return f"{whose} battle destiny draws here are {_signed(number)}"
            case "total power" if whose and at == "here":
                return f"{whose} total power here is {_signed(number)}"
            case "attrition" if whose == "opponent's" and at == "here":
                return f"attrition against opponent is {_signed(number)} here"
            case "battle cost" if whose == "your" and number == 0 and "set" in gift:
                return f"you initiate battles{' here' if at == 'here' else ''} for free"
        if word in _NUMBERS_FR and set(gift) <= {word, "to", "set"}:
            many = _are_many(to)
            name = "defense value" if word == "defense" else word
            change = f"= {number}" if "set" in gift else _signed(number)
            return f"{self.cards(to, many)} {'are' if many else 'is'} {name} {change}"
        raise CannotSay(word)

    def bar(self, bar: Part) -> str:
        word = next(iter(bar))
        what = bar[word]
        match word:
            case "move" if len(bar) == 1:
                return f"{self.cards(what, _are_several(what))} may not move"
            case "deploy" if bar.get("at") == "here" and len(bar) == 2:
                return f"{self.cards(what, many=True)} may not deploy here"
            case "drain" if bar.get("at") == "here":
                who = {"you": "you may not", "opponent": "opponent may not"}.get(
                    bar.get("by", ""), "neither player may"
                )
                return f"{who} Force drain here"
            case "react" if what == "any" and bar.get("by") in ("you", "opponent"):
                return f"{bar['by']} may not react {'to' if 'at' in bar else 'from'} here"
        raise CannotSay(word)

    def places(self, where: Filter) -> str:
        """Several locations: what is said of one, with its noun in the plural."""
        one = self.place(where)
        noun = noun_for({k: v for k, v in where.items() if k != "whose"}, places=True)
        head, found, tail = one.rpartition(noun.one)
        if not found:
            raise CannotSay(where)
        return (head + noun.many + tail).removeprefix("a ").removeprefix("an ")

    def lift(self, lift: Part) -> str:
        match lift:
            case {"despite": "react/text-must-allow", "of": "self"}:
                return "may move as a 'react'"
            case {"despite": "react/text-must-allow-deploying", "of": "self"}:
                return "may deploy as a 'react'"
        raise CannotSay("despite")


_HOLDING = ("you control", "you occupy", "opponent controls", "opponent occupies")
_PLACING = ("at", "in battle")
_AFTER = (
    "at", "in battle", "not", "has aboard", "ability", "power", "forfeit", "maneuver", "armor",
    "landspeed", "hyperspeed", "politics", "destiny", "defense",
)  # fmt: skip
_HELD_EN = {"controlled by you": "you control", "occupied by opponent": "opponent occupies"}
_HELD_FR = {
    "controlled by you": "que vous contrôlez", "occupied by opponent": "que l'adversaire occupe",
}  # fmt: skip


def _icon(icon: str) -> str:
    """`[Episode VII]`."""
    words = (w.upper() if set(w) <= set("iv") else w.capitalize() for w in icon.split())
    return f"[{' '.join(words)}]"


def _bare(cards: str) -> str:
    """What is counted, without its article."""
    for article in ("a ", "an ", "un ", "une "):
        cards = cards.removeprefix(article)
    return cards.replace("another ", "other ", 1) if cards.startswith("another ") else cards


def _raised(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


_AGENDAS_FR = {
    "ambition": "ambition", "blockade": "blocus", "justice": "justice", "order": "ordre",
    "peace": "paix", "taxation": "taxation", "trade": "commerce", "wealth": "richesse",
}  # fmt: skip
_STATES_FR = {
    "unique": ("unique", "uniques"), "piloted": ("piloté", "pilotés"),
    "unpiloted": ("sans pilote", "sans pilote"), "undercover": ("infiltré", "infiltrés"),
    "alone": ("seul", "seuls"), "landed": ("posé", "posés"),
    "escorting": ("escorte d'un captif", "escortes d'un captif"),
    "piloting": ("aux commandes", "aux commandes"),
}  # fmt: skip
_SEATS_FR = {
    "pilots": "pilote", "drivers": "conducteur", "passengers": "passager",
    "astromechs": "astromech", "vehicles": "véhicule", "starfighters": "chasseur stellaire",
    "TIEs": "TIE", "pilots or passengers": "pilote ou passager",
}  # fmt: skip
_VOWELS = "aeiouyhéèêàâîôAEIOUYÉ"


def _de(words: str) -> str:
    for article, merged in (("le ", "du "), ("les ", "des ")):
        if words.startswith(article):
            return merged + words.removeprefix(article)
    return f"d'{words}" if words[:1] in _VOWELS else f"de {words}"


def _que(words: str) -> str:
    return f"qu'{words}" if words[:1] in _VOWELS else f"que {words}"


_PILES_FR = {
    "reserve": "deck de réserve", "force": "pile de Force", "used": "pile utilisée",
    "lost": "pile perdue",
}  # fmt: skip
_PHASES_FR = {
    "activate": "phase d'activation", "control": "phase de contrôle",
    "deploy": "phase de déploiement", "battle": "phase de bataille",
    "move": "phase de déplacement", "draw": "phase de pioche",
}  # fmt: skip


class French(Language):
    lang, if_, and_, or_ = "fr", "si", "et", "ou"

    def slot(self, kind: str, value: Any) -> str:
        match kind:
            case "number" | "n":
                return str(value)
            case "signed":
                return _signed(value)
            case "points":
                return _several("point", value)
            case "destinées":
                return "destinée" if value == 1 else "destinées"
            case "phase" | "phases":
                return _PHASES_FR[value]
            case "your pile":
                return f"votre {_PILES_FR[value]}"
            case "their pile":
                pile = _PILES_FR[value]
                return f"{'du' if pile.startswith('deck') else 'de la'} {pile} de l'adversaire"
            case "one":
                return self.cards(value)
            case "at":
                return self.at(value)
            case "stat":
                return _NUMBERS_FR[value]
            case "titles":
                return listed([title for title, _ in value], "ou")
            case "set":
                return self.cards(value, _are_many(value))
            case "a":
                return "ont" if _are_many(value) else "a"
            case "de":
                return _de(self.cards(value, _are_many(value)))
            case "est":
                return "sont" if _are_many(value) else "est"
            case "peut":
                return "peuvent" if _are_many(value) else "peut"
            case "et à":
                return listed(value, "et à")
            case "ou":
                return listed(value, "ou")
            case "place":
                return self.place(value)
            case "counted":
                return _bare(self.cards(value))
            case "de qui":
                return {"yours": "à vous", "opponent's": "de l'adversaire"}[value]
            case "title":
                return str(value["title"])
        raise CannotSay(kind)

    def for_a_price(self, cost: str, said: str) -> str:
        return f"{cost} pour ceci{NARROW}: {said}"

    def may(self, said: str) -> str:
        return f"vous pouvez faire ceci{NARROW}: {said}"

    def immune_to(self, titles: list[str]) -> str:
        return f"Immunité à {listed(titles, 'et à')}."

    def compared(self, than: str, by: int, then: str) -> str:
        change = f" {_signed(by)}" if by else ""
        return f"Si la destinée{change} {than}, {then}."

    def otherwise(self, then: str) -> str:
        return f"Sinon, {then}."

    def more_if(self, by: int, conditions: str) -> str:
        return f"Ajoutez {by} si {conditions}."

    def as_soon_as(self, conditions: str, result: list[Any]) -> str:
        match result:
            case [{"cancel": "self"}]:
                return f"Cette carte est annulée dès que {conditions}."
            case [{"lose": "self"}]:
                return f"Cette carte est perdue dès que {conditions}."
            case [{"place": "self", "in": "used"}]:
                return f"Cette carte va dans la pile utilisée dès que {conditions}."
        raise CannotSay(result)

    def piece(self, piece: Part) -> str:
        match piece:
            case {"target": who, "price": price}:
                how = (
                    f"pour {price} {_several('point', price)} de Force" if price else "gratuitement"
                )
                there = " au même site ou à un site adjacent" if "reaches" in piece else ""
                return f"Peut viser {self.cards(who)}{there} {how}."
            case {"repeats": _}:
                return "Peut tirer plusieurs fois."
            case {"draw": count}:
                return "Tirez une destinée." if count == 1 else f"Tirez {count} destinées."
            case {"against": who, "more": by}:
                return f"Ajoutez {by} contre {self.cards(who)}."
            case {"against": who, "less": by}:
                return f"Retranchez {by} contre {self.cards(who)}."
            case {"worthless": _, "by": who}:
                return f"Si elle est touchée par {self.cards(who)}, la valeur de perte de la cible devient 0."
            case {"hit": by}:
                change = f" {_signed(by)}" if by else ""
                if "lost" in piece:
                    return f"La cible est perdue si la destinée{change} > sa valeur de défense."
                also = ", et sa valeur de perte devient 0," if "forfeit" in piece else ""
                return f"La cible est touchée{also} si la destinée{change} > sa valeur de défense."
        raise CannotSay(piece)

    def deploys(self, result: Any, on: Part, price: int) -> str:
        where = "la table" if result == "put on table" else "le côté de table de l'adversaire"
        if isinstance(result, Mapping) and "attach to" in result:
            what = {k: v for k, v in on.items() if k != "name"}
            where = self._bearer(what)
        how = f", pour {price} {_several('point', price)} de Force" if price else ""
        return f"Pendant votre phase de déploiement{how}{NARROW}: déployez sur {where}."

    def or_on(self, other: Part, price: int, priced: bool) -> str:
        return f", ou pour {price} sur {self._bearer(other)}."

    def _bearer(self, what: Filter) -> str:
        if set(what) == {"type"} and what["type"] == "location":
            return "une localisation"
        if _on_a_place(what):
            try:
                return self.place({k: v for k, v in what.items() if v != "location"})
            except CannotSay:
                return self.cards(what)
        return self.cards(what)

    def immune_to_both(self, titles: list[str], below: str) -> str:
        to = "à l'attrition" if not below else f"à une attrition{below}"
        return f"immunité à {listed(titles, 'et à')} et {to}"

    def at_times(self, to: Any, names: list[str], by: int, then: int, conditions: list[str]) -> str:
        told = listed([_NUMBERS_FR[name] for name in names], "et")
        many = _are_several(to)
        return (
            f"{self.cards(to, many)} {'ont' if many else 'a'} {told} {_signed(by)} "
            f"({_signed(then)} tant {listed([_que(one) for one in conditions], 'et')})"
        )

    def when_piloting(self, which: Any, gifts: list[Part], rest: list[str]) -> str:
        added = [
            f"ajoute {gift[name]} en {_NUMBERS_FR[name]}"
            for gift in gifts
            for name in [next(iter(gift))]
        ]
        return f"En pilotant {self.cards(which)}, {listed([*added, *rest], 'et')}."

    def for_each(self, said: str, cards: str) -> str:
        return f"{said} pour chaque {cards}"

    def canceled_when_reached(self) -> str:
        return "Cet Effet Utinni est annulé quand sa cible l'atteint."

    def or_adds(self, number: int, to: Filter) -> str:
        what = {k: v for k, v in to.items() if k != "has aboard"}
        return f" ({number} si c'est {self.cards(what)})"

    def arrives_undercover(self) -> str:
        return " comme espion infiltré"

    def or_immune_to(self, number: int, conditions: list[str]) -> str:
        return f", ou < {number} tant {listed([_que(one) for one in conditions], 'et')}"

    def permanent_persona(self, who: str, ability: int) -> str:
        return f"le pilote permanent est {who}, d'habileté {ability}"

    def and_adds_power(self, by: int) -> str:
        return f" et ajoutent {by} à la puissance"

    def told(self, conditions: list[str], said: list[str]) -> str:
        main = listed(said, "et")
        if len(conditions) == 1 and conditions[0].startswith("sauf si "):
            return f"{_raised(conditions[0])}, {main}."
        if not conditions:
            return _raised(f"{main}.")
        return f"Tant {listed([_que(one) for one in conditions], 'et')}, {main}."

    # -- descriptions

    def cards(self, what: Any, many: bool = False) -> str:
        if what in ("self", "any"):
            return "cette carte" if what == "self" else "toute carte"
        if what == "bearer":
            return "son porteur"
        if not isinstance(what, Mapping):
            raise CannotSay(what)
        if what in (PILOTED_BY_THIS, AROUND_THIS):
            return f"ce {'que cette carte pilote' if what == PILOTED_BY_THIS else 'qui a cette carte à bord'}"
        own, after = _parted(what)
        whose = own.pop("whose", "any")
        return " ".join([self._kinds(own, whose, many), *self._after(after)])

    def _kinds(self, own: Filter, whose: str, many: bool) -> str:
        for key in ("type", "persona", "title"):
            several = own.get(key)
            if isinstance(several, list) and set(own) <= {key, "not"}:
                each = [self._kind({**own, key: one}, whose, many) for one in several]
                return listed(each, "et" if many else "ou")
        if "any of" in own:
            ways = [
                {**{k: v for k, v in own.items() if k != "any of"}, **way} for way in own["any of"]
            ]
            each = [
                self._kind(
                    {k: v for k, v in way.items() if k != "whose"}, way.get("whose", whose), many
                )
                for way in ways
            ]
            return listed(each, "et" if many else "ou")
        return self._kind(own, whose, many)

    def _kind(self, own: Filter, whose: str, many: bool) -> str:
        for key in ("persona", "title"):
            if isinstance(own.get(key), str) and set(own) <= {key, "icon"}:
                icons = [_icon(icon) for icon in _all(own.get("icon"))]
                name = " ".join([str(own[key]), *icons])
                return {"yours": f"votre {name}", "opponent's": f"{name} de l'adversaire"}.get(
                    whose, name
                )
        own = dict(own)
        other, any_number = _others(own)
        noun = noun_for(own)
        left = _leftover(own, noun)
        behind = [_icon(icon) for icon in _all(left.pop("icon", None))]
        behind += [self._agreeing(state, noun, many) for state in _all(left.pop("is", None))]
        if left.get("trait") in ("female", ["female"]):
            left.pop("trait")
            behind.append("de sexe féminin")
        if any_number:
            behind.append("non uniques" if many else "non unique")
        if left:
            raise CannotSay(own)
        words = " ".join([noun.fr_many if many else noun.fr_one, *behind])
        if other:
            words = f"{'autres' if many else 'autre'} {words}"
        if whose == "yours":
            return f"{'vos' if many else 'votre'} {words}"
        if whose == "opponent's":
            return f"{self._one(noun, words) if not many else 'les ' + words} de l'adversaire"
        if many:
            return f"{'toutes' if noun.feminine else 'tous'} les {words}"
        return self._one(noun, words)

    def _one(self, noun: Noun, words: str) -> str:
        return f"{'une' if noun.feminine else 'un'} {words}"

    def _agreeing(self, state: str, noun: Noun, many: bool) -> str:
        if state not in _STATES_BEFORE:
            raise CannotSay(state)
        word = _STATES_FR[state][many]
        if noun.feminine and word.rstrip("s").endswith("é"):
            word = f"{word.rstrip('s')}e{'s' if many else ''}"
        return word

    def _after(self, after: Filter) -> list[str]:
        said = []
        for key, value in after.items():
            match key:
                case "at" if value in ("here", "present here"):
                    said.append("ici" if value == "here" else "présent ici")
                case "at":
                    said.append(self.at(value))
                case "in battle":
                    said.append("dans la bataille")
                case "not":
                    said.append(f"sauf {self.cards(value, many=True)}")
                case "has aboard" if value == PILOTED_BY_THIS[key]:
                    said.append("que cette carte pilote")
                case "has aboard" if value == AROUND_THIS[key]:
                    said.append("avec cette carte à bord")
                case "has aboard" if _all(value.get("is")) == ["piloting"]:
                    who = {k: v for k, v in value.items() if k != "is"}
                    said.append(f"que pilote {self.cards(who)}")
                case _ if key in _NUMBERS_FR:
                    said.append(f"{_de(_NUMBERS_FR[key])} {value}")
                case _:
                    raise CannotSay(key)
        return said

    def place(self, where: Any, going: bool = False) -> str:
        if not isinstance(where, Mapping) or any(key not in _MADE_OF_PLACES for key in where):
            raise CannotSay(where)
        whose = where.get("whose", "")
        if set(where) == {"any of"}:
            return listed([self.place(one, going) for one in where["any of"]], "ou")
        if where == NIGHT:
            return "une localisation de nuit"
        if "not" in where:
            own = {k: v for k, v in where.items() if k != "not"}
            return f"{self.place(own)} autre {_que(self.place(where['not']))}"
        if where == RELATED_SITES:
            return "le même site et les sites liés"
        if isinstance(where.get("title"), str):
            name = str(where["title"])
            return {"yours": f"votre {name}", "opponent's": f"{name} de l'adversaire"}.get(
                whose, name
            )
        if (
            "with" in where
            and set(where) <= {"with", "type"}
            and where.get("type", "site") in ("site", "system")
        ):
            same = {"site": "le même site", "system": "le même système"}
            return f"{same.get(where.get('type', ''), 'la même localisation')} {_que(self.cards(where['with']))}"
        if "with" in where:
            own = {k: v for k, v in where.items() if k != "with"}
            who = dict(where["with"])
            have = "vous avez" if who.pop("whose") == "yours" else "l'adversaire a"
            return f"{self.place(own)} où {have} {self.cards(who)}"
        if going and set(where) == {"part of"}:
            return str(where["part of"])
        kept = [s for s in _all(where.get("is")) if s in _HELD_FR]
        own = {k: v for k, v in where.items() if k not in ("whose", "is")}
        if others := [s for s in _all(where.get("is")) if s not in _HELD_FR]:
            own["is"] = others if len(others) > 1 else others[0]
        noun = noun_for(own, places=True)
        left = _leftover(own, noun)
        words = [noun.fr_one, *(_icon(icon) for icon in _all(left.pop("icon", None)))]
        words += [_de(whole) for whole in _all(left.pop("part of", None))]
        if left:
            raise CannotSay(where)
        words += [_HELD_FR[state] for state in kept]
        said = " ".join(words)
        if whose == "yours":
            return f"votre {said}"
        return self._one(noun, said) + (" de l'adversaire" if whose == "opponent's" else "")

    def at(self, where: Any) -> str:
        """« à Tatooine: Cantina », « sur un site de Hoth », « dans un système »."""
        place = self.place(where)
        if isinstance(where, Mapping) and "title" in where:
            return f"à {place}"
        return f"{'dans' if ' système' in f' {place}' else 'sur'} {place}"

    # -- conditions

    def condition(self, part: Part) -> str:
        word, value = next(iter(part.items()))
        if "count" in part and word in _HOLDING:
            return f"{_HOLDING_FR[word]} au moins {part['count']} {self.places(value)}"
        match word:
            case "this is":
                return self._this_is(value)
            case "not" if "this is" in value:
                return _not(self._this_is(value["this is"]))
            case "not":
                return f"sauf si {self.condition(value)}"
            case "battle by" if value == "you":
                return "vous avez initié la bataille"
            case "either":
                one, other = (self.condition(c) for c in value)
                return f"{one} ou {_que(other)}"
            case "battle at" if value == "here":
                return "la bataille a lieu ici"
            case "battle at":
                return f"la bataille a lieu {self.at(value)}"
            case "there is" if value.get("is") == "alone" and "in battle" in value:
                what = {k: v for k, v in value.items() if k not in ("is", "in battle")}
                return f"{self.cards(what)} est seul dans la bataille"
            case "there is" | "there is no":
                what = {k: v for k, v in value.items() if k not in _PLACING}
                where = self._after({k: v for k, v in value.items() if k in _PLACING}) or [
                    "sur la table"
                ]
                if word == "there is":
                    return " ".join([self.cards(what), "est", *where])
                return " ".join(["il n'y a pas", _without_article(self.cards(what)), *where])
            case "you control" | "you occupy" | "opponent controls" | "opponent occupies":
                who, verb = {
                    "you control": ("vous", "contrôlez"), "you occupy": ("vous", "occupez"),
                    "opponent controls": ("l'adversaire", "contrôle"),
                    "opponent occupies": ("l'adversaire", "occupe"),
                }[word]  # fmt: skip
                return (
                    f"{who} {verb} {'cette localisation' if value == 'here' else self.place(value)}"
                )
            case "battle by" if value == "opponent":
                return "l'adversaire a initié la bataille"
        raise CannotSay(word)

    def _this_is(self, state: Filter) -> str:
        left = dict(state)
        said = []
        if left.get("is") == "piloting" and "aboard" in left:
            said.append(f"pilote {self.cards(left.pop('aboard'))}")
            left.pop("is")
        elif set(left) == {"at", "present"}:
            return f"cette carte est présente {self.at(left['at'])}"
        elif set(left) == {"in battle", "with"}:
            with_ = {k: v for k, v in left["with"].items() if k != "in battle"}
            return f"cette carte participe à une bataille avec {self.cards(with_)}"
        for key, value in left.items():
            match key:
                case "at":
                    said.append(f"est {self.at(value)}")
                case "with":
                    said.append(f"est avec {self.cards(value)}")
                case "present with":
                    said.append(f"est en présence {_de(self.cards(value))}")
                case "aboard":
                    said.append(f"est à bord {_de(self.cards(value))}")
                case "carries":
                    said.append(f"porte {self.cards(value)}")
                case "in battle":
                    said.append("participe à une bataille")
                case "is":
                    said.append(f"est {_STATES_FR[value][0]}")
                case "has aboard" if _all(value.get("is")) == ["piloting"]:
                    who = {k: v for k, v in value.items() if k != "is"}
                    said.append(f"est pilotée par {self.cards(who)}")
                case "has aboard":
                    said.append(f"a {self.cards(value)} à bord")
                case _:
                    raise CannotSay(key)
        if len(said) != 1:
            raise CannotSay(state)
        return f"cette carte {said[0]}"

    # -- what is said

    def fact(self, name: str, value: Any) -> str:
        match name:
            case "immune to attrition":
                return (
                    "immunité à l'attrition"
                    if value == "all"
                    else f"immunité à une attrition < {value}"
                )
            case "when piloting":
                return f"ajoute {value} à la puissance de ce que ce personnage pilote"
            case "permanent pilots":
                return f"ses pilotes permanents ont une habileté totale de {value}"
            case "seats":
                seats = [f"{n} {_several(_SEATS_FR[seat], n)}" for seat, n in value.items()]
                return "peut embarquer " + listed(seats, "et")
            case "traits" if all(one.endswith(" agenda") for one in value):
                told = listed([_AGENDAS_FR[one.removesuffix(" agenda")] for one in value], "et")
                return f"{'programme' if len(value) == 1 else 'programmes'}{NARROW}: {told}"
            case "traits" if value == ["ship-docking capability"]:
                return "peut accueillir d'autres vaisseaux à quai"
            case "immune to":
                return f"immunité à {listed(value, 'et à')}"
            case "only to":
                return f"se déploie seulement {self._going(value)}"
        raise CannotSay(name)

    def _going(self, where: Any) -> str:
        place = self.place(where, going=True)
        return (
            f"à {place}"
            if "title" in where
            else f"{'dans' if ' système' in place else 'sur'} {place}"
        )

    def gift(self, gift: Part) -> str:
        word = next(iter(gift))
        number, to, at = gift[word], gift.get("to"), gift.get("at")
        yours = gift.get("whose") == "yours"
        there = "ici" if at == "here" else self.at(at) if at is not None else ""
        many = _are_many(to)
        match word:
            case "battle destinies":
                return f"vous tirez {number} {_several('destinée', number)} de bataille de plus ici"
            case "move cost":
                how = "se déplacent" if many else "se déplace"
                return f"{self.cards(to, many)} {how} gratuitement"
            case "total power" if "for each" in gift:
                each = self.cards(gift["for each"])
                for article in ("un ", "une "):
                    each = each.removeprefix(article)
                change = (
                    f"votre puissance totale est à {_signed(number)} dans les batailles {there}"
                )
                return f"pour chaque {each.removeprefix('votre ')}{' à vous' if 'whose' in gift['for each'] else ''}, {change}"
            case "activation":
                return f"votre génération de Force ici est à {_signed(number)}"
            case "immune to attrition":
                below = "l'attrition" if number == "all" else f"une attrition < {number}"
                return f"{self.cards(to, many)} {'ont' if many else 'a'} l'immunité à {below}"
            case "deploy cost":
                verb = "se déploient" if many else "se déploie"
                free = "set" in gift and number == 0
                how = "gratuitement" if free else f"à {_signed(number)}"
                where = " ici" if at == "here" else f" {self._going(at)}" if at else ""
                return f"{self.cards(to, many)} {verb} {how}{where}"
            case "drain":
                owner = "vos drains de Force" if yours else "les drains de Force de l'adversaire"
                return f"{owner} sont à {_signed(number)} {there}"
            case "transit from":
                price = (
                    "est gratuit"
                    if number == 0
                    else f"coûte {number} {_several('point', number)} de Force"
                )
                return f"votre transit depuis cette baie d'arrimage {price}"
            case "battle destiny":
                owner = (
                    "vos destinées de bataille"
                    if yours
                    else "les destinées de bataille de l'adversaire"
                )
                return f"{owner} ici sont à {_signed(number)}"
            case "total power":
                owner = "votre puissance totale" if yours else "la puissance totale de l'adversaire"
                return f"{owner} ici est à {_signed(number)}"
            case "attrition":
                return f"l'attrition contre l'adversaire est à {_signed(number)} ici"
            case "battle cost":
                return f"vous initiez vos batailles{' ici' if at == 'here' else ''} gratuitement"
        if word in _NUMBERS_FR:
            change = f"= {number}" if "set" in gift else _signed(number)
            return f"{self.cards(to, many)} {'ont' if many else 'a'} {_NUMBERS_FR[word]} {change}"
        raise CannotSay(word)

    def bar(self, bar: Part) -> str:
        word = next(iter(bar))
        what = bar[word]
        many = _are_several(what)
        match word:
            case "move":
                return (
                    f"{self.cards(what, many)} ne {'peuvent' if many else 'peut'} pas se déplacer"
                )
            case "deploy":
                return f"{self.cards(what, many=True)} ne peuvent pas se déployer ici"
            case "drain":
                who = {"you": "vous ne pouvez", "opponent": "l'adversaire ne peut"}.get(
                    bar.get("by", ""), "aucun joueur ne peut"
                )
                no = "" if who.startswith("aucun") else " pas"
                return f"{who}{no} drainer la Force ici"
            case "react":
                who = "vous ne pouvez" if bar["by"] == "you" else "l'adversaire ne peut"
                to = "vers ici" if "at" in bar else "d'ici"
                return f"{who} pas faire de «{NARROW}réaction{NARROW}» {to}"
        raise CannotSay(word)

    def places(self, where: Filter) -> str:
        """Plusieurs localisations."""
        one = self.place(where)
        noun = noun_for({k: v for k, v in where.items() if k != "whose"}, places=True)
        head, found, tail = one.partition(noun.fr_one)
        if not found:
            raise CannotSay(where)
        return (head + noun.fr_many + tail).removeprefix("un ").removeprefix("une ")

    def lift(self, lift: Part) -> str:
        if lift["despite"].endswith("deploying"):
            return "peut se déployer en « réaction »".replace("« ", f"«{NARROW}").replace(
                " »", f"{NARROW}»"
            )
        return f"peut se déplacer en «{NARROW}réaction{NARROW}»"


_HOLDING_FR = {
    "you control": "vous contrôlez", "you occupy": "vous occupez",
    "opponent controls": "l'adversaire contrôle", "opponent occupies": "l'adversaire occupe",
}  # fmt: skip


def _not(said: str) -> str:
    """« cette carte n'est pas … »."""
    _, verb, rest = said.removeprefix("cette carte").split(" ", 2)
    no = "n'" if verb[:1] in _VOWELS else "ne "
    return f"cette carte {no}{verb} pas {rest}"


def _several(noun: str, number: object) -> str:
    """« 2 pilotes ou passagers »."""
    if number == 1 or noun == "TIE":
        return noun
    return " ou ".join(" ".join(f"{word}s" for word in part.split()) for part in noun.split(" ou "))


def _without_article(words: str) -> str:
    for article in ("un ", "une "):
        if words.startswith(article):
            return _de(words.removeprefix(article))
    return _de(words)


ENGLISH, FRENCH = English(), French()
