"""The journal of a game of The Princes of Florence in its first turn."""

from __future__ import annotations

import pytest

from rules.contract import (
    Action,
    Drawn,
    Entry,
    Illegal,
    Moved,
    Reason,
)
from rules.florence import State, View, game
from rules.florence.actions import (
    Decline,
    GiveBack,
)
from rules.florence.catalogue import PROFESSIONS
from rules.florence.state import FlorenceOptions
from rules.journal import Journal

FLORENCE = game()


OPTIONS = FlorenceOptions(3)


CARDS = tuple(sorted(PROFESSIONS))


SETUP: tuple[Entry, ...] = (
    *(Drawn(CARDS[4 * seat : 4 * seat + 4]) for seat in range(3)),
    *(Moved(seat, GiveBack(CARDS[4 * seat])) for seat in range(3)),
    Drawn(("0",)),
)
"""Seat 0 starts; seven entries."""


Game = Journal[State, View]


def journal(*more: Entry) -> Game:
    """The journal of a game in its first turn, with `more` entries."""
    return Journal.fold(FLORENCE, OPTIONS, (*SETUP, *more))


def acting() -> Game:
    """Nobody bought anything; seat 0 acts. Ten entries."""
    return journal(*(Moved(seat, Decline()) for seat in range(3)))


def moved(played: Game, seat: int, *actions: Action) -> Game:
    for action in actions:
        played = played.add(Moved(seat, action))
    return played


def refusal(played: Game, entry: Entry) -> Reason:
    before = (played.entries, played.checksum())
    with pytest.raises(Illegal) as caught:
        played.add(entry)
    assert (played.entries, played.checksum()) == before
    return caught.value.reason
