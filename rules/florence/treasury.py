"""Florins and prestige: paying, earning, scoring, stepping back on the track.

A seat can sell prestige at any of its decisions, and a payment that needs it sells what
is missing automatically (F89, FR3).
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.contract import Reason, Seat
from rules.florence.catalogue import SALE
from rules.florence.state import Player, State, Tally


def seated(state: State, seat: Seat, player: Player) -> tuple[Player, ...]:
    """The players with one of them replaced."""
    return (*state.players[:seat], player, *state.players[seat + 1 :])


def cover(player: Player) -> int:
    """The most that a player can pay: florins, and 100 for each prestige point."""
    return player.florins + SALE * player.prestige


def short(player: Player, cost: int) -> Reason | None:
    """Why a player cannot pay `cost` florins, or None."""
    funds = cover(player)
    return None if funds >= cost else Reason("cannot_pay", needs=cost, has=funds)


def missing(player: Player, cost: int) -> int:
    """The prestige that a player must sell to pay `cost` florins (FR3)."""
    return max(0, -((player.florins - cost) // SALE))


def pay(player: Player, cost: int) -> Player:
    """The player after paying, selling just the prestige that is missing."""
    if points := missing(player, cost):
        player = sell(player, points)
    return replace(player, florins=player.florins - cost)


def sell(player: Player, points: int) -> Player:
    """The player after stepping back on the prestige track (F89)."""
    return replace(
        player,
        florins=player.florins + SALE * points,
        tally=replace(player.tally, sold=player.tally.sold - points),
    )


def score(player: Player, source: str, points: int) -> Player:
    """The player with `points` more in one line of the score."""
    if not points:
        return player
    tally: Tally = replace(player.tally, **{source: getattr(player.tally, source) + points})
    return replace(player, tally=tally)
