"""The delivery loop: what the outbox holds becomes messages, in order, none twice."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final, TypeAlias, assert_never

import aiohttp
import discord
from cachetools import LRUCache
from msgspec.structs import replace

from bot.background.tasks import KeyedTasks
from bot.delivery.channel import CHANNEL_ERRORS, LOBBY_ERRORS, ChannelMessages, Unposted
from bot.delivery.followers import FollowerMessages
from bot.delivery.plan import plan
from bot.delivery.reasons import Reason
from bot.delivery.seat import CLOSED, NO_COMMON_SERVER, SeatMessages, seat_of
from bot.delivery.steps import (
    Call,
    CountBelow,
    Edit,
    EditCall,
    EndCall,
    EndHand,
    Post,
    PutOff,
    Sent,
    Skip,
    Step,
    Timing,
    Wait,
    reason_of,
)
from bot.delivery.wanted import pause_of_lot
from bot.interactions.client import Client
from bot.interactions.deleted_channels import UNKNOWN_CHANNEL
from bot.interactions.members import NotMember
from bot.interactions.passing import passes
from bot.interactions.pictures import draw_behind
from bot.store import DatabaseError
from bot.store.out import (
    ChannelGone,
    EndOffers,
    Followed,
    Forget,
    Invitation,
    LobbyCall,
    OutKind,
    OutRow,
)
from bot.store.outbox import MOST_TRIES, RETRIED_EVERY
from bot.store.rows import STARTED, GameId, SeatRow
from bot.tables.core.leases import GameLocks, LeaseLost
from bot.tables.core.refusals import BeingUpdated, NoSuchGame, Refusal, Unreadable
from bot.tables.core.table import Table
from bot.tables.play.messages import SeatChanged
from rules.contract import Seat

LONGEST_BACKOFF: Final = 120.0
"""The most seconds between two tries of a row that has not failed often."""

CLOSE_TIMEOUT: Final = 1.0
"""How many seconds a message that is being sent may still take when the bot stops."""

MOST_SENT: Final = 10_000
"""For how many messages the delivery remembers what Discord was last sent."""

MessageKey: TypeAlias = tuple[GameId, OutKind, Seat | None, int | None]
"""The last part is the epoch: what was sent under another epoch is not known in this one."""

_log = logging.getLogger(__name__)


class OutboxDelivery:
    """Sends what committed transactions left in the outbox; one task per game at a time.

    Kinds: `table` (`bot.screens.board`), `hand` (`bot.screens.hand`, and the calls to its
    person, `bot.screens.call`), `lobby` (`bot.screens.lobby`), `notice` (its text in the
    table's language). Nothing else posts or edits these messages: tables are changed through
    `bot.tables`, which wakes this delivery. `plan` decides what is done with a row.
    """

    def __init__(
        self, bot: Client, leases: GameLocks, *, burst: float, away: float, undo_pause: float
    ) -> None:
        """A delivery with nothing to do.

        Args:
            bot: whose store, tables and screens it uses.
            leases: of the games for which this process sends anything.
            burst: seconds within which several decisions of a person make one call.
            away: seconds after a click during which a person is not called.
            undo_pause: seconds during which nobody is called about an item that was put up,
                since that can be undone.
        """
        self._bot = bot
        self._burst = burst
        self._away = away
        self._undo_pause = undo_pause
        self._leases = leases
        self._channel = ChannelMessages(bot, leases)
        self._seats = SeatMessages(bot, leases, self._channel)
        self._followers = FollowerMessages(bot, leases)
        self._tasks: KeyedTasks[GameId] = KeyedTasks("messages of game", self._drain)
        leases.watch(lambda game: self._tasks.busy(game) or game in self._timers)
        self._timers: dict[GameId, asyncio.TimerHandle] = {}
        self._sent: LRUCache[MessageKey, Sent] = LRUCache(MOST_SENT)
        self._unposted: LRUCache[GameId, Unposted] = LRUCache(MOST_SENT)
        self._uncalled: LRUCache[GameId, frozenset[Seat]] = LRUCache(MOST_SENT)
        self._stopping = False

    def wake(self, game: GameId) -> None:
        """Send what there is to send for a game; returns at once."""
        if not self._stopping:
            self._tasks.wake(game)

    def wake_all(self) -> None:
        """Try all at once that failed and waits to be tried again: Discord can be reached."""
        for game in tuple(self._timers):
            self.wake(game)

    async def show_again(self, channel: int, *, if_missing: bool = False) -> None:
        """Show the game of a channel in which the bot can write again, and call its people.

        Args:
            channel: which.
            if_missing: only if this process knows that the game was not shown, or that someone
                was not called.
        """
        if if_missing and not (self._channel.errors or self._uncalled):
            return  # this is nearly always so, and every change of a channel comes here
        with suppress(Unreadable):
            table = await self._bot.games.in_channel(channel)
            if table is None or table.game.status not in STARTED:
                return
            game = table.game.id
            uncalled = self._uncalled.get(game, frozenset())
            if not if_missing or game in self._channel.errors or uncalled:
                await self._bot.messages.show(game, calls=uncalled)
                self._uncalled.pop(game, None)

    async def join(self) -> None:
        """Wait until everything that was to be sent has been tried once."""
        await self._tasks.join()

    async def post_lobby(self, game: GameId) -> None:
        """Wait until the posting of a new lobby has been tried once.

        Raises:
            Unposted: Discord does not allow it. If Discord only could not be reached, the post
                is tried again later.
        """
        await self._tasks.join(game)
        if (refused := self._unposted.pop(game, None)) is not None:
            raise refused

    async def close(self) -> None:
        """Let the message that is being sent finish; the rest waits in the store."""
        self._stopping = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT):
                await self._tasks.join()
        await self._tasks.close()

    async def _drain(self, game: GameId) -> bool:
        """Send what is pending for a game, once; returns whether more may have come."""
        await self._bot.store.check_writable()  # a row that stays would be sent again
        if not await self._leases.hold(game):
            return False  # the process that holds the game was woken
        epoch = self._leases.epoch(game)
        sent = False
        for pending in await self._bot.store.outbox.pending(game):
            row = replace(pending, epoch=epoch)
            if self._stopping:
                return False
            if self._leases.epoch(game) != epoch:
                return True  # lost meanwhile: check again who holds the game
            if (seconds := self._bot.rest_budget.background_wait()) > 0:
                self._wake_in(game, seconds)
                return False
            sent = await self._deliver(row) or sent
        return sent

    async def _deliver(self, row: OutRow) -> bool:
        """Send one row; returns whether the row is done with."""
        draw_behind()
        try:
            done = await self._send_or_drop(row)
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError):
            await self._retry(row)
            return False
        except (NoSuchGame, NotMember):
            done = True
        except SeatChanged:
            done = True  # the person who has the seat now has a separate row
        except BeingUpdated:
            return False  # left to the process that can read the game
        except LeaseLost:
            await self._show_again_if_lost(row)
            return True
        except DatabaseError:
            raise  # the message will be made once the database can be written
        except Exception:  # noqa: BLE001 - one that cannot be made must not hold up the others
            _log.exception("%s of game %s cannot be made", row.kind, row.game)
            await self._bot.store.outbox.count_failure(row)
            self._wake_in(row.game, RETRIED_EVERY)
            return False
        if done and not await self._bot.store.outbox.remove(row):
            await self._show_again_if_lost(row)
        return done

    async def _send_or_drop(self, row: OutRow) -> bool:
        """Send one row, or handle its final refusal; returns whether the row is done with.

        Raises:
            discord.HTTPException: sending may succeed another time.
        """
        try:
            return await self._send(row)
        except discord.HTTPException as error:
            if passes(error):
                raise
            code = error.code
            _log.warning("%s of game %s not sent: %s", row.kind, row.game, error)
        # Discord refuses, and would refuse again; the next change may go through.
        if code == UNKNOWN_CHANNEL:
            channel = (await self._bot.games.table(row.game)).game.channel
            await self._bot.deleted_channels.check(row.game, channel)
        if row.kind == "table" and code in CHANNEL_ERRORS:
            self._channel.errors[row.game] = CHANNEL_ERRORS[code]
        if row.seat is not None and code in CHANNEL_ERRORS:
            self._uncalled[row.game] = self._uncalled.get(row.game, frozenset()) | {row.seat}
        if row.kind == "lobby":
            await self._close_unposted(row.game, code)
        return True

    async def _show_again_if_lost(self, row: OutRow) -> bool:
        """If another process has held the lease meanwhile, have the message shown once more.

        The last message from this process may have come after that process's last one.

        Returns:
            Whether the lease was lost.
        """
        if row.epoch is None or await self._leases.confirm(row.game, row.epoch):
            return False
        if row.kind != "notice":  # notices have a nonce, and are never edited
            _log.warning("%s of game %s: another process acted meanwhile", row.kind, row.game)
            await self._bot.store.outbox.repeat(row)
        self.wake(row.game)  # for the process that holds the game by then
        return True

    async def _send(self, row: OutRow) -> bool:
        """Do what is planned for a row, step by step; returns whether the row is done with."""
        while True:
            table = await self._bot.games.table(row.game, row.revision)
            key = (row.game, row.kind, row.seat, row.epoch)
            sent = self._sent.get(key, Sent())
            timing = self._timing(row, table)
            step = plan(row, table, sent, timing)
            if isinstance(step, Call | LobbyCall):  # another process may have seen a click
                timing = await self._before_call(step, timing, row, table)
                step = plan(row, table, sent, timing)
            if (reason := reason_of(step)) is not None:
                _log_unsent(row, reason)
            match step:
                case Skip():
                    return True
                case Wait(seconds):
                    self._wake_in(row.game, seconds)
                    return False
                case PutOff(seconds):
                    await self._bot.reminders.ring_later(
                        table, seat_of(row, table).seat, seconds
                    )
                    return True
                case _:
                    await self._check_member(step, row, table)
                    if isinstance(step, Post | Edit) and await self._bot.rest_budget.reserve():
                        continue  # show the game as it is when the message can be sent
                    self._leases.require(row.game, row.epoch)
                    try:
                        self._sent[key] = await self._do(step, row, table, sent)
                    except discord.HTTPException as error:
                        if row.kind != "hand":
                            raise
                        self._sent[key] = await self._refused(error, row, table, sent)
            if row.kind == "notice":
                return True

    async def _check_member(self, step: Step, row: OutRow, table: Table) -> None:
        """Check that a person is on the game's server before anything private is sent to them.

        Raises:
            NotMember: the person is no longer on the server.
        """
        if row.kind != "hand" or isinstance(step, EndCall | EndHand):
            return
        seat = seat_of(row, table)
        if _takes_dms(seat) and seat.user is not None:
            await self._bot.members.check(table.game.guild, seat.user)

    def _timing(self, row: OutRow, table: Table) -> Timing:
        """What the clocks say."""
        seat = None if row.seat is None else table.seats[row.seat]
        if seat is None:
            age = self._bot.clock() - (table.game.message_at or 0.0)
        else:
            age = 0.0 if seat.dm_message is None else _age(seat.dm_message)
        user = None if seat is None else seat.user
        return Timing(
            now=self._bot.monotonic(),
            burst=self._burst,
            away=self._away,
            clicked=None if user is None else self._bot.latest_clicks.here(user),
            age=age,
            undo=pause_of_lot(table, self._undo_pause, self._bot.clock()),
        )

    async def _before_call(
        self, step: Call | LobbyCall, timing: Timing, row: OutRow, table: Table
    ) -> Timing:
        """The same, with clicks that other processes saw, and the person's quiet hours."""
        if isinstance(step, LobbyCall):
            clicked = await self._bot.latest_clicks.anywhere(step.user)
            return replace(timing, clicked=clicked)
        seat = seat_of(row, table)
        clicked = await self._bot.latest_clicks.anywhere(seat.holder)
        quiet = await self._bot.reminders.quiet(table, seat)
        return replace(timing, clicked=clicked, quiet=quiet)

    async def _do(self, step: Step, row: OutRow, table: Table, sent: Sent) -> Sent:
        """Do one step; returns what is known afterwards."""
        now = self._bot.monotonic()
        target = self._seats if row.kind == "hand" else self._channel
        match step:
            case Post():
                await target.post(row, table)
                return replace(sent, edited=row.id, edited_at=now, gone=False, buried=False)
            case Edit():
                if await target.edit(row, table):
                    return replace(sent, edited=row.id, edited_at=now)
                return replace(sent, gone=True)
            case CountBelow(turn):
                return replace(sent, counted=turn, buried=await self._channel.buried(table))
            case Call():
                await self._seats.call(row, table, step)
                return replace(sent, called=now)
            case EditCall():
                await self._seats.edit_call(row, table, step)
            case EndCall():
                await self._seats.end_call(row, table)
            case EndHand():
                await self._seats.end_hand(row, table)
            case Forget():
                await self._seats.forget(step, table)
            case Invitation():
                await self._seats.invite(row, step, table)
            case ChannelGone():
                await self._seats.tell(row, step, table)
            case LobbyCall():
                await self._seats.call_of_lobby(row, step, table)
            case EndOffers():
                await self._seats.end_offers(step, table)
            case Followed():
                await self._followers.tell(row, step, table)
            case Skip() | Wait() | PutOff():
                pass
            case _:
                assert_never(step)
        return sent

    async def _refused(
        self, error: discord.HTTPException, row: OutRow, table: Table, sent: Sent
    ) -> Sent:
        """Handle Discord's refusal of a seat's message; returns what is known afterwards.

        Raises:
            discord.HTTPException: there is no other way to reach the person.
        """
        match error.code:
            case code if code == CLOSED and _takes_dms(seat_of(row, table)):
                await self._seats.close(row, table)
            case code if code == NO_COMMON_SERVER and sent.refused != row.id:
                return replace(sent, refused=row.id)
            case _:
                raise error
        return sent

    async def _close_unposted(self, game: GameId, code: int) -> None:
        """Close a lobby that the bot cannot post on Discord: nobody could join or cancel it."""
        row = (await self._bot.games.table(game)).game
        if row.message is not None:
            return
        with suppress(Refusal):  # someone was faster
            await self._bot.lobbies.cancel(game, row.starter)
            self._unposted[game] = LOBBY_ERRORS.get(code, Unposted)()

    async def _retry(self, row: OutRow) -> None:
        """Try a row again, later each time; after many failures, once an hour."""
        if await self._show_again_if_lost(row):
            return
        await self._bot.store.outbox.count_failure(row)
        _log.warning(
            "%s of game %s not sent, try %s", row.kind, row.game, row.tries + 1, exc_info=True
        )
        backoff = min(2.0**row.tries, LONGEST_BACKOFF)
        self._wake_in(row.game, backoff if row.tries < MOST_TRIES else RETRIED_EVERY)

    def _wake_in(self, game: GameId, seconds: float) -> None:
        """Look again after a while, or sooner if that is already planned."""
        loop = asyncio.get_running_loop()
        timer = self._timers.get(game)
        if timer is not None and timer.when() <= loop.time() + seconds:
            return
        if timer is not None:
            timer.cancel()
        self._timers[game] = loop.call_later(seconds, self._wake_now, game)

    def _wake_now(self, game: GameId) -> None:
        self._timers.pop(game, None)
        self.wake(game)


def _log_unsent(row: OutRow, reason: Reason) -> None:
    """Log why nothing, or nothing more, is sent; seats are counted from 1 for the host."""
    seat = "-" if row.seat is None else row.seat + 1
    _log.debug("%s of game %s, seat %s: nothing to send: %s", row.kind, row.game, seat, reason)


def _age(message: int) -> float:
    """The age of a message in seconds: its id says when it was posted."""
    return (discord.utils.utcnow() - discord.utils.snowflake_time(message)).total_seconds()


def _takes_dms(seat: SeatRow) -> bool:
    """Whether anything is sent to the person of a seat by direct message."""
    return "dm" in {seat.hands, seat.calls}
