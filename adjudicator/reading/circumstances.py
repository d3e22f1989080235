"""Further conditions: battles somewhere, the night, one thing or another, and where somebody is not."""

from __future__ import annotations

from typing import Any

from adjudicator.reading.parsing import rule
from adjudicator.reading.phrasebook import phrase
from adjudicator.reading.phrases import HAVE_A_PLACE, Filter, Printed, union
from adjudicator.reading.statements import Claim, Conditions, gives, said_of

_FIGHTERS = ("character", "craft")
IN_BATTLE: dict[str, Any] = {"this is": {"in battle": "yes"}}


@rule("condition", "({who:self} is?)? defending a battle at|on {where:place}", on=_FIGHTERS)
def defending_there(card: Printed, where: Filter, who: str = "self") -> Conditions:
    return [IN_BATTLE, {"battle by": "opponent"}, {"battle at": where}]


@rule("condition", "in battle at|on {where:place}", "in a battle at|on {where:place}", on=_FIGHTERS)
def battling_there(card: Printed, where: Filter) -> Conditions:
    return [IN_BATTLE, {"battle at": where}]


@rule("condition", "(participating)? in (a)? battle|battles you initiate|initiated", on=_FIGHTERS)
def in_own_battle(card: Printed) -> Conditions:
    return [IN_BATTLE, {"battle by": "you"}]


@rule("state", "under|during nighttime conditions")
def by_night(card: Printed) -> Filter | None:
    return {"at": {"is": "nighttime"}} if card.frame in HAVE_A_PLACE else None


@rule("state", "piloting", on=("character",))
def at_the_controls(card: Printed) -> Filter:
    return {"is": "piloting"}


@rule("sentence", "{what:changes} under|during nighttime conditions", on=_FIGHTERS)
def so_by_night(card: Printed, what: Claim) -> Claim | None:
    if "besides" in what:
        return None
    return {"if": [{"this is": {"at": {"is": "nighttime"}}}], **said_of(what, "self")}


@rule("condition", "either {one:condition} or {other:condition}")
@rule("condition", "{one:condition} or when|if|while {other:condition}")
def one_or_the_other(card: Printed, one: Conditions, other: Conditions) -> Conditions | None:
    if len(one) != 1 or len(other) != 1 or any("either" in c or "not" in c for c in (*one, *other)):
        return None
    return [{"either": [*one, *other]}]


# -- immunities on conditions ---------------------------------------------------------------


@rule("sentence", "immune to {what:titles} if|while|when {c:conditions}")
def immune_to_cards_if(card: Printed, what: list[str], c: Conditions) -> Claim | None:
    if card.frame == "interrupt":
        return None
    return {"if": c, **gives({"immune to": what, "to": "self"})}


phrase(
    "claim", {"gives": [{"immune to": "{what}", "to": "self"}]},
    "this card is immune to {what:titles}", "cette carte a l'immunité à {what:et à}",
    "{_:self} is immune to {what:titles}",
)  # fmt: skip


# -- plays -------------------------------------------------------------------------------------

for _by, _en, _fr in (("you", "you", "vous ne pouvez pas"), ("opponent", "opponent", "l'adversaire ne peut pas")):  # fmt: skip
    phrase(
        "claim", {"bars": [{"play": {"title": "{t}"}, "by": _by}]},
        f"{_en} may not play {{t:barred titles}}", f"{_fr} jouer {{t:ou}}",
        f"{_en} cannot play {{t:barred titles}}",
    )  # fmt: skip
phrase(
    "claim", {"bars": [{"target": "self", "with": {"title": "{t}"}}]},
    "this card may not be targeted by {t:barred titles}",
    "cette carte ne peut pas être visée par {t:ou}",
    "may not be targeted by {t:barred titles}", "{_:self} may not be targeted by {t:barred titles}",
    on=_FIGHTERS,
)  # fmt: skip


# -- moves ---------------------------------------------------------------------------------------

for _where, _en, _fr in (("at", "to", "vers ici"), ("from", "from", "d'ici")):
    phrase(
        "claim", {"bars": [{"move": "{who}", _where: "here"}]},
        f"{{who:set}} may not move {_en} here", f"{{who:set}} ne {{who:peut}} pas se déplacer {_fr}",
        f"{{who:set}} may not move {_en} (this site | this location | same site | same location)",
        f"{{who:set}} cannot move {_en} (here | this site | this location | same site)",
        on=HAVE_A_PLACE, fits=lambda card, who, **_: "at" not in who,
    )  # fmt: skip
for _clause, _en, _fr in (
    ("react/text-must-allow", "move", "se déplacer"),
    ("react/text-must-allow-deploying", "deploy", "se déployer"),
):
    phrase(
        "claim", {"lifts": [{"despite": _clause, "of": "{who}", "at": "here"}]},
        f"{{who:set}} may {_en} here as a react", f"{{who:set}} {{who:peut}} {_fr} ici en réaction",
        f"{{who:set}} may {_en} to (here | same site | same location | this site) as a react",
        f"{{who:set}} may {_en} as a react (to)? (here | same site | same location | this site)",
        on=HAVE_A_PLACE, fits=lambda card, who, **_: "at" not in who,
    )  # fmt: skip
    phrase(
        "claim", {"lifts": [{"despite": _clause, "of": "self", "at": "{w}"}]},
        f"may {_en} as a react to {{w:place}}", f"peut {_fr} en réaction vers {{w:place}}",
        on=_FIGHTERS,
    )  # fmt: skip


# -- Force ------------------------------------------------------------------------------------------


@rule(
    "claim",
    "your force generation (is|are)? {by:signed} (here | at same location | at same site)",
    on=HAVE_A_PLACE,
)
@rule(
    "claim",
    "your force generation (here | at same location | at same site) is {by:signed}",
    on=HAVE_A_PLACE,
)
@rule("claim", "force generation (is)? {by:signed} for you here", on=HAVE_A_PLACE)
def more_force_here(card: Printed, by: int) -> Claim:
    return gives({"activation": by, "whose": "yours"})


phrase(
    "claim", {"gives": [{"drain": "{n}", "at": {"type": "site", "adjacent to": "here"}, "whose": "{whose}"}]},
    "{whose} Force drains are {n:signed} at adjacent sites",
    "les drains de Force {whose:de qui} sont à {n:signed} sur les sites adjacents",
    on=HAVE_A_PLACE, fits=lambda card, whose, **_: whose != "any",
)  # fmt: skip
phrase(
    "claim", {"gives": [{"total power": "{n}", "at": "{w}", "whose": "{whose}"}]},
    "{whose} total power is {n:signed} in battles at {w:place}",
    "la puissance totale {whose:de qui} est à {n:signed} dans les batailles {w:at}",
    "{whose} total power is {n:signed} at {w:place}",
    fits=lambda card, whose, **_: whose != "any",
)  # fmt: skip
phrase(
    "claim", {"gives": [{"attrition": "{n}", "at": "here", "whose": "yours"}]},
    "attrition against you is {n:signed} here", "l'attrition contre vous est à {n:signed} ici",
    on=HAVE_A_PLACE,
)  # fmt: skip


@rule(
    "claim",
    "adds {by:number} to attrition against opponent (here | at same site | at same location | in battles at same site)",
    on=_FIGHTERS,
)
def more_attrition(card: Printed, by: int) -> Claim:
    return gives({"attrition": by, "at": "here", "whose": "opponent's"})


@rule("claim", "opponent's force drains are {by:signed} here", on=("placed",))
@rule("claim", "opponent's force drains here are {by:signed}", on=HAVE_A_PLACE)
def their_drains_here(card: Printed, by: int) -> Claim:
    return gives({"drain": by, "at": "here", "whose": "opponent's"})


@rule("claim", "your force drains (here are {by:signed} | are {by:signed} here)", on=("placed",))
def own_drains_here(card: Printed, by: int) -> Claim:
    return gives({"drain": by, "at": "here", "whose": "yours"})


@rule("claim", "subtracts {by:number} from {names:stats} of {who:set}", on=_FIGHTERS)
def takes_from_such(card: Printed, by: int, names: list[str], who: Filter) -> Claim | None:
    if "has aboard" in who or "at" not in who:
        return None
    return gives(*({name: -by, "to": who} for name in names))


@rule(
    "claim",
    "adds {by:number} to deploy cost of {who:set} (when deploying)? to (same location | same site | here)",
    on=_FIGHTERS,
)
def dearer_here(card: Printed, by: int, who: Filter) -> Claim | None:
    return gives({"deploy cost": by, "to": who, "at": "here"}) if "at" not in who else None


# -- locations -----------------------------------------------------------------------------------

_LOCATION = ("location",)


@rule("condition", "you control ,? with {who:cards} here?", on=_LOCATION)
def controlled_with(card: Printed, who: list[Any]) -> Conditions | None:
    return _with_own(who, "you control", "here")


@rule("condition", "you occupy ,? with {who:cards} here?", on=_LOCATION)
def occupied_with(card: Printed, who: list[Any]) -> Conditions | None:
    return _with_own(who, "you occupy", "here")


@rule("condition", "you control ,? with {who:cards} present", on=_LOCATION)
def controlled_with_one_present(card: Printed, who: list[Any]) -> Conditions | None:
    return _with_own(who, "you control", "present here")


@rule("condition", "you occupy ,? with {who:cards} present", on=_LOCATION)
def occupied_with_one_present(card: Printed, who: list[Any]) -> Conditions | None:
    return _with_own(who, "you occupy", "present here")


def _with_own(who: list[Any], held: str, where: str) -> Conditions | None:
    """With a card of one's own there."""
    each, joined = who
    if joined == "and" or any(set(one) & {"at", "not", "in battle"} for one in each):
        return None
    made = union([[{**one, "whose": "yours"} for one in each], joined])
    if made is None or any(one.get("whose", "yours") != "yours" for one in each):
        return None
    return [{held: "here"}, {"there is": {**made, "at": where}}]


for _by, _en, _fr in (
    ("yours", "you", "vous devez"),
    ("opponent's", "opponent", "l'adversaire doit"),
):
    phrase(
        "claim", {"gives": [{"ability required": "{n}", "whose": _by, "at": "here"}]},
        f"total ability of {{n:number}} or more required for {_en} to draw battle destiny here",
        f"{_fr} avoir ici une habileté totale d'au moins {{n}} pour tirer une destinée de bataille",
        f"total ability of {{n:number}} or more is required for {_en} to draw battle destiny here",
        on=HAVE_A_PLACE,
    )  # fmt: skip
phrase(
    "claim", {"gives": [{"may not be reduced": "forfeit", "to": "{who}"}]},
    "{who:set} may not have their forfeit value reduced", "la valeur de perte {who:de} ne peut pas être réduite",
    "{who:set} may not have their forfeit reduced",
    fits=lambda card, who, **_: card.frame != "location" or "at" in who,
)  # fmt: skip
phrase(
    "claim", {"bars": [{"deploy": "self", "at": "{w}"}]},
    "may not deploy to {w:place}", "ne peut pas se déployer {w:at}",
    "may not deploy at|on {w:place}", "may not be deployed to {w:place}", on=_FIGHTERS,
)  # fmt: skip
phrase(
    "claim", {"gives": [{"transit to": "{n}", "at": "here", "whose": "yours"}]},
    "your docking bay transit to here requires {n:signed} Force",
    "votre transit vers cette baie d'arrimage coûte {n:signed} {n:points} de Force",
    "your transit to here requires {n:signed} Force", on=_LOCATION,
)  # fmt: skip


@rule("sentence", "if {c:conditions} , {_:this itself} (is)? canceled", on=("effect", "placed"))
def if_so_canceled(card: Printed, c: Conditions, _: str = "") -> Claim:
    return {"role": "automatic", "when": "as soon as", "if": c, "result": [{"cancel": "self"}]}


@rule("sentence", "if {c:conditions} , {_:this itself} (is)? lost", on=("effect", "placed"))
def if_so_lost(card: Printed, c: Conditions, _: str = "") -> Claim:
    return {"role": "automatic", "when": "as soon as", "if": c, "result": [{"lose": "self"}]}


@rule("condition", "opponent controls (this location | this site | this system)", on=("placed",))
def they_control_it(card: Printed) -> Conditions:
    return [{"opponent controls": "here"}]


@rule("condition", "opponent occupies (this location | this site | this system)", on=("placed",))
def they_occupy_it(card: Printed) -> Conditions:
    return [{"opponent occupies": "here"}]


@rule("condition", "you control (this location | this site | this system)", on=("placed",))
def you_hold_it(card: Printed) -> Conditions:
    return [{"you control": "here"}]


@rule("condition", "you occupy (this location | this site | this system)", on=("placed",))
def you_are_on_it(card: Printed) -> Conditions:
    return [{"you occupy": "here"}]


# -- permanent pilots ------------------------------------------------------------------------------


@rule(
    "sentence", "permanent pilot is {who:one} , who provides ability of {n:number}", on=("craft",)
)
def permanent_persona(card: Printed, who: Filter, n: int) -> Claim | None:
    if set(who) != {"persona"} or not isinstance(who["persona"], str):
        return None
    return {"facts": {"permanents": [who["persona"]], "permanent pilots": n}}
