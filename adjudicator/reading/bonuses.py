"""Plain statements of many cards: what they pilot, battle destinies, immunities, several things at once."""

from __future__ import annotations

from typing import Any

from adjudicator.reading.parsing import Parse, rule, scan
from adjudicator.reading.phrasebook import phrase
from adjudicator.reading.phrases import HAVE_A_PLACE, Filter, Printed, both, union
from adjudicator.reading.statements import Claim, Conditions, gives

THIS_PILOTS = {"has aboard": {"is": ["this card", "piloting"]}}
THIS_IS_ABOARD = {"has aboard": {"is": "this card"}}


# -- so much to this and so much to that --------------------------------------------


@scan("additions")
def additions(parse: Parse, at: int) -> Any:
    """`1 to power and maneuver`, `1 to power and 2 to hyperspeed`: each number with its name."""
    for by, end in parse.all("number", at):
        if parse.words[end : end + 1] != ["to"]:
            continue
        start = end + 1
        if parse.words[start : start + 1] in (["its"], ["the"]):
            start += 1
        for names, last in parse.all("stats", start):
            first = [[name, by] for name in names]
            yield first, last
            if parse.words[last : last + 1] == ["and"]:
                for more, very_last in parse.all("additions", last + 1):
                    yield [*first, *more], very_last


def _added(what: list[Any], to: Filter) -> Claim:
    return gives(*({name: by, "to": to} for name, by in what))


@rule("addition", "this card pilots", "he|she|it pilots", on=("character",))
def that_it_pilots(card: Printed) -> Filter:
    return dict(THIS_PILOTS)


@rule("addition", "this card is aboard", "he|she|it is aboard", on=("character",))
def that_it_is_aboard(card: Printed) -> Filter:
    return dict(THIS_IS_ABOARD)


@scan("set")
def anything(parse: Parse, at: int) -> Any:
    """Whatever this card pilots, or is aboard."""
    if parse.words[at : at + 1] == ["anything"]:
        for said, end in parse.all("addition", at + 1):
            if said in (THIS_PILOTS, THIS_IS_ABOARD):
                yield said, end


@rule("claim", "adds {what:additions} of {who:set}")
def adds_to_others(card: Printed, what: list[Any], who: Filter) -> Claim | None:
    if who == THIS_PILOTS and [name for name, _ in what] == ["power"]:
        return None  # that is a number of the card
    return _added(what, who)


@rule(
    "sentence", "when|while piloting {which:one} , also? adds {what:additions}", on=("character",)
)
def adds_when_piloting(card: Printed, what: list[Any], which: Filter) -> Claim | None:
    to = both(which, THIS_PILOTS)
    return None if to is None else _added(what, to)


@rule("sentence", "when|while aboard {which:one} , also? adds {what:additions}", on=("character",))
def adds_when_aboard(card: Printed, what: list[Any], which: Filter) -> Claim | None:
    to = both(which, THIS_IS_ABOARD)
    return None if to is None else _added(what, to)


@rule(
    "sentence",
    "when|while piloting {which:one} , also? adds {what:additions} ,? and {rest:claims}",
    on=("character",),
)
def adds_when_piloting_and_more(
    card: Printed, what: list[Any], which: Filter, rest: Claim
) -> Claim | None:
    """What follows holds while it pilots that, too."""
    added = adds_when_piloting(card, what, which)
    if added is None or "besides" in rest:
        return None
    so = {"this is": {"is": "piloting", "aboard": which}}
    return {**added, "besides": [{**rest, "if": [so, *rest.get("if", ())]}]}


# -- battle destinies ----------------------------------------------------------------


IN_BATTLE = {"this is": {"in battle": "yes"}}
phrase(
    "claim",
    {"if": [IN_BATTLE], "gives": [{"battle destinies": "{n}", "at": "here", "whose": "yours"}]},
    "adds {n:number} battle destiny", "ajoute {n} {n:destinées} de bataille",
    "adds {n:number} battle destinies", "you draw {n:number} more battle destiny|destinies here",
    on=("character", "craft"),
)  # fmt: skip
phrase(
    "claim",
    {
        "if": [IN_BATTLE],
        "gives": [{"battle destinies otherwise": "{n}", "at": "here", "whose": "yours"}],
    },
    "draws {n:number} battle destiny if unable to otherwise",
    "tire {n} {n:destinées} de bataille si vous n'en pouvez tirer autrement",
    "may? draw|draws {n:number} battle destiny if not able to otherwise",
    "may? draw|draws {n:number} battle destiny if unable to otherwise", on=("character", "craft"),
)  # fmt: skip
phrase(
    "claim", {"gives": [{"most battle destinies": "{n}", "at": "here", "whose": "opponent's"}]},
    "opponent may not draw more than {n:number} battle destiny here",
    "l'adversaire ne peut pas tirer plus de {n} {n:destinées} de bataille ici", on=HAVE_A_PLACE,
)  # fmt: skip
phrase(
    "claim", {"gives": [{"most battle destinies": "{n}", "at": "here", "whose": "yours"}]},
    "you may not draw more than {n:number} battle destiny here",
    "vous ne pouvez pas tirer plus de {n} {n:destinées} de bataille ici", on=HAVE_A_PLACE,
)  # fmt: skip


@rule("claim", "you draw {by:number} more battle destiny|destinies here", on=("location",))
def more_battle_destiny_here(card: Printed, by: int) -> Claim:
    return gives({"battle destinies": by, "at": "here", "whose": "yours"})


@rule(
    "sentence", "if you initiate a battle here , add {by:number} battle destiny", on=("location",)
)
def initiating_adds_battle_destiny(card: Printed, by: int) -> Claim:
    return {"if": [{"battle by": "you"}], **more_battle_destiny_here(card, by)}


@rule("condition", "you initiated the battle")
def you_initiated(card: Printed) -> Conditions:
    return [{"battle by": "you"}]


# -- Force drains ----------------------------------------------------------------------


@rule(
    "claim",
    "adds {by:number} to (each of)? your force drains (here | at same location | at same site)",
    on=("character", "craft"),
)
def adds_to_drains_here(card: Printed, by: int) -> Claim:
    return gives({"drain": by, "at": "here", "whose": "yours"})


@rule(
    "sentence",
    "when|while|if at|on {where:place} , adds {by:number} to (each of)? your force drains (there | here)",
    "when|while|if at|on {where:place} , your force drains are {by:signed} (there | here)",
    on=("character", "craft"),
)
def drains_where_it_is(card: Printed, where: Filter, by: int) -> Claim:
    return {"if": [{"this is": {"at": where}}], **adds_to_drains_here(card, by)}


@rule(
    "claim",
    "for each of {who:set} , your total power is {by:signed} in battles at {where:place}",
    on=("location",),
)
def total_power_for_each(card: Printed, who: Filter, by: int, where: Filter) -> Claim | None:
    if who.get("at") != "here":
        return None
    return gives({"total power": by, "at": where, "whose": "yours", "for each": who})


# -- immunities ------------------------------------------------------------------------


@rule("sentence", "immune to {what:titles} ,? and attrition < {below:number}")
def immune_to_cards_and_attrition(card: Printed, what: list[str], below: int) -> Claim:
    return {"facts": {"immune to": what, "immune to attrition": below}}


@rule(
    "sentence", "immune to {what:titles} ,? and attrition", "immune to attrition and {what:titles}"
)
def immune_to_cards_and_all_attrition(card: Printed, what: list[str]) -> Claim:
    return {"facts": {"immune to": what, "immune to attrition": "all"}}


@rule(
    "sentence",
    r"immune to attrition < {below:number} \( < {then:number} while|when|if {what:conditions} \)",
    "immune to attrition < {below:number} , or < {then:number} while {what:conditions}",
    on=("character", "craft"),
)
def immune_to_more_at_times(card: Printed, below: int, then: int, what: Conditions) -> Claim | None:
    if then <= below:
        return None
    return {
        "facts": {"immune to attrition": below},
        "besides": [{"if": what, **gives({"immune to attrition": then, "to": "self"})}],
    }


# -- permanent pilots, moves -----------------------------------------------------------


@rule(
    "sentence",
    "permanent pilot (aboard)? provides ability of {ability:number} and adds {by:number} to power",
    "permanent pilots (aboard)? provide total ability of {ability:number} and add {by:number} to power",
    on=("craft",),
)
def permanent_pilots_with_power(card: Printed, ability: int, by: int) -> Claim:
    return {
        "facts": {"permanent pilots": ability},
        "besides": [gives({"power": by, "to": "self"})],
    }


@rule("claim", "({who:subject})? moves|move (for free | free)")
def moves_free(card: Printed, who: str | Filter = "self") -> Claim | None:
    if who == "self" and card.frame not in ("character", "craft"):
        return None
    return gives({"move cost": 0, "set": "yes", "to": who})


@rule(
    "claim",
    "opponent may not react to or from (here | same location | same site | this location)",
    on=HAVE_A_PLACE,
)
def opponent_may_not_react(card: Printed) -> Claim:
    return {"bars": [_react("opponent", "at"), _react("opponent", "from")]}


@rule("claim", "opponent may not react from here", on=HAVE_A_PLACE)
def opponent_may_not_react_from_here(card: Printed) -> Claim:
    return {"bars": [_react("opponent", "from")]}


@rule("claim", "you may not react from here", on=HAVE_A_PLACE)
def you_may_not_react_from_here(card: Printed) -> Claim:
    return {"bars": [_react("you", "from")]}


@rule("claim", "you may not react to here", on=HAVE_A_PLACE)
def you_may_not_react_to_here(card: Printed) -> Claim:
    return {"bars": [_react("you", "at")]}


@rule("claim", "opponent may not react (to)? here", on=HAVE_A_PLACE)
def opponent_may_not_react_here(card: Printed) -> Claim:
    return {"bars": [_react("opponent", "at")]}


@rule("claim", "you may not react to or from (here | same location | same site)", on=HAVE_A_PLACE)
def you_may_not_react(card: Printed) -> Claim:
    return {"bars": [_react("you", "at"), _react("you", "from")]}


def _react(by: str, where: str) -> dict[str, Any]:
    return {"react": "any", "by": by, where: "here"}


# -- further conditions ------------------------------------------------------------------


@rule("condition", "({who:self} is|are?)? not {what:state}")
def this_is_not_so(card: Printed, what: Filter, who: str = "self") -> Conditions | None:
    if card.frame not in HAVE_A_PLACE or card.frame == "location":
        return None
    return [{"not": {"this is": what}}]


@rule("condition", "{who:cards} (is|are)? not {where:addition}")
def somebody_is_not_there(card: Printed, who: list[Any], where: Filter) -> Conditions | None:
    each, together = who
    if together == "and" or any("at" in one for one in each) or "at" not in where:
        return None
    made = union([[both(one, where) for one in each], together])
    return None if made is None else [{"there is no": made}]


@rule("condition", "you have {who:there}")
def you_have_somebody_there(card: Printed, who: list[Any]) -> Conditions | None:
    return _has(who, "yours", "there is")


@rule("condition", "opponent has {who:there}")
def opponent_has_somebody_there(card: Printed, who: list[Any]) -> Conditions | None:
    return _has(who, "opponent's", "there is")


@rule("condition", "you have no {who:there}")
def you_have_nobody_there(card: Printed, who: list[Any]) -> Conditions | None:
    return _has(who, "yours", "there is no")


@rule("condition", "opponent has no {who:there}")
def opponent_has_nobody_there(card: Printed, who: list[Any]) -> Conditions | None:
    return _has(who, "opponent's", "there is no")


def _has(who: list[Any], whose: str, word: str) -> Conditions | None:
    each, together = who
    if together == "and" or not all("at" in one and "whose" not in one for one in each):
        return None
    made = union([[{**one, "whose": whose} for one in each], together])
    return None if made is None else [{word: made}]


@rule("state", "(in battle | in a battle) with {who:one}")
def in_battle_with(card: Printed, who: Filter) -> Filter | None:
    return None if "in battle" in who else {"in battle": "yes", "with": {**who, "in battle": "yes"}}


@rule("state", "present at {where:place}")
def present_at_a_place(card: Printed, where: Filter) -> Filter:
    return {"at": where, "present": "yes"}


@rule("while", "unless {what:conditions}")
def unless(card: Printed, what: Conditions) -> Conditions | None:
    if len(what) != 1 or "not" in what[0]:
        return None
    return [{"not": what[0]}]


@rule("condition", "you control at least {count:number} {where:places}")
def you_control_several(card: Printed, count: int, where: Filter) -> Conditions:
    return [{"you control": where, "count": count}]


@rule("condition", "you occupy at least {count:number} {where:places}")
def you_occupy_several(card: Printed, count: int, where: Filter) -> Conditions:
    return [{"you occupy": where, "count": count}]


@rule("condition", "opponent controls at least {count:number} {where:places}")
def opponent_controls_several(card: Printed, count: int, where: Filter) -> Conditions:
    return [{"opponent controls": where, "count": count}]


@rule("condition", "opponent occupies at least {count:number} {where:places}")
def opponent_occupies_several(card: Printed, count: int, where: Filter) -> Conditions:
    return [{"opponent occupies": where, "count": count}]


@scan("places")
def places(parse: Parse, at: int) -> Any:
    yield from parse.all("place kind", at)
