"""What is stored about a person: listed, handed out, deleted, deleted again after a restore."""

from __future__ import annotations

import asyncio
import logging

import msgspec
from msgspec.structs import replace

from bot.database.contract import DatabaseError
from bot.store.out import Board, Notice
from bot.store.privacy import SentMessage
from bot.store.rows import STARTED, GameId, Seating, SeatRow, UserId
from bot.tables.core import game_changes
from bot.tables.core.cache import TableCache
from bot.tables.core.draft import Draft
from bot.tables.core.game_changes import all_shown
from bot.tables.core.levels import DEFAULT, of_opponents
from bot.tables.core.moment import Moment
from bot.tables.core.refusals import Refusal
from bot.tables.core.table import Table
from bot.tables.lobby import lobby_changes
from bot.tables.opponents.autoplay import Autoplay
from bot.tables.seating import seat_changes
from render.words import Words
from rules.contract import Seat

_log = logging.getLogger(__name__)


class PrivacyService:
    """What people decide about their data."""

    def __init__(self, cache: TableCache, autoplay: Autoplay) -> None:
        """Use the tables of a cache."""
        self._cache = cache
        self._store = cache.store
        self._autoplay = autoplay
        # One deletion must be finished before a later one counts as done.
        self._clearing = asyncio.Lock()

    async def counts(self, user: UserId) -> dict[str, int]:
        """How much of each kind is stored about a person."""
        return await self._store.privacy.counts(user)

    async def data(self, user: UserId) -> bytes:
        """Everything stored about a person that they may see, as a JSON file."""
        found = await self._store.privacy.data(user)
        return msgspec.json.format(msgspec.json.encode(found), indent=2)

    async def deleted(self, user: UserId) -> bool:
        """Whether nothing may be stored about a person until they allow it again."""
        return await self._store.deletions.asked(user)

    async def allow(self, user: UserId) -> None:
        """Allow storing what a person does from now on, after a deletion of their data."""
        async with self._clearing:
            deletions = self._store.deletions
            if not await self.deleted(user):
                return
            if deletions.deleted_since(await self._store.privacy.seen(), user):
                await self._clear(user)  # the deletion itself was cut off
            await deletions.add(user, self._cache.moment().unix, "again")
            await self._catch_up(done=1)

    async def delete(self, user: UserId) -> tuple[SentMessage, ...]:
        """Delete everything about a person, and return the messages that were sent to them.

        The request is stored first: if the bot stops in the middle, the next start goes on.
        A second press finds the request already stored.

        Raises:
            OSError: nothing is deleted.
        """
        async with self._clearing:
            messages = await self._store.privacy.messages(user)
            again = await self.deleted(user)
            if not again:
                await self._store.deletions.add(user, self._cache.moment().unix, "deleted")
            await self._clear(user)
            await self._catch_up(done=0 if again else 1)
        return messages

    async def repeat(self) -> int:
        """Delete again what a restored backup brought back, and return the number of people.

        A backup knows how many deletions its database had seen when it was made.
        """
        deletions, seen = self._store.deletions, await self._store.privacy.seen()
        number = await deletions.number()
        if seen == number:
            return 0
        found = await self._deleted_since(seen)
        for user in found:
            await self._clear(user)
        await self._store.privacy.set_seen(number)
        _log.warning("the database is a backup: %s accounts were deleted again", len(found))
        return len(found)

    async def _catch_up(self, *, done: int) -> None:
        """Count all requests as done, after finishing those that were cut off.

        What fails again is written down anew, so that it alone is still to be done: at the
        next request, or at the next start.

        Args:
            done: how many of the newest requests have been carried out already.
        """
        deletions, privacy = self._store.deletions, self._store.privacy
        seen, number = await privacy.seen(), await deletions.number()
        failed: list[UserId] = []
        if number > seen + done:
            for user in await self._deleted_since(seen):
                if not await deletions.asked(user):
                    continue  # they have come back since
                try:
                    await self._clear(user)
                except Exception:  # noqa: BLE001 - logged; what was asked for now is done
                    _log.exception("an earlier deletion could not be finished")
                    failed.append(user)
        await privacy.set_seen(number)
        for user in failed:
            await deletions.add(user, self._cache.moment().unix, "deleted")

    async def _deleted_since(self, seen: int) -> list[UserId]:
        """The stored accounts that were deleted after the first `seen` requests."""
        accounts = await self._store.privacy.accounts()
        return [each for each in accounts if self._store.deletions.deleted_since(seen, each)]

    async def _clear(self, user: UserId) -> None:
        """Remove a person from every table, in memory and in the store."""
        privacy = self._store.privacy
        games, names = await privacy.games(user), await privacy.names(user)
        await privacy.add_former_holders(
            [
                (game, await self._store.deletions.hash_in(game, user))
                for game in await privacy.held(user)
            ]
        )
        for game in await privacy.shown(user):
            try:
                await self._leave(game, user)
            except DatabaseError:
                raise
            except Refusal as refusal:  # it cannot be read: its rows are cleared all the same
                _log.warning("game %s is cleared without being read: %s", game, refusal)
            except Exception:  # noqa: BLE001 - logged; one table that fails keeps no others
                _log.exception("game %s is cleared without being read", game)
        await privacy.clear(user, names, _someone, DEFAULT)
        for game in games:
            await self._cache.forget(game)

    async def _leave(self, game: GameId, user: UserId) -> None:
        """Remove a person from a table that others look at, and show it again."""

        def draft(now: Table) -> Draft:
            return _without(now, user, self._cache.moment())

        self._autoplay.wake(await self._cache.change(game, draft))


def _someone(language: str, seat: Seat) -> str:
    """The text in place of a deleted person's name; the seat tells two of them apart."""
    return Words.pick(language)("privacy.someone", seat=seat + 1)


def _without(table: Table, user: UserId, moment: Moment) -> Draft:
    """The table without a person: a computer player plays on in their seat.

    Their lobbies close. A game ends if nobody who could play is left in it.
    """
    seat = table.seat_of(user)
    match table.game.status:
        case "lobby" if table.game.starter == user:
            there = _replaced(table, user)
            return lobby_changes.closed(there, moment, why="privacy.lobby_closed")
        case "lobby" if seat is not None:
            return lobby_changes.left(table, user, moment)
        case "playing" | "aside" if seat is not None:
            after = _vacated(table, seat, user, moment)
            if not after.humans:
                return game_changes.stopped(after, moment, "privacy.game_closed")
            # The seat's orders are dropped as well: someone else plays it from now on.
            return Draft(after, (*all_shown(after), Notice("privacy.left")))
        case "over" if seat is not None:
            return Draft(_replaced(table, user), (Board(),))
        case "playing" | "aside":
            return _uninvited(_unnamed(table, user), user)
        case "over":
            return _unnamed(table, user)
        case _:
            return Draft(table)


def _unnamed(table: Table, user: UserId) -> Draft:
    """The table without the name of someone who has no seat there any more.

    A seat that they left has their name until somebody else takes it.
    """
    seatings = _unknown(table, user)
    if seatings == table.seatings:
        return Draft(table)
    last = {each.seat: each.user for each in table.seatings}
    seats = tuple(
        replace(row, name=_someone(table.game.language, row.seat))
        if row.user is None and last.get(row.seat) == user
        else row
        for row in table.seats
    )
    after = replace(table, seats=seats, seatings=seatings)
    return Draft(after, (Board(),) if table.game.status == "over" else all_shown(after))


def _uninvited(draft: Draft, user: UserId) -> Draft:
    """The draft in which a person is invited to no seat."""
    seats = draft.table.seats
    asked = next((row.seat for row in seats if row.invited == user), None)
    if asked is None:
        return draft
    after = seat_changes.uninvited(draft.table, asked)
    return replace(after, outs=draft.outs or after.outs)


def _vacated(table: Table, seat: Seat, user: UserId, moment: Moment) -> Table:
    """A running game without a deleted person, who counts as having left it for good.

    So the others' result counts as it does when anyone leaves.
    """
    after = _replaced(table, user)
    row = after.seats[seat]
    left = Seating(
        at=moment.unix,
        entry=table.number,
        seat=seat,
        what="left",
        name=row.name,
        user=None,
        level=row.level,
    )
    return replace(after, seatings=(*_unknown(after, user), left))


def _unknown(table: Table, user: UserId) -> tuple[Seating, ...]:
    """The changes of who sits, without a person's account and name."""
    return tuple(
        replace(each, user=None, name=_someone(table.game.language, each.seat))
        if each.user == user
        else each
        for each in table.seatings
    )


def _replaced(table: Table, user: UserId) -> Table:
    """The table with an unknown player in the person's seat."""
    language = table.game.language
    goes_on = table.game.status in STARTED
    level = of_opponents(table.seats)
    # A stand-in would leave the seat to its holder; here nobody holds it any longer.
    seats = tuple(
        SeatRow(
            game=row.game,
            seat=row.seat,
            user=None,
            name=_someone(language, row.seat),
            level=level if goes_on else None,
            since=table.number,
        )
        if row.user == user
        else row
        for row in table.seats
    )
    votes = tuple(each for each in table.votes if seats[each[0]].user is not None)
    return replace(table, seats=seats, votes=votes)
