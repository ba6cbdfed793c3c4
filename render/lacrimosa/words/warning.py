"""What a choice of Lacrimosa gives up that nobody would mean to: asked before it is taken."""

from __future__ import annotations

from render.lacrimosa.words import amounts, plan
from render.lacrimosa.words.names import right
from render.words import Words
from rules.contract import Action, Decision
from rules.lacrimosa.actions import EndTurn, ToUse, UseCard
from rules.lacrimosa.catalogue import TURNS, Edition
from rules.lacrimosa.state import Turn
from rules.lacrimosa.view import View


def warning(
    edition: Edition, action: Action, decision: Decision, view: View, words: Words
) -> str:
    """The question before such a choice; empty for all others."""
    match action:
        case EndTurn():
            return _unused(edition, decision, view, words)
        case UseCard():
            return _useless(edition, decision, view, words)
        case _:
            return ""


def _useless(edition: Edition, decision: Decision, view: View, words: Words) -> str:
    """A card of whose actions none can be paid, not even after exchanges."""
    prompt = decision.prompt
    if not isinstance(prompt, ToUse):
        return ""
    ways = plan.of_card(edition, view, edition.memories[prompt.card])
    if not ways or set(ways.values()) != {"nothing"}:
        return ""
    ducats = amounts.amount("ducats", prompt.ducats, words)
    return words("lacrimosa.warning.use", ducats=ducats)


def _unused(edition: Edition, decision: Decision, view: View, words: Words) -> str:
    """Actions that are still left, and points that maintenance takes.

    Where none of them can be paid nothing but the points is lost: only then it is asked.
    """
    frame = view.stack[-1] if view.stack else None
    rights = frame.rights if isinstance(frame, Turn) else ()
    left = [each for each in rights if plan.possible(edition, decision, each)]
    points = sum(view.seats[decision.seat].tracks) if view.turn == TURNS else 0
    if not left and not (rights and points):
        return ""
    names = words.row(right(each, words) for each in left or rights)
    text = words(f"lacrimosa.warning.{'unused' if left else 'unpayable'}", actions=names)
    if not points:
        return text
    return words(
        "words.sentences", first=text, second=words("lacrimosa.warning.tracks", points)
    )
