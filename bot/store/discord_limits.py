"""What Discord allows all processes of a bot together, in rows of PostgreSQL.

It limits session starts, requests and refused requests; one process syncs the commands.
"""

from __future__ import annotations

from typing import Final

from bot.database.contract import Database
from bot.database.server_clock import NOW

APART: Final = 5.5
"""Seconds between two session starts: Discord demands 5, and one can be late."""

SYNC_LASTS: Final = 120.0
"""Seconds for which one process syncs the commands, unless it says that it is done."""

MINUTES: Final = 10
"""For how many minutes Discord counts a refused request."""

_TAKE_TURN: Final = (
    "INSERT INTO reservations (what, owner, until)"
    f" VALUES (?1, ?2, {NOW} + CAST(?3 AS DOUBLE PRECISION))"
    " ON CONFLICT (what) DO UPDATE SET owner = excluded.owner,"
    f" until = greatest(reservations.until, {NOW}) + CAST(?3 AS DOUBLE PRECISION)"
    f" RETURNING until - CAST(?3 AS DOUBLE PRECISION) - {NOW}"
)
_STOP_REQUESTS: Final = (
    "INSERT INTO reservations (what, owner, until)"
    f" VALUES ('requests', ?, {NOW} + CAST(? AS DOUBLE PRECISION))"
    " ON CONFLICT (what) DO UPDATE SET owner = excluded.owner,"
    " until = greatest(reservations.until, excluded.until)"
)
_TAKE_SYNC: Final = (
    "INSERT INTO reservations (what, owner, until)"
    f" VALUES ('commands', ?, {NOW} + CAST(? AS DOUBLE PRECISION))"
    " ON CONFLICT (what) DO UPDATE SET owner = excluded.owner, until = excluded.until"
    f" WHERE reservations.until <= {NOW} OR reservations.owner = excluded.owner"
)
_END_SYNC: Final = "DELETE FROM reservations WHERE what = 'commands' AND owner = ?"
_MINUTE: Final = f"CAST(floor({NOW} / 60) AS BIGINT)"
_REFUSED: Final = (
    f"INSERT INTO refused_requests (minute, number) VALUES ({_MINUTE}, ?)"
    " ON CONFLICT (minute) DO UPDATE SET number = refused_requests.number + excluded.number"
)
_FORGET: Final = f"DELETE FROM refused_requests WHERE minute <= {_MINUTE} - ?"
_READ: Final = (
    f"SELECT coalesce((SELECT until - {NOW} FROM reservations WHERE what = 'requests'), 0),"
    " CAST((SELECT coalesce(sum(number), 0) FROM refused_requests"
    f" WHERE minute > {_MINUTE} - ?) AS BIGINT)"
)


class DiscordLimits:
    """These limits, for one process. Every method raises `DatabaseError`."""

    def __init__(self, database: Database, owner: str) -> None:
        """Over the rows of a database.

        Args:
            database: a PostgreSQL database.
            owner: the id of the process.
        """
        self._database = database
        self._owner = owner

    async def take_session_turn(self, slot: int) -> float:
        """Take the next turn to begin a session; returns the seconds until it comes.

        Args:
            slot: the shard modulo Discord's `max_concurrency`; each slot has separate turns.
        """
        turn = (f"session {slot}", self._owner, APART)
        ((seconds,),) = await self._database.returned(_TAKE_TURN, *turn)
        return max(float(seconds), 0.0)

    async def stop_requests(self, seconds: float) -> None:
        """Let no process send a request for some seconds."""
        await self._database.write(_STOP_REQUESTS, self._owner, seconds)

    async def exchange(self, refused: int) -> tuple[float, int]:
        """Store what Discord has refused, and read what is known of all processes.

        Args:
            refused: how many requests of this process were refused since the last time.

        Returns:
            For how many seconds no request may be sent, and how many were refused in the last
            ten minutes.
        """
        if refused:
            await self._database.write(_REFUSED, refused)
            await self._database.write(_FORGET, MINUTES)
        ((seconds, number),) = await self._database.all(_READ, MINUTES)
        return max(float(seconds), 0.0), int(number)

    async def take_sync(self) -> bool:
        """Whether this process alone may sync the commands now."""
        return bool(await self._database.write(_TAKE_SYNC, self._owner, SYNC_LASTS))

    async def end_sync(self) -> None:
        """Let another process sync the commands."""
        await self._database.write(_END_SYNC, self._owner)
