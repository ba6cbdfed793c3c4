"""The search that computer players share: worlds common to all arms, halving, a guard."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from rules.contract import Action, Decision, Prompt
from rules.opponents.search import PRIOR, Found, search, stages_of


class Push(Action, frozen=True, tag="push"):
    """An arm that is worth `points`."""

    points: float


class Noise:
    """A game of one action: its points and the world's noise, which is the same for all arms.

    A state is the action's points and the world's noise; `rivals` are what others get.
    """

    def __init__(self, *points: float, rivals: Sequence[float] = (), spread: float = 0) -> None:
        self.pushes = tuple(Push(each) for each in points)
        self.rivals = tuple(rivals)
        self.spread = spread
        self.played: list[tuple[float, float]] = []

    def arms(self, view: None, decision: Decision, rng: Random) -> Sequence[Action]:
        return self.pushes

    def imagine(self, view: None, rng: Random) -> tuple[float, float]:
        return (0.0, rng.uniform(-self.spread, self.spread))

    def kept(
        self, state: tuple[float, float], seat: int, action: Action
    ) -> tuple[float, float]:
        assert isinstance(action, Push)
        return (action.points, state[1])

    def until(self, state: tuple[float, float]) -> int:
        return 1

    def play_on(
        self, state: tuple[float, float], until: int, rng: Random
    ) -> tuple[float, float]:
        assert until == 1
        points, noise = state
        self.played.append((points, noise + rng.uniform(-self.spread, self.spread)))
        return (points, self.played[-1][1])

    def worth(self, state: tuple[float, float], seat: int) -> float:
        return self.rivals[seat - 1] if seat else sum(state)

    def found(self, rollouts: int = 40, seed: int = 1, *also: Action) -> Found:
        decision = Decision(0, Prompt(), self.pushes)
        seats = 1 + len(self.rivals)
        return search(
            self, None, decision, Random(seed), seats=seats, rollouts=rollouts, also=also
        )


def test_the_arm_of_most_points_is_chosen() -> None:
    assert Noise(1, 5, 3, 4).found().choice == Push(5)


def test_noise_that_all_arms_share_does_not_matter() -> None:
    """Worlds and chance are the same for all arms, so a small difference shows at once."""
    for seed in range(20):
        assert Noise(1, 1.5, spread=50).found(4, seed).choice == Push(1.5)


def test_the_first_arm_has_a_small_prior() -> None:
    assert Noise(1, 1 + PRIOR / 2).found().choice == Push(1)
    assert Noise(1, 1 + PRIOR * 2).found().choice == Push(1 + PRIOR * 2)


def test_the_worse_half_is_left_out_after_each_stage() -> None:
    game = Noise(*range(8))
    found = game.found(64)
    played = [arm.rollouts for arm in found.arms]
    assert played == [2, 2, 2, 2, 6, 6, 22, 22]
    assert sum(played) <= 64
    assert len(game.played) == sum(played)


@pytest.mark.parametrize(
    ("arms", "stages"), [(1, 1), (2, 2), (3, 3), (4, 3), (5, 4), (8, 4), (9, 5)]
)
def test_stages_grow_with_the_logarithm_of_the_arms(arms: int, stages: int) -> None:
    assert stages_of(arms) == stages


def test_every_arm_is_played_however_small_the_budget() -> None:
    assert all(arm.rollouts for arm in Noise(1, 2, 3).found(1).arms)


def test_one_arm_alone_is_taken_without_a_rollout() -> None:
    game = Noise(3)
    found = game.found()
    assert (found.choice, game.played) == (Push(3), [])
    assert [arm.rollouts for arm in found.arms] == [0]


def test_arms_tell_points_and_what_they_lead_by() -> None:
    """They lead half the best and half the mean of the others."""
    found = Noise(10, 20, rivals=(4, 8)).found()
    assert [(arm.points, arm.lead) for arm in found.arms] == [(10, 3), (20, 13)]


def test_an_arm_is_behind_the_choice_by_what_it_was_in_its_own_worlds() -> None:
    """The worlds of an arm that is left out early may be better than those that follow."""
    all_leads = []
    for seed in range(5):
        found = Noise(*range(8), spread=50).found(64, seed)
        assert found.choice == Push(7)
        assert [arm.behind for arm in found.arms] == pytest.approx([7, 6, 5, 4, 3, 2, 1, 0])
        all_leads.append([arm.lead for arm in found.arms])
    assert any(leads != sorted(leads) for leads in all_leads), "which the means do not show"


def test_another_action_can_be_weighed_besides() -> None:
    found = Noise(1, 2).found(40, 1, Push(9), Push(2))
    assert [arm.action for arm in found.arms] == [Push(1), Push(2), Push(9)]
    assert found.choice == Push(9)


def test_a_guard_stops_between_worlds() -> None:
    asked: list[int] = []

    def after(times: int) -> Found:
        game = Noise(1, 2, 3, 4)
        asked.clear()

        def guard() -> bool:
            asked.append(len(game.played))
            return len(asked) > times

        decision = Decision(0, Prompt(), game.pushes)
        return search(game, None, decision, Random(1), seats=1, rollouts=36, guard=guard)

    assert after(0).choice == Push(1)
    assert after(1).choice == Push(4)
    assert asked == [0, 4]


def test_the_same_generator_finds_the_same() -> None:
    game = Noise(1, 1.4, 1.2, spread=3)
    assert game.found(12, 7) == game.found(12, 7)
    assert game.found(12, 7) != game.found(12, 8)
