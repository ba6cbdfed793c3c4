"""The head of every board: whose turn it is, the scores, what just changed.

Each game fills a `Head`; colours come from the theme of the canvas, icons from the
game's own family.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from render.canvas import Canvas
from render.theme import COST, INK, IVORY, SIGNAL, WHITE
from render.typesetting import SMALLEST, text_width
from rules.contract import Seat

HEIGHT: Final = 128
_PITCH: Final = 176
_NARROW: Final = 137
"""Pixels of width for each score chip, with up to four seats and with five."""
LEAST: Final = 27
"""The size in pixels of the smallest letters of a board, which a chat shows a third as wide."""
_LEFT: Final = 328
"""Where the seat that must decide begins, unless a game says otherwise."""
_NAME: Final = 36
"""The size in pixels at which a name must fit beside its verb; otherwise it goes above it."""
_FIGURES: Final = 760
"""How many pixels of the strip's width the figures of a change may take."""
_GAPS: Final = (17, 7)
"""Pixels between those figures, wide and narrow."""


class Change(msgspec.Struct, frozen=True):
    """A signed figure beside an icon, e.g. −600 florins; `loss` is shown in red."""

    icon: str
    text: str
    loss: bool = False


class EventLine(msgspec.Struct, frozen=True):
    """One event as a short line: the seat, a few words, signed figures.

    A `provisional` line is replaced by the line of the event that it leads to.
    """

    seat: Seat
    text: str
    changes: tuple[Change, ...]
    provisional: bool = False

    def with_change(self, change: Change) -> EventLine:
        """The line with one more figure."""
        return replace(self, changes=(*self.changes, change))


class Chip(msgspec.Struct, frozen=True):
    """A seat's points in the header.

    Attributes:
        on: the seat must decide now.
        changed: the last action changed its points.
        first: it is the first player of the round.
    """

    seat: Seat
    points: int
    on: bool = False
    changed: bool = False
    first: bool = False


class Head(msgspec.Struct, frozen=True):
    """What the header says.

    Attributes:
        stage: where the game stands, e.g. the round.
        chips: in turn order.
        active: the seats that must decide; a single one has a `name`, and may be a `computer`.
        verb: what they do.
        told: the last action and the name of who did it.
        family: the prefix of the icons of changes.
        left: where the seat that must decide begins, in pixels.
    """

    stage: str
    chips: tuple[Chip, ...]
    active: tuple[Seat, ...]
    verb: str
    name: str = ""
    computer: bool = False
    told: tuple[EventLine, str] | None = None
    family: str = ""
    left: int = _LEFT


def ground(canvas: Canvas, title: str, left: int = _LEFT) -> None:
    """The band itself with the name of the game: the part that never changes."""
    band(canvas, HEIGHT)
    canvas.text((24, 46), title, "serif", 28, WHITE, width=left - 32)


def band(canvas: Canvas, high: int) -> None:
    """A dark head with two lines under it."""
    t, (wide, _) = canvas.theme, canvas.size
    canvas.rect((0, 0, wide, high - 9), t.header)
    canvas.rect((0, high - 9, wide, high - 6), t.gold)
    canvas.rect((0, high - 6, wide, high), t.accent)


def draw(canvas: Canvas, head: Head) -> None:
    """Stage, who acts, scores in turn order, the last action."""
    stage, wide = head.stage, head.left - 32
    canvas.text((24, 90), stage, "serif", LEAST, canvas.theme.light, width=wide)
    first_chip = _chips(canvas, head.chips)
    _actor(canvas, head, first_chip - 16)
    if head.told is not None:
        _strip(canvas, head, *head.told)


def _chips(canvas: Canvas, chips: tuple[Chip, ...]) -> int:
    """Score chips in turn order, right-aligned; returns where the first begins."""
    t = canvas.theme
    pitch = _NARROW if len(chips) > 4 else _PITCH
    left = 1576 - pitch * len(chips) + 9
    for i, chip in enumerate(chips):
        x = left + i * pitch
        box = (x, 8, x + pitch - 9, 68)
        edge = IVORY if chip.on else t.chip
        canvas.panel(box, IVORY if chip.on else t.header2, edge, 2, 8)
        canvas.plate(chip.seat, x + 33, 38, 48)
        inset = 0
        if chip.first:
            inset = 24
            canvas.panel((x + 61, 14, x + 85, 38), IVORY, r=4)
            canvas.icon("first", x + 73, 26, 18)
        canvas.text(
            (x + 60 + inset + (pitch - 75 - inset) / 2, 53),
            str(chip.points),
            "sans_black",
            42,
            INK if chip.on else WHITE,
            width=pitch - 73 - inset,
            anchor="m",
        )
        if chip.changed:
            canvas.panel(box, None, SIGNAL, 4, 8)
    return left


def _actor(canvas: Canvas, head: Head, right: int) -> None:
    """The seat that must decide, large; several as a row of plates, if there is room."""
    active, x = head.active, head.left
    if len(active) > 1:
        used = 58 * len(active) + 8
        if x + used + text_width(head.verb, "serif", LEAST) <= right:
            for i, seat in enumerate(active):
                canvas.plate(seat, x + 27 + i * 58, 39, 54)
            x += used
        light = canvas.theme.light
        canvas.text((x, 52), head.verb, "serif", 30, light, width=right - x)
    elif active:
        canvas.plate(active[0], x + 34, 39, 66)
        _name(canvas, head, x + 80, right)


def _name(canvas: Canvas, head: Head, x: int, right: int) -> None:
    """The name of the seat that must decide, with what it does beside or below it."""
    light, badge = canvas.theme.light, 44 if head.computer else 0
    free = right - x - badge
    least = text_width(head.verb, "serif", LEAST) + 15
    above = text_width(head.name, "serif_bold", _NAME) + least > free
    size, y, wide = (34, 35, float(free)) if above else (44, 55, free - least)
    used = canvas.text(
        (x, y), head.name, "serif_bold", size, WHITE, width=wide, name=True, least=LEAST
    )
    if head.computer:
        canvas.icon("computer", x + used + 28, y - size * 0.34, 34, light)
    if above:
        canvas.text((x, 66), head.verb, "serif", 28, light, width=right - x)
    else:
        x += round(used) + 14 + badge
        canvas.text((x, 54), head.verb, "serif", 30, light, width=right - x)


def _strip(canvas: Canvas, head: Head, line: EventLine, name: str) -> None:
    """The gold strip: mark, name, action, and the figures that changed."""
    left = head.left + 2
    canvas.panel((left, 76, 1576, 116), SIGNAL, r=6)
    canvas.mark(line.seat, left + 26, 96, 34)
    right = changes(canvas, line.changes, (1562, 96), 30, head.family, _FIGURES) - 12
    left += 54
    free = right - left
    said = min(text_width(line.text, "sans_semi", LEAST) + 1, free * 0.7)
    used = canvas.text(
        (left, 106),
        name,
        "serif_bold",
        28,
        INK,
        width=free - said - 14,
        name=True,
        least=LEAST,
    )
    left += round(used) + 14
    canvas.text((left, 105), line.text, "sans_semi", LEAST, INK, width=right - left)


def changes(
    canvas: Canvas,
    figures: tuple[Change, ...],
    at: tuple[float, float],
    size: int,
    family: str,
    free: float,
) -> float:
    """All figures with their icons, right-aligned; returns where they begin.

    They are `size` high, or smaller where they would need more than `free` pixels.
    """
    right, y = at
    size, gap = _size(figures, size, free)
    for change in reversed(figures):
        colour = COST if change.loss else INK
        wide = text_width(change.text, "sans_black", size)
        canvas.text(
            (right, y + size * 0.35),
            change.text,
            "sans_black",
            size,
            colour,
            width=wide + 1,
            anchor="r",
        )
        icon = round(size * 1.05)
        canvas.icon(f"{family}.{change.icon}", right - wide - icon / 2 - 5, y, icon)
        right -= wide + icon + 5 + gap
    return right


def _size(figures: tuple[Change, ...], most: int, free: float) -> tuple[int, int]:
    """The height, at most `most`, at which figures fit side by side, and the gap between."""
    for size in range(most, SMALLEST - 1, -1):
        wide = sum(text_width(each.text, "sans_black", size) + size + 6 for each in figures)
        for gap in _GAPS:
            if wide + gap * len(figures) <= free:
                return size, gap
    return SMALLEST, _GAPS[-1]
