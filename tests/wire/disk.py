"""A bad disk: full, locked, read-only, or with another database where ours was."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

from tests.wire import ledger
from tests.wire.hall import Figures, Hall, hall

NOT_SAVED: Final = "could not be saved"

ROOMS: Final = (0, 5_000, 15_000)
"""Bytes that are left on a disk that is nearly full: a part of a change fits in."""


async def full_disk(folder: Path, seed: int = 0) -> Figures:
    """The disk fills up while people play, and is freed: what did not count was told."""
    rng = Random(seed)
    async with hall(folder, 3, 2, seed=seed) as here:
        people, mixed = here.parties
        await asyncio.gather(people.gather(), mixed.gather(opponents=2))
        for room in ROOMS:
            playing = asyncio.create_task(here.play(moves=30, seconds=60.0))
            await asyncio.sleep(rng.uniform(0.5, 1.5))
            here.bot.fill_disk(room)
            await asyncio.sleep(2.0)
            stored = _stored(here)
            await asyncio.sleep(1.0)
            assert room or _stored(here) == stored, "a full disk has taken an entry"
            here.bot.free_disk()
            await playing
            await here.settle()
            await here.check()
        _told(here)
        await here.play(moves=20, seconds=30.0)
        await here.settle()
        return await here.check()


def _stored(here: Hall) -> list[int]:
    books = ledger.read(here.bot.database)
    return [len(books[party.channel.id].rows) for party in here.parties]


def _told(here: Hall) -> None:
    told = [text for party in here.parties for c in party.clicks for text in c.question.texts]
    assert any(NOT_SAVED in text for text in told), "nobody was told"


async def locked_database(folder: Path, seed: int = 0) -> Figures:
    """Another program holds the database for a while: each click says that it did not count."""
    async with hall(folder, 3, seed=seed) as here:
        await here.begin()
        await here.play(moves=20, seconds=30.0)
        await here.settle()
        with closing(sqlite3.connect(here.bot.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await here.play(moves=4, seconds=12.0)
            other.execute("ROLLBACK")
        _told(here)
        await here.play(moves=20, seconds=30.0)
        await here.settle()
        return await here.check()
