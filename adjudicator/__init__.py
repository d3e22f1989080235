"""A ruling adjudicator for judges of the Star Wars Customizable Card Game.

For other programs there are `Scenario` and `rule`, and what they give: see `adjudicator manual python`."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.api import Fix, Problem, Ruling, Scenario, Step, rule

__version__ = "0.1.0"
__all__ = ["Fix", "Problem", "Ruling", "Scenario", "Step", "__version__", "rule"]


def __getattr__(name: str) -> object:
    """The judge is fetched when somebody asks for it: who only wants the version waits for nothing."""
    if name in __all__:
        from adjudicator import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
