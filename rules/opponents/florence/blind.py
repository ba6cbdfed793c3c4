"""A view as a position: what the viewer may not know is left empty, or has no name."""

from __future__ import annotations

from typing import Final

from rules.florence.state import State
from rules.florence.view import View
from rules.supply import Pile, Supply

_CARD: Final = "?"


def blind(view: View) -> State:
    """The position as far as the viewer knows it; piles keep only their size."""
    return State(
        players=tuple(seat.player for seat in view.seats),
        turn=view.turn,
        start=view.start,
        step=view.step,
        stock=tuple(view.stock.values()),
        buildings=tuple(view.buildings.values()),
        freedoms=tuple(view.freedoms.values()),
        professions=_unknown(view.professions),
        bonus=_unknown(view.bonus),
        prestige=_unknown(view.prestige),
        sales=view.sales,
        declined=view.declined,
        discards=view.discards,
        best=view.best,
    )


def _unknown(pile: Pile) -> Supply:
    return Supply((_CARD,) * len(pile))
