"""Looking at the top of a pile, keeping one card, putting the rest under it.

This is the same for professions, bonus and prestige cards (F42, F80, F84, FR6). Cards
put under a pile are known to the seat that put them there.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final

from msgspec.structs import replace

from rules.contract import Decision, Draw, Reason, Seat
from rules.florence.actions import Keep, PutUnder, ToKeep, ToPutUnder
from rules.florence.catalogue import BONUS, LOOKED_AT, PRESTIGE, PROFESSIONS
from rules.florence.state import (
    Acting,
    Drawing,
    Looking,
    Opening,
    Ordering,
    Player,
    State,
)
from rules.florence.treasury import seated
from rules.supply import Supply

_NUMBERS: Final = {
    "professions": {card: entry.number for card, entry in PROFESSIONS.items()},
    "bonus": {card: entry.number for card, entry in BONUS.items()},
    "prestige": {card: entry.number for card, entry in PRESTIGE.items()},
}
_CARDS: Final = {
    deck: {number: card for card, number in numbers.items()}
    for deck, numbers in _NUMBERS.items()
}


def card_of(deck: str, number: int) -> str | None:
    """The card with that number in a deck."""
    return _CARDS[deck].get(number)


def supply(state: State, deck: str) -> Supply:
    """The pile of a deck."""
    match deck:
        case "professions":
            return state.professions
        case "bonus":
            return state.bonus
        case _:
            return state.prestige


def look(state: State, seat: Seat, deck: str, opener: Seat) -> State:
    """Look at the next five cards, or all that are left; a draw is owed if chance decides."""
    pile = supply(state, deck)
    owed = pile.by_chance(LOOKED_AT)
    if owed:
        return replace(state, step=Drawing(seat, deck, owed, opener))
    return _looking(state, Drawing(seat, deck, 0, opener), pile.certain(LOOKED_AT))


def drawing(state: State, step: Drawing) -> Draw:
    """The draw that is owed."""
    loose = supply(state, step.deck).loose
    return Draw(step.deck, loose, step.count, seen_by=step.seat)


def drawn(state: State, step: Drawing, items: tuple[str, ...]) -> State:
    """The cards that chance gave."""
    return _looking(state, step, items)


def _looking(state: State, step: Drawing, found: tuple[str, ...]) -> State:
    pile = supply(state, step.deck).without(found)
    looking = Looking(step.seat, step.deck, found, step.opener)
    return replace(state, step=looking, **{step.deck: pile})


def to_keep(step: Looking) -> Decision:
    """Which card to keep."""
    options = tuple(Keep(card) for card in step.cards)
    return Decision(step.seat, ToKeep(step.deck), options)


def refuse_keep(step: Looking, action: Keep) -> Reason | None:
    """One of the cards looked at."""
    return None if action.card in step.cards else Reason("unknown_action")


def keep(state: State, step: Looking, action: Keep) -> State:
    """The card goes into the hand; if two or more others are left, their order is a choice."""
    rest = tuple(card for card in step.cards if card != action.card)
    player = _with_card(state.players[step.seat], step.deck, action.card)
    kept = replace(state, players=seated(state, step.seat, player))
    ordering = Ordering(step.seat, step.deck, rest, step.opener)
    if len(rest) > 1:
        return replace(kept, step=ordering)
    return _buried(kept, ordering, rest)


def _with_card(player: Player, deck: str, card: str) -> Player:
    match deck:
        case "professions":
            return replace(player, hand=tuple(sorted((*player.hand, card))))
        case "bonus":
            return replace(player, bonus=tuple(sorted((*player.bonus, card))))
        case _:
            return replace(player, prestige_cards=tuple(sorted((*player.prestige_cards, card))))


def to_put_under(step: Ordering) -> Decision:
    """Every order of the other cards, the one they are in first."""
    numbers = tuple(_NUMBERS[step.deck][card] for card in step.cards)
    options = tuple(PutUnder(order) for order in permutations(numbers))
    return Decision(step.seat, ToPutUnder(step.deck), options)


def as_they_lie(step: Ordering) -> PutUnder:
    """The other cards in the order they are in, the first option of `to_put_under`."""
    return PutUnder(tuple(_NUMBERS[step.deck][card] for card in step.cards))


def refuse_put_under(step: Ordering, action: PutUnder) -> Reason | None:
    """Each of the other cards exactly once."""
    numbers = sorted(_NUMBERS[step.deck][card] for card in step.cards)
    return None if sorted(action.numbers) == numbers else Reason("unknown_action")


def put_under(state: State, step: Ordering, action: PutUnder) -> State:
    """The cards go under the pile in that order."""
    return _buried(state, step, tuple(_CARDS[step.deck][n] for n in action.numbers))


def _buried(state: State, step: Ordering, order: tuple[str, ...]) -> State:
    pile = supply(state, step.deck).with_under(order, step.seat)
    after = Opening(step.opener) if step.deck == "prestige" else Acting(step.seat)
    return replace(state, step=after, **{step.deck: pile})
