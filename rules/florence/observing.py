"""From the position to what a seat may know, and back to a possible position.

`observe` leaves hidden things out by type; `imagine` deals them again from what
the viewer has not seen, for computer players that search (FR9).
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from msgspec.structs import replace

from rules.contract import Seat
from rules.florence import principality
from rules.florence.catalogue import (
    BONUS,
    BUILDINGS,
    FLORINS,
    FREEDOMS,
    PRESTIGE,
    PROFESSIONS,
    SALE,
    STOCK,
)
from rules.florence.state import (
    Bidding,
    Finished,
    Looking,
    Ordering,
    Player,
    State,
    Step,
)
from rules.florence.view import SeatView, View
from rules.florence.works import minimum
from rules.supply import Buried, Pile, Supply, seen

HIDDEN: Final = "?"
"""A card that another seat is looking at."""

_NOBODY: Final = -1
"""The seat that put a card under a pile, if the viewer did not."""


def observe(state: State, viewer: Seat | None) -> View:
    """All that a seat (None: a spectator) may know; everything once the game is over."""
    everything = isinstance(state.step, Finished)
    return View(
        viewer=viewer,
        turn=state.turn,
        start=state.start,
        minimum=minimum(state.turn),
        step=_step(state.step, viewer),
        seats=tuple(
            _seat_view(player, open_hand=everything or seat == viewer)
            for seat, player in enumerate(state.players)
        ),
        stock=dict(zip(STOCK, state.stock, strict=True)),
        buildings=dict(zip(BUILDINGS, state.buildings, strict=True)),
        freedoms=dict(zip(FREEDOMS, state.freedoms, strict=True)),
        professions=seen(state.professions, viewer),
        bonus=seen(state.bonus, viewer),
        prestige=seen(state.prestige, viewer),
        sales=state.sales,
        declined=state.declined,
        discards=state.discards,
        best=state.best,
        sold_before=state.sold_before or (),
    )


def _step(step: Step, viewer: Seat | None) -> Step:
    if isinstance(step, Looking | Ordering) and step.seat != viewer:
        return replace(step, cards=(HIDDEN,) * len(step.cards))
    return step


def _seat_view(player: Player, *, open_hand: bool) -> SeatView:
    return SeatView(
        prestige=player.prestige,
        tally=player.tally,
        tiles=player.tiles,
        empty=principality.empty(player.tiles),
        jesters=player.jesters,
        builders=player.builders,
        freedoms=player.freedoms,
        works=player.works,
        value=player.value,
        deeds=player.deeds,
        cards=len(player.hand),
        recruiting=player.recruiting,
        bonus_count=len(player.bonus),
        prestige_count=len(player.prestige_cards),
        florins=player.florins if open_hand else None,
        hand=player.hand if open_hand else None,
        bonus=player.bonus if open_hand else None,
        prestige_cards=player.prestige_cards if open_hand else None,
    )


class _Unseen:
    """The cards of one deck that the viewer has not seen, in a random order."""

    def __init__(self, every: Iterable[str], known: Iterable[str], rng: Random) -> None:
        self._cards = sorted(set(every) - set(known))
        rng.shuffle(self._cards)

    def deal(self, count: int) -> tuple[str, ...]:
        dealt, self._cards = self._cards[:count], self._cards[count:]
        return tuple(sorted(dealt))

    def supply(self, pile: Pile, viewer: Seat | None) -> Supply:
        """The pile filled up; what the viewer put under it stays where it is."""
        under = tuple(
            Buried(card, viewer if viewer is not None else _NOBODY)
            if card is not None
            else Buried(self._cards.pop(), _NOBODY)
            for card in pile.under
        )
        return Supply(self.deal(pile.loose), under)


def imagine(view: View, rng: Random) -> State:
    """A full state that is consistent with the view."""
    looked = view.step.cards if isinstance(view.step, Looking | Ordering) else ()
    deck = view.step.deck if isinstance(view.step, Looking | Ordering) else None

    def unseen(name: str, every: Iterable[str], pile: Pile, *held: Iterable[str]) -> _Unseen:
        known = [card for cards in held for card in cards]
        known += [card for card in pile.under if card is not None]
        known += looked if deck == name else ()
        return _Unseen(every, known, rng)

    works = [card for seat in view.seats for card in seat.works]
    hands = [card for seat in view.seats for card in seat.hand or ()]
    bonuses = [card for seat in view.seats for card in seat.bonus or ()]
    prestiges = [card for seat in view.seats for card in seat.prestige_cards or ()]
    professions = unseen("professions", PROFESSIONS, view.professions, works, hands)
    bonus = unseen("bonus", BONUS, view.bonus, bonuses, view.discards)
    prestige = unseen("prestige", PRESTIGE, view.prestige, prestiges)
    sources = {"professions": professions, "bonus": bonus, "prestige": prestige}
    step = view.step
    if isinstance(step, Looking | Ordering) and HIDDEN in step.cards:
        step = replace(step, cards=sources[step.deck].deal(len(step.cards)))
    players = tuple(
        _player(seat, sources, _florins(view, number, rng))
        for number, seat in enumerate(view.seats)
    )
    return State(
        players=players,
        turn=view.turn,
        start=view.start,
        step=step,
        stock=tuple(view.stock.values()),
        buildings=tuple(view.buildings.values()),
        freedoms=tuple(view.freedoms.values()),
        professions=professions.supply(view.professions, view.viewer),
        bonus=bonus.supply(view.bonus, view.viewer),
        prestige=prestige.supply(view.prestige, view.viewer),
        sales=view.sales,
        declined=view.declined,
        discards=view.discards,
        best=view.best,
        sold_before=view.sold_before,
    )


def _florins(view: View, number: Seat, rng: Random) -> int:
    """A seat's money: as seen, or a guess in hundreds that covers its standing bid."""
    seat, step = view.seats[number], view.step
    if seat.florins is not None:
        return seat.florins
    bid = step.amount if isinstance(step, Bidding) and step.leader == number else 0
    return max(bid - SALE * seat.prestige, 0) + rng.randrange(FLORINS // SALE) * SALE


def _player(seat: SeatView, sources: dict[str, _Unseen], florins: int) -> Player:
    """One seat with the hidden part of its cards dealt."""
    known = replace(seat.player, florins=florins)
    if seat.hand is not None:
        return known
    return replace(
        known,
        hand=sources["professions"].deal(seat.cards),
        bonus=sources["bonus"].deal(seat.bonus_count),
        prestige_cards=sources["prestige"].deal(seat.prestige_count),
    )
