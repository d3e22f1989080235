"""The modules of rules in order of precedence: the stack, "just", whose turn it is,
then conditions, targets and costs, as initiation takes them."""

from adjudicator.rules import (
    backing_up,
    battle,
    conditions,
    control,
    costs,
    deploying,
    end_of_turn,
    force,
    just,
    moving,
    results,
    stacking,
    targets,
    turns,
)

MODULES = (
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
