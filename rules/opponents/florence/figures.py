"""Rules of thumb of the players of The Princes of Florence, in prestige points.

Tables by turn hold one figure for each of the seven turns. The figures were found by letting
players with different ones play against each other; `docs/opponents.md` says how.
"""

from __future__ import annotations

from typing import Final

import msgspec

Turns = tuple[float, float, float, float, float, float, float]


class Figures(msgspec.Struct, frozen=True, cache_hash=True):
    """What a rule-of-thumb player believes.

    Attributes:
        price: florins that a prestige point may cost.
        growth: work value that a card in hand will still gain before it is laid.
        fresh: works still to come from cards that are not in hand yet.
        houses: buildings still to be built, for the worth of builders.
        reserve: florins kept back in auctions for the actions of the turn.
        spared: the same where nobody bids against the seat: the last seat takes for 200.
        purse: florins above which a work's payment goes into prestige.
        poor: florins below which a work comes first, for its payment.
        floor: florins that an improvement must leave, unless it makes a work possible.
        latent: what the turns still to come add to the hope for a prestige card not yet met.
        card: a prestige card at auction.
        useful: whether cards are drawn only while an action is left to use them.
        bids: the smallest and the largest share of an item's worth that is bid.
    """

    price: Turns = (130, 130, 130, 140, 140, 170, 200)
    growth: Turns = (5.5, 5, 4, 2.5, 1.5, 0.5, 0)
    fresh: Turns = (5, 5, 4, 2, 1, 0, 0)
    houses: Turns = (3.5, 3.5, 3, 2.5, 1.5, 1, 0.5)
    reserve: Turns = (1500, 1200, 900, 700, 900, 700, 300)
    spared: Turns = (1500, 1200, 900, 700, 900, 700, 300)
    purse: Turns = (9900, 3400, 2700, 1600, 1200, 700, 0)
    poor: int = 900
    floor: Turns = (1400, 950, 950, 800, 800, 500, 0)
    latent: float = 0.2
    card: Turns = (5.5, 5.5, 5.5, 5.5, 5.5, 5.5, 4.0)
    useful: bool = False
    bids: tuple[float, float] = (0.8, 1.1)


FIRST: Final = Figures()
"""The figures of the 0.1.0 novice, the yardstick."""

EASY: Final = Figures(
    card=(2.2, 2.2, 2.2, 2.2, 2.2, 2.2, 1.6),
    spared=(700, 500, 300, 200, 200, 100, 0),
    useful=True,
)
"""The same without what the 0.1.0 novice did badly."""
