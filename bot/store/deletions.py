"""Whose data was deleted, as keyed hashes in a file beside the database.

The file is no part of a backup: after a restore it tells which accounts must go again.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Final, Literal

import msgspec

from bot.store.database import PRIVATE, StoreError
from bot.store.rows import GameId, UserId

_KEY_BYTES: Final = 32


class _Head(msgspec.Struct, frozen=True):
    """The first line of the file: the key of its hashes, in hexadecimal digits."""

    key: str


class _Line(msgspec.Struct, frozen=True):
    """An account that was deleted, or that may be stored again; the latest line counts."""

    account: str
    at: float
    what: Literal["deleted", "again"]


class Deletions:
    """The accounts that were deleted, and those of them that have come back since."""

    def __init__(self, path: Path, key: bytes | None, lines: list[_Line]) -> None:
        """Use `open`."""
        self._path = path
        self._key = key
        self._lines = lines
        self._writing = asyncio.Lock()

    @classmethod
    def open(cls, database: Path) -> Deletions:
        """What stands beside a database; there is no file before the first deletion.

        Raises:
            StoreError: it cannot be read; one line.
        """
        path = Path(f"{database}.deletions")
        try:
            # What a crash has cut off was not told to anybody as done.
            complete = path.read_bytes().split(b"\n")[:-1]
            head = msgspec.json.decode(complete[0], type=_Head)
            lines = [msgspec.json.decode(each, type=_Line) for each in complete[1:]]
            return cls(path, bytes.fromhex(head.key), lines)
        except (FileNotFoundError, NotADirectoryError):
            return cls(path, None, [])
        except (OSError, ValueError, IndexError) as error:
            raise StoreError(f"{path}, the list of deletions, cannot be read") from error

    @property
    def number(self) -> int:
        """How many lines there are: what a database has seen when it is up to date."""
        return len(self._lines)

    def asked(self, user: UserId) -> bool:
        """Whether nothing may be stored of a person before they have allowed it again."""
        account = self._hash(user)
        found = (each.what for each in reversed(self._lines) if each.account == account)
        return next(found, "again") == "deleted"

    def deleted_since(self, number: int, user: UserId) -> bool:
        """Whether an account was deleted after so many lines."""
        account = self._hash(user)
        return any(
            each.account == account and each.what == "deleted" for each in self._lines[number:]
        )

    async def add(self, user: UserId, at: float, what: Literal["deleted", "again"]) -> None:
        """Write a line, safe against a loss of power. Raises: OSError."""
        async with self._writing:
            await asyncio.to_thread(self._begin)
            line = _Line(self._hash(user) or "", at, what)
            await asyncio.to_thread(self._append, msgspec.json.encode(line))
            self._lines.append(line)

    def hash_in(self, game: GameId, user: UserId) -> str:
        """The keyed hash of an account for one game; empty before the first deletion."""
        return self._hash(f"{game}:{user}") or ""

    def _hash(self, what: UserId | str) -> str | None:
        if self._key is None:
            return None
        return hmac.new(self._key, str(what).encode(), hashlib.sha256).hexdigest()

    def _begin(self) -> None:
        """Make the file with a new key, if there is none."""
        if self._key is None:
            key = secrets.token_bytes(_KEY_BYTES)
            self._append(msgspec.json.encode(_Head(key.hex())))
            self._key = key

    def _append(self, line: bytes) -> None:
        with os.fdopen(os.open(self._path, os.O_RDWR | os.O_CREAT, PRIVATE), "r+b") as file:
            # A line that a crash has cut off makes way.
            file.truncate(file.read().rfind(b"\n") + 1)
            file.seek(0, os.SEEK_END)
            file.write(line + b"\n")
            file.flush()
            os.fsync(file.fileno())
