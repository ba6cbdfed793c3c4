"""The order in which items come up in a supply, kept even when a draw is undone.

A supply has no order until it is drawn from. What has been drawn once keeps its place:
a supply has one order for all branches of a journal, and it only grows. A draw first
takes what this branch has not drawn from it yet. Chance decides only the rest, which
joins the order. So the same position never gets two outcomes, whatever was undone.
When items come back to a supply, it is shuffled and gets a new order; the old one stays
for the branches that have not shuffled it.

All of this follows from the `Draw`s and their `Drawn`s. Each draw adds one `Taken`. The
order is searched only if a draw was undone; otherwise all of it has been drawn.
"""

from __future__ import annotations

import msgspec

from rules.contract import Draw, Illegal, Reason, Seat


class Taken(msgspec.Struct, frozen=True):
    """One draw of the current branch.

    Attributes:
        number: the number of its entry.
        mixed: how often the supply had been shuffled in this branch.
        drawn: everything drawn since the last shuffle, this draw included.
        left: what was left in the supply.
    """

    number: int
    mixed: int
    drawn: tuple[str, ...]
    left: tuple[str, ...]


class Seen(msgspec.Struct, frozen=True):
    """An item that has come up, and the only seat that saw it (None: everyone)."""

    item: str
    seat: Seat | None


class KnownOrder(msgspec.Struct, frozen=True):
    """What is known about every supply of a game.

    Attributes:
        orders: by supply and how often it was shuffled, for all branches.
        branch: the draws of the current branch by supply, oldest first.
    """

    orders: dict[tuple[str, int], tuple[Seen, ...]] = {}
    branch: dict[str, tuple[Taken, ...]] = {}

    def due(self, draw: Draw) -> tuple[str, ...]:
        """The items that a draw takes first; chance decides the rest of its count."""
        mixed, drawn = self._before(draw)
        order = self.orders.get((draw.supply, mixed), ())
        return _following(order, drawn, draw.items)[: draw.count] if order else ()

    def added(self, draw: Draw, items: tuple[str, ...], number: int) -> KnownOrder:
        """What is known after entry `number` has drawn `items`.

        Raises:
            Illegal: other items are known to come up.
        """
        due = self.due(draw)
        if items[: len(due)] != due:
            raise Illegal(Reason("known_order", what=draw.supply))
        mixed, drawn = self._before(draw)
        new = tuple(Seen(item, draw.seen_by) for item in items[len(due) :])
        key = (draw.supply, mixed)
        taken = Taken(number, mixed, drawn + items, _without(draw.items, items))
        row = (*self.branch.get(draw.supply, ()), taken)
        return KnownOrder(
            {**self.orders, key: self.orders.get(key, ()) + new},
            {**self.branch, draw.supply: row},
        )

    def back(self, to: int) -> KnownOrder:
        """What is known in the branch that goes on from position `to`; nothing is forgotten."""
        rows = {
            supply: tuple(taken for taken in row if taken.number <= to)
            for supply, row in self.branch.items()
        }
        return KnownOrder(self.orders, rows)

    def next_items(self, seat: Seat | None) -> dict[str, tuple[str, ...]]:
        """The known items that come up next by supply, as a seat has seen them."""
        found = {}
        for supply in dict.fromkeys(supply for supply, _ in self.orders):
            row = self.branch.get(supply, ())
            mixed = row[-1].mixed if row else 0
            order = self.orders.get((supply, mixed), ())
            seen = tuple(each for each in order if each.seat in {None, seat})
            if seen == order and (items := self._next(order, row)):
                found[supply] = items
        return found

    @staticmethod
    def _next(order: tuple[Seen, ...], row: tuple[Taken, ...]) -> tuple[str, ...]:
        if not row:
            return tuple(each.item for each in order)
        return _following(order, row[-1].drawn, row[-1].left)

    def _before(self, draw: Draw) -> tuple[int, tuple[str, ...]]:
        """How often a supply was shuffled before a draw, and what has been drawn since then."""
        row = self.branch.get(draw.supply)
        if not row:
            return 0, ()
        latest = row[-1]
        if _returned(latest, draw.items):
            return latest.mixed + 1, ()
        return latest.mixed, latest.drawn


def _returned(latest: Taken, items: tuple[str, ...]) -> bool:
    """Whether something that was drawn is back in the supply."""
    if not latest.drawn or set(items).isdisjoint(latest.drawn):
        return False
    return any(items.count(item) > latest.left.count(item) for item in set(latest.drawn))


def _following(
    order: tuple[Seen, ...], drawn: tuple[str, ...], items: tuple[str, ...]
) -> tuple[str, ...]:
    """What comes up next: the undrawn items of an order that are still in the supply."""
    if len(order) == len(drawn):
        return ()  # nothing was undone
    gone, left = list(drawn), list(items)
    found = []
    for each in order:
        if each.item in gone:
            gone.remove(each.item)
        elif each.item in left:
            left.remove(each.item)
            found.append(each.item)
    return tuple(found)


def _without(items: tuple[str, ...], drawn: tuple[str, ...]) -> tuple[str, ...]:
    left = list(items)
    for item in drawn:
        left.remove(item)
    return tuple(left)
