"""Numbers, places and counts of games, found without reading whole rows."""

from __future__ import annotations

from typing import Final

from bot.database.contract import Database
from bot.database.formats import KNOWN
from bot.store.rows import CLOSED, OPEN, STARTED, GameId, Status, UserId, in_status

_OPEN: Final = in_status(OPEN)
MOST_UNTOUCHED: Final = 1000
"""How many untouched games one search finds at most; the next search finds more."""


class GameIndex:
    """The games of the store, found without their rows."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open_numbers(self, guild: int, channel: int | None) -> dict[GameId, int]:
        """The open games of a server, and of a channel there (None: none), with their channels.

        Games whose rows cannot be read are included; in such a row, the number of the
        server may be what is damaged.
        """
        rows = await self._database.all(
            "SELECT id, channel FROM games WHERE (guild = ? OR channel = ?)"
            f" AND NOT {in_status(CLOSED)}",
            *(guild, channel),
        )
        return {int(game): place for game, place in rows}

    async def played_by(self, user: UserId) -> tuple[GameId, ...]:
        """The running games of a person, on all servers, the longest waiting for them first."""
        rows = await self._database.all(
            "SELECT games.id FROM seats CROSS JOIN games"  # SQLite keeps this order
            " WHERE seats.\"user\" = ? AND games.id = seats.game AND status = 'playing'"
            " ORDER BY waits_since IS NULL, waits_since, games.id",
            user,
        )
        return tuple(row[0] for row in rows)

    async def has_seat(self, user: UserId, game: GameId) -> bool:
        """Whether a person has a seat at a table."""
        row = await self._database.one(
            'SELECT 1 FROM seats WHERE game = ? AND "user" = ?', *(game, user)
        )
        return row is not None

    async def lost(self, user: UserId, guild: int) -> tuple[GameId, ...]:
        """The games of a person on a server whose channel is gone, the latest first."""
        rows = await self._database.all(
            "SELECT games.id FROM seats CROSS JOIN games"  # SQLite keeps this order
            ' WHERE seats."user" = ? AND games.id = seats.game AND games.guild = ?'
            f" AND channel_gone IS NOT NULL AND {in_status(STARTED)}"
            " ORDER BY games.updated DESC, games.id DESC",
            *(user, guild),
        )
        return tuple(row[0] for row in rows)

    async def places(self, guild: int) -> dict[GameId, tuple[int, int | None]]:
        """The open tables of a server whose channel is not known to be gone.

        Each has its channel and, if that is a thread, the thread's channel.
        """
        rows = await self._database.all(
            f"SELECT id, channel, parent FROM games WHERE guild = ? AND {_OPEN}"
            " AND channel_gone IS NULL",
            guild,
        )
        return {int(game): (channel, parent) for game, channel, parent in rows}

    async def invitations(self, by: UserId, since: float) -> tuple[tuple[UserId, float], ...]:
        """The people whom a person has invited since a time (Unix seconds), and when."""
        rows = await self._database.all(
            'SELECT "user", at FROM invitations WHERE by_user = ? AND at > ?', *(by, since)
        )
        return tuple((int(user), float(at)) for user, at in rows)

    async def has_played(self, user: UserId, guild: int) -> bool:
        """Whether a person has had a seat on a server."""
        row = await self._database.one(
            "SELECT 1 FROM seats CROSS JOIN games"  # SQLite keeps this order
            ' WHERE seats."user" = ? AND games.id = seats.game AND games.guild = ? LIMIT 1',
            *(user, guild),
        )
        return row is not None

    async def stepping(self) -> tuple[GameId, ...]:
        """The games in which a computer player or a standing order may act now."""
        rows = await self._database.all(
            f"SELECT id FROM games WHERE steps = 1 AND status = 'playing' AND {KNOWN}"
        )
        return tuple(row[0] for row in rows)

    async def unverified(self, release: str, after: GameId) -> GameId | None:
        """The next running game that this release has not replayed yet."""
        row = await self._database.one(
            # By number: an index on the status would find all of them each time.
            "SELECT id FROM games WHERE id > ? AND status || '' = 'playing'"
            f" AND verified IS DISTINCT FROM ? AND {KNOWN} ORDER BY id LIMIT 1",
            *(after, release),
        )
        return row[0] if row else None

    async def latest(self) -> GameId:
        """The highest number of a game; 0: there is none."""
        row = await self._database.one("SELECT coalesce(max(id), 0) FROM games")
        return row[0] if row else 0

    async def untouched(self, status: Status, before: float) -> tuple[GameId, ...]:
        """The games with a status, not resting, that were last changed before a time.

        At most `MOST_UNTOUCHED`, the longest untouched first.
        """
        rows = await self._database.all(
            # The order of an index: otherwise PostgreSQL would look through all open games,
            # because it assumes the same times of change for every status.
            "SELECT id FROM games WHERE status = ? AND updated < ? AND rested IS NULL"
            f" ORDER BY rested, updated LIMIT {MOST_UNTOUCHED}",
            *(status, before),
        )
        return tuple(row[0] for row in rows)

    async def begun(self) -> tuple[GameId, ...]:
        """All games that ever began, the oldest first."""
        rows = await self._database.all(
            "SELECT DISTINCT game FROM entries UNION"
            " SELECT id FROM games WHERE status IN ('playing', 'over', 'aside') ORDER BY 1"
        )
        return tuple(row[0] for row in rows)

    async def count_open(self, guild: int) -> int:
        """How many lobbies and games of a server are open and do not rest."""
        row = await self._database.one(
            f"SELECT count(*) FROM games WHERE guild = ? AND {_OPEN} AND rested IS NULL", guild
        )
        return int(row[0]) if row else 0

    async def count_all_open(self, most: int) -> int:
        """The same on all servers, counted up to `most`, from an index alone."""
        row = await self._database.one(
            "SELECT count(*) FROM (SELECT 1 FROM games"
            f" WHERE {_OPEN} AND rested IS NULL LIMIT ?) AS found",
            most,
        )
        return int(row[0]) if row else 0
