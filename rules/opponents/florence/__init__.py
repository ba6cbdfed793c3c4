"""Players of The Princes of Florence, from their own view only."""

from __future__ import annotations

from random import Random
from typing import Final

from rules.contract import Action, Decision
from rules.florence.view import View
from rules.opponents.florence.blind import blind
from rules.opponents.florence.figures import EASY
from rules.opponents.florence.looking import Ahead
from rules.opponents.florence.thumb import decide
from rules.opponents.florence.yardstick import novice as yardstick
from rules.opponents.search import Guard, never, search

__all__ = ["adept", "master", "novice", "yardstick"]


def novice(view: View, decision: Decision, rng: Random, guard: Guard = never) -> Action:
    """Easy: rules of thumb."""
    return decide(EASY, blind(view), decision.seat, rng)

ROLL = 24
def master(view: View, decision: Decision, rng: Random, guard: Guard = never) -> Action:
    """Hard: looks ahead."""
    ahead = Ahead(EASY)
    return search(ahead, view, decision, rng, seats=len(view.seats), rollouts=ROLL, guard=guard).choice

adept = novice
