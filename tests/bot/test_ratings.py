"""Ratings: computed from results alone, whatever the order of seats and the cache."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from random import Random
from typing import Any, ParamSpec, TypeVar
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from openskill.models import PlackettLuce, PlackettLuceRating

from bot.background.workers import Limit
from bot.store.result_rows import ResultRow
from bot.tables.core import ratings as module
from bot.tables.core.ratings import START, Rated, Ratings, counts, rated
from tests.bot.services import Inline
from tests.bot.stored_results import holding, result

P = ParamSpec("P")
T = TypeVar("T")

ANN, BEN, CLEO, DAN = 1, 2, 3, 4
PEOPLE = (ANN, BEN, CLEO, DAN)


@st.composite
def histories(draw: st.DrawFn, least: int = 1) -> list[ResultRow]:
    """The games of a server, with ties, computer players, unknown people, and some left out."""
    sitters = st.sampled_from([*PEOPLE, "novice", "master", None])
    found = []
    for number in range(1, draw(st.integers(least, 8)) + 1):
        drawn = draw(st.lists(sitters, min_size=2, max_size=5))
        who = [
            each
            for i, each in enumerate(drawn)
            if each not in PEOPLE or each not in drawn[:i]  # a person sits once
        ]
        places = [(each, draw(st.integers(1, 3))) for each in who]
        title = draw(st.sampled_from(["florence", "lacrimosa"]))
        marked = draw(st.integers(0, 9)) == 0
        row = result(number, *places, title=title, taken_back=marked)
        if draw(st.integers(0, 4)) == 0:
            row = holding(row, 0, counted=draw(st.sampled_from(["last", "not"])))
        found.append(row)
    return found


def shuffled(row: ResultRow, rng: Random) -> ResultRow:
    """The same game with its seats shuffled."""
    order = rng.sample(range(len(row.seats)), len(row.seats))
    seats = tuple(replace(row.seats[old], seat=new) for new, old in enumerate(order))
    return replace(row, seats=seats)


def ratings(*results: ResultRow) -> dict[int, int]:
    return {each.user: each.rating for each in rated(results)}


@given(histories(), st.randoms(use_true_random=False))
@settings(max_examples=200, deadline=None)
def test_it_does_not_matter_who_sits_where(history: list[ResultRow], rng: Random) -> None:
    with patch.object(module, "SCALE", 10**15):  # down to the last digit
        assert rated(history) == rated([shuffled(each, rng) for each in history])


@pytest.mark.parametrize("seed", range(30))
def test_no_last_digit_depends_on_who_sits_where(seed: int) -> None:
    rng = Random(seed)
    history = [
        result(number, *((who, rng.randint(1, 4)) for who in rng.sample(PEOPLE, 4)))
        for number in range(1, 7)
    ]
    with patch.object(module, "SCALE", 10**15):
        assert rated(history) == rated([shuffled(each, rng) for each in history])


@given(histories())
@settings(max_examples=100, deadline=None)
def test_what_does_not_count_changes_nothing(history: list[ResultRow]) -> None:
    assert ratings(*history) == ratings(*filter(counts, history))


@given(histories(least=2), st.data())
@settings(max_examples=50, deadline=None)
def test_no_earlier_computation_is_seen_in_a_later_one(
    history: list[ResultRow], data: st.DataObject
) -> None:
    without = [*history]
    del without[data.draw(st.integers(0, len(history) - 1))]
    alone = rated(without)
    rated(history)
    assert rated(without) == alone


def test_who_wins_rises_and_who_loses_falls() -> None:
    found = ratings(result(1, (ANN, 1), (BEN, 2), (CLEO, 3)))
    assert found[ANN] > found[BEN] > found[CLEO]
    assert found[ANN] > START > found[CLEO]


def test_a_tie_is_a_tie() -> None:
    found = ratings(result(1, (ANN, 1), (BEN, 2), (CLEO, 2)))
    assert found[BEN] == found[CLEO] < found[ANN]
    shared = ratings(result(1, (ANN, 1), (BEN, 1), (CLEO, 3)))
    assert shared[ANN] == shared[BEN] > shared[CLEO]
    assert found[ANN] > shared[ANN], "to win alone is worth more"


def test_beating_the_strong_is_worth_more() -> None:
    before = [result(n, (BEN, 1), (CLEO, 2)) for n in range(1, 6)]
    over_strong = ratings(*before, result(6, (ANN, 1), (BEN, 2)))
    over_weak = ratings(*before, result(6, (ANN, 1), (CLEO, 2)))
    assert over_strong[ANN] > over_weak[ANN]


def test_only_games_of_two_people_or_more_count() -> None:
    alone = result(1, (ANN, 1), ("novice", 2), ("novice", 3))
    assert rated([alone]) == ()
    assert ratings(result(1, (ANN, 1), (BEN, 2), ("novice", 3))).keys() == {ANN, BEN}
    with_unknown = result(1, (ANN, 1), (None, 2))
    assert ratings(with_unknown).keys() == {ANN}, "a person all the same, listed nowhere"


@pytest.mark.parametrize("left_out", [{"taken_back": True}, {"ending": "agreed"}])
def test_marked_games_and_those_ended_by_all_are_left_out(left_out: dict[str, Any]) -> None:
    first = result(1, (ANN, 1), (BEN, 2))
    assert rated([first, result(2, (BEN, 1), (ANN, 2), **left_out)]) == rated([first])


def test_a_conceded_game_counts() -> None:
    conceded = result(1, (ANN, 1), (BEN, 2), ending="conceded")
    assert ratings(conceded) == ratings(result(1, (ANN, 1), (BEN, 2)))


def test_opponents_are_rated_by_level_and_listed_nowhere() -> None:
    strong = [result(n, ("master", 1), (ANN, 2), (BEN, 3)) for n in range(1, 6)]
    end = result(6, (CLEO, 1), ("master", 2), (DAN, 3))
    over_master = ratings(*strong, end)
    over_novice = ratings(*strong, holding(end, 1, level="novice"))
    assert over_master.keys() == {ANN, BEN, CLEO, DAN}
    assert over_master[CLEO] > over_novice[CLEO]
    of_other_game = ratings(*strong, replace(end, title="lacrimosa"))
    assert of_other_game[CLEO] == over_novice[CLEO], "the level is that of one game"


def test_two_opponents_of_a_level_get_the_mean_of_what_each_would_get() -> None:
    """As if four unconnected people had played."""
    model = PlackettLuce()
    first, ann, ben, last = (
        team[0] for team in model.rate([[model.rating()] for _ in range(4)], [1, 2, 3, 4])
    )
    found: dict[str, PlackettLuceRating] = defaultdict(model.rating)
    row = result(1, ("novice", 1), (ANN, 2), (BEN, 3), ("novice", 4))
    module._rate(found, row, defaultdict(lambda: 1.0))
    assert found.pop(f"person {ANN}") == ann
    assert found.pop(f"person {BEN}") == ben
    (level,) = found.values()
    assert level.mu == pytest.approx((first.mu + last.mu) / 2)
    assert level.sigma == pytest.approx((first.sigma + last.sigma) / 2)


def test_who_left_for_good_is_last_whatever_became_of_the_seat() -> None:
    row = result(1, (ANN, 1), (BEN, 2), (CLEO, 3))
    left = holding(row, 0, counted="last")
    assert ratings(left) == ratings(result(1, (BEN, 2), (CLEO, 3), (ANN, 4)))
    assert {each.user: each.wins for each in rated([left])}[ANN] == 0


def test_a_substitute_counts_where_the_result_says_so() -> None:
    row = holding(result(1, (ANN, 1), (BEN, 2), (CLEO, 3)), 0, counted="last")
    came = replace(row.seats[0], holder=1, user=DAN, counted="played")
    early = replace(row, seats=(*row.seats, came))
    assert ratings(early) == ratings(result(1, (DAN, 1), (BEN, 2), (CLEO, 3), (ANN, 4)))
    late = replace(row, seats=(*row.seats, replace(came, counted="not")))
    assert ratings(late) == ratings(row)


def test_the_others_keep_theirs_when_somebody_is_forgotten() -> None:
    """The account is cleared, but the seat remains a person's."""
    row = result(1, (ANN, 1), (BEN, 2), (CLEO, 3))
    forgotten = holding(row, 1, user=None, name="")
    assert ratings(forgotten) == {who: n for who, n in ratings(row).items() if who != BEN}


def test_the_course_has_a_step_for_each_counted_game() -> None:
    rows = (
        result(1, (ANN, 1), (BEN, 2)),
        result(2, (CLEO, 1), (BEN, 2)),
        result(3, (ANN, 1), ("novice", 2)),
        result(4, (ANN, 2), (CLEO, 1)),
    )
    found: dict[int, Rated] = {each.user: each for each in rated(rows)}
    assert [number for number, _ in found[ANN].course] == [1, 3]
    assert found[ANN].course[0][1] == ratings(rows[0])[ANN]
    assert found[ANN].course[-1][1] == found[ANN].rating
    assert (found[ANN].games, found[ANN].wins) == (2, 1)
    assert (found[CLEO].games, found[CLEO].wins) == (2, 2)


def test_the_name_is_the_latest() -> None:
    rows = [holding(result(n, (ANN, 1), (BEN, 2)), 0, name=f"Ann {n}") for n in (1, 2)]
    assert next(each.name for each in rated(rows) if each.user == ANN) == "Ann 2"


# -- the cache ---------------------------------------------------------------------


class Counting(Inline):
    """Counts the jobs."""

    jobs = 0

    async def run_within(
        self, limit: Limit, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        self.jobs += 1
        return await super().run_within(limit, call, *args, **kwargs)


async def test_the_cache_answers_as_a_computation_from_scratch_would() -> None:
    workers = Counting()
    service = Ratings(workers)
    rows = tuple(result(n, (ANN, 1 + n % 2), (BEN, 2 - n % 2)) for n in range(1, 8))
    corrected = (*rows[:3], holding(rows[3], 0, place=3), *rows[4:])
    marked = (replace(rows[0], taken_back=True), *rows[1:])
    forgotten = (holding(rows[0], 1, user=None), *rows[1:])
    for history in (rows, rows[:3] + rows[4:], corrected, marked, forgotten, rows[:-1], ()):
        before = workers.jobs
        assert await service.of(history) == rated(history)
        assert await service.of(history) == rated(history)
        assert workers.jobs == before + 1, "once for each history"
    assert await service.of(rows) == rated(rows)
    assert workers.jobs == 7
