"""Recruiting cards: a profession fetched from another principality.

The recruiting card takes the place of the profession and counts as one (F45, F49);
the profession goes into the seat's hand and may complete a work again (F47, F48, F55).
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.contract import Reason, Seat
from rules.florence.actions import Recruit
from rules.florence.catalogue import PROFESSIONS, RECRUITING
from rules.florence.state import State


def targets(state: State, seat: Seat) -> tuple[str, ...]:
    """The face-up professions of other principalities, in seat order (F46)."""
    return tuple(
        card
        for other, player in enumerate(state.players)
        if other != seat
        for card in player.works
        if card != RECRUITING
    )


def owner(state: State, profession: str) -> Seat | None:
    """The seat in whose principality a profession is face up, if any."""
    for seat, player in enumerate(state.players):
        if profession in player.works:
            return seat
    return None


def refuse(state: State, seat: Seat, action: Recruit) -> Reason | None:
    """A recruiting card in hand, and a face-up profession of another seat."""
    if not state.players[seat].recruiting:
        return Reason("no_recruiting_card", what=RECRUITING)
    if action.profession not in PROFESSIONS:
        return Reason("unknown_action")
    found = owner(state, action.profession)
    if found is None:
        return Reason("not_face_up", what=action.profession)
    return Reason("own_card", what=action.profession) if found == seat else None


def recruit(state: State, seat: Seat, action: Recruit) -> State:
    """The swap: the recruiting card stays where the profession lay (F45)."""
    found = owner(state, action.profession)
    players = list(state.players)
    for other, player in enumerate(players):
        if other == found:
            works = tuple(
                RECRUITING if card == action.profession else card for card in player.works
            )
            players[other] = replace(player, works=works)
    own = players[seat]
    hand = tuple(sorted((*own.hand, action.profession)))
    players[seat] = replace(own, hand=hand, recruiting=own.recruiting - 1)
    return replace(state, players=tuple(players))
