"""Questions that orders may answer ahead, and orders from earlier rounds."""

from __future__ import annotations

from msgspec.structs import replace

from rules.contract import Action, Order, Question
from rules.florence.actions import Bid, Open
from rules.florence.auction import free, untakeable
from rules.florence.catalogue import OPENING, RAISE
from rules.florence.orders import (
    AskLot,
    BidUpTo,
    PassLot,
    PassRest,
    StandingOrder,
    limits,
)
from rules.florence.state import (
    Bidding,
    Drawing,
    Landing,
    Looking,
    Offering,
    Opening,
    Ordering,
    State,
)
from rules.florence.view import View


def going_with(view: View, action: Action) -> tuple[Order, ...]:
    """How far the seat goes on after a bid, or for the item that it puts up.

    The amount bid at once is not worth offering as a limit.
    """
    match action:
        case Open(lot):
            found = limits(view, lot, OPENING + RAISE)
            return (*found, AskLot(view.turn, lot)) if found else ()
        case Bid(amount) if isinstance(view.step, Bidding):
            return limits(view, view.step.lot, amount + RAISE)
        case _:
            return ()


def asked_ahead(state: State) -> Question | None:
    """What orders can answer ahead, from public facts alone."""
    match state.step:
        case Bidding(lot, opener, _, amount, seat, waiting):
            bidders = (
                each
                for each in free(state)
                if each != opener and not untakeable(state.players[each], lot)
            )
            asked = tuple(bidders)
            begun = amount != OPENING or {seat, *waiting} != {*asked, opener}
            return Question(state.turn, asked, lot, begun)
        case Opening() | Landing() | Offering():
            return Question(state.turn, free(state))
        case Looking(deck="prestige") | Ordering(deck="prestige") | Drawing(deck="prestige"):
            return Question(state.turn, free(state))
        case _:
            return None


def answers(order: Order, question: Question) -> bool:
    """Whether an order says what its seat does about the item, or about the whole phase."""
    match order:
        case PassRest(turn):
            return turn == question.round
        case BidUpTo(turn, lot) | PassLot(turn, lot) | AskLot(turn, lot):
            return turn == question.round and question.item in {None, lot}
        case _:
            return False


def asks_each_time(question: Question) -> Order | None:
    """The order of a seat that wants to be asked at each bid for the item, if there is one."""
    return None if question.item is None else AskLot(question.round, question.item)


def declines(question: Question) -> Order:
    """The order of a seat that passes the item, or every item without an order."""
    if question.item is None:
        return PassRest(question.round)
    return PassLot(question.round, question.item)


def rounds_ago(order: Order, view: View) -> int:
    """How many rounds ago an order was left."""
    return view.turn - order.turn if isinstance(order, StandingOrder) else view.turn


def renewed(order: Order, view: View) -> Order:
    """The same order for the current round."""
    return replace(order, turn=view.turn) if isinstance(order, StandingOrder) else order
