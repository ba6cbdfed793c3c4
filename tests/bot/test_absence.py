"""What becomes of a seat whose holder is absent or left the server; clocks moved by hand."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from bot.screens.names import waited
from bot.store.out import Hand
from bot.store.rows import CallRow
from bot.tables.core.draft import Draft
from bot.tables.core.refusals import (
    NoElector,
    SeatTaken,
)
from bot.tables.core.table import Table
from bot.tables.core.waits import DAY, FIRST_DUE
from bot.tables.seating.pauses import paused
from bot.tables.seating.proposals import RULES, open_proposals
from render.words import Words
from rules.contract import name
from tests.bot.notices import told_texts
from tests.bot.seat_steps import settled, until
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, EVE, GUILD, Services, services

WAIT = FIRST_DUE["days"]["absent"]


async def _waiting(here: Services, days: str) -> Table:
    """A game whose lobby says when a computer player stands in; everyone was called."""
    await here.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")
    await here.lobbies.set_options(1, ANN, {"absent": days})
    for user, name_ in ((BEN, "Ben"), (CLEO, "Cleo")):
        await here.lobbies.join(1, user, name_)
    table = await here.lobbies.start(1, ANN)
    for row in table.seats:
        await here.messages.set_call(1, row.seat, CallRow(entry=table.number, message=7))
    return await here.games.table(1)


async def test_an_opponent_stands_in_after_the_days_that_the_lobby_says(path: Path) -> None:
    async with services(path) as here:
        here.dues.start()
        table = await _waiting(here, "5")
        table = await until(here, 5 * DAY - 60)
        assert all(row.stand_in is None for row in table.seats)
        arose, seat = table.arose(0), table.seats[0]
        assert seat.user is not None
        decision = table.decision(0)
        assert decision is not None
        await here.games.play(1, seat.user, 0, arose or 0, name(decision.options[0]))
        table = await until(here, 120)
        assert [row.stand_in is not None for row in table.seats] == [False, True, True]


async def _live(here: Services, days: str) -> Table:
    """A live game in which everyone was called, and Ann does not act."""
    here.vote()
    table = await _waiting(here, days)
    row = replace(table.game, pace="live")
    here.cache.put(replace(table, game=row))
    for seat in (1, 2):
        decision = table.decision(seat)
        assert decision is not None
        table = await here.by(table, seat, name(decision.options[0]))
    # From now on, Ann is waited for at the pace of the table.
    decision = table.decision(0)
    assert decision is not None
    table = await here.by(table, 0, name(decision.options[0]))
    (row_,) = table.deciding
    await here.messages.set_call(1, row_.seat, CallRow(entry=table.number, message=7))
    return await here.games.table(1)


async def test_live_the_others_are_asked_after_a_quarter_of_an_hour(path: Path) -> None:
    async with services(path) as here:
        here.dues.start()
        seat = (await _live(here, "vote")).deciding[0].seat
        table = await until(here, 15 * 60 - 1)
        assert not open_proposals(table)
        table = await until(here, 1)
        (asked,) = open_proposals(table)
        assert (asked.kind, asked.seat) == ("stand_in", seat)
        for elector in {0, 1, 2} - {seat}:
            user = table.seats[elector].user or 0
            table = await here.proposals.answer(1, user, asked.number, "yes")
        assert table.seats[seat].stand_in is not None


async def test_live_an_opponent_stands_in_where_the_lobby_said_so(path: Path) -> None:
    async with services(path) as here:
        here.dues.start()
        seat = (await _live(here, "3")).deciding[0].seat
        table = await until(here, 15 * 60 - 1)
        assert table.seats[seat].stand_in is None
        table = await until(here, 1)
        assert table.seats[seat].stand_in is not None


async def test_nobody_stands_in_before_a_call_has_reached_the_person(path: Path) -> None:
    async with services(path) as here:
        here.dues.start()
        await here.begun(BEN, CLEO)
        table = await here.games.table(1)
        row = replace(table.game, absent_days=3)
        here.cache.put(replace(table, game=row))
        table = await until(here, 4 * DAY)
        assert all(row.stand_in is None for row in table.seats)


async def test_nobody_stands_in_for_a_person_whom_only_opponents_would_play_with(
    path: Path,
) -> None:
    async with services(path) as here:
        here.dues.start()
        await here.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")
        await here.lobbies.set_options(1, ANN, {"absent": "3"})
        for name_ in ("Lorenzo", "Cosimo"):
            await here.lobbies.add_opponent(1, ANN, "novice", name_)
        await here.lobbies.start(1, ANN)
        table = await settled(here)
        (row,) = table.deciding
        await here.messages.set_call(1, row.seat, CallRow(entry=table.number, message=7))
        table = await until(here, 4 * DAY)
        assert (row.user, table.seats[row.seat].stand_in) == (ANN, None)
        assert not open_proposals(table), "nor is anybody asked"


async def test_nobody_stands_in_where_the_others_decide(path: Path) -> None:
    async with services(path) as here:
        here.dues.start()
        await _waiting(here, "vote")
        table = await until(here, 20 * DAY)
        assert all(row.stand_in is None for row in table.seats)


async def test_a_host_decides_where_nobody_is_left_to(path: Path) -> None:
    async with services(path) as here:
        here.dues.start()
        await _waiting(here, "vote")
        await until(here, WAIT - 60)
        _, rows = await here.seats.hosts_choices(1)
        assert not rows
        with pytest.raises(SeatTaken):
            await here.seats.decide(1, 0, "stand_in")
        await until(here, 120)
        table, rows = await here.seats.hosts_choices(1)
        assert rows == table.seats
        await here.seats.decide(1, 0, "stand_in")
        table = await here.seats.decide(1, 1, "open")
        assert table.seats[0].stand_in is not None
        assert table.seats[1].open_until is not None
        assert table.seatings[-1].what == "opened"
        await here.seats.take(1, EVE, "Eve", 1)
        with pytest.raises(SeatTaken):
            await here.seats.decide(1, 2, "open")  # now someone can vote about it


async def test_who_left_the_server_counts_as_absent_after_being_asked_twice(
    path: Path,
) -> None:
    async with services(path) as here:
        here.remind()
        here.dues.start()
        await _waiting(here, "7")
        ben = next(r.seat for r in (await here.games.table(1)).seats if r.user == BEN)
        here.gone.add(BEN)
        table = await until(here, DAY + 60)
        assert here.asked.count(BEN) == 1
        assert table.seats[ben].gone is None
        table = await until(here, 3600)
        assert here.asked.count(BEN) == 2
        assert table.seats[ben].stand_in is not None, "the lobby lets an opponent stand in"
        assert table.seats[ben].gone is not None
        assert sum(row.stand_in is not None for row in table.seats) == 1


async def test_who_is_there_an_hour_later_is_not_gone(path: Path) -> None:
    async with services(path) as here:
        here.remind()
        here.dues.start()
        await _waiting(here, "7")
        here.gone.add(BEN)
        await until(here, DAY + 60)
        here.gone.clear()
        table = await until(here, 7200)
        assert all(row.gone is None and row.stand_in is None for row in table.seats)


async def test_a_game_that_all_have_left_is_closed_after_two_weeks(path: Path) -> None:
    async with services(path) as here:
        here.remind()
        here.dues.start()
        await _waiting(here, "vote")
        here.gone.update((ANN, BEN, CLEO))
        for _ in range(20):
            await until(here, 6 * 3600)
        table = await here.games.table(1)
        assert all(row.gone is not None for row in table.seats)
        table = await until(here, 9 * DAY)
        assert table.game.status == "playing"
        table = await until(here, 6 * DAY)
        assert table.game.status == "cancelled"
        assert "table.ended_gone" in await told_texts(here)
        assert await here.store.games.entries(1), "it is kept"


async def test_a_game_to_which_somebody_comes_back_is_not_closed(path: Path) -> None:
    async with services(path) as here:
        here.remind()
        here.dues.start()
        await _waiting(here, "vote")
        here.gone.update((ANN, BEN, CLEO))
        for _ in range(20):
            await until(here, 6 * 3600)
        here.gone.discard(CLEO)
        table = await until(here, 15 * DAY)
        assert table.game.status == "playing"


async def _absent(here: Services) -> tuple[Table, int]:
    """Two have acted; the third, who was called, has been waited for three days."""
    here.vote()
    here.dues.start()
    table = await _waiting(here, "vote")
    away = 2
    for seat in (0, 1):
        decision = table.decision(seat)
        assert decision is not None
        table = await here.by(table, seat, name(decision.options[0]))
    table = await until(here, WAIT + 60)
    return table, away


async def test_the_others_decide_whether_an_opponent_stands_in(path: Path) -> None:
    async with services(path) as here:
        table, away = await _absent(here)
        (proposal,) = table.proposals
        assert (proposal.kind, proposal.seat) == ("stand_in", away)
        users = [row.user for row in table.seats]
        with pytest.raises(NoElector):
            await here.proposals.answer(1, users[away] or 0, proposal.number, "yes")
        table = await here.proposals.answer(1, users[0] or 0, proposal.number, "yes")
        assert table.seats[away].stand_in is None, "not more than half of them"
        table = await here.proposals.answer(1, users[1] or 0, proposal.number, "yes")
        assert table.seats[away].stand_in is not None
        table = await here.seats.back(1, users[away] or 0)
        assert table.seats[away].wants_back or table.seats[away].sits, "without a vote"


async def test_the_vote_ends_when_the_person_acts(path: Path) -> None:
    async with services(path) as here:
        table, away = await _absent(here)
        decision = table.decision(away)
        assert decision is not None
        table = await here.by(table, away, name(decision.options[0]))
        assert table.proposals[0].ended == "acted"


@pytest.mark.parametrize("how", ["pause", "away", "leave", "substitute"])
async def test_the_vote_ends_when_the_person_is_no_longer_waited_for(
    path: Path, how: str
) -> None:
    async with services(path) as here:
        table, away = await _absent(here)
        user, moment = table.seats[away].holder, here.cache.moment()
        here.clock.now += 60
        match how:
            case "pause":
                until_ = moment.unix + DAY
                await here.cache.change(1, lambda now: paused(now, until_, moment))
            case "away":
                await here.seats.away(1, user)
            case "leave":
                await here.seats.leave(1, user)
            case _:
                await here.seats.invite(1, user, EVE, away)
                await here.seats.take(1, EVE, "Eve", away)
        table = await here.games.table(1)
        assert table.proposals[0].ended == "acted"


async def test_a_table_that_waits_for_nobody_says_no_long_time(path: Path) -> None:
    async with services(path) as here:
        table = await here.at_auction()
        idle = next(row.seat for row in table.seats if row.waits_since is None)
        bot: Any = SimpleNamespace(uptime=SimpleNamespace(now=lambda: 200 * DAY))
        assert waited(bot, table, idle, Words("en")) == "1 minute"


async def test_who_never_answers_holds_nobody_up_for_ever(path: Path) -> None:
    async with services(path) as here:
        table, away = await _absent(here)
        (proposal,) = table.proposals
        await here.proposals.answer(1, table.seats[0].holder, proposal.number, "yes")
        table = await until(here, RULES["stand_in"].lasts - 120)
        assert open_proposals(table) == (table.proposals[0],)
        table = await until(here, 120)
        assert table.proposals[0].ended == "agreed"
        assert table.seats[away].stand_in is not None


async def test_if_nobody_answers_nobody_is_asked_again_until_somebody_does(path: Path) -> None:
    async with services(path) as here:
        table, away = await _absent(here)
        asked = table.proposals
        assert len(asked) == 1
        await here.sent()
        for _ in range(28):
            table = await until(here, DAY)
            await here.cache.change(1, Draft)  # something else is changed
        assert table.proposals == asked
        calls = [row.what for row in await here.store.outbox.pending(1)]
        assert not [each for each in calls if isinstance(each, Hand) and each.seat == 0]
        await here.proposals.answer(1, table.seats[0].holder, asked[0].number, "yes")
        table = await until(here, 1)
        assert table.proposals[0].ended == "agreed"
        assert table.seats[away].stand_in is not None
