"""Two releases serve one bot at once: the commands, and what only the newer one knows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot import app
from bot.commands import sync
from bot.store.processes import Process
from tests.bot.client_message import Message
from tests.postgresql import Server
from tests.processes import SECOND, Begin, beginning, until
from tests.wire.in_process import running
from tests.wire.server import Loopback

UPDATED = "I’m restarting"


@pytest.fixture
async def url(postgresql: Server) -> AsyncIterator[str]:
    """A PostgreSQL database with the tables, and nothing in them."""
    async with postgresql.database() as made:
        yield made


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with Loopback(described=False, shards=4) as opened:
        yield opened


@pytest.fixture
async def begin(url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Begin]:
    """Begins another process, which counts as one until the test ends."""
    monkeypatch.setattr(sync, "TURN_PAUSE", 0.1)
    async with beginning(url) as begin:
        yield begin


@asynccontextmanager
async def ready(server: Loopback, folder: Path, url: str) -> AsyncIterator[app.Maecenas]:
    """The bot on the first shard alone, with release 1.0."""
    async with running(server, folder, database=url, shards="0/4", serves=True) as bot:
        await server.gateway.until([0])
        yield bot


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.processes.RELEASE", "1.0")


@pytest.mark.parametrize("other", ["0.9", "1.1"])
async def test_commands_are_synced_once_all_are_of_one_release(
    server: Loopback, tmp_path: Path, url: str, begin: Begin, release: None, other: str
) -> None:
    another = await begin(SECOND, release=other)
    async with ready(server, tmp_path, url):
        await asyncio.sleep(0.5)
        assert server.world.commands == []
        await another.leave()
        await until(lambda: server.world.commands)


async def test_commands_wait_while_another_process_syncs_them(
    server: Loopback, tmp_path: Path, url: str, begin: Begin, release: None
) -> None:
    another = await begin(SECOND)
    assert await another.limits.take_sync()
    async with ready(server, tmp_path, url) as bot:
        await asyncio.sleep(0.3)
        assert server.world.commands == []
        await another.limits.end_sync()
        await until(lambda: server.world.commands)
        await until(
            lambda: bot.command_sync._task is not None and bot.command_sync._task.done()
        )
        assert await another.limits.take_sync(), "who has done it lets others"


async def test_what_a_newer_release_knows_is_not_unknown(
    server: Loopback, tmp_path: Path, url: str, begin: Begin, release: None
) -> None:
    channel, ada = server.world.channel(server.guild(), "table"), server.person("Ada")
    async with ready(server, tmp_path, url) as bot:
        await ada.slash(channel, "help")
        (shown,) = [each.message for each in channel.posts]

        async def told(*asked: str) -> str:
            if asked == ("button",):
                question = await ada.press(shown, "m1:later:0")
            else:
                question = await ada.slash(channel, *asked)
            assert await question.done()
            return question.texts[-1]

        assert "no longer works" in await told("button")
        assert UPDATED not in await told("later")
        newer = await begin(SECOND, release="1.1")
        process = bot.store.process
        await until(lambda: process.newer_lives)
        assert UPDATED in await told("button")
        assert UPDATED in await told("later")
        assert UPDATED not in await told("help")
        await newer.leave()


async def test_what_cannot_be_claimed_is_not_done_and_told(
    server: Loopback, tmp_path: Path, url: str, begin: Begin
) -> None:
    channel, ada = server.world.channel(server.guild(), "table"), server.person("Ada")
    async with ready(server, tmp_path, url) as bot:
        process = bot.store.process
        assert isinstance(process, Process)
        await ada.slash(channel, "help")
        shown: Message = channel.posts[0].message
        await begin(bot.settings.shards, take_over=True)  # it claims nothing
        await until(lambda: process.must_claim)
        await process._database.write("ALTER TABLE claims RENAME TO away")
        try:
            for question in (
                await ada.slash(channel, "play", game="florence"),
                await ada.press(shown, "m1:later:0"),
            ):
                assert await question.done()
                assert "could not be saved" in question.texts[-1]
        finally:
            await process._database.write("ALTER TABLE away RENAME TO claims")
        assert await bot.store.game_index.count_all_open(9) == 0
        question = await ada.typing(channel, "rules", topic="a")
        assert await question.done()
        assert question.choices is not None
