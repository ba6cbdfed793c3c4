"""Players and signals stay distinct for people who are colour-blind.

Colours are simulated as Machado, Oliveira and Fernandes describe (2009, severity 1.0).
They are compared by CIEDE2000: about 2 is just noticeable, 20 is plainly another colour.
"""

from __future__ import annotations

from itertools import combinations, product
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import TypeAlias

import pytest

from render.florence.theme import THEME as FLORENCE
from render.lacrimosa.pictures.journeys import RICHER
from render.lacrimosa.theme import THEME as LACRIMOSA
from render.theme import (
    COST,
    GOOD,
    INK,
    IVORY,
    NEUTRAL,
    PINK,
    SEATS,
    SIGNAL,
    Colour,
    Theme,
    channels,
)

Triple: TypeAlias = tuple[float, float, float]

SEEN: dict[str, tuple[Triple, Triple, Triple]] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
PLAYERS = {"all colours": 28.0, "protanopia": 24.5, "deuteranopia": 24.0, "tritanopia": 21.5}
"""The least distance between two players' colours."""

GROUNDED = {"all colours": 26.5, "protanopia": 23.0, "deuteranopia": 24.0, "tritanopia": 21.5}
"""The least distance of a player's colour from another player's, a paper or the plate."""

PLAIN = 20.0
"""The least distance between two things that must not be mistaken for each other."""

VISIBLE = 13.0
"""The least distance between two things that also differ in form."""

PAPERS = (FLORENCE.paper, LACRIMOSA.paper, IVORY)


def linear(colour: Colour) -> Triple:
    parts = (part / 255 for part in channels(colour))
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return r, g, b


def multiplied(matrix: tuple[Triple, Triple, Triple], by: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, by, strict=True)) for row in matrix)
    return x, y, z


def lab(rgb: Triple) -> Triple:
    """CIELAB of linear sRGB under D65."""
    xyz = multiplied(
        (
            (0.4124564, 0.3575761, 0.1804375),
            (0.2126729, 0.7151522, 0.0721750),
            (0.0193339, 0.1191920, 0.9503041),
        ),
        rgb,
    )
    x, y, z = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
        for t in (part / white for part, white in zip(xyz, (0.95047, 1, 1.08883), strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: Triple, other: Triple) -> float:
    """The distance between two colours in CIELAB (Sharma, Wu and Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = 0.5 * (1 - sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = (degrees(atan2(b, a)) % 360 if a or b else 0.0 for a, b in ((a1, b1), (a2, b2)))
    turn = h2 - h1
    if c1 * c2 == 0:
        turn = 0
    elif abs(turn) > 180:
        turn -= 360 if turn > 0 else -360
    dl, dc = l2 - l1, c2 - c1
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    if c1 * c2 == 0:
        hm = h1 + h2
    elif abs(h1 - h2) <= 180:
        hm = (h1 + h2) / 2
    else:
        hm = (h1 + h2 + (360 if h1 + h2 < 360 else -360)) / 2
    t = (
        1
        - 0.17 * cos(radians(hm - 30))
        + 0.24 * cos(radians(2 * hm))
        + 0.32 * cos(radians(3 * hm + 6))
        - 0.20 * cos(radians(4 * hm - 63))
    )
    sl = 1 + 0.015 * (lm - 50) ** 2 / sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rt = -2 * sqrt(cm**7 / (cm**7 + 25**7)) * sin(radians(60 * exp(-(((hm - 275) / 25) ** 2))))
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh))


def seen(colour: Colour, eyes: str) -> Triple:
    """A colour in CIELAB, as these eyes see it."""
    r, g, b = (min(1.0, max(0.0, part)) for part in multiplied(SEEN[eyes], linear(colour)))
    return lab((r, g, b))


def distance(one: Colour, other: Colour, eyes: str) -> float:
    return ciede2000(seen(one, eyes), seen(other, eyes))


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1, 2), (50, 0, 0), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_distances_are_those_of_the_published_examples(
    one: Triple, other: Triple, wanted: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(wanted, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(wanted, abs=5e-5)


@pytest.mark.parametrize("eyes", SEEN)
def test_players_are_told_apart(eyes: str) -> None:
    grounds = [seat.ground for seat in SEATS]
    assert min(distance(*pair, eyes) for pair in combinations(grounds, 2)) >= PLAYERS[eyes]
    least = min(
        distance(one, other, eyes)
        for one in grounds
        for other in (*grounds, *PAPERS)
        if other != one
    )
    assert least >= GROUNDED[eyes]


@pytest.mark.parametrize("eyes", SEEN)
@pytest.mark.parametrize("theme", [FLORENCE, LACRIMOSA], ids=lambda theme: theme.name)
def test_signals_are_told_apart(theme: Theme, eyes: str) -> None:
    """Changed, open to choice, on turn: each signal against the others and the grounds."""
    changed, choice, now = SIGNAL, IVORY, theme.header
    grounds = (theme.paper, theme.panel, theme.shade, theme.past, theme.row)
    plain = [
        *combinations((changed, choice, now), 2),
        # The ring of a change has an outer edge of ink.
        *product((now, theme.ink), grounds),
        *product((COST, GOOD), (theme.panel, IVORY)),
        (COST, PINK),
        # The neutral mark is a disc, like the first seat's.
        (NEUTRAL, SEATS[0].ground),
    ]
    # A cost also has a minus sign.
    helped = [*product((changed,), grounds), (COST, INK), (COST, theme.ink)]
    seen_alike = {
        f"{a} {b}": round(distance(a, b, eyes), 1)
        for pairs, least in ((plain, PLAIN), (helped, VISIBLE))
        for a, b in pairs
        if distance(a, b, eyes) < least
    }
    assert seen_alike == {}


@pytest.mark.parametrize("eyes", SEEN)
def test_a_richer_tile_is_not_taken_for_one_that_changed(eyes: str) -> None:
    """Nor for one with the plain frame, which is also thinner."""
    assert distance(RICHER, SIGNAL, eyes) >= PLAIN
    assert distance(RICHER, LACRIMOSA.ink, eyes) >= VISIBLE
    assert distance(RICHER, LACRIMOSA.tiles["land"], eyes) >= PLAIN
