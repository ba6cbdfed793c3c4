"""What the item at auction is worth to a seat in florins, from the worlds of the search.

In each world three positions are played on with the same chance: the seat passes, has the
item for the next bid, or has it for a few bids more. The first two say whether the bid is
good, the last two what a florin is worth here.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final

from rules.contract import Action, Decision, Seat
from rules.florence.actions import Bid, Pass, ToBid
from rules.florence.catalogue import RAISE
from rules.florence.state import State
from rules.florence.view import View
from rules.opponents.florence.looking import Ahead
from rules.opponents.search import Arm, Found, Guard, Limit, lead, never, rolled

WORLDS: Final = 48
"""In nearly all positions, so many worlds give the same verdict as 400."""

FARTHER: Final = 500
"""How many more florins the item costs in the third position."""

FARTHEST: Final = 2 * FARTHER
"""Prices go up to so many florins above the next bid; they are measured half as far."""

LEAST_SLOPE: Final = 0.25
"""The minimum points that 100 florins count: fewer are noise and would make any price fair."""


class _Branch:
    """One of the positions, played on in each world."""

    def __init__(self) -> None:
        self.points = 0.0
        self.leads: list[float] = []

    @property
    def lead(self) -> float:
        """The mean of its leads."""
        return fmean(self.leads)

    def count(self, ahead: Ahead, end: State, seat: Seat) -> None:
        """Count one more end."""
        worths = [ahead.worth(end, each) for each in range(len(end.players))]
        self.points += worths[seat]
        self.leads.append(lead(worths, seat))

    def arm(self, action: Action, choice: float) -> Arm:
        """The means; `choice` is the lead of the choice."""
        among, own = len(self.leads), self.lead
        return Arm(action, among, self.points / among, own, choice - own)


def priced(
    ahead: Ahead,
    view: View,
    decision: Decision,
    rng: Random,
    *,
    worlds: int = WORLDS,
    guard: Guard = never,
    also: Sequence[Action] = (),
) -> Found | None:
    """The next bid and a pass weighed against each other, with what the item is worth.

    None: it is not a bid, the seat's florins do not cover it, something else must be weighed
    as well, or there was no time for a single world.

    Args:
        ahead: what plays on.
        view: the game as the deciding seat may know it.
        decision: what it must decide.
        rng: the source of all chance.
        worlds: the most that are imagined.
        guard: True ends it between two worlds.
        also: actions that must be weighed.
    """
    if not isinstance(decision.prompt, ToBid):
        return None
    lot, raised = decision.prompt.lot, decision.prompt.amount + RAISE
    bid, purse = Bid(raised), view.seats[decision.seat].florins or 0
    if bid not in decision.options or purse < raised or not {*also} <= {bid, Pass()}:
        return None
    dear = Bid(min(purse, raised + FARTHER))
    actions = (bid, Pass(), dear)
    branches = tuple(_Branch() for _ in actions)
    ends = rolled(ahead, view, decision, rng, actions=actions, rollouts=worlds)
    while not guard() and (world := next(ends, None)) is not None:
        for branch, end in zip(branches, world, strict=True):
            branch.count(ahead, end, decision.seat)
    mine, passed, farther = branches
    if not mine.leads:
        return None
    sample = [own - without for own, without in zip(mine.leads, passed.leads, strict=True)]
    gain = fmean(sample)
    dearer = (dear.amount - raised) / RAISE
    slope = (mine.lead - farther.lead) / dearer if dearer else LEAST_SLOPE
    worth = min(raised + RAISE * gain / max(slope, LEAST_SLOPE), raised + FARTHEST)
    limit = Limit(
        item=lot,
        next=raised,
        worth=int(min(max(worth, 0), purse) // RAISE) * RAISE,
        gain=gain,
        error=stdev(sample) / sqrt(len(sample)) if len(sample) > 1 else inf,
        worlds=len(sample),
    )
    most = max(mine.lead, passed.lead)
    arms = (mine.arm(bid, most), passed.arm(Pass(), most))
    return Found(bid if gain > 0 else Pass(), arms, limit)
