"""Actions – time to respond: who may make the opponent back up, and when not."""

from __future__ import annotations

from adjudicator.rules.registry import Facts, Intent, decides


@decides("actions-time-to-respond/had-the-time", "back up")
def he_had_the_time_and_passed(
    table: object, *, claim: Intent, passed_at: int | None, step: int
) -> tuple[bool, Facts] | None:
    """Whoever passed, or acted otherwise, had the chance and let it go."""
    if passed_at is None:
        return None
    return False, {"player": claim.player, "step": passed_at}


@decides("actions-time-to-respond/right-to-back-up", "back up")
def he_was_not_given_the_time(
    table: object, *, claim: Intent, passed_at: int | None, step: int
) -> tuple[bool, Facts] | None:
    return True, {
        "player": claim.player,
        "card": claim.card,
        "kind": claim.kind,
        "location": claim.place,
        "step": step,
    }
