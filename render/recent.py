"""The list of recent events on a board: seat mark, text and figures, newest first."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from render.canvas import Box, Canvas
from render.header import LEAST, Change, EventLine, changes
from render.theme import IVORY
from render.typesetting import fitted, text_width
from render.words import Words

_Figures: TypeAlias = tuple[Change, ...]

_ROW: Final = 32
"""Pixels of height of a line of text or figures."""

_MARK: Final = 50
"""Pixels of width that a seat's mark takes."""

_GAP: Final = 14
_LINES: Final = 3


class _Entry(msgspec.Struct, frozen=True):
    """How an event is set: its figures in rows, the first of them beside the text or not."""

    line: EventLine
    rows: tuple[_Figures, ...]
    beside: bool
    high: int


def draw(
    canvas: Canvas, box: Box, told: tuple[EventLine, ...], family: str, words: Words
) -> None:
    """The lines that fit into a box, below its heading, or that there are none."""
    t, (x, top, right, low) = canvas.theme, box
    x, right, y = x + 12, right - 12, top + 60
    if not told:
        none = words("picture.last.none")
        wide = right - x - 8
        canvas.text((x + 4, top + 92), none, "sans", LEAST, t.ink2, width=wide, lines=2)
    for line in reversed(told):
        entry = _entry(line, right - x - _MARK - 8)
        if y + entry.high > low - 8:
            return
        _draw(canvas, entry, (x, y, right, y + entry.high), family)
        y += entry.high + 8


def _entry(line: EventLine, wide: float) -> _Entry:
    """Figures stand beside a text of one line if both fit, otherwise below it."""
    lines = len(fitted(line.text, "sans_semi", LEAST, wide, _LINES)[1])
    rows = _rows(line.changes, wide)
    used = text_width(line.text, "sans_semi", LEAST) + sum(map(_width, line.changes))
    beside = lines == 1 == len(rows) and used + _GAP <= wide
    return _Entry(line, rows, beside, (lines + len(rows) - beside) * _ROW + 18)


def _width(change: Change) -> float:
    return text_width(change.text, "sans_black", LEAST) + LEAST + 6 + _GAP


def _rows(figures: _Figures, wide: float) -> tuple[_Figures, ...]:
    """Figures in rows that are no wider than `wide`."""
    rows: list[_Figures] = []
    free = 0.0
    for change in figures:
        used = _width(change)
        if rows and used <= free:
            rows[-1] = (*rows[-1], change)
            free -= used
        else:
            rows.append((change,))
            free = wide - used
    return tuple(rows)


def _draw(canvas: Canvas, entry: _Entry, box: Box, family: str) -> None:
    t, (x, y, right, low) = canvas.theme, box
    wide = right - x - _MARK - 8
    canvas.panel(box, IVORY, t.rule, 1, 4)
    canvas.mark(entry.line.seat, x + 27, (y + low) / 2, 36)
    text = entry.line.text
    canvas.text((x + _MARK, y + 34), text, "sans_semi", LEAST, t.ink, width=wide, lines=_LINES)
    first = low - 9 - _ROW * len(entry.rows)
    for i, row in enumerate(entry.rows):
        changes(canvas, row, (right - 10, first + (i + 0.5) * _ROW), LEAST, family, wide)
