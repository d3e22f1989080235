"""Plain statements: what a card is, gives, forbids, where it deploys; on which conditions.

Each rule reads words and gives a part of a text as it stands in a file. A claim says something of
somebody; `THE SUBJECT` stands for whom, until the sentence has told it."""

from __future__ import annotations

from typing import Any

from adjudicator.reading.parsing import Parse, rule, scan
from adjudicator.reading.phrases import HAVE_A_PLACE, Filter, Printed, both, closed, union

Claim = dict[str, Any]  # {"gives": […], "bars": […], "lifts": […], "if": […]} or {"facts": {…}}
Conditions = list[dict[str, Any]]
SUBJECT = "THE SUBJECT"
LISTS = ("if", "gives", "bars", "lifts")


# -- who --------------------------------------------------------------------------

_SELVES = {
    "character": ("he", "she", "this character", "this droid", "this card"),
    "craft": ("it", "this starship", "this vehicle", "this card"),
    "creature": ("it", "this creature", "this card"),
    "weapon": ("this weapon", "this card"),
    "device": ("this device", "this card"),
    "effect": ("this effect", "this card"),
    "placed": ("this effect", "this card"),
    "location": (),
}


@scan("self")
def itself(parse: Parse, at: int) -> Any:
    """The card itself: a pronoun, its own name, or its kind."""
    yield from parse.all("own name", at)
    for words in _SELVES.get(parse.card.frame, ()):
        count = len(words.split())
        if parse.words[at : at + count] == words.split():
            yield "self", at + count


@rule("subject", "{who:self}", "{who:set}")
def somebody(card: Printed, who: str | Filter) -> str | Filter | None:
    return who if who else None


# -- conditions ----------------------------------------------------------------------


@scan("conditions")
def conditions(parse: Parse, at: int) -> Any:
    """One condition, or several joined by `and`."""
    for first, end in parse.all("condition", at):
        yield first, end
        if parse.words[end : end + 1] == ["and"]:
            for rest, last in parse.all("conditions", end + 1):
                yield [*first, *rest], last


@rule("while", "while|when|if {what:conditions}")
def under_conditions(card: Printed, what: Conditions) -> Conditions:
    return what


@rule("condition", "({who:self} is|are?)? {what:state}")
def this_is_so(card: Printed, what: Filter, who: str = "self") -> Conditions | None:
    if card.frame not in HAVE_A_PLACE or card.frame == "location":
        return None
    if card.frame in ("weapon", "device", "placed") and set(what) != {"at"}:
        return None  # that would be said of the card it is on
    return [{"this is": what}]


@rule("state", "at|on {where:place}")
def at_such_a_place(card: Printed, where: Filter) -> Filter:
    return {"at": where}


@rule("state", "on {whole}")
def on_a_planet(card: Printed, whole: str) -> Filter:
    return {"at": {"type": ["site", "sector"], "part of": whole}}


@rule("state", "with {who:one}")
def with_somebody(card: Printed, who: Filter) -> Filter:
    return {"with": who}


@rule("state", "present with {who:one}")
def present_with_somebody(card: Printed, who: Filter) -> Filter:
    return {"present with": who}


@rule("state", "piloting {what:one}", on=("character",))
def piloting(card: Printed, what: Filter) -> Filter:
    return {"is": "piloting", "aboard": what}


@rule("state", "aboard {what:one}", on=("character",))
def aboard(card: Printed, what: Filter) -> Filter:
    return {"aboard": what}


@rule("state", "armed with {what:one}", on=("character",))
def armed_with(card: Printed, what: Filter) -> Filter:
    return {"carries": what}


@rule("state", "{state:bare state}")
def in_a_state(card: Printed, state: str) -> Filter:
    return {"is": state}


@rule("state", "in battle", "in a battle", "battling")
def in_battle(card: Printed) -> Filter:
    return {"in battle": "yes"}


@scan("bare state")
def bare_state(parse: Parse, at: int) -> Any:
    word = parse.words[at] if at < len(parse.words) else ""
    known = {
        "alone": "alone",
        "undercover": "undercover",
        "escorting": "escorting",
        "landed": "landed",
    }
    if word == "escorting" and parse.words[at + 1 : at + 3] == ["a", "captive"]:
        yield "escorting", at + 3
    elif word in known and word != "escorting":
        yield known[word], at + 1


@rule(
    "condition", "(({who:self} is?)? defending (a battle | in battle)?)", on=("character", "craft")
)
def defending(card: Printed, who: str = "self") -> Conditions:
    return [{"this is": {"in battle": "yes"}}, {"battle by": "opponent"}]


@rule("condition", "opponent initiated the battle")
def opponent_initiated(card: Printed) -> Conditions:
    return [{"battle by": "opponent"}]


@scan("there")
def there(parse: Parse, at: int) -> Any:
    """Cards that are somewhere: described with a place, or with a state that implies one."""
    for found, end in parse.all("cards", at):
        if parse.words[end : end + 1] in (["is"], ["are"]):
            for said, last in parse.all("addition", end + 1):
                made = [both(one, said) for one in found[0]]
                if None not in made:
                    yield [made, found[1]], last
        yield found, end


_PLACED = ("at", "in battle", "aboard")


@rule("condition", "{who:there}")
def somebody_is_there(card: Printed, who: list[Any]) -> Conditions | None:
    """ "Luke here" is a condition by where he is; of `Luke and Han here` both are needed."""
    each, joined = who
    if not all(any(key in one for key in _PLACED) for one in each):
        return None
    if joined == "and":
        return [{"there is": closed(one)} for one in each]
    made = union(who)
    return None if made is None else [{"there is": made}]


@rule("condition", "{who:cards} (is|are)? on table")
def somebody_is_on_table(card: Printed, who: list[Any]) -> Conditions | None:
    each, joined = who
    if any(any(key in one for key in _PLACED) for one in each):
        return None
    if joined == "and":
        return [{"there is": closed(one)} for one in each]
    made = union(who)
    return None if made is None else [{"there is": made}]


@rule("condition", "no {who:there}")
def nobody_is_there(card: Printed, who: list[Any]) -> Conditions | None:
    each, joined = who
    if joined == "and" or not all("at" in one for one in each):
        return None
    made = union(who)
    return None if made is None else [{"there is no": made}]


@rule(
    "condition",
    "{who:cards} (is|are)? piloting (it | this starship | this vehicle | this card)?",
    on=("craft",),
)
def somebody_pilots_this(card: Printed, who: list[Any]) -> Conditions | None:
    made = union(who) if who[1] != "and" else None
    if made is None or "at" in made:
        return None
    return [{"this is": {"has aboard": {**made, "is": "piloting"}}}]


@rule(
    "condition",
    "{who:cards} (is|are)? aboard (it | this starship | this vehicle | this card)?",
    on=("craft",),
)
def somebody_is_aboard_this(card: Printed, who: list[Any]) -> Conditions | None:
    made = union(who) if who[1] != "and" else None
    if made is None or "at" in made:
        return None
    return [{"this is": {"has aboard": made}}]


@rule("condition", "you control {where:place}")
def you_control(card: Printed, where: Filter) -> Conditions:
    return [{"you control": where}]


@rule("condition", "you occupy {where:place}")
def you_occupy(card: Printed, where: Filter) -> Conditions:
    return [{"you occupy": where}]


@rule("condition", "opponent controls {where:place}")
def opponent_controls(card: Printed, where: Filter) -> Conditions:
    return [{"opponent controls": where}]


@rule("condition", "opponent occupies {where:place}")
def opponent_occupies(card: Printed, where: Filter) -> Conditions:
    return [{"opponent occupies": where}]


@rule(
    "condition", "you control (here | this location | this site | this system)?", on=("location",)
)
def you_control_it(card: Printed) -> Conditions:
    return [{"you control": "here"}]


@rule("condition", "you occupy (here | this location | this site | this system)?", on=("location",))
def you_occupy_it(card: Printed) -> Conditions:
    return [{"you occupy": "here"}]


@rule(
    "condition",
    "opponent controls (here | this location | this site | this system)?",
    on=("location",),
)
def opponent_controls_it(card: Printed) -> Conditions:
    return [{"opponent controls": "here"}]


@rule(
    "condition",
    "opponent occupies (here | this location | this site | this system)?",
    on=("location",),
)
def opponent_occupies_it(card: Printed) -> Conditions:
    return [{"opponent occupies": "here"}]


# -- what is said of somebody -----------------------------------------------------------


def gives(*gifts: dict[str, Any]) -> Claim:
    return {"gives": list(gifts)}


@scan("stats")
def several_numbers(parse: Parse, at: int) -> Any:
    """One number of a card, or several: `power, maneuver, and forfeit`."""
    for first, end in parse.all("stat", at):
        yield [first], end
        start = end
        if parse.words[start : start + 1] == [","]:
            start += 1
        joined = parse.words[start : start + 1] == ["and"]
        if start + joined > end:
            for rest, last in parse.all("stats", start + joined):
                if not (joined and len(rest) > 1):
                    yield [first, *rest], last


@rule("change", "{names:stats} {by:signed}")
def changed_by(card: Printed, names: list[str], by: int) -> Claim:
    return gives(*({name: by, "to": SUBJECT} for name in names))


@rule("change", "{names:stats} = {to:number}")
def set_to(card: Printed, names: list[str], to: int) -> Claim:
    return gives(*({name: to, "to": SUBJECT, "set": "yes"} for name in names))


@rule("change", "immune to attrition")
def immune_to_all_attrition(card: Printed) -> Claim:
    return gives({"immune to attrition": "all", "to": SUBJECT})


@rule("change", "immune to attrition < {below:number}")
def immune_to_attrition(card: Printed, below: int) -> Claim:
    return gives({"immune to attrition": below, "to": SUBJECT})


@scan("changes")
def changes(parse: Parse, at: int) -> Any:
    """Several things said of the same one: `power +2 and immune to attrition < 3`."""
    for first, end in parse.all("change", at):
        yield first, end
        start = end
        if parse.words[start : start + 1] == [","]:
            start += 1
        if parse.words[start : start + 1] == ["and"]:
            for rest, last in parse.all("changes", start + 1):
                yield joined(first, rest), last


def joined(*claims: Claim) -> Claim:
    made: Claim = {}
    for claim in claims:
        for key, value in claim.items():
            if key == "facts":
                made[key] = {**made.get(key, {}), **value}
            else:  # a condition is said once
                have = made.get(key, [])
                made[key] = [*have, *(v for v in value if key != "if" or v not in have)]
    return made


def said_of(claim: Claim, who: str | Filter) -> Claim:
    """The claim with its subject in its place."""
    return {
        key: [
            said_of(part, who)
            if key == "besides"
            else {k: who if isinstance(v, str) and v == SUBJECT else v for k, v in part.items()}
            for part in value
        ]
        for key, value in claim.items()
    }


# What has no numbers of its own that a text would change.
_WITHOUT_NUMBERS = ("effect", "placed", "weapon", "device")


@rule("claim", "({who:subject} is|are)? each|all? {what:changes}")
def is_changed(card: Printed, what: Claim, who: str | Filter = "self") -> Claim | None:
    if card.frame == "location" and (who == "self" or not _is_placed(who)):
        return None  # whether it means those here or everywhere, is not said
    if who == "self" and card.frame in _WITHOUT_NUMBERS:
        return None  # that is said of the card it is on
    return said_of(what, who)


def _is_placed(who: str | Filter) -> bool:
    """Whether a description tells where its cards are."""
    each = who.get("any of", [who]) if isinstance(who, dict) else []
    return isinstance(who, dict) and ("at" in who or all("at" in one for one in each))


@rule("claim", "({who:subject} is|are)? {what:changes} at|on {where:place}")
def is_changed_there(
    card: Printed, what: Claim, where: Filter, who: str | Filter = "self"
) -> Claim | None:
    return _only_there(card, what, where, who)


@rule("claim", "({who:subject} is|are)? {what:changes} on {whole}")
def is_changed_on_a_planet(
    card: Printed, what: Claim, whole: str, who: str | Filter = "self"
) -> Claim | None:
    return _only_there(card, what, {"type": ["site", "sector"], "part of": whole}, who)


@rule("claim", "{who:set} is|are each? {what:changes} here")
def is_changed_here(card: Printed, what: Claim, who: Filter) -> Claim | None:
    if card.frame not in HAVE_A_PLACE or "at" in who or "besides" in what:
        return None
    return said_of(what, {**who, "at": "here"})


def _only_there(card: Printed, what: Claim, where: Filter, who: str | Filter) -> Claim | None:
    if "besides" in what:
        return None
    if who == "self":
        if card.frame == "location" or card.frame in _WITHOUT_NUMBERS:
            return None
        return {**said_of(what, who), "if": [{"this is": {"at": where}}]}
    assert isinstance(who, dict)
    return None if "at" in who else said_of(what, {**who, "at": where})


# -- deployment --------------------------------------------------------------------------


@rule("destination", "to|on|at {where:place}")
def to_a_place(card: Printed, where: Filter) -> Filter:
    return where


@rule("destination", "to {whole}")
def to_a_planet(card: Printed, whole: str) -> Filter:
    return {"part of": whole}


@rule("destination", "on {whole}")
def onto_a_planet(card: Printed, whole: str) -> Filter:
    """On a planet are its sites and the sectors of its clouds, not its system."""
    return {"type": ["site", "sector"], "part of": whole}


@rule("destination", "here", on=("character", "location", "craft"))
def to_here(card: Printed) -> str:
    return "here"


@rule("claim", "({who:subject})? deploy|deploys {by:signed} {where:destination}?")
def deploys_for_less(
    card: Printed, by: int, who: str | Filter = "self", where: Filter | None = None
) -> Claim | None:
    return _deploys({"deploy cost": by}, card, who, where)


@rule("claim", "({who:subject})? deploy|deploys (free | for free) {where:destination}?")
def deploys_free(
    card: Printed, who: str | Filter = "self", where: Filter | None = None
) -> Claim | None:
    return _deploys({"deploy cost": 0, "set": "yes"}, card, who, where)


def _deploys(what: dict[str, Any], card: Printed, who: str | Filter, where: Any) -> Claim | None:
    if who == "self" and (card.frame not in ("character", "craft") or where == "here"):
        return None
    if isinstance(who, dict):
        if "at" in who and (who["at"] != "here" or where is not None):
            return None
        if who.get("at") == "here":  # "your Wookiees here deploy -1" is where they deploy
            return None
    return gives({**what, "to": who, **({"at": where} if where else {})})


@rule(
    "sentence",
    "deploys|deploy only {where:destination}",
    "must deploy {where:destination}",
    on=("character", "craft"),
)
def deploys_only(card: Printed, where: Any) -> Claim | None:
    return {"facts": {"only to": where}} if where != "here" else None


@rule(
    "sentence",
    "deploys|deploy only {where:destination} , but may move elsewhere",
    on=("character", "craft"),
)
def deploys_only_but_moves(card: Printed, where: Any) -> Claim | None:
    return deploys_only(card, where)


# -- facts ----------------------------------------------------------------------------------


@rule(
    "sentence", "adds {by:number} to (the)? power of anything he|she|it pilots", on=("character",)
)
def pilot_adds(card: Printed, by: int) -> Claim:
    return {"facts": {"when piloting": by}}


@rule(
    "sentence",
    "permanent pilot (aboard)? provides ability of {ability:number}",
    "permanent pilots (aboard)? provide total ability of {ability:number}",
    on=("craft",),
)
def permanent_pilots(card: Printed, ability: int) -> Claim:
    return {"facts": {"permanent pilots": ability}}


_SEATS = {
    "pilot": "pilots", "driver": "drivers", "passenger": "passengers", "astromech": "astromechs",
    "vehicle": "vehicles", "starfighter": "starfighters", "tie": "TIEs",
}  # fmt: skip


@scan("seat")
def seat(parse: Parse, at: int) -> Any:
    for count, end in parse.all("number", at):
        words = parse.words[end : end + 3]
        if (
            len(words) == 3
            and words[1] == "or"
            and words[0].rstrip("s") == "pilot"
            and words[2].rstrip("s") == "passenger"
        ):
            yield {"pilots or passengers": count}, end + 3
        elif words and (name := _SEATS.get(words[0].removesuffix("s"))):
            yield {name: count}, end + 1


@scan("seats")
def seats(parse: Parse, at: int) -> Any:
    for first, end in parse.all("seat", at):
        yield first, end
        start = end + (parse.words[end : end + 1] == [","])
        start += parse.words[start : start + 1] == ["and"]
        if start > end:
            for rest, last in parse.all("seats", start):
                if not set(first) & set(rest):
                    yield {**first, **rest}, last


@rule("sentence", "may add|carry {what:seats}", on=("craft",))
def may_carry(card: Printed, what: dict[str, int]) -> Claim:
    return {"facts": {"seats": what}}


@rule("sentence", "has ship-docking capability", on=("craft",))
def docks_ships(card: Printed) -> Claim:
    return {"facts": {"traits": ["ship-docking capability"]}}


@scan("title")
def title(parse: Parse, at: int) -> Any:
    for found, end in parse.all("kind", at):
        if set(found) == {"title"}:
            yield [found["title"]], end
    if at < len(parse.words) and parse.words[at] in ("alter", "sense", "control", "revolution"):
        yield [parse.tokens[at].text], at + 1


@scan("titles")
def titles(parse: Parse, at: int) -> Any:
    for first, end in parse.all("title", at):
        yield first, end
        start = end + (parse.words[end : end + 1] == [","])
        start += parse.words[start : start + 1] in (["and"], ["or"])
        if start > end:
            for rest, last in parse.all("titles", start):
                yield [*first, *rest], last


@rule("sentence", "immune to {what:titles}")
def immune_to_cards(card: Printed, what: list[str]) -> Claim | None:
    if card.frame == "interrupt":
        return None  # that is immunity of its use
    return {"facts": {"immune to": what}}


@rule("sentence", "may move as a react", on=("character", "craft"))
def may_react(card: Printed) -> Claim:
    return {"lifts": [{"despite": "react/text-must-allow", "of": "self"}]}


@rule("sentence", "may deploy as a react", on=("character", "craft"))
def may_deploy_as_a_react(card: Printed) -> Claim:
    return {"lifts": [{"despite": "react/text-must-allow-deploying", "of": "self"}]}


@rule(
    "sentence",
    "may deploy as a react and may move as a react",
    "may deploy or move as a react",
    "may move or deploy as a react",
    on=("character", "craft"),
)
def may_deploy_or_move_as_a_react(card: Printed) -> Claim:
    return joined(may_deploy_as_a_react(card), may_react(card))


# -- Force drains, transit, battles ------------------------------------------------------------


@rule("claim", "force drain {by:signed} here", on=("location",))
def drain_here(card: Printed, by: int) -> Claim:
    return gives({"drain": by, "at": "here", "whose": "yours"})


@rule(
    "claim",
    "{whose} force drains (is|are)? {by:signed} here",
    on=("location", "character", "craft"),
)
def drains_here(card: Printed, whose: str, by: int) -> Claim | None:
    return gives({"drain": by, "at": "here", "whose": whose}) if whose != "any" else None


@rule(
    "claim",
    "{whose} force drains (is|are)? {by:signed} at {where:place}",
    "{whose} force drains at {where:place} are {by:signed}",
)
def drains_there(card: Printed, whose: str, by: int, where: Filter) -> Claim | None:
    return gives({"drain": by, "at": where, "whose": whose}) if whose != "any" else None


@rule("claim", "your docking bay transit from here requires {price:number} force", on=("location",))
def transit_from_here(card: Printed, price: int) -> Claim:
    return gives({"transit from": price, "at": "here", "whose": "yours"})


@rule("claim", "your docking bay transit from here is free", on=("location",))
def free_transit_from_here(card: Printed) -> Claim:
    return transit_from_here(card, 0)


@rule(
    "claim",
    "{whose} battle destiny draws here are {by:signed}",
    "each of {whose} battle destiny draws here is {by:signed}",
    "{whose} battle destiny draws (is|are)? {by:signed} here",
    on=("location", "character", "craft"),
)
def battle_destiny_here(card: Printed, whose: str, by: int) -> Claim | None:
    return gives({"battle destiny": by, "at": "here", "whose": whose}) if whose != "any" else None


@rule(
    "claim",
    "{whose} total power here is {by:signed}",
    "{whose} total power is {by:signed} here",
    on=("location", "character", "craft"),
)
def total_power_here(card: Printed, whose: str, by: int) -> Claim | None:
    return gives({"total power": by, "at": "here", "whose": whose}) if whose != "any" else None


@rule(
    "claim", "attrition against opponent is {by:signed} here", on=("location", "character", "craft")
)
def attrition_here(card: Printed, by: int) -> Claim:
    return gives({"attrition": by, "at": "here", "whose": "opponent's"})


@rule(
    "claim",
    "you (may)? initiate battles here for free",
    "you (may)? initiate battles for free here",
    on=("location", "character", "craft"),
)
def free_battles_here(card: Printed) -> Claim:
    return gives({"battle cost": 0, "set": "yes", "at": "here", "whose": "yours"})


@rule("claim", "you (may)? initiate battles for free")
def free_battles(card: Printed) -> Claim:
    return gives({"battle cost": 0, "set": "yes", "whose": "yours"})


# -- what is forbidden ----------------------------------------------------------------------------


@rule("claim", "({who:subject})? may not move", "({who:subject})? cannot move")
def may_not_move(card: Printed, who: str | Filter = "self") -> Claim | None:
    if who == "self" and card.frame in ("location", "effect"):
        return None
    return {"bars": [{"move": who}]}


@rule("claim", "{who:set} may not deploy here", on=("location", "character"))
def may_not_deploy_here(card: Printed, who: Filter) -> Claim | None:
    return {"bars": [{"deploy": who, "at": "here"}]} if "at" not in who else None


@rule("claim", "you may not force drain here", on=("location", "character", "craft"))
def you_may_not_drain_here(card: Printed) -> Claim:
    return {"bars": [{"drain": "any", "by": "you", "at": "here"}]}


@rule("claim", "opponent may not force drain here", on=("location", "character", "craft"))
def opponent_may_not_drain_here(card: Printed) -> Claim:
    return {"bars": [{"drain": "any", "by": "opponent", "at": "here"}]}


@rule(
    "claim",
    "neither player may force drain here",
    "no force drains here",
    on=("location", "character", "craft"),
)
def nobody_may_drain_here(card: Printed) -> Claim:
    return {"bars": [{"drain": "any", "at": "here"}]}


# -- sentences --------------------------------------------------------------------------------------


@scan("claims")
def claims(parse: Parse, at: int) -> Any:
    for first, end in parse.all("claim", at):
        yield first, end
        start = end + (parse.words[end : end + 1] == [","])
        if parse.words[start : start + 1] == ["and"]:
            for rest, last in parse.all("claims", start + 1):
                if _of_others(first) and _of_itself(rest) and not parse.all("self", start + 1):
                    continue
                if first.get("if") == rest.get("if"):
                    yield joined(first, rest), last
                elif "besides" not in first:  # a condition of one claim is none of the other's
                    after = {k: v for k, v in rest.items() if k != "besides"}
                    yield {**first, "besides": [after, *rest.get("besides", ())]}, last


def _subjects(claim: Claim) -> list[Any]:
    return [gift["to"] for gift in claim.get("gives", ()) if "to" in gift]


def _of_others(claim: Claim) -> bool:
    return any(who != "self" for who in _subjects(claim))


def _of_itself(claim: Claim) -> bool:
    """Behind "your spies are power +1 and", what has no subject is said of the spies."""
    return "self" in _subjects(claim)


@rule("sentence", "{what:claims}")
def simply(card: Printed, what: Claim) -> Claim:
    return _fact(what)


@rule("sentence", "{when:while} ,? {what:claims}", "{what:claims} ,? {when:while}")
def under_a_condition(card: Printed, what: Claim, when: Conditions) -> Claim:
    besides = [_led_by(when, part) for part in what.get("besides", ())]
    return _led_by(when, {**what, **({"besides": besides} if besides else {})})


def _led_by(when: Conditions, claim: Claim) -> Claim:
    """The claim on these conditions, before its own."""
    return joined({"if": when}, claim)


def _fact(claim: Claim) -> Claim:
    """Immunity to attrition, said without a condition, is printed as a number."""
    if set(claim) == {"gives"} and len(claim["gives"]) == 1:
        gift = claim["gives"][0]
        if "immune to attrition" in gift and gift["to"] == "self":
            return {"facts": {"immune to attrition": gift["immune to attrition"]}}
    return claim
