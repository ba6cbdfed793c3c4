"""What a seat need not be asked: nobody is answered for, and no option disappears."""

from __future__ import annotations

from rules.contract import Decision, Sole
from rules.lacrimosa.actions import ToAct, ToLayStory


def sole(decision: Decision) -> Sole | None:
    """The only option, where anybody can see that there is no other: all of it lies open.

    While a right is left the end of the turn is asked for: an exchange may pay for it (L39).
    """
    if len(decision.options) != 1:
        return None
    match decision.prompt:
        case ToAct(rights=()):
            return Sole(decision.options[0], ends_turn=True)
        case ToLayStory():
            return Sole(decision.options[0])
        case _:
            return None
