"""Answers to early questions, which are orders: who is told, and how long an item waits.

Pure: nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.store.out import Board, Hand, Out
from bot.store.rows import Due, DueKind, OrderRow, UserId
from bot.tables.core.draft import Draft, Standing
from bot.tables.core.early import EarlyQuestion, orders_of
from bot.tables.core.game_changes import acting_seat, running
from bot.tables.core.moment import Moment
from bot.tables.core.refusals import NoSuchOrder
from bot.tables.core.table import Table
from bot.tables.orders import standing_orders
from rules.contract import Order, Question, Seat

ANSWERED_WITHIN: Final = 24 * 3600.0
"""Seconds for which an item waits for an answer while the bot is up and the game runs."""


def asked_early(table: Table, seat: Seat) -> EarlyQuestion | None:
    """What a person is asked before their move; None: nothing, or they have answered."""
    early = None if table.paused else table.early
    return early if early is not None and seat in early.seats else None


def declined(table: Table, user: UserId, moment: Moment, *, whole: bool) -> Draft:
    """The table after a person declines what is asked about, or everything this round.

    Args:
        table: a game.
        user: whose answer it is.
        moment: now.
        whole: whether they decline everything this round, whatever they have ordered; if not,
            they decline only what is asked about.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NoSeatHere: the person has no seat here.
        StandInPlays: a computer player plays for the person.
        NoSuchOrder: the question is no longer asked.
    """
    seat = acting_seat(table, user)
    question = running(table).question
    if question is None:
        raise NoSuchOrder
    if whole:
        question = replace(question, item=None)
    order = running(table).game.declines(question)
    if order not in standing_orders.offered(table, seat):
        raise NoSuchOrder
    before = tuple(row for row in table.orders if row.seat == seat) if whole else ()
    return _left(table, seat, (order,), moment, dropped=before)


def renewable(table: Table, seat: Seat) -> tuple[Order, ...]:
    """A seat's orders from the last round that it has not replaced, renewed for this round."""
    journal = table.journal
    if journal is None:
        return ()
    rules, view = journal.game, table.view(seat)
    own = tuple(order for _, order in orders_of(rules, table.orders, seat))
    now = {order.subject for order in own if rules.rounds_ago(order, view) == 0}
    again = (rules.renewed(each, view) for each in own if rules.rounds_ago(each, view) == 1)
    return tuple(each for each in again if each.subject not in now and rules.stands(each, view))


def renewed(table: Table, user: UserId, moment: Moment) -> Draft:
    """The table with a person's orders from the last round left again.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NoSeatHere: the person has no seat here.
        StandInPlays: a computer player plays for the person.
        NoSuchOrder: there are none that could be followed.
    """
    seat = acting_seat(table, user)
    orders = renewable(table, seat)
    if not orders:
        raise NoSuchOrder
    return _left(table, seat, orders, moment)


def unanswered(table: Table, due: Due, moment: Moment) -> Draft | None:
    """The table after a person has not answered in time: they are asked at each bid.

    None: they are no longer asked early.
    """
    sealed = table.sealed
    if sealed is None or due.seat not in sealed.seats or due.entry != sealed.since:
        return None
    order = running(table).game.asks_each_time(sealed.question)
    return None if order is None else _left(table, due.seat, (order,), moment)


def _left(
    table: Table,
    seat: Seat,
    orders: Iterable[Order],
    moment: Moment,
    dropped: tuple[OrderRow, ...] = (),
) -> Draft:
    """The table with new orders of a seat, in place of old ones."""
    rows = tuple(standing_orders.row(table.game.id, seat, each, moment) for each in orders)
    return Draft(table, (Hand(seat),), orders=rows, dropped=dropped)


class _Asked(msgspec.Struct, frozen=True):
    """The early question and the people who are asked it: if this changes, people are told."""

    question: Question | None
    since: int
    people: frozenset[tuple[Seat, UserId | None]]
    waits: bool


def _asked(table: Table) -> _Asked:
    early = None if table.paused else table.early
    if early is None:
        return _Asked(None, 0, frozenset(), waits=False)
    people = frozenset((seat, table.seats[seat].sits) for seat in early.seats)
    return _Asked(early.question, early.since, people, early.seals)


def with_early_questions(before: Table, draft: Draft, standing: Standing) -> Draft:
    """The draft that tells people that they are asked early, or no longer; an item waits a day.

    Args:
        before: the table as it is stored.
        draft: made from it, with the orders that count.
        standing: the moment of the change.
    """
    was, now = _asked(before), _asked(draft.table)
    if was == now:
        return draft
    same = (was.question, was.since) == (now.question, now.since)
    kept = was.people & now.people if same else frozenset()
    changed = sorted({seat for seat, _ in (was.people | now.people) - kept})
    told: tuple[Out, ...] = tuple(map(Hand, changed))
    if was.waits or now.waits:
        told = (Board(), *told)
    at = standing.moment.uptime + ANSWERED_WITHIN
    asked = [seat for seat, _ in now.people - kept] if now.waits else []
    over = [seat for seat, _ in was.people - kept] if was.waits else []
    undue: tuple[tuple[DueKind, Seat | None], ...] = tuple(("answer", seat) for seat in over)
    dues = tuple(Due("answer", at, seat, now.since) for seat in sorted(asked))
    return replace(
        draft,
        outs=(*draft.outs, *(each for each in told if each not in draft.outs)),
        dues=(*dues, *draft.dues),
        undue=(*undue, *draft.undue),
    )
