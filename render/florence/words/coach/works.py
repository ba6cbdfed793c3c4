"""The coach while a work is completed: bonus cards, and payment in florins or prestige."""

from __future__ import annotations

from render.coach import Amount, Figures, figures, naming
from rules.contract import Decision
from rules.florence import phase_b, principality, works
from rules.florence.actions import ToExchange, ToPlayBonus
from rules.florence.catalogue import (
    ACTIONS,
    BUILDINGS,
    EXCHANGE,
    PAYMENT,
    PRESTIGE_BUILDING,
    TURNS,
)
from rules.florence.state import Player
from rules.florence.view import View


def left_after(player: Player, value: int) -> int:
    """The florins left if as much of a work's payment as possible is prestige (F64, F65)."""
    return player.florins + PAYMENT * value - EXCHANGE * (value // 2)


def actions_after(player: Player) -> int:
    """The actions left in a turn once the work in progress is done (F50)."""
    return ACTIONS - len(player.deeds) - 1


def can_build(view: View, player: Player) -> bool:
    """Whether some building is available, is not owned and has a place (F71, F74, F77)."""
    adjacent = player.builders >= phase_b.FREE_HANDS
    return any(
        view.buildings[kind]
        and not works.owned(player, kind)
        and principality.builds(kind, player.tiles, adjacent=adjacent)
        for kind in BUILDINGS
    )


def exchange_final(view: View, decision: Decision) -> Figures | None:
    """The last action of the game is paid: florins are now useful only in a tie (F91)."""
    match decision.prompt:
        case ToExchange(_, value) if view.turn == TURNS:
            player = view.seats[decision.seat].player
            if actions_after(player):
                return None
            return figures(points=Amount("prestige", value // 2))
        case _:
            return None


def exchange_building(view: View, decision: Decision) -> Figures | None:
    """Money kept for a building buys prestige more cheaply than exchange (F65, F69, F70)."""
    match decision.prompt:
        case ToExchange(_, value):
            player = view.seats[decision.seat].player
            cost, dear = phase_b.cost(player), EXCHANGE * PRESTIGE_BUILDING
            if not actions_after(player) or cost >= dear or left_after(player, value) >= cost:
                return None
            if not can_build(view, player):
                return None
            return figures(
                cost=Amount("florins", cost),
                points=Amount("prestige", PRESTIGE_BUILDING),
                exchange=Amount("florins", dear),
            )
        case _:
            return None


def _added(view: View, decision: Decision) -> list[tuple[int, str]]:
    """What each bonus card in hand would add to the work in progress (F85)."""
    player = view.seats[decision.seat].player
    return [(works.bonus(player, card), card) for card in player.bonus]


def bonus_needed(view: View, decision: Decision) -> Figures | None:
    """The weakest bonus card that alone lifts the work over the least value (F53, F61)."""
    match decision.prompt:
        case ToPlayBonus(_, value, minimum) if value < minimum:
            enough = [each for each in _added(view, decision) if value + each[0] >= minimum]
            if not enough:
                return None
            points, card = min(enough)
            said = figures(minimum - value, card=card, points=points)
            return naming(said, "bonus", card)
        case _:
            return None


def bonus_never_again(view: View, decision: Decision) -> Figures | None:
    """No work can follow for which the bonus cards would count (F50, F85)."""
    match decision.prompt:
        case ToPlayBonus(_, value, minimum) if value >= minimum and view.turn == TURNS:
            player = view.seats[decision.seat].player
            if actions_after(player):
                return None
            useful = tuple(card for points, card in _added(view, decision) if points)
            return figures(cards=useful) if useful else None
        case _:
            return None


def bonus_for_later(view: View, decision: Decision) -> Figures | None:
    """The least value is reached: a bonus card adds points now, or later (F64, F85)."""
    match decision.prompt:
        case ToPlayBonus(_, value, minimum) if value >= minimum and view.turn < TURNS:
            player = view.seats[decision.seat].player
            points, card = max(_added(view, decision), default=(0, ""))
            if not points or not player.hand:
                return None
            return figures(
                len(player.hand),
                card=card,
                florins=Amount("florins", PAYMENT * points),
            )
        case _:
            return None
