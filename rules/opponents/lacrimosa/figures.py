"""Rules of thumb of the Lacrimosa novice, in victory points.

They were found by letting novices with different figures play against each other. Tables by
round hold one figure for each of the five rounds.
"""

from __future__ import annotations

from typing import Final

import msgspec

Rounds = tuple[float, float, float, float, float]


class Figures(msgspec.Struct, frozen=True):
    """What the novice believes.

    Attributes:
        ducat: a ducat, by round; beyond `purse` ducats it is worth `surplus` of that.
        points: a story counter of each kind, by round: talent, journey, composition.
        fading: the share of its worth that each further point of a kind has.
        lasting: what a point on a track is worth relative to a counter, in each turn: it is
            lost in maintenance.
        due: a point that maintenance will bring, relative to a counter.
        action: an action that a card allows, on average, in the order of
            `rules.lacrimosa.grammar.ACTIONS`.
        grant: an action that a tile grants, before a closer look.
        shows: the share of a round's performance cards that get used.
        cards: the share of a card's actions, and of its story, that counts in a later round.
        marker: a marker that is still on the player board.
        court: a court tile whose demand lacks 0, 1 or 2 things, relative to its points,
            before the last round and in it.
        again: an Agnus Dei tile, each round.
        offers: how often in a round an Offertorium tile scores.
        later: the share of its worth that an action would have in a later turn of the round.
        bottom: the share of its story that is lost with a card laid in Experiences.
    """

    ducat: Rounds = (0.88, 0.88, 0.81, 0.79, 0.45)
    purse: int = 10
    surplus: float = 0.6
    points: tuple[Rounds, Rounds, Rounds] = (
        (1.3, 1.3, 1.2, 1.1, 0.8),
        (1.0, 1.0, 1.0, 0.9, 0.7),
        (1.3, 1.3, 1.3, 1.2, 0.8),
    )
    fading: tuple[float, ...] = (1.0, 1.0, 0.95, 0.85, 0.7, 0.6, 0.5, 0.4)
    lasting: tuple[float, float, float, float] = (0.85, 0.7, 0.45, 0.0)
    due: float = 0.63
    action: tuple[float, float, float, float, float] = (1.0, 2.8, 2.5, 2.5, 3.0)
    grant: float = 1.7
    shows: float = 0.56
    cards: tuple[float, float] = (0.4, 0.56)
    marker: float = 0.3
    court: tuple[tuple[float, float, float], tuple[float, float, float]] = (
        (0.83, 0.52, 0.3),
        (1.0, 0.35, 0.05),
    )
    again: float = 0.9
    offers: float = 0.7
    later: float = 0.6
    bottom: float = 0.8


FIGURES: Final = Figures()
