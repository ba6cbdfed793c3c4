"""A start for the rules of a new game: what a game may lack, and checks that all games need.

`Plain` is `Game` with an answer for everything that a game can do without: table options,
standing orders, plans, reasons of its own. A game inherits from it and adds the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from rules.contract import (
    Action,
    Choice,
    Decision,
    Draw,
    Game,
    Illegal,
    Options,
    Order,
    Over,
    Plan,
    Question,
    Reason,
    S,
    Seat,
    Sole,
    V,
)

T = TypeVar("T")


class NoOrder(Order, frozen=True, tag="no_order"):
    """Nothing can be ordered ahead."""


class Plain(Game[S, V]):
    """A game without options, editions, standing orders, plans or reasons of its own."""

    edition: str | None = None
    choices: tuple[Choice, ...] = ()
    orders: Any = NoOrder
    bringing: tuple[type[Action], ...] = ()
    prompts: Any = None
    events: Any = None
    asks_ahead: bool = False

    def options(self, seats: int, chosen: Mapping[str, str]) -> Options:
        """The number of seats, once the choices are checked; raises `Illegal`.

        A game with `choices` makes its own `Options` from what this method has checked.
        """
        if seats not in self.seats:
            raise Illegal(Reason("wrong_seats", needs=self.seats.start, has=seats))
        known = {choice.key: choice.values for choice in self.choices}
        for key, value in chosen.items():
            if value not in known.get(key, ()):
                raise Illegal(Reason("unknown_option", what=key))
        return Options(seats=seats)

    def checked(self, state: S) -> object:
        """No release has added anything to the state yet."""
        return state

    def why_not(self, state: S, seat: Seat, action: Action) -> Reason | None:
        """None for a listed action; the game's own reasons come from `refused`."""
        pending = self.pending(state)
        if isinstance(pending, Over):
            return Reason("game_over")
        asked = () if isinstance(pending, Draw) else pending
        decision = next((each for each in asked if each.seat == seat), None)
        if decision is None:
            return Reason("not_your_decision")
        if action in decision.options + decision.asides:
            return None
        return self.refused(state, decision, action)

    def refused(self, state: S, decision: Decision, action: Action) -> Reason:
        """Why an action is impossible for the seat that decides; a game can say more."""
        del state, decision, action
        return Reason("unknown_action")

    def sole(self, decision: Decision) -> Sole | None:
        """Everything is asked."""
        del decision
        return None

    def along(self, decision: Decision) -> Action | None:
        """Each press is one action."""
        del decision
        return None

    def blocked(self, state: S, seat: Seat) -> tuple[tuple[Action, Reason], ...]:
        """No impossible choice teaches anything."""
        del state, seat
        return ()

    def plans(self, view: V) -> Iterator[Plan]:
        """Nothing can be planned before the turn."""
        del view
        return iter(())

    def offers(self, view: V) -> tuple[Order, ...]:
        """There are no standing orders."""
        del view
        return ()

    def stands(self, order: Order, view: V) -> bool:
        """There are no standing orders."""
        del order, view
        return False

    def follow(self, left: Iterable[Order], view: V, decision: Decision) -> Action | None:
        """There are no standing orders."""
        del left, view, decision
        return None

    def going_with(self, view: V, action: Action) -> tuple[Order, ...]:
        """There are no standing orders."""
        del view, action
        return ()

    def asked_ahead(self, state: S) -> Question | None:
        """There are no standing orders."""
        del state
        return None

    def answers(self, order: Order, question: Question) -> bool:
        """There are no standing orders."""
        del order, question
        return False

    def asks_each_time(self, question: Question) -> Order | None:
        """There are no standing orders."""
        del question
        return None

    def declines(self, question: Question) -> Order | None:
        """There are no standing orders."""
        del question
        return None

    def rounds_ago(self, order: Order, view: V) -> int:
        """There are no standing orders."""
        del order, view
        return 0

    def renewed(self, order: Order, view: V) -> Order:
        """There are no standing orders."""
        del view
        return order

    def check(self, state: S, seat: Seat, action: Action) -> None:
        """Raise `Illegal` if a seat cannot take an action now; `act` begins with this."""
        if reason := self.why_not(state, seat, action):
            raise Illegal(reason)

    def check_drawn(self, state: S, items: tuple[str, ...]) -> None:
        """Raise `Illegal` if `items` cannot answer the owed draw; `drawn` begins with this."""
        pending = self.pending(state)
        owed = isinstance(pending, Draw) and len(items) == pending.count
        if not isinstance(pending, Draw) or not owed or Counter(items) - Counter(pending.items):
            raise Illegal(Reason("unknown_draw"))


def put(row: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """A row with the value at one place replaced.

    >>> put((10, 10, 10), 1, 7)
    (10, 7, 10)
    """
    return (*row[:place], value, *row[place + 1 :])
