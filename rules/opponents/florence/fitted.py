"""What the things of `rules.opponents.florence.worth` count as turns 2 to 7 begin.

Written by `python -m tests.fit_florence`; do not change it by hand.
"""

from __future__ import annotations

from typing import Final

WEIGHTS: Final[tuple[tuple[float, ...], ...]] = (
    (
        -71.014,  # one
        1.344,  # prestige
        2.153,  # first thousand
        1.475,  # second thousand
        1.108,  # third thousand
        6.524,  # jesters
        6.524,  # jesters squared
        15.66,  # builders
        0.0,  # adjacent
        9.287,  # freedoms
        10.217,  # landscapes
        0.777,  # buildings
        13.395,  # works
        11.591,  # hand
        -0.085,  # loved
        2.827,  # ripe
        0.932,  # best
        5.164,  # bonus cards
        1.487,  # prestige cards
        4.242,  # recruiting
        -0.412,  # later in the order
    ),
    (
        -53.33,  # one
        1.199,  # prestige
        1.807,  # first thousand
        1.14,  # second thousand
        0.976,  # third thousand
        11.952,  # jesters
        0.174,  # jesters squared
        11.252,  # builders
        -5.029,  # adjacent
        4.518,  # freedoms
        4.734,  # landscapes
        0.54,  # buildings
        8.023,  # works
        7.415,  # hand
        0.567,  # loved
        2.62,  # ripe
        0.222,  # best
        4.574,  # bonus cards
        0.961,  # prestige cards
        5.953,  # recruiting
        -0.09,  # later in the order
    ),
    (
        -39.571,  # one
        1.205,  # prestige
        1.398,  # first thousand
        0.969,  # second thousand
        0.858,  # third thousand
        8.573,  # jesters
        0.289,  # jesters squared
        7.886,  # builders
        -3.615,  # adjacent
        2.491,  # freedoms
        3.074,  # landscapes
        -0.174,  # buildings
        4.428,  # works
        4.416,  # hand
        0.536,  # loved
        1.572,  # ripe
        0.284,  # best
        3.558,  # bonus cards
        0.994,  # prestige cards
        2.262,  # recruiting
        -0.301,  # later in the order
    ),
    (
        -32.694,  # one
        1.127,  # prestige
        1.08,  # first thousand
        0.931,  # second thousand
        0.123,  # third thousand
        6.488,  # jesters
        0.054,  # jesters squared
        5.581,  # builders
        -2.879,  # adjacent
        1.865,  # freedoms
        2.091,  # landscapes
        -0.245,  # buildings
        3.738,  # works
        3.143,  # hand
        0.434,  # loved
        1.682,  # ripe
        0.25,  # best
        2.681,  # bonus cards
        0.976,  # prestige cards
        1.638,  # recruiting
        -0.101,  # later in the order
    ),
    (
        -22.236,  # one
        1.078,  # prestige
        0.941,  # first thousand
        0.436,  # second thousand
        -0.09,  # third thousand
        4.35,  # jesters
        -0.064,  # jesters squared
        3.016,  # builders
        -1.315,  # adjacent
        0.809,  # freedoms
        1.023,  # landscapes
        -0.308,  # buildings
        2.419,  # works
        1.271,  # hand
        0.424,  # loved
        1.687,  # ripe
        0.221,  # best
        1.975,  # bonus cards
        0.932,  # prestige cards
        1.241,  # recruiting
        0.091,  # later in the order
    ),
    (
        -11.327,  # one
        1.044,  # prestige
        0.541,  # first thousand
        -0.064,  # second thousand
        0.05,  # third thousand
        1.975,  # jesters
        0.02,  # jesters squared
        1.826,  # builders
        -0.822,  # adjacent
        0.43,  # freedoms
        0.644,  # landscapes
        -0.323,  # buildings
        1.097,  # works
        -0.169,  # hand
        0.281,  # loved
        1.711,  # ripe
        0.178,  # best
        1.588,  # bonus cards
        0.897,  # prestige cards
        0.17,  # recruiting
        0.129,  # later in the order
    ),
)
