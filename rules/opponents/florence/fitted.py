"""What the things of `rules.opponents.florence.worth` count as turns 2 to 7 begin.

Written by `python -m tests.fit_florence`; do not change it by hand.
"""

from __future__ import annotations

from typing import Final

WEIGHTS: Final[tuple[tuple[float, ...], ...]] = (
    (
        -60.602,  # one
        1.154,  # prestige
        1.711,  # first thousand
        1.28,  # second thousand
        1.16,  # third thousand
        7.247,  # jesters
        7.247,  # jesters squared
        15.722,  # builders
        0.0,  # adjacent
        7.794,  # freedoms
        10.244,  # landscapes
        1.051,  # buildings
        12.024,  # works
        11.279,  # hand
        0.208,  # loved
        2.099,  # ripe
        0.622,  # best
        4.354,  # bonus cards
        1.256,  # prestige cards
        6.33,  # recruiting
        -0.285,  # later in the order
    ),
    (
        -49.569,  # one
        1.049,  # prestige
        1.492,  # first thousand
        1.157,  # second thousand
        0.994,  # third thousand
        12.551,  # jesters
        -0.305,  # jesters squared
        10.967,  # builders
        -5.411,  # adjacent
        5.138,  # freedoms
        4.425,  # landscapes
        1.054,  # buildings
        8.391,  # works
        7.34,  # hand
        0.612,  # loved
        1.184,  # ripe
        0.187,  # best
        4.697,  # bonus cards
        0.815,  # prestige cards
        5.282,  # recruiting
        -0.13,  # later in the order
    ),
    (
        -38.795,  # one
        1.13,  # prestige
        1.408,  # first thousand
        0.878,  # second thousand
        0.821,  # third thousand
        8.335,  # jesters
        0.417,  # jesters squared
        7.981,  # builders
        -4.329,  # adjacent
        2.828,  # freedoms
        2.809,  # landscapes
        0.003,  # buildings
        5.13,  # works
        4.721,  # hand
        0.561,  # loved
        2.322,  # ripe
        0.191,  # best
        3.814,  # bonus cards
        0.964,  # prestige cards
        3.201,  # recruiting
        -0.403,  # later in the order
    ),
    (
        -31.414,  # one
        1.09,  # prestige
        1.002,  # first thousand
        0.875,  # second thousand
        0.211,  # third thousand
        6.13,  # jesters
        0.162,  # jesters squared
        5.568,  # builders
        -2.934,  # adjacent
        1.615,  # freedoms
        1.879,  # landscapes
        -0.299,  # buildings
        4.154,  # works
        3.196,  # hand
        0.498,  # loved
        1.653,  # ripe
        0.204,  # best
        2.807,  # bonus cards
        0.98,  # prestige cards
        1.486,  # recruiting
        -0.066,  # later in the order
    ),
    (
        -22.342,  # one
        1.033,  # prestige
        0.987,  # first thousand
        0.393,  # second thousand
        -0.066,  # third thousand
        3.364,  # jesters
        0.205,  # jesters squared
        3.46,  # builders
        -1.722,  # adjacent
        0.756,  # freedoms
        1.043,  # landscapes
        -0.368,  # buildings
        2.829,  # works
        1.489,  # hand
        0.394,  # loved
        1.829,  # ripe
        0.206,  # best
        2.103,  # bonus cards
        0.927,  # prestige cards
        3.685,  # recruiting
        0.104,  # later in the order
    ),
    (
        -11.885,  # one
        1.01,  # prestige
        0.504,  # first thousand
        -0.053,  # second thousand
        0.097,  # third thousand
        1.521,  # jesters
        0.101,  # jesters squared
        1.856,  # builders
        -0.769,  # adjacent
        0.329,  # freedoms
        0.61,  # landscapes
        -0.2,  # buildings
        1.526,  # works
        -0.041,  # hand
        0.267,  # loved
        1.665,  # ripe
        0.183,  # best
        1.578,  # bonus cards
        0.939,  # prestige cards
        0.716,  # recruiting
        0.205,  # later in the order
    ),
)
"""Points, as turns 2 to 7 begin."""

MONEY: Final[tuple[tuple[float, ...], ...]] = (
    (
        35.517,  # one
        -2.039,  # prestige of works
        0.0,  # prestige sold
        0.64,  # works
        1.293,  # value this turn
        -2.814,  # actions this turn
        -1.005,  # paid this turn
        -0.181,  # jesters
        0.811,  # builders
        -0.215,  # freedoms
        -0.206,  # landscapes
        -2.368,  # buildings
        -0.181,  # hand
        -0.178,  # bonus cards
        -0.32,  # prestige cards
        -0.07,  # recruiting
    ),
    (
        36.194,  # one
        -1.643,  # prestige of works
        4.257,  # prestige sold
        5.445,  # works
        0.302,  # value this turn
        -0.803,  # actions this turn
        -0.305,  # paid this turn
        -8.522,  # jesters
        -2.931,  # builders
        -1.707,  # freedoms
        -1.037,  # landscapes
        -4.003,  # buildings
        -1.815,  # hand
        -1.883,  # bonus cards
        -2.05,  # prestige cards
        -1.691,  # recruiting
    ),
    (
        31.418,  # one
        -1.204,  # prestige of works
        1.341,  # prestige sold
        5.123,  # works
        0.318,  # value this turn
        -1.03,  # actions this turn
        -0.329,  # paid this turn
        -6.538,  # jesters
        -0.849,  # builders
        -0.568,  # freedoms
        -0.52,  # landscapes
        -3.409,  # buildings
        -1.575,  # hand
        -2.273,  # bonus cards
        -2.311,  # prestige cards
        -1.3,  # recruiting
    ),
    (
        26.568,  # one
        -1.061,  # prestige of works
        1.087,  # prestige sold
        4.84,  # works
        0.251,  # value this turn
        -1.04,  # actions this turn
        -0.61,  # paid this turn
        -4.466,  # jesters
        0.236,  # builders
        -0.337,  # freedoms
        -0.236,  # landscapes
        -2.8,  # buildings
        -1.019,  # hand
        -2.602,  # bonus cards
        -2.064,  # prestige cards
        -0.762,  # recruiting
    ),
    (
        20.501,  # one
        -0.644,  # prestige of works
        0.919,  # prestige sold
        2.88,  # works
        0.233,  # value this turn
        -1.386,  # actions this turn
        -0.183,  # paid this turn
        -2.68,  # jesters
        0.491,  # builders
        -0.259,  # freedoms
        0.052,  # landscapes
        -1.69,  # buildings
        -0.655,  # hand
        -2.44,  # bonus cards
        -1.504,  # prestige cards
        -0.154,  # recruiting
    ),
    (
        14.303,  # one
        -0.465,  # prestige of works
        0.8,  # prestige sold
        2.125,  # works
        0.23,  # value this turn
        -1.789,  # actions this turn
        -0.23,  # paid this turn
        -1.265,  # jesters
        0.445,  # builders
        -0.113,  # freedoms
        0.157,  # landscapes
        -0.91,  # buildings
        -0.02,  # hand
        -2.186,  # bonus cards
        -1.058,  # prestige cards
        0.419,  # recruiting
    ),
    (
        9.435,  # one
        -0.285,  # prestige of works
        0.573,  # prestige sold
        1.666,  # works
        0.172,  # value this turn
        -2.241,  # actions this turn
        -0.266,  # paid this turn
        -0.502,  # jesters
        0.513,  # builders
        -0.222,  # freedoms
        0.071,  # landscapes
        -0.627,  # buildings
        0.145,  # hand
        -1.881,  # bonus cards
        -0.977,  # prestige cards
        0.211,  # recruiting
    ),
)
"""Hundreds of florins, in turns 1 to 7."""

MISSED: Final = (0.6, 3.5, 4.7, 5.4, 5.5, 5.2, 5.4)
"""By how many hundreds the money is missed, in turns 1 to 7."""
