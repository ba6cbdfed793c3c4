"""The list of recent events on a board: seat mark, text and figures, newest first."""

from __future__ import annotations

from render.canvas import Box, Canvas
from render.header import EventLine, changes
from render.theme import IVORY
from render.typesetting import SMALLEST, text_width
from render.words import Words

_NARROW = 400


def draw(
    canvas: Canvas, box: Box, told: tuple[EventLine, ...], family: str, words: Words
) -> None:
    """The lines that fit into a box, below its heading, or that there are none."""
    t, (x, top, right, low) = canvas.theme, box
    if not told:
        canvas.text(
            (x + 16, top + 78), words("picture.last.none"), "sans", 18, t.ink2, width=250
        )
    pitch = 74 if right - x < _NARROW else 56
    most = int((low - top - 60) // pitch)
    for i, line in enumerate(list(reversed(told))[:most]):
        _line(canvas, line, (x + 12, top + 54 + i * pitch, right - 12), pitch, family)


def _line(
    canvas: Canvas, line: EventLine, at: tuple[float, float, float], pitch: int, family: str
) -> None:
    t, (x, y, right) = canvas.theme, at
    canvas.panel((x, y, right, y + pitch - 6), IVORY, t.rule, 1, 4)
    middle = y + (pitch - 6) / 2
    canvas.mark(line.seat, x + 26, middle, 34)
    if pitch < 60:
        edge = changes(canvas, line.changes, (right - 12, middle), 21, family, (right - x) / 2)
        canvas.text(
            (x + 54, middle + 7), line.text, "sans_semi", 19, t.ink, width=edge - x - 62
        )
    elif text_width(line.text, "sans_semi", SMALLEST) <= right - x - 64:
        canvas.text(
            (x + 54, y + (28 if line.changes else 41)),
            line.text,
            "sans_semi",
            19,
            t.ink,
            width=right - x - 64,
        )
        changes(canvas, line.changes, (right - 12, y + 48), 20, family, right - x - 66)
    else:
        canvas.text(
            (x + 54, y + (21 if line.changes else 31)),
            line.text,
            "sans_semi",
            16,
            t.ink,
            width=right - x - 64,
            lines=2,
        )
        changes(canvas, line.changes, (right - 12, y + 56), 18, family, right - x - 66)
