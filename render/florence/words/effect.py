"""What a choice in Florence would change for its seat, as a suggestion says it.

Mere facts about a thing, such as its wishes or how many are left, are no reason.
"""

from __future__ import annotations

from typing import cast

from render.florence.words.coach.wishes import shared
from render.florence.words.detail import detail, gain, in_row, item_gains
from render.florence.words.hint import amounts, comes, hint
from render.florence.words.names import florins
from render.lengths import joined
from render.words import Words
from rules.contract import Action, Deltas, path_of
from rules.florence.actions import (
    Bid,
    Build,
    GiveBack,
    Introduce,
    Keep,
    Move,
    Open,
    Recruit,
    Take,
)
from rules.florence.catalogue import PROFESSIONS
from rules.florence.state import Bidding
from rules.florence.view import View


def effect(action: Action, deltas: Deltas, view: View, words: Words) -> str:
    """What a complete action gains and costs its seat, the viewer."""
    does = _changes(cast(Move, action), view, words)
    if does is None:
        found = detail(path_of(action), (action,), view, words, None)
        return joined(found, hint(action, deltas, view, words, None), words, None)
    return in_row([*does, *amounts(action, deltas, words)], words)


def _changes(action: Move, view: View, words: Words) -> list[str] | None:
    """What replaces the text beside the choice; None: that text says it."""
    match action:
        case GiveBack(card):
            return [_given_up(card, view, words)]
        case Open(lot) | Take(lot):
            return item_gains(lot, view, words)
        case Bid(amount):
            return [_once_mine(amount, view, words)]
        case Keep(card) if card in PROFESSIONS:
            return [comes(card, view, words)]
        case Recruit(card):
            return [comes(card, view, words, cards=-1)]
        case Introduce(freedom):
            return [gain(freedom, view, words)]
        case Build(building):
            room = detail(path_of(action), (action,), view, words, None)
            return [gain(building, view, words), room]
        case _:
            return None


def _once_mine(amount: int, view: View, words: Words) -> str:
    """What the item up for auction gains the viewer, if nobody bids more."""
    if not isinstance(view.step, Bidding):
        return ""
    gains = in_row(item_gains(view.step.lot, view, words), words)
    price = florins(amount, words)
    return words("florence.effect.mine", amount=price, gains=gains) if gains else ""


def _given_up(card: str, view: View, words: Words) -> str:
    """The work value that the card shares with the rest of the viewer's hand (F10)."""
    if view.viewer is None:
        return ""
    hand = view.seats[view.viewer].hand or ()
    return words("florence.effect.give_back", shared(card, hand))
