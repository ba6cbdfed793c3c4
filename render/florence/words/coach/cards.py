"""The coach on cards: professions at the start, what to keep, prestige cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from render.coach import Amount, Counted, Figures, figures, naming
from render.florence.words.coach.wishes import shared
from rules.contract import Decision
from rules.florence import scoring, works
from rules.florence.actions import Keep, ToAct, ToGiveBack, ToKeep, ToOpen, ToPutUnder
from rules.florence.catalogue import LOOKED_AT, PRESTIGE, TURNS
from rules.florence.view import View

_LATE: Final = 5
"""From this turn on, what a prestige card would pay is worth a line."""


def wish_shared(view: View, decision: Decision) -> Figures | None:
    """What each of the four professions shares with the others (F10).

    What two of them love is bought once and adds to the works of both (F56, F57, F58).
    Silent if one shares nothing, which `wish_alone` says, and if all share the same amount,
    which `wish_equal` says.
    """
    worth = _shared(view, decision)
    if not worth or not worth[0].n or worth[0].n == worth[-1].n:
        return None
    return figures(cards=worth)


def wish_alone(view: View, decision: Decision) -> Figures | None:
    """A profession that shares no wish with the other three (F10, F56, F57, F58)."""
    worth = _shared(view, decision)
    alone = tuple(each.what for each in worth if not each.n)
    if not alone or len(alone) == len(worth):
        return None
    said = figures(len(alone), cards=alone)
    return said if len(alone) > 1 else naming(said, "give_back", alone[0])


def wish_equal(view: View, decision: Decision) -> Figures | None:
    """All four professions share the same amount with the others (F10, F56, F57, F58)."""
    worth = _shared(view, decision)
    if not worth or worth[0].n != worth[-1].n:
        return None
    return figures()


def _shared(view: View, decision: Decision) -> tuple[Counted, ...]:
    """The work value that each profession's wishes share with others', least first."""
    if not isinstance(decision.prompt, ToGiveBack):
        return ()
    hand = view.seats[decision.seat].player.hand
    worth = (Counted(card, shared(card, hand)) for card in hand)
    return tuple(sorted(worth, key=lambda each: each.n))


def keep_profession(view: View, decision: Decision) -> Figures | None:
    """What a work of each profession looked at would reach (F56, F80)."""
    player = view.seats[decision.seat].player
    if decision.prompt != ToKeep("professions"):
        return None
    found = _each(
        decision, lambda card: works.reach(replace(player, hand=(*player.hand, card)), card)
    )
    return figures(minimum=view.minimum, cards=found) if found else None


def keep_bonus(view: View, decision: Decision) -> Figures | None:
    """What each bonus card looked at adds to a work now (F61, F84)."""
    player = view.seats[decision.seat].player
    if decision.prompt != ToKeep("bonus") or not player.hand:
        return None
    # A profession of the hand is face up by then: which one makes no difference.
    after = works.laid(player, player.hand[0])
    found = _each(decision, lambda card: works.bonus(after, card))
    return figures(cards=found) if found else None


def keep_prestige(view: View, decision: Decision) -> Figures | None:
    """What each prestige card looked at would pay now (F42, F43, F44)."""
    if decision.prompt != ToKeep("prestige"):
        return None
    players = tuple(side.player for side in view.seats)
    found = _each(decision, lambda card: scoring.card_points(players, decision.seat, card))
    return figures(cards=found) if found else None


def _each(decision: Decision, count: Callable[[str], int]) -> tuple[Counted, ...]:
    """A figure for each of the cards looked at; none if the figures are all the same."""
    keeps = (each.card for each in decision.options if isinstance(each, Keep))
    found = tuple(Counted(card, count(card)) for card in keeps)
    return found if len({each.n for each in found}) > 1 else ()


def under_soon(view: View, decision: Decision) -> Figures | None:
    """So few cards are above those put back that the next look shows some (F42, F80)."""
    count = _over(view, decision)
    return None if count is None or count >= LOOKED_AT else figures()


def under_far(view: View, decision: Decision) -> Figures | None:
    """So many cards are above those put back that their order hardly matters (F42, F80)."""
    count = _over(view, decision)
    return figures(count) if count is not None and count >= LOOKED_AT else None


def _over(view: View, decision: Decision) -> int | None:
    """How many cards are above those put under a pile; None: none are put under one."""
    piles = {
        "professions": view.professions,
        "bonus": view.bonus,
        "prestige": view.prestige,
    }
    match decision.prompt:
        case ToPutUnder(deck):
            return len(piles[deck])
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
    """A prestige card in hand would pay its smaller value because the lead is shared (F44)."""
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
