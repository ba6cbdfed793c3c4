"""Lacrimosa: 1 to 4 seats, five rounds of Mozart's life, and his Requiem.

One module for each chapter of the rulebook; `game` joins them and one edition of the
components into a value that satisfies `rules.contract.Game`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Final, cast

from msgspec import UNSET
from msgspec.structs import replace

from rules.contract import (
    Action,
    Choice,
    Count,
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
    Plan,
    Question,
    Reason,
    Seat,
    Sole,
    Standings,
)
from rules.lacrimosa import (
    editions,
    observing,
    plans,
    pricing,
    scoring,
    sequence,
    setup,
    telling,
    unasked,
)
from rules.lacrimosa.actions import Asked, Move
from rules.lacrimosa.catalogue import HOUSE_TEXT, SEATS, Edition
from rules.lacrimosa.edition_checks import load
from rules.lacrimosa.events import Told
from rules.lacrimosa.state import LacrimosaOptions, State
from rules.lacrimosa.view import View

__all__ = [
    "HOUSE_TEXT",
    "Edition",
    "State",
    "View",
    "game",
    "known",
    "learn",
    "load",
    "printing",
    "recall",
]

_MANY: Final = (2, 3, 4)
_ALL: Final = (1, 2, 3, 4)


class NoOrder(Order, frozen=True, tag="no_order"):
    """Nothing happens out of turn, so there is nothing to order ahead."""


class _Lacrimosa:
    """The modules of this package as a `rules.contract.Game`, with one edition."""

    name: Final = "lacrimosa"
    version: Final = 1
    seats: Final = SEATS
    actions: Final = Move
    orders: Final = NoOrder
    bringing: Final = ()
    prompts: Final = Asked
    events: Final = Told | Standings
    asks_ahead: Final = False

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        self.edition = edition.hash
        self.choices = (
            Choice("composers", ("random", "first", *_pairs(edition)), _MANY, "first"),
            Choice("composer", ("random", "first", *_ids(edition)), (1,), "first"),
            Choice("level", tuple(edition.tables.soloist_levels), (1,)),
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
        composers = chosen.get("composers", "first")
        if seats == 1:  # a game of release 0.1.0 names a pair and plays with its first
            composers = chosen.get("composer", composers)
        return LacrimosaOptions(
            seats,
            self._edition.hash,
            composers=composers,
            level=chosen.get("level", known["level"][0]),
            equal=chosen.get("starts") == "equal",
            split=chosen.get("payment") == "ask",
        )

    def start(self, options: Options) -> State:
        begun = setup.start(self._edition, cast(LacrimosaOptions, options))
        return sequence.settled(self._edition, begun)

    def pending(self, state: State) -> tuple[Decision, ...] | Draw | Over:
        return sequence.pending(self._edition, state)

    def act(self, state: State, seat: Seat, action: Action) -> State:
        return sequence.act(self._edition, state, seat, action)

    def drawn(self, state: State, items: tuple[str, ...]) -> State:
        return sequence.drawn(self._edition, state, items)

    def checked(self, state: State) -> object:
        return replace(state, carried=UNSET)

    def observe(self, state: State, seat: Seat | None) -> View:
        return observing.observe(self._edition, state, seat)

    def owned(self, view: View) -> object:
        return view.seats

    def imagine(self, view: View, rng: Random) -> State:
        return observing.imagine(self._edition, view, rng)

    def counted(self, view: View) -> tuple[Count, ...]:
        return scoring.counted(self._edition, view)

    def price(self, state: State, seat: Seat, action: Action) -> Deltas:
        return pricing.price(self._edition, state, seat, action)

    def why_not(self, state: State, seat: Seat, action: Action) -> Reason | None:
        return sequence.why_not(self._edition, state, seat, action)

    def sole(self, decision: Decision) -> Sole | None:
        return unasked.sole(decision)

    def along(self, decision: Decision) -> Action | None:
        del decision
        return None

    def blocked(self, state: State, seat: Seat) -> tuple[tuple[Action, Reason], ...]:
        return pricing.blocked(self._edition, state, seat)

    def plans(self, view: View) -> Iterator[Plan]:
        return plans.plans(self._edition, view)

    def told(
        self, before: State, entry: Moved | Drawn, after: State, seat: Seat | None
    ) -> tuple[Event, ...]:
        return telling.told(self._edition, before, entry, after, seat)

    def offers(self, view: View) -> tuple[Order, ...]:
        del view
        return ()

    def stands(self, order: Order, view: View) -> bool:
        del order, view
        return False

    def follow(self, left: Iterable[Order], view: View, decision: Decision) -> Action | None:
        del left, view, decision
        return None

    def going_with(self, view: View, action: Action) -> tuple[Order, ...]:
        del view, action
        return ()

    def asked_ahead(self, state: State) -> Question | None:
        del state
        return None

    def answers(self, order: Order, question: Question) -> bool:
        del order, question
        return False

    def asks_each_time(self, question: Question) -> Order | None:
        del question
        return None

    def declines(self, question: Question) -> Order | None:
        del question
        return None

    def rounds_ago(self, order: Order, view: View) -> int:
        del order, view
        return 0

    def renewed(self, order: Order, view: View) -> Order:
        del view
        return order


def _ids(edition: Edition) -> tuple[str, ...]:
    """The composers, of whom one is chosen in a solo game (L131)."""
    return tuple(composer.id for composer in edition.tables.composer)


def _pairs(edition: Edition) -> tuple[str, ...]:
    """Every ordered pair of composers, the eighth-note side first."""
    composers = _ids(edition)
    return tuple(f"{a}+{b}" for a in composers for b in composers if a != b)


def game(edition: Edition) -> Game[State, View]:
    """Lacrimosa with one edition of its components."""
    return _Lacrimosa(edition)


def learn(text: str) -> Game[State, View]:
    """Lacrimosa with an edition that someone brings; raises `ValueError` with one line."""
    return game(editions.learn(text))


def recall(text: str) -> Game[State, View]:
    """Lacrimosa with an edition that games are played with; raises `ValueError`."""
    return game(editions.recall(text))


def printing(edition: str) -> int:
    """Which printing the edition with that hash is; raises `KeyError`."""
    return editions.known(edition).printing


def known(edition: str) -> Game[State, View]:
    """Lacrimosa with the edition that has that hash; raises `KeyError`."""
    return game(editions.known(edition))
