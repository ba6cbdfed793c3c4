"""How many interactions a turn takes: a heavy turn must stay light on a phone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.narrowing import first_step, parsed, step
from rules.lacrimosa.actions import (
    Commission,
    Document,
    EndTurn,
    LayExperience,
    LayStory,
    Perform,
    Travel,
    UseCard,
)
from rules.lacrimosa.state import Laying, Right, State, Turn
from rules.table import Action, Decision, Draw
from tests.lacrimosa.positions import ANA, LACRIMOSA, NINE, player, position

OPEN_THE_PANEL = 1
MOST = 8


def interactions(decision: Decision, action: Action) -> int:
    """How many buttons and selects lead to an action in the panel."""
    branches, count = first_step(decision), 0
    while True:
        branch = next(each for each in branches if action in each.actions)
        count += 1
        if branch.action == action:
            return count
        branches = step(decision.options, parsed(branch.spelled))


@pytest.mark.parametrize(
    ("rights", "kinds"),
    [
        (("commission", "travel"), (Commission, Travel)),
        (("travel", "commission"), (Travel, Commission)),
        (("perform_or_sell", "commission"), (Perform, Commission)),
        (("travel", "document"), (Travel, Document)),
    ],
)
def test_a_turn_with_two_actions_takes_at_most_eight_interactions(
    rights: tuple[str, ...], kinds: tuple[type[Action], ...]
) -> None:
    seats = [player(ducats=20, tracks=(8, 8, 8), opus=["opus-k16"]) for _ in range(4)]
    state = position(*seats, stack=(Laying(),))
    count = OPEN_THE_PANEL
    for action in (LayExperience(NINE[0]), LayStory(NINE[1]), UseCard()):
        count += interactions(_decision(state), action)
        state = LACRIMOSA.act(state, ANA, action)
    # Whatever the card shows, it shall be these two actions.
    state = replace(state, stack=(Turn(tuple(Right(name) for name in rights)),))
    for kind in kinds:
        decision = _decision(state)
        choice = next(each for each in decision.options if isinstance(each, kind))
        count += interactions(decision, choice)
        state = LACRIMOSA.act(state, ANA, choice)
        while not isinstance(LACRIMOSA.pending(state), tuple):  # a card comes into the row
            state = LACRIMOSA.drawn(state, _some(state))
        state = replace(state, stack=state.stack[:1])  # without what a tile grants
    count += interactions(_decision(state), EndTurn())
    assert count <= MOST


def _decision(state: State) -> Decision:
    pending = LACRIMOSA.pending(state)
    assert isinstance(pending, tuple)
    return pending[0]


def _some(state: State) -> tuple[str, ...]:
    draw = LACRIMOSA.pending(state)
    assert isinstance(draw, Draw)
    return tuple(draw.items[: draw.count])
