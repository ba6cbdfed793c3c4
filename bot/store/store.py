"""The store of one bot: its database and the rooms of rows over it."""

from __future__ import annotations

from pathlib import Path

from bot.store.database import Database
from bot.store.games import Games
from bot.store.outbox import Outbox
from bot.store.rows import PersonRow, UserId


class Store:
    """The open store. `outbox` is for the deliverer; games go through `Tables`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.games = Games(database)
        self.outbox = Outbox(database)

    @classmethod
    async def open(cls, path: Path) -> Store:
        """Open or create the database, with its migrations.

        Raises:
            StoreError: one clear line for the host: unreadable, not ours, or newer.
        """
        return cls(await Database.open(path))

    @classmethod
    async def read(cls, path: Path, *, as_is: bool = False) -> Store:
        """Open an existing database for reading only, whatever its layout if `as_is`.

        Raises:
            StoreError: one clear line for the host, as `open`; nothing was changed.
        """
        return cls(await Database.read(path, as_is=as_is))

    async def close(self) -> None:
        """Close the connections; the process cannot end before."""
        await self._database.close()

    async def prove(self) -> None:
        """See that something can be stored, if that failed the last time.

        Raises:
            sqlite3.Error: it still cannot be.
        """
        await self._database.prove()

    async def person(self, user: UserId) -> PersonRow:
        """What is remembered about a person."""
        row = await self._database.one(
            "SELECT user, locale, dms_closed FROM people WHERE user = ?", user
        )
        return PersonRow(row[0], row[1], bool(row[2])) if row else PersonRow(user)

    async def set_locale(self, user: UserId, locale: str | None) -> None:
        """Remember the language that a person chose."""
        await self._database.write(
            "INSERT INTO people (user, locale) VALUES (?, ?)"
            " ON CONFLICT (user) DO UPDATE SET locale = excluded.locale",
            *(user, locale),
        )

    async def set_dms_closed(self, user: UserId, closed: bool) -> None:
        """Remember whether a person takes no DMs."""
        await self._database.write(
            "INSERT INTO people (user, dms_closed) VALUES (?, ?)"
            " ON CONFLICT (user) DO UPDATE SET dms_closed = excluded.dms_closed",
            *(user, int(closed)),
        )

    async def most_tables(self, guild: int) -> int | None:
        """How many tables may be open on a server; None: its hosts have not said."""
        row = await self._database.one("SELECT tables FROM guilds WHERE guild = ?", guild)
        return int(row[0]) if row else None

    async def set_most_tables(self, guild: int, most: int) -> None:
        """Remember how many tables may be open on a server."""
        await self._database.write(
            "INSERT INTO guilds (guild, tables) VALUES (?, ?)"
            " ON CONFLICT (guild) DO UPDATE SET tables = excluded.tables",
            *(guild, most),
        )

    async def editions(self) -> tuple[tuple[str, str], ...]:
        """The games and the texts of all editions ever played with."""
        rows = await self._database.all("SELECT game, text FROM editions ORDER BY game, hash")
        return tuple((str(game), str(text)) for game, text in rows)

    async def keep_edition(self, game: str, hash_: str, text: str) -> None:
        """Keep the text of an edition for the games that will be started with it."""
        await self._database.write(
            "INSERT INTO editions (game, hash, text) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            *(game, hash_, text),
        )

    async def digest(self, what: str) -> str | None:
        """A remembered digest, such as that of the synced command tree."""
        row = await self._database.one("SELECT digest FROM digests WHERE what = ?", what)
        return str(row[0]) if row else None

    async def set_digest(self, what: str, digest: str) -> None:
        """Remember a digest."""
        await self._database.write(
            "INSERT OR REPLACE INTO digests (what, digest) VALUES (?, ?)", *(what, digest)
        )

    async def backup(self, path: Path) -> None:
        """Write a consistent copy of the database to a new file.

        Raises:
            sqlite3.OperationalError: the file is not empty or cannot be written.
        """
        await self._database.all("VACUUM INTO ?", str(path))

    async def damage(self) -> str | None:
        """What SQLite finds wrong with the file, in one line; None: nothing."""
        row = await self._database.one("PRAGMA quick_check(1)")
        found = "it cannot be read" if row is None else " ".join(str(row[0]).split())
        return None if found == "ok" else found
