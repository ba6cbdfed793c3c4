"""Two processes on one database of PostgreSQL, and what tests do to their games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from bot.store import Store
from bot.store.rows import GameId
from tests.bot.services import Services, services


@asynccontextmanager
async def stores(url: str) -> AsyncIterator[tuple[Store, Store]]:
    """The stores of two processes."""
    async with AsyncExitStack() as opened:
        found = []
        for _ in range(2):
            found.append(await Store.open(url, 2))
            opened.push_async_callback(found[-1].close)
        yield found[0], found[1]


@asynccontextmanager
async def both(url: str) -> AsyncIterator[tuple[Services, Services]]:
    """The services of two processes."""
    async with services(url) as one, services(url, seed=2) as other:
        yield one, other


async def written(store: Store, sql: str, *values: object) -> None:
    assert await store._database.write(sql, *values)


async def lapse(store: Store, game: GameId) -> None:
    """Twenty seconds pass without a renewal."""
    await written(store, "UPDATE games SET owned_until = owned_until - 20 WHERE id = ?", game)


async def left(store: Store, game: GameId) -> float:
    """For how many seconds a lease still lasts."""
    row = await store._database.one(
        "SELECT owned_until - CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)"
        " FROM games WHERE id = ?",
        game,
    )
    assert row is not None
    return float(row[0])


async def until(found: Callable[[], object], seconds: float = 10.0) -> None:
    """Wait for something that happens by itself."""
    async with asyncio.timeout(seconds):
        while not found():  # noqa: ASYNC110 - what another process does
            await asyncio.sleep(0.02)
