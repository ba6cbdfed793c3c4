"""What a choice of Florence gives up that nobody would mean to: asked before it is taken."""

from __future__ import annotations

from render.florence.words.names import prestige
from render.words import Words
from rules.contract import Action, Decision, Deltas, tag_of
from rules.florence.actions import EndTurn, ToAct
from rules.florence.catalogue import ACTIONS
from rules.florence.view import View


def warning(action: Action, decision: Decision, price: Deltas, view: View, words: Words) -> str:
    """The question before such a choice; empty for all others."""
    if isinstance(action, EndTurn):
        return _unused(decision, view, words)
    return _sold(price, words)


def _unused(decision: Decision, view: View, words: Words) -> str:
    """Actions of this round that could still be taken and paid."""
    if not isinstance(decision.prompt, ToAct):
        return ""
    others = [each for each in decision.options if not isinstance(each, EndTurn)]
    if not others:
        return ""
    kinds = dict.fromkeys(tag_of(each) for each in others)
    return words(
        "florence.warning.unused",
        ACTIONS - len(view.seats[decision.seat].deeds),
        actions=words.row(words(f"florence.label.{kind}") for kind in kinds),
    )


def _sold(price: Deltas, words: Words) -> str:
    """Prestige that a payment sells, now or if the bid wins."""
    for form, deltas in (("forced", price.forced), ("pledged", price.pledged)):
        if points := -sum(delta.amount for delta in deltas):
            return words(f"florence.warning.{form}", prestige=prestige(points, words))
    return ""
