"""Figures of a seat's cards as the rules count them: work values, bonuses, prestige."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from rules.contract import Seat
from rules.florence import works
from rules.florence.catalogue import (
    BONUS,
    PRESTIGE,
    PROFESSIONS,
    VALUE_BUILDING,
    VALUE_FREEDOM,
    VALUE_JESTER,
    VALUE_LANDSCAPE,
)
from rules.florence.scoring import CONDITIONS, LEADS, card_points
from rules.florence.state import Composing, Player
from rules.florence.view import View


class Worth(msgspec.Struct, frozen=True):
    """What a work of a profession in hand would be worth now.

    `reach` adds every bonus card of the hand; `added` is what each of them adds.
    """

    wishes: tuple[tuple[str, int, bool], ...]
    jesters: int
    cards: int
    value: int
    reach: int
    added: tuple[int, ...]


class Prospect(msgspec.Struct, frozen=True):
    """What a prestige card would pay now.

    Attributes:
        points: what it pays as things stand.
        own: what the seat has of the thing compared, None for a condition.
        rival: the most that another seat has, None for a condition.
        demands: what the seat has and needs for each demand of a condition.
    """

    points: int
    own: int | None
    rival: int | None
    demands: tuple[tuple[int, int], ...] = ()


def wishes(profession: str) -> tuple[tuple[str, int], ...]:
    """What a profession loves, and the work value of each."""
    loves = PROFESSIONS[profession]
    return (
        (loves.building, VALUE_BUILDING),
        (loves.landscape, VALUE_LANDSCAPE),
        (loves.freedom, VALUE_FREEDOM),
    )


def worth(player: Player, profession: str) -> Worth:
    """The value of a work of `profession`, which is in hand or being looked at."""
    held = player if profession in player.hand else _with(player, profession)
    after = works.laid(held, profession)
    has = {tile.kind for tile in after.tiles}.union(after.freedoms)
    loved = tuple((what, points, what in has) for what, points in wishes(profession))
    value = works.value(after, profession)
    added = tuple(works.bonus(after, card) for card in after.bonus)
    jesters = VALUE_JESTER * after.jesters
    met = sum(points for _, points, there in loved if there)
    return Worth(loved, jesters, value - jesters - met, value, value + sum(added), added)


def _with(player: Player, profession: str) -> Player:
    return replace(player, hand=(*player.hand, profession))


def bonus(view: View, player: Player, card: str) -> tuple[int, int]:
    """How many things a bonus card counts, and what it adds, in the next work."""
    composing = isinstance(view.step, Composing) and view.step.seat == view.viewer
    after = player
    if player.hand and not composing:
        after = works.laid(player, player.hand[0])
    points = works.bonus(after, card)
    return points // BONUS[card].points, points


def prospect(view: View, seat: Seat, card: str) -> Prospect:
    """What a prestige card of `seat` would pay if the game ended now."""
    players = tuple(other.player for other in view.seats)
    points = card_points(players, seat, card)
    if PRESTIGE[card].tied is None:
        demands = tuple(
            (demand.count(players[seat]), demand.least) for demand in CONDITIONS[card]
        )
        return Prospect(points, None, None, demands)
    counts = [LEADS[card](player) for player in players]
    own = counts.pop(seat)
    return Prospect(points, own, max(counts))
