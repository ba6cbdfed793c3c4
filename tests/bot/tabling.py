"""Tables for tests: a real store and engine, three friends, luck that can be repeated."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, ParamSpec, TypeVar

from bot.store import Store
from bot.store.rows import GameId
from bot.table import Table
from bot.tables import Tables
from bot.workers import Workers
from rules.games import GAMES
from rules.opponents import LEVELS, choose
from rules.table import Seat, name

P = ParamSpec("P")
T = TypeVar("T")

ANN, BEN, CLEO, EVE = 101, 102, 103, 999
NAMES = {ANN: "Ann", BEN: "Ben", CLEO: "Cleo", EVE: "Eve"}
GUILD, CHANNEL = 1, 11


class Inline(Workers):
    """Work done on the spot, for tests that are not about processes."""

    async def run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return call(*args, **kwargs)


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class House:
    """One run of the bot's inside: a store, its tables, and what was announced."""

    def __init__(self, store: Store, tables: Tables, clock: Clock) -> None:
        self.store = store
        self.tables = tables
        self.clock = clock
        self.announced: list[GameId] = []
        tables.announce = self.announced.append

    async def sent(self) -> None:
        """Everything in the outbox has been delivered."""
        for game in await self.store.outbox.games():
            for row in await self.store.outbox.pending(game):
                await self.store.outbox.delivered(row)

    async def begun(self, *others: int, level: str | None = None) -> Table:
        """A game of Ann's in the channel, seats as joined, with `level` opponents to three."""
        lobby = await self.tables.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")
        game = lobby.game.id
        await self.tables.set_option(game, ANN, "seat_order", "joined")
        for user in others:
            await self.tables.join(game, user, NAMES[user])
        for n in range(2 - len(others) if level else 0):
            await self.tables.add_opponent(game, ANN, str(level), f"Bot {n}")
        return await self.tables.start(game, ANN)

    async def at_auction(self) -> Table:
        """A game of three people who have chosen their professions."""
        table = await self.begun(BEN, CLEO)
        while len(table.decisions) > 1 or type(table.decisions[0].prompt).__name__ != "ToOpen":
            table = await self.step(table)
        return table

    async def step(self, table: Table, spelled: str | None = None) -> Table:
        """The first deciding person takes the first option, or a named action."""
        decision = table.decisions[0]
        chosen = spelled or name(decision.options[0])
        return await self.by(table, decision.seat, chosen)

    async def by(self, table: Table, seat: Seat, spelled: str) -> Table:
        """A seat's person takes an action."""
        user, arose = table.seats[seat].user, table.arose(seat)
        assert user is not None
        assert arose is not None
        return (await self.tables.play(table.game.id, user, seat, arose, spelled)).table


@asynccontextmanager
async def house(
    path: Path, *, seed: int = 1, clock: Clock | None = None, **settings: Any
) -> AsyncIterator[House]:
    """The inside of a bot, running on a database file."""
    time = clock or Clock()
    workers = settings.pop("workers", None) or Inline()
    store = await Store.open(path)
    try:
        tables = Tables(
            store,
            workers,
            GAMES,
            settings.pop("choose", choose),
            levels=LEVELS,
            rng=Random(seed),
            clock=time,
            pause=0.0,
            **settings,
        )
        try:
            await tables.resume()
            yield House(store, tables, time)
        finally:
            await tables.close()
    finally:
        await store.close()
        await workers.close()
