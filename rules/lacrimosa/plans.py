"""What a seat could do if its next turn began now: the cards that it could lay."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from rules.contract import Plan
from rules.lacrimosa import observing, pricing, turns
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.state import Laying
from rules.lacrimosa.view import View

_LAID: Final = 2
"""A turn lays two cards; with fewer in hand, the next one needs cards not drawn yet."""


def plans(edition: Edition, view: View) -> Iterator[Plan]:
    """The options of the viewer's next turn with their prices, as things stand."""
    seat = view.viewer
    if seat is None or seat == view.seat or view.owed or view.upkeep or view.over:
        return
    hand = view.seats[seat].hand
    if hand is None or len(hand) < _LAID:
        return
    # Any position that fits the view will do: none of the seat's prices depends on the choice.
    imagined = observing.imagine(edition, view, Random(0))
    begun = replace(imagined, seat=seat, stack=(Laying(),))
    options = turns.decision(edition, begun, Laying()).options
    yield from ((act, pricing.price(edition, begun, seat, act)) for act in options)
