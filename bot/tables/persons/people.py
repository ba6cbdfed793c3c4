"""People as a service: the settings that they chose, applied to the games that they play."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final
from zoneinfo import available_timezones

from cachetools import TTLCache
from msgspec.structs import replace

from bot.store.out import Hand, Out
from bot.store.person_rows import PersonRow
from bot.store.rows import Due, GameId, UserId
from bot.tables.core import following, own_notes
from bot.tables.core.admission import check_allowed
from bot.tables.core.cache import TableCache
from bot.tables.core.draft import Draft
from bot.tables.core.following import MOST
from bot.tables.core.game_changes import shown_as
from bot.tables.core.moment import Moment
from bot.tables.core.quiet_hours import MOST_HOURS, USUAL_HOURS
from bot.tables.core.refusals import NobodyToBar, Refusal, TooManyFollowed, UnknownTimeZone
from bot.tables.core.table import Table
from bot.tables.opponents.autoplay import Autoplay
from render.words import bare

_REMEMBERED: Final = 10_000
_REMEMBERED_FOR: Final = 900.0
"""How many people's names need not be looked up, and for how many seconds."""
_MESSAGES: Final = frozenset({"hands", "calls"})
_TURNS: Final = frozenset({"ends_turns"})
_TIMES: Final = frozenset({"reminders", "quiet_start", "quiet_end", "time_zone"})


class PeopleService:
    """The settings of people."""

    def __init__(self, cache: TableCache, autoplay: Autoplay) -> None:
        """Use the tables of a cache; `autoplay` ends turns."""
        self._cache = cache
        self._autoplay = autoplay
        self._people = cache.store.people
        self._names: TTLCache[tuple[int, UserId], str] = TTLCache(_REMEMBERED, _REMEMBERED_FOR)

    async def read(self, user: UserId) -> PersonRow:
        """What a person has chosen."""
        return await self._people.read(user)

    async def note_discord_locale(self, user: UserId, locale: str) -> None:
        """Remember the Discord language of someone who has a seat or follows a game."""
        await self._people.note_discord_locale(user, locale)

    async def note_click(self, user: UserId, unix: float) -> None:
        """Remember when someone who has a seat last clicked, in Unix seconds."""
        await self._people.note_click(user, unix)

    async def clicked(self, user: UserId) -> float | None:
        """When a person last clicked, if that was stored."""
        return await self._people.clicked(user)

    async def note_name(self, guild: int, user: UserId, name: str) -> None:
        """Note a person's current name on a server; its tables and results follow.

        Args:
            guild: the server; a person can have another name on each.
            user: the account.
            name: as shown there.
        """
        name = bare(name)
        if self._names.get((guild, user)) == name:
            return
        games = await self._people.otherwise_named(user, guild, name)
        if games:
            await self._people.rename(user, games, name)
            for game in games:
                await self._cache.forget(game)
            for game in {*games} & {*await self._cache.store.privacy.shown(user)}:
                with suppress(Refusal):  # one that cannot be read is not shown either
                    await self._cache.change(game, lambda table: _shown_anew(table, user))
        self._names[guild, user] = name

    async def change(self, user: UserId, **values: Any) -> PersonRow:
        """Remember what a person chooses now; open games follow.

        Raises:
            DeletedBefore: the person had their data deleted, so nothing may be stored.
            UnknownTimeZone: there is no time zone of that name.
        """
        await check_allowed(self._cache.store, user)
        zone = values.get("time_zone")
        if zone is not None and zone not in available_timezones():
            raise UnknownTimeZone
        person = _possible(replace(await self._people.read(user), **values))
        await self._people.write(person)
        changed = frozenset(values)
        if changed & (_MESSAGES | _TIMES | _TURNS):
            moment = self._cache.moment()
            for game in await self._cache.store.game_index.played_by(user):
                with suppress(Refusal):  # one that cannot be read follows once it can
                    table = await self._cache.change(
                        game, lambda table: _followed(table, person, changed, moment)
                    )
                    self._autoplay.wake(table)
        return person

    async def set_bars(self, user: UserId, others: tuple[UserId, ...]) -> tuple[UserId, ...]:
        """Bar these people, and nobody else, from the tables that a person opens.

        People who had their data deleted cannot take a seat anyway, and are left out.

        Returns:
            The people who are barred.

        Raises:
            DeletedBefore: the person had their data deleted, so nothing may be stored.
        """
        store = self._cache.store
        await check_allowed(store, user)
        barred = [each for each in others if not await store.deletions.asked(each)]
        await store.bars.set_of_person(user, tuple(barred))
        return tuple(barred)

    async def switch_bar(self, guild: int, user: UserId) -> bool:
        """Bar someone from a server's tables, or lift the bar; true: they are barred now.

        Raises:
            NobodyToBar: the person had their data deleted, so no bar may be stored.
        """
        store = self._cache.store
        if not await store.deletions.asked(user):
            return await store.bars.switch_on_server(guild, user)
        if not await store.bars.lift_on_server(guild, user):
            raise NobodyToBar
        return False

    async def follow(self, game: GameId, user: UserId) -> Table:
        """Tell a person without a seat about each round of a game, and about its end.

        Raises:
            DeletedBefore: the person had their data deleted, so nothing may be stored.
            TooManyFollowed: the person follows too many games already.
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            SeatedHere: the person plays at this table.
        """
        await check_allowed(self._cache.store, user)

        async def draft(table: Table) -> Draft:
            new = following.followed(table, user)
            if new.table != table and await self._cache.store.games.followed(user) >= MOST:
                raise TooManyFollowed(most=MOST)
            return new

        return await self._cache.change_async(game, draft)

    async def unfollow(self, game: GameId, user: UserId) -> Table:
        """Stop telling a person about a game.

        Raises:
            NoSuchGame: the game is unknown.
        """
        return await self._cache.change(game, lambda table: following.unfollowed(table, user))

    async def note(self, game: GameId, user: UserId, text: str, *, keeps: bool) -> Table:
        """Remember a person's own note on a game, in place of the one before.

        Args:
            game: the game that they play in.
            user: whose note it is.
            text: as it was written; an empty one deletes the note.
            keeps: whether a rematch begins with it.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
        """
        return await self._cache.change(
            game, lambda table: own_notes.noted(table, user, text, keeps=keeps)
        )


def _shown_anew(table: Table, user: UserId) -> Draft:
    """The table with a person's new name; among the hands, only theirs has it as a title."""
    outs: list[Out] = [shown_as(table)]
    seat = table.seat_of(user)
    if table.game.status == "playing" and seat is not None:
        outs.append(Hand(seat))
    return Draft(table, tuple(outs))


def _followed(
    table: Table, person: PersonRow, changed: frozenset[str], moment: Moment
) -> Draft:
    """A game after one of its people has changed a setting."""
    seat = table.seat_of(person.user)
    if seat is None:
        return Draft(table)
    if changed & _TURNS:
        row = replace(table.seats[seat], ends_turns=person.ends_turns)
        return Draft(table.with_seat(row))
    if changed & _MESSAGES:
        row = table.seats[seat]  # direct messages may be closed in this game
        if "hands" in changed:
            row = replace(row, hands=person.hands)
        if "calls" in changed:
            row = replace(row, calls=person.called)
        return Draft(table.with_seat(row), (Hand(seat),))
    arose = table.arose(seat)
    # The handlers find out at once when the next reminder is due, and whether a call may ring.
    remind = () if arose is None else (Due("remind", moment.uptime, seat, arose),)
    return Draft(table, dues=(*remind, Due("ring", moment.uptime, seat, table.number)))


def _possible(person: PersonRow) -> PersonRow:
    """Settings that fit together: quiet hours have an end that is not too far away."""
    start, end = person.quiet_start, person.quiet_end
    if start is None:
        return replace(person, quiet_end=None)
    if end is None or not 0 < (end - start) % 24 <= MOST_HOURS:
        end = (start + USUAL_HOURS) % 24
    return replace(person, quiet_end=end)
