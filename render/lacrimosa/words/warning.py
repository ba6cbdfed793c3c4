"""What a choice in Lacrimosa gives up unintentionally: a question before it is taken."""

from __future__ import annotations

from render.lacrimosa.words import amounts, plan
from render.lacrimosa.words.coach.courts import court_loss
from render.lacrimosa.words.names import right
from render.words import Words
from rules.contract import Action, Decision
from rules.lacrimosa import treasury
from rules.lacrimosa.actions import (
    EndTurn,
    Sell,
    Spread,
    TakeDucats,
    ToSpread,
    ToUse,
    UseCard,
)
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
        case TakeDucats():
            return _given_up(edition, decision, view, words)
        case Spread(letters):
            return _overflowing(edition, letters, decision, view, words)
        case Sell(card):
            lost = court_loss(edition, view, decision, card)
            points = amounts.amount("vp", lost, words)
            return words("lacrimosa.warning.court", points=points) if lost else ""
        case _:
            return ""


def _useless(edition: Edition, decision: Decision, view: View, words: Words) -> str:
    """A card with no action that can be paid for, even after exchanges."""
    prompt = decision.prompt
    if not isinstance(prompt, ToUse):
        return ""
    ways = plan.of_card(edition, view, decision.seat, edition.memories[prompt.card])
    if not ways or set(ways.values()) != {"nothing"}:
        return ""
    ducats = amounts.amount("ducats", prompt.ducats, words)
    return words("lacrimosa.warning.use", ducats=ducats)


def _given_up(edition: Edition, decision: Decision, view: View, words: Words) -> str:
    """Payable actions of the card, if the points to pay with are lost after this turn."""
    prompt, tracks = decision.prompt, sum(view.seats[decision.seat].tracks)
    if not isinstance(prompt, ToUse) or view.turn != TURNS or not tracks:
        return ""
    ways = plan.of_card(edition, view, decision.seat, edition.memories[prompt.card])
    names = [name for name, way in ways.items() if way == "now"]
    if not names:
        return ""
    text = words("lacrimosa.warning.ducats", actions=amounts.actions(names, words))
    lost = words("lacrimosa.warning.tracks", tracks)
    return words("words.sentences", first=text, second=lost)


def _overflowing(
    edition: Edition, letters: str, decision: Decision, view: View, words: Words
) -> str:
    """Steps past the end of a track, if another choice would waste fewer (L46, LR8)."""
    prompt, tracks = decision.prompt, view.seats[decision.seat].tracks
    if not isinstance(prompt, ToSpread) or not prompt.track:
        return ""
    most = edition.player.story_track_max

    def past(spelled: str) -> int:
        reached = treasury.plus(tracks, treasury.spelled(spelled))
        return sum(max(each - most, 0) for each in reached)

    least = min(past(each.kinds) for each in decision.options if isinstance(each, Spread))
    count = past(letters)
    return words("lacrimosa.warning.overflow", count) if count > least else ""


def _unused(edition: Edition, decision: Decision, view: View, words: Words) -> str:
    """Actions that are still left, and points that maintenance takes.

    If no action can be paid for, only the points are lost: without any, nothing is asked.
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
