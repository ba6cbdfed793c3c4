"""What things are worth to the novice, in prestige points.

Everything is measured by one promise: the points to be expected from a principality with
a thing and without it. Rules of thumb are tables by turn, found by letting novices with
different figures play against each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, TypeVar

from msgspec.structs import replace

from rules.contract import Seat
from rules.florence import scoring, works
from rules.florence.actions import Build, Place
from rules.florence.catalogue import (
    ACTIONS,
    BUILDING_COST,
    PRESTIGE,
    TURNS,
)
from rules.florence.state import Player, Tile
from rules.florence.view import View

T = TypeVar("T")

# ------------------------------------------------------------ rules of thumb, by turn

PRICE: Final = (130, 130, 130, 140, 140, 170, 200)
"""The florins that a prestige point may cost in turns 1 to 7."""

GROWTH: Final = (5.5, 5, 4, 2.5, 1.5, 0.5, 0)
"""The work value that a card in hand still gains before it is laid."""

FRESH: Final = (5, 5, 4, 2, 1, 0, 0)
"""The works still to come from cards that are not in hand yet."""

HOUSES: Final = (3.5, 3.5, 3, 2.5, 1.5, 1, 0.5)
"""The buildings still to come, for the worth of builders."""

RESERVE: Final = (1500, 1200, 900, 700, 900, 700, 300)
"""The florins kept out of the auctions for the actions of the turn."""

PURSE: Final = (9900, 3400, 2700, 1600, 1200, 700, 0)
"""The florins above which a work's payment goes into prestige."""

POOR: Final = 900
"""The florins below which a work comes first, for its payment."""

FLOOR: Final = (1400, 950, 950, 800, 800, 500, 0)
"""The florins that an improvement must leave, unless it makes a work possible."""

LATENT: Final = 0.2
"""The hope for a prestige card not yet met, in turn 1; it falls to 0 in the last turn."""


class Weighing:
    """A view prepared for one decision of its viewer.

    Attributes:
        players: all seats; what the viewer may not know is left empty.
        own: the viewer's seat.
        now: the turn, from 0, as an index into the tables.
    """

    def __init__(self, view: View, seat: Seat, rng: Random) -> None:
        self.view = view
        self.seat = seat
        self.rng = rng
        self.players = tuple(side.player for side in view.seats)
        self.own = self.players[seat]
        self.now = max(view.turn, 1) - 1
        self.price = PRICE[self.now]

    def gain(self, after: Player) -> float:
        """How much more the viewer's principality promises in that state."""
        return self.promise(after) - self.promise(self.own)

    def promise(self, player: Player) -> float:
        """The prestige points to be expected from a principality, money aside."""
        return (
            player.prestige
            + self._works(player)
            + self._cards(player)
            + HOUSES[self.now] * self._saved(player)
        )

    def _works(self, player: Player) -> float:
        """What the works still to come will pay, at half a point for each point of value."""
        growth, left = GROWTH[self.now], self.slots(player)
        values = [works.value(works.laid(player, card), card) for card in player.hand]
        values += [2 * player.jesters + len(player.works) + 6] * round(FRESH[self.now])
        values.sort(reverse=True)
        paid = 0.0
        for nth, value in enumerate(values[: 1 + left * 2 // 3]):
            least = works.minimum(min(self.now + 1 + nth // 2, TURNS))
            worth = value + growth
            paid += worth / 2 * min(1.0, worth / least)
        return paid

    def slots(self, player: Player) -> int:
        """The actions left in the game."""
        return ACTIONS * (TURNS - self.now) - len(player.deeds)

    def _saved(self, player: Player) -> float:
        """What the builders save on each building."""
        return (BUILDING_COST[0] - BUILDING_COST[player.builders]) / 200

    def _cards(self, player: Player) -> float:
        return sum(self.likely(player, card) for card in player.prestige_cards)

    def likely(self, player: Player, card: str) -> float:
        """What a prestige card will pay: all of it if met now, else a part."""
        points = PRESTIGE[card].points
        players = (*self.players[: self.seat], player, *self.players[self.seat + 1 :])
        met = scoring.card_points(players, self.seat, card)
        if met:
            return 0.8 * met + 0.2 * points if self.now < TURNS - 1 else met
        hope = LATENT * (TURNS - 1 - self.now) / (TURNS - 1)
        lacks = self._lacks(players, card)
        return points * max(0.0, 0.9 - 0.25 * lacks) * (hope + 0.15)

    def _lacks(self, players: Sequence[Player], card: str) -> int:
        if card in scoring.CONDITIONS:
            demands = scoring.CONDITIONS[card]
            return sum(max(0, d.least - d.count(players[self.seat])) for d in demands)
        counts = [scoring.LEADS[card](player) for player in players]
        return max(counts) - counts[self.seat] + 1

    def best(self, choices: Iterable[tuple[float, T]]) -> tuple[float, T]:
        """The choice with the most weight, and that weight; chance decides between equals."""
        found = list(choices)
        most = max(weight for weight, _ in found)
        return most, self.rng.choice([what for weight, what in found if weight == most])


def kind_of(place: Build | Place) -> str:
    """The id of the tile that is laid."""
    return place.building if isinstance(place, Build) else place.landscape


def laid_out(player: Player, place: Build | Place) -> Player:
    """The player with one more tile."""
    tile = Tile(kind_of(place), place.orientation, place.square)
    return replace(player, tiles=(*player.tiles, tile))


def scored(player: Player, points: int) -> Player:
    """The player with more points; their line in the score does not matter here."""
    works_line = player.tally.works + points
    return replace(player, tally=replace(player.tally, works=works_line))


def in_hand(player: Player, card: str) -> Player:
    """The player with one more profession in hand."""
    return replace(player, hand=(*player.hand, card))
