"""The short run of the fuzzers: the same examples each time, a few seconds."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.contract.games import tables
from tests.fuzz import running
from tests.fuzz.texts import BOUNDARIES


@tables
def test_any_legal_play_keeps_the_promises(title: str, seats: int) -> None:
    running.play(title, seats, settings(running.HOUSE, max_examples=25, stateful_step_count=40))


@pytest.mark.parametrize("boundary", BOUNDARIES)
def test_any_text_is_borne(boundary: str) -> None:
    examples = BOUNDARIES[boundary].examples
    running.give(boundary, settings(running.HOUSE, max_examples=examples))
