"""Lobbies as a service: opened, changed by those who may, and started."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Final

from msgspec.structs import replace

from bot.database.contract import Conflict
from bot.store.rows import DamagedRowError, GameId, GameRow, UserId
from bot.tables.core import own_notes
from bot.tables.core.admission import check_allowed, check_bars
from bot.tables.core.cache import TableCache
from bot.tables.core.draft import Draft
from bot.tables.core.refusals import (
    BarredHere,
    ChannelBusy,
    NoOpponent,
    NoSuchGame,
    NotSeated,
    Refusal,
    TooManyStarted,
    TooManyTables,
    TooManyWaiting,
    UnknownOption,
)
from bot.tables.core.table import Table
from bot.tables.dues.due import DueLoop
from bot.tables.lobby import lobby_again, lobby_changes
from bot.tables.lobby.lobby_looks import LobbyLooks
from bot.tables.opponents.autoplay import Autoplay
from rules.contract import AnyGame

MOST_WAITING: Final = 3
"""How many waiting lobbies a person may have, on all servers together."""

MOST_STARTED: Final = 20
"""How many games opened by one person may run on a server at a time."""

MOST_TABLES: Final = 100
"""How many tables may be open on a server whose admins have set no limit."""

_NAMED: Final = 3
"""How many tables a refusal names."""


def _nothing() -> None:
    """Do nothing more after the start of a game: the default."""


class LobbyService:
    """The lobbies of one bot, until their games begin.

    A refused request raises a `Refusal` for the person to read, and changes nothing.
    """

    def __init__(
        self,
        cache: TableCache,
        autoplay: Autoplay,
        dues: DueLoop,
        *,
        levels: tuple[str, ...],
        rng: Random,
        began: Callable[[], None] = _nothing,
    ) -> None:
        """Use the tables of a cache; `dues` calls back when something is due in a lobby.

        Args:
            cache: where the tables are.
            autoplay: lets computer players go on.
            dues: calls back when something is due in a lobby.
            levels: those of computer players.
            rng: the source of chance.
            began: called after each start of a game.
        """
        self._cache = cache
        self._store = cache.store
        self._autoplay = autoplay
        self._levels = levels
        self._began = began
        # Two lobbies opened at the same moment must not both be the last one allowed.
        self._opening = asyncio.Lock()
        self._looks = LobbyLooks(cache, dues, rng=rng, began=began)

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
        """Open a lobby in a channel; the opener takes the first seat.

        A person who has not finished such a game gets the options of a first game.

        Raises:
            NoSuchGame: there is no such game.
            DeletedBefore: the person had their data deleted, so nothing may be stored.
            ChannelBusy: the channel already has an open table.
            BarredHere: the server has barred the person.
            TooManyWaiting: the person has too many lobbies waiting.
            TooManyStarted: too many games opened by the person are running on the server.
            TooManyTables: the server has too many open tables.
        """
        await check_allowed(self._store, user)
        if game not in self._cache.rules:
            raise NoSuchGame
        now, rules = self._cache.moment().unix, self._cache.rules[game]
        known = await self._store.results.finished(user, game)
        chosen = {} if known else lobby_changes.for_newcomers(rules)
        row = GameRow(
            guild=guild,
            channel=channel,
            parent=parent,
            game=game,
            rules_version=rules.version,
            chosen=chosen,
            language=language,
            starter=user,
            created=now,
            updated=now,
        )
        return await self._open(lobby_changes.opened(row, user, name))

    def rules_of(self, table: Table) -> AnyGame:
        """The rules of a lobby's game, with its seats and choices."""
        return self._cache.rules_of(table)

    async def join(self, game: GameId, user: UserId, name: str) -> Table:
        """Take a seat; once all are taken, the game starts in a minute unless an hour is set.

        Raises:
            DeletedBefore: the person had their data deleted, so nothing may be stored.
            NoSuchGame: the game is unknown.
            LobbyOver: the lobby is closed, or its game has begun.
            AlreadySeated: the person already sits at this table.
            LobbyFull: all seats are taken.
            Barred: the opener of the table, or the server, has barred the person.
        """
        await check_allowed(self._store, user)

        async def draft(now: Table) -> Draft:
            await check_bars(self._cache.store, now, user)
            rules = self._cache.rules_of(now)
            joined = lobby_changes.joined(now, rules, user, name, self._cache.moment())
            noted = await self._with_note(joined.table, user)
            return self._looks.with_look(replace(joined, table=noted))

        return await self._cache.change_async(game, draft)

    async def _with_note(self, lobby: Table, user: UserId) -> Table:
        """A lobby in which a person finds the note that they kept from the game before."""
        earlier = own_notes.followed_game(lobby.game)
        if earlier is None:
            return lobby
        try:
            return own_notes.carried(lobby, await self._cache.table(earlier), user)
        except Refusal:  # it cannot be read, or was erased
            return lobby

    async def leave(self, game: GameId, user: UserId) -> Table:
        """Leave the lobby.

        After the opener the next person takes over; the last one to leave closes it.

        Raises:
            NoSuchGame: the game is unknown.
            LobbyOver: the lobby is closed, or its game has begun.
            NotSeated: the person does not sit at this table.
        """
        return await self._change(
            game, lambda now: lobby_changes.left(now, user, self._cache.moment())
        )

    async def add_opponent(
        self, game: GameId, user: UserId, level: str | None, *names: str
    ) -> Table:
        """Seat a computer player (opener only).

        It gets the first of the names that nobody at the table has. If `level` is None, it gets
        the level that was chosen last.

        Raises:
            NoSuchGame: the game is unknown.
            LobbyOver: the lobby is closed, or its game has begun.
            LobbyFull: all seats are taken.
            NotStarter: the person is not in charge of the lobby.
            NoOpponent: the level is unknown.
        """
        if level is not None and level not in self._levels:
            raise NoOpponent
        return await self._change(
            game,
            lambda now: lobby_changes.with_opponent(
                now, self._cache.rules_of(now), user, level, names, self._cache.moment()
            ),
        )

    async def set_levels(self, game: GameId, user: UserId, levels: Mapping[int, str]) -> Table:
        """Choose levels for computer players, which are numbered from 0 (opener only).

        Raises:
            NoSuchGame: the game is unknown.
            LobbyOver: the lobby is closed, or its game has begun.
            NotStarter: the person is not in charge of the lobby.
            NoOpponent: there is no computer player, or none with such a number.
            UnknownOption: there is no such level.
        """
        if not set(levels.values()) <= set(self._levels):
            raise UnknownOption
        return await self._change(
            game, lambda now: lobby_changes.with_levels(now, user, levels, self._cache.moment())
        )

    async def remove(self, game: GameId, user: UserId, whom: UserId | str) -> Table:
        """Remove a person by their id, or a computer player by its name (opener only).

        Raises:
            NoSuchGame: the game is unknown.
            LobbyOver: the lobby is closed, or its game has begun.
            NotStarter: the person is not in charge of the lobby.
            NobodyThere: `whom` has no seat, or is the person who asks.
        """
        return await self._change(
            game, lambda now: lobby_changes.removed(now, user, whom, self._cache.moment())
        )

    async def set_options(self, game: GameId, user: UserId, chosen: Mapping[str, str]) -> Table:
        """Choose table options by key, those of every game or the game's own (opener only).

        Raises:
            NoSuchGame: the game is unknown.
            LobbyOver: the lobby is closed, or its game has begun.
            NotStarter: the person is not in charge of the lobby.
            UnknownOption: there is no such option or value.
        """
        return await self._change(
            game,
            lambda now: lobby_changes.with_options(
                now, self._cache.rules_of(now), user, chosen, self._cache.moment()
            ),
        )

    async def set_hour(
        self, game: GameId, user: UserId, hour: float | None, pace: str
    ) -> Table:
        """Let the game start by itself at an hour; None: it does not (opener only).

        Raises:
            NoSuchGame: the game is unknown.
            LobbyOver: the lobby is closed, or its game has begun.
            NotStarter: the person is not in charge of the lobby.
            HourOver: the hour has passed.
            HourTooFar: the lobby would close before it had waited long enough after that hour.
            UnknownOption: there is no such pace.
        """
        return await self._change(
            game,
            lambda now: lobby_changes.with_hour(now, user, hour, pace, self._cache.moment()),
        )

    async def move(self, game: GameId, user: UserId, channel: int, parent: int) -> Table:
        """Move a lobby to a thread of its channel (opener only); nothing is posted yet.

        Raises:
            NoSuchGame: the game is unknown.
            LobbyOver: the lobby is closed, or its game has begun.
            NotStarter: the person is not in charge of the lobby.
        """
        return await self._cache.change(
            game,
            lambda now: lobby_changes.moved(now, user, channel, parent, self._cache.moment()),
        )

    async def start(self, game: GameId, user: UserId) -> Table:
        """Start the game (opener only); seats are shuffled unless they are kept as joined.

        Raises:
            NoSuchGame: the game is unknown.
            LobbyOver: the lobby is closed, or its game has begun.
            NotStarter: the person is not in charge of the lobby.
            TooFew: fewer seats are taken than the game needs.
            TooMany: more seats are taken than the game has.
            Refused: the rules say no.
        """
        table = await self._cache.change_async(game, lambda now: self._looks.started(now, user))
        self._began()
        self._autoplay.wake(table)
        return table

    async def renew(self, game: GameId, user: UserId) -> Table:
        """Keep a lobby open for seven more days, because a person in it wants that.

        Raises:
            NoSuchGame: the game is unknown.
            LobbyOver: the lobby is closed, or its game has begun.
            NotSeated: the person does not sit at this table.
        """
        return await self._change(
            game, lambda now: lobby_again.renewed(now, user, self._cache.moment())
        )

    async def cancel(self, game: GameId, user: UserId) -> Table:
        """Close a lobby (opener only; an admin uses `GameService.end`).

        Raises:
            NoSuchGame: the game is unknown.
            LobbyOver: the lobby is closed, or its game has begun.
            NotStarter: the person is not in charge of the lobby.
        """
        return await self._change(
            game, lambda now: lobby_changes.closed(now, self._cache.moment(), user=user)
        )

    async def rematch(self, game: GameId, user: UserId, name: str) -> Table:
        """Open a lobby with the options and computer players of an ended game or closed lobby.

        Raises:
            NoSuchGame: the game is unknown.
            NotOver: the game has not ended.
            NotSeated: the person does not sit at this table.
            ChannelBusy: the channel already has an open table.
            BarredHere: the server has barred the person.
            TooManyWaiting: the person has too many lobbies waiting.
            TooManyStarted: too many games opened by the person are running on the server.
            TooManyTables: the server has too many open tables.
        """
        table = await self._cache.table(game)
        if table.seat_of(user) is None:  # people whose data was deleted have none
            raise NotSeated
        rules = self._cache.rules.get(table.game.game)
        if rules is None:
            raise NoSuchGame
        return await self._open(
            lobby_again.rematch(table, rules, user, name, self._cache.moment())
        )

    async def announce_rematch(
        self, game: GameId, lobby: Table, user: UserId, name: str
    ) -> None:
        """Tell the people at a table about the lobby that one of them opened in its place."""
        await self._cache.change(
            game, lambda now: lobby_again.announced(now, lobby, user, name)
        )

    async def check_limits(self, guild: int, user: UserId) -> None:
        """Check that a person may open another lobby on a server.

        Raises:
            BarredHere: the server has barred the person.
            TooManyWaiting: the person has too many lobbies waiting.
            TooManyStarted: too many games opened by the person are running on the server.
            TooManyTables: the server has too many open tables.
        """
        if await self._store.bars.stands(user, guild, user):
            raise BarredHere
        games = self._store.games
        started = await games.started(user, guild)
        if len(started) >= MOST_STARTED:
            raise TooManyStarted(MOST_STARTED, tuple(row.id for row in started[:_NAMED]))
        waiting = await games.waiting(user)
        if len(waiting) >= MOST_WAITING:
            raise TooManyWaiting(MOST_WAITING, tuple(row.id for row in waiting[:_NAMED]))
        most = await self.most_tables(guild)
        if await self._store.game_index.count_open(guild) >= most:
            oldest = await games.in_guild(guild, _NAMED)
            raise TooManyTables(most, tuple(row.id for row in oldest))

    async def most_tables(self, guild: int) -> int:
        """How many lobbies and games may be open on a server at a time."""
        return await self._store.most_tables(guild) or MOST_TABLES

    async def _open(self, draft: Draft) -> Table:
        """Store a new lobby.

        Raises:
            ChannelBusy: the channel already has an open table.
            BarredHere: the server has barred the person.
            TooManyWaiting: the person has too many lobbies waiting.
            TooManyStarted: too many games opened by the person are running on the server.
            TooManyTables: the server has too many open tables.
        """
        row = draft.table.game
        try:
            async with self._opening:
                await self.check_limits(row.guild, row.starter)
                return await self._cache.create(self._looks.with_look(draft))
        except Conflict as conflict:
            with suppress(DamagedRowError):
                if there := await self._store.games.in_channel(row.channel):
                    raise ChannelBusy(there.id) from conflict
            raise ChannelBusy(0) from conflict

    async def _change(self, game: GameId, draft: Callable[[Table], Draft]) -> Table:
        """Change a lobby, and plan the next look at it.

        Raises:
            NoSuchGame: the game is unknown.
            Exception: what `draft` raises.
        """
        return await self._cache.change(game, lambda now: self._looks.with_look(draft(now)))
