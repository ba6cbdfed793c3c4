"""What a seat could do if its next turn began now: its next auction, or its action phase."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

from msgspec.structs import replace

from rules.contract import Decision, Plan, Seat
from rules.florence import auction, observing, pricing, sequence
from rules.florence.catalogue import TURNS
from rules.florence.state import (
    Acting,
    Bidding,
    Choosing,
    Composing,
    Dealing,
    Drawing,
    DrawingStart,
    Exchanging,
    Finished,
    Landing,
    Looking,
    Offering,
    Opening,
    Ordering,
    State,
)
from rules.florence.view import View


def plans(view: View) -> Iterator[Plan]:
    """The options of the viewer's next turn with their prices, as things stand."""
    seat = view.viewer
    if seat is None or isinstance(view.step, Dealing | Choosing | DrawingStart | Finished):
        return
    # Any position that fits the view will do: none of the seat's prices depends on the choice.
    begun = _begun(observing.imagine(view, Random(0)), seat)
    if begun is None:
        return
    (decision,) = cast("tuple[Decision, ...]", sequence.pending(begun))
    yield from ((act, pricing.price(begun, seat, act)) for act in decision.options)


def _begun(state: State, seat: Seat) -> State | None:
    """The position with the seat's next turn begun; None during its turn and at the end."""
    match state.step:
        case Opening(other) | Bidding(seat=other) | Landing(other) | Offering(other):
            auctions = True
        case Looking(other, deck) | Ordering(other, deck) | Drawing(other, deck):
            auctions = deck == "prestige"
        case Acting(other) | Composing(other) | Exchanging(other):
            auctions = False
        case _:
            return None
    if other == seat:
        return None
    if auctions:
        free = seat in auction.free(state)
        return replace(state, step=Opening(seat) if free else Acting(seat))
    seats = len(state.players)
    if (seat - state.start) % seats > (other - state.start) % seats:
        return replace(state, step=Acting(seat))
    return (
        None if state.turn == TURNS else replace(sequence.next_turn(state), step=Opening(seat))
    )
