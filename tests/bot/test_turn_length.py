"""How many interactions a turn takes: a heavy turn must stay light on a phone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bot.screens.narrowing import first_step, parsed, step
from bot.screens.panel_step import offered
from render.presentations import PRESENTATIONS
from rules.contract import Action, Decision, Draw
from rules.florence.actions import Build, Exchange, Work
from rules.journal import AnyJournal
from rules.lacrimosa.actions import (
    Commission,
    Compose,
    Document,
    EndTurn,
    LayExperience,
    LayStory,
    Perform,
    PlaceNeutral,
    Sell,
    Travel,
    UseCard,
)
from rules.lacrimosa.state import Laying, Right, State, Turn
from tests.lacrimosa.positions import ANA, LACRIMOSA, NINE, player, position
from tests.render import florence_samples, lacrimosa_samples

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
    # Whatever the card shows, it is given these actions.
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


LAY_BOTH_AND_USE = 3


def positions(game: str) -> Iterator[AnyJournal]:
    for seed in (1, 2):
        if game == "florence":
            yield from florence_samples.positions(4, seed)
        else:
            yield from lacrimosa_samples.played(4, seed)


def longest(game: str) -> dict[type[Action], int]:
    """The most interactions that any action of a kind took."""
    worst: Counter[type[Action]] = Counter()
    for journal in positions(game):
        for asked in journal.decisions:
            decision = offered(asked, PRESENTATIONS[game], journal.view(asked.seat))
            for action in decision.options[:: max(1, len(decision.options) // 40)]:
                count = interactions(decision, action)
                worst[type(action)] = max(worst[type(action)], count)
    return worst


def test_an_action_of_lacrimosa_takes_at_most_five_interactions() -> None:
    """Card, story, use, what: a movement of the Requiem and the rest are two choices."""
    worst = longest("lacrimosa")
    assert worst[LayExperience] == worst[LayStory] == worst[UseCard] == 1
    for kind in (Document, Commission, Perform, Sell, Travel, Compose):
        assert LAY_BOTH_AND_USE + worst[kind] <= 5, kind
    assert worst[PlaceNeutral] == 1


def test_building_and_a_work_of_florence_take_at_most_six_interactions() -> None:
    worst = longest("florence")
    assert worst[Build] + worst[Work] + worst[Exchange] <= 6


@pytest.mark.parametrize("game", ["florence", "lacrimosa"])
def test_no_step_has_only_one_choice(game: str) -> None:
    for journal in positions(game):
        for decision in journal.decisions:
            open_ = list(first_step(decision))
            assert len(open_) > 1 or len(decision.options) == 1
            while open_:
                branch = open_.pop()
                if branch.action is None:
                    further = step(decision.options, parsed(branch.spelled))
                    assert len(further) > 1, branch
                    open_ += further


def _decision(state: State) -> Decision:
    pending = LACRIMOSA.pending(state)
    assert isinstance(pending, tuple)
    return pending[0]


def _some(state: State) -> tuple[str, ...]:
    draw = LACRIMOSA.pending(state)
    assert isinstance(draw, Draw)
    return tuple(draw.items[: draw.count])
