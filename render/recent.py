"""The list of recent events on a board: seat mark, text and figures, newest first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from render.canvas import Box, Canvas
from render.header import LEAST, Change, EventLine, changes
from render.theme import IVORY
from render.typesetting import fitted, text_width
from render.words import Words

_ROW: Final = 32
"""Pixels of height of a line of text or figures."""

_MARK: Final = 50
"""Pixels of width that a seat's mark takes."""

_GAP: Final = 14
_LINES: Final = 3


def draw(
    canvas: Canvas, box: Box, told: tuple[EventLine, ...], family: str, words: Words
) -> None:
    """The lines that fit into a box, below its heading, or that there are none."""
    t, (x, top, right, low) = canvas.theme, box
    x, right, y = x + 12, right - 12, top + 60
    if not told:
        none = words("picture.last.none")
        canvas.text(
            (x + 4, top + 92), none, "sans", LEAST, t.ink2, width=right - x - 8, lines=2
        )
    for line in reversed(told):
        text = fitted(line.text, "sans_semi", LEAST, right - x - _MARK - 8, _LINES)[1]
        figures = list(_figures(line.changes, right - x - _MARK - 8))
        high = (len(text) + len(figures)) * _ROW + 18
        if y + high > low - 8:
            return
        _line(canvas, line, figures, (x, y, right, y + high), family)
        y += high + 8


def _figures(figures: tuple[Change, ...], wide: float) -> Iterator[tuple[Change, ...]]:
    """Figures in rows that are no wider than `wide`."""
    row: tuple[Change, ...] = ()
    free = wide
    for change in figures:
        used = text_width(change.text, "sans_black", LEAST) + LEAST + 6 + _GAP
        if row and used > free:
            yield row
            row, free = (), wide
        row, free = (*row, change), free - used
    if row:
        yield row


def _line(
    canvas: Canvas, line: EventLine, figures: list[tuple[Change, ...]], box: Box, family: str
) -> None:
    t, (x, y, right, low) = canvas.theme, box
    canvas.panel(box, IVORY, t.rule, 1, 4)
    canvas.mark(line.seat, x + 27, (y + low) / 2, 36)
    canvas.text(
        (x + _MARK, y + 34),
        line.text,
        "sans_semi",
        LEAST,
        t.ink,
        width=right - x - _MARK - 8,
        lines=_LINES,
    )
    first = low - 9 - _ROW * len(figures)
    for i, row in enumerate(figures):
        at = (right - 10, first + (i + 0.5) * _ROW)
        changes(canvas, row, at, LEAST, family, right - x - _MARK)
