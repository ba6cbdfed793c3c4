"""Computer players, for seats without a person: they see a View and a Decision, nothing more.

A level is one function for each game; `random` plays every game. All chance comes from the
given generator, so the same position, decision and generator give the same action in any
process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, TypeAlias

from rules.contract import Action, Decision
from rules.opponents import florence, lacrimosa
from rules.opponents.advice import Adviser
from rules.opponents.search import Guard, never

__all__ = ["ADVISERS", "LEVELS", "RANDOM", "choose"]


Opponent: TypeAlias = Callable[[Any, Decision, Random, Guard], Action]
"""Plays one seat of one game at one level: an option or an aside of the decision."""

LEVELS: Final = ("novice", "adept", "master")
"""The levels that people can seat at a table, from the weakest, which is the default.

People read easy, normal and hard; the ids are stored.
"""

RANDOM: Final = "random"
"""Any option, and now and then an aside: for simulations and tests."""

ASIDE: Final = 0.05
"""How often the random player takes an aside."""


def _one(player: Callable[[Any, Decision, Random], Action]) -> dict[str, Opponent]:
    """One player for all levels of a game, which thinks too briefly to be stopped."""

    def choice(view: Any, decision: Decision, rng: Random, guard: Guard) -> Action:  # noqa: ARG001
        return player(view, decision, rng)

    return dict.fromkeys(LEVELS, choice)


_OPPONENTS: Final[dict[str, Mapping[str, Opponent]]] = {
    "florence": florence.PLAYERS,
    "lacrimosa": lacrimosa.PLAYERS,
}

ADVISERS: Final[dict[str, Adviser]] = {
    "florence": florence.ADVISER,
    "lacrimosa": lacrimosa.ADVISER,
}
"""What advises people, by game: the strongest level; a game without one has no advice."""


def choose(
    game_name: str,
    level: str,
    view: Any,
    decision: Decision,
    rng: Random,
    guard: Guard = never,
) -> Action:
    """What a computer player of that level does: an option or an aside of the decision.

    Args:
        game_name: the game, as in `rules.registry.GAMES`.
        level: one of `LEVELS`, or `RANDOM`.
        view: the game as the deciding seat may know it.
        decision: what it must decide, with at least one option.
        rng: the source of all chance.
        guard: checked now and then by players that look ahead; True ends their thinking.

    Raises:
        KeyError: there is no player for that game at that level.
    """
    if level == RANDOM:
        return _any(decision, rng)
    return _OPPONENTS[game_name][level](view, decision, rng, guard)


def _any(decision: Decision, rng: Random) -> Action:
    if decision.asides and rng.random() < ASIDE:
        return rng.choice(decision.asides)
    return rng.choice(decision.options)
