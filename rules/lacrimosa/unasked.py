"""What a seat need not be asked: no choice is made for it, and no option disappears."""

from __future__ import annotations

from rules.contract import Decision, Sole
from rules.lacrimosa.actions import ToAct, ToLayStory


def sole(decision: Decision) -> Sole | None:
    """The only option, where public facts show everyone that there is no other.

    While a right is left, ending the turn is a choice: an exchange may make it possible to
    use that right (L39).
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
