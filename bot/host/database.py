"""What a host does with the database, even while a bot is running: copies and checks.

Nothing here changes existing games. A command that cannot do its work says why in one line.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import msgspec

from bot.database import address, lock
from bot.database.address import PRIVATE
from bot.store import Address, DatabaseError, Store, StoreError, shown
from bot.store.deletions import DeletionFile
from bot.store.open_store import lost_lines
from bot.store.rows import GameId, GameRow
from bot.tables.core import replay
from bot.tables.core.editions import recall_stored
from bot.tables.core.replay import Verdict

Tell = Callable[[str], None]
"""Takes one line of a report."""


class HostCommandError(Exception):
    """Why a command cannot do its work; one line. Nothing has been changed."""


@asynccontextmanager
async def read_store(database: Address, *, as_is: bool = False) -> AsyncIterator[Store]:
    """The store of a database, read-only.

    Args:
        database: where it is.
        as_is: whether any layout will do, as for a copy.

    Raises:
        StoreError: it cannot be read, now or later; one line.
    """
    store = await Store.read(database, as_is=as_is)
    try:
        yield store
    except DatabaseError as error:
        raise StoreError(f"the database {shown(database)} cannot be read: {error}") from error
    finally:
        await store.close()


def create_private(path: Path) -> int:
    """Create an empty file for its owner alone; returns its descriptor, opened for writing.

    Raises:
        HostCommandError: there is a file with that name, or it cannot be created.
    """
    try:
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    except FileExistsError:
        raise HostCommandError(f"{path} exists; it was not touched") from None
    except OSError as error:
        raise HostCommandError(f"{path} cannot be written: {error.strerror}") from None


# -- backup ------------------------------------------------------------------------


def backup(database: Address, out: Path) -> str:
    """Copy a database consistently into a new file; returns what was done, in one line.

    Raises:
        HostCommandError: the copy exists already or cannot be written.
        StoreError: the database cannot be read, or is damaged.
    """
    asyncio.run(_backup(database, out))
    return f"{out}: a copy of {shown(database)}, {out.stat().st_size:,} bytes"


async def _backup(database: Address, out: Path) -> None:
    async with read_store(database, as_is=True) as store:
        await _check_file(store, database)
        await asyncio.to_thread(lambda: os.close(create_private(out)))
        try:
            await store.backup(out)
        except BaseException as error:
            await asyncio.to_thread(out.unlink)
            if isinstance(error, DatabaseError):
                raise HostCommandError(
                    f"{shown(database)} cannot be copied to {out}: {error}"
                ) from error
            raise


# -- move --------------------------------------------------------------------------


def move(source: Address, target: Address) -> str:
    """Copy a database into an empty one of the other kind or the same; returns what was done.

    Raises:
        HostCommandError: the target is not empty, its file or its list of deletions exists,
            both are the same database, or a game in the copy differs.
        StoreError: a bot is running, or one of the two cannot be used.
    """
    source, target = (
        address.followed(e) if isinstance(e, Path) else e for e in (source, target)
    )
    if source == target:
        raise HostCommandError("source and target are the same database")
    _check_there(source)
    if isinstance(target, Path):
        for each in (target, DeletionFile.path_of(target)):
            if each.exists():
                raise HostCommandError(f"{each} exists; it was not touched")
    with lock.locked(source), lock.locked(target):
        with ExitStack() as failed:
            if isinstance(target, Path):
                failed.callback(_remove, target)
            games = asyncio.run(_move(source, target))
            failed.pop_all()
        differing: list[str] = []
        if not check(target, differing.append):
            raise HostCommandError(f"{shown(target)}: {differing[-1]}; use {shown(source)}")
    return f"{shown(target)}: a copy of {shown(source)}; games: {games}, all as played"


async def _move(source: Address, target: Address) -> int:
    async with read_store(source) as store:
        await _check_file(store, source)
        await store.check_deletions()
        await store.check_unused()
        empty = await Store.open(target)
        try:
            await empty.check_unused()
            return await store.copy_into(empty)
        except DatabaseError as error:
            raise StoreError(f"{shown(target)} cannot be written: {error}") from error
        except StoreError as error:
            raise HostCommandError(f"{shown(target)} was not touched: {error}") from error
        finally:
            await empty.close()


def _check_there(database: Address) -> None:
    """Check that the database, if it is a file, exists.

    Raises:
        StoreError: there is no file; its lock would be created all the same.
    """
    if isinstance(database, Path) and not database.is_file():
        raise StoreError(f"there is no database {database}")


def _remove(database: Path) -> None:
    """Remove a file that was not copied completely."""
    beside = (Path(f"{database}-wal"), Path(f"{database}-shm"), DeletionFile.path_of(database))
    for each in (database, *beside):
        each.unlink(missing_ok=True)


async def _check_file(store: Store, database: Address) -> None:
    """Check that a file is not damaged.

    Raises:
        StoreError: the file is damaged: a copy can hide that and lack something.
    """
    if damage := await store.damage():
        raise StoreError(f"the database {shown(database)} is damaged: {damage}")


# -- restore -----------------------------------------------------------------------


def restore(copy: Path, database: Address) -> str:
    """Put a backup in place of a missing database; returns what was done, in one line.

    Data deleted after the backup was made is deleted again at the next start: the
    list of deletions stays beside the database, whatever is restored.

    Raises:
        HostCommandError: there is a database, or part of one, or it cannot be written.
        StoreError: the backup cannot be read or is damaged, or a bot is running.
    """
    if isinstance(database, str):
        raise HostCommandError("to bring a backup into PostgreSQL, use `maecenas move`")
    database = address.followed(database)
    with lock.locked(database):
        for rest in (database, Path(f"{database}-wal"), Path(f"{database}-shm")):
            if rest.exists():
                raise HostCommandError(f"{rest} exists; move it away first")
        asyncio.run(_backup(copy, database))
        deleted = asyncio.run(_deleted_since(database))
    return f"{database}: restored from {copy}; {deleted}"


async def _deleted_since(database: Path) -> str:
    """What the next start will do with the list of deletions, in words."""
    async with read_store(database, as_is=True) as store:
        try:
            seen = await store.privacy.seen()
        except DatabaseError:  # an older release wrote it: no such table
            seen = 0
        number = await store.deletions.number()
        if number < seen:
            return f"the bot will not start: {lost_lines(store.deletions.place, number, seen)}"
        return f"deletions since the backup: {number - seen}, repeated at the next start"


# -- a lost list of deletions --------------------------------------------------------


def accept_lost_deletions(database: Address) -> str:
    """Go on with a list of deletions that has lost lines; returns what was done, in one line.

    Raises:
        HostCommandError: it has lost none.
        StoreError: the database cannot be used, or a bot is running.
    """
    _check_there(database)
    with lock.locked(database):
        lost = asyncio.run(_accept_lost_deletions(database))
    return (
        f"{shown(database)}: goes on without {lost} lines of its list of deletions; the people "
        "in those lines are stored again as soon as they click"
    )


async def _accept_lost_deletions(database: Address) -> int:
    store = await Store.open(database)
    try:
        await store.check_unused()
        if not (lost := await store.accept_deletions()):
            raise HostCommandError("the list of deletions has lost nothing")
    finally:
        await store.close()
    return lost


# -- check -------------------------------------------------------------------------


def check(database: Address, tell: Tell) -> bool:
    """Fold every game that ever began, and compare each position with its checksum.

    Args:
        database: where it is; the bot may be running.
        tell: receives one line for each game, and the totals.

    Returns:
        Whether every game is as it was played.

    Raises:
        StoreError: the database cannot be read, or its file is damaged.
    """
    return asyncio.run(_check(database, tell))


async def _check(database: Address, tell: Tell) -> bool:
    games = entries = differing = 0
    async with read_store(database) as store:
        await _check_file(store, database)
        await recall_stored(store)
        for game in await store.game_index.begun():
            row, verdict = await verdict_of(store, game)
            games += 1
            entries += max(verdict.good, 0)
            differing += verdict.fault is not None
            tell(_line(game, row, verdict))
    tell(f"games: {games}, entries: {entries:,}, games that differ: {differing}")
    return not differing


async def verdict_of(store: Store, game: GameId) -> tuple[GameRow | None, Verdict]:
    """A stored game, folded and compared; no row if the row cannot be read."""
    try:
        row = await store.games.game(game)
    except (ValueError, msgspec.MsgspecError):
        row = None
    if row is None:
        return None, Verdict(-1, "its row cannot be read")
    seats = await store.games.seats(game)
    entries = await store.games.entries(game)
    return row, await asyncio.to_thread(replay.replayed, row, len(seats), entries)


def _line(game: GameId, row: GameRow | None, verdict: Verdict) -> str:
    what = "unknown" if row is None else f"{row.game}, {row.status}"
    return f"game {game} ({what}): {verdict.told}"
