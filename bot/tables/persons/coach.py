"""The coach as a service: to whom it speaks, and what it has not told them yet.

It speaks to people who have not finished two games of a kind, or who want it. In a game it
tells a person each moment once, unless they look at the same decision again, or at least twice
as much is at stake as before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Final, TypeAlias

from bot.background.tasks import KeyedTasks
from bot.store import Store
from bot.store.rows import GameId, GameRow, UserId
from bot.tables.core.admission import check_allowed
from render.coach import Fact, parted

MOST: Final = 2
"""The most lines that a person is told at a decision."""

LEARNT_AFTER: Final = 2
"""After how many finished games of a kind the coach is silent, unless a person wants it."""

GROWN: Final = 2
"""A moment is told again once its stake has grown by this factor."""

_Key: TypeAlias = tuple[GameId, UserId]


def _stakes(told: Iterable[str]) -> dict[str, int]:
    """The highest stake at which each moment was told."""
    stakes: dict[str, int] = {}
    for name, stake in map(parted, told):
        stakes[name] = max(stake, stakes.get(name, 0))
    return stakes


def _is_new(moment: str, stakes: Mapping[str, int]) -> bool:
    """Whether a moment was never told, or only when at most half as much was at stake."""
    name, stake = parted(moment)
    return name not in stakes or (stake > 0 and stake >= GROWN * stakes[name])


class CoachService:
    """What the coach tells people."""

    def __init__(self, store: Store) -> None:
        """Use a store."""
        self._store = store
        # Panels do not wait until moments are stored, so those not stored yet are kept here.
        self._unwritten: dict[_Key, dict[str, int]] = {}
        self._writing: KeyedTasks[_Key] = KeyedTasks("coach", self._write)

    async def is_on(self, user: UserId, title: str) -> bool:
        """Whether the coach is on for a person in games of a kind."""
        wanted = await self._store.coach.wanted(user, title)
        if wanted is not None:
            return wanted
        return await self._store.results.finished(user, title) < LEARNT_AFTER

    async def switch(self, user: UserId, title: str, *, on: bool) -> None:
        """Remember whether a person wants the coach in games of a kind.

        Raises:
            DeletedBefore: the person had their data deleted, so nothing may be stored.
        """
        await check_allowed(self._store, user)
        await self._store.coach.choose(user, title, wanted=on)

    async def introduces(self, user: UserId, game: GameRow) -> bool:
        """Whether a person is told what a kind of game is about: in one game only."""
        if not await self.speaks(user, game.game):
            return False
        return await self._store.coach.introduces(game.id, user, game.game)

    async def speaks(self, user: UserId, title: str) -> bool:
        """Whether a person is told anything now in games of a kind."""
        return not await self._store.deletions.asked(user) and await self.is_on(user, title)

    async def told(
        self, user: UserId, game: GameRow, arose: int, found: Iterable[Fact], most: int = MOST
    ) -> tuple[Fact, ...]:
        """The facts that a person is told at a decision; from then on they count as told.

        Args:
            user: the person, to whom the coach speaks.
            game: the game.
            arose: the entry at which the decision arose.
            found: the facts of the decision, the most urgent first; only those that are
                needed are worked out.
            most: how many may be told.
        """
        key = (game.id, user)
        # Copied before the store is read: a write may end meanwhile.
        unwritten = dict(self._unwritten.get(key, {}))
        told = await self._store.coach.told(*key) | unwritten
        again = {moment for moment, entry in told.items() if entry == arose}
        if again:
            return tuple(islice((each for each in found if each.moment in again), most))
        stakes = _stakes(told)
        new = tuple(islice((each for each in found if _is_new(each.moment, stakes)), most))
        if new:
            moments = dict.fromkeys((each.moment for each in new), arose)
            self._unwritten.setdefault(key, {}).update(moments)
            self._writing.wake(key)
        return new

    async def close(self) -> None:
        """Store what has been told, and end."""
        await self._writing.join()
        await self._writing.close()

    async def _write(self, key: _Key) -> bool:
        told = dict(self._unwritten.get(key, {}))
        if not told:
            return False
        await self._store.coach.add_told(*key, told)
        left = self._unwritten[key]
        for moment in told:
            del left[moment]
        if not left:
            del self._unwritten[key]
        return bool(left)
