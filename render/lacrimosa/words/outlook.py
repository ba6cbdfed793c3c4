"""What each card in hand and each kind of action allows now, and what is missing."""

from __future__ import annotations

from collections.abc import Iterator

from render.lacrimosa.words import amounts, plan
from render.lacrimosa.words.names import action, cards
from render.lacrimosa.words.names import card as title
from render.words import Words
from rules.contract import Decision
from rules.lacrimosa import effects, gains
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.grammar import ACTIONS
from rules.lacrimosa.state import (
    Costly,
    Granted,
    Laying,
    Paying,
    Player,
    Right,
    Splitting,
    Turn,
    Using,
)
from rules.lacrimosa.view import View


def outlook(edition: Edition, decision: Decision, view: View, words: Words) -> tuple[str, ...]:
    """The actions left, or those of each card in hand; then the kinds not among them."""
    return tuple(_lines(edition, decision, view, words))


def _lines(edition: Edition, decision: Decision, view: View, words: Words) -> Iterator[str]:
    player = view.seats[decision.seat].player
    rights = tuple(_rights(view))
    yield from plan.lines(edition, decision, rights, view, words)
    known = {right.action for right in rights}
    if (paid := _paid(view)) is not None:
        name = effects.ACTION_OF[type(paid)]
        known.add(name)
        cost = amounts.cost(effects.cost_as_paid(edition, view, paid), words)
        text = words("lacrimosa.outlook.paying", action=action(name, words), cost=cost)
        yield words("words.line", text=text)
    for each in _cards(view, player):
        yield words(
            "words.line", text=words("lacrimosa.outlook.card", card=title(edition, each, words))
        )
        memory = edition.memories[each]
        after = gains.taken(edition, player, memory.reward)
        for name in dict.fromkeys(memory.actions):
            known.add(name)
            text = plan.prospect(edition, view, after, Right(name), words)
            yield words("words.line.below", text=text)
    for name in ACTIONS:
        if name not in known:
            yield words("words.line", text=_elsewhere(edition, name, player, words))


def _rights(view: View) -> Iterator[Right]:
    """The actions that the active seat has left, granted ones first."""
    for frame in reversed(view.stack):
        match frame:
            case Granted(right):
                yield right
            case Turn(rights):
                yield from rights
            case _:
                pass


def _paid(view: View) -> Costly | None:
    """The action whose payment is pending."""
    match view.stack[-1:]:
        case (Paying(action=begun) | Splitting(action=begun),):
            return begun
        case _:
            return None


def _cards(view: View, player: Player) -> tuple[str, ...]:
    """The cards whose actions are still to come this turn."""
    match view.stack[-1:]:
        case (Laying(False),):
            return player.hand
        case (Laying(),) | (Using(),):
            return player.experiences[-1:]
        case _:
            return ()


def _elsewhere(edition: Edition, name: str, player: Player, words: Words) -> str:
    """Which cards in hand have an action that this turn lacks."""
    having = [each for each in player.hand if name in edition.memories[each].actions]
    figures = {"action": action(name, words)}
    if not having:
        return words("lacrimosa.outlook.none", **figures)
    return words("lacrimosa.outlook.later", cards=cards(edition, having, words), **figures)
