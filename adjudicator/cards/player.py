"""A player, as the text of a card speaks of him."""

from enum import StrEnum

from adjudicator.game import Side


class Player(StrEnum):
    """A player as a text calls him, seen from the text's own player."""

    YOU = "you"
    OPPONENT = "opponent"
    EACH = "each"
    ANY = "any"

    def side(self, you: Side) -> Side:
        return you.opponent if self is Player.OPPONENT else you

    def sides(self, you: Side) -> tuple[Side, ...]:
        """One player, or both, the text's own first."""
        both = (you, you.opponent)
        return both if self in (Player.EACH, Player.ANY) else (self.side(you),)
