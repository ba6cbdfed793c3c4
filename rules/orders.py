"""The contract of standing orders: what a seat may decide ahead of its decision.

An order is a value like an action: it is spelled, narrowed and labelled in the
same way. It is private, revocable, and used only when that seat's decision
arises, through the decision's own list of options. A game without orders
satisfies nothing here and is simply not in the registry.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from rules.table import Action, Decision, Seat


class Order(Action, frozen=True):
    """A standing order. Games subclass it with a tag and fields."""


V = TypeVar("V", contravariant=True)


class StandingOrders(Protocol[V]):
    """The standing orders of one game; a module can satisfy it."""

    @property
    def orders(self) -> Any:
        """The union of the game's orders, to decode stored ones with."""

    def offers(self, view: V, seat: Seat) -> tuple[Order, ...]:
        """Every order that `seat` may leave now; finite, unique, stable order."""

    def subject(self, order: Order) -> str:
        """What the order is about: a new one of the same subject replaces it."""

    def stands(self, order: Order, view: V, seat: Seat) -> bool:
        """Whether the order can still matter; one that cannot is dropped."""

    def follow(self, order: Order, view: V, decision: Decision) -> Action | None:
        """The action that the order wants for this decision, or None if none.

        An action that is not among the decision's options is not taken: the
        decision is left to the player.
        """
