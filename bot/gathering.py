"""People coming together: the lobbies of one bot, until their games begin."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from bot import lobbies
from bot.editions import rules_of
from bot.notices import (
    ChannelBusy,
    LobbyOver,
    NoOpponent,
    NoSuchGame,
    NotSeated,
    TooManyTables,
    TooManyWaiting,
)
from bot.shelf import Shelf
from bot.store import Store
from bot.store.database import Conflict
from bot.store.games import Change
from bot.store.rows import GameId, GameRow, UserId
from bot.table import Draft, Table
from rules.table import AnyGame

DAY = 24 * 3600.0

MOST_WAITING: Final = 3
"""How many lobbies a person may keep waiting, on all servers together."""

MOST_TABLES: Final = 100
"""How many tables may be open on a server whose hosts have not said."""

_NAMED: Final = 3
"""How many tables a refusal names."""


class Gathering:
    """What can be done with a lobby. `Tables` goes on with the games."""

    def __init__(
        self,
        store: Store,
        shelf: Shelf,
        games: Mapping[str, AnyGame],
        levels: tuple[str, ...],
        rng: Random,
        clock: Callable[[], float],
    ) -> None:
        self._store = store
        self._shelf = shelf
        self._games = games
        self._levels = levels
        self._rng = rng
        self._clock = clock
        # Two that are opened at the same moment must not both be the last one allowed.
        self._opening = asyncio.Lock()

    async def table(self, game: GameId) -> Table:
        """The lobby or game as it stands.

        Raises: NoSuchGame.
        """
        return await self._shelf.table(game)

    async def create_lobby(
        self,
        game: str,
        guild: int,
        channel: int,
        user: UserId,
        name: str,
        *,
        parent: int | None = None,
        language: str = "en",
    ) -> Table:
        """Open a lobby in a channel; the starter takes the first seat.

        Raises: ChannelBusy, TooManyWaiting, TooManyTables, NoSuchGame (unknown game).
        """
        if game not in self._games:
            raise NoSuchGame
        now = self._clock()
        row = GameRow(
            *(0, guild, channel, parent, game, self._games[game].version, {}),
            *("random", language, "lobby", user, now, now),
        )
        return await self._open(row, lobbies.opened(row, user, name, await self._closed(user)))

    async def join(self, game: GameId, user: UserId, name: str) -> Table:
        """Take a seat; the last one starts the game (`table.game.status`).

        Raises: NoSuchGame, LobbyOver, AlreadySeated, LobbyFull.
        """
        closed = await self._closed(user)
        table = await self._shelf.change(
            game,
            lambda now: lobbies.joined(
                now, self._rules(now), user, name, self._clock(), closed
            ),
        )
        return await self._started_if_full(table)

    async def leave(self, game: GameId, user: UserId) -> Table:
        """Leave the lobby; the next person becomes the starter, the last cancels it.

        Raises: NoSuchGame, LobbyOver, NotSeated.
        """
        return await self._shelf.change(
            game, lambda now: lobbies.left(now, user, self._clock())
        )

    async def add_opponent(self, game: GameId, user: UserId, level: str, name: str) -> Table:
        """Seat an opponent under a name (starter only); the last seat starts the game.

        Raises: NoSuchGame, LobbyOver, LobbyFull, NotStarter, NoOpponent.
        """
        if level not in self._levels:
            raise NoOpponent
        table = await self._shelf.change(
            game,
            lambda now: lobbies.with_opponent(
                now, self._rules(now), user, level, name, self._clock()
            ),
        )
        return await self._started_if_full(table)

    async def remove_opponent(self, game: GameId, user: UserId) -> Table:
        """Take the last opponent away again (starter only).

        Raises: NoSuchGame, LobbyOver, NotStarter, NoOpponent.
        """
        return await self._shelf.change(
            game, lambda now: lobbies.without_opponent(now, user, self._clock())
        )

    async def set_option(self, game: GameId, user: UserId, key: str, value: str) -> Table:
        """Choose a table option of the game, or `seat_order` (starter only).

        Raises: NoSuchGame, LobbyOver, NotStarter, UnknownOption.
        """
        return await self._shelf.change(
            game,
            lambda now: lobbies.with_option(
                now, self._rules(now), user, key, value, self._clock()
            ),
        )

    async def start(self, game: GameId, user: UserId) -> Table:
        """Start the game (starter only): seats are shuffled unless kept as joined.

        Raises: NoSuchGame, LobbyOver, NotStarter, TooFew, TooMany, Refused.
        """
        return await self._start(game, user)

    async def cancel(self, game: GameId, user: UserId) -> Table:
        """Close a lobby (starter only; a host uses `end`).

        Raises: NoSuchGame, LobbyOver, NotStarter.
        """
        return await self._shelf.change(
            game, lambda now: lobbies.closed(now, self._clock(), user=user)
        )

    async def expire_lobbies(self, age: float = DAY) -> tuple[Table, ...]:
        """Close the lobbies untouched for `age` seconds, each with a notice row."""
        before = self._clock() - age
        closed = []
        for game in await self._store.games.untouched("lobby", before):

            def draft(now: Table) -> Draft:
                if now.game.updated >= before:
                    raise LobbyOver
                return lobbies.closed(now, self._clock(), why="lobby.expired")

            try:
                closed.append(await self._shelf.change(game, draft))
            except LobbyOver:
                continue
        return tuple(closed)

    async def rematch(self, game: GameId, user: UserId, name: str) -> Table:
        """A new lobby with the options and opponents of an ended game.

        Raises: NoSuchGame, NotOver, NotSeated, ChannelBusy,
            TooManyWaiting, TooManyTables.
        """
        table = await self.table(game)
        if table.seat_of(user) is None:
            raise NotSeated
        rules = self._games.get(table.game.game)
        if rules is None:
            raise NoSuchGame
        return await self._open(*lobbies.rematch(table, rules, user, name, self._clock()))

    def _rules(self, table: Table) -> AnyGame:
        return rules_of(table.game, self._games)

    async def _closed(self, user: UserId) -> bool:
        return (await self._store.person(user)).dms_closed

    async def room(self, guild: int, user: UserId) -> None:
        """Check that a person may open one more lobby on a server.

        Raises: TooManyWaiting, TooManyTables.
        """
        games = self._store.games
        waiting = await games.waiting(user)
        if len(waiting) >= MOST_WAITING:
            raise TooManyWaiting(MOST_WAITING, tuple(row.id for row in waiting[:_NAMED]))
        most = await self.most_tables(guild)
        if await games.open_in(guild) >= most:
            oldest = await games.in_guild(guild, _NAMED)
            raise TooManyTables(most, tuple(row.id for row in oldest))

    async def most_tables(self, guild: int) -> int:
        """How many lobbies and games may be open on a server at a time."""
        return await self._store.most_tables(guild) or MOST_TABLES

    async def _open(self, row: GameRow, change: Change) -> Table:
        """Store a new lobby. Raises: ChannelBusy, and as `room`."""
        try:
            async with self._opening:
                await self.room(row.guild, row.starter)
                new = await self._store.games.create(row, change)
        except Conflict as conflict:
            there = await self._store.games.in_channel(row.channel)
            raise ChannelBusy(there.id if there else 0) from conflict
        table = await self._shelf.table(new.id)
        self._shelf.written(table, True)
        return table

    async def _started_if_full(self, table: Table) -> Table:
        if len(table.seats) < max(self._rules(table).seats):
            return table
        try:
            return await self._start(table.game.id, None)
        except LobbyOver:  # somebody pressed Start in this very moment
            return await self.table(table.game.id)

    async def _start(self, game: GameId, user: UserId | None) -> Table:
        return await self._shelf.change(
            game,
            lambda now: lobbies.started(
                now, self._rules(now), user, self._rng, self._clock(), self._shelf.release
            ),
        )
