"""The host's upkeep of the database, beside a bot that may be running: copies and checks.

Nothing here changes the database. What keeps a command from its work is one line.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec

from bot.editions import known
from bot.replay import Verdict, replayed
from bot.store import Store, StoreError
from bot.store.rows import GameId, GameRow

Tell = Callable[[str], None]
"""Takes one line of a report."""

PRIVATE: Final = 0o600
"""The mode of new files: they tell every hand."""


class CannotDo(Exception):  # noqa: N818 - told to the host
    """Why a command cannot do its work; one line. Nothing has been changed."""


@asynccontextmanager
async def reading(database: Path, *, as_is: bool = False) -> AsyncIterator[Store]:
    """The store of a database, for reading only.

    Args:
        database: its file.
        as_is: whatever its layout: for a copy.

    Raises:
        StoreError: it cannot be read, now or later; one line.
    """
    store = await Store.read(database, as_is=as_is)
    try:
        yield store
    except sqlite3.Error as error:
        raise StoreError(f"the database {database} cannot be read: {error}") from error
    finally:
        await store.close()


def fresh(path: Path) -> int:
    """A new empty file for its owner alone, opened for writing; the file descriptor.

    Raises:
        CannotDo: there is a file of that name, or it cannot be made.
    """
    try:
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    except FileExistsError:
        raise CannotDo(f"{path} exists; it was not touched") from None
    except OSError as error:
        raise CannotDo(f"{path} cannot be written: {error.strerror}") from None


# -- backup ------------------------------------------------------------------------


def backup(database: Path, out: Path) -> str:
    """Copy a database consistently into a new file; what was done, in one line.

    Raises:
        CannotDo: the copy exists already or cannot be written.
        StoreError: the database cannot be read.
    """
    asyncio.run(_backup(database, out))
    return f"{out}: a copy of {database}, {out.stat().st_size:,} bytes"


async def _backup(database: Path, out: Path) -> None:
    async with reading(database, as_is=True) as store:
        await asyncio.to_thread(lambda: os.close(fresh(out)))
        try:
            await store.backup(out)
            await _sound(out)
        except BaseException as error:
            await asyncio.to_thread(out.unlink)
            if isinstance(error, sqlite3.Error):
                raise CannotDo(f"{database} cannot be copied to {out}: {error}") from error
            raise


async def _sound(out: Path) -> None:
    """Raises: CannotDo, if a copy has taken damage over."""
    async with reading(out, as_is=True) as copy:
        if damage := await copy.damage():
            raise CannotDo(f"the copy is damaged, and so is the database: {damage}")


# -- check -------------------------------------------------------------------------


def check(database: Path, tell: Tell) -> bool:
    """Fold every game that ever began, and compare each position with its checksum.

    Args:
        database: its file; the bot may be running.
        tell: hears one line a game, and the sums.

    Returns:
        Whether all is as it was played.

    Raises:
        StoreError: the database cannot be read.
    """
    return asyncio.run(_check(database, tell))


async def _check(database: Path, tell: Tell) -> bool:
    games = entries = differing = 0
    async with reading(database) as store:
        if damage := await store.damage():
            raise StoreError(f"the database {database} is damaged: {damage}")
        await known(store)
        for game in await store.games.begun():
            row, verdict = await verdict_of(store, game)
            games += 1
            entries += max(verdict.good, 0)
            differing += verdict.fault is not None
            tell(_line(game, row, verdict))
    tell(f"games: {games}, entries: {entries:,}, games that differ: {differing}")
    return not differing


async def verdict_of(store: Store, game: GameId) -> tuple[GameRow | None, Verdict]:
    """A stored game, folded and compared; no row if that cannot be read."""
    try:
        row = await store.games.game(game)
    except (ValueError, msgspec.MsgspecError):
        row = None
    if row is None:
        return None, Verdict(-1, "its row cannot be read")
    seats = await store.games.seats(game)
    entries = await store.games.entries(game)
    return row, await asyncio.to_thread(replayed, row, len(seats), entries)


def _line(game: GameId, row: GameRow | None, verdict: Verdict) -> str:
    what = "unknown" if row is None else f"{row.game}, {row.status}"
    if verdict.fault is None:
        return f"game {game} ({what}): {verdict.good} entries, as played"
    if verdict.good < 0:
        return f"game {game} ({what}): DIFFERS, it cannot be started: {verdict.fault}"
    return f"game {game} ({what}): DIFFERS after entry {verdict.good}: {verdict.fault}"
