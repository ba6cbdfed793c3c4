"""The accounts whose data was deleted, as keyed hashes: in a file, or in two tables.

The file is beside the database. The list is not part of a backup: after a restore it shows
which accounts must be deleted again.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import os
import secrets
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Final, Literal, Self, TypeAlias

import msgspec

from bot.database.address import PRIVATE
from bot.database.contract import Database, Statement, StoreError, statement
from bot.store.rows import GameId, UserId

What: TypeAlias = Literal["deleted", "again"]

_KEY_BYTES: Final = 32


class _Head(msgspec.Struct, frozen=True):
    """The first line of the file: the key of its hashes, in hexadecimal digits."""

    key: str


class DeletionLine(msgspec.Struct, frozen=True):
    """An account that was deleted, or that may be stored again; the latest line counts."""

    account: str
    at: float
    what: What


class Deletions(ABC):
    """The accounts that were deleted, and which of them have come back since."""

    def __init__(self, key: bytes | None, lines: list[DeletionLine]) -> None:
        """Use `open` of one of the two subclasses."""
        self._key = key
        self._lines = lines
        self._writing = asyncio.Lock()

    @property
    @abstractmethod
    def place(self) -> str:
        """Where the list is, for the host."""

    @abstractmethod
    async def refresh(self) -> None:
        """Read what another process has added."""

    @abstractmethod
    async def add(self, user: UserId, at: float, what: What) -> None:
        """Write a line that survives a loss of power.

        Raises:
            OSError: the file cannot be written.
            DatabaseError: the database cannot be used.
        """

    @abstractmethod
    async def take_over(self, other: Deletions) -> None:
        """Write what another list holds, key and lines, into this empty one."""

    async def number(self) -> int:
        """How many lines there are: as many as an up-to-date database has seen."""
        await self.refresh()
        return len(self._lines)

    async def asked(self, user: UserId) -> bool:
        """Whether nothing may be stored about a person until they allow it again."""
        await self.refresh()
        account = self._hash(user)
        found = (each.what for each in reversed(self._lines) if each.account == account)
        return next(found, "again") == "deleted"

    def deleted_since(self, number: int, user: UserId) -> bool:
        """Whether an account was deleted after the first `number` lines, as last read."""
        account = self._hash(user)
        return any(
            each.account == account and each.what == "deleted" for each in self._lines[number:]
        )

    async def hash_in(self, game: GameId, user: UserId) -> str:
        """The keyed hash of an account for one game; empty before the first deletion."""
        await self.refresh()
        return self._hash(f"{game}:{user}") or ""

    async def held(self) -> tuple[bytes | None, tuple[DeletionLine, ...]]:
        """The key and the lines, for a copy."""
        await self.refresh()
        return self._key, tuple(self._lines)

    def _hash(self, what: UserId | str) -> str | None:
        if self._key is None:
            return None
        return hmac.new(self._key, str(what).encode(), hashlib.sha256).hexdigest()


class DeletionFile(Deletions):
    """The deletions of a SQLite database: one line each in a file beside it."""

    def __init__(self, path: Path, key: bytes | None, lines: list[DeletionLine]) -> None:
        """Use `open`."""
        super().__init__(key, lines)
        self._path = path

    @property
    def place(self) -> str:
        """As `Deletions`."""
        return f"{self._path}, the list of deletions,"

    async def refresh(self) -> None:
        """Nothing to do: nobody else writes the file."""

    @staticmethod
    def path_of(database: Path) -> Path:
        """Where the list of a database is."""
        return Path(f"{database}.deletions")

    @classmethod
    def open(cls, database: Path) -> Self:
        """The list beside a database; there is no file before the first deletion.

        Raises:
            StoreError: it cannot be read; one line.
        """
        path = cls.path_of(database)
        try:
            # If a crash cut off the last line, nobody was told that its deletion was done.
            complete = path.read_bytes().split(b"\n")[:-1]
            head = msgspec.json.decode(complete[0], type=_Head)
            lines = [msgspec.json.decode(each, type=DeletionLine) for each in complete[1:]]
            return cls(path, bytes.fromhex(head.key), lines)
        except (FileNotFoundError, NotADirectoryError):
            return cls(path, None, [])
        except (OSError, ValueError, IndexError) as error:
            raise StoreError(f"{path}, the list of deletions, cannot be read") from error

    async def take_over(self, other: Deletions) -> None:
        """As `Deletions`.

        Raises:
            OSError: the file cannot be written.
        """
        key, lines = await other.held()
        if key is None:
            return
        async with self._writing:
            for each in (_Head(key.hex()), *lines):
                await asyncio.to_thread(self._append, msgspec.json.encode(each))
            self._key, self._lines = key, list(lines)

    async def add(self, user: UserId, at: float, what: What) -> None:
        """As `Deletions`."""
        async with self._writing:
            await asyncio.to_thread(self._begin)
            line = DeletionLine(self._hash(user) or "", at, what)
            await asyncio.to_thread(self._append, msgspec.json.encode(line))
            self._lines.append(line)

    def _begin(self) -> None:
        """Create the file if there is none: with a new key, or as it was if it has vanished."""
        if self._key is not None and self._path.exists():
            return
        key = self._key or secrets.token_bytes(_KEY_BYTES)
        for each in (_Head(key.hex()), *self._lines):
            self._append(msgspec.json.encode(each))
        self._key = key

    def _append(self, line: bytes) -> None:
        with os.fdopen(os.open(self._path, os.O_RDWR | os.O_CREAT, PRIVATE), "r+b") as file:
            # A line that a crash cut off is overwritten.
            file.truncate(file.read().rfind(b"\n") + 1)
            file.seek(0, os.SEEK_END)
            file.write(line + b"\n")
            file.flush()
            os.fsync(file.fileno())


class DeletionTables(Deletions):
    """The deletions of a PostgreSQL database, which several processes may write."""

    def __init__(
        self, database: Database, key: bytes | None, lines: list[DeletionLine]
    ) -> None:
        """Use `open`."""
        super().__init__(key, lines)
        self._database = database
        self._reading = asyncio.Lock()

    @classmethod
    async def open(cls, database: Database) -> Self:
        """The list in the tables; there is no key before the first deletion."""
        found = cls(database, None, [])
        await found.refresh()
        return found

    @property
    def place(self) -> str:
        """As `Deletions`."""
        return "the table of deletions"

    async def refresh(self) -> None:
        """As `Deletions`; one at a time, or two would append the same lines."""
        async with self._reading:
            if self._key is None and (row := await self._database.one(_KEY)) is not None:
                self._key = bytes.fromhex(row[0])
            rows = await self._database.all(
                "SELECT account, at, what FROM deletions WHERE n > ? ORDER BY n",
                len(self._lines),
            )
            self._lines += [DeletionLine(*row) for row in rows]

    async def take_over(self, other: Deletions) -> None:
        """As `Deletions`."""
        key, lines = await other.held()
        if key is None:
            return
        rows = [(n, *msgspec.structs.astuple(each)) for n, each in enumerate(lines, 1)]
        insert = "INSERT INTO deletions (n, account, at, what) VALUES (?, ?, ?, ?)"
        await self._database.change(
            (
                statement("INSERT INTO deletion_key (key) VALUES (?)", key.hex()),
                Statement(insert, rows),
            )
        )

    async def add(self, user: UserId, at: float, what: What) -> None:
        """As `Deletions`."""
        async with self._writing, self._database.transaction() as transaction:
            # The first writer creates the key; two at a time wait for each other.
            await transaction.execute("UPDATE privacy SET erased = erased")
            if not await transaction.all(_KEY):
                new = secrets.token_bytes(_KEY_BYTES).hex()
                await transaction.execute("INSERT INTO deletion_key (key) VALUES (?)", new)
            self._key = bytes.fromhex((await transaction.all(_KEY))[0][0])
            await transaction.execute(
                "INSERT INTO deletions (n, account, at, what)"
                " VALUES ((SELECT count(*) + 1 FROM deletions), ?, ?, ?)",
                *(self._hash(user), at, what),
            )
        await self.refresh()


_KEY: Final = "SELECT key FROM deletion_key"
