"""What the things of `rules.opponents.florence.worth` count as turns 2 to 7 begin.

Written by `python -m tests.fit_florence`; do not change it by hand.
"""

from __future__ import annotations

from typing import Final

WEIGHTS: Final[tuple[tuple[float, ...], ...]] = (
    (
        -51.953,  # one
        1.081,  # prestige
        1.004,  # first thousand
        1.24,  # second thousand
        0.945,  # third thousand
        6.337,  # jesters
        6.337,  # jesters squared
        14.017,  # builders
        0.0,  # adjacent
        9.971,  # freedoms
        8.801,  # landscapes
        1.526,  # buildings
        13.679,  # works
        10.98,  # hand
        0.02,  # loved
        2.147,  # ripe
        0.816,  # best
        4.332,  # bonus cards
        0.936,  # prestige cards
        6.836,  # recruiting
        -0.365,  # later in the order
    ),
    (
        -47.011,  # one
        1.059,  # prestige
        1.582,  # first thousand
        0.945,  # second thousand
        0.972,  # third thousand
        11.31,  # jesters
        0.185,  # jesters squared
        10.181,  # builders
        -4.242,  # adjacent
        5.319,  # freedoms
        3.724,  # landscapes
        0.683,  # buildings
        8.864,  # works
        7.434,  # hand
        0.67,  # loved
        1.277,  # ripe
        0.146,  # best
        4.393,  # bonus cards
        0.804,  # prestige cards
        7.291,  # recruiting
        -0.608,  # later in the order
    ),
    (
        -38.072,  # one
        1.156,  # prestige
        1.369,  # first thousand
        0.883,  # second thousand
        0.77,  # third thousand
        8.036,  # jesters
        0.156,  # jesters squared
        7.037,  # builders
        -2.748,  # adjacent
        2.522,  # freedoms
        2.238,  # landscapes
        -0.074,  # buildings
        5.44,  # works
        4.787,  # hand
        0.501,  # loved
        2.201,  # ripe
        0.239,  # best
        3.522,  # bonus cards
        0.88,  # prestige cards
        5.035,  # recruiting
        -0.199,  # later in the order
    ),
    (
        -29.23,  # one
        1.113,  # prestige
        1.03,  # first thousand
        0.762,  # second thousand
        0.189,  # third thousand
        5.147,  # jesters
        0.232,  # jesters squared
        5.08,  # builders
        -2.801,  # adjacent
        1.288,  # freedoms
        1.708,  # landscapes
        -0.457,  # buildings
        3.841,  # works
        3.004,  # hand
        0.36,  # loved
        1.815,  # ripe
        0.316,  # best
        2.333,  # bonus cards
        1.006,  # prestige cards
        -0.242,  # recruiting
        -0.076,  # later in the order
    ),
    (
        -20.74,  # one
        1.08,  # prestige
        0.879,  # first thousand
        0.378,  # second thousand
        0.018,  # third thousand
        3.678,  # jesters
        0.051,  # jesters squared
        2.862,  # builders
        -1.299,  # adjacent
        0.811,  # freedoms
        0.982,  # landscapes
        -0.396,  # buildings
        2.36,  # works
        1.32,  # hand
        0.382,  # loved
        1.364,  # ripe
        0.238,  # best
        1.859,  # bonus cards
        0.919,  # prestige cards
        3.006,  # recruiting
        0.259,  # later in the order
    ),
    (
        -10.812,  # one
        1.036,  # prestige
        0.513,  # first thousand
        -0.054,  # second thousand
        0.171,  # third thousand
        1.572,  # jesters
        0.096,  # jesters squared
        1.555,  # builders
        -0.729,  # adjacent
        0.438,  # freedoms
        0.654,  # landscapes
        -0.233,  # buildings
        1.136,  # works
        -0.325,  # hand
        0.257,  # loved
        1.153,  # ripe
        0.203,  # best
        1.55,  # bonus cards
        0.923,  # prestige cards
        1.131,  # recruiting
        0.155,  # later in the order
    ),
)
"""Points, as turns 2 to 7 begin."""

MONEY: Final[tuple[tuple[float, ...], ...]] = (
    (
        35.244,  # one
        -2.024,  # prestige of works
        0.0,  # prestige sold
        0.616,  # works
        1.323,  # value this turn
        -2.862,  # actions this turn
        -1.004,  # paid this turn
        -0.091,  # jesters
        0.652,  # builders
        -0.231,  # freedoms
        -0.192,  # landscapes
        -2.23,  # buildings
        -0.091,  # hand
        -0.101,  # bonus cards
        -0.493,  # prestige cards
        -0.093,  # recruiting
    ),
    (
        36.84,  # one
        -1.589,  # prestige of works
        2.993,  # prestige sold
        5.397,  # works
        0.36,  # value this turn
        -0.565,  # actions this turn
        -0.412,  # paid this turn
        -7.505,  # jesters
        -2.568,  # builders
        -1.688,  # freedoms
        -1.703,  # landscapes
        -4.516,  # buildings
        -1.831,  # hand
        -2.105,  # bonus cards
        -2.184,  # prestige cards
        -1.43,  # recruiting
    ),
    (
        31.487,  # one
        -1.21,  # prestige of works
        1.861,  # prestige sold
        5.201,  # works
        0.305,  # value this turn
        -0.747,  # actions this turn
        -0.456,  # paid this turn
        -5.484,  # jesters
        -0.129,  # builders
        -0.783,  # freedoms
        -0.785,  # landscapes
        -3.685,  # buildings
        -1.503,  # hand
        -2.623,  # bonus cards
        -2.327,  # prestige cards
        -1.654,  # recruiting
    ),
    (
        25.892,  # one
        -0.862,  # prestige of works
        1.342,  # prestige sold
        4.396,  # works
        0.239,  # value this turn
        -1.186,  # actions this turn
        -0.743,  # paid this turn
        -3.327,  # jesters
        0.487,  # builders
        -0.233,  # freedoms
        -0.216,  # landscapes
        -2.63,  # buildings
        -0.827,  # hand
        -2.819,  # bonus cards
        -2.046,  # prestige cards
        -1.134,  # recruiting
    ),
    (
        19.225,  # one
        -0.521,  # prestige of works
        0.829,  # prestige sold
        2.584,  # works
        0.247,  # value this turn
        -2.021,  # actions this turn
        -0.274,  # paid this turn
        -2.03,  # jesters
        0.754,  # builders
        -0.093,  # freedoms
        0.218,  # landscapes
        -1.397,  # buildings
        -0.547,  # hand
        -2.575,  # bonus cards
        -1.479,  # prestige cards
        -0.088,  # recruiting
    ),
    (
        14.481,  # one
        -0.355,  # prestige of works
        0.346,  # prestige sold
        1.848,  # works
        0.226,  # value this turn
        -2.073,  # actions this turn
        -0.337,  # paid this turn
        -1.066,  # jesters
        0.857,  # builders
        0.041,  # freedoms
        0.073,  # landscapes
        -0.924,  # buildings
        -0.13,  # hand
        -2.309,  # bonus cards
        -1.283,  # prestige cards
        -0.391,  # recruiting
    ),
    (
        8.785,  # one
        -0.231,  # prestige of works
        0.376,  # prestige sold
        1.735,  # works
        0.135,  # value this turn
        -2.37,  # actions this turn
        -0.368,  # paid this turn
        -0.49,  # jesters
        0.433,  # builders
        0.317,  # freedoms
        -0.143,  # landscapes
        -0.512,  # buildings
        -0.047,  # hand
        -1.54,  # bonus cards
        -1.092,  # prestige cards
        -0.457,  # recruiting
    ),
)
"""Hundreds of florins, in turns 1 to 7."""

MISSED: Final = (0.5, 3.6, 4.7, 5.4, 5.3, 5.2, 5.4)
"""By how many hundreds the money is missed, in turns 1 to 7."""
