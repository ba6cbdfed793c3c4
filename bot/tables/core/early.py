"""What people may answer before their move, at a table whose auctions use limits.

An early question is not a decision: no decision's clock runs for it. An item is sealed while
someone is still being asked about it: until then nobody decides anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from bot.store.rows import GameRow, OrderRow, SeatRow
from bot.tables.core.options import AUCTIONS
from rules.contract import AnyGame, Order, Question, Seat
from rules.journal import AnyJournal


class EarlyQuestion(msgspec.Struct, frozen=True):
    """A question from the rules, and who has yet to answer it.

    Attributes:
        question: made from public facts alone.
        since: the entry from which it can be answered.
        seats: the seats of the people who are still asked.
    """

    question: Question
    since: int
    seats: tuple[Seat, ...]

    @property
    def seals(self) -> bool:
        """Whether nothing is bid until they have answered."""
        return self.question.item is not None and bool(self.seats)


def by_limits(row: GameRow, seats: Sequence[SeatRow]) -> bool:
    """Whether a table's auctions use limits now: only over days, with two or more people."""
    people = sum(each.sits is not None for each in seats)
    return AUCTIONS.value(row) == "limits" and row.pace == "days" and people > 1


def early_question(
    journal: AnyJournal, seats: Sequence[SeatRow], orders: Iterable[OrderRow]
) -> EarlyQuestion | None:
    """What people may answer now, about an item that nobody has bid on or about a phase.

    Computer players are not asked: they answer when it is their move. A person who already has
    a decision is not asked about a phase either.
    """
    question = journal.question
    if question is None or question.begun:
        return None
    lot = question.item is not None
    answered = {
        row.seat
        for row in orders
        if (order := decoded(journal.game, row)) is not None
        and journal.game.answers(order, question)
    }
    asked = tuple(
        seat
        for seat in question.seats
        if seats[seat].sits is not None
        and seat not in answered
        and (lot or journal.decision(seat) is None)
    )
    return EarlyQuestion(question, journal.asked_since(item=lot), asked)


def answered_since(
    journal: AnyJournal, entry: int, row: SeatRow, orders: Iterable[OrderRow], game: GameRow
) -> bool:
    """Whether others must agree to undo the latest action, because it shows their answers.

    An action taken by a limit shows the limits of others, and so does an action with entries
    after it, such as an undo. The opening of an item can be undone until someone has answered.

    Args:
        journal: that of a game whose auctions use limits.
        entry: the action.
        row: the seat that took it.
        orders: the game's orders.
        game: the game's row.
    """
    if not journal.answers_ahead(entry):
        return False
    question = journal.question
    if entry != journal.number or (row.unread is not None and entry > row.unread):
        return True
    if question is None or question.item is None:
        return False
    return any(
        each.seat != row.seat and each.left > game.updated
        for each in orders
        if (order := decoded(journal.game, each)) and journal.game.answers(order, question)
    )


def orders_of(
    rules: AnyGame, rows: Iterable[OrderRow], seat: Seat
) -> Iterator[tuple[OrderRow, Order]]:
    """A seat's orders that this release knows, each as stored and as decoded."""
    for row in rows:
        if row.seat == seat and (order := decoded(rules, row)) is not None:
            yield row, order


def decoded(rules: AnyGame, row: OrderRow) -> Any:
    """The order of a row; None if this release does not know such an order."""
    try:
        return msgspec.json.decode(row.order, type=rules.orders)
    except msgspec.DecodeError:
        return None
