"""Bars: people who can take no seat at the tables that a person opens, or on a server."""

from __future__ import annotations

from bot.database.contract import Database, Statement, statement
from bot.store.rows import UserId


class Bars:
    """The bars of people and of servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def stands(self, user: UserId, guild: int, opener: UserId) -> bool:
        """Whether a person is barred from a table, by its server or its opener."""
        row = await self._database.one(
            'SELECT 1 FROM bars WHERE guild = ?1 AND by_user = 0 AND "user" = ?3'
            ' OR guild = 0 AND by_user = ?2 AND "user" = ?3 LIMIT 1',
            *(guild, opener, user),
        )
        return row is not None

    async def barring(self, user: UserId) -> tuple[frozenset[int], frozenset[UserId]]:
        """The servers that a person is barred from, and the people who have barred them."""
        rows = await self._database.all(
            'SELECT guild, by_user FROM bars WHERE "user" = ?', user
        )
        return (
            frozenset(guild for guild, _ in rows if guild),
            frozenset(opener for _, opener in rows if opener),
        )

    async def of_person(self, by: UserId) -> tuple[UserId, ...]:
        """The people whom a person has barred."""
        rows = await self._database.all(
            'SELECT "user" FROM bars WHERE guild = 0 AND by_user = ? ORDER BY "user"', by
        )
        return tuple(int(row[0]) for row in rows)

    async def set_of_person(self, by: UserId, users: tuple[UserId, ...]) -> None:
        """Bar these people, and nobody else, from the tables that a person opens."""
        await self._database.change(
            (
                statement("DELETE FROM bars WHERE guild = 0 AND by_user = ?", by),
                Statement(
                    'INSERT INTO bars (guild, by_user, "user") VALUES (0, ?, ?)'
                    " ON CONFLICT DO NOTHING",
                    [(by, user) for user in users],
                ),
            )
        )

    async def switch_on_server(self, guild: int, user: UserId) -> bool:
        """Bar someone from a server's tables, or lift the bar; true: they are barred now."""
        async with self._database.transaction() as transaction:
            if await transaction.execute(
                'DELETE FROM bars WHERE guild = ? AND "user" = ?', *(guild, user)
            ):
                return False
            await transaction.execute(
                'INSERT INTO bars (guild, by_user, "user") VALUES (?, 0, ?)', *(guild, user)
            )
            return True

    async def lift_on_server(self, guild: int, user: UserId) -> bool:
        """Lift the bar of someone from a server's tables; false: there was none."""
        lifted = 'DELETE FROM bars WHERE guild = ? AND by_user = 0 AND "user" = ?'
        return await self._database.write(lifted, guild, user) > 0
