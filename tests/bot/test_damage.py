"""Damaged rows: each is set aside and reported by itself, and the others go on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import discord
import pytest

from bot.database.sqlite import SQLite
from bot.store import Address, DatabaseError, Store, StoreError
from bot.tables.core.refusals import ChannelBusy, Unreadable
from bot.tables.lobby.lobby_times import AGE
from tests.bot.driver import Pooled, World, table
from tests.bot.running_game import begin
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, GUILD, Clock, Services, services

DAMAGES = {
    "a text": "UPDATE games SET status = 'playing', game = CAST(x'666cff' AS TEXT)"
    " WHERE id = 1",
    "an unknown game": "UPDATE games SET game = 'chess' WHERE id = 1",
    "a seat": "UPDATE seats SET hands = 'x' WHERE game = 1 AND seat = 1",
    "the number of a seat": "UPDATE seats SET seat = 77 WHERE game = 1 AND seat = 1",
}
FREED = {
    **DAMAGES,
    "a server": "UPDATE games SET guild = 5, game = 'chess' WHERE id = 1",
}


_DROP_CHECKS: Final = """
    DO $$ DECLARE its record; BEGIN
        FOR its IN SELECT conrelid::regclass AS name, conname FROM pg_constraint
            WHERE contype = 'c' AND connamespace = 'public'::regnamespace
        LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', its.name, its.conname);
        END LOOP;
    END $$
"""


@pytest.fixture
def database_name() -> str:
    """A database for these tests alone, since its checks are dropped."""
    return "damaged"


async def _damage(here: Services, sql: str) -> None:
    """Change stored rows as a flipped byte would: without the checks of the layout.

    The games become those of another release, so the next start replays them.
    """
    await here.games.wait_idle()  # the checks of this start may come late
    await here.store.set_digest("replays", "another 0")
    database = here.store._database
    on_sqlite = isinstance(database, SQLite)
    await database.write("PRAGMA ignore_check_constraints = ON" if on_sqlite else _DROP_CHECKS)
    await database.write("UPDATE games SET verified = 'another'")
    await database.write(sql)


async def _begin_two(here: Services) -> None:
    """Two games, each in its own channel."""
    await here.begun(BEN, CLEO)
    lobby = await here.lobbies.create_lobby("florence", GUILD, CHANNEL + 1, BEN, "Ben")
    for user, called in ((ANN, "Ann"), (CLEO, "Cleo")):
        await here.lobbies.join(lobby.game.id, user, called)
    await here.lobbies.start(lobby.game.id, BEN)


@pytest.mark.parametrize("sql", DAMAGES.values(), ids=DAMAGES)
async def test_a_damaged_game_stops_neither_the_replay_check_nor_the_others(
    address: Address, sql: str
) -> None:
    async with services(address) as here:
        await _begin_two(here)
        await _damage(here, sql)
    async with services(address) as here:
        await here.games.wait_idle()
        assert here.games.report.done
        assert here.games.report.good == 1
        with pytest.raises(Unreadable):
            await here.games.table(1)
        with pytest.raises(Unreadable):
            await here.games.in_channel(CHANNEL)
        with pytest.raises(ChannelBusy):
            await here.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")
        assert here.store.games.damaged == {1}
        assert 2 in [row.id for row in await here.store.games.in_guild(GUILD)]
        await here.step(await here.games.table(2))


async def test_a_damaged_lobby_stops_no_other_from_expiring(address: Address) -> None:
    clock = Clock()
    async with services(address, clock=clock) as here:
        for n in range(3):
            at = (GUILD, CHANNEL + n, ANN, "Ann")
            lobby = await here.lobbies.create_lobby("florence", *at)
            await here.cache.leases.hold(lobby.game.id)  # given back at the end
        await _damage(
            here, "UPDATE games SET language = CAST(x'ff' AS TEXT), game = 'x' WHERE id = 1"
        )
    async with services(address, clock=clock) as here:
        clock.now += AGE
        here.dues.start()
        await here.dues.join()
        closed = [(await here.games.table(n)).game.status for n in (2, 3)]
        assert closed == ["cancelled"] * 2


async def test_a_damaged_message_keeps_no_other_of_its_game_from_being_sent(
    address: Address,
) -> None:
    async with services(address) as here:
        table = await here.begun(BEN, CLEO)
        await _damage(here, "UPDATE outbox SET what = '{', kind = 'x' WHERE kind = 'lobby'")
        kinds = [row.kind for row in await here.store.outbox.pending(table.game.id)]
        assert kinds == ["table", "hand", "hand", "hand"]


@pytest.mark.parametrize("sql", DAMAGES.values(), ids=DAMAGES)
async def test_a_damaged_game_keeps_no_other_from_being_listed_for_its_people(
    tmp_path: Path, workers: Pooled, sql: str
) -> None:
    people = ("Ada", "Bruno", "Chiara")
    async with table(tmp_path, workers, *people, faults=True) as world:
        await begin(world)
        world.channel = world.guild.create_text_channel("another")
        await begin(world)
        here: Any = world.bot
        await _damage(here, sql)
        await here.games._cache.forget(1)
        await world["Ada"].slash("turns")
        assert world["Ada"].panel.text.startswith("### 1 table is waiting for you")
        assert f"/{world.channel.id}/" in world["Ada"].panel.text


async def test_a_table_that_a_damaged_index_takes_for_another_is_told_not_to_be_saved(
    path: Path,
) -> None:
    """The index of open games by channel has the first one in the channel of the second."""
    async with services(path) as here:
        await _begin_two(here)
    with closing(sqlite3.connect(path)) as connection, connection:
        find = "SELECT sql FROM sqlite_schema WHERE name = 'games_open'"
        ((sound,),) = connection.execute(find).fetchall()
        connection.execute("DROP INDEX games_open")
        wrong = sound.replace("(channel)", f"(iif(id = 1, {CHANNEL + 1}, channel))")
        connection.execute(wrong.replace("UNIQUE ", ""))
        connection.execute("PRAGMA writable_schema = ON")
        change = "UPDATE sqlite_schema SET sql = ? WHERE name = 'games_open'"
        connection.execute(change, (sound,))
    async with services(path) as here:
        with pytest.raises(DatabaseError, match=r"^game 2 .*: UNIQUE constraint failed: games"):
            await here.step(await here.games.table(2))


async def test_hosts_are_told_of_damaged_tables(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara", faults=True) as world:
        await begin(world)
        here: Any = world.bot
        channel = world.guild.create_text_channel("another")
        own = (world.guild.id, channel.id, world["Ada"].id, "Ada")
        lobby = await here.lobbies.create_lobby("florence", *own)
        assert lobby.game.id == 2
        await _damage(here, "UPDATE games SET game = 'chess' WHERE id = 2")
        manages = discord.Permissions(manage_guild=True)
        host = world.add("Host", roles=[world.guild.create_role("r", permissions=manages)])
        await host.slash("host status")
        assert "1 stored table can no longer be read" in host.panel.text
        assert "The Princes of Florence" in host.panel.text


@pytest.mark.parametrize("sql", FREED.values(), ids=FREED)
async def test_a_host_frees_the_channel_of_a_damaged_table(
    tmp_path: Path, workers: Pooled, caplog: pytest.LogCaptureFixture, sql: str
) -> None:
    people = ("Ada", "Bruno", "Chiara")
    async with table(tmp_path, workers, *people, faults=True) as world:
        await begin(world)
        here: Any = world.bot
        await _damage(here, sql)
        await world.restart()
        manages = discord.Permissions(manage_guild=True)
        host = world.add("Host", roles=[world.guild.create_role("r", permissions=manages)])
        await host.slash("play", game="florence")
        assert "already has a game" in host.panel.text
        offered = await host.member.autocomplete(world.channel, "host free", "table", "")
        assert [each["value"] for each in offered] == ["1"]
        stored = await _rows(world)
        await host.slash("host free", table="1")
        assert "Close it" in host.panel.text or "Close this table" in host.panel.text
        await host.slash("host free")
        await host.click("Close the table")
        assert host.panel.text.startswith("The channel is free.")
        assert await _rows(world) == stored
        await host.slash("play", game="florence")
        assert "Host opens a table" in world.board.text
        assert caplog.text.count("game 1 cannot be read") <= 2, "once for each start"
        await world.restart()
        await host.click("Add computer player")
        assert "(computer, easy)" in world.board.words


async def test_a_channel_is_freed_though_the_damage_is_in_the_status(path: Path) -> None:
    async with services(path) as here:
        await here.begun(BEN, CLEO)
    _replace(path, b"joinedenplaying", b"joinedenplazing")
    own = ("florence", GUILD, CHANNEL, ANN, "Ann")
    async with services(path) as here:
        with pytest.raises(ChannelBusy):
            await here.lobbies.create_lobby(*own)
        assert set(await here.store.game_index.open_numbers(GUILD, 0)) == {1}
        await here.games.end(1)
        assert (await here.lobbies.create_lobby(*own)).game.id == 2


def _replace(path: Path, text: bytes, other: bytes) -> None:
    """Change a stored text behind SQLite's back: here seat_order, language and status."""
    stored = path.read_bytes()
    assert stored.count(text) == 1
    path.write_bytes(stored.replace(text, other))


async def _rows(world: World) -> list[Any]:
    """What is stored of game 1, apart from its status."""
    database = world.bot.store._database
    sql = (
        "SELECT id, game, chosen, seat_order, language FROM games WHERE id = 1",
        "SELECT * FROM seats WHERE game = 1",
        "SELECT * FROM entries WHERE game = 1",
    )
    return [await database.all(each) for each in sql]


async def test_a_host_frees_no_damaged_table_of_another_server(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara", faults=True) as world:
        await begin(world)
        here: Any = world.bot
        with world.unsent():
            await here.lobbies.create_lobby("florence", world.guild.id + 1, 77, 99, "Zoe")
        await _damage(here, "UPDATE games SET game = 'chess' WHERE id = 2")
        manages = discord.Permissions(manage_guild=True)
        host = world.add("Host", roles=[world.guild.create_role("r", permissions=manages)])
        await host.slash("host free", table="2")
        assert "no open table" in host.panel.text
        await host.slash("host free")
        await host.forge("Close the table", "m1:host_free:2")
        assert "no open table" in host.panel.text
        assert set(await here.store.game_index.open_numbers(world.guild.id + 1, 0)) == {2}


async def test_an_empty_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "maecenas.db"
    path.touch()
    with pytest.raises(StoreError, match="is empty") as caught:
        await (await Store.open(path)).close()  # an open store would keep a failed test alive
    assert "\n" not in str(caught.value)
    assert not path.stat().st_size


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("call_entry", "call_entrz"),  # a column
        ("REFERENCES games (id)", "REFERENCES games (ic)"),
        ("'lobby', 'playing'", "'lobcy', 'playing'"),  # a check
        ("WHERE status = 'lobby'", "WHERE status = 'locby'"),  # part of an index
    ],
)
async def test_a_damaged_definition_is_told_at_the_start(
    path: Path, was: str, now: str
) -> None:
    async with services(path) as here:
        database = here.store._database
        await database.write("PRAGMA writable_schema = ON")
        change = "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE instr(sql, ?)"
        assert await database.write(change, was, now, was)
    with pytest.raises(StoreError, match="a damaged layout; use its backup"):
        await (await Store.open(path)).close()  # as above


async def test_an_index_of_the_host_is_no_damage(path: Path) -> None:
    async with services(path) as here:
        await here.store._database.write("CREATE INDEX own ON games (language)")
    async with services(path) as here:
        assert await here.store.games.in_guild(GUILD) == ()
