"""A pass over the games after a start, which goes on where an earlier start left off.

So the work of a start does not grow with the store: a game that is begun or ended later was
checked as it was written, and an imported one has a higher number.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal, TypeAlias

from bot.store import Store
from bot.store.rows import GameId

What: TypeAlias = Literal["replays", "results"]


class Pass:
    """Looks at games in order of their numbers; a release looks at each of them once.

    A game that failed is not tried again by the same release: it is checked when it is opened.
    While a newer release runs, everything is left to it, and what it has noted stays.
    """

    def __init__(
        self,
        store: Store,
        what: What,
        release: str,
        look: Callable[[GameId], Awaitable[GameId | None]],
    ) -> None:
        """Nothing has been looked at yet.

        Args:
            store: where the games are.
            what: the name under which the end of a pass is remembered.
            release: the digest of the rules.
            look: looks at the next game after a number, and returns that game's number; None:
                all were looked at.
        """
        self._store = store
        self._what = what
        self._release = release
        self._look = look
        self._reached: GameId | None = None

    async def step(self) -> bool:
        """Look at the next game; false: none is left, or a newer release looks at them."""
        if self._store.process.newer_lives:
            return False
        if self._reached is None:
            self._reached = await self._remembered()
        latest = await self._store.game_index.latest()
        found = await self._look(self._reached)
        if found is None and latest > self._reached:
            await self._store.set_digest(self._what, f"{self._release} {latest}")
        self._reached = latest if found is None else found
        return found is not None

    async def _remembered(self) -> GameId:
        """The number up to which this release has looked at all games; 0: at none."""
        release, _, game = (await self._store.digest(self._what) or "").partition(" ")
        return int(game) if release == self._release and game.isdecimal() else 0
