"""What a seat is asked before its move, and the orders that answer it."""

from __future__ import annotations

from typing import assert_never, cast

from render.florence.words.names import florins, named, square
from render.words import Words
from rules.contract import Order, Question, tag_of
from rules.florence.catalogue import OPENING
from rules.florence.orders import (
    UNLIMITED,
    AskLot,
    BidUpTo,
    OpenFirst,
    OpenSecond,
    PassLot,
    PassRest,
    PlaceAt,
    PlaceBest,
    StandingOrder,
)


def early(question: Question, words: Words) -> str:
    """What is asked early: about the item that was put up, or the auctions of a round."""
    if question.item is None:
        return words("florence.early.phase", turn=question.round)
    lot, amount = named(question.item, words), florins(OPENING, words)
    return words("florence.early.lot", lot=lot, amount=amount)


def answer(order: Order, words: Words) -> str:
    """An order among others on its subject."""
    id_ = f"florence.answer.{tag_of(order)}"
    match cast(StandingOrder, order):
        case BidUpTo(_, lot, amount) if amount == UNLIMITED:
            return words(f"{id_}.unlimited", lot=named(lot, words))
        case BidUpTo(_, lot, amount):
            return words(id_, lot=named(lot, words), amount=amount)
        case PassLot(_, lot) | AskLot(_, lot) | OpenFirst(_, lot) | OpenSecond(_, lot):
            return words(id_, lot=named(lot, words))
        case PassRest() | PlaceBest():
            return words(id_)
        case PlaceAt(_, lot, orientation, handle):
            turned = words(f"florence.label.orientation.{orientation}")
            figures = {"square": square(handle), "turned": turned}
            return words(id_, lot=named(lot, words), **figures)
        case _ as never:
            assert_never(never)


def answers(order: Order, words: Words) -> str:
    """Several orders like this one: a landscape whose square is still to be chosen."""
    if not isinstance(order, PlaceAt):
        return answer(order, words)
    return words("florence.answer.place_at.lot", lot=named(order.landscape, words))


def unanswered(order: Order, words: Words) -> str:
    """What the orders on this one's subject answer."""
    match cast(StandingOrder, order):
        case BidUpTo(_, lot) | PassLot(_, lot) | AskLot(_, lot):
            return words("florence.unanswered.lot", lot=named(lot, words))
        case OpenFirst() | OpenSecond():
            return words(f"florence.unanswered.{tag_of(order)}")
        case PlaceAt() | PlaceBest():
            return words("florence.unanswered.place")
        case PassRest():
            return answer(order, words)
        case _ as never:
            assert_never(never)
