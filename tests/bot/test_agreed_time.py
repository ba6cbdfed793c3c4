"""A move a day, or every three days: what sets reminders and the question to the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store.rows import CallRow
from bot.tables.core import waits
from bot.tables.core.options import MOVES, PACE
from bot.tables.core.table import Table
from bot.tables.seating.proposals import open_proposals
from rules.contract import name
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, GUILD, NAMES, Services, game_row
from tests.bot.test_reminders import counts, passes, reminded

HOUR, DAY = 3600.0, 86400.0


async def _ann_waits(here: Services, moves: str) -> Table:
    """A game that waits only for Ann, who was called with a sound."""
    here.vote()
    await here.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")
    chosen = {"moves": moves, "seat_order": "joined", "auctions": "bids"}
    await here.lobbies.set_options(1, ANN, chosen)
    for user in (BEN, CLEO):
        await here.lobbies.join(1, user, NAMES[user])
    table = await here.lobbies.start(1, ANN)
    for seat in (1, 2):
        decision = table.decision(seat)
        assert decision is not None
        table = await here.by(table, seat, name(decision.options[0]))
    await here.messages.set_call(1, 0, CallRow(entry=table.arose(0) or 0, message=7))
    return await here.games.table(1)


@pytest.mark.parametrize(("moves", "hours"), [("1", 12), ("3", 24), ("none", 24)])
async def test_the_reminder_comes_in_the_middle_of_the_time(
    path: Path, moves: str, hours: int
) -> None:
    """With three days, a person who chose nothing else is reminded after one, as elsewhere."""
    async with reminded(path) as (here, _):
        table = await _ann_waits(here, moves)
        await passes(here, hours * HOUR - 1, step=HOUR)
        assert await counts(here, table) == [0, 0, 0]
        await passes(here, 1)
        assert await counts(here, table) == [1, 0, 0]


@pytest.mark.parametrize(("own", "hours"), [(3, 3), (48, 12), (0, None)])
async def test_who_wants_it_sooner_or_never_has_it_so(
    path: Path, own: int, hours: int | None
) -> None:
    async with reminded(path) as (here, _):
        await here.people.change(ANN, reminders=own)
        table = await _ann_waits(here, "1")
        if hours is None:
            await passes(here, 20 * HOUR, step=HOUR)
            assert await counts(here, table) == [0, 0, 0]
            return
        await passes(here, hours * HOUR - 1, step=HOUR)
        assert await counts(here, table) == [0, 0, 0]
        await passes(here, 1)
        assert await counts(here, table) == [1, 0, 0]


@pytest.mark.parametrize(("moves", "days"), [("1", 1), ("3", 3), ("none", 3)])
async def test_the_others_are_asked_when_the_time_is_over(
    path: Path, moves: str, days: int
) -> None:
    async with reminded(path) as (here, _):
        await _ann_waits(here, moves)
        await passes(here, days * DAY - 1, step=HOUR)
        assert not open_proposals(await here.games.table(1))
        await passes(here, 1)
        (asked,) = open_proposals(await here.games.table(1))
        assert (asked.kind, asked.seat) == ("stand_in", 0)


def test_a_live_table_has_its_own_times_whatever_was_chosen_before() -> None:
    row = PACE.chosen(MOVES.chosen(game_row(), "1"), "live")
    assert waits.agreed_wait(row) is None
    assert waits.absent_after(row) == waits.FIRST_DUE["live"]["absent"]
    assert waits.remind_after(row, 48 * HOUR) == waits.LIVE_REMINDER
    assert MOVES.names(PACE.chosen(game_row(), "live")) == ("none",), "nothing to choose"
