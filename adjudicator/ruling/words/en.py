"""English names. A sentence says `{{ player }}`, `{{ player.s }}`, `{{ card }}`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.questions import QUESTIONS
from adjudicator.ruling.words import answered, passes_taken, runs
from adjudicator.ruling.words import heading as heading_in
from adjudicator.speech import say

SIDES = {"light": "Light", "dark": "Dark"}
PHASES = {
    "start of game": "start of the game",
    "start of turn": "start of the turn",
    "activate": "activate phase",
    "control": "control phase",
    "deploy": "deploy phase",
    "battle": "battle phase",
    "move": "move phase",
    "draw": "draw phase",
    "end of turn": "end of the turn",
}
SEGMENTS = {
    "weapons": "weapons segment",
    "power": "power segment",
    "damage": "damage segment",
    "end": "end of the battle",
}
STEPS = {"initiation": "initiation", "responses": "responses", "result": "result"}
ZONES = {
    "hand": "hand",
    "reserve": "Reserve Deck",
    "force": "Force Pile",
    "used": "Used Pile",
    "lost": "Lost Pile",
    "out of play": "out of play",
    "table": "on table",
    "stack": "on the stack",
    "stacked": "stacked on another card",
}
KINDS = {
    "play": "an Interrupt",
    "deploy": "a deployment",
    "replace": "a replacement of a character",
    "use": "the use of a card's text",
    "battle": "a battle",
    "attack": "an attack",
    "drain": "a Force drain",
    "move": "a move",
    "react": "a 'react'",
    "board": "an unlimited move",
    "activate": "an activation of Force",
    "lose Force": "a loss of Force",
    "draw": "a destiny draw",
    "break cover": "breaking a cover",
    "search": "a search",
    "transfer": "a prisoner transfer",
    "hand on": "a transfer of a weapon or device",
    "seize": "taking a captive",
    "draw a card": "a draw of a card",
    "choose": "a choice of what to lose",
    "insist": "a demand to recirculate",
    "fire": "a shot",
    "forfeit": "forfeiting a card",
    "pass": "a pass",
}


class Word(str):
    """A word with the forms a sentence may ask for."""

    __slots__ = ()

    @property
    def s(self) -> str:
        """The possessive: Light's, Boushh's."""
        return f"{self}'" if self.endswith("s") else f"{self}'s"

    @property
    def within(self) -> str:
        """In hand, in the Lost Pile, but out of play and on the stack."""
        if self == "hand":
            return f"in {self}"
        return f"in the {self}" if self.endswith(("Pile", "Deck")) else str(self)

    @property
    def alone(self) -> str:
        """Of "the deployment of Undercover" the card alone."""
        return self.removeprefix(_DOINGS["deploy"]).removeprefix(_DOINGS["use"])

    @property
    def the(self) -> str:
        return str(self)


def side(value: str) -> Word:
    return Word(SIDES[value])


def card(title: str) -> Word:
    return Word(title)


location = card


def cards(titles: list[str]) -> Word:
    return Word(listed(titles))


def listed(items: list[str], last: str = "and") -> str:
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def phase(value: str) -> Word:
    return Word(PHASES[value])


def segment(value: str | None) -> Word | None:
    return Word(SEGMENTS[value]) if value else None


def pile(value: str) -> Word:
    return Word(ZONES[value])


def kind(value: str) -> Word:
    return Word(KINDS[value])


_DOINGS = {
    "move": "the move of ",
    "react": "the 'react' of ",
    "board": "the getting in or out of ",
    "break cover": "breaking the cover of ",
    "search": "the search for ",
    "transfer": "the transfer of ",
    "hand on": "the transfer of ",
    "deploy": "the deployment of ",
    "replace": "the replacement by ",
    "use": "the action of ",
    "fire": "the shot with ",
    "forfeit": "the forfeit of ",
}


def is_swung(weapon: str) -> bool:
    """Nobody fires a lightsaber."""
    return "Lightsaber" in weapon


def action(value: Mapping[str, Any]) -> Word:
    """The card's title, or the battle, the Force drain, the move by its place."""
    if value["card"]:
        if value["kind"] == "fire" and is_swung(value["card"]):
            return Word(f"the blow with {value['card']}")
        return Word(f"{_DOINGS.get(value['kind'], '')}{value['card']}")
    place = f" at {value['place']}" if value["place"] else ""
    name = {
        "battle": "the battle",
        "attack": "the attack",
        "drain": "the Force drain",
        "activate": "the activation of 1 Force",
        "lose Force": "the loss of 1 Force",
        "draw": "the destiny draw",
        "draw a card": "the draw of a card",
    }.get(value["kind"], "the action")
    return Word(f"{name}{place}")


def text(value: Mapping[str, str]) -> Word:
    return Word(value.get("en", ""))


MEASURES = {
    "immune to attrition": "immunity to attrition",
    "when piloting": "addition when piloting",
    "power": "power",
    "ability": "ability",
    "forfeit": "forfeit value",
    "deploy": "deploy cost",
    "armor": "armor",
    "maneuver": "maneuver",
    "defense": "defense value",
    "landspeed": "landspeed",
    "hyperspeed": "hyperspeed",
    "ferocity": "ferocity",
    "politics": "politics",
    "destiny": "destiny",
    "parsec": "parsec number",
    "race destiny": "race destiny",
}


def target(value: str) -> Any:
    """The name that a text gives to what it targets."""
    return word(value)


def measure(value: str) -> Any:
    return word(MEASURES.get(value, value))


YES = {True: "yes", False: "no"}
SEATS: Mapping[str, str] = {}
STATUS = {
    "owner": "Owner",
    "controller": "In the hands of",
    "where": "Where",
    "present": "Present there",
    "aboard": "Aboard",
    "seat": "Place aboard",
    "enclosed": "Enclosed",
    "escort": "Escorted by",
    "stacked on": "Stacked on",
    "deployed on": "Deployed on",
    "face down": "Face down",
    "on table": "On table",
    "participating": "Participating in the battle",
    "excluded": "Excluded from the battle",
    "undercover": "Undercover",
    "missing": "Missing",
    "captive": "Captive",
    "escorting": "Escorting",
    "just lost": "Just lost",
    "unique": "Unique",
    "persona in use": "Persona also on table",
    "set apart": "Set apart in some respect",
    "occupies": "Occupied",
    "controls": "Controlled",
    "icons": "Force icons",
    "adjacent to": "Adjacent to",
    "battleground": "Battleground",
    "exterior": "Exterior site",
    "docking bay": "Docking bay",
    "drain": "Force drain",
    "battle cost": "Battle cost",
}


def state(value: str) -> str:
    """A line of a status that holds, with its side where it is one side's."""
    first, _, rest = value.partition(" ")
    if first in SIDES and rest in STATUS:
        return f"{STATUS[rest].lower()} by {SIDES[first]}"
    return STATUS[value].lower()


def word(value: Any) -> Word:
    return Word(value)


def need(value: tuple[str, Any]) -> Word:
    """What a text asks for and the table does not give."""
    what, of = value
    match what:
        case "phase":
            return Word(f"it is for the {PHASES[of]}")
        case "turn":
            return Word(f"it is for {SIDES[of]}'s turn")
        case "battle":
            return Word("it is for a battle, and there is none")
        case "no-battle":
            return Word("it is not for use during a battle")
        case "end-of-turn":
            return Word("it is for the end of a turn")
        case "start-of-turn":
            return Word("it is for the start of a turn")
        case "action":
            return Word("it answers an action, and there is none to answer")
        case "already-given-up":
            return Word(f"the {of} was already given up this turn")
        case "condition":
            return Word(_condition(of))
    return Word(str(of))


def _condition(of: Mapping[str, Any]) -> str:
    match of["verb"]:
        case "in battle together":
            return f"{listed(of['what'])} must be in the battle together"
        case "there is":
            if of["located"]:
                return f"{of['what']} is not where its text asks"
            return f"{of['what']} must be on table"
        case "there is no":
            if of["located"]:
                return f"{of['what']} is where its text does not allow"
            return f"{of['what']} must not be on table"
        case "opponent has at least":
            if of["what"].islower() and "," not in of["what"]:
                return (
                    f"the opponent must have at least {of['count']} {of['what']}s at one location"
                )
            return f"the opponent must have at least {of['count']} of these at one location: {of['what']}"
    return "its condition is not met"


# -- documents --------------------------------------------------------------------

VERDICTS = {
    "legal": "legal",
    "illegal": "illegal",
    "backed up": "backed up",
    "undetermined": "undetermined",
    "mixed": "mixed",
}
WINDOWS = {
    "response": "a response",
    "just": 'a "just" action',
    "segment": "an action in this segment",
    "phase": "an action of this phase",
    "part of a result": "this part of the result",
    "end of turn": "an end-of-turn action",
}
LABELS = {
    "void": "(does not count)",
    "ruling": "Ruling",
    "question": "Question",
    "steps": "Step by step",
    "stack": "Stack",
    "empty": "empty",
    "next": "Next",
    "colon": ":",
    "semicolon": ";",
    "besides": "Besides",
    "rule": "As a rule",
    "here": "But here",
    "text": "Its text",
    "taken_back": "Taken back",
    "asks": "The clause asks for",
    "or_else": "or",
    "needs": "It would take",
    "cited": "Cited",
    "outside": "not in the excerpts",
    "final": "The table at the end",
    "assumed": "Taken as given",
    "not_considered": "Not considered",
    "read": "Read from the printed texts",
    "not_read": "Not read",
    "as_read": "as its printed text is read",
    "as_stated": "as the scenario states it",
    "other_there": "its text is not modelled, and the card is close by.",
    "others_there": "their texts are not modelled, and these cards are close by.",
    "held": "Asked and found in order",
    "proof": "Proof",
    "in_vain": "Does not apply here",
    "other_text": "Its other text",
    "disputed": "disputed",
    "followed": "Followed here",
    "otherwise": "By the other reading",
    "ask": "Ask",
    "table": "Table",
    "piles": "Piles",
    "unstated": "not stated",
    "revealed": "Seen or done since, for the judge to weigh",
    "location": "Location",
    "at_stake": "The answer",
    "all": "all steps",
    "previous": "previous",
    "following": "next",
    "step": "Step",
    "side": "side of the table",
    "total": "Total",
    "nothing": "nothing",
    "none": "–",
}
DRAWN: Mapping[str, str] = {}
TIMES: Mapping[int, str] = {}
WAYS: Mapping[str, str] = {}


def points(number: int) -> str:
    return f"{number} Force"


def number_of_cards(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"


def heading(attempt: Mapping[str, Any]) -> str:
    """What was tried, in one line."""
    return heading_in("en", attempt)


def answer(value: Mapping[str, Any]) -> str:
    found = value["value"]
    match QUESTIONS[value["question"]].form:
        case "moment" | "future":
            return f"{SIDES[found[0]]}: {WINDOWS[found[1]]}." if found[0] in SIDES else "Nobody."
        case "type":
            return f"{TYPES.get(found, found)}."
        case "sides":
            return f"{listed([SIDES[s] for s in found])}." if found else "Nobody."
        case "duties" | "cards" | "phase" | "segment" | "place" as form:
            return answered("en", form, found)
        case "states":
            return f"{first(listed([state(s) for s in found]))}." if found else "Nothing to tell."
    if isinstance(found, bool):
        return "Yes." if found else "No."
    return "There is no such value." if found is None else f"{found}."


TYPES = {"epic event": "Epic Event", "objective": "Objective", "effect": "Effect"}


def next_line(value: Mapping[str, Any]) -> str:
    return f"{SIDES[value['player']]}, {WINDOWS[value['window']]}"


def rests_on(steps: Sequence[int]) -> str:
    """Of a proof: on which other attempts it rests."""
    named = listed(runs(steps))
    if len(steps) > 1:
        return f"Attempts {named} bear on it too."
    return f"Attempt {named} bears on it too."


def on_stack(value: Mapping[str, Any]) -> str:
    name = action(value)
    if value["segment"]:
        return f"{name} ({SEGMENTS[value['segment']]})"
    return f"{name} ({STEPS[value['step']]})"


def tell(event: Mapping[str, Any]) -> str | None:
    """What happened by itself or as a result, in a sentence."""
    who = SIDES.get(event.get("player") or "", "")
    match event["event"]:
        case "force used":
            return f"{who} uses {event['number']} Force, from the Force Pile to the Used Pile."
        case "force activated":
            return f"{who} activates 1 Force."
        case "force used in all":
            return f"{who} uses {event['number']} Force."
        case "force activated in all":
            return f"{who} activates {event['number']} Force."
        case "force lost in all":
            return f"{who} loses {event['number']} Force."
        case "force lost":
            card = event["card"] or "a card"
            return f"{who} loses 1 Force: {card}, from {_whose(event['pile'])}."
        case "destiny drawn":
            if event["purpose"] == "instead":
                return f"{who} uses {event['value']} as destiny instead of drawing."
            if event["value"] is None:
                return f"{who} draws destiny, but the Reserve Deck is empty: the draw fails, there is no number."
            card = f" ({event['card']})" if event["card"] else ""
            what = " for ferocity" if event["purpose"] == "ferocity" else ""
            return f"{who} draws destiny{what}: {event['value']}{card}. The card goes to the Used Pile."
        case "card placed":
            return _placed(event)
        case "result began":
            return f"{first(action(event['action']))} has its result."
        case "cancelled":
            return f"{first(action(event['by']))} cancels {action(event['action']).alone}."
        case "failed":
            name = first(action(event["action"]))
            if event["value"] is None:
                return f"{name} fails: no number was drawn."
            if event["than"] == "even":
                return f"{name} fails: {event['value']} is not an even number."
            return f"{name} fails: {event['value']} is not {event['than']} {event['needed']}."
        case "about to be lost":
            return f"{first(event['card'])} is about to be lost."
        case "no longer just":
            return 'What had just happened is no longer "just".'
        case "segment began":
            if event["segment"] == "end":
                return "The battle comes to its end."
            return f"The {SEGMENTS[event['segment']]} begins."
        case "battle ended":
            return "The battle is over."
        case "attack decided":
            totals = [_fought_with(side) for side in event["sums"]]
            fallen = listed(event["defeated"])
            verb = "is" if len(event["defeated"]) == 1 else "are"
            end = f"{fallen} {verb} defeated." if fallen else "Nobody is defeated."
            return f"The attack: {totals[0]}. Against it: {totals[1]}. {end}"
        case "attack by itself":
            if event["due"]:
                return f"{event['creature']} still has to attack this phase: its attack on {event['other']} begins by itself."
            return f"{event['creature']} and {event['other']} meet and fight by themselves."
        case "attack ended":
            return "The attack is over."
        case "phase began":
            if event["phase"] == "end of turn":
                return "The end of the turn begins."
            return f"The {PHASES[event['phase']]} begins."
        case "turn began":
            return f"{who}'s turn begins, with the activate phase."
        case "recirculated":
            return f"{who} recirculates: the Used Pile goes under the Reserve Deck."
        case "location laid":
            if event["over"]:
                return f"{event['card']} is laid over the other version of that location."
            return f"{event['card']} takes its place in the row."
        case "aimed":
            return f"{event['card']} targets {event['target']}."
        case "shuffled":
            return f"{who}'s {ZONES[event['pile']]} is shuffled."
        case "looked":
            whose = "own" if event["side"] == event["player"] else f"{SIDES[event['side']]}'s"
            return (
                f"{who} looks at {'the ' if whose == 'own' else ''}{whose} {ZONES[event['pile']]}."
            )
        case "search failed":
            return f"{who} searches in vain; the opponent may check it."
        case "pile moved":
            return f"{who}'s {ZONES[event['pile']]} goes onto the {ZONES[event['onto']]}."
        case "turned":
            return f"The Objective turns over: {event['card']}."
        case "appointed":
            return (
                f"Set up: an automatic action of {event['card']} at the end of {who}'s next turn."
            )
        case "made unique":
            return f"{event['card']} is now unique."
        case "barred":
            what = {"scomp link": "Scomp link"}.get(event["what"], event["what"])
            return f"The {what}s at {event['location']} cannot be used for the rest of the turn."
        case "scheduled":
            return f"Set up by {event['card']}: the loser's battle damage will be multiplied by {event['multiply']}."
        case "modifier applied":
            return f"By itself, {event['card']} turns the battle damage of {event['value']} into {event['into']}."
        case "crossed":
            return f"{event['card']} now lies on {who}'s side of the location."
        case "taken":
            return f"{who} takes control of {event['card']}."
        case "declined":
            return f"{who} declines {event['card']}."
        case "spared":
            return f"{event['card']} is out of reach of that loss by now."
        case "freed":
            return f"{event['card']} is set free."
        case "captured":
            return f"{event['card']} is captured."
        case "marked":
            verb = "is now" if event["on"] else "is no longer"
            where = " from the battle" if event["mark"] == "excluded" else ""
            return f"{event['card']} {verb} {event['mark']}{where}."
        case "number changed":
            return _changed(event)
        case "meanwhile":
            return f"What {event['card']} says holds {UNTIL[event['until']]}."
        case "changes lapsed":
            return f"What was to last until the {event['until']} lapses."
        case "destiny modified":
            return f"{who}'s destiny of {event['value']} becomes {event['into']}."
        case "destiny cancelled":
            return f"{who}'s battle destiny of {event['value']} is canceled."
        case "totals":
            line = f"Total power: Light {event['light']}, Dark {event['dark']}."
            attrition = "".join(
                f" Attrition against {SIDES[side]}: {event['attrition'][side]}."
                for side in SIDES
                if event["attrition"][side] is not None
            )
            if event["winner"] is None:
                return f"{line} Nobody wins the battle.{attrition}"
            loser = "dark" if event["winner"] == "light" else "light"
            return f"{line} {SIDES[event['winner']]} wins; {SIDES[loser]}'s battle damage is {event['damage']}.{attrition}"
        case "declared":
            return str(event["says"]["en"])
        case "game lost":
            return f"{who} has no Life Force left and loses the game."
        case "initiated":
            if event["automatic"]:
                name = action(event["action"]).alone
                return f"{first(name)}: its automatic action comes by itself."
            return f"{first(action(event['action']))}, for {SIDES[event['action']['player']]}, is an action of its own."
    return None


UNTIL = {
    "end of battle": "for the rest of the battle",
    "end of turn": "until the end of the turn",
    "end of game": "for the rest of the game",
    "it leaves table": "while it is on table",
}
NUMBERS = {
    **MEASURES,
    "total power": "total power",
    "battle destinies": "number of battle destinies",
    "attrition": "attrition",
    "immune to attrition": "immunity to attrition",
}


def _changed(event: Mapping[str, Any]) -> str:
    whose = Word(event["card"] or SIDES.get(event["side"] or "", "the player")).s
    name = NUMBERS.get(event["number"], event["number"])
    amount, until = event["amount"], UNTIL.get(event["until"], event["until"])
    if amount is None:
        return f"{whose} {name} is taken away {until}."
    if event["sets"]:
        return f"{whose} {name} is {amount} {until}."
    return f"{whose} {name} changes by {amount:+d} {until}."


def _whose(zone: str) -> str:
    return "hand" if zone == "hand" else f"the {ZONES[zone]}"


def first(text: str) -> str:
    return text[:1].upper() + text[1:]


def _placed(event: Mapping[str, Any]) -> str:
    card = event["card"] or "The card"
    owner = SIDES.get(event["owner"] or "", "")
    pile, at, why = event["pile"], event["at"], event["why"]
    if pile == "stacked":
        return f"{card} is stacked on {at}."
    if pile == "table":
        if why == "deployed":
            where = {"at": "at", "aboard": "aboard"}.get(event["how"], "on")
            return (
                f"{card} is deployed {where} {at}."
                if at
                else f"{card} is on table, on {owner}'s side."
            )
        if why == "took its place":
            where = "aboard" if event["how"] == "aboard" else "at"
            return f"{card} takes the place of the other version, {where} {at}."
        verb = {
            "relocated": "is relocated to",
            "moved": "moves to",
            "disembarked": "gets out at",
            "came out": "comes out and is at",
            "seized": "is now a captive of",
            "released": "stays, free, at",
            "imprisoned": "is imprisoned at",
            "left behind": "stays behind at",
            "stolen": "is stolen and now on",
            "embarked": "goes aboard",
            "took over": "is now at the controls of",
            "put face down": "lies face down at",
            "handed on": "passes to",
            "went over": "goes over to",
        }
        return f"{card} {verb.get(why, 'goes to')} {at}."
    if why == "replaced":
        return f"{card}, replaced, goes to {owner}'s {ZONES[pile]}."
    if pile == "out of play":
        return f"{card} is placed out of play."
    if why == "unpaid":
        return f"The price is not paid: {card} goes to {owner}'s {ZONES[pile]}."
    if why == "cancelled":
        return f"{card}, canceled, goes to {owner}'s {ZONES[pile]}."
    if why in ("drawn", "taken"):
        return f"{owner} takes {event['card'] or _cards(event)} into hand."
    if why == "inserted":
        return f"{card} is inserted in {SIDES[event['of']]}'s Reserve Deck."
    if why == "retrieved":
        return f"{owner} retrieves {event['card'] or _cards(event)} into the Used Pile."
    if why == "lost":
        return f"{card} is lost."
    if why == "forfeited":
        return f"{card} is forfeited and goes to {owner}'s {ZONES[pile]}."
    return f"{card} goes to {owner}'s {ZONES[pile]}."


def _cards(event: Mapping[str, Any]) -> str:
    """Cards that nobody saw."""
    number = event.get("number", 1)
    return "a card" if number == 1 else f"{number} cards"


def outcome(value: Mapping[str, Any]) -> str:
    """What became of a legal action."""
    step = value["step"]
    match value["what"]:
        case "had its result":
            return f"It has its result at step {step}."
        case "cancelled":
            return f"It is canceled at step {step} by {action(value['by'])}; what was paid for it stays paid."
        case "failed":
            return f"It has its result at step {step}, but fails."
        case "pending":
            return "It is still on the stack at the end."
        case "too soon":
            return "It counts as never initiated: nothing is paid, and it may be initiated when its turn comes."
        case "unpaid":
            return "Its price was not paid, so nothing else comes of it."
        case "backed up":
            back = " and what was paid for it is given back" if value["paid"] else ""
            return (
                f"At step {step} it is taken back: it was never initiated, its card returns{back}."
            )
    return ""


def to_ask(unknown: Mapping[str, Any]) -> tuple[str, str]:
    """Why a verdict cannot be given, and the one question to put to the players."""
    facts = unknown["facts"]
    who = SIDES.get(facts.get("player") or "", "the player")
    match unknown["question"]:
        case "destiny":
            return "It depends on the destiny drawn.", f"which destiny did {who} draw?"
        case "destiny-conflict":
            return (
                f"The file gives a destiny of {facts['stated']}, but the top card of the Reserve Deck has {facts['number']}.",
                "which card was drawn?",
            )
        case "phase":
            return "It depends on the phase.", "which phase is it?"
        case "turn":
            return "It depends on whose turn it is.", "whose turn is it?"
        case "force-icons":
            return (
                f"It depends on {who}'s Force icons at {facts['location']}.",
                f"how many Force icons does {who} have at {facts['location']}?",
            )
        case "number-of-card" if facts["number"] == "when piloting":
            return (
                f"It depends on what {facts['card']} adds as a pilot, which nobody has told.",
                f"how much does {facts['card']} add to the power of what it pilots?",
            )
        case "number-of-card":
            number = "deploy cost" if facts["number"] == "deploy" else facts["number"]
            return (
                f"It depends on a number of {facts['card']} that nobody has told.",
                f"what is the {number} of {facts['card']}?",
            )
        case "which-target":
            return (
                f"{facts['card']} needs a target, and several are possible.",
                f"which of these: {listed(facts['cards'], 'or')}?",
            )
        case "deploy-where":
            return (
                "It depends on where the card is deployed.",
                f"where does {who} deploy {facts['card']}?",
            )
        case "transfer-to-whom":
            return (
                f"It depends on the card that gets {facts['card']}.",
                f"to which card does {who} transfer {facts['card']}?",
            )
        case "captive-of-the-relocated":
            return (
                f"The moves on which a captive goes along with its escort are listed, and being taken elsewhere by a card is not among them: what becomes of {facts['captive']} as {facts['card']} is relocated is not said.",
                f"does {facts['captive']} go along, or is {facts['captive']} left behind and free? (`choosing: first` or `choosing: second`)",
            )
        case "replacement-unclear":
            return (
                f"Our sources do not say whether {facts['card']} may take the place of {facts['other']} as things stand here.",
                f"may {facts['other']} be replaced now, as you play?",
            )
        case "transfer-cost":
            return (
                f"It depends on what {facts['card']} costs on that bearer.",
                f"what would it cost to deploy {facts['card']} there?",
            )
        case "move-where":
            return "It depends on where the card goes.", f"where does {who} move {facts['card']}?"
        case "transit-cost":
            return (
                f"It depends on what docking bay transit costs at {facts['location']}.",
                f"what does {who}'s side of {facts['location']} say about transit?",
            )
        case "aboard-what":
            return "It depends on the craft.", f"aboard what does {facts['card']} go?"
        case "capacity":
            return (
                f"It depends on how many {facts['card']} holds.",
                f"which places does {facts['card']} have?",
            )
        case "who-may-bear-it":
            return (
                f"It depends on who may use {facts['card']}, which nobody has told.",
                f"on whom does {facts['card']} deploy by its text, and is {facts['bearer']} one of them?",
            )
        case "deploy-on-what":
            return (
                f"It depends on the card that gets {facts['card']}.",
                f"on which card does {who} deploy {facts['card']}?",
            )
        case "interior-or-exterior":
            return (
                f"It depends on whether {facts['location']} is an exterior site.",
                f"does {facts['location']} bear the exterior icon?",
            )
        case "layout":
            return (
                f"How the sites around {facts['card']} are laid out is shown in a diagram we do not have.",
                f"where does {facts['card']} belong?",
            )
        case "from-where":
            return (
                f"It depends on where {facts['card']} was.",
                f"at which location was {facts['card']}?",
            )
        case "aim":
            return (
                f"It depends on which card {facts['card']} targets.",
                f"which card does {facts['card']} target?",
            )
        case "whose-location":
            return (
                f"It depends on whose version of {facts['location']} lies on the table.",
                f"who deployed {facts['location']}?",
            )
        case "craft-site-cost":
            return (
                "What it costs to move between a craft and its own site is not settled here.",
                "what does that move cost?",
            )
        case "too-much-work":
            over = f", over the text of {facts['card']}" if facts["card"] else ""
            return (
                f"Finding it out takes more work than one file is allowed{over}; what was found on the way does not count.",
                "which attempts and which texts can be left out?",
            )
        case "card-text":
            return (
                f"The text of {facts['card']} is not modelled.",
                "what does that text do here? (state it under `cards:`)",
            )
        case "unread-price":
            return (
                f"The text of {listed(facts['cards'])} says something about prices that is not modelled.",
                f"what does {facts['card']} cost there?",
            )
        case "takes-or-declines":
            return (
                f"With its cover broken, {facts['card']} passes to {who}, who may decline.",
                f"does {who} take it or decline? (`choosing: take` or `choosing: decline`)",
            )
        case "outcome-of-capture":
            return (
                f"The Dark Side chooses what becomes of {facts['card']}.",
                "who seizes the captive, or is it `prison` or `escape`? (`choosing: …`)",
            )
        case "which-operative" | "which-version":
            return (
                f"{who} has to choose one of these to be lost: {listed(facts['cards'])}.",
                f"which one: {listed(facts['cards'], 'or')}? (`choosing: …`)",
            )
        case "which-missing":
            return (
                "One of several missing characters is found at random.",
                f"which one: {listed(facts['cards'], 'or')}? (`choosing: …`)",
            )
        case "which-way":
            return (
                f"{facts['card']} leaves two ways open.",
                f"which one does {who} choose? (write `choosing: first` or `choosing: second`)",
            )
        case "hand-size":
            return (
                f"It depends on whether {who} has cards in hand.",
                f"how many cards does {who} hold?",
            )
        case "which-x":
            return f"{facts['card']} leaves X to {who}.", f"which X does {who} choose?"
        case "which-card":
            return (
                f"It depends on a card from {who}'s {ZONES[facts['pile']]}.",
                "which card is it? (write it under `taking:`)",
            )
        case "top-card":
            return (
                f"{who}'s {ZONES[facts['pile']]} was shuffled.",
                "which card came up? (write it under `taking:`)",
            )
        case "pile-size":
            return f"It depends on how many cards {who} has left.", f"how large are {who}'s piles?"
        case "power-where":
            return (
                f"{facts['card']} reckons with the power at a location, and none is named.",
                "at which location?",
            )
        case "ferocity-destiny":
            return (
                f"Destiny is a part of {Word(facts['card']).s} ferocity, and it is drawn in an attack.",
                f"which destiny was drawn for {facts['card']}?",
            )
        case "which-creature":
            return (
                "Several creatures that could attack are there.",
                f"which one attacks: {listed(facts['cards'], 'or')}? (`with: …`)",
            )
        case "which-creatures":
            return (
                f"{listed(facts['cards'])} are together; chance says which two of them fight first.",
                "which two? (`choosing: […]`)",
            )
        case "which-prey":
            return (
                f"{facts['card']} still has to attack; its player chooses whose card, chance chooses which.",
                f"which one: {listed(facts['cards'], 'or')}? (`choosing: …`)",
            )
        case "excluded-pilot":
            return (
                f"{facts['card']} is excluded and at the controls of {facts['craft']}, which is not, and our sources do not say whether an excluded pilot still pilots.",
                f"does {facts['card']}, excluded, still pilot {facts['craft']}, as you play?",
            )
        case "own-creature":
            return (
                f"{facts['card']} is the player's own, and our sources do not say whether a player may attack a creature of his own.",
                f"may {facts['card']} be attacked by its own player, as you play?",
            )
        case "question-lacks":
            return "The question does not say what it is about.", f"which {facts['what']}?"
    return "A fact is missing.", "what happened exactly?"


def assumed(value: Mapping[str, Any]) -> str:
    facts = value["facts"]
    who = SIDES.get(facts.get("player") or "", "")
    match value["what"]:
        case "usual-name":
            return say("en", "names", "usual name", facts) or ""
        case "both-passed":
            return passes_taken("en", facts)
        case "in-hand":
            return f"{who}'s hand is not stated; {facts['card']} is taken to have been in it."
        case "controlled-by":
            return (
                f"{facts['card']} is a card of the other side; as it is written, {who} controls it."
            )
        case "completed":
            return f'"{facts["name"]}" is read as {facts["card"]}, the only card known whose title begins so.'
        case "first-to-act":
            return f"Whose opportunity it was at the beginning is not stated; it is taken to have been {who}'s."
        case "enough-force":
            return f"{who}'s Force Pile is not stated; it is taken to hold the {facts['number']} Force needed."
        case "loss-source":
            return f"Where {who} takes the lost Force from is not stated; it is taken from {_whose(facts['pile'])}."
        case "freed-escapes":
            return f"{who} could keep {facts['card']} at the site; nobody says so, so {facts['card']} escapes."
        case "chance-chose":
            return f"Of {listed(facts['cards'])} chance is taken to have chosen {facts['card']}."
        case "automatic-order":
            turn = f"{who}, whose turn it is, " if who else "The player whose turn it is "
            return (
                f"{listed(facts['cards'])} come at the same time. {turn}may choose another order."
            )
    return ""


def ground(value: str) -> str:
    return "nothing permits it" if value == "nothing permits it" else "a rule forbids it"


def attempt(number: int) -> str:
    """An attempt by its number, where two are the same in words."""
    return f"attempt {number}"


def verdict_of(numbers: list[str], verdict: str) -> str:
    """Of many attempts those with one verdict."""
    noun = "attempt" if len(numbers) == 1 else "attempts"
    return f"{noun} {listed(numbers)} {VERDICTS[verdict]}"


BOTH = Word("both players")
OFTEN = {2: "twice", 3: "three times"}


def force(number: int) -> str:
    """An amount of Force."""
    return f"{number} Force"


def backed_up_headline(attempt: Mapping[str, Any], taken_back: list[str], sentence: str) -> str:
    if not taken_back:
        return (
            f"{SIDES[attempt['player']]} is right: play goes back, and {attempt['what']} comes "
            f"first. {sentence}"
        )
    back = listed(taken_back)
    verb = "goes" if len(taken_back) == 1 else "go"
    return (
        f"{SIDES[attempt['player']]} is right: {back} {verb} back as if never announced, and "
        f"{attempt['what']} comes first. {sentence}"
    )


def within(text: str) -> str:
    """A sentence as it goes on after a colon."""
    return text


def cited(text: str) -> str:
    """A card's text, after a label."""
    return text


def stands_in_the_way(card: str, text: str) -> str:
    """A refusal by another card's text."""
    return f"The text of {card} stands in the way: {text}"


def quoted(text: str) -> str:
    return f"\u201c{text}\u201d"


def typography(sentence: str) -> str:
    return sentence


# -- drawn ------------------------------------------------------------------------

PLACES = {"site": "site", "sector": "sector", "system": "system"}
LYING = {"aboard": "aboard", "on": "on it", "escorted": "captive", "stacked": "stacked"}
PILE_NAMES = {**ZONES, "hand": "Hand", "out of play": "Out of play"}
LABELS |= {
    "changed": "changed",
    "beneath": "beneath the other version",
    "locations": "Locations in their row",
    "start": "The table at the beginning",
    "after": "The table after this step",
    "overview": "All steps with their verdicts",
    "stepper": "Step through",
    "step_of": "Step {n} of {of}",
    "all_shown": "{of} steps",
    "stack_order": "The stack, from the bottom to the top",
    "sealed": "sealed",
    "without": "Ruled as if this did not exist",
}


WITHIN = SIDES
ACTS = {verb: verb for verb in ("forbids", "permits", "decides", "adjusts", "brings")}


def pile_of(side_: str, zone: str) -> str:
    if zone == "out of play":
        return f"{SIDES[side_]}'s cards out of play"
    return f"{SIDES[side_]}'s {ZONES[zone]}"


def own_side(value: str) -> str:
    """Where a player's cards lie that are at no location."""
    return f"{SIDES[value]}'s side of the table"


def moment(turn: str | None, phase: str | None) -> str:
    """Whose turn it is and which phase, as far as that is known."""
    told = [f"{SIDES[turn]}'s turn"] if turn else []
    return ", ".join([*told, PHASES[phase]] if phase else told)


def icons(numbers: Mapping[str, int]) -> str:
    return "Force icons: " + ", ".join(f"{SIDES[s]} {number}" for s, number in numbers.items())


def whose_card(value: str) -> str:
    """Of a card that lies on the other player's half of the table."""
    return f"{side(value).s} card"


# -- a battle on one sheet -----------------------------------------------------------


def battle_title(place: str) -> str:
    return f"The battle at {place}"


def _who_fights(side: Mapping[str, Any]) -> str:
    return listed([f["card"] for f in side["fighters"]])


def _added(parts: list[tuple[int, str]], total: int) -> str:
    """The parts of a sum, each with its name, and the sum: 3 (Luke) + 4 (Han) = 7."""
    named = [f"{'-' if amount < 0 else '+'} {abs(amount)} ({name})" for amount, name in parts]
    return f"{' '.join(named).removeprefix('+ ')} = {total}" if named else str(total)


def _power(side: Mapping[str, Any]) -> str:
    counted = [t for t in side["terms"] if not t["void"] and t["amount"] is not None]
    parts = [(t["amount"], t["of"] or "battle destiny") for t in counted]
    return "" if side["total"] is None else _added(parts, side["total"])


def _fought_with(side: Mapping[str, Any]) -> str:
    """One side of an attack: ferocity, power, defense value, destiny, and what they come to."""
    parts = [
        (t["amount"], f"{MEASURES[t['as']]} of {t['of']}" if t["of"] else "attack destiny")
        for t in side["terms"]
        if not t["void"] and t["amount"] is not None
    ]
    added = _added(parts, side["total"])
    return added.partition(" = ")[0] if len(parts) == 1 else added


def _ability(side: Mapping[str, Any]) -> str:
    parts = [(f["ability"], f["card"]) for f in side["fighters"] if f["ability"]]
    return _added(parts, sum(amount for amount, _ in parts)) if side["fighters"] else ""


def _destinies(side: Mapping[str, Any]) -> str:
    drawn = []
    for destiny in side["destinies"]:
        if destiny["value"] is None:
            drawn.append("failed")
        else:
            drawn.append(f"{destiny['value']}{' (canceled)' if destiny['cancelled'] else ''}")
    return ", ".join(drawn)


def _given(side: Mapping[str, Any]) -> str:
    given = [f"{f['card']} ({f['value']}{', hit' if f['hit'] else ''})" for f in side["forfeited"]]
    if side["force lost"]:
        given.append(f"{side['force lost']} Force")
    return ", ".join(given)


BATTLE: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "fights": _who_fights,
    "ability towards battle destiny": _ability,
    "battle destinies": _destinies,
    "total power": _power,
    "attrition against": lambda side: "" if side["attrition"] is None else str(side["attrition"]),
    "battle damage": lambda side: str(side["damage"]) if side["damage"] else "",
    "given for it": _given,
}
