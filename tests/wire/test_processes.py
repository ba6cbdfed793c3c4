"""Several processes of the bot on one PostgreSQL, each with its own shards."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from tests.postgresql import Server
from tests.wire.load import free_port
from tests.wire.process import BotProcess
from tests.wire.server import Loopback, Person
from tests.wire.server.interactions import SentInteraction
from tests.wire.server.world import Channel

RUN: Final = ("tests.wire.timing", "10", "0", "run")
HASTY: Final = {"WIRE_HEARTBEAT": "0.5"}

pytestmark = pytest.mark.timeout(300)


@pytest.fixture
async def url(postgresql: Server) -> AsyncIterator[str]:
    """A PostgreSQL database with the tables, and nothing in them."""
    async with postgresql.database() as made:
        yield made


class Bot:
    """Processes of one bot, and people on a server of each of its two shards."""

    def __init__(self, server: Loopback, folder: Path, url: str) -> None:
        self.server = server
        self._folder = folder
        self._url = url
        self.processes: list[BotProcess] = []
        guilds = [server.guild(f"Server {n}", n) for n in range(2)]
        self.channels = [server.world.channel(each, "table") for each in guilds]
        self.people = [server.person(name) for name in ("Ada", "Bruno")]
        self.asked: list[SentInteraction] = []
        self.asking = asyncio.Semaphore(2)  # as many as ask at the same time

    async def start(
        self, shards: str, *arguments: str, release: str = "1.0", **more: str
    ) -> BotProcess:
        """Start one more process, which may not hear anything yet."""
        folder = self._folder / str(len(self.processes))
        await asyncio.to_thread(folder.mkdir)
        started = BotProcess(
            self.server,
            folder,
            module=(*RUN, *arguments),
            settings={"MAECENAS_SHARDS": shards, "WIRE_RELEASE": release, **HASTY, **more},
            database=self._url,
        )
        self.processes.append(started)
        await started.start(wait=False)
        return started

    async def ask(self, person: Person, channel: Channel, name: str = "help") -> None:
        """Use a command, and wait for the answer."""
        question = await person.slash(channel, name)
        self.asked.append(question)
        assert not question.failed, self.tails()
        assert await question.done(), self.tails()

    async def answers(self, name: str = "help") -> list[int]:
        """How many commands each process has answered; waits up to 5 s for the logs."""
        asked = sum(each.data["name"] == name for each in self.asked)
        until = time.monotonic() + 5.0
        while True:
            counted = [
                each.tail(10**7).count(f"command verb={name} ") for each in self.processes
            ]
            if sum(counted) >= asked or time.monotonic() > until:
                return counted
            await asyncio.sleep(0.05)  # a line is written when the command has ended

    def tails(self) -> str:
        """The ends of all logs."""
        return "\n\n".join(each.tail(1500) for each in self.processes)


@asynccontextmanager
async def two_shards(folder: Path, url: str) -> AsyncIterator[Bot]:
    async with Loopback(described=False, shards=2) as server:
        bot = Bot(server, folder, url)
        try:
            yield bot
        finally:
            for each in bot.processes:
                if each.runs:
                    await each.stop()


@pytest.mark.nightly
async def test_each_process_answers_what_its_shards_hear(tmp_path: Path, url: str) -> None:
    async with two_shards(tmp_path, url) as bot:
        await bot.start("0/2")
        second = await bot.start("1/2")
        await bot.server.gateway.until([0, 1])
        ada, bruno = bot.people
        await bot.ask(ada, bot.channels[0])
        await bot.ask(bruno, bot.channels[1])
        await bot.ask(bruno, bruno.direct, "turns")
        assert await bot.answers() == [1, 1]
        assert await bot.answers("turns") == [1, 0], "direct messages come over shard 0"
        refused = await bot.start("0-1/2")
        assert await refused.ended() == 1
        assert "another bot is using the database: process" in refused.tail()
        waits = await bot.start("1/2", WIRE_HEARTBEAT="5")
        await waits.says("has shard 1/2: waiting to see if it is alive")
        began = time.monotonic()
        assert await waits.stop() == 0, "it waits whether the other one was killed"
        assert time.monotonic() - began < 5
        await second.kill(others=True)
        await bot.server.gateway.until([0])
        await bot.ask(ada, bot.channels[0])
        await bot.start("1/2")  # at once: its predecessor is known to be gone
        await bot.server.gateway.until([0, 1])
        await bot.ask(bruno, bot.channels[1])
        assert await bot.answers() == [2, 1, 0, 0, 1]


async def test_a_process_is_taken_over_under_clicks(tmp_path: Path, url: str) -> None:
    """No click goes without an answer, and none gets two."""
    async with two_shards(tmp_path, url) as bot:
        port = free_port()
        of_host = {"MAECENAS_HEALTH_PORT": str(port)}
        old = await bot.start("0-1/2", release="1.0", **of_host)
        await bot.server.gateway.until([0, 1])
        ended = asyncio.Event()
        clicking = [
            asyncio.create_task(_click(bot, person, channel, ended))
            for person, channel in zip(bot.people, bot.channels, strict=True)
        ]
        broken = await bot.start("0-1/2", "--take-over", release="1.1", **of_host)
        await bot.server.gateway.until([0, 0, 1])
        assert "maecenas_processes 2.0" in await _metrics(port)
        async with bot.asking, bot.asking:  # what a kill cuts off must be asked again
            await bot.answers()  # a killed process would not log its last answer
            await broken.kill(others=True)
        await bot.server.gateway.until([0, 1])
        new = await bot.start("0-1/2", "--take-over", release="1.1", **of_host)
        await bot.server.gateway.until([0, 0, 1, 1])
        assert await old.ended() == 0
        assert "takes over: this process stops" in old.tail()
        await bot.server.gateway.until([0, 1])
        await new.says("this process has taken over")
        assert "maecenas_processes 1.0" in await _metrics(port), (
            "it listens where the old one did"
        )
        ended.set()
        await asyncio.gather(*clicking)
        answers = await bot.answers()
        assert sum(answers) == len(bot.asked), f"of {len(bot.asked)}: {answers}"
        assert all(answers[::2]), f"{answers}: one of the two was not asked"
        assert not bot.server.rest.refused, "nobody answered what another one had answered"
        errors = Counter(
            line.split()[2] for line in bot.tails().splitlines() if " ERROR " in line
        )
        assert not errors, bot.tails()


async def _metrics(port: int) -> str:
    url = f"http://127.0.0.1:{port}/metrics"
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return await answer.text()


async def _click(bot: Bot, person: Person, channel: Channel, ended: asyncio.Event) -> None:
    while not ended.is_set():
        async with bot.asking:
            await bot.ask(person, channel)
        await asyncio.sleep(0.05)
