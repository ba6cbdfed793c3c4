"""Standing orders at a table: which one speaks when its seat's decision arises.

An order can do nothing that a click could not: it picks one of the decision's own
options. The newest order that has something to say is followed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from bot.store.rows import GameId, OrderRow
from bot.table import Table
from rules.table import Action, AnyGame, Order, Seat, name

_encoder = msgspec.json.Encoder(order="deterministic")


class Followed(msgspec.Struct, frozen=True):
    """What the orders of the deciding seats come to.

    Attributes:
        seat: whose order speaks, with its `action`; None if none does.
        expired: the rows that can never speak again.
    """

    seat: Seat | None
    action: Action | None
    expired: tuple[OrderRow, ...] = ()


def subject(order: Order) -> str:
    """The order without its amounts: orders that differ in a figure replace each other."""
    fields = (field for field in msgspec.structs.astuple(order) if not isinstance(field, int))
    return ".".join(map(str, [order.__struct_config__.tag, *fields]))


def row(game: GameId, seat: Seat, order: Order, at: float) -> OrderRow:
    """An order to be stored."""
    return OrderRow(game, seat, subject(order), at, _encoder.encode(order))


def standing(
    rules: AnyGame, table: Table, seat: Seat, rows: Iterable[OrderRow]
) -> tuple[tuple[OrderRow, Order], ...]:
    """The orders of a seat that can still come to be followed, in the given order."""
    own = ((each, _decoded(rules, each)) for each in rows if each.seat == seat)
    view = table.view(seat)
    return tuple(
        (each, order) for each, order in own if order is not None and rules.stands(order, view)
    )


def find(orders: Iterable[Order], spelled: str) -> Order | None:
    """The order of that name, or None."""
    return next((order for order in orders if name(order) == spelled), None)


def follow(rules: AnyGame, table: Table, rows: tuple[OrderRow, ...]) -> Followed:
    """The first deciding seat for which a standing order speaks now.

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
        alive = standing(rules, table, decision.seat, own)
        kept = {each for each, _ in alive}
        expired += [each for each in own if each not in kept]
        view = table.view(decision.seat)
        for _, order in alive:
            action = rules.follow(order, view, decision)
            if action is not None and action in decision.options:
                return Followed(decision.seat, action, tuple(expired))
    return Followed(None, None, tuple(expired))


def _decoded(rules: AnyGame, stored: OrderRow) -> Any:
    """The order of a row; None if this release does not know it any more."""
    try:
        return msgspec.json.decode(stored.order, type=rules.orders)
    except msgspec.DecodeError:
        return None
