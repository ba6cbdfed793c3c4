"""What is erased after a time: closed lobbies, and servers that the bot is no longer on."""

from __future__ import annotations

from collections.abc import Iterable

from bot.database.contract import Database, Statement, statement
from bot.store.rows import CLOSED, STARTED, GameId, in_status

_GUILDS = (
    "SELECT guild FROM games UNION SELECT guild FROM results UNION SELECT guild FROM guilds"
    " UNION SELECT guild FROM puzzle_channels"
)


_OF_GUILDS = ("guilds", "absent_guilds", "results", "puzzle_channels")
_DAYS = (
    "DELETE FROM puzzle_day_answers WHERE channel IN"
    " (SELECT channel FROM puzzle_channels WHERE guild = ?)"
)


class Retention:
    """Finds and erases what is not kept any longer."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def guilds(self) -> frozenset[int]:
        """Every server about which something is stored; imported games are on none (0)."""
        return frozenset(row[0] for row in await self._database.all(_GUILDS) if row[0])

    async def absent(self) -> dict[int, float]:
        """The servers that the bot is not on, with the time when that was first found."""
        rows = await self._database.all("SELECT guild, since FROM absent_guilds")
        return {int(guild): float(since) for guild, since in rows}

    async def set_absent(self, guilds: Iterable[int], back: Iterable[int], at: float) -> None:
        """Remember which servers the bot is not on, and forget those on which it is back."""
        await self._database.change(
            (
                Statement(
                    "DELETE FROM absent_guilds WHERE guild = ?", [(guild,) for guild in back]
                ),
                Statement(
                    "INSERT INTO absent_guilds (guild, since) VALUES (?, ?)"
                    " ON CONFLICT DO NOTHING",
                    [(guild, at) for guild in guilds],
                ),
            )
        )

    async def open_games(self, guild: int) -> tuple[GameId, ...]:
        """The games of a server that have started, are not over and do not rest."""
        rows = await self._database.all(
            f"SELECT id FROM games WHERE guild = ? AND {in_status(STARTED)} AND rested IS NULL",
            guild,
        )
        return tuple(row[0] for row in rows)

    async def games(self, guild: int) -> tuple[GameId, ...]:
        """All games of a server."""
        rows = await self._database.all("SELECT id FROM games WHERE guild = ?", guild)
        return tuple(row[0] for row in rows)

    async def closed_lobbies(self, before: float) -> tuple[GameId, ...]:
        """The lobbies that were closed before a time, without a game having begun."""
        rows = await self._database.all(
            # A game is verified when it begins: games cancelled later are passed over.
            "SELECT id FROM games WHERE status = 'cancelled' AND verified IS NULL"
            " AND updated < ? AND NOT EXISTS (SELECT 1 FROM entries WHERE game = games.id)"
            " AND NOT EXISTS (SELECT 1 FROM left_entries WHERE game = games.id)",
            before,
        )
        return tuple(row[0] for row in rows)

    async def noted(self, before: float) -> tuple[GameId, ...]:
        """The games that were closed before a time and in which someone has kept a note."""
        rows = await self._database.all(
            "SELECT DISTINCT games.id FROM seats CROSS JOIN games"  # SQLite keeps this order
            " WHERE own_note <> '' AND games.id = seats.game"
            f" AND {in_status(CLOSED)} AND updated < ?",
            before,
        )
        return tuple(row[0] for row in rows)

    async def erase_invitations(self, before: float) -> None:
        """Erase the invitations sent before a time: they no longer count."""
        await self._database.write("DELETE FROM invitations WHERE at <= ?", before)

    async def erase(self, games: Iterable[GameId], guild: int | None = None) -> None:
        """Erase games with all their rows, and a server's settings, results and puzzles."""
        numbers = [(game,) for game in games]
        tables = () if guild is None else _OF_GUILDS
        days = () if guild is None else (statement(_DAYS, guild),)
        await self._database.change(
            (
                *days,
                # A number is never reused: there may still be buttons with it.
                Statement("UPDATE privacy SET erased = ?1 WHERE erased < ?1", numbers),
                Statement("DELETE FROM games WHERE id = ?", numbers),
                *(statement(f"DELETE FROM {each} WHERE guild = ?", guild) for each in tables),
            )
        )
        await self._database.empty_log()
