"""The Princes of Florence: 3 to 5 seats, 7 turns of auctions and actions.

One module for each chapter of the rulebook; `game` joins them into one value that
satisfies `rules.contract.Game`.
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
from rules.florence import (
    following,
    observing,
    orders,
    plans,
    pricing,
    questions,
    scoring,
    sequence,
    setup,
    telling,
    unasked,
)
from rules.florence.actions import Asked, Move
from rules.florence.catalogue import SEATS
from rules.florence.events import Told
from rules.florence.state import FlorenceOptions, State
from rules.florence.view import View

__all__ = ["State", "View", "game"]


class _Florence:
    """The modules of this package as a `rules.contract.Game`."""

    name: Final = "florence"
    version: Final = 1
    edition: Final = None
    seats: Final = SEATS
    choices: Final[tuple[Choice, ...]] = ()
    actions: Final = Move
    orders: Final = orders.StandingOrder
    bringing: Final = unasked.BRINGING
    prompts: Final = Asked
    events: Final = Told | Standings
    asks_ahead: Final = True

    def options(self, seats: int, chosen: Mapping[str, str]) -> Options:
        if seats not in SEATS:
            raise Illegal(Reason("wrong_seats", needs=SEATS.start, has=seats))
        if chosen:
            raise Illegal(Reason("unknown_option", what=next(iter(chosen))))
        return FlorenceOptions(seats)

    def start(self, options: Options) -> State:
        return setup.start(cast("FlorenceOptions", options))

    def pending(self, state: State) -> tuple[Decision, ...] | Draw | Over:
        return sequence.pending(state)

    def act(self, state: State, seat: Seat, action: Action) -> State:
        return sequence.act(state, seat, action)

    def drawn(self, state: State, items: tuple[str, ...]) -> State:
        return sequence.drawn(state, items)

    def checked(self, state: State) -> object:
        return replace(state, sold_before=UNSET)

    def observe(self, state: State, seat: Seat | None) -> View:
        return observing.observe(state, seat)

    def owned(self, view: View) -> object:
        return view.seats

    def imagine(self, view: View, rng: Random) -> State:
        return observing.imagine(view, rng)

    def counted(self, view: View) -> tuple[Count, ...]:
        return scoring.counted(view)

    def price(self, state: State, seat: Seat, action: Action) -> Deltas:
        return pricing.price(state, seat, action)

    def why_not(self, state: State, seat: Seat, action: Action) -> Reason | None:
        return sequence.why_not(state, seat, action)

    def sole(self, decision: Decision) -> Sole | None:
        return unasked.sole(decision)

    def along(self, decision: Decision) -> Action | None:
        return unasked.along(decision)

    def blocked(self, state: State, seat: Seat) -> tuple[tuple[Action, Reason], ...]:
        return pricing.blocked(state, seat)

    def plans(self, view: View) -> Iterator[Plan]:
        return plans.plans(view)

    def told(
        self, before: State, entry: Moved | Drawn, after: State, seat: Seat | None
    ) -> tuple[Event, ...]:
        return telling.told(before, entry, after, seat)

    def offers(self, view: View) -> tuple[Order, ...]:
        return orders.offers(view)

    def stands(self, order: Order, view: View) -> bool:
        return orders.stands(order, view)

    def follow(self, left: Iterable[Order], view: View, decision: Decision) -> Action | None:
        return following.follow(left, view, decision)

    def going_with(self, view: View, action: Action) -> tuple[Order, ...]:
        return questions.going_with(view, action)

    def asked_ahead(self, state: State) -> Question | None:
        return questions.asked_ahead(state)

    def answers(self, order: Order, question: Question) -> bool:
        return questions.answers(order, question)

    def asks_each_time(self, question: Question) -> Order | None:
        return questions.asks_each_time(question)

    def declines(self, question: Question) -> Order | None:
        return questions.declines(question)

    def rounds_ago(self, order: Order, view: View) -> int:
        return questions.rounds_ago(order, view)

    def renewed(self, order: Order, view: View) -> Order:
        return questions.renewed(order, view)


_GAME: Final = _Florence()


def game() -> Game[State, View]:
    """The Princes of Florence as a value that satisfies the contract."""
    return _GAME
