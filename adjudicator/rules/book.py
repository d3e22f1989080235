"""The modules of rules in order of precedence: whose turn, the stack, "just",
then conditions, targets and costs, as initiation takes them."""

from adjudicator.rules import (  # noqa: F401, I001 - the order is the precedence
    stacking,
    just,
    turns,
    conditions,
    deploying,
    control,
    battle,
    moving,
    force,
    targets,
    costs,
    results,
    end_of_turn,
    backing_up,
)
