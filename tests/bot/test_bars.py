"""Who is barred from tables, by people and by hosts."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest

from bot.database.address import Address
from bot.tables.core.refusals import (
    Barred,
    BarredHere,
    NobodyToBar,
    NotInvited,
)
from bot.tables.core.table import Table
from tests.bot.driver import Pooled, table
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


async def test_no_host_stores_a_bar_of_who_had_their_data_deleted(address: Address) -> None:
    nothing = (frozenset[int](), frozenset[int]())
    async with services(address) as here:
        bars, switch = here.store.bars, here.people.switch_bar
        await here.privacy.delete(EVE)
        with pytest.raises(NobodyToBar):
            await switch(GUILD, EVE)
        assert await bars.barring(EVE) == nothing
        await bars.switch_on_server(GUILD, EVE)  # as it was stored before
        await bars.switch_on_server(GUILD + 1, EVE)
        assert not await switch(GUILD, EVE), "a bar can be lifted"
        assert await bars.barring(EVE) == (frozenset({GUILD + 1}), frozenset())
        await here.privacy.allow(EVE)
        assert await switch(GUILD, EVE)
        assert await bars.stands(EVE, GUILD, ANN)


async def test_a_host_is_told_that_there_is_nobody_to_bar(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno") as world:
        manages = discord.Permissions(manage_guild=True)
        role = world.guild.create_role("host", permissions=manages)
        hanna, bruno = world.add("Hanna", roles=[role]), world["Bruno"]
        await world.bot.privacy.delete(bruno.id)
        await hanna.slash("host bar", person=bruno.member)
        assert hanna.panel.text.startswith("Not barred: this player can’t join a table now")
        assert await world.bot.store.bars.barring(bruno.id) == (frozenset(), frozenset())
