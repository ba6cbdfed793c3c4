"""A process with some of the shards: what it hears, what it reports, what it leaves alone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import pytest

from bot import app
from bot.interactions import session_starts
from bot.settings import Shards
from bot.store import discord_limits
from tests.bot.client_message import Message
from tests.postgresql import Server
from tests.processes import beginning, until
from tests.wire.in_process import running
from tests.wire.server import Loopback, Person
from tests.wire.server.world import Channel


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the five seconds between two sessions."""

    async def nothing(*_: object, **__: object) -> None:
        pass

    monkeypatch.setattr(discord.Client, "before_identify_hook", nothing)


@asynccontextmanager
async def ready(
    server: Loopback, folder: Path, shards: Shards | None
) -> AsyncIterator[app.Maecenas]:
    async with running(server, folder, shards=shards) as bot:
        bot._connection.guild_ready_timeout = 0.2
        await asyncio.wait_for(bot.wait_until_ready(), 20)
        yield bot


async def newest(
    server: Loopback, person: Person, channel: Channel, wanted: Callable[[Message], bool]
) -> Message:
    """Wait for a message that this person sees."""
    while (found := person.newest(channel, wanted)) is None:
        assert await server.news(server.version(channel.id), 20, channel.id)
    return found


async def test_only_the_shards_of_this_process_are_connected(
    tmp_path: Path, at_once: None
) -> None:
    async with Loopback(described=False, shards=4) as server:
        guilds = [server.guild(f"Server {n}", n) for n in range(4)]
        server.world.shards = 9  # what Discord recommends by now
        own = Shards(first=1, last=2, count=4)
        async with ready(server, tmp_path, own) as bot:
            assert {each.shard for each in server.gateway.live} == {(1, 4), (2, 4)}
            health = await bot.health.figures()
            assert (health.shards, health.connected) == ((True, True), True)
            there = bot.present()
            assert there is not None
            assert there.guilds == {guilds[1].id, guilds[2].id}
            assert [there.tells_of(each.id) for each in guilds] == [False, True, True, False]


async def test_without_the_setting_all_are_here(tmp_path: Path, at_once: None) -> None:
    async with Loopback(described=False, shards=2) as server:
        guilds = [server.guild(f"Server {n}", n) for n in range(2)]
        async with ready(server, tmp_path, None) as bot:
            assert {each.shard for each in server.gateway.live} == {(0, 2), (1, 2)}
            there = bot.present()
            assert there is not None
            assert [there.tells_of(each.id) for each in guilds] == [True, True]


async def test_who_plays_on_a_server_of_another_shard_can_click_in_direct_messages(
    tmp_path: Path,
) -> None:
    """Such clicks always come over shard 0, to a process that does not know the server."""
    async with Loopback(described=False, shards=2) as server:
        server.guild("Here", 0)
        guild, ada = server.guild("Elsewhere", 1), server.person("Ada")
        channel = server.world.channel(guild, "table")
        own = Shards(first=0, last=0, count=2)
        async with ready(server, tmp_path, own) as bot:
            assert bot.get_guild(guild.id) is None
            made = await bot.lobbies.create_lobby(
                "lacrimosa", guild.id, channel.id, ada.id, "Ada"
            )
            await newest(server, ada, channel, lambda each: bool(each.buttons))
            await bot.lobbies.start(made.game.id, ada.id)
            hand = await newest(server, ada, ada.direct, lambda each: bool(each.buttons))
            button = hand.button("Symbols")
            assert button is not None
            seen = len(ada.direct.posts)
            question = await ada.press(hand, button["custom_id"])
            assert not question.failed
            while len(ada.direct.posts) == seen:
                assert await server.news(server.version(ada.direct.id), 20, ada.direct.id)


async def test_a_start_waits_until_there_are_session_starts_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(session_starts, "LEAST_WAIT", 0.1)
    async with Loopback(described=False) as server:
        server.world.session_starts |= {"remaining": 49, "reset_after": 600}
        async with running(server, tmp_path):
            async with asyncio.timeout(20):
                while "it connects in 1 s" not in caplog.text:  # noqa: ASYNC110 - a log
                    await asyncio.sleep(0.02)
            await asyncio.sleep(0.2)
            assert server.gateway.identified == 0
            server.world.session_starts |= {"remaining": 50, "reset_after": 600_000}
            await asyncio.wait_for(server.gateway.ready.wait(), 20)
    assert caplog.text.count("begin only 49 more sessions: it connects in 1 s") == 1


async def test_a_start_waits_if_it_has_more_shards_than_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: None
) -> None:
    monkeypatch.setattr(session_starts, "FEWEST", 1)
    monkeypatch.setattr(session_starts, "LEAST_WAIT", 0.1)
    async with Loopback(described=False, shards=4) as server:
        server.world.session_starts |= {"remaining": 1}
        own = Shards(first=2, last=3, count=4)
        async with running(server, tmp_path, shards=own):
            await asyncio.sleep(0.5)
            assert server.gateway.identified == 0
            server.world.session_starts |= {"remaining": 2}
            async with asyncio.timeout(20):
                while server.gateway.identified < 2:  # noqa: ASYNC110 - the test's own server
                    await asyncio.sleep(0.05)


OWN, OTHERS = Shards(first=0, last=0, count=2), Shards(first=1, last=1, count=2)


async def test_a_session_of_another_process_is_waited_for_without_a_socket(
    tmp_path: Path, postgresql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        postgresql.database() as url,
        beginning(url) as begin,
        Loopback(described=False, shards=2) as server,
    ):
        other = await begin(OTHERS)
        monkeypatch.setattr(discord_limits, "APART", 60.0)
        await other.limits.take_session_turn(0)
        turn = "SELECT owner FROM reservations WHERE what = 'session 0'"
        async with running(server, tmp_path, database=url, shards=OWN, serves=True) as bot:
            process = bot.store.process
            assert process is not None
            async with asyncio.timeout(20):
                while await other._database.all(turn) != [(process.id,)]:  # noqa: ASYNC110 - rows
                    await asyncio.sleep(0.05)
            assert not server.gateway._sockets


async def test_a_session_that_is_begun_anew_takes_its_turn(
    tmp_path: Path, postgresql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord_limits, "APART", 1.0)
    async with (
        postgresql.database() as url,
        beginning(url) as begin,
        Loopback(described=False, shards=2) as server,
    ):
        other = await begin(OTHERS)
        async with running(server, tmp_path, database=url, shards=OWN, serves=True):
            await server.gateway.until([0], 20)
            await other.limits.take_session_turn(0)
            began = time.monotonic()
            await server.gateway.invalidate(resumable=False)
            await until(lambda: server.gateway.identified == 2)
            assert time.monotonic() - began > 1.0
