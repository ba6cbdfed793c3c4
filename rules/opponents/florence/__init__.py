"""Computer players of The Princes of Florence, which see only their own view.

Easy (`novice`) follows rules of thumb. Normal (`adept`) and hard (`master`) look ahead with
the shared search, to the end of the turn; a `Depth` says how thoroughly.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from rules.contract import Action, Decision
from rules.florence.actions import ToAct, ToBid, ToOpen, ToTake
from rules.florence.view import View
from rules.opponents.advice import Adviser
from rules.opponents.florence.blind import blind
from rules.opponents.florence.figures import EASY
from rules.opponents.florence.looking import Ahead, Depth
from rules.opponents.florence.placement import best_of
from rules.opponents.florence.prices import WORLDS, priced
from rules.opponents.florence.telling import TELLING
from rules.opponents.florence.thumb import decide
from rules.opponents.search import Found, Guard, never, search

__all__ = ["ADVISER", "HARD", "NORMAL", "PLAYERS", "weighed"]

NORMAL: Final = Depth(rollouts=4, arms=2, prompts=(ToAct,))
"""A short look at the actions of a turn; auctions follow rules of thumb."""

HARD: Final = Depth(rollouts=32)


def novice(view: View, decision: Decision, rng: Random, guard: Guard = never) -> Action:
    """Easy: rules of thumb; it never thinks long enough for a guard to stop it."""
    del guard
    return decide(EASY, blind(view), decision.seat, rng)


def adept(view: View, decision: Decision, rng: Random, guard: Guard = never) -> Action:
    """Normal: a short look ahead at the actions of a turn."""
    return weighed(NORMAL, view, decision, rng, guard).choice


def master(view: View, decision: Decision, rng: Random, guard: Guard = never) -> Action:
    """Hard: looks ahead in every decision."""
    return weighed(HARD, view, decision, rng, guard).choice


PLAYERS: Final = {"novice": novice, "adept": adept, "master": master}
"""The player of each level."""


def ahead(view: View, decision: Decision) -> Ahead:
    """What the strongest level looks ahead with."""
    del view, decision
    return Ahead(HARD)


ADVISER: Final = Adviser(
    ahead,
    rollouts=160,
    prices=priced,
    worlds=WORLDS,
    place=best_of,
    verdicts=(ToBid, ToOpen, ToTake),
    telling=TELLING,
)
"""What advises people: the hard level, with five times its rollouts; prices decide bids."""


def weighed(
    depth: Depth,
    view: View,
    decision: Decision,
    rng: Random,
    guard: Guard = never,
    also: Sequence[Action] = (),
) -> Found:
    """What looking ahead finds: its choice, and what each arm may bring.

    Args:
        depth: how thoroughly it looks ahead.
        view: the game as the deciding seat may know it.
        decision: what it must decide.
        rng: the source of all chance.
        guard: True ends the search between its worlds.
        also: further actions to weigh, such as the one that a person took.
    """
    return search(
        Ahead(depth),
        view,
        decision,
        rng,
        seats=len(view.seats),
        rollouts=depth.rollouts,
        guard=guard,
        also=also,
    )
