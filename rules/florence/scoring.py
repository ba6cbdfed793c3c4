"""Best work, prestige cards, the end of the game.

Every seat tied for the best work scores; prestige cards score last, and nothing is sold
after that (FR8).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
from msgspec.structs import replace

from rules.contract import Count, CountedLine, Line, Over
from rules.florence import principality, works
from rules.florence.catalogue import PRESTIGE, PRESTIGE_BEST_WORK, SCORES
from rules.florence.state import Best, Finished, Player, State
from rules.florence.treasury import score
from rules.florence.view import View


class Condition(msgspec.Struct, frozen=True):
    """One demand of a prestige card: at least `least` of what `count` counts."""

    count: Callable[[Player], int]
    least: int


LEADS: Final[dict[str, Callable[[Player], int]]] = {
    "most_works": lambda player: len(player.works),
    "most_buildings": works.buildings,
    "most_jesters": works.COUNTS["jester"],
    "most_builders": works.COUNTS["builder"],
    "most_forests": works.COUNTS["forest"],
    "most_lakes": works.COUNTS["lake"],
    "most_parks": works.COUNTS["park"],
    "most_landscapes": works.landscapes,
    "fewest_empty": lambda player: principality.FREE - principality.empty(player.tiles),
}
"""What a majority compares; the fewest empty squares are the most covered ones."""

CONDITIONS: Final[dict[str, tuple[Condition, ...]]] = {
    "three_landscapes": (Condition(works.landscape_types, 3),),
    "three_freedoms": (Condition(works.COUNTS["freedom"], 3),),
    "two_large": (Condition(works.COUNTS["large"], 2),),
    "builder_jester_landscapes": (
        Condition(works.COUNTS["builder"], 1),
        Condition(works.COUNTS["jester"], 1),
        Condition(works.landscape_types, 2),
    ),
    "buildings_freedoms_works": (
        Condition(works.buildings, 4),
        Condition(works.COUNTS["freedom"], 2),
        Condition(works.COUNTS["card_on_table"], 4),
    ),
}


def best_work(state: State) -> State:
    """3 prestige for the best work of the turn, for every tied seat (F87)."""
    value = max(player.value for player in state.players)
    if not value:
        return replace(state, best=None)
    seats = tuple(s for s, player in enumerate(state.players) if player.value == value)
    players = tuple(
        score(player, "best_works", PRESTIGE_BEST_WORK) if seat in seats else player
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=players, best=Best(state.turn, value, seats))


def card_points(players: tuple[Player, ...], seat: int, card: str) -> int:
    """What a prestige card pays its owner (F43, F44, F96, F97). 0 never leads."""
    entry = PRESTIGE[card]
    if entry.tied is None:
        met = all(demand.count(players[seat]) >= demand.least for demand in CONDITIONS[card])
        return entry.points if met else 0
    counts = [LEADS[card](player) for player in players]
    own = counts.pop(seat)
    most = max(counts)
    if not own or own < most:
        return 0
    return entry.tied if own == most else entry.points


def finish(state: State) -> State:
    """Prestige cards are revealed and pay; the game is over (F90)."""
    players = tuple(
        score(
            player,
            "prestige_cards",
            sum(card_points(state.players, seat, card) for card in player.prestige_cards),
        )
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=players, step=Finished())


def counted(view: View) -> tuple[Count, ...]:
    """The prestige of every seat, and what its Prestige cards would pay now (F90, F97).

    Those of others are hidden until the end, if they have any (FR9).
    """
    over = isinstance(view.step, Finished)  # by then they have paid
    players = tuple(seat.player for seat in view.seats)
    counts = []
    for seat, side in enumerate(view.seats):
        cards = side.prestige_cards if side.prestige_count else ()
        final = (
            None
            if cards is None
            else sum(card_points(players, seat, card) for card in cards if not over)
        )
        lines = tuple(
            CountedLine(
                source=source,
                points=getattr(side.tally, source),
                final=final if source == "prestige_cards" else 0,
            )
            for source in SCORES
        )
        counts.append(Count(lines))
    return tuple(counts)


def over(state: State) -> Over:
    """Most prestige wins, then most florins; seats still tied share the victory (F91)."""
    lines = tuple(
        tuple(Line(source, getattr(player.tally, source)) for source in SCORES)
        for player in state.players
    )
    ranks = [(player.prestige, player.florins) for player in state.players]
    best = max(ranks)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == best)
    rivals = [rank for rank in ranks if rank[0] == best[0]]
    broken = len(rivals) > len(winners)
    return Over(lines, winners, "florins" if broken else None)
