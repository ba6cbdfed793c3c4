"""What the contract's tests must know about The Princes of Florence."""

from __future__ import annotations

from typing import Final

from render.florence.words.names import named
from render.words import SOURCE, Words
from rules.contract import Seat
from rules.florence import scoring
from rules.florence.catalogue import BONUS, PRESTIGE, PROFESSIONS, SCORES
from rules.florence.state import Finished, Looking, Ordering, State
from rules.florence.view import View
from tests.florence.components import components

__all__ = ["components", "finals", "holdings", "points", "secrets", "spelled"]

_WORDS: Final = Words(SOURCE)
_OPEN_NAMES: Final = frozenset(SCORES)
"""Lines of the score; some bonus cards have the same ids."""


def secrets(state: State, viewer: Seat | None) -> frozenset[str]:
    """Every card that is neither open nor known to the viewer (FR9)."""
    if isinstance(state.step, Finished):
        return frozenset()
    known = {card for player in state.players for card in player.works}
    known.update(state.discards)
    # A seat can recruit a profession that has done a work this turn: that card is in hand,
    # but its name is open.
    deeds = (deed.what for player in state.players for deed in player.deeds)
    known.update(what for what in deeds if what is not None)
    if viewer is not None:
        own = state.players[viewer]
        known.update(own.hand, own.bonus, own.prestige_cards)
        if isinstance(state.step, Looking | Ordering) and state.step.seat == viewer:
            known.update(state.step.cards)
    for pile in (state.professions, state.bonus, state.prestige):
        known.update(buried.card for buried in pile.under if buried.seat == viewer)
    return frozenset({*PROFESSIONS, *BONUS, *PRESTIGE} - known - _OPEN_NAMES)


def holdings(view: View, seat: Seat) -> dict[str, int]:
    """The florins and prestige of a seat, in its own view."""
    own = view.seats[seat]
    assert own.florins is not None
    return {"florins": own.florins, "prestige": own.prestige}


def points(view: View) -> tuple[int, ...]:
    """The prestige track."""
    return tuple(seat.prestige for seat in view.seats)


def finals(state: State) -> tuple[int, ...]:
    """The prestige once all Prestige cards are revealed."""
    return tuple(player.prestige for player in scoring.finish(state).players)


def spelled(card: str, words: Words = _WORDS) -> tuple[str, ...]:
    """The title of a card."""
    return (named(card, words),)
