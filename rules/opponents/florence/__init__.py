"""Players of The Princes of Florence, from their own view only."""

from __future__ import annotations

from random import Random

from rules.contract import Action, Decision
from rules.florence.view import View
from rules.opponents.florence.blind import blind
from rules.opponents.florence.figures import EASY
from rules.opponents.florence.thumb import decide
from rules.opponents.florence.yardstick import novice as yardstick
from rules.opponents.search import Guard, never

__all__ = ["novice", "yardstick"]


def novice(view: View, decision: Decision, rng: Random, guard: Guard = never) -> Action:
    """Easy: rules of thumb."""
    return decide(EASY, blind(view), decision.seat, rng)
