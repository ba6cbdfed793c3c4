"""The games for which this process acts: no other process sends, steps or reminds in them.

On SQLite no other process has the database, so this process acts for all games.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextvars import Context
from typing import Final, Protocol

import msgspec

from bot.store import DatabaseError, Store
from bot.store.leases import LASTS, GameLeases, Lease
from bot.store.rows import GameId

RENEWED: Final = 5.0
"""Seconds after which leases are renewed while there is work."""

TRUSTED: Final = 10.0
"""Seconds after a renewal during which requests may be sent: no other process acts yet."""

_log = logging.getLogger(__name__)


class LeaseLost(Exception):  # noqa: N818 - not a fault: this process was held up for long
    """Another process may act for the game by now."""


class _Held(msgspec.Struct, frozen=True):
    """A lease of this process.

    Attributes:
        epoch: the lease's epoch.
        renewed: when its latest renewal was requested, by the monotonic clock.
    """

    epoch: int
    renewed: float


class GameLocks(Protocol):
    """The games for which this process acts: `Leases` on PostgreSQL, or `Alone`.

    Methods that query a database raise `DatabaseError`.
    """

    def count(self) -> int:
        """How many leases are held now."""

    def watch(self, busy: Callable[[GameId], bool]) -> None:
        """Renew a game's lease as long as `busy` says that there is work for it."""

    async def hold(self, game: GameId) -> bool:
        """Get or keep a game's lease; False: another process has it, and was woken."""

    def check(self, game: GameId) -> bool:
        """Whether this process may act for a game now."""

    def require(self, game: GameId, epoch: int | None) -> None:
        """Check, before a request to Discord, that the lease still holds.

        Raises:
            LeaseLost: another process acts for the game.
        """

    def epoch(self, game: GameId) -> int | None:
        """The epoch of a game's lease; None: it is not held, or there are no leases."""

    async def confirm(self, game: GameId, epoch: int | None) -> bool:
        """Ask whether this process still has a game's lease, under the same epoch."""

    async def close(self) -> None:
        """Give up all leases, so that other processes go on at once."""


def locks_of(store: Store, monotonic: Callable[[], float] = time.monotonic) -> GameLocks:
    """The games for which a store's process acts.

    Args:
        store: where the leases are, if there are any.
        monotonic: seconds of a clock that never jumps.
    """
    return Alone() if store.leases is None else Leases(store, store.leases, monotonic)


class Alone:
    """The only process, which acts for every game."""

    def count(self) -> int:
        """There are no leases."""
        return 0

    def watch(self, busy: Callable[[GameId], bool]) -> None:
        """Nothing lapses."""

    async def hold(self, game: GameId) -> bool:
        """This process always has it."""
        del game
        return True

    def check(self, game: GameId) -> bool:
        """This process may always act."""
        del game
        return True

    def require(self, game: GameId, epoch: int | None) -> None:
        """Nothing can be lost."""

    def epoch(self, game: GameId) -> int | None:
        """There are no leases."""
        del game
        return None

    async def confirm(self, game: GameId, epoch: int | None) -> bool:
        """Nothing can be lost."""
        del game, epoch
        return True

    async def close(self) -> None:
        """No other process waits."""


class Leases:
    """The leases that this process has, renewed while there is work for their games."""

    def __init__(
        self,
        store: Store,
        stored: GameLeases,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """No lease is held yet.

        Args:
            store: wakes other processes.
            stored: where the leases are.
            monotonic: seconds of a clock that never jumps.
        """
        self._store = store
        self._stored = stored
        self._monotonic = monotonic
        self._held: dict[GameId, _Held] = {}
        self._busy: list[Callable[[GameId], bool]] = []
        self._renewing: asyncio.Task[None] | None = None
        self._closed = False
        stored.noted = self._committed
        stored.monotonic = monotonic

    def count(self) -> int:
        """How many leases are held now."""
        now = self._monotonic()
        return sum(now < each.renewed + LASTS for each in self._held.values())

    def watch(self, busy: Callable[[GameId], bool]) -> None:
        """Renew a game's lease as long as `busy` says that there is work for it."""
        self._busy.append(busy)

    async def hold(self, game: GameId) -> bool:
        """Get or keep a game's lease; False: another process has it, and was woken.

        Raises:
            DatabaseError: the database cannot be used.
        """
        if self.check(game):
            return True
        began = self._monotonic()
        lease = await self._stored.take(game)
        if lease is None:
            return True  # there is no such game: the caller finds that out
        if lease.owner == self._stored.process:
            self._note(game, lease.epoch, began)
            return True
        self._held.pop(game, None)
        if lease.owner:
            await self._tell_owner(game, lease.owner)
        return False

    def check(self, game: GameId) -> bool:
        """Whether this process may act for a game now."""
        held = self._held.get(game)
        return held is not None and self._monotonic() < held.renewed + TRUSTED

    def require(self, game: GameId, epoch: int | None) -> None:
        """Check, before a request to Discord, that the lease still holds.

        Raises:
            LeaseLost: the lease was not held under the same epoch the whole time.
        """
        if not self.check(game) or self.epoch(game) != epoch:
            raise LeaseLost

    def epoch(self, game: GameId) -> int | None:
        """The epoch of a game's lease; None: it is not held."""
        held = self._held.get(game)
        return None if held is None else held.epoch

    async def confirm(self, game: GameId, epoch: int | None) -> bool:
        """Ask whether this process still has a game's lease, under the same epoch.

        Raises:
            DatabaseError: the database cannot be used.
        """
        began = self._monotonic()
        found = (await self._stored.renew((game,))).get(game)
        if found is None:
            self._held.pop(game, None)
        else:
            self._note(game, found, began)
        return found == epoch

    async def close(self) -> None:
        """Give up all leases, so that other processes go on at once."""
        self._closed = True
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)
        if self._held:
            try:
                await self._stored.release(tuple(self._held))
            except DatabaseError as error:  # they lapse by themselves
                _log.warning("leases were not given back: %s", error)
            self._held.clear()

    def _committed(self, game: GameId, lease: Lease, began: float) -> None:
        """Note whose lease it is, as a commit of this process has shown."""
        if lease.owner == self._stored.process:
            self._note(game, lease.epoch, began)
        else:
            self._held.pop(game, None)

    def _note(self, game: GameId, epoch: int, began: float) -> None:
        self._held[game] = _Held(epoch, began)
        if self._renewing is None and not self._closed:
            # A new context: the renewal is not part of the click that led to it.
            context = Context()
            self._renewing = context.run(asyncio.create_task, self._renew(), name="leases")

    async def _renew(self) -> None:
        """Renew the leases for which there is work, until none is held."""
        try:
            while self._held:
                await asyncio.sleep(RENEWED)
                try:
                    await self._renew_once()
                except DatabaseError as error:
                    _log.warning("leases were not renewed: %s", error)
        finally:
            self._renewing = None

    async def _renew_once(self) -> None:
        """Renew the leases of games with work; forget those that have lapsed."""
        began = self._monotonic()
        lapsed = [game for game, held in self._held.items() if held.renewed + LASTS <= began]
        working = [game for game in self._held if any(busy(game) for busy in self._busy)]
        kept = await self._stored.renew(working) if working else {}
        for game in {*lapsed, *working}:
            if game in kept:
                self._note(game, kept[game], began)
            elif game in self._held and self._held[game].renewed <= began:
                del self._held[game]

    async def _tell_owner(self, game: GameId, owner: str) -> None:
        """Wake the process that acts for a game."""
        try:
            await self._store.tell(owner, str(game))
        except DatabaseError as error:  # it finds the work by itself
            _log.info("another process was not woken: %s", error)
