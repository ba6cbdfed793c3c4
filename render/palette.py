"""The 256 colours of every file: those of the themes, and the steps between them.

A fixed palette makes a file small and quick to produce. Letters and smooth
edges need the steps between an ink and its ground, so the pairs that meet most
come first, until the table is full. Nothing here depends on a picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from render.theme import (
    COST,
    GOOD,
    INK,
    IVORY,
    NEUTRAL,
    PINK,
    SEATS,
    SIGNAL,
    WHITE,
    Colour,
    Theme,
    channels,
    mixed,
)

COLOURS: Final = 256
_COMMON: Final = (INK, SIGNAL, COST, PINK, GOOD, IVORY, WHITE, NEUTRAL)
_ICONS: Final = (
    "#DDA13A", "#8F6212", "#F5D982", "#5A4636", "#5F6B2D", "#E8BE52", "#F6D775", "#3B5A24",
    "#2E6FA8", "#6F932F", "#4B6F2E", "#6B4A2B", "#8C8674", "#7C1E2E", "#F0C24E",
)  # fmt: skip


def table(theme: Theme) -> list[int]:
    """Red, green and blue of all colours in one list of 768 figures."""
    found: dict[Colour, None] = {}
    for colour in _wanted(theme):
        if len(found) == COLOURS:
            break
        found.setdefault(colour)
    filled = list(found) + [INK] * (COLOURS - len(found))
    return [part for colour in filled for part in channels(colour)]


def _wanted(theme: Theme) -> Iterator[Colour]:
    """The plain colours first, then the steps between those that meet."""
    yield from _COMMON
    yield from (seat.ground for seat in SEATS)
    fields = msgspec.structs.asdict(theme)
    apart = {"name", "tiles", "pairs", "tall"}
    yield from (colour for name, colour in fields.items() if name not in apart)
    yield from theme.tiles.values()
    yield from (mixed(tile, WHITE, 0.28) for tile in theme.tiles.values())
    yield from _ICONS
    for shares in ((0.5,), (0.25, 0.75), (0.125, 0.375, 0.625, 0.875)):
        for one, other in _meeting(theme):
            yield from (mixed(one, other, share) for share in shares)


def _meeting(t: Theme) -> Iterator[tuple[Colour, Colour]]:
    """Pairs of colours that appear side by side, the most frequent first."""
    yield t.ink, t.panel
    yield t.panel, t.header
    yield from t.pairs
    yield t.ink, t.past
    yield t.ink2, t.panel
    yield t.past_ink, t.past
    yield t.light, t.header
    yield t.ink, SIGNAL
    yield t.heading, t.paper
    for tile in t.tiles.values():
        yield tile, IVORY
        yield tile, t.ink
    for seat in SEATS:
        yield seat.ground, seat.text
        yield seat.ground, t.panel
    yield from ((t.header2, t.panel), (t.accent, t.panel), (COST, t.panel), (GOOD, t.panel))
    yield from (("#8F6212", "#F5D982"), ("#DDA13A", t.panel), ("#8F6212", t.panel))
    yield from (("#3B5A24", t.panel), ("#2E6FA8", WHITE), ("#6F932F", t.panel))
    yield from (("#5A4636", t.panel), ("#5F6B2D", t.panel), (GOOD, t.good), (t.ink, t.field))
    yield from (("#7C1E2E", t.panel), (t.rule, t.panel), (t.ink, t.chosen), (INK, IVORY))
