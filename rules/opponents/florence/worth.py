"""The points with which a seat may expect to finish, by what it has when a turn begins.

They are a weighted sum of its things, fitted to the results of games between varied players.
The program `tests/fit_florence.py` remakes the table in `rules.opponents.florence.fitted`.
"""

from __future__ import annotations

from typing import Final

from rules.contract import Seat
from rules.florence import scoring
from rules.florence.catalogue import BUILDINGS, LANDSCAPES, MINIMUM, PRESTIGE, PROFESSIONS
from rules.florence.state import Finished, Player, State
from rules.opponents.florence.fitted import WEIGHTS
from rules.opponents.florence.thought import works_values

THINGS: Final = (
    "one",
    "prestige",
    "first thousand",
    "second thousand",
    "third thousand",
    "jesters",
    "jesters squared",
    "builders",
    "adjacent",
    "freedoms",
    "landscapes",
    "buildings",
    "works",
    "hand",
    "loved",
    "ripe",
    "best",
    "bonus cards",
    "prestige cards",
    "recruiting",
    "later in the order",
)
"""What is counted, in the order of the weights."""

FLORIN: Final = 0.0005
"""What decides between equal points when the game is over: 2,000 florins count one point."""


def worth(state: State, seat: Seat) -> float:
    """The points with which the seat may expect to finish, as a turn begins or at the end."""
    player = state.players[seat]
    if isinstance(state.step, Finished):
        return player.prestige + FLORIN * player.florins
    weights = WEIGHTS[state.turn - 2]
    return sum(map(float.__mul__, weights, things(state, seat)))


def things(state: State, seat: Seat) -> tuple[float, ...]:
    """What a seat has as a turn begins, in the order of `THINGS`."""
    player = state.players[seat]
    values = sorted(works_values(player), reverse=True)
    least = MINIMUM[state.turn - 1]
    money = player.florins / 100
    tiles = [tile.kind for tile in player.tiles]
    kinds = set(tiles)
    loved = 0
    for card in player.hand:
        loves = PROFESSIONS[card]
        loved += 4 * (loves.building in kinds) + 3 * (loves.landscape in kinds)
        loved += 3 * (loves.freedom in player.freedoms)
    return (
        1.0,
        float(player.prestige),
        min(money, 10.0),
        min(max(money - 10, 0.0), 10.0),
        min(max(money - 20, 0.0), 10.0),
        float(player.jesters),
        float(player.jesters**2),
        float(player.builders),
        float(player.builders >= 2),
        float(len(player.freedoms)),
        float(sum(kind in LANDSCAPES for kind in kinds)),
        float(sum(kind in BUILDINGS for kind in kinds)),
        float(len(player.works)),
        float(len(player.hand)),
        float(loved),
        float(sum(value >= least for value in values)),
        float(sum(values[:2])),
        float(len(player.bonus)),
        _likely(state.players, seat, player),
        float(player.recruiting),
        float((seat - state.start) % len(state.players)),
    )


def _likely(players: tuple[Player, ...], seat: Seat, player: Player) -> float:
    """What the prestige cards would pay now, plus a quarter of what they would not."""
    likely = 0.0
    for card in player.prestige_cards:
        met = scoring.card_points(players, seat, card)
        likely += met + 0.25 * (PRESTIGE[card].points - met)
    return likely
