"""Steps that tests of seats share: the clock is moved, people and stand-ins act."""

from __future__ import annotations

from bot.tables.core.table import Table
from rules.contract import name
from tests.bot.services import Services

DORA = 104


async def settled(here: Services, game: int = 1) -> Table:
    """The table once only people must decide."""
    await here.games.wait_idle()
    return await here.games.table(game)


async def until(here: Services, seconds: float) -> Table:
    """Move the clock, and do what is due by then."""
    here.clock.now += seconds
    here.dues.wake()
    await here.dues.join()
    return await settled(here)


async def people_play(here: Services, table: Table) -> Table:
    """The first deciding person who plays their own seat takes the first option, once."""
    row = next(each for each in table.deciding if each.sits is not None)
    decision = table.decision(row.seat)
    assert decision is not None
    await here.by(table, row.seat, name(decision.options[0]))
    return await settled(here)


async def acted(here: Services, table: Table, seat: int) -> Table:
    """The table once a seat's stand-in has acted."""
    since = table.seats[seat].since or 0
    while table.last_move(seat) <= since:
        table = await people_play(here, table)
    return table
