"""What a person has done with a press that also says how far they will bid."""

from __future__ import annotations

from render.florence.words.names import florins, named
from render.words import Words
from rules.contract import Action, Order
from rules.florence.actions import Bid, Open
from rules.florence.catalogue import OPENING
from rules.florence.orders import UNLIMITED, BidUpTo


def going(action: Action, order: Order, words: Words) -> str:
    """An opening or a bid with its limit, to the person who made it; empty for others."""
    if not isinstance(order, BidUpTo):
        return ""
    form = ".unlimited" if order.amount == UNLIMITED else ""
    most = florins(order.amount, words)
    match action:
        case Bid(amount):
            return words(f"florence.going{form}", amount=florins(amount, words), most=most)
        case Open(lot):
            opened = {"amount": florins(OPENING, words), "lot": named(lot, words)}
            return words(f"florence.going.open{form}", most=most, **opened)
        case _:
            return ""
