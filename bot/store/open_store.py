"""The store of one bot: its database, and the queries over it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.database.address import Address, followed
from bot.database.contract import Database, StoreError
from bot.database.copies import copy_all
from bot.database.postgresql_layout import newest_layout
from bot.database.serving import check_none_lives
from bot.database.sqlite import SQLite
from bot.settings import Shards
from bot.store.alone import Alone, AnyProcess
from bot.store.bars import Bars
from bot.store.coach import Coach
from bot.store.deletions import DeletionFile, Deletions, DeletionTables
from bot.store.dues import Dues
from bot.store.emojis import Emojis
from bot.store.game_index import GameIndex
from bot.store.games import Games
from bot.store.leases import CHANGED, GameLeases
from bot.store.lessons import Lessons
from bot.store.lists import Lists
from bot.store.offers import SeatOffers
from bot.store.outbox import Outbox
from bot.store.paces import Paces
from bot.store.people import People
from bot.store.privacy import Privacy
from bot.store.processes import Process
from bot.store.puzzle_days import PuzzleDays
from bot.store.puzzles import Puzzles
from bot.store.results import Results
from bot.store.retention import Retention
from bot.store.reviews import Reviews
from bot.store.rows import GameId

if TYPE_CHECKING:
    from bot.database.postgresql import PostgreSQL

CONNECTIONS: Final = 4
"""The most connections that may be open to PostgreSQL, if the host does not say."""


def postgresql() -> type[PostgreSQL]:
    """The class for PostgreSQL, whose library not every host has installed.

    Raises:
        StoreError: it is not installed.
    """
    try:
        from bot.database.postgresql import PostgreSQL  # noqa: PLC0415 - an extra may be missing
    except ImportError as error:
        wanted = "PostgreSQL needs its extra: pip install 'maecenas[postgres]'"
        raise StoreError(wanted) from error
    return PostgreSQL


class Store:
    """The open store. `outbox` is for delivery; games are changed through `bot.tables`.

    Attributes:
        process: this process among those that serve the bot; on SQLite it is alone.
        leases: of the games for which this process acts; None: no other process uses the
            database.
    """

    def __init__(
        self, database: Database, deletions: Deletions, process: Process | None = None
    ) -> None:
        self._database = database
        self.process: AnyProcess = process or Alone()
        self.deletions = deletions
        self.leases = None if process is None else GameLeases(database, process.id)
        if process is not None and self.leases is not None:
            process.drop_leases = self.leases.drop_gone
        self.games = Games(database, self.leases)
        self.game_index = GameIndex(database)
        self.outbox = Outbox(database)
        self.dues = Dues(database)
        self.lists = Lists(database)
        self.bars = Bars(database)
        self.coach = Coach(database)
        self.emojis = Emojis(database)
        self.offers = SeatOffers(database)
        self.paces = Paces(database)
        self.results = Results(database)
        self.reviews = Reviews(database)
        self.people = People(database)
        self.lessons = Lessons(database)
        self.puzzles = Puzzles(database)
        self.puzzle_days = PuzzleDays(database)
        self.privacy = Privacy(database)
        self.retention = Retention(database)

    @classmethod
    async def open(cls, address: Address, connections: int = CONNECTIONS) -> Store:
        """Open or create the database, and apply its migrations.

        Args:
            address: the SQLite file, or the PostgreSQL URL.
            connections: the most that may be open to PostgreSQL.

        Raises:
            StoreError: one clear line for the host: unreadable, not ours, or newer.
        """
        if isinstance(address, Path):
            path = await asyncio.to_thread(followed, address)
            file = await asyncio.to_thread(DeletionFile.open, path)
            return cls(await SQLite.open(path), file)
        return await cls._of(await postgresql().open(address, connections))

    @classmethod
    async def read(cls, address: Address, *, as_is: bool = False) -> Store:
        """Open an existing database read-only; if `as_is`, whatever its layout.

        Raises:
            StoreError: one clear line for the host; nothing was changed.
        """
        if isinstance(address, Path):
            path = await asyncio.to_thread(followed, address)
            file = await asyncio.to_thread(DeletionFile.open, path)
            return cls(await SQLite.read(path, as_is=as_is), file)
        return await cls._of(await postgresql().read(address, as_is=as_is))

    @classmethod
    async def _of(cls, database: Database) -> Store:
        """The store over a PostgreSQL database, which is closed if the store cannot be made."""
        try:
            return cls(database, await DeletionTables.open(database), Process(database))
        except BaseException:
            await database.close()
            raise

    async def close(self) -> None:
        """Stop serving the bot, and close the connections; only then can the process end."""
        await self.process.leave()
        await self._database.close()

    async def serve(
        self,
        stop: Callable[[], None],
        shards: Shards | None = None,
        *,
        take_over: bool = False,
    ) -> None:
        """Become the only process with some shards; on SQLite a lock on the file sees to it.

        Args:
            stop: called when another process has taken over from this one, which must stop.
            shards: those of this process; None: all.
            take_over: whether it may take over from a process with the same shards.

        Raises:
            StoreError: another process has them.
        """
        await self.process.enter(stop, newest_layout(), shards, take_over=take_over)
        if self.leases is not None:
            await self.leases.drop_gone()

    async def check_unused(self) -> None:
        """Check that nobody uses the database.

        Raises:
            StoreError: a process serves the bot; on SQLite its lock is checked instead.
        """
        if self.leases is not None:
            await check_none_lives(self._database)

    async def listen(
        self,
        heard: Callable[[str], None],
        connected: Callable[[], None],
        changed: Callable[[GameId], None] = lambda _: None,
    ) -> None:
        """Hear what other processes tell this one, until the end.

        Args:
            heard: called with the text of each wake-up.
            connected: called when a lost connection is restored.
            changed: called with the game of each table that another process has changed.

        Raises:
            StoreError: nothing would be heard.
        """
        if self.leases is None:
            return

        def told(text: str) -> None:
            game, _, process = text.partition(" ")
            if game.isdecimal() and process != self.process.id:
                changed(int(game))

        names = {_name(self.process.id): heard, CHANGED: told}
        await self._database.listen(names, connected)

    async def tell(self, process: str, text: str) -> None:
        """Wake another process up.

        Raises:
            DatabaseError: the database cannot be used.
        """
        await self._database.tell(_name(process), text)

    async def tell_changed(self, game: GameId) -> None:
        """Tell the other processes that a table has changed other than by a commit.

        Raises:
            DatabaseError: the database cannot be used.
        """
        if self.leases is not None:
            await self._database.tell(CHANGED, f"{game} {self.process.id}")

    async def check_deletions(self) -> None:
        """Check that the list of deletions has all the lines that the database has seen.

        Raises:
            StoreError: it has lost lines; deleted people would be stored again.
            DatabaseError: it cannot be read.
        """
        seen = await self.privacy.seen()  # before the list, which another process may add to
        if (number := await self.deletions.number()) < seen:
            raise StoreError(lost_lines(self.deletions.place, number, seen))

    async def accept_deletions(self) -> int:
        """Go on with the list of deletions as it is; returns how many lines it has lost."""
        seen, number = await self.privacy.seen(), await self.deletions.number()
        if number < seen:
            await self.privacy.set_seen(number)
        return max(seen - number, 0)

    async def check_writable(self) -> None:
        """Check that writing works again, if it failed the last time.

        Raises:
            DatabaseError: it still fails.
        """
        await self._database.check_writable()

    async def checkpoint(self) -> None:
        """Write the log into the database, which then holds everything without the log.

        Raises:
            DatabaseError: it cannot be written.
        """
        await self._database.checkpoint()

    async def most_tables(self, guild: int) -> int | None:
        """How many tables may be open on a server; None: its admins have not said."""
        row = await self._database.one("SELECT tables FROM guilds WHERE guild = ?", guild)
        return int(row[0]) if row else None

    async def set_most_tables(self, guild: int, most: int) -> None:
        """Remember how many tables may be open on a server."""
        await self._database.write(
            "INSERT INTO guilds (guild, tables) VALUES (?, ?)"
            " ON CONFLICT (guild) DO UPDATE SET tables = excluded.tables",
            *(guild, most),
        )

    async def editions(self) -> tuple[tuple[str, str, str], ...]:
        """The games, hashes and texts of all editions ever played with."""
        rows = await self._database.all(
            "SELECT game, hash, text FROM editions ORDER BY game, hash"
        )
        return tuple((str(game), str(digest), str(text)) for game, digest, text in rows)

    async def keep_edition(self, game: str, hash_: str, text: str) -> None:
        """Keep the text of an edition for the games that will be started with it.

        A text that has been damaged since is replaced.
        """
        await self._database.write(
            "INSERT INTO editions (game, hash, text) VALUES (?, ?, ?)"
            " ON CONFLICT (game, hash) DO UPDATE SET text = excluded.text"
            " WHERE editions.text <> excluded.text",
            *(game, hash_, text),
        )

    async def digest(self, what: str) -> str | None:
        """A remembered digest, such as that of the synced command tree."""
        row = await self._database.one("SELECT digest FROM digests WHERE what = ?", what)
        return str(row[0]) if row else None

    async def set_digest(self, what: str, digest: str) -> None:
        """Remember a digest."""
        await self._database.write(
            "INSERT INTO digests (what, digest) VALUES (?, ?)"
            " ON CONFLICT (what) DO UPDATE SET digest = excluded.digest",
            *(what, digest),
        )

    async def backup(self, path: Path) -> None:
        """Write a consistent copy of the database to a new file.

        Raises:
            DatabaseError: the file is not empty or cannot be written.
        """
        await self._database.backup(path)

    async def copy_into(self, empty: Store) -> int:
        """Copy everything into an empty store, deletions too; returns the number of games.

        Raises:
            StoreError: that store is not empty, or one of the two cannot be used.
        """
        number = await copy_all(self._database, empty._database)
        await empty.deletions.take_over(self.deletions)
        return number

    async def damage(self) -> str | None:
        """What the database finds wrong with itself, in one line; None: nothing."""
        return await self._database.damage()


def lost_lines(place: str, number: int, seen: int) -> str:
    """The line for the host about a list of deletions that has lost lines."""
    return (
        f"{place} has {number} lines, but the database has seen {seen}: put the whole list "
        "back; if it is lost, `maecenas deletions-lost` goes on without it"
    )


def _name(process: str) -> str:
    """The name under which wake-ups are sent to a process."""
    return f"maecenas_{process}"
