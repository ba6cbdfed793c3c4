"""The coach over cards: professions at the start, what to keep, prestige cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from render.coach import Amount, Figures, figures
from render.florence.words.coach.wishes import VALUES, loved, lovers, shared
from rules.contract import Decision
from rules.florence import scoring, works
from rules.florence.actions import Keep, ToAct, ToGiveBack, ToKeep, ToOpen, ToPutUnder
from rules.florence.catalogue import LOOKED_AT, PRESTIGE, TURNS
from rules.florence.view import View

_LATE: Final = 5
"""From this turn on what a prestige card would pay is worth a line."""


def wish_shared(view: View, decision: Decision) -> Figures | None:
    """What several of the four professions love serves them all (F10, F56, F57, F58)."""
    if not isinstance(decision.prompt, ToGiveBack):
        return None
    hand = view.seats[decision.seat].player.hand
    things = dict.fromkeys(thing for card in hand for thing in loved(card))
    found = [(len(lovers(hand, each)) * VALUES[each], each) for each in things]
    _, thing = max(found, default=(0, ""))
    cards = lovers(hand, thing)
    if len(cards) < 2:
        return None
    return figures(len(cards), what=thing, points=VALUES[thing], cards=cards)


def wish_alone(view: View, decision: Decision) -> Figures | None:
    """A profession that shares no wish with the other three (F10, F56, F57, F58)."""
    if not isinstance(decision.prompt, ToGiveBack):
        return None
    hand = view.seats[decision.seat].player.hand
    alone = tuple(card for card in hand if not shared(card, hand))
    if not alone or len(alone) == len(hand):
        return None
    return figures(len(alone), cards=alone)


def keep_profession(view: View, decision: Decision) -> Figures | None:
    """The one of the professions looked at that would make the best work (F56, F80)."""
    player = view.seats[decision.seat].player
    if decision.prompt != ToKeep("professions"):
        return None
    return _most(
        view,
        decision,
        lambda card: works.reach(replace(player, hand=(*player.hand, card)), card),
    )


def keep_bonus(view: View, decision: Decision) -> Figures | None:
    """The one of the bonus cards looked at that adds most to a work now (F61, F84)."""
    player = view.seats[decision.seat].player
    if decision.prompt != ToKeep("bonus") or not player.hand:
        return None
    # A profession of the hand lies face up by then: which one makes no difference.
    after = works.laid(player, player.hand[0])
    return _most(view, decision, lambda card: works.bonus(after, card))


def keep_prestige(view: View, decision: Decision) -> Figures | None:
    """The one of the prestige cards looked at that would pay most now (F42, F43, F44)."""
    if decision.prompt != ToKeep("prestige"):
        return None
    players = tuple(side.player for side in view.seats)
    return _most(view, decision, lambda card: scoring.card_points(players, decision.seat, card))


def _most(view: View, decision: Decision, worth: Callable[[str], int]) -> Figures | None:
    """The card that is worth more than each of the others, if it is worth anything."""
    found = sorted(
        ((worth(each.card), each.card) for each in decision.options if isinstance(each, Keep)),
        reverse=True,
    )
    if len(found) < 2:
        return None
    (value, card), (second, _), *_ = found
    if value <= second:
        return None
    return figures(len(found), card=card, value=value, minimum=view.minimum)


def under_soon(view: View, decision: Decision) -> Figures | None:
    """So few cards lie over those put back that the next look shows some of them (F42, F80)."""
    piles = {
        "professions": view.professions,
        "bonus": view.bonus,
        "prestige": view.prestige,
    }
    match decision.prompt:
        case ToPutUnder(deck) if len(piles[deck]) < LOOKED_AT:
            return figures(len(piles[deck]), looked=LOOKED_AT)
        case _:
            return None


def prestige_pays_nothing(view: View, decision: Decision) -> Figures | None:
    """A prestige card in hand would pay nothing if the game ended now (F43, F90)."""
    for card, points in _prestige(view, decision):
        if not points:
            most = Amount("prestige", PRESTIGE[card].points)
            return figures(TURNS - view.turn + 1, card=card, most=most)
    return None


def prestige_is_shared(view: View, decision: Decision) -> Figures | None:
    """A prestige card in hand would pay its smaller value, as the lead is shared (F44)."""
    for card, points in _prestige(view, decision):
        entry = PRESTIGE[card]
        if points and points == entry.tied:
            return figures(
                card=card,
                now=Amount("prestige", points),
                most=Amount("prestige", entry.points),
            )
    return None


def _prestige(view: View, decision: Decision) -> list[tuple[str, int]]:
    """The prestige cards in hand and what they would pay now, late in the game."""
    if view.turn < _LATE or not isinstance(decision.prompt, ToOpen | ToAct):
        return []
    players = tuple(side.player for side in view.seats)
    hand = view.seats[decision.seat].prestige_cards or ()
    return [(card, scoring.card_points(players, decision.seat, card)) for card in hand]
