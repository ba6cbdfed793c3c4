"""How much money others may have, judging by what everyone can see of them.

It is a weighted sum of what a seat shows, with a table for each turn, fitted to games as in
`rules.opponents.florence.worth`. The guesses scatter around it as widely as the fit missed.
"""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec.structs import replace

from rules.contract import Seat
from rules.florence.catalogue import BUILDINGS, LANDSCAPES, SALE
from rules.florence.state import Bidding, State
from rules.opponents.florence.fitted import MISSED, MONEY

SHOWN: Final = (
    "one",
    "prestige of works",
    "prestige sold",
    "works",
    "value this turn",
    "actions this turn",
    "paid this turn",
    "jesters",
    "builders",
    "freedoms",
    "landscapes",
    "buildings",
    "hand",
    "bonus cards",
    "prestige cards",
    "recruiting",
)
"""What is counted, in the order of the weights."""


def shown(state: State, seat: Seat) -> tuple[float, ...]:
    """What everyone sees of a seat, in the order of `SHOWN`."""
    player = state.players[seat]
    return (
        1.0,
        float(player.tally.works),
        float(player.tally.sold),
        float(len(player.works)),
        float(sum(deed.value or 0 for deed in player.deeds)),
        float(len(player.deeds)),
        sum(sale.florins for sale in state.sales if sale.seat == seat) / SALE,
        float(player.jesters),
        float(player.builders),
        float(len(player.freedoms)),
        float(sum(tile.kind in LANDSCAPES for tile in player.tiles)),
        float(sum(tile.kind in BUILDINGS for tile in player.tiles)),
        float(len(player.hand)),
        float(len(player.bonus)),
        float(len(player.prestige_cards)),
        float(player.recruiting),
    )


def with_money(state: State, viewer: Seat, rng: Random) -> State:
    """An imagined position with likely money for all seats but the viewer's."""
    players = tuple(
        player if seat == viewer else replace(player, florins=_guess(state, seat, rng))
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=players)


def _guess(state: State, seat: Seat, rng: Random) -> int:
    """A guess at a seat's money, in whole hundreds; with prestige it covers a standing bid."""
    now = max(state.turn, 1) - 1
    expected = sum(map(float.__mul__, MONEY[now], shown(state, seat)))
    guess = SALE * max(0, round(rng.gauss(expected, MISSED[now])))
    step = state.step
    if isinstance(step, Bidding) and step.leader == seat:
        return max(guess, step.amount - SALE * state.players[seat].prestige)
    return guess
