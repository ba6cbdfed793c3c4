"""The key of symbols of any game: every icon that its pictures use, with its word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Final

import msgspec

from render.canvas import Canvas
from render.header import band
from render.presentation import Picture
from render.theme import WHITE, Colour, Theme
from render.typesetting import fitted, text_width
from render.words import Words

WIDTH: Final = 800
_MARGIN: Final = 16
_HEAD: Final = 72
_COLUMNS: Final = 3
_CELL: Final = (WIDTH - 2 * _MARGIN) // _COLUMNS
_ROW: Final = 58
_TITLE: Final = 42
"""Height in pixels of a row of symbols, and of the title of a section."""
_ICON: Final = 44
_TEXT: Final = 66
"""Pixels from the left edge of a cell to its text."""
_SIZE: Final = 21


class Symbol(msgspec.Struct, frozen=True):
    """An icon with its word.

    Attributes:
        icon: its name in `render.icons`.
        text: the id of its word.
        colour: the colour it is drawn in, if not its own.
        ground: the colour behind it, if the pictures show it on one.
    """

    icon: str
    text: str
    colour: Colour | None = None
    ground: Colour | None = None


class Section(msgspec.Struct, frozen=True):
    """Symbols that belong together; `title` is the id of their title."""

    title: str
    symbols: tuple[Symbol, ...]


class KeyStyle(msgspec.Struct, frozen=True):
    """What the key of a game contains.

    Attributes:
        game: its id.
        theme: its colours.
        sections: its icons, from top to bottom.
        seats: how many seats' marks there are.
        amounts: the icons of amounts, by the ids of their texts.
    """

    game: str
    theme: Theme
    sections: tuple[Section, ...]
    seats: int
    amounts: Mapping[str, str] = {}

    @property
    def icons(self) -> frozenset[str]:
        """The names of all icons that the key explains."""
        return frozenset(each.icon for section in self.sections for each in section.symbols)


def signs(*names: str, own: tuple[Symbol, ...] = ()) -> Section:
    """The section of signs: those that a game shares with others, then its own."""
    shared = (Symbol(name, f"symbols.sign.{name}") for name in names)
    return Section("symbols.section.signs", (*shared, *own))


def key(style: KeyStyle, words: Words) -> Picture:
    """The key of a game, 800 pixels wide: text of 21 px appears at 14 px in a chat of 550."""
    return draw(style, words).picture(f"{style.game}-symbols", alt(style, words))


def draw(style: KeyStyle, words: Words) -> Canvas:
    """The symbols in titled sections, in three columns."""
    rows = [len(section.symbols) for section in style.sections] + [style.seats]
    high = sum(_TITLE + _ROW * -(-cells // _COLUMNS) for cells in rows)
    canvas = Canvas((WIDTH, _HEAD + high + _MARGIN), style.theme)
    _head(canvas, style, words)
    y = _HEAD
    for section in style.sections:
        _title(canvas, words(section.title), y)
        y += _TITLE
        for (x, middle), each in zip(_cells(y), section.symbols, strict=False):
            _symbol(canvas, each, x, middle)
            _word(canvas, words(each.text), x, middle)
        y += _ROW * -(-len(section.symbols) // _COLUMNS)
    _title(canvas, words("symbols.section.seats"), y)
    for (x, middle), seat in zip(_cells(y + _TITLE), range(style.seats), strict=False):
        canvas.mark(seat, x + 32, middle, 40)
        _word(canvas, words(f"seat.mark.{seat}"), x, middle)
    return canvas


def _cells(top: float) -> Iterator[tuple[float, float]]:
    """The left edge and the middle of each cell, row by row."""
    for number in count():
        row, column = divmod(number, _COLUMNS)
        yield _MARGIN + column * _CELL, top + row * _ROW + _ROW / 2


def _head(canvas: Canvas, style: KeyStyle, words: Words) -> None:
    band(canvas, _HEAD)
    t, game = style.theme, words(f"game.{style.game}")
    wide = min(330.0, text_width(game, "serif", 24))
    at = (WIDTH - _MARGIN, 46)
    canvas.text(at, game, "serif", 24, t.light, width=wide + 1, anchor="r", lines=1)
    free = WIDTH - 3 * _MARGIN - wide
    canvas.text(
        (_MARGIN, 48), words("symbols.title"), "serif_bold", 34, WHITE, width=free, least=20
    )


def _title(canvas: Canvas, text: str, top: float) -> None:
    """The title of a section over a thin line."""
    t, right = canvas.theme, WIDTH - _MARGIN
    canvas.text((_MARGIN, top + 30), text, "serif_bold", 23, t.heading, width=right - _MARGIN)
    canvas.rect((_MARGIN, top + 38, right, top + 40), t.rule)


def _symbol(canvas: Canvas, symbol: Symbol, x: float, middle: float) -> None:
    if symbol.ground is not None:
        half = _ICON / 2 + 3
        box = (x + 32 - half, middle - half, x + 32 + half, middle + half)
        canvas.panel(box, symbol.ground, None, 0, 6)
    side = _ICON if symbol.ground is None else _ICON - 8
    canvas.icon(symbol.icon, x + 32, middle, side, symbol.colour)


def _word(canvas: Canvas, text: str, x: float, middle: float) -> None:
    """A word beside its symbol, on one or two lines, in the middle of its row."""
    wide = _CELL - _TEXT - 8
    size, lines = fitted(text, "sans_semi", _SIZE, wide, 2)
    pitch = round(size * 1.18)
    baseline = middle + size * 0.35 - pitch * (len(lines) - 1) / 2
    canvas.text(
        (x + _TEXT, baseline), text, "sans_semi", _SIZE, canvas.theme.ink, width=wide, lines=2
    )


def alt(style: KeyStyle, words: Words) -> str:
    """The words of the key, section by section."""
    lines = [
        (section.title, [words(each.text) for each in section.symbols])
        for section in style.sections
    ]
    lines.append(
        ("symbols.section.seats", [words(f"seat.mark.{seat}") for seat in range(style.seats)])
    )
    told = (
        words("symbols.section", title=words(title), names=words.row(names))
        for title, names in lines
    )
    return words("symbols.alt", game=words(f"game.{style.game}"), sections=" ".join(told))
