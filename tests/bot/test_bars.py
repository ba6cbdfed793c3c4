"""Who is barred from tables, by people and by hosts."""

from __future__ import annotations

import pytest

from bot.database.address import Address
from bot.tables.core.refusals import (
    Barred,
    BarredHere,
    NotInvited,
)
from bot.tables.core.table import Table
from tests.bot.seat_steps import DORA
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, EVE, GUILD, services


async def test_people_bar_others_from_the_tables_that_they_open(address: Address) -> None:
    async with services(address) as here:
        await here.store.bars.set_of_person(ANN, (EVE, DORA))
        await here.store.bars.set_of_person(ANN, (EVE,))
        await here.store.bars.set_of_person(CLEO, (DORA,))
        await here.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")
        with pytest.raises(Barred):
            await here.lobbies.join(1, EVE, "Eve")
        await here.lobbies.join(1, BEN, "Ben")
        await here.lobbies.join(1, CLEO, "Cleo")
        await here.lobbies.start(1, ANN)
        with pytest.raises(NotInvited):  # not what Eve would be told
            await here.seats.invite(1, BEN, EVE, _seat_of(await here.games.table(1), BEN))
        await here.seats.leave(1, BEN)
        seat = next(r.seat for r in (await here.games.table(1)).seats if r.open_until)
        with pytest.raises(Barred):
            await here.seats.take(1, EVE, "Eve", seat)
        await here.seats.take(1, DORA, "Dora", seat)


def _seat_of(table: Table, user: int) -> int:
    seat = table.seat_of(user)
    assert seat is not None
    return seat


async def test_hosts_bar_somebody_from_the_tables_of_a_server(address: Address) -> None:
    async with services(address) as here:
        assert await here.store.bars.switch_on_server(GUILD, EVE)
        await here.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")
        with pytest.raises(Barred):
            await here.lobbies.join(1, EVE, "Eve")
        with pytest.raises(BarredHere):
            await here.lobbies.create_lobby("florence", GUILD, CHANNEL + 2, EVE, "Eve")
        await here.lobbies.create_lobby("florence", GUILD + 1, CHANNEL + 1, ANN, "Ann")
        await here.lobbies.join(2, EVE, "Eve")
        assert not await here.store.bars.switch_on_server(GUILD, EVE)
        await here.lobbies.join(1, EVE, "Eve")


async def test_a_server_bars_nobody_from_another_where_the_opener_has_gone(
    address: Address,
) -> None:
    nobody = 0  # the opener's data was deleted
    async with services(address) as here:
        assert await here.store.bars.switch_on_server(GUILD, EVE)
        assert await here.store.bars.stands(EVE, GUILD, nobody)
        assert not await here.store.bars.stands(EVE, GUILD + 1, nobody)
