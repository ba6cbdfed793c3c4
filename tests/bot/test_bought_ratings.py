"""Ratings that cannot be bought: each attack, what it once brought, and what it brings now."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.store.result_rows import ResultRow
from bot.store.rows import Seating
from bot.tables.core.draft import Draft
from bot.tables.core.ratings import START, rated
from bot.tables.core.results import figures, result_of
from bot.tables.core.table import Table
from rules.contract import Action, Decision, Seat, name
from rules.opponents import RANDOM, choose
from rules.registry import ACTIONS, GAMES
from tests.bot.late_game import late
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, EVE, GUILD, Services, services
from tests.bot.stored_results import holding, result

DAY = 24 * 3600.0
HONEST = 1_528
"""The worst of ten servers' best people, each after 40 honest games of eight people."""


def by_chance(
    title: str,
    level: str,
    view: Any,
    decision: Decision,
    rng: Random,
    /,
    *,
    guard: Callable[[], bool] = lambda: True,
) -> Action:
    """A computer player of any level that plays at random, which takes no time."""
    del level, guard
    return choose(title, RANDOM, view, decision, rng)


async def of_two(here: Services, channel: int = CHANNEL) -> Table:
    """A game of Ann and Ben in which nobody has acted."""
    lobby = await here.lobbies.create_lobby("lacrimosa", GUILD, channel, ANN, "Ann")
    await here.lobbies.set_options(lobby.game.id, ANN, {"seat_order": "joined"})
    await here.lobbies.join(lobby.game.id, BEN, "Ben")
    return await here.lobbies.start(lobby.game.id, ANN)


async def played(here: Services, table: Table, left: int) -> Table:
    """The game shortly before its end, all of it played by the two."""

    def later(now: Table) -> Draft:
        assert now.journal is not None
        return Draft(replace(now, journal=late(now.journal, left)))

    return await here.games._change(table.game.id, later)


async def finished(here: Services, game: int, *people: int) -> Table:
    """The game, played to its end by these people and computer players."""
    rng = Random(3)
    while True:
        await here.games.wait_idle()
        table = await here.games.table(game)
        mine = [each for each in table.decisions if table.seats[each.seat].sits in people]
        if not mine:
            assert table.game.status == "over"
            return table
        action = by_chance(table.title, "", table.view(mine[0].seat), mine[0], rng)
        await here.by(table, mine[0].seat, name(action))


async def stored(here: Services) -> tuple[ResultRow, ...]:
    return await here.store.results.in_guild(GUILD)


async def test_a_concession_without_one_action_is_worth_nothing(path: Path) -> None:
    """Ten of them brought 1,660 with one account, 1,817 with several."""
    async with services(path) as here:
        for n in range(10):
            table = await of_two(here, CHANNEL + n)
            await here.seats.concede(table.game.id, BEN)
        results = await stored(here)
        assert len(results) == 10
        assert rated(results) == ()
        assert figures(results, ANN) == figures(results, BEN) == (), "nor is it a win"
        left_out = {(e.counted, e.left_out) for row in results for e in row.seats}
        assert left_out == {("not", "early")}


async def test_a_concession_counts_once_the_person_has_played_a_quarter(path: Path) -> None:
    async with services(path) as here:
        table = await of_two(here)
        table = await played(here, table, left=60)
        await here.seats.concede(table.game.id, BEN)
        (row,) = await stored(here)
        assert {each.user: each.counted for each in row.seats} == {ANN: "played", BEN: "played"}
        assert [each.user for each in rated([row])] == [ANN, BEN]


@pytest.mark.parametrize("title", GAMES)
def test_a_quarter_is_less_than_half_of_any_game(title: str) -> None:
    """By what people do in the shortest and in the longest stored game."""
    for text in Path("tests/playthroughs").glob(f"{title}-*.txt"):
        lines = text.read_text("utf-8").splitlines()
        for seat in range(5):
            taken = sum(f". seat {seat}: " in line for line in lines)
            assert taken == 0 or ACTIONS[title] <= taken < 2 * ACTIONS[title]


async def test_a_stand_in_wins_nothing_for_who_is_away(path: Path) -> None:
    """It was the holder's win, in a game of which they played three entries."""
    async with services(path, choose=by_chance) as here:
        table = await of_two(here)
        while table.number < table.begun + 3:
            table = await here.step(table)
        await here.seats.away(table.game.id, ANN)
        table = await finished(here, table.game.id, BEN)
        (row,) = await stored(here)
        by_user = {each.user: each for each in row.seats}
        assert (by_user[ANN].counted, by_user[ANN].left_out) == ("not", "others")
        assert by_user[BEN].counted == "played"
        assert rated([row]) == (), "one person is left"
        assert figures([row], ANN) == ()
        assert await here.store.results.finished(ANN, "lacrimosa") == 0


async def test_who_goes_away_late_keeps_the_result(path: Path) -> None:
    async with services(path, choose=by_chance) as here:
        table = await played(here, await of_two(here), left=20)
        await here.seats.away(table.game.id, ANN)
        table = await finished(here, table.game.id, BEN)
        (row,) = await stored(here)
        assert {each.counted for each in row.seats} == {"played"}
        assert {each.user for each in rated([row])} == {ANN, BEN}


async def test_the_loser_who_has_their_data_deleted_is_last_all_the_same(path: Path) -> None:
    """The other person's game against a computer player was rated for nobody."""
    async with services(path, choose=by_chance) as here:
        table = await played(here, await of_two(here), left=20)
        await here.privacy.delete(BEN)
        table = await finished(here, table.game.id, ANN)
        (row,) = await stored(here)
        assert [(e.user, e.level, e.counted) for e in row.seats] == [
            (ANN, None, "played"),
            (None, None, "last"),
        ]
        assert {each.name for each in row.seats} == {"Ann", ""}
        (only,) = rated([row])
        assert (only.user, only.games) == (ANN, 1)
        assert only.rating > START


async def test_deleting_the_account_before_a_quarter_is_no_defeat_to_sell(path: Path) -> None:
    async with services(path, choose=by_chance) as here:
        table = await of_two(here)
        await here.privacy.delete(BEN)
        await finished(here, table.game.id, ANN)
        (row,) = await stored(here)
        assert [each.counted for each in row.seats] == ["played", "not"]
        assert rated([row]) == ()


def bought(number: int, **fields: Any) -> list[ResultRow]:
    """Games an hour apart that one account loses to the other."""
    return [
        result(n, (ANN, 1), (BEN, 2), ended=n * 3600.0, ending="conceded", **fields)
        for n in range(1, number + 1)
    ]


def best(rows: list[ResultRow]) -> int:
    return rated(rows)[0].rating


def test_repeated_games_of_one_pair_weigh_less_and_less() -> None:
    """Ten brought 1,660, and forty 2,014; honest people reach 1,528 and more."""
    assert best(bought(10)) == 1_318 < HONEST
    assert best(bought(40)) == 1_409 < HONEST


def test_months_later_the_same_pair_counts_in_full() -> None:
    close = [result(n, (ANN, 1), (BEN, 2), ended=n * 29 * DAY) for n in (1, 2)]
    apart = [result(n, (ANN, 1), (BEN, 2), ended=n * 31 * DAY) for n in (1, 2)]
    alone = best(close[:1])
    assert alone < best(close) < best(apart)


def test_in_a_game_of_several_each_pair_counts_for_itself() -> None:
    first = result(1, (ANN, 1), (BEN, 2))
    again = best([first, result(2, (ANN, 1), (BEN, 2))])
    with_new = best([first, result(2, (ANN, 1), (BEN, 2), (CLEO, 3))])
    both_new = best([first, result(2, (ANN, 1), (EVE, 2), (CLEO, 3))])
    assert again < with_new < both_new


def test_a_deleted_account_makes_its_games_no_fresh_ones() -> None:
    forgotten = [holding(row, 1, user=None, name="") for row in bought(40)]
    assert best(forgotten) < HONEST, "somebody is one account among repeated games"


def test_honest_people_get_further() -> None:
    """Eight people, a game a week for 40 weeks, with skill and luck of equal weight."""
    found = []
    for seed in range(10):
        rng, numbers = Random(seed), count(1)
        skill = {who: rng.gauss(0, 1) for who in range(1, 9)}
        rows = []
        for n, _ in zip(numbers, range(40), strict=False):
            sat = rng.sample(range(1, 9), rng.choice((2, 3, 4)))
            order = sorted(sat, key=lambda who: -(skill[who] + rng.gauss(0, 1)))
            places = [(who, place) for place, who in enumerate(order, start=1)]
            rows.append(result(n, *places, ended=n * 7 * DAY))
        found.append(best(rows))
    assert min(found) == HONEST


# -- who played a seat ------------------------------------------------------------------


def change(what: str, user: int, entry: int) -> Seating:
    """A change of who has the first seat; no computer player gets one that is handed over."""
    level = "adept" if what in {"stand_in", "left", "opened"} else None
    kind: Any = "left" if what == "handed_over" else what
    return Seating(1.0, entry, 0, kind, str(user), user, level)


def counted(table: Table, *seatings: tuple[str, int, int]) -> list[tuple[int | None, str]]:
    """The holders of the first seat after changes, and how a game counts each."""
    changes = tuple(change(*each) for each in seatings)
    found = result_of(replace(table, seatings=changes))
    assert found is not None
    return [(each.user, each.counted) for each in found.seats if each.seat == 0]


def part(table: Table, share: float, seat: Seat = 0) -> int:
    """The entry by which a seat has taken that share of its actions."""
    assert table.journal is not None
    own = [n for n in table.journal.line if _by(table, n) == seat]
    return own[int(len(own) * share)]


def _by(table: Table, number: int) -> Seat | None:
    assert table.journal is not None
    return getattr(table.journal.entries[number - 1], "seat", None)


async def ended(path: Path) -> Table:
    """A game that two people have played to its end."""
    async with services(path, choose=by_chance) as here:
        table = await played(here, await of_two(here), left=2)
        return await finished(here, table.game.id, ANN, BEN)


async def test_a_result_counts_for_who_took_half_of_the_seats_actions(path: Path) -> None:
    table = await ended(path)
    early, less, more = part(table, 0.1), part(table, 0.45), part(table, 0.55)
    assert counted(table, ("stand_in", ANN, less)) == [(ANN, "not")]
    assert counted(table, ("stand_in", ANN, more)) == [(ANN, "played")]
    back = ("stand_in", ANN, early), ("back", ANN, less)
    assert counted(table, *back) == [(ANN, "played")]
    left = ("left", ANN, less)
    assert counted(table, left) == [(ANN, "last")]
    assert counted(table, ("opened", ANN, less)) == [(ANN, "last")]
    assert counted(table, ("left", ANN, early)) == [(ANN, "not")], "before a quarter"
    assert counted(table, left, ("back", ANN, less + 1)) == [(ANN, "played")]
    took = ("substitute", EVE, less)
    assert counted(table, left, took) == [(ANN, "last"), (EVE, "played")]
    late_one = ("substitute", EVE, more)
    assert counted(table, left, late_one) == [(ANN, "last"), (EVE, "not")]
    idle = ("stand_in", EVE, more)
    assert counted(table, left, took, idle) == [(ANN, "last"), (EVE, "not")]


async def test_who_hands_their_seat_over_is_not_last(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await ended(path)
    early, less, more = part(table, 0.1), part(table, 0.45), part(table, 0.55)
    for entry, ann, eve in (
        (early, "not", "played"),
        (less, "not", "played"),
        (more, "played", "not"),
    ):
        over = ("handed_over", ANN, entry), ("substitute", EVE, entry)
        assert counted(table, *over) == [(ANN, ann), (EVE, eve)]
    over = ("handed_over", ANN, early), ("substitute", EVE, early)
    assert counted(table, *over, ("left", EVE, more)) == [(ANN, "not"), (EVE, "last")]
    back = ("handed_over", EVE, less), ("back", ANN, less)
    assert counted(table, *over, *back) == [(EVE, "not"), (ANN, "played")]
    monkeypatch.setattr("bot.tables.core.results.actions", lambda *_: (1, 2, 3, 4))
    over = ("handed_over", ANN, 2), ("substitute", EVE, 2)
    assert counted(table, *over) == [(ANN, "not"), (EVE, "played")], "one of the two"


async def test_a_substitute_by_invitation_makes_nobody_last(path: Path) -> None:
    async with services(path, choose=by_chance) as here:
        table = await played(here, await of_two(here), left=20)
        await here.seats.invite(table.game.id, BEN, EVE, 1)
        await here.seats.take(table.game.id, EVE, "Eve", 1)
        await finished(here, table.game.id, ANN, EVE)
        (row,) = await stored(here)
    assert [(each.user, each.counted, each.left_out) for each in row.seats] == [
        (ANN, "played", None),
        (BEN, "played", None),
        (EVE, "not", "others"),
    ]


async def test_who_takes_their_seat_back_has_it_again(path: Path) -> None:
    table = await ended(path)
    first, then, less, more = (part(table, share) for share in (0.1, 0.2, 0.45, 0.55))
    back = (
        *(("left", ANN, first), ("substitute", EVE, first)),
        *(("left", EVE, then), ("back", ANN, then)),
    )
    assert counted(table, *back) == [(EVE, "not"), (ANN, "played")]
    assert counted(table, *back, ("stand_in", ANN, less)) == [(EVE, "not"), (ANN, "not")]
    assert counted(table, *back, ("left", ANN, more)) == [(EVE, "not"), (ANN, "last")]
    again = ("opened", ANN, more), ("back", EVE, more)
    assert counted(table, *back, *again) == [(ANN, "last"), (EVE, "played")]
