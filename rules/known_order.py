"""The order in which items come up in a supply, kept also where a draw was undone.

A supply has no order until it is drawn from. What has been drawn once keeps its place:
a supply has one order for all branches of a journal, which only grows. A draw takes
from it what this branch has not drawn yet; chance decides only what is missing, and
that joins the order. So the same position never gets two outcomes, whatever was undone.
Where items come back to a supply it is mixed, and what follows is another order; that
of before stays for the branches that have not mixed it.

All of it follows from the `Draw`s and their `Drawn`s. Each draw adds one `Taken`; the
order is searched only where a draw was undone: all that is in another has been drawn.
"""

from __future__ import annotations

import msgspec

from rules.contract import Draw, Illegal, Reason, Seat


class Taken(msgspec.Struct, frozen=True):
    """One draw of the present branch.

    Attributes:
        number: its entry.
        mixed: how often the supply had been mixed in this branch.
        drawn: everything drawn since then, this draw included.
        left: what was left in the supply.
    """

    number: int
    mixed: int
    drawn: tuple[str, ...]
    left: tuple[str, ...]


class Seen(msgspec.Struct, frozen=True):
    """An item that has come up, and the only seat that saw it (None: everybody)."""

    item: str
    seat: Seat | None


class KnownOrder(msgspec.Struct, frozen=True):
    """What is known of every supply of a game.

    Attributes:
        orders: by supply and how often it was mixed, for all branches.
        branch: by supply the draws of the present branch, oldest first.
    """

    orders: dict[tuple[str, int], tuple[Seen, ...]] = {}
    branch: dict[str, tuple[Taken, ...]] = {}

    def due(self, draw: Draw) -> tuple[str, ...]:
        """The items that a draw takes first; what is missing to its count is chance."""
        mixed, drawn = self._before(draw)
        order = self.orders.get((draw.supply, mixed), ())
        return _following(order, drawn, draw.items)[: draw.count] if order else ()

    def added(self, draw: Draw, items: tuple[str, ...], number: int) -> KnownOrder:
        """What is known after entry `number` has drawn `items`.

        Raises:
            Illegal: something else is known to come up.
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
        """What is known in the branch that goes on from position `to`: nothing less."""
        rows = {
            supply: tuple(taken for taken in row if taken.number <= to)
            for supply, row in self.branch.items()
        }
        return KnownOrder(self.orders, rows)

    def next_items(self, seat: Seat | None) -> dict[str, tuple[str, ...]]:
        """By supply the known items that come up next, as a seat has seen them."""
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
        """How often a supply has been mixed before a draw, and what was drawn since then."""
        row = self.branch.get(draw.supply)
        if not row:
            return 0, ()
        latest = row[-1]
        if _returned(latest, draw.items):
            return latest.mixed + 1, ()
        return latest.mixed, latest.drawn


def _returned(latest: Taken, items: tuple[str, ...]) -> bool:
    """Whether something that was drawn is in the supply again."""
    if not latest.drawn or set(items).isdisjoint(latest.drawn):
        return False
    return any(items.count(item) > latest.left.count(item) for item in set(latest.drawn))


def _following(
    order: tuple[Seen, ...], drawn: tuple[str, ...], items: tuple[str, ...]
) -> tuple[str, ...]:
    """What comes up next: the items of an order without those drawn, where they still are."""
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
