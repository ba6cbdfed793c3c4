"""What a person has done with a press that also says how far they go."""

from __future__ import annotations

from render.florence.words.names import florins
from render.words import Words
from rules.contract import Action, Order
from rules.florence.actions import Bid
from rules.florence.orders import UNLIMITED, BidUpTo


def going(action: Action, order: Order, words: Words) -> str:
    """A bid with its limit, to the person who made it; empty for anything else."""
    if not isinstance(order, BidUpTo) or not isinstance(action, Bid):
        return ""
    bid = florins(action.amount, words)
    if order.amount == UNLIMITED:
        return words("florence.going.unlimited", amount=bid)
    return words("florence.going", amount=bid, most=florins(order.amount, words))
