"""The list of recent events on a board: seat mark, text and figures, newest first."""

from __future__ import annotations

from typing import Final

from render.canvas import Box, Canvas
from render.header import LEAST, Change, EventLine, changes
from render.theme import IVORY
from render.typesetting import fitted, text_width
from render.words import Words

GAP: Final = 8
"""Pixels between two events."""
_SIGN: Final = 58
"""Pixels of width before the text."""
_LINES: Final = 4
_PITCH: Final = 32
"""The most lines of a text, and the pixels from one line to the next."""


def draw(
    canvas: Canvas, box: Box, told: tuple[EventLine, ...], family: str, words: Words
) -> float:
    """The events that fit into a box, below its heading; returns where they end."""
    x, top, right, low = box
    y, wide = top + 60, right - x - 24
    if not told:
        none, ink = words("picture.last.none"), canvas.theme.ink2
        canvas.text((x + 16, top + 94), none, "sans", LEAST, ink, width=wide)
        y += 40
    for line in reversed(told):
        high = height(line, wide)
        if y + high > low:
            break
        entry(canvas, line, (x + 12, y, right - 12), family)
        y += high
    return y


def height(line: EventLine, wide: float) -> int:
    """The height of an event in a list in pixels, with the gap below it."""
    lines, rows = _lines(line, wide), _rows(line, wide)
    count = len(lines) + len(rows) - _is_beside(lines, rows, wide)
    return 24 + _PITCH * count + GAP


def _lines(line: EventLine, wide: float) -> list[str]:
    _, lines = fitted(line.text, "sans_semi", LEAST, wide - _SIGN - 12, _LINES, LEAST)
    return lines


def _rows(line: EventLine, wide: float) -> list[tuple[Change, ...]]:
    """The figures of an event, with as many on each line as fit."""
    rows: list[tuple[Change, ...]] = []
    for change in line.changes:
        if rows and _long((*rows[-1], change)) <= wide - _SIGN - 12:
            rows[-1] = (*rows[-1], change)
        else:
            rows.append((change,))
    return rows


def _long(figures: tuple[Change, ...]) -> float:
    """The width of figures side by side."""
    return sum(text_width(each.text, "sans_black", LEAST) + LEAST + 13 for each in figures)


def _is_beside(lines: list[str], rows: list[tuple[Change, ...]], wide: float) -> bool:
    """Whether all figures fit beside a text of one line."""
    if len(lines) > 1 or len(rows) != 1:
        return False
    used = text_width(lines[0], "sans_semi", LEAST) + _long(rows[0])
    return used <= wide - _SIGN - 30


def entry(
    canvas: Canvas,
    line: EventLine,
    at: tuple[float, float, float],
    family: str,
    icon: str | None = None,
) -> None:
    """An event at `at` (left, top, right), with `icon` instead of the mark if it is given."""
    t, (x, y, right) = canvas.theme, at
    wide = right - x
    lines, rows, low = _lines(line, wide), _rows(line, wide), y + height(line, wide) - GAP
    canvas.panel((x, y, right, low), IVORY, t.rule, 1, 5)
    middle = (y + low) / 2
    if icon is None:
        canvas.mark(line.seat, x + 29, middle, 36)
    else:
        canvas.icon(icon, x + 29, middle, 40)
    for i, each in enumerate(lines):
        start = (x + _SIGN, y + 37 + _PITCH * i)
        canvas.text(start, each, "sans_semi", LEAST, t.ink, width=wide - _SIGN)
    for i, row in enumerate(reversed(rows)):
        start = (right - 12, low - 28 - _PITCH * i)
        changes(canvas, row, start, LEAST, family, wide - _SIGN - 12)
