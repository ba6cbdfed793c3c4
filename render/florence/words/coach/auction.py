"""The coach in the auctions: what an item makes possible for this seat, and what it leaves."""

from __future__ import annotations

from msgspec.structs import replace

from render.coach import Amount, Figures, figures, naming
from render.florence.words.coach.wishes import having, placeable
from rules.contract import Decision
from rules.florence import phase_b, principality, scoring, works
from rules.florence.actions import Bid, Open, Place, Take, ToBid, ToOpen, ToPlace, ToTake
from rules.florence.catalogue import (
    OPENING,
    PAYMENT,
    RAISE,
    TURNS,
)
from rules.florence.principality import SPOTS
from rules.florence.treasury import missing
from rules.florence.view import View


def first_auction(view: View, decision: Decision) -> Figures | None:
    """How an auction goes, at a seat's first one (F19, F21, F22, F23, F24, F28)."""
    if view.turn > 1 or not isinstance(decision.prompt, ToOpen | ToBid):
        return None
    return figures(opening=Amount("florins", OPENING), more=Amount("florins", RAISE))


def lots(decision: Decision) -> tuple[str, ...]:
    """The items that the seat could get with this decision."""
    match decision.prompt:
        case ToBid(lot):
            bids = any(isinstance(each, Bid) for each in decision.options)
            return (lot,) if bids else ()
        case ToOpen() | ToTake():
            return tuple(e.lot for e in decision.options if isinstance(e, Open | Take))
        case _:
            return ()


def _naming(decision: Decision, lot: str, found: Figures) -> Figures:
    """The figures of a text that speaks for one item."""
    match decision.prompt:
        case ToBid():
            return naming(found, "bid")
        case ToOpen():
            return naming(found, "open", lot)
        case _:
            return naming(found, "take", lot)


def item_reaches_minimum(view: View, decision: Decision) -> Figures | None:
    """Items that lift a work over this turn's least value (F53, F57, F59, F60, F61)."""
    player = view.seats[decision.seat].player
    found = [
        (works.reach(player, card), card, lot)
        for lot in lots(decision)
        for card in player.hand
        if works.reach(player, card) < view.minimum <= works.reach(having(player, lot), card)
    ]
    if not found:
        return None
    reached, card, _ = max(found)
    able = [lot for _, each, lot in found if each == card]
    least = min(works.reach(having(player, lot), card) for lot in able)
    said = figures(
        len(able),
        card=card,
        has=reached,
        minimum=view.minimum,
        florins=Amount("florins", PAYMENT * least),
        lots=tuple(able),
        again=f"{view.turn}-{len(view.sales)}",
    )
    return said if len(able) > 1 else _naming(decision, able[0], said)


def item_pays_prestige_card(view: View, decision: Decision) -> Figures | None:
    """An item makes a prestige card in hand pay more (F43, F44, F96, F97)."""
    side = view.seats[decision.seat]
    players = [each.player for each in view.seats]
    for card in side.prestige_cards or ():
        now = scoring.card_points(tuple(players), decision.seat, card)
        for lot in lots(decision):
            if lot == "prestige":
                continue
            players[decision.seat] = having(side.player, lot)
            then = scoring.card_points(tuple(players), decision.seat, card)
            players[decision.seat] = side.player
            if then > now:
                said = figures(
                    card=card,
                    lot=lot,
                    now=Amount("prestige", now),
                    then=Amount("prestige", then),
                )
                return _naming(decision, lot, said)
    return None


def last_auctions(view: View, decision: Decision) -> Figures | None:
    """In the last turn, an item can raise only the works of this turn (F15, F16)."""
    if view.turn != TURNS or not isinstance(decision.prompt, ToOpen | ToTake):
        return None
    player = view.seats[decision.seat].player
    cards = tuple(c for c in player.hand if works.reach(player, c) >= view.minimum)
    return figures(minimum=view.minimum, cards=cards) if cards else None


def bid_sells_prestige(view: View, decision: Decision) -> Figures | None:
    """Winning with the next bid would sell prestige (F89, FR3)."""
    match decision.prompt:
        case ToBid(_, amount) if lots(decision):
            player = view.seats[decision.seat].player
            points = missing(player, amount + RAISE)
            if not points:
                return None
            return figures(
                florins=Amount("florins", player.florins),
                next=Amount("florins", amount + RAISE),
                points=Amount("prestige", points),
            )
        case _:
            return None


def keeps_too_little(view: View, decision: Decision) -> Figures | None:
    """After the next bid, the money would not be enough for a wanted building (F24, F69).

    A work that can be done first would bring money, so nothing is said then.
    """
    match decision.prompt:
        case ToBid(lot, amount) if lots(decision):
            # A Builder that is won makes the building cheaper, and a Jester a work possible.
            own = view.seats[decision.seat].player
            player = having(own, lot)
            cost, left = phase_b.cost(player), player.florins - amount - RAISE
            # Where a landscape that is won will lie is not decided yet.
            placed = placeable(view, replace(own, builders=player.builders))
            if not placed or not 0 <= left < cost <= player.florins:
                return None
            if any(works.reach(player, card) >= view.minimum for card in player.hand):
                return None
            return figures(
                next=Amount("florins", amount + RAISE),
                left=Amount("florins", left),
                cost=Amount("florins", cost),
                again=f"{view.turn}-{len(view.sales)}-{amount}",
            )
        case _:
            return None


def place_keeps_room(view: View, decision: Decision) -> Figures | None:
    """Most places for a landscape leave no room for a building that is wanted (F33, F74)."""
    if not isinstance(decision.prompt, ToPlace):
        return None
    player = view.seats[decision.seat].player
    adjacent = player.builders >= phase_b.FREE_HANDS
    taken, walls = principality.ground(player.tiles)
    for kind in placeable(view, player):
        keep = 0
        for option in decision.options:
            if isinstance(option, Place):
                spot = principality.spot(option.landscape, option.orientation, option.square)
                covered = taken | (spot.mask if spot else 0)
                keep += _fits(kind, covered, 0 if adjacent else walls)
        if 0 < keep < len(decision.options) / 2:
            return figures(keep, building=kind, all=len(decision.options))
    return None


def _fits(kind: str, taken: int, walls: int) -> bool:
    """Whether a building has a place that avoids taken squares and touches no `walls`."""
    return any(not (spot.mask & taken or spot.border & walls) for spot in SPOTS[kind])
