"""A few kills of each command that writes; `python tests/kills.py` does 200 of each."""

from __future__ import annotations

import os

import kills
import pytest

pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="a system without processes to fork"
)


@pytest.mark.parametrize("name", kills.CASES)
def test_what_is_killed_leaves_nothing_half_and_the_next_run_does_it_all(name: str) -> None:
    killed, faults = kills.kills(name, 6, seed=7)
    assert killed and not faults


@pytest.mark.parametrize("name", kills.PAIRS)
def test_two_at_once_lose_nothing(name: str) -> None:
    assert not kills.pairs(name, 2)
