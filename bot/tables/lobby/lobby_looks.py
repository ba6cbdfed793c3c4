"""Looks at lobbies, and does what is due there by the wall clock."""

from __future__ import annotations

import logging
from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from bot.store.rows import Due, UserId
from bot.tables.core import placing
from bot.tables.core.cache import TableCache
from bot.tables.core.draft import Draft
from bot.tables.core.refusals import Refusal
from bot.tables.core.table import Table
from bot.tables.dues.due import DueLoop, DueOutcome
from bot.tables.lobby import lobby_changes, lobby_happenings, lobby_times

_log = logging.getLogger(__name__)


class LobbyLooks:
    """Says when a lobby is looked at, and does what is due there at that time."""

    def __init__(
        self, cache: TableCache, dues: DueLoop, *, rng: Random, began: Callable[[], None]
    ) -> None:
        """Handle `lobby` for the loop.

        Args:
            cache: where the tables are.
            dues: calls back when a lobby is to be looked at.
            rng: for the start of a game.
            began: called after each game that starts by itself.
        """
        self._cache = cache
        self._rng = rng
        self._began = began
        dues.register("lobby", self._on_due)

    def with_look(self, draft: Draft) -> Draft:
        """A draft of a lobby, with the time of the next look at it."""
        table = draft.table
        if table.game.status != "lobby":
            return replace(draft, undue=(*draft.undue, ("lobby", None)))
        return replace(draft, dues=(*draft.dues, self._look(table)))

    def _look(self, table: Table) -> Due:
        return lobby_times.look(table, self._cache.rules_of(table), self._cache.moment())

    async def started(self, table: Table, user: UserId | None) -> Draft:
        """The game begun by a person; `user` None: by itself.

        Raises:
            LobbyOver: the lobby is closed, or its game has begun.
            NotStarter: the person is not in charge of the lobby.
            TooFew: fewer seats are taken than the game needs.
            TooMany: more seats are taken than the game has.
            Refused: the rules say no.
        """
        users = [row.user for row in table.humans if row.user is not None]
        people = {each: await self._cache.store.people.read(each) for each in users}
        draft = lobby_changes.started(
            table=placing.placed(table, people),
            rules=self._cache.rules_of(table),
            user=user,
            rng=self._rng,
            moment=self._cache.moment(),
            release=self._cache.release,
        )
        return self.with_look(draft)

    async def _on_due(self, table: Table, due: Due) -> DueOutcome:
        """Look at a lobby, and do what is due there by the wall clock."""
        del due
        if table.game.status != "lobby":
            return DueOutcome()
        moment, rules = self._cache.moment(), self._cache.rules_of(table)
        what = lobby_times.happening(table, rules, moment.unix)
        if what is None:
            return DueOutcome(again=self._look(table).at)
        if what == "starts":
            return await self._start_by_itself(table)
        return DueOutcome(self.with_look(lobby_happenings.happened(table, what, moment)))

    async def _start_by_itself(self, table: Table) -> DueOutcome:
        """Start a game by itself; if that is refused, it is left to the opener."""
        try:
            return DueOutcome(await self.started(table, None), stored=self._began)
        except Refusal as refusal:
            _log.info("game %s does not start by itself: %s", table.game.id, refusal)
            return DueOutcome(self.with_look(lobby_happenings.unstarted(table)))
