"""The store of one bot: its database and the rooms of rows over it."""

from __future__ import annotations

from pathlib import Path

from bot.store.outbox import Outbox
from bot.store.rows import PersonRow, UserId


class Store:
    """The open store. `outbox` is for the deliverer; games go through `Tables`."""

    outbox: Outbox

    @classmethod
    async def open(cls, path: Path) -> Store:
        """Open or create the database, with its migrations.

        Raises:
            StoreError: one clear line for the host: unreadable, not ours, or newer.
        """
        raise NotImplementedError

    async def close(self) -> None:
        """Close the connections; the process cannot end before."""
        raise NotImplementedError

    async def person(self, user: UserId) -> PersonRow:
        """What is remembered about a person."""
        raise NotImplementedError

    async def set_locale(self, user: UserId, locale: str | None) -> None:
        """Remember the language that a person chose."""
        raise NotImplementedError

    async def hash_of(self, what: str) -> str | None:
        """A remembered digest, such as that of the synced command tree."""
        raise NotImplementedError

    async def set_hash(self, what: str, digest: str) -> None:
        """Remember a digest."""
        raise NotImplementedError

    async def backup(self, path: Path) -> None:
        """Write a consistent copy of the database to a new file."""
        raise NotImplementedError
