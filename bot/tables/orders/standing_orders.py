"""Standing orders at a table: which one is followed when its seat's decision arises.

An order can do only what a click could: it picks one of the decision's own options.
The rules say which of several orders comes first; they are given the newest first.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from bot.store.rows import GameId, OrderRow
from bot.tables.core.draft import Draft, Standing
from bot.tables.core.early import orders_of
from bot.tables.core.game_changes import running
from bot.tables.core.moment import Moment
from bot.tables.core.table import Table
from rules.contract import Action, AnyGame, Order, Seat

_encoder = msgspec.json.Encoder(order="deterministic")


class NextOrder(msgspec.Struct, frozen=True):
    """The order that is followed next.

    Attributes:
        seat: whose order it is; None: no order is followed.
        action: what the order picks; None: no order is followed.
    """

    seat: Seat | None
    action: Action | None


def row(game: GameId, seat: Seat, order: Order, moment: Moment) -> OrderRow:
    """The row of an order."""
    return OrderRow(
        game=game,
        seat=seat,
        subject=order.subject,
        left=moment.unix,
        order=_encoder.encode(order),
    )


def offered(table: Table, seat: Seat) -> tuple[Order, ...]:
    """The orders that a seat may leave now at its table.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
    """
    offers = running(table).game.offers(table.view(seat))
    return offers if table.by_limits else tuple(each for each in offers if not each.ahead)


def live(
    rules: AnyGame, table: Table, seat: Seat, rows: Iterable[OrderRow]
) -> tuple[tuple[OrderRow, Order], ...]:
    """A seat's orders that could still be followed, in the sequence given."""
    view = table.view(seat)
    own = orders_of(rules, rows, seat)
    return tuple((row, order) for row, order in own if rules.stands(order, view))


def follow(rules: AnyGame, table: Table) -> NextOrder:
    """The first deciding seat with a standing order for its decision, and the action.

    Args:
        rules: the game's rules.
        table: a running game, with its orders.
    """
    for decision in table.decisions:
        left = tuple(order for _, order in live(rules, table, decision.seat, table.orders))
        if not left:
            continue
        action = rules.follow(left, table.view(decision.seat), decision)
        if action is not None and action in decision.options:
            return NextOrder(decision.seat, action)
    return NextOrder(None, None)


def expired(rules: AnyGame, table: Table) -> tuple[OrderRow, ...]:
    """The orders from before the last round, and those that this release does not know.

    Orders of the last round are kept, since a person can leave them again.
    """
    kept = {
        row
        for seat in {row.seat for row in table.orders}
        for row, order in orders_of(rules, table.orders, seat)
        if rules.rounds_ago(order, table.view(seat)) <= 1
    }
    return tuple(row for row in table.orders if row not in kept)


def with_orders(before: Table, draft: Draft, standing: Standing) -> Draft:
    """The draft with the orders that count from now on, as they will be stored.

    The orders and plans of seats that someone else plays from now on are dropped.

    Args:
        before: the table as it is stored.
        draft: made from it.
        standing: the moment of the change.
    """
    del standing
    pairs = zip(before.seats, draft.table.seats, strict=False)
    changed = {new.seat for old, new in pairs if old.sits != new.sits}
    gone = tuple(row for row in before.orders if row.seat in changed)
    dropped = tuple(dict.fromkeys((*draft.dropped, *gone)))
    new = {(row.seat, row.subject) for row in draft.orders}
    kept = (
        row
        for row in before.orders
        if row not in dropped and (row.seat, row.subject) not in new
    )
    table = replace(
        draft.table,
        orders=(*draft.orders, *kept),
        plans=tuple(row for row in draft.table.plans if row.seat not in changed),
    )
    return replace(draft, table=table, dropped=dropped)
