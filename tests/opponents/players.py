"""The players of release 0.1.0, against which strength is measured, and those of today."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from rules import opponents
from rules.contract import Action, Decision
from rules.opponents.search import Guard, never
from tests.opponents.florence.player import novice
from tests.opponents.lacrimosa import yardstick

YARDSTICK: Final = "yardstick"

_FIRST: Final[Mapping[str, Callable[[Any, Decision, Random], Action]]] = {
    "florence": novice,
    "lacrimosa": yardstick,
}


def choose(
    title: str, level: str, view: Any, decision: Decision, rng: Random, guard: Guard = never
) -> Action:
    """What a level or the yardstick does; without one, a game's easiest level stands in.

    The arguments are those of `rules.opponents.choose`.
    """
    if level != YARDSTICK:
        return opponents.choose(title, level, view, decision, rng, guard)
    if title in _FIRST:
        return _FIRST[title](view, decision, rng)
    return opponents.choose(title, opponents.LEVELS[0], view, decision, rng, guard)
