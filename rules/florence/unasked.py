"""What a seat need not be asked: no choice is made for it, and no option disappears."""

from __future__ import annotations

from typing import Final

from rules.contract import Action, Decision, Sole
from rules.florence.actions import (
    Keep,
    PlayBonus,
    ToEnd,
    ToKeep,
    ToPlace,
    ToPlayBonus,
    ToPutUnder,
    Work,
)

BRINGING: Final[tuple[type[Action], ...]] = (Keep, PlayBonus, Work)
"""The actions that `along` may follow."""


def sole(decision: Decision) -> Sole | None:
    """The only option, where public facts show everyone that there is no other."""
    if len(decision.options) != 1:
        return None
    match decision.prompt:
        case ToEnd():
            return Sole(decision.options[0], ends_turn=True)
        case ToPlace() | ToKeep() | ToPutUnder():
            return Sole(decision.options[0])
        case _:
            return None


def along(decision: Decision) -> Action | None:
    """The cards as they are (F42), or the only bonus card, which the minimum needs (F85)."""
    match decision.prompt:
        case ToPutUnder():
            return decision.options[0]
        case ToPlayBonus() if len(decision.options) == 1:
            return decision.options[0]
        case _:
            return None
