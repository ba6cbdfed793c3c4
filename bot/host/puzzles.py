"""Which puzzles people disagree with: for the host, from the database alone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from bot.host.database import read_store
from bot.store import Address


def disagreed(database: Address) -> str:
    """A line for each puzzle that someone disagrees with, and whether it is out.

    Raises:
        StoreError: the database cannot be read; one line.
    """
    return "\n".join(asyncio.run(_lines(database)))


async def _lines(database: Address) -> list[str]:
    async with read_store(database) as store:
        found, out = await store.puzzles.disagreed(), await store.puzzles.out()
    return list(_spelled(found, out)) or ["nobody disagrees with a puzzle"]


def _spelled(found: dict[str, tuple[int, int]], out: frozenset[str]) -> Iterator[str]:
    for puzzle, (times, chosen) in found.items():
        yield f"{puzzle}: {times} of {chosen} disagree{'; withdrawn' if puzzle in out else ''}"
