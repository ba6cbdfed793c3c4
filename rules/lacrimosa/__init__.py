"""Lacrimosa: 1 to 4 seats, five rounds of Mozart's life, and his Requiem.

A room for each chapter of the rulebook; `game` joins them, with one edition of
the components, to the value that the house plays with.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final, cast

from rules.lacrimosa import editions, observing, pricing, sequence, setup, telling
from rules.lacrimosa.actions import Move
from rules.lacrimosa.catalogue import HOUSE_TEXT, SEATS, Edition
from rules.lacrimosa.checker import load
from rules.lacrimosa.state import LacrimosaOptions, State
from rules.lacrimosa.view import View
from rules.table import (
    Action,
    Choice,
    Decision,
    Deltas,
    Draw,
    Drawn,
    Event,
    Game,
    Illegal,
    Moved,
    Options,
    Order,
    Over,
    Reason,
    Seat,
)

__all__ = ["HOUSE_TEXT", "Edition", "State", "View", "game", "known", "learn", "load", "recall"]

_MANY: Final = (2, 3, 4)
_ALL: Final = (1, 2, 3, 4)


class NoOrder(Order, frozen=True, tag="no_order"):
    """Nothing happens out of turn, so there is nothing to order ahead."""


class _Lacrimosa:
    """The rooms of this package behind the contract of `rules.table.Game`."""

    name: Final = "lacrimosa"
    version: Final = 1
    seats: Final = SEATS
    actions: Final = Move
    orders: Final = NoOrder

    def __init__(self, book: Edition) -> None:
        self.book = book
        self.edition = book.hash
        self.choices = (
            Choice("composers", ("first", "random", *_pairs(book)), _ALL),
            Choice("level", tuple(book.tables.soloist_levels), (1,)),
            Choice("starts", ("rulebook", "equal"), _MANY),
            Choice("payment", ("tracks_first", "ask"), _ALL),
        )

    def options(self, seats: int, chosen: Mapping[str, str]) -> Options:
        if seats not in SEATS:
            raise Illegal(Reason("wrong_seats", needs=SEATS.start, has=seats))
        known = {choice.key: choice.values for choice in self.choices}
        for key, value in chosen.items():
            if value not in known.get(key, ()):
                raise Illegal(Reason("unknown_option", what=key))
        return LacrimosaOptions(
            seats,
            self.book.hash,
            composers=chosen.get("composers", "first"),
            level=chosen.get("level", known["level"][0]),
            equal=chosen.get("starts") == "equal",
            split=chosen.get("payment") == "ask",
        )

    def start(self, options: Options) -> State:
        begun = setup.start(self.book, cast(LacrimosaOptions, options))
        return sequence.settled(self.book, begun)

    def pending(self, state: State) -> tuple[Decision, ...] | Draw | Over:
        return sequence.pending(self.book, state)

    def act(self, state: State, seat: Seat, action: Action) -> State:
        return sequence.act(self.book, state, seat, action)

    def drawn(self, state: State, items: tuple[str, ...]) -> State:
        return sequence.drawn(self.book, state, items)

    def observe(self, state: State, seat: Seat | None) -> View:
        return observing.observe(self.book, state, seat)

    def imagine(self, view: View, rng: Random) -> State:
        return observing.imagine(self.book, view, rng)

    def price(self, state: State, seat: Seat, action: Action) -> Deltas:
        return pricing.price(self.book, state, seat, action)

    def why_not(self, state: State, seat: Seat, action: Action) -> Reason | None:
        return sequence.why_not(self.book, state, seat, action)

    def blocked(self, state: State, seat: Seat) -> tuple[tuple[Action, Reason], ...]:
        return pricing.blocked(self.book, state, seat)

    def told(
        self, before: State, entry: Moved | Drawn, after: State, seat: Seat | None
    ) -> tuple[Event, ...]:
        return telling.told(self.book, before, entry, after, seat)

    def offers(self, view: View) -> tuple[Order, ...]:
        del view
        return ()

    def stands(self, order: Order, view: View) -> bool:
        del order, view
        return False

    def follow(self, order: Order, view: View, decision: Decision) -> Action | None:
        del order, view, decision
        return None


def _pairs(book: Edition) -> tuple[str, ...]:
    """Every ordered pair of composers, the eighth-note side first."""
    composers = [composer.id for composer in book.tables.composer]
    return tuple(f"{a}+{b}" for a in composers for b in composers if a != b)


def game(book: Edition) -> Game[State, View]:
    """Lacrimosa with one edition of its components."""
    return _Lacrimosa(book)


def learn(text: str) -> Game[State, View]:
    """Lacrimosa with an edition that somebody brings; raises `ValueError` with a line."""
    return game(editions.learn(text))


def recall(text: str) -> Game[State, View]:
    """Lacrimosa with an edition that games are played with; raises `ValueError`."""
    return game(editions.recall(text))


def known(edition: str) -> Game[State, View]:
    """Lacrimosa with the edition of that hash; raises `KeyError`."""
    return game(editions.known(edition))
