"""Trials: whole games, and everything that can happen to the bot during one.

Each trial returns its figures, and raises `AssertionError` if a promise is broken.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

from bot.store import Address
from render.emojis import EMOJIS
from render.words import SOURCE
from tests.speed.yardstick import SLOW
from tests.wire import table_life
from tests.wire.environment import Environment, Figures, environment
from tests.wire.server import Fault

LIFE: Final = 0.1
"""How often someone does something about seats, in trials of that."""

CHECKED: Final = 3
"""Everything is checked once every so many kills."""

EXCEEDED: Final = 5
"""How many requests may exceed limits that the bot has not heard of yet."""

STOPS_WITHIN: Final = 5.0
"""Seconds within which the bot must exit after a SIGTERM."""

STOPS_HERE: Final = STOPS_WITHIN * max(2.0, SLOW)
"""The same beside other tests, and on a slower machine than the targets are for."""


async def whole_games(
    folder: Path,
    *seats: int,
    seed: int = 0,
    opponents: int = 0,
    game: str = "florence",
    language: str = SOURCE,
    database: Address | None = None,
    emojis: int = 2000,
    refused_each: int = 0,
) -> Figures:
    """Play one game at each table to the end; in another language, without a word of English.

    Args:
        folder: for the database.
        seats: how many people sit at each table.
        seed: for what people choose.
        opponents: how many computer players there are at each table.
        game: what is played.
        language: everyone's language.
        database: where it is stored.
        emojis: how many emojis Discord accepts; with too few, no text shows a symbol.
        refused_each: Discord refuses one in so many messages with emojis; 0: none.
    """
    async with environment(
        folder, *seats, seed=seed, game=game, watched=1, language=language, database=database
    ) as here:
        here.discord.world.most_emojis = emojis
        here.discord.world.refused_each = refused_each
        await here.begin(opponents=opponents)
        if refused_each:
            await _all_emojis(here)
        await here.play(seconds=900.0)
        await here.settle()
        figures = await here.check()
        shown = here.discord.world.with_emojis
        assert not refused_each or shown > 2 * refused_each, f"{shown} messages with symbols"
        most = sum(2 + each.rounds for each in here.counted.values())
        assert figures.boards <= most, f"{figures.boards} boards, {most} are enough"
        assert figures.over == figures.games, "a game has no end"
        assert figures.late == 0, f"{figures.late} clicks had no answer within 3 s"
        return figures


async def _all_emojis(here: Environment, seconds: float = 120.0) -> None:
    """Wait until the bot has uploaded all emojis; a game takes less time than drawing them."""
    async with asyncio.timeout(seconds):
        while len(here.discord.world.emojis) < len(EMOJIS):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.2)


async def called_each_turn(
    folder: Path, *seats: int, seed: int = 0, game: str = "florence"
) -> Figures:
    """Play whole games in which nothing is put off, as when people play over days."""
    async with environment(folder, *seats, seed=seed, game=game) as here:
        await here.bot.stop()
        here.bot.module = ("tests.wire.timing", "0", "0", "run")
        await here.bot.start()
        await here.begin()
        await here.play(seconds=900.0)
        await here.settle()
        await crossed_out(here)
        figures = await here.check()
        assert figures.over == figures.games, "a game has no end"
        most = sum(2 + each.rounds for each in here.counted.values())
        assert figures.boards <= most, f"{figures.boards} boards, {most} are enough"
        return figures


async def kills(
    folder: Path,
    count: int,
    *seats: int,
    seed: int = 0,
    game: str = "florence",
    database: Address | None = None,
) -> Figures:
    """kill -9 at random moments, with people clicking all the while."""
    rng = Random(seed)
    async with environment(folder, *seats, seed=seed, game=game, database=database) as here:
        await here.begin()
        await here.settle()
        for _ in range(count):
            await interrupted(here, rng.uniform(0.05, 1.5), here.bot.kill)
            await here.bot.start()
            await here.settle()
            await here.check()
            if all(each.over for each in here.parties):
                break
        await here.play(moves=20)
        return await here.check()


async def seats_change(
    folder: Path,
    count: int,
    seats: int,
    *,
    seed: int = 0,
    game: str = "florence",
    moves: int | None = None,
) -> Figures:
    """A game in which seats change hands, with kill -9 in the middle of it.

    Args:
        folder: for the database and the log.
        count: how often the bot is killed.
        seats: how many people sit at the table.
        seed: for what people choose, and when the bot is killed.
        game: what is played.
        moves: how many presses follow the last kill; None: the whole game.
    """
    rng = Random(seed)
    async with environment(folder, seats, seed=seed, game=game, watched=2, life=LIFE) as here:
        await here.begin()
        await here.settle()
        for number in range(count):
            await interrupted(here, rng.uniform(0.05, 1.5), here.bot.kill)
            await here.bot.start()
            await here.settle()
            if number % CHECKED == 0:
                await here.check()
            if here.parties[0].over:
                break
        await here.play(moves=moves)
        await here.settle()
        figures = await here.check()
        assert moves is not None or figures.over == figures.games, "a game has no end"
        return figures


async def killed_while_asked(folder: Path, seed: int = 0) -> Figures:
    """kill -9 while the table is asked and while someone leaves: it is asked once, or never.

    What someone was told has happened, no one is called twice, and the answers still count.
    """
    async with environment(folder, 3, seed=seed, life=LIFE) as here:
        party = here.parties[0]
        await here.begin()
        await here.settle()
        first, second, third = party.people
        deeds: tuple[Awaitable[None], ...] = (
            table_life.propose_end(party, first),
            table_life.go_away(party, second),
            table_life.leave(party, third),
        )
        for number, deed in enumerate(deeds):
            doing = asyncio.ensure_future(deed)
            await asyncio.sleep(Random(f"{seed}-{number}").uniform(0.05, 0.5))
            await here.bot.kill()
            await doing
            await here.bot.start()
            await here.settle()
            await here.check()
        await crossed_out(here)
        rung = len(here.discord.record.notifications)
        await here.bot.kill()
        await here.bot.start()
        await here.settle()
        await crossed_out(here)
        assert len(here.discord.record.notifications) == rung, "a phone rang twice"
        await here.play(moves=20, seconds=30.0)
        await here.settle()
        return await here.check()


async def stops(folder: Path, count: int, *seats: int, seed: int = 0) -> Figures:
    """SIGTERM in the middle of clicks: the bot exits with 0 within 5 s, and play goes on."""
    rng = Random(seed)
    async with environment(folder, *seats, seed=seed) as here:
        await here.begin()
        for _ in range(count):

            async def stop() -> None:
                begun = time.monotonic()
                assert await here.bot.stop() == 0, here.bot.tail()
                took = time.monotonic() - begun
                assert took < STOPS_HERE, f"SIGTERM took {took:.1f} s"
                here.discord.era += 1

            await interrupted(here, rng.uniform(0.05, 1.5), stop)
            await here.bot.start()
            await here.settle()
            await here.check()
        return await here.check()


async def interrupted(
    here: Environment, seconds: float, happening: Callable[[], Awaitable[None]]
) -> None:
    """Let people play for a while, and let something happen in the middle."""
    # A game may end just before: nobody looks back at it while the bot is stopped.
    playing = asyncio.create_task(here.play(seconds=120.0, looks_back=False))
    try:
        await asyncio.sleep(seconds)
        for party in here.parties:
            party.paused.clear()
        await happening()
    finally:
        for party in here.parties:
            party.stop()
        await playing
        for party in here.parties:
            party.paused.set()


async def gateway_trouble(folder: Path, rounds: int, *seats: int, seed: int = 0) -> Figures:
    """Broken connections, op 7, op 9 with and without a session to resume, and an outage."""
    async with environment(folder, *seats, seed=seed) as here:
        gateway = here.discord.gateway
        await here.begin()
        for number in range(rounds):
            happening: Callable[[], Awaitable[None]]
            match number % 5:
                case 0:
                    happening = gateway.drop
                case 1:
                    happening = gateway.ask_to_reconnect
                case 2:

                    async def happening() -> None:
                        await gateway.invalidate(resumable=True)
                case 3:

                    async def happening() -> None:
                        await gateway.invalidate(resumable=False)
                case _:

                    async def happening() -> None:
                        await gateway.outage(4.0)

            playing = asyncio.create_task(here.play(moves=25))
            await asyncio.sleep(0.5)
            await happening()
            await playing
            await asyncio.wait_for(gateway.ready.wait(), 30.0)
            await here.settle()
            await here.check()
        assert gateway.resumed >= rounds // 2, f"{gateway.resumed} sessions were resumed"
        return await here.check()


async def paced(folder: Path, seed: int = 0, moves: int = 60) -> Figures:
    """Discord's usual limits are enforced: the bot waits as it is told, and plays on."""
    async with environment(folder, 3, 4, seed=seed, paced=True) as here:
        await here.begin()
        await here.play(moves=moves, seconds=90.0)
        await here.settle()
        exceeded = here.discord.rest.limits.exceeded
        assert exceeded <= EXCEEDED, f"{exceeded} requests came too early"
        return await here.check()


TROUBLES: Final = {
    "a broken server": Fault("error", 500),
    "an unavailable server": Fault("error", 503),
    "too many requests": Fault("limit", seconds=1.0),
    "a broken line": Fault("drop"),
    "a lost answer": Fault("lost"),
    "a slow answer": Fault("slow", seconds=2.0),
}
STRIKES_WITHIN: Final = 40.0
"""Seconds within which a fault must strike a request; new messages are rare."""

ENDPOINTS: Final = ("message.post", "message.edit", "answer.edit", "callback", "message.get")


RARE: Final = frozenset({"message.get"})
"""Endpoints that a game may do without for a while."""


async def rest_trouble(
    folder: Path,
    *seats: int,
    seed: int = 0,
    times: int = 2,
    kinds: tuple[str, ...] = tuple(TROUBLES),
    endpoints: tuple[str, ...] = ENDPOINTS,
) -> Figures:
    """Every trouble on every endpoint in turn, while people play."""
    async with environment(folder, *seats, seed=seed) as here:
        await here.begin()
        for kind in kinds:
            for endpoint in endpoints:
                await _troubled(here, kind, endpoint, times)
        return await here.check()


async def _troubled(here: Environment, kind: str, endpoint: str, times: int) -> None:
    """Play until the trouble has struck, and check that it did no harm."""
    faults = here.discord.faults
    faults.on(endpoint, TROUBLES[kind], times)
    until = time.monotonic() + STRIKES_WITHIN
    while faults.waits(endpoint) and time.monotonic() < until:
        await here.play(moves=6, seconds=15.0)
    assert endpoint in RARE or not faults.waits(endpoint), f"{endpoint} was not asked for"
    faults.off()
    try:
        await here.settle()
        await here.check()
    except AssertionError as error:
        raise AssertionError(f"{kind} at {endpoint}: {error}") from error


async def lost_and_late(folder: Path, seed: int = 0) -> Figures:
    """New messages are posted, but the answers are lost, and the game goes on in the meantime.

    The nonce then finds the older messages again; they must be brought up to date.
    """
    async with environment(folder, 3, seed=seed) as here:
        party = here.parties[0]
        beginning = asyncio.create_task(party.gather())
        while not party.channel.posts:
            await here.discord.news(here.discord.version(), 1.0)
        here.discord.faults.on("message.post", TROUBLES["a lost answer"], 4)
        await beginning
        await here.play(moves=10, seconds=1.0)
        await here.settle()
        assert here.discord.record.merged, "no nonce was needed"
        await here.play(moves=20, seconds=30.0)
        await here.settle()
        return await here.check()


async def killed_before_noting(folder: Path, seed: int = 0) -> Figures:
    """A kill after a message was posted, but before it was noted, or before it was crossed out.

    The posted message must keep its buttons, and be edited for what came since.
    """
    async with environment(folder, 3, seed=seed) as here:
        party = here.parties[0]
        await here.begin()
        await here.play(moves=30, seconds=60.0)
        for noted in (False, True):
            await here.settle()
            await crossed_out(here)
            board = party.board(party.people[0])
            assert board is not None
            await here.bot.kill()
            first, born = map(int, str(here.discord.world.posts[board.id].nonce).split("-"))
            _uncross(here, first, born / 1000, noted=noted)
            await here.bot.start()
            await here.settle()
            await asyncio.sleep(1.0)
            now = party.board(party.people[0])
            assert now is not None, "the table message has lost its buttons"
            assert now.id == board.id, "no other message was wanted"
            await here.play(moves=10, seconds=30.0)
        await here.settle()
        return await here.check()


async def crossed_out(here: Environment) -> None:
    """Wait until nothing is left to send, bursts included."""
    until = time.monotonic() + STRIKES_WITHIN
    with closing(sqlite3.connect(here.bot.database)) as database:
        while database.execute("SELECT count(*) FROM outbox").fetchone()[0]:
            assert time.monotonic() < until, "something is never sent"
            await asyncio.sleep(0.2)


def _uncross(here: Environment, first: int, born: float, *, noted: bool) -> None:
    """Put back the row of a posted message; unless `noted`, forget the message, too."""
    with closing(sqlite3.connect(here.bot.database)) as database, database:
        database.execute(
            "INSERT INTO outbox (id, game, kind, n, created) VALUES (?, 1, 'table', 1, ?)",
            (first, born),
        )
        if not noted:
            database.execute("UPDATE games SET message = NULL, message_entry = 0")
