"""Advice and reviews: which options are better, and what decisions have cost."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules import opponents
from rules.contract import Action, Decision, Moved, Prompt, name
from rules.journal import Journal
from rules.opponents import ADVISERS, choose, review
from rules.opponents.advice import (
    ENOUGH,
    MOST,
    Advice,
    Adviser,
    Sample,
    Suggestion,
    compared,
    suggested,
)
from rules.opponents.review import Choice, Effort, choices, reviewing, run
from rules.opponents.search import Arm, Found, Limit, lead
from rules.opponents.told import Telling, Told
from rules.registry import GAMES
from tests.contract.games import played

SMALL = Effort(share=0.1, looked=2, sample=8, shown=2, batch=8, most=16, outlook=4, points=5)
games = pytest.mark.parametrize("title", sorted(ADVISERS))


# -- suggestions -------------------------------------------------------------------


class Step(Action, frozen=True, tag="step"):
    """An action of a made-up game."""

    number: int


def test_suggestions_are_the_best_arms() -> None:
    arms = (
        Arm(Step(0), 4, 9.0, 9.0, behind=6.0),
        Arm(Step(1), 16, 7.0, 7.0),
        Arm(Step(2), 16, 7.2, 7.2, behind=-0.2),
        Arm(Step(3), 8, 9.0, 9.0, behind=2.5),
        Arm(Step(4)),
    )
    found = suggested(Found(Step(1), arms))
    assert [each.action for each in found] == [Step(1), Step(2), Step(3)]
    assert [each.lead for each in found] == [7.0, 7.0, 4.5], "no figure above a better one"
    assert len(found) == MOST
    assert [each.lead for each in suggested(Found(Step(4), (Arm(Step(4)),)))] == [None]


# -- comparisons -------------------------------------------------------------------


class Scattered:
    """A game of one action, whose worth varies at random by action and world."""

    def __init__(self, *worths: float, spread: float) -> None:
        self.worths = worths
        self.spread = spread

    def arms(self, view: Any, decision: Decision, rng: Random) -> Sequence[Action]:
        return decision.options

    def imagine(self, view: Any, rng: Random) -> float:
        return 0.0

    def kept(self, state: float, seat: int, action: Action) -> tuple[float, int]:
        assert isinstance(action, Step)
        return self.worths[action.number], action.number

    def until(self, state: float) -> int:
        return 1

    def play_on(self, state: Any, until: int, rng: Random) -> float:
        worth, number = state
        return float(worth + Random(f"{rng.random()}/{number}").gauss(0, self.spread))

    def worth(self, state: float, seat: int) -> float:
        return state

    def told(self, state: float, seat: int) -> Told:
        return Told({"all": state})

    def about(self, decision: Decision, better: Action, than: Action) -> frozenset[str] | None:
        return None


class Seen(msgspec.Struct, frozen=True):
    """The view of that game, which shows only its seats."""

    seats: tuple[int, ...] = (0,)


def _decision(worths: Sequence[float]) -> Decision:
    return Decision(0, Prompt(), tuple(Step(n) for n in range(len(worths))))


def test_a_comparison_has_a_mean_and_an_error() -> None:
    worths = (3.0, 1.0)
    adviser = Adviser(lambda *_: Scattered(*worths, spread=0.0), rollouts=8)
    asked = (adviser, Seen(), _decision(worths), Random(1))
    found = compared(*asked, better=Step(0), than=Step(1), rollouts=5)
    assert (found.mean, found.error) == (2.0, 0.0)
    assert compared(*asked, better=Step(0), than=None, rollouts=5).mean == 3.0
    both = found.with_(Sample(5, 0.0, 0.0))
    assert (both.rollouts, both.mean) == (10, 1.0)
    assert Sample().error == Sample(1, 4.0, 16.0).error == float("inf")


def test_the_error_is_that_of_the_mean() -> None:
    worths = (0.0, 0.0)
    adviser = Adviser(lambda *_: Scattered(*worths, spread=3.0), rollouts=8)
    found = compared(
        *(adviser, Seen(), _decision(worths), Random(1)),
        better=Step(0),
        than=Step(1),
        rollouts=400,
    )
    assert found.error == pytest.approx(3.0 * 2**0.5 / 20, rel=0.1)


def test_a_lead_alone_is_the_points() -> None:
    assert lead([7.0], 0) == 7.0
    assert lead([7.0, 4.0, 2.0], 0) == 7.0 - (4.0 + 3.0) / 2


@pytest.mark.parametrize(("gain", "agreed"), [(4.0, (True, False)), (0.0, (True, True))])
def test_it_agrees_with_its_first_option_and_with_both_of_an_even_bid(
    gain: float, agreed: tuple[bool, bool]
) -> None:
    limit = Limit("jester", 300, 400, gain, error=1.0, worlds=48)
    suggestions = tuple(Suggestion(Step(n), 1.0) for n in range(3))
    found = Advice(suggestions, limit, worlds=48)
    assert tuple(found.agrees(Step(n)) for n in range(2)) == agreed
    assert not found.agrees(Step(2))
    assert not replace(found, limit=None).agrees(Step(1))


# -- reviews -----------------------------------------------------------------------


def _made_up(monkeypatch: pytest.MonkeyPatch, *worths: float, spread: float) -> None:
    telling = Telling(worlds=ENOUGH)
    adviser = Adviser(lambda *_: Scattered(*worths, spread=spread), 16, telling=telling)
    monkeypatch.setitem(opponents.ADVISERS, "made up", adviser)


def _choices(worths: Sequence[float], *taken: int) -> tuple[Choice, ...]:
    decision = _decision(worths)
    return tuple(
        Choice(number, Seen(), decision, Step(each)) for number, each in enumerate(taken, 1)
    )


def test_the_largest_of_many_noisy_losses_is_not_believed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All actions are worth the same, so no decision has cost anything, whatever it seems."""
    worths = (0.0,) * 4
    _made_up(monkeypatch, *worths, spread=6.0)
    effort = Effort(least=-99.0)
    found = _choices(worths, *(0,) * 20)
    losses = [
        each.loss
        for seed in range(5)
        for each in run(reviewing("made up", found, str(seed), effort)).costly
    ]
    assert len(losses) == 15
    assert abs(fmean(losses)) < 0.6, "the first run alone would say many points"
    kept = run(reviewing("made up", found, "1")).costly
    assert all(each.loss >= Effort().least for each in kept)


def test_the_decisions_that_cost_most_are_kept_with_their_errors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worths = (9.0, 6.0, 4.0, 0.0)
    _made_up(monkeypatch, *worths, spread=3.0)
    found = run(reviewing("made up", _choices(worths, 0, 3, 1, 2, 0, 0), "seed"))
    assert [each.number for each in found.costly] == [2, 4, 3]
    assert {each.better for each in found.costly} == {name(Step(0))}
    assert [each.chosen for each in found.costly] == [name(Step(n)) for n in (3, 2, 1)]
    for each, loss in zip(found.costly, (9.0, 5.0, 3.0), strict=True):
        assert each.loss == pytest.approx(loss, abs=2.0)
        assert 0 < each.error <= Effort().error
        assert each.why is not None
        assert each.why.than == each.chosen
        assert [line.what for line in each.why.lines] == ["all"]
    assert found.weighed == 6


def test_what_was_done_later_in_the_same_turn_has_cost_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worths = (9.0, 0.0)
    _made_up(monkeypatch, *worths, spread=1.0)
    (choice,) = _choices(worths, 1)
    later = replace(choice, later=(Step(0),))
    assert len(run(reviewing("made up", (choice,), "seed")).costly) == 1
    assert run(reviewing("made up", (later,), "seed")).costly == ()


def test_each_run_has_a_generator_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    worths = (9.0, 0.0)
    _made_up(monkeypatch, *worths, spread=9.0)
    seeds: list[tuple[str, str]] = []
    jobs, result = reviewing("made up", _choices(worths, 1), "seed"), None
    while True:
        try:
            job = jobs.send(result)
        except StopIteration:
            break
        (seed,) = (each for each in job.asked if isinstance(each, str) and "/" in each)
        seeds.append((job.run.__name__, seed))
        result = job.run(*job.asked)
    assert len(seeds) == len(set(seeds))
    runs = [seed.split("/")[1] for _, seed in seeds]
    assert runs == sorted(runs)
    assert set(runs) == {"1", "2", "3", "4", "5"}


@games
def test_a_game_is_reviewed_from_what_its_seat_saw(title: str) -> None:
    journal, seat = played(title, 3, "novice"), 1
    found = tuple(choices(journal, seat, lambda _: True))
    own = [
        n
        for n in journal.line
        if isinstance(entry := journal.entries[n - 1], Moved) and entry.seat == seat
    ]
    assert [each.number for each in found] == own
    for each in found:
        assert each.view == journal.at(each.number - 1).view(seat)
        assert each.action in each.decision.options + each.decision.asides
        assert each.last is not bool(each.later)
    some = [each for each in found if len(each.decision.options) > 1][:4]
    some += [each for each in found if each.last][-1:]
    first = run(reviewing(title, tuple(some), "seed", SMALL))
    assert run(reviewing(title, tuple(some), "seed", SMALL)) == first, "the same once more"
    numbers = {each.number for each in some}
    assert {number for number, _ in first.outlook} <= numbers
    assert 1 <= len(first.outlook) <= SMALL.points
    for costly in first.costly:
        decision = journal.at(costly.number - 1).decision(seat)
        assert decision is not None
        assert decision.find(costly.chosen) != decision.find(costly.better)
        assert decision.find(costly.better) is not None


def test_only_own_actions_that_still_count_are_weighed() -> None:
    game, rng = GAMES["florence"], Random(3)
    journal = Journal.start(game, game.options(3, {}), rng)
    back = None
    while journal.number < 60 or back is None:
        decision = journal.decisions[0]
        journal = journal.move(
            decision.seat,
            choose("florence", "novice", journal.view(decision.seat), decision, rng),
            rng,
        )
        if back is None and journal.undo_point(0) is not None:
            back = journal.number
            journal = journal.take_back(0)
    numbers = [each.number for each in choices(journal, 0, lambda _: True)]
    assert back not in numbers
    some = [each.number for each in choices(journal, 0, lambda n: n != numbers[0])]
    assert some == numbers[1:]
    assert review.EFFORT.error <= 0.7
