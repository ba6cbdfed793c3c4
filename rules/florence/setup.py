"""Setup: dealing professions, choosing three of four, the first start player.

What is not dealt has no order; cards given back are shuffled in with the rest (F10).
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.contract import Decision, Draw, Reason, Seat
from rules.florence.actions import GiveBack, ToGiveBack
from rules.florence.catalogue import (
    BONUS,
    BUILDING_COPIES,
    BUILDINGS,
    DEALT,
    FLORINS,
    FREEDOMS,
    PRESTIGE,
    PROFESSIONS,
    STOCK,
)
from rules.florence.state import (
    Choosing,
    Dealing,
    DrawingStart,
    FlorenceOptions,
    Opening,
    Player,
    State,
)
from rules.florence.treasury import seated
from rules.supply import Supply


def start(options: FlorenceOptions) -> State:
    """A new game: 3500 florins each, professions still to be dealt (F9, F10, F11, F12)."""
    seats = options.seats
    return State(
        players=tuple(Player(FLORINS) for _ in range(seats)),
        turn=0,
        start=0,
        step=Dealing(0),
        stock=tuple(STOCK.values()),
        buildings=(BUILDING_COPIES,) * len(BUILDINGS),
        freedoms=(seats - 1,) * len(FREEDOMS),
        professions=Supply(tuple(sorted(PROFESSIONS))),
        bonus=Supply(tuple(sorted(BONUS))),
        prestige=Supply(tuple(sorted(PRESTIGE))),
    )


def dealing(state: State, step: Dealing) -> Draw:
    """The draw that a deal owes."""
    return Draw("professions", state.professions.loose, DEALT, seen_by=step.seat)


def deal(state: State, step: Dealing, items: tuple[str, ...]) -> State:
    """Four professions for one seat, then for the next; then all choose at the same time."""
    player = replace(state.players[step.seat], hand=tuple(sorted(items)))
    last = step.seat + 1 == len(state.players)
    return replace(
        state,
        players=seated(state, step.seat, player),
        professions=state.professions.without(items),
        step=Choosing() if last else Dealing(step.seat + 1),
    )


def choosers(state: State) -> tuple[Seat, ...]:
    """The seats that have not chosen their professions yet."""
    return tuple(s for s, player in enumerate(state.players) if len(player.hand) == DEALT)


def choices(state: State, seat: Seat) -> Decision:
    """Which of the four professions to give back."""
    hand = state.players[seat].hand
    return Decision(seat, ToGiveBack(), tuple(GiveBack(card) for card in hand))


def refuse_give_back(state: State, seat: Seat, action: GiveBack) -> Reason | None:
    """Only a card in the seat's own hand can be given back."""
    if action.profession in state.players[seat].hand:
        return None
    return Reason("not_in_hand", what=action.profession)


def give_back(state: State, seat: Seat, action: GiveBack) -> State:
    """The card goes back into the pile; after the last seat, the start player is drawn."""
    player = state.players[seat]
    hand = tuple(card for card in player.hand if card != action.profession)
    loose = (*state.professions.loose, action.profession)
    chosen = replace(
        state,
        players=seated(state, seat, replace(player, hand=hand)),
        professions=Supply(tuple(sorted(loose))),
    )
    return chosen if choosers(chosen) else replace(chosen, step=DrawingStart())


def lot(state: State) -> Draw:
    """The draw of the first start player (F13)."""
    return Draw("start", tuple(str(seat) for seat in range(len(state.players))), 1)


def begin(state: State, items: tuple[str, ...]) -> State:
    """The first turn, opened by the seat that was drawn."""
    seat = int(items[0])
    return replace(state, turn=1, start=seat, step=Opening(seat))
