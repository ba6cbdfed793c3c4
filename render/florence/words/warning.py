"""What a choice in Florence gives up unintentionally: a question before it is taken."""

from __future__ import annotations

from render.florence.words.coach import works as completing
from render.florence.words.coach.wishes import shared
from render.florence.words.names import cards, named, prestige
from render.words import Words
from rules.contract import Action, Decision, Deltas, tag_of
from rules.florence import phase_b, works
from rules.florence.actions import (
    Build,
    DrawBonus,
    DrawProfession,
    EndTurn,
    Exchange,
    Finish,
    GiveBack,
    Introduce,
    ToAct,
    ToExchange,
)
from rules.florence.catalogue import ACTIONS, DRAW_COST, FREEDOM_COST, TURNS
from rules.florence.state import Player
from rules.florence.treasury import missing
from rules.florence.view import View


def warning(action: Action, decision: Decision, price: Deltas, view: View, words: Words) -> str:
    """The question before such a choice; empty for all others."""
    match action:
        case EndTurn():
            return _unused(decision, view, words)
        case GiveBack(card):
            return _fitting(card, decision, view, words)
        case Exchange(points):
            return _kept(points, decision, view, words)
        case Finish():
            return _never_again(decision, view, words)
        case _:
            return _sold(price, words)


def _unused(decision: Decision, view: View, words: Words) -> str:
    """Actions of this round that could still be taken and paid for without selling prestige."""
    if not isinstance(decision.prompt, ToAct):
        return ""
    player = view.seats[decision.seat].player
    others = [
        each
        for each in decision.options
        if not isinstance(each, EndTurn) and not missing(player, _cost(each, player))
    ]
    if not others:
        return ""
    kinds = dict.fromkeys(tag_of(each) for each in others)
    return words(
        "florence.warning.unused",
        ACTIONS - len(view.seats[decision.seat].deeds),
        actions=words.row(words(f"florence.label.{kind}") for kind in kinds),
    )


def _cost(action: Action, player: Player) -> int:
    """What an action of a turn costs (F69, F81, F83)."""
    match action:
        case Build():
            return phase_b.cost(player)
        case Introduce():
            return FREEDOM_COST
        case DrawProfession() | DrawBonus():
            return DRAW_COST
        case _:
            return 0


def _fitting(card: str, decision: Decision, view: View, words: Words) -> str:
    """The profession whose wishes fit the others best, in work value (F56, F57, F58)."""
    hand = view.seats[decision.seat].player.hand
    worth = {each: shared(each, hand) for each in hand}
    if not worth[card] or any(worth[card] <= n for each, n in worth.items() if each != card):
        return ""
    return words("florence.warning.give_back", card=named(card, words))


def _kept(points: int, decision: Decision, view: View, words: Words) -> str:
    """Prestige not taken for money that can no longer buy anything (F65, F91)."""
    prompt, player = decision.prompt, view.seats[decision.seat].player
    if not isinstance(prompt, ToExchange) or view.turn != TURNS:
        return ""
    lost = prompt.value // 2 - points
    if not lost or completing.actions_after(player):
        return ""
    return words("florence.warning.exchange", prestige=prestige(lost, words))


def _never_again(decision: Decision, view: View, words: Words) -> str:
    """Bonus cards that can join no later work (F50, F85)."""
    player = view.seats[decision.seat].player
    if view.turn != TURNS or completing.actions_after(player):
        return ""
    added = {card: works.bonus(player, card) for card in player.bonus}
    useful = tuple(card for card, points in added.items() if points)
    if not useful:
        return ""
    total = sum(added.values())
    return words("florence.warning.bonus", total, cards=cards(useful, words))


def _sold(price: Deltas, words: Words) -> str:
    """Prestige that a payment sells, now or if the bid wins."""
    for form, deltas in (("forced", price.forced), ("pledged", price.pledged)):
        if points := -sum(delta.amount for delta in deltas):
            return words(f"florence.warning.{form}", prestige=prestige(points, words))
    return ""
