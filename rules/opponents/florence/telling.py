"""What a reason reports about a position in The Princes of Florence."""

from __future__ import annotations

from collections import Counter
from typing import Final

from msgspec.structs import asdict

from rules.contract import Seat
from rules.florence.catalogue import BUILDINGS, PROFESSIONS, TURNS
from rules.florence.state import Player, State
from rules.opponents.told import Got, Telling, Told

TELLING: Final = Telling(
    worlds=48, until=TURNS + 1, first="work", alike=frozenset({"card", "work"})
)
"""Reasons look at the end of the game: people know what its points are. Among what comes within
the round, a Work says most. One Work or Profession card in place of another says nothing.
"""


def told(state: State, seat: Seat) -> Told:
    """The lines of the score, the Works, and what the seat has acquired."""
    player = state.players[seat]
    works = [card for card in player.works if card in PROFESSIONS]
    lines = {line: float(points) for line, points in asdict(player.tally).items()}
    return Told(lines, {"works": float(len(works))}, _got(player, works))


def _got(player: Player, works: list[str]) -> frozenset[Got]:
    """Works, cards and freedoms, and buildings and items numbered within their kind."""
    held = Counter(tile.kind for tile in player.tiles)
    held.update({"jester": player.jesters, "builder": player.builders})
    got = {
        Got("build" if what in BUILDINGS else "item", what, nth)
        for what, count in held.items()
        for nth in range(1, count + 1)
    }
    got |= {Got("freedom", what) for what in player.freedoms}
    got |= {Got("card", card) for card in (*player.hand, *works)}
    return frozenset(got | {Got("work", card) for card in works})
