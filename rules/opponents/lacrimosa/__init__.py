"""Computer players of Lacrimosa, which see only their own view.

Easy (`novice`) follows rules of thumb. Normal (`adept`) and hard (`master`) look ahead with
the shared search, to the end of the round.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from rules.contract import Action, Decision
from rules.lacrimosa import editions
from rules.lacrimosa.view import View
from rules.opponents.advice import Adviser
from rules.opponents.lacrimosa.looking import Ahead
from rules.opponents.lacrimosa.telling import TELLING
from rules.opponents.lacrimosa.thumb import decide
from rules.opponents.search import Found, Guard, never, search

__all__ = ["ADVISER", "HARD", "NORMAL", "PLAYERS", "weighed"]

NORMAL: Final = 12
"""The rollouts of a decision at the normal level."""

HARD: Final = 64
"""The same at the hard level."""


def novice(view: View, decision: Decision, rng: Random, guard: Guard = never) -> Action:
    """Easy: rules of thumb; it never thinks long enough for a guard to stop it."""
    del guard
    return decide(view, decision, rng)


def adept(view: View, decision: Decision, rng: Random, guard: Guard = never) -> Action:
    """Normal: a short look ahead."""
    return weighed(NORMAL, view, decision, rng, guard).choice


def master(view: View, decision: Decision, rng: Random, guard: Guard = never) -> Action:
    """Hard: a longer look ahead."""
    return weighed(HARD, view, decision, rng, guard).choice


PLAYERS: Final = {"novice": novice, "adept": adept, "master": master}
"""The player of each level."""


def ahead(view: View, decision: Decision) -> Ahead:
    """What the normal and hard levels look ahead with."""
    return Ahead(editions.known(view.options.edition), decision.seat, len(view.seats))


ADVISER: Final = Adviser(ahead, rollouts=96, telling=TELLING)
"""What advises people: the hard level, with one and a half times its rollouts."""


def weighed(
    rollouts: int,
    view: View,
    decision: Decision,
    rng: Random,
    guard: Guard = never,
    also: Sequence[Action] = (),
) -> Found:
    """What looking ahead finds: its choice, and what each arm may bring.

    Args:
        rollouts: about how many are played.
        view: the game as the deciding seat may know it.
        decision: what it must decide.
        rng: the source of all chance.
        guard: True ends the search between its worlds.
        also: further actions to weigh, such as the one that a person took.
    """
    return search(
        ahead(view, decision),
        view,
        decision,
        rng,
        seats=len(view.seats),
        rollouts=rollouts,
        guard=guard,
        also=also,
    )
