"""What the coach advises in the auctions: the verdict of the search, never its own."""

from __future__ import annotations

from render.florence.words.names import named
from render.words import Words
from rules.florence.actions import Decline, Open, Take
from rules.opponents.advice import Advice
from rules.opponents.search import Limit


def verdict(advice: Advice, words: Words) -> str | None:
    """What to do in an auction, in one line; None: there is nothing to say."""
    if not advice.sure:
        return None
    if advice.limit is not None:
        return _bid(advice.limit, words)
    match advice.first:
        case Open(lot):
            return words("florence.verdict.open", lot=named(lot, words))
        case Take(lot):
            return words("florence.verdict.take", lot=named(lot, words))
        case Decline():
            return words("florence.verdict.decline")
        case _:
            return None


def _bid(limit: Limit, words: Words) -> str:
    """The next bid compared with what the item is worth."""
    lot, next_ = named(limit.item, words), words("unit.florins", limit.next)
    if limit.even:
        return words("florence.verdict.even", next=next_)
    if limit.worth <= 0:
        return words("florence.verdict.nothing", lot=lot)
    worth = words("unit.florins", limit.worth)
    if limit.worth < limit.next:
        return words("florence.verdict.pass", lot=lot, worth=worth)
    return words("florence.verdict.bid", lot=lot, worth=worth, next=next_)
