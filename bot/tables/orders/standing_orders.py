"""Standing orders at a table: which one is followed when its seat's decision arises.

An order can do nothing that a click could not: it picks one of the decision's own
options. The rules say which of several comes first; they are given the newest first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from bot.store.rows import GameId, OrderRow
from bot.tables.core.draft import Draft, Standing
from bot.tables.core.moment import Moment
from bot.tables.core.table import Table
from rules.contract import Action, AnyGame, Order, Seat, path_of

_encoder = msgspec.json.Encoder(order="deterministic")


class Followed(msgspec.Struct, frozen=True):
    """What the orders of the deciding seats come to.

    Attributes:
        seat: whose order is followed, with its `action`; None if none is.
        expired: the rows that can never be followed any more.
    """

    seat: Seat | None
    action: Action | None
    expired: tuple[OrderRow, ...] = ()


def subject(order: Order) -> str:
    """The order without its amounts: orders that differ in a figure replace each other."""
    return ".".join(str(each) for each in path_of(order) if not isinstance(each, int))


def row(game: GameId, seat: Seat, order: Order, moment: Moment) -> OrderRow:
    """An order to be stored."""
    return OrderRow(
        game=game,
        seat=seat,
        subject=subject(order),
        left=moment.unix,
        order=_encoder.encode(order),
    )


def live(
    rules: AnyGame, table: Table, seat: Seat, rows: Iterable[OrderRow]
) -> tuple[tuple[OrderRow, Order], ...]:
    """The orders of a seat that can still come to be followed, in the given order."""
    own = ((each, _decoded(rules, each)) for each in rows if each.seat == seat)
    view = table.view(seat)
    return tuple(
        (each, order) for each, order in own if order is not None and rules.stands(order, view)
    )


def follow(rules: AnyGame, table: Table, rows: tuple[OrderRow, ...]) -> Followed:
    """The action of the first deciding seat that has a standing order for it.

    Args:
        rules: the game.
        table: a running game.
        rows: all its standing orders, the newest first.
    """
    expired: list[OrderRow] = []
    for decision in table.decisions:
        own = tuple(each for each in rows if each.seat == decision.seat)
        if not own:
            continue
        orders = live(rules, table, decision.seat, own)
        kept = {each for each, _ in orders}
        expired += [each for each in own if each not in kept]
        left = tuple(order for _, order in orders)
        action = rules.follow(left, table.view(decision.seat), decision)
        if action is not None and action in decision.options:
            return Followed(decision.seat, action, tuple(expired))
    return Followed(None, None, tuple(expired))


def with_dropped(before: Table, draft: Draft, standing: Standing) -> Draft:
    """The draft without the orders and plans of seats that somebody else plays from now on.

    Args:
        before: the table as it is stored.
        draft: made from it.
        standing: the orders as they are stored.
    """
    pairs = zip(before.seats, draft.table.seats, strict=False)
    changed = {new.seat for old, new in pairs if old.sits != new.sits}
    dropped = tuple(row for row in standing.orders if row.seat in changed)
    plans = tuple(row for row in draft.table.plans if row.seat not in changed)
    table = msgspec.structs.replace(draft.table, plans=plans)
    return msgspec.structs.replace(draft, table=table, dropped=(*draft.dropped, *dropped))


def _decoded(rules: AnyGame, stored: OrderRow) -> Any:
    """The order of a row; None if this release does not know it any more."""
    try:
        return msgspec.json.decode(stored.order, type=rules.orders)
    except msgspec.DecodeError:
        return None
