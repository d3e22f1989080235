"""Everything that a flow can come to, a module a topic, in the order in which they hear of an
event."""

from adjudicator.engine import (
    attacking,
    fighting,
    going,
    initiating,
    leaving,
    naming,
    people,
    piles,
    settling,
    stack,
)

TOPICS = (
    naming, piles, initiating, stack, settling, going, leaving, fighting, attacking, people,
)  # fmt: skip
