"""What the contract's tests must know about Lacrimosa."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from render.lacrimosa.words import names
from render.words import SOURCE, Words
from rules.contract import Seat
from rules.lacrimosa import editions, scoring
from rules.lacrimosa.state import Player, State
from rules.lacrimosa.view import View
from tests.lacrimosa import components as counting

__all__ = ["components", "finals", "holdings", "points", "secrets", "spelled"]

_WORDS: Final = Words(SOURCE)


def components(state: State) -> Mapping[str, int]:
    """Everything except the neutral markers, as one can be lost in a full movement."""
    found = counting.components(editions.HOUSE, state)
    del found["neutral"]
    return found


def secrets(state: State, viewer: Seat | None) -> frozenset[str]:
    """The cards that nobody has seen; they are the same for every viewer.

    Which of the nine starting cards each seat holds is hidden too, but their names are open.
    """
    del viewer
    if state.over:
        return frozenset()
    return frozenset(state.removed).union(*state.packs) - _seen(state)


def _seen(state: State) -> frozenset[str]:
    """The cards whose names are open, so no secret."""
    seen = {*state.row, *state.gone}
    for player in state.players:
        seen.update(_cards(player))
    return frozenset(seen)


def _cards(player: Player) -> tuple[str, ...]:
    held = tuple(opus.id for opus in player.opus)
    return (*player.hand, *player.deck, *player.experiences, *player.story, *held)


def holdings(view: View, seat: Seat) -> dict[str, int]:
    """Money, points, funds and story points of a seat, with tracks and counters added up."""
    own = view.seats[seat]
    talent, journey, composition = (
        track + counters for track, counters in zip(own.tracks, own.counters, strict=True)
    )
    return {
        "ducats": own.ducats,
        "vp": own.vp,
        "finance": own.finance,
        "talent": talent,
        "journey": journey,
        "composition": composition,
    }


def points(view: View) -> tuple[int, ...]:
    """The score track."""
    return tuple(seat.vp for seat in view.seats)


def _titles(card: str, words: Words) -> tuple[str, ...]:
    """The bare title of a memory."""
    known = card in editions.HOUSE.memories
    return (names.memory_title(editions.HOUSE, card, words),) if known else ()


def finals(state: State) -> tuple[int, ...]:
    """The points after the final count, with those of the Soloist last."""
    end = scoring.finish(editions.HOUSE, state)
    rival = (end.solo.vp,) if end.solo else ()
    return (*(player.vp for player in end.players), *rival)


def spelled(card: str, words: Words = _WORDS) -> tuple[str, ...]:
    """The title of a card, in full and as in labels."""
    return (
        names.card(editions.HOUSE, card, words),
        names.short(editions.HOUSE, card, words),
        *_titles(card, words),
    )
