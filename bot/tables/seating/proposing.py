"""Proposals as a service: made, answered, withdrawn, and ended in time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bot.store.rows import Assent, Due, GameId, Proposal, ProposalKind, UserId
from bot.tables.core.cache import TableCache
from bot.tables.core.draft import Draft
from bot.tables.core.moment import Moment
from bot.tables.core.refusals import PauseOver
from bot.tables.core.table import Table
from bot.tables.dues.due import DueLoop, DueOutcome
from bot.tables.opponents.autoplay import Autoplay
from bot.tables.seating import proposals

Propose: TypeAlias = Callable[[Table, Moment], Draft]
"""Opens a proposal at a table, now, or raises a `Refusal`."""

Carry: TypeAlias = Callable[[Table, Proposal], Awaitable[Draft]]
"""Does what the people at a table have agreed to; nobody changes the table meanwhile."""


class ProposalService:
    """The proposals of all games. A refused request raises a `Refusal` for the person."""

    def __init__(self, cache: TableCache, autoplay: Autoplay, dues: DueLoop) -> None:
        """No kind can be agreed to yet; see `register`."""
        self._cache = cache
        self._autoplay = autoplay
        self._carry: dict[ProposalKind, Carry] = {}
        dues.register("proposal", self._on_due)

    def register(self, kind: ProposalKind, carry: Carry) -> None:
        """Set, once, what is done when a proposal of a kind is agreed to."""
        if kind in self._carry:
            raise ValueError(f"{kind} is carried out already")
        self._carry[kind] = carry

    async def ask(self, game: GameId, propose: Propose) -> Table:
        """Propose something; with nobody to ask, it is done at once.

        Raises:
            NoSuchGame: the game is unknown.
            Refusal: what `propose` raises.
        """

        async def draft(now: Table) -> Draft:
            new = propose(now, self._cache.moment())
            return await self._decided(new.table, new.table.proposals[-1].number) or new

        return await self._change(game, draft)

    async def answer(self, game: GameId, user: UserId, number: int, answer: Assent) -> Table:
        """Answer a proposal; if that decides it, it is carried out or ended.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            NoProposal: the proposal is no longer open.
            NoElector: the person is not asked about the proposal.
            PauseOver: the date of a proposed pause has come.
        """

        async def draft(now: Table) -> Draft:
            after = proposals.answered(now, user, number, answer)
            return await self._decided(after, number) or Draft(after)

        return await self._change(game, draft)

    async def withdraw(self, game: GameId, user: UserId, number: int) -> Table:
        """Withdraw a person's own proposal.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            NoProposal: the proposal is no longer open.
            NoElector: the proposal is not the person's.
        """

        async def draft(now: Table) -> Draft:
            return proposals.withdrawn(now, user, number)

        return await self._change(game, draft)

    async def _decided(self, table: Table, number: int) -> Draft | None:
        """The table after its people have decided on a proposal; None: they have not yet."""
        proposal = proposals.found(table, number)
        how = proposals.outcome(table, proposal)
        if how is None:
            return None
        draft = proposals.ended(table, number, how)
        if how != "agreed":
            return draft
        return await self._carry[proposal.kind](draft.table, proposal)

    async def _on_due(self, table: Table, due: Due) -> DueOutcome:
        """Decide a proposal whose elector is gone or late, or look again when it is time.

        `with_proposals` ends a proposal whose time is over.
        """
        del due
        moment = self._cache.moment()
        after = proposals.timed(table, moment)
        for proposal in proposals.decided(after)[:1]:
            try:
                return DueOutcome(await self._decided(after, proposal.number))
            except PauseOver:  # its date has come meanwhile: it ends like any other
                break
        again = proposals.next_at(after, moment)
        if after is table and again is not None and again > moment.uptime:
            return DueOutcome(again=again)
        return DueOutcome(Draft(after))

    async def _change(self, game: GameId, draft: Callable[[Table], Awaitable[Draft]]) -> Table:
        """Store a change; then computer players and orders go on."""
        table = await self._cache.change_async(game, draft)
        self._autoplay.wake(table)
        return table
