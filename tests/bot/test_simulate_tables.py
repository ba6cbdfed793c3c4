"""`maecenas simulate --report`: intervals, and each table with its target."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from bot.__main__ import main
from bot.host.simulate.games import Playthrough
from bot.host.simulate.intervals import deviations, of_mean, of_share
from bot.host.simulate.report import spelled_tables
from bot.host.simulate.tables import Share, tables
from rules.analysis import Component, RivalTarget, Targets
from rules.contract import Line, Over

CARD, TILE = Component("memory", "card"), Component("tile", "tile")


def ended(
    winner: int | None,
    points: Sequence[int] = (10, 10, 10, 10),
    *,
    players: Sequence[str] = ("a",) * 4,
    first: int = 0,
    kinds: dict[str, int] | None = None,
    owned: Sequence[Sequence[Component]] = (),
    setup: dict[str, str] | None = None,
) -> Playthrough:
    """A game that `winner` has won; its points come from one line of the score."""
    lines = tuple((Line("works", score),) for score in points)
    return Playthrough(
        tuple(players),
        {},
        over=Over(lines, winners=() if winner is None else (winner,)),
        first=first,
        kinds=kinds or {},
        owned=tuple(map(tuple, owned)),
        setup=setup or {},
    )


# ---------------------------------------------------------------- intervals


@pytest.mark.parametrize(
    ("won", "among", "low", "high"),
    [
        (10, 20, 0.2993, 0.7007),  # figures from the tables for Wilson's interval
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (24, 24, 0.8620, 1.0),
        (79, 100, 0.7002, 0.8583),
        (0, 0, 0.0, 1.0),
    ],
)
def test_a_share_has_the_interval_of_wilson(
    won: float, among: int, low: float, high: float
) -> None:
    interval = of_share(won, among)
    assert interval.low == pytest.approx(low, abs=1e-4)
    assert interval.high == pytest.approx(high, abs=1e-4)


def test_the_interval_of_a_share_holds_the_true_share_in_95_of_100_cases() -> None:
    rng = Random(1)
    held = 0
    for _ in range(2_000):
        interval = of_share(sum(rng.random() < 0.3 for _ in range(60)), 60)
        held += interval.low <= 0.3 <= interval.high
    assert 0.93 < held / 2_000 < 0.97


def test_of_many_cards_few_stand_out_by_chance() -> None:
    """Corrected, all of 100 intervals hold together about 95 times in 100."""
    assert deviations(1) == pytest.approx(1.960, abs=1e-3)
    assert deviations(100) == pytest.approx(3.481, abs=1e-3)
    alone, among = of_share(30, 100), of_share(30, 100, 100)
    assert among.low < alone.low < 0.3 < alone.high < among.high


def test_a_mean_has_the_normal_interval() -> None:
    interval = of_mean([1.0, 2.0, 3.0, 4.0])  # the deviation is 1.291, its error 0.645
    assert interval.low == pytest.approx(2.5 - 1.265, abs=1e-3)
    assert interval.high == pytest.approx(2.5 + 1.265, abs=1e-3)
    assert of_mean([7.0]) == of_mean([7.0, 7.0])
    assert of_mean([]).low == 0.0


# ---------------------------------------------------------------- seats


def verdicts(*shares: Share) -> list[str | None]:
    return [share.verdict for share in shares]


def test_seats_count_from_the_first_player_of_round_1() -> None:
    """Seat 2 begins and wins each game: the first place gets all, the others nothing."""
    found = tables([ended(2, first=2)] * 200, 4, Targets(seat=3)).seats
    assert [row.wins.share for row in found] == [1.0, 0.0, 0.0, 0.0]
    assert verdicts(*(row.wins for row in found)) == ["fails"] * 4
    assert found[0].wins.par == 0.25


@pytest.mark.parametrize(
    ("won", "verdict"),
    [
        (2_500, "holds"),  # the interval is 0.9 points either way
        (2_850, "open"),
        (2_900, "fails"),
        (2_100, "fails"),
    ],
)
def test_a_seat_fails_wholly_outside_3_points_of_its_share(won: int, verdict: str) -> None:
    games = [ended(0)] * won + [ended(1)] * (10_000 - won)
    first = tables(games, 4, Targets(seat=3)).seats[0]
    assert first.wins.share == won / 10_000
    assert first.wins.verdict == verdict


def test_without_a_target_there_is_no_verdict() -> None:
    found = tables(
        [ended(0, kinds={"walk": 1}, owned=((CARD,), (), (), ()))] * 50, 4, Targets()
    )
    assert found.failed == ()
    assert found.winners.verdict is None
    shares = (*(r.wins for r in found.seats), *(r.wins for r in found.owners))
    assert verdicts(*shares, *(r.taken for r in found.kinds)) == [None] * 6
    assert "FAILS" not in spelled_tables(found)


# ---------------------------------------------------------------- scores and actions


@pytest.mark.parametrize(("points", "verdict"), [(95, "holds"), (94, "fails"), (116, "fails")])
def test_winners_have_a_mean_to_reach(points: int, verdict: str) -> None:
    found = tables([ended(0, (points, 1, 1, 1))] * 9, 4, Targets(winners=(95, 115)))
    assert (found.winners.mean, found.winners.verdict) == (points, verdict)
    assert ("mean of the winners" in found.failed) is (verdict == "fails")


@pytest.mark.parametrize(("points", "verdict"), [(15, "holds"), (16, "fails"), (4, "fails")])
def test_winners_and_others_are_compared_by_line(points: int, verdict: str) -> None:
    games = [ended(0, (points, 9, 10, 11)), ended(3, (9, 10, 11, points))]
    (row,) = tables(games, 4, Targets(lines={"works": 5})).sources
    assert (row.winners, row.others) == (points, 10.0)
    assert row.difference.mean == points - 10
    assert row.difference.verdict == verdict


def test_each_kind_of_action_has_its_least_share() -> None:
    games = [ended(0, kinds={"walk": 93, "rest": 7})] * 2
    walk, rest = tables(games, 4, Targets(kind=8)).kinds
    assert (walk.taken.share, rest.taken.share) == (0.93, 0.07)
    assert (walk.taken.verdict, rest.taken.verdict) == ("holds", "fails")
    assert walk.each == pytest.approx(23.25)


# ---------------------------------------------------------------- owners


def owners(won: int, among: int, *others: Component) -> list[str | None]:
    """The verdict on a card whose owner wins `won` of `among` games."""
    games = [ended(0, owned=((CARD, *others), (), (), ()))] * won
    games += [ended(1, owned=((CARD, *others), (), (), ()))] * (among - won)
    found = tables(games, 4, Targets(owner=(-8, 12))).owners
    return [row.wins.verdict for row in found if row.id == CARD.id]


@pytest.mark.parametrize(
    ("won", "verdict"),
    [(250, "holds"), (380, "open"), (440, "fails"), (170, "open"), (120, "fails")],
)
def test_a_card_fails_wholly_outside_8_below_and_12_above_par(won: int, verdict: str) -> None:
    assert owners(won, 1_000) == [verdict]


def test_the_more_cards_the_wider_their_intervals() -> None:
    assert owners(70, 150) == ["fails"]
    assert owners(70, 150, *(Component("tile", str(n)) for n in range(200))) == ["open"]


def test_owners_are_counted_by_seat() -> None:
    games = [
        ended(0, (20, 5, 5, 5), owned=((CARD,), (TILE,), (), ())),
        ended(1, (5, 30, 5, 5), owned=((CARD, TILE), (CARD,), (), ())),
    ]
    card, tile = tables(games, 4, Targets()).owners
    assert ((card.group, card.id), (tile.group, tile.id)) == (CARD, TILE)
    assert (card.wins.of, card.wins.share, card.mean) == (3, 0.6667, 18.33)
    assert (tile.wins.of, tile.wins.share, tile.mean) == (2, 0.0, 5.0)
    assert card.wins.par == 0.25


# ---------------------------------------------------------------- routes, the game itself


@pytest.mark.parametrize(("won", "verdict"), [(250, "holds"), (360, "open"), (500, "fails")])
def test_one_route_among_mixed_players_wins_at_most_35_percent(won: int, verdict: str) -> None:
    players = ("a:walk", "a", "a", "a")
    games = [ended(0, players=players)] * won + [ended(1, players=players)] * (1000 - won)
    targets = Targets(route=35, route_seats=4)
    (row,) = tables(games, 4, targets).routes
    assert (row.player, row.wins.share, row.wins.verdict) == ("a:walk", won / 1000, verdict)
    assert tables(games, 4, targets).failed == (("route a:walk",) if verdict == "fails" else ())


def test_several_routes_at_a_table_have_no_target() -> None:
    games = [ended(0, players=("a:walk", "a:rest", "a", "a"))] * 99
    found = tables(games, 4, Targets(route=35, route_seats=4)).routes
    assert verdicts(*(row.wins for row in found)) == [None, None]


@pytest.mark.parametrize(
    ("won", "games", "verdict"),
    [(180, 300, "holds"), (216, 300, "fails"), (140, 300, "fails"), (299, 299, "open")],
)
def test_the_game_itself_is_beaten_as_often_as_it_should_be(
    won: int, games: int, verdict: str
) -> None:
    target = RivalTarget(
        option="level", shares={"a": {"easy": 62, "hard": 10}}, within=8, games=300
    )
    played = [
        ended(0 if number < won else None, (9,), players=("a",)) for number in range(games)
    ]
    (row,) = tables(played, 1, Targets(rival=target)).rival
    assert (row.player, row.level, row.wins.verdict) == ("a", "easy", verdict)
    asked = [ended(None, (9,), players=("a",), setup={"level": "hard"})] * 300
    (row,) = tables(asked, 1, Targets(rival=target)).rival
    assert (row.level, row.wins.par, row.wins.verdict) == ("hard", 0.1, "fails")


# ---------------------------------------------------------------- as it is printed


@pytest.mark.parametrize("title", ["florence", "lacrimosa"])
def test_the_tables_are_printed(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    line = f"simulate --game {title} --games 2 --seed 1 --players random"
    assert main(line.split()) == 0
    short = capsys.readouterr().out
    assert "Owners" not in short
    assert main([*line.split(), "--report", "--players", "random,random:all"]) == 0
    told = capsys.readouterr().out
    for heading in ("Seats", "Winners", "Points by line", "Actions by kind", "Owners"):
        assert f"\n{heading}" in told
    assert "One route only" in told
    assert "Targets missed" in told


def test_a_row_that_fails_is_marked_and_named() -> None:
    found = tables(
        [ended(0, owned=((CARD,), (), (), ()))] * 90, 4, Targets(seat=3, owner=(-8, 12))
    )
    told = spelled_tables(found)
    assert told.splitlines()[-1] == (
        "Targets missed: seat 1, seat 2, seat 3, seat 4, memory card"
    )
    row = next(line for line in told.splitlines() if line.strip().startswith("memory"))
    assert row.split() == [
        "memory",
        "card",
        "10.0",
        "100.0%",
        "95.9%–100.0%",
        "25.0%",
        "90",
        "FAILS",
    ]
