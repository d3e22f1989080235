"""The game's own words: sides, phases, segments, steps, zones, kinds of action."""

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import Any, NewType

CardId = NewType("CardId", str)
ActionId = NewType("ActionId", int)

EMPTY: Mapping[Any, Any] = MappingProxyType({})
FLOOR = ActionId(0)  # the level beneath the whole stack


class Side(StrEnum):
    LIGHT = "light"
    DARK = "dark"

    @property
    def opponent(self) -> "Side":
        return Side.DARK if self is Side.LIGHT else Side.LIGHT


class Phase(StrEnum):
    SETUP = "start of game"
    START = "start of turn"  # passed over when no card has a text for it
    ACTIVATE = "activate"
    CONTROL = "control"
    DEPLOY = "deploy"
    BATTLE = "battle"
    MOVE = "move"
    DRAW = "draw"
    END = "end of turn"

    @property
    def following(self) -> "Phase | None":
        """The next phase of the same turn; None after the end of the turn."""
        order = list(Phase)
        place = order.index(self) + 1
        return order[place] if place < len(order) else None


class Segment(StrEnum):
    WEAPONS = "weapons"
    POWER = "power"
    DAMAGE = "damage"
    END = "end"  # damage is over, the battle not quite

    @property
    def following(self) -> "Segment | None":
        order = list(Segment)
        place = order.index(self) + 1
        return order[place] if place < len(order) else None


class Step(StrEnum):
    """The three steps of an action."""

    INITIATION = "initiation"
    RESPONSES = "responses"
    RESULT = "result"


class Zone(StrEnum):
    """Where a card is. The first six are piles in a wide sense; a card is in one zone only."""

    HAND = "hand"
    RESERVE = "reserve"
    FORCE = "force"
    USED = "used"
    LOST = "lost"
    OUT = "out of play"
    TABLE = "table"
    STACK = "stack"  # being played: lying on the stack of actions
    STACKED = "stacked"  # lying on another card, not on table


PILES = (Zone.HAND, Zone.RESERVE, Zone.FORCE, Zone.USED, Zone.LOST, Zone.OUT)
LIFE_FORCE = (Zone.RESERVE, Zone.FORCE, Zone.USED)


class How(StrEnum):
    """How a card on table lies there."""

    ROW = "row"  # it is a location
    AT = "at"  # at a location
    ABOARD = "aboard"  # in a seat of a vehicle or starship
    ON = "on"  # deployed on another card
    SIDE = "side"  # on its player's side of the table
    ESCORTED = "escorted"  # a captive with its escort
    STACKED = "stacked"


class Mark(StrEnum):
    """What takes a card out of the ordinary flow, for a reason."""

    UNDERCOVER = "undercover"
    CAPTIVE = "captive"
    MISSING = "missing"
    FACE_DOWN = "face down"
    EXCLUDED = "excluded"
    HIT = "hit"
    TEXT_CANCELED = "text canceled"  # its game text does nothing
    IMPRISONED = "imprisoned"  # a captive in a prison, with no escort
    FLIPPED = "flipped"  # an Objective turned to its other side
    FACE_UP = "face up"  # in a pile that lies face down
    HIDDEN = "hidden"  # in a pile: nobody may see what it is
    UPSIDE_DOWN = "upside down"


class Purpose(StrEnum):
    """What a card may count for. A card set apart for one purpose may count for another."""

    PRESENCE = "presence"  # lends its ability for occupying and controlling
    CONTROL = "control"  # may be the one who makes its player control the location
    HERE = "being present"  # is physically there, in the open
    BATTLE = "battle"  # participates
    IN_BATTLE = "being in battle"  # is meant where a text speaks of a card in battle
    POWER = "power"  # adds its own power in battle
    DESTINY = "battle destiny"  # its ability counts towards drawing battle destiny
    FIRING = "firing"  # may use its weapons
    WEAPONS = "weapons"  # may be targeted by weapons
    TARGET = "target"  # may be targeted by texts that do not say otherwise
    FORFEIT = "forfeit"
    ALONE = "alone"  # keeps another from being alone
    WITH = "with"  # is "with" others for conditions
    TABLE = "table"  # is on table
    TEXT = "text"  # its game text works
    MOVING = "moving"
    ABILITY = "highest ability"  # may be the character with the highest ability
    DRAIN = "drain"
    COVER = "cover"  # under cover, hinders drains and opens a location for deploying
    CREATURES = "creatures"  # may attack creatures
    PREY = "prey"  # may be attacked by creatures


class Kind(StrEnum):
    """The kinds of action that can lie on the stack."""

    PLAY = "play"
    DEPLOY = "deploy"
    REPLACE = "replace"  # a character on table by another version of it
    USE = "use"
    BATTLE = "battle"
    ATTACK = "attack"  # by or on a creature
    DRAIN = "drain"
    MOVE = "move"
    REACT = "react"
    ACTIVATE = "activate"
    LOSS = "lose Force"
    DRAW = "draw"
    DRAW_CARD = "draw a card"
    CHOOSE = "choose"  # what to lose: a part of losing, nobody's opportunity is used
    INSIST = "insist"
    FIRE = "fire"
    FORFEIT = "forfeit"
    BREAK_COVER = "break cover"
    SEARCH = "search"  # a search party for the missing
    TRANSFER = "transfer"  # of a captive: to another escort, into a prison or out of it
    HAND_ON = "hand on"  # of a weapon or device: to another bearer
    SEIZE = "seize"  # an escort takes a captive: part of a capture, never an action
    BOARD = "board"  # embarking, disembarking, changing places
    DUEL = "duel"  # begun by a text, and part of its result
    PASS = "pass"


class Way(StrEnum):
    """How a card goes from one place to another."""

    LANDSPEED = "landspeed"
    DOCKING_BAY = "docking bay"
    HYPERSPEED = "hyperspeed"
    SECTOR = "sector"
    LANDING = "landing"
    TAKING_OFF = "taking off"
    SHUTTLE = "shuttle"
    TEXT = "location text"
    DOCKED = "docked"  # between two starships that dock with each other
    CRAFT_SITE = "craft site"  # between a vehicle or starship and its own sites


class Boarding(StrEnum):
    """How a card moves with respect to a vehicle or starship it is at."""

    IN = "in"
    OUT = "out"
    ABOUT = "about"  # from one place aboard to another


class Verdict(StrEnum):
    LEGAL = "legal"
    ILLEGAL = "illegal"
    BACKED_UP = "backed up"
    UNDETERMINED = "undetermined"


class Stands(IntEnum):
    """How long a reason stands in the way of an attempt; what lasts is told first."""

    LASTING = 0
    UNTIL_RESULT = 1  # of what lies above on the stack
    UNTIL_DONE = 2  # only the order is at fault: something else comes first, then it may be made
    UNTIL_TURN = 3  # likewise: the other player may act first


class Window(StrEnum):
    """What the next opportunity is for."""

    RESPONSE = "response"
    JUST = "just"
    PART = "part of a result"
    SEGMENT = "segment"
    PHASE = "phase"
    END = "end of turn"
