"""The sheet that every picture is drawn on: letters, shapes, stamps, the file.

All fonts are loaded here and all files are encoded here. Every text has a box:
it shrinks to fit, breaks where it may, and only names are cut. Each canvas
keeps a note of the texts on it, so that tests can find collisions.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from math import modf
from pathlib import Path
from typing import Final, Literal, TypeAlias

import font_source_sans_pro
import font_source_serif_pro
import msgspec
from PIL import Image, ImageDraw, ImageFont

from render.icons import icon
from render.icons.pen import OVERSAMPLED
from render.lengths import ALT, clipped
from render.marks import mark, plate
from render.palette import table
from render.presentation import Picture
from render.theme import IVORY, SIGNAL, THEMES, WHITE, Colour, Theme

Face: TypeAlias = Literal["serif", "serif_bold", "sans", "sans_semi", "sans_bold", "sans_black"]
Anchor: TypeAlias = Literal["l", "m", "r"]
Box: TypeAlias = tuple[float, float, float, float]

SMALLEST: Final = 15
"""Texts are never smaller, in pixels."""
_FILES: Final[dict[Face, str]] = {
    "serif": f"{font_source_serif_pro.font_directory}/SourceSerifPro-Semibold.ttf",
    "serif_bold": f"{font_source_serif_pro.font_directory}/SourceSerifPro-Bold.ttf",
    "sans": f"{font_source_sans_pro.font_directory}/SourceSansPro-Regular.ttf",
    "sans_semi": f"{font_source_sans_pro.font_directory}/SourceSansPro-Semibold.ttf",
    "sans_bold": f"{font_source_sans_pro.font_directory}/SourceSansPro-Bold.ttf",
    "sans_black": f"{font_source_sans_pro.font_directory}/SourceSansPro-Black.ttf",
}
_ELLIPSIS: Final = "…"
_NO_CHARACTER: Final = "\U0010ffff"


class Written(msgspec.Struct, frozen=True):
    """A text on a canvas: where it stands, its size, and whether it was cut."""

    text: str
    box: tuple[int, int, int, int]
    size: int
    cut: bool


@lru_cache(maxsize=128)
def font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """A font at a size in pixels; the basic layout is enough for these scripts."""
    return ImageFont.truetype(Path(_FILES[face]), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _has(character: str) -> bool:
    """Whether both families can show a character."""
    for face in ("serif_bold", "sans_semi"):
        letters = font(face, 32)
        missing = bytes(letters.getmask(_NO_CHARACTER))
        if bytes(letters.getmask(character)) == missing:
            return False
    return True


@lru_cache(maxsize=1024)
def legible(name: str, otherwise: str) -> str:
    """A person's name without the glyphs that the fonts lack.

    If fewer than two letters or figures are left, it is `otherwise`.
    """
    kept = "".join(
        " " if character.isspace() else character
        for character in unicodedata.normalize("NFC", name)
        if character.isspace()
        or (unicodedata.category(character)[0] not in "CM" and _has(character))
    )
    if sum(character.isalnum() for character in kept) < 2:
        return otherwise
    return " ".join(kept.split())


@lru_cache(maxsize=4096)
def width(text: str, face: Face, size: int) -> float:
    """How wide a text would be, in pixels."""
    letters = font(face, size)
    if text.endswith(_ELLIPSIS):  # its kerning pulls the advance back under the dots
        return max(letters.getlength(text), letters.getbbox(text)[2])
    return letters.getlength(text)


@lru_cache(maxsize=4096)
def fitted(
    text: str, face: Face, size: int, room: float, lines: int, least: int = SMALLEST
) -> tuple[int, list[str]]:
    """The largest size, `size` to `least`, at which a text fits, and its lines."""
    for smaller in range(size, least - 1, -1):
        for count in range(1, lines + 1):
            broken = _broken(text, face, smaller, room)
            if len(broken) <= count:
                return smaller, broken
    last = _broken(" ".join(_pieces(text, face, least, room)), face, least, room)
    kept, rest = last[: lines - 1], " ".join(last[lines - 1 :])
    while rest and width(rest.rstrip() + _ELLIPSIS, face, least) > room:
        rest = rest[:-1]
    return least, [*kept, rest.rstrip() + _ELLIPSIS]


def _pieces(text: str, face: Face, size: int, room: float) -> Iterator[str]:
    """The words of a text, those that no line can hold in parts that one can."""
    for word in text.split(" "):
        rest = word
        while width(rest, face, size) > room and (most := _most(rest, face, size, room)):
            yield rest[:most]
            rest = rest[most:]
        yield rest


def _most(word: str, face: Face, size: int, room: float) -> int:
    """How many letters of a word fit, one at least, if any can be taken away."""
    ends = range(2, len(word))
    fits = bisect(ends, room, key=lambda end: width(word[:end], face, size))
    return fits + 1 if len(word) > 1 else 0


def _broken(text: str, face: Face, size: int, room: float) -> list[str]:
    """Lines no wider than `room`; a single wide word makes too many lines."""
    lines = [""]
    for word in text.split(" "):
        tried = f"{lines[-1]} {word}" if lines[-1] else word
        if width(tried, face, size) <= room:
            lines[-1] = tried
        elif width(word, face, size) > room:
            return [*lines, word, *[""] * 9] if lines[-1] else [word, *[""] * 9]
        else:
            lines.append(word)
    return lines


@lru_cache(maxsize=512)
def _corners(r: int, line: int) -> Image.Image:
    """The mask of a disc (line 0) or ring of radius `r`, smooth."""
    side = 2 * r * OVERSAMPLED
    mask = Image.new("L", (side, side), 0)
    pen = ImageDraw.Draw(mask)
    pen.ellipse((0, 0, side - 1, side - 1), fill=255)
    if 0 < line < r:  # a line as thick as the corner fills it
        inset = line * OVERSAMPLED
        pen.ellipse((inset, inset, side - 1 - inset, side - 1 - inset), fill=0)
    return mask.resize((2 * r, 2 * r), Image.Resampling.LANCZOS)


@lru_cache(maxsize=512)
def _quarters(r: int, line: int) -> tuple[Image.Image, ...]:
    """The four corners of such a mask: top left, lower left, top right, lower right."""
    mask = _corners(r, line)
    return tuple(mask.crop((left, top, left + r, top + r)) for left in (0, r) for top in (0, r))


@lru_cache(maxsize=2048)
def _letters(
    text: str, face: Face, size: int, start: tuple[float, float]
) -> tuple[Image.Image | None, tuple[int, int]]:
    """The mask of a text, and where it stands from the whole pixel before its baseline.

    `start` is the part of a pixel by which it is moved; None: there is no ink in it.
    """
    drawn, offset = font(face, size).getmask2(text, "L", anchor="ls", start=start)
    if not all(drawn.size):
        return None, (0, 0)
    return Image.frombytes("L", drawn.size, bytes(drawn)), (int(offset[0]), int(offset[1]))


class Canvas:
    """A picture being drawn. Coordinates are pixels from the top left."""

    def __init__(self, size: tuple[int, int], theme: Theme) -> None:
        self.theme = theme
        self.image = Image.new("RGB", size, theme.paper)
        self.pen = ImageDraw.Draw(self.image)
        self.written: list[Written] = []

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.size

    def copy(self) -> Canvas:
        """A canvas of its own that starts as this one stands."""
        twin: Canvas = object.__new__(Canvas)
        twin.theme = self.theme
        twin.image = self.image.copy()
        twin.pen = ImageDraw.Draw(twin.image)
        twin.written = list(self.written)
        return twin

    # ---- letters

    def text(
        self,
        at: tuple[float, float],
        text: str,
        face: Face,
        size: int,
        fill: Colour,
        *,
        room: float,
        anchor: Anchor = "l",
        lines: int = 1,
        name: bool = False,
    ) -> float:
        """A text at a baseline, in a box `room` wide; answers its width.

        With several lines `at` is the baseline of the first. A person's `name` is
        cut before it gets much smaller, which is no fault.
        """
        least = max(SMALLEST, round(size * 0.6)) if name else SMALLEST
        chosen, broken = fitted(text, face, size, room, lines, least)
        cut = broken[-1].endswith(_ELLIPSIS) and not text.endswith(_ELLIPSIS)
        widest = 0.0
        for i, line in enumerate(broken):
            y = at[1] + i * round(chosen * 1.18)
            long = width(line, face, chosen)
            x = at[0] - {"l": 0.0, "m": long / 2, "r": long}[anchor]
            self._write(x, y, line, face, chosen, fill)
            top = round(y - chosen * 0.72)
            box = (round(x), top, round(x + long), round(y + chosen * 0.05))
            self.written.append(Written(line, box, chosen, cut and not name))
            widest = max(widest, long)
        return widest

    def _write(
        self, x: float, y: float, line: str, face: Face, size: int, fill: Colour
    ) -> None:
        (dx, left), (dy, top) = modf(x), modf(y)
        mask, offset = _letters(line, face, size, (dx, dy))
        if mask is not None:
            self.image.paste(fill, (int(left) + offset[0], int(top) + offset[1]), mask)

    # ---- shapes

    def rect(self, box: Box, fill: Colour) -> None:
        """A filled rectangle, right and lower edge outside it, never thinner than a pixel."""
        x0, y0, x1, y1 = map(round, box)
        self.pen.rectangle((x0, y0, max(x0, x1 - 1), max(y0, y1 - 1)), fill=fill)

    def panel(
        self,
        box: Box,
        fill: Colour | None,
        edge: Colour | None = None,
        line: int = 2,
        r: int = 6,
    ) -> None:
        """A rectangle with smooth round corners, filled, framed inside, or both."""
        if edge is not None and fill is not None:
            self._round(box, edge, r, 0)
            x0, y0, x1, y1 = box
            inner = (x0 + line, y0 + line, x1 - line, y1 - line)
            self._round(inner, fill, max(r - line, 0), 0)
        elif fill is not None:
            self._round(box, fill, r, 0)
        elif edge is not None:
            self._round(box, edge, r, line)

    def _round(self, box: Box, colour: Colour, r: int, line: int) -> None:
        x0, y0, x1, y1 = map(round, box)
        r = min(r, (x1 - x0) // 2, (y1 - y0) // 2)
        if line:
            self.rect((x0 + r, y0, x1 - r, y0 + line), colour)
            self.rect((x0 + r, y1 - line, x1 - r, y1), colour)
            self.rect((x0, y0 + r, x0 + line, y1 - r), colour)
            self.rect((x1 - line, y0 + r, x1, y1 - r), colour)
        else:
            self.rect((x0 + r, y0, x1 - r, y1), colour)
            self.rect((x0, y0 + r, x1, y1 - r), colour)
        if r:
            places = ((x0, y0), (x0, y1 - r), (x1 - r, y0), (x1 - r, y1 - r))
            for at, part in zip(places, _quarters(r, line), strict=True):
                self.image.paste(colour, at, part)

    def disc(self, x: float, y: float, r: int, fill: Colour) -> None:
        """A smooth filled circle."""
        left, top = round(x) - r, round(y) - r
        mask = _corners(r, 0)
        self.image.paste(fill, (left, top, left + 2 * r, top + 2 * r), mask)

    def line(self, points: list[tuple[float, float]], fill: Colour, line: int = 1) -> None:
        """A line through points."""
        self.pen.line(points, fill=fill, width=line, joint="curve")

    def smooth(
        self, points: list[tuple[float, float]], fill: Colour, line: float | None = None
    ) -> None:
        """A smooth polygon, or with `line` a smooth line that wide."""
        pad = 2 + round(line or 0)
        x0 = round(min(x for x, _ in points)) - pad
        y0 = round(min(y for _, y in points)) - pad
        x1 = round(max(x for x, _ in points)) + pad
        y1 = round(max(y for _, y in points)) + pad
        mask = Image.new("L", ((x1 - x0) * OVERSAMPLED, (y1 - y0) * OVERSAMPLED), 0)
        pen = ImageDraw.Draw(mask)
        large = [((x - x0) * OVERSAMPLED, (y - y0) * OVERSAMPLED) for x, y in points]
        if line is None:
            pen.polygon(large, fill=255)
        else:
            pen.line(large, fill=255, width=round(line * OVERSAMPLED), joint="curve")
        small = mask.resize((x1 - x0, y1 - y0), Image.Resampling.BOX)
        self.image.paste(fill, (x0, y0, x1, y1), small)

    def dashed(self, box: Box, edge: Colour, line: int = 2, dash: int = 9) -> None:
        """A dashed frame: something free or still to come."""
        x0, y0, x1, y1 = map(round, box)
        for x in range(x0, x1, dash * 2):
            end = min(x + dash, x1)
            self.rect((x, y0, end, y0 + line), edge)
            self.rect((x, y1 - line, end, y1), edge)
        for y in range(y0, y1, dash * 2):
            end = min(y + dash, y1)
            self.rect((x0, y, x0 + line, end), edge)
            self.rect((x1 - line, y, x1, end), edge)

    # ---- stamps

    def icon(
        self,
        name: str,
        x: float,
        y: float,
        side: int,
        colour: Colour | None = None,
        *,
        ghost: bool = False,
    ) -> None:
        """An icon centred on a point."""
        self.stamp(icon(name, side, colour, ghost), x, y)

    def mark(self, seat: int | None, x: float, y: float, side: int) -> None:
        """A seat's mark centred on a point."""
        self.stamp(mark(seat, side), x, y)

    def plate(self, seat: int | None, x: float, y: float, side: int) -> None:
        """A seat's mark on an ivory plate, centred on a point."""
        self.stamp(plate(seat, side), x, y)

    def stamp(self, stamp: Image.Image, x: float, y: float) -> None:
        """A transparent image centred on a point."""
        at = (round(x - stamp.width / 2), round(y - stamp.height / 2))
        self.image.paste(stamp, at, stamp)

    # ---- emphasis

    def changed(self, box: Box, ink: Colour, r: int = 8, gap: int = 1) -> None:
        """The ring of what the last action changed: gold, with ink outside."""
        x0, y0, x1, y1 = box
        out = 5 + gap
        self.panel(
            (x0 - out - 2, y0 - out - 2, x1 + out + 2, y1 + out + 2), None, ink, 2, r + 4
        )
        self.panel((x0 - out, y0 - out, x1 + out, y1 + out), None, SIGNAL, 5, r + 2)

    def number(self, n: int, x: float, y: float, r: int, ink: Colour, ground: Colour) -> None:
        """The number of a choice: a disc with the figure of its button."""
        self.disc(x, y, r, ink)
        self.disc(x, y, r - 3, ground)
        size = round(r * (1.15 if n < 100 else 0.9))
        self.text((x, y + size * 0.35), str(n), "sans_black", size, ink, room=4 * r, anchor="m")

    # ---- the file

    def picture(self, name: str, alt: str) -> Picture:
        """The finished picture; `name` without an ending, `alt` cut where it must be."""
        return Picture(self.png(), f"{name}.png", clipped(alt, ALT), self.size)

    def png(self) -> bytes:
        """The picture in its 256 colours as a PNG file."""
        small = self.image.quantize(palette=_palette(self.theme.name), dither=Image.Dither.NONE)
        file = BytesIO()
        small.save(file, "PNG", compress_level=3)  # 5 takes half as long again for a tenth
        return file.getvalue()


@lru_cache(maxsize=8)
def _palette(theme: str) -> Image.Image:
    holder = Image.new("P", (1, 1))
    holder.putpalette(table(THEMES[theme]))
    return holder


__all__ = ["IVORY", "WHITE", "Canvas", "Written", "fitted", "font", "legible", "width"]
