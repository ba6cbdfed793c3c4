"""Two bots on one database and one Discord: one shows each game, whichever gets the click."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot import app
from bot.database.postgresql import PostgreSQL
from bot.settings import Shards
from bot.store.rows import GameId
from bot.tables.core.table import Table
from rules.contract import name
from tests.bot.client_message import V2
from tests.postgresql import Server
from tests.wire.in_process import running
from tests.wire.server import Loopback, Person
from tests.wire.server.world import Channel


@pytest.fixture
async def url(postgresql: Server) -> AsyncIterator[str]:
    async with postgresql.database() as made:
        yield made


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the five seconds between two sessions."""

    async def nothing(*_: object, **__: object) -> None:
        pass

    monkeypatch.setattr(discord.Client, "before_identify_hook", nothing)


class Pair:
    """Two bots, and a game on a server of the first bot's shard."""

    def __init__(
        self, server: Loopback, one: app.Maecenas, other: app.Maecenas, channel: Channel
    ) -> None:
        self.server = server
        self.one = one
        self.other = other
        self.channel = channel
        self.people: list[Person] = [server.person(each) for each in ("Ada", "Ben", "Cleo")]
        self.game: GameId = 0

    async def begin(self) -> Table:
        """Begin a game of three, which the first bot makes and shows."""
        ada, *others = self.people
        lobbies, guild = self.one.lobbies, self.channel.guild or 0
        lobby = await lobbies.create_lobby("florence", guild, self.channel.id, ada.id, "Ada")
        self.game = lobby.game.id
        for person in others:
            await lobbies.join(self.game, person.id, person.name)
        await lobbies.start(self.game, ada.id)
        await self.shown()
        await self.idle()
        return await self.one.games.table(self.game)

    async def idle(self) -> None:
        for bot in (self.one, self.other):
            await bot.delivery.join()

    async def played(self, bot: app.Maecenas) -> Table:
        """Let the first seat that must decide choose its first option, at one of the bots."""
        table = await bot.games.table(self.game)
        decision = table.decisions[0]
        seat, arose = decision.seat, table.arose(decision.seat)
        assert arose is not None
        spelled, user = name(decision.options[0]), table.seats[seat].user or 0
        return (await bot.games.play(self.game, user, seat, arose, spelled)).table

    async def shown(self, seconds: float = 30.0) -> None:
        """Wait until everything is shown as the store has it, and nothing is left to send."""
        async with asyncio.timeout(seconds):
            while await self.one.store.outbox.games():  # noqa: ASYNC110 - a row
                await asyncio.sleep(0.05)

    @property
    def boards(self) -> list[int]:
        """The messages with buttons in the channel."""
        return [
            each.id
            for each in self.channel.posts
            if not each.deleted and each.message.flags & V2 and each.message.buttons
        ]


@asynccontextmanager
async def pair(
    server: Loopback, url: str, folder: Path, stack: AsyncExitStack
) -> AsyncIterator[Pair]:
    guilds = [server.guild(f"Server {n}", n) for n in range(2)]
    bots = []
    for number in range(2):
        shards = Shards(first=number, last=number, count=2)
        bot = await stack.enter_async_context(
            running(server, folder, database=url, shards=shards)
        )
        bot._connection.guild_ready_timeout = 0.2
        await asyncio.wait_for(bot.wait_until_ready(), 30)
        bots.append(bot)
    yield Pair(server, bots[0], bots[1], server.world.channel(guilds[0], "table"))


@pytest.fixture
async def two(url: str, tmp_path: Path, at_once: None) -> AsyncIterator[Pair]:
    async with (
        AsyncExitStack() as stack,
        Loopback(described=False, shards=2) as server,
        pair(server, url, tmp_path, stack) as found,
    ):
        try:
            yield found
        finally:
            await stack.aclose()


def requests(two: Pair, bot: app.Maecenas, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The message requests that a bot sends from now on."""
    found: list[str] = []
    http = bot.http.request

    async def noted(route: discord.http.Route, **more: Any) -> Any:
        if "messages" in route.path and route.method != "GET":
            found.append(f"{route.method} {route.path}")
        return await http(route, **more)

    monkeypatch.setattr(bot.http, "request", noted)
    return found


async def test_what_is_done_at_one_process_is_shown_by_the_owner(
    two: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    await two.begin()
    assert two.one.leases.check(two.game)
    sent, foreign = requests(two, two.one, monkeypatch), requests(two, two.other, monkeypatch)
    table = await two.played(two.other)
    await two.shown()
    assert sent != []
    assert foreign == []
    assert two.one.leases.epoch(two.game) == 1
    assert (await two.one.games.table(two.game)).number >= table.number
    assert b"maecenas_leases 1.0" in two.one.metrics.exposition("")[0]
    assert b"maecenas_leases 0.0" in two.other.metrics.exposition("")[0]


async def test_without_wake_ups_it_is_shown_within_seconds(
    two: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    await two.begin()

    async def lost(*_: object) -> None:
        """No wake-up arrives any more."""

    monkeypatch.setattr(PostgreSQL, "tell", lost)
    sent = requests(two, two.one, monkeypatch)
    await two.played(two.other)
    await two.shown(8.0)
    assert sent != []


async def _stop(bot: app.Maecenas, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kill a process: none of its work goes on, and no lease is given back."""

    async def nothing(*_: object) -> None:
        pass

    monkeypatch.setattr(bot.store.leases, "release", nothing)
    await bot.close()


async def test_what_a_process_that_ends_has_left_goes_on_elsewhere(
    two: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    await two.begin()
    two.one.delivery._stopping = True  # it no longer shows anything
    await two.played(two.one)
    await _stop(two.one, monkeypatch)
    store = two.other.store
    assert await store.outbox.games() == (two.game,)
    began = asyncio.get_running_loop().time()
    async with asyncio.timeout(20):
        while await store.outbox.games():  # noqa: ASYNC110 - a row
            await asyncio.sleep(0.1)
    assert asyncio.get_running_loop().time() - began > 5, "the lease had to lapse"
    assert two.other.leases.epoch(two.game) == 2


async def test_a_process_that_stops_orderly_is_followed_at_once(two: Pair) -> None:
    await two.begin()
    two.one.delivery._stopping = True
    await two.played(two.one)
    await two.one.close()
    store = two.other.store
    async with asyncio.timeout(8):
        while await store.outbox.games():  # noqa: ASYNC110 - a row
            await asyncio.sleep(0.1)


class Stalled:
    """A process that stalls at a request while another takes over its game."""

    def __init__(
        self, two: Pair, monkeypatch: pytest.MonkeyPatch, what: str, when: str
    ) -> None:
        """`what`: the method; `when`: before it, after it, or before it, with a lost answer."""
        self.reached, self.go_on = asyncio.Event(), asyncio.Event()
        self.requests: list[str] = []
        for who, bot in (("one", two.one), ("other", two.other)):
            http = bot.http.request

            async def request(
                route: discord.http.Route, http: Any = http, who: str = who, **more: Any
            ) -> Any:
                found = f"/channels/{two.channel.id}/messages"
                if not route.url.partition("/api/v10")[2].startswith(found):
                    return await http(route, **more)
                stands = who == "one" and route.method == what and not self.reached.is_set()
                if stands and when != "after":
                    self.reached.set()
                    await self.go_on.wait()
                answer = await http(route, **more)
                if route.method != "GET":
                    self.requests.append(f"{who} {route.method}")
                if stands and when == "after":
                    self.reached.set()
                    await self.go_on.wait()
                if stands and when == "lost":
                    raise aiohttp.ClientConnectionError
                return answer

            monkeypatch.setattr(bot.http, "request", request)


@pytest.mark.parametrize(
    ("what", "when"),
    [
        ("PATCH", "lost"),
        ("POST", "before"),
        *(
            pytest.param(*each, marks=pytest.mark.nightly)
            for each in (
                ("PATCH", "before"),
                ("PATCH", "after"),
                ("POST", "after"),
                ("POST", "lost"),
            )
        ),
    ],
)
async def test_what_an_owner_sends_that_stood_still_is_not_what_stays(
    two: Pair, monkeypatch: pytest.MonkeyPatch, what: str, when: str
) -> None:
    await two.begin()
    boards = two.boards
    stalled = Stalled(two, monkeypatch, what, when)
    await two.one.messages.show(two.game, anew=what == "POST")
    await asyncio.wait_for(stalled.reached.wait(), 20)
    lapse = "UPDATE games SET owned_until = owned_until - 30 WHERE id = ?"
    assert await two.one.store._database.write(lapse, two.game)
    table = await two.played(two.other)
    assert two.other.leases.epoch(two.game) == 2
    await two.other.delivery.join()
    await two.shown()
    assert two.one.leases.check(two.game), "it does not know yet"
    stalled.go_on.set()
    await two.idle()
    await two.shown()
    await two.idle()
    assert stalled.requests[-1] == "other PATCH", "the last state stands"
    assert two.boards == boards if what == "PATCH" else len(two.boards) == len(boards) + 1
    row = (await two.other.games.table(two.game)).game
    assert row.message == two.boards[-1]
    assert row.message_entry <= table.number
    assert two.server.record.merged == (what == "POST")


async def test_what_is_drawn_while_the_lease_is_lost_is_not_sent(
    two: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    await two.begin()
    drawing, go_on = asyncio.Event(), asyncio.Event()
    channel = two.one.delivery._channel
    draw = channel._message

    async def slowly(*of: Any) -> Any:
        drawn = await draw(*of)
        drawing.set()
        await go_on.wait()
        return drawn

    monkeypatch.setattr(channel, "_message", slowly)
    ours, theirs = requests(two, two.one, monkeypatch), requests(two, two.other, monkeypatch)
    await two.one.messages.show(two.game)
    await asyncio.wait_for(drawing.wait(), 20)
    lapse = "UPDATE games SET owned_until = owned_until - 30 WHERE id = ?"
    assert await two.one.store._database.write(lapse, two.game)
    await two.played(two.other)
    assert not await two.one.leases.confirm(two.game, 1), "it was renewed too late"
    await two.other.delivery.join()
    go_on.set()
    await two.idle()
    await two.shown()
    assert [each for each in ours if "PATCH" in each] == []
    assert [each for each in theirs if "PATCH" in each] != []
