"""A position prepared for one decision of a seat: what things are worth to it.

Everything is measured by one promise, in prestige points: what a principality is worth with
a thing and without it. What a card in hand may still bring is a table by turn, made once for
each set of figures.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import Final, TypeAlias, TypeVar

from msgspec.structs import replace

from rules.contract import Seat
from rules.florence import principality, scoring, works
from rules.florence.catalogue import (
    ACTIONS,
    BUILDING_COST,
    MINIMUM,
    PRESTIGE,
    PRESTIGE_BUILDER,
    PRESTIGE_LANDSCAPE,
    PROFESSIONS,
    TURNS,
    VALUE_BUILDING,
    VALUE_FREEDOM,
    VALUE_JESTER,
    VALUE_LANDSCAPE,
)
from rules.florence.state import Player, State, Tile
from rules.opponents.florence.figures import Figures

T = TypeVar("T")

Memory: TypeAlias = dict[tuple[int, str, tuple[str, ...] | None, int], tuple[Player, float]]
"""What items were worth to a player, who is kept so that no other player gets the same id."""

LOVES: Final = {
    card: (entry.building, entry.landscape, entry.freedom)
    for card, entry in PROFESSIONS.items()
}
"""What makes the works of a profession worth more, as plain tuples."""

_MOST_VALUE: Final = 80
"""More than any work is worth without its bonus cards."""

_MOST_WORKS: Final = 1 + ACTIONS * TURNS * 2 // 3
"""More works than a promise counts."""

FRESH_VALUE: Final = 6
"""The value of a work from a card not in hand yet, apart from jesters and works laid."""


@lru_cache(maxsize=64)
def _paid(figures: Figures, now: int) -> tuple[tuple[float, ...], ...]:
    """What the nth best work pays, by its value now: half a point per point of value."""
    growth = figures.growth[now]

    def points(value: int, least: int) -> float:
        worth = value + growth
        return worth / 2 * min(1.0, worth / least)

    return tuple(
        tuple(
            points(value, MINIMUM[min(now + nth // 2, TURNS - 1)])
            for value in range(_MOST_VALUE)
        )
        for nth in range(_MOST_WORKS)
    )


class Thought:
    """A position prepared for one decision of `seat`, as that seat sees it.

    Others' hands and money, which it may not know, are never read.

    Attributes:
        players: all seats.
        own: the seat's.
        now: the turn, from 0, as an index of tables.
        least: the minimum of the turn's works.
    """

    def __init__(
        self,
        figures: Figures,
        state: State,
        seat: Seat,
        rng: Random,
        memory: Memory | None = None,
    ) -> None:
        self._memory = {} if memory is None else memory
        self._values: list[int] | None = None
        self._reaches: list[int] | None = None
        self.figures = figures
        self.state = state
        self.seat = seat
        self.rng = rng
        self.players = state.players
        self.own = state.players[seat]
        self.now = max(state.turn, 1) - 1
        self.least = MINIMUM[self.now]
        self.price = figures.price[self.now]
        self._paid = _paid(figures, self.now)
        self._promised: float | None = None
        self._most: dict[str, int] = {}

    @property
    def values(self) -> list[int]:
        """The values of the works that the seat's cards would make now, without bonus cards."""
        if self._values is None:
            self._values = works_values(self.own)
        return self._values

    @property
    def reaches(self) -> list[int]:
        """The same with all bonus cards in hand."""
        if self._reaches is None:
            self._reaches = reaches(self.own) if self.own.bonus else self.values
        return self._reaches

    def gain(self, after: Player) -> float:
        """How much more the seat's principality promises when it looks like that."""
        if self._promised is None:
            self._promised = self.promise(self.own)
        return self.promise(after) - self._promised

    def promise(self, player: Player) -> float:
        """The prestige points that a principality promises, money aside."""
        saved = (BUILDING_COST[0] - BUILDING_COST[player.builders]) / 200
        return (
            player.prestige
            + self._works(player)
            + sum(self.likely(player, card) for card in player.prestige_cards)
            + self.figures.houses[self.now] * saved
        )

    def _works(self, player: Player) -> float:
        """What the works still to come will pay."""
        figures, now = self.figures, self.now
        values = works_values(player)
        fresh = round(figures.fresh[now])
        if fresh:
            values += [VALUE_JESTER * player.jesters + len(player.works) + FRESH_VALUE] * fresh
        values.sort(reverse=True)
        paid = 0.0
        tables = self._paid[: 1 + self.slots(player) * 2 // 3]
        for table, value in zip(tables, values, strict=False):  # up to the shorter one
            paid += table[value]
        return paid

    def slots(self, player: Player) -> int:
        """Actions left in the game."""
        return ACTIONS * (TURNS - self.now) - len(player.deeds)

    def likely(self, player: Player, card: str) -> float:
        """What a prestige card will pay: most or all of it if met now, otherwise a part."""
        entry = PRESTIGE[card]
        if entry.tied is None:
            demands = scoring.CONDITIONS[card]
            lacks = sum(max(0, demand.least - demand.count(player)) for demand in demands)
            met = 0 if lacks else entry.points
        else:
            count, most = scoring.LEADS[card](player), self._most_of_others(card)
            lacks = max(count, most) - count + 1
            met = 0
            if count and count >= most:
                met = entry.tied if count == most else entry.points
        last = TURNS - 1
        if met:
            return 0.8 * met + 0.2 * entry.points if self.now < last else met
        hope = self.figures.latent * (last - self.now) / last
        return entry.points * max(0.0, 0.9 - 0.25 * lacks) * (hope + 0.15)

    def _most_of_others(self, card: str) -> int:
        if card not in self._most:
            counts = map(scoring.LEADS[card], self._others())
            self._most[card] = max(counts)
        return self._most[card]

    def _others(self) -> tuple[Player, ...]:
        return (*self.players[: self.seat], *self.players[self.seat + 1 :])

    def value(self, card: str) -> int:
        """A work's value, with bonus cards only where the minimum requires them."""
        value = self.values[self.own.hand.index(card)]
        if value >= self.least or not self.own.bonus:
            return value
        laid = works.laid(self.own, card)
        for points in sorted((works.bonus(laid, other) for other in laid.bonus), reverse=True):
            if value < self.least:
                value += points
        return value

    def best(self, choices: Iterable[tuple[float, T]]) -> tuple[float, T]:
        """The choice with the most weight; chance decides between equals."""
        found = list(choices)
        most = max(weight for weight, _ in found)
        equal = [what for weight, what in found if weight == most]
        return most, equal[0] if len(equal) == 1 else self.rng.choice(equal)

    # ------------------------------------------------------------ things that others own too

    def targets(self) -> list[str]:
        """The professions that a recruiting card could fetch."""
        return [card for p in self._others() for card in p.works if card in PROFESSIONS]

    def recruited(self, cards: Iterable[str]) -> tuple[str | None, float]:
        """The profession that would promise most in hand, and how much."""
        choices = [(self.gain(in_hand(self.own, card)), card) for card in cards]
        if not choices:
            return None, 0.0
        gained, card = self.best(choices)
        return card, gained

    def item(self, lot: str) -> float:
        """The prestige points that an auction item promises."""
        if lot == "prestige":
            return self.figures.card[self.now]
        own = self.own
        if own.prestige_cards:  # which depend on what others have
            return self._item(lot, None)
        targets = tuple(self.targets()) if lot == "recruiting" else None
        key = (id(own), lot, targets, self.now)
        if key not in self._memory:
            self._memory[key] = (own, self._item(lot, targets))
        return self._memory[key][1]

    def _item(self, lot: str, targets: Iterable[str] | None) -> float:
        if lot == "recruiting":
            return self.recruited(self.targets() if targets is None else targets)[1]
        return self.gain(with_item(self.own, lot))


def works_values(player: Player) -> list[int]:
    """The values of the works that the cards in hand would make now, without bonus cards."""
    kinds = {tile.kind for tile in player.tiles}
    freedoms = player.freedoms
    shared = (
        VALUE_JESTER * player.jesters + len(player.hand) + player.recruiting + len(player.works)
    )
    found = []
    for card in player.hand:
        building, landscape, freedom = LOVES[card]
        value = shared
        if building in kinds:
            value += VALUE_BUILDING
        if landscape in kinds:
            value += VALUE_LANDSCAPE
        if freedom in freedoms:
            value += VALUE_FREEDOM
        found.append(value)
    return found


def reaches(player: Player) -> list[int]:
    """The highest value that each card in hand could reach with all bonus cards in hand."""
    if not player.bonus:
        return works_values(player)
    return [works.reach(player, card) for card in player.hand]


def with_item(player: Player, lot: str) -> Player:
    """The player with one more jester, builder or landscape."""
    if lot == "jester":
        return replace(player, jesters=player.jesters + 1)
    if lot == "builder":
        points = PRESTIGE_BUILDER if player.builders else 0
        return scored(replace(player, builders=player.builders + 1), points)
    first = principality.places(lot, player.tiles)[0]
    again = any(tile.kind == lot for tile in player.tiles)
    tiles = (*player.tiles, Tile(lot, first.orientation, first.square))
    return scored(replace(player, tiles=tiles), PRESTIGE_LANDSCAPE if again else 0)


def scored(player: Player, points: int) -> Player:
    """The player with more points; the line of the score does not matter here."""
    if not points:
        return player
    works_line = player.tally.works + points
    return replace(player, tally=replace(player.tally, works=works_line))


def in_hand(player: Player, card: str) -> Player:
    """The player with one more profession in hand."""
    return replace(player, hand=(*player.hand, card))
