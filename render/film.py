"""A whole game as one animated file: a board for each turn that changed something.

Boards are drawn a few at a time, so that a worker is soon free for other work, and
joined one by one at the end. A frame holds only what differs from the one before it,
which makes the file many times smaller and loses nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any, Final, TypeAlias

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata, getheader

from render.presentation import Picture, Scene
from render.presentations import shown
from render.words import Words

WIDTHS: Final = (1200, 1000, 800, 640, 480, 360)
"""Widths in pixels, tried in turn until the file is small enough."""

LASTS: Final = 1100
"""How long a frame is shown, in milliseconds."""

END: Final = 6000
"""How long the last frame is shown, in milliseconds."""

_SAME: Final = 255
"""The colour of unchanged pixels. Frames use the colours below it."""

_TRAILER: Final = b";"
"""The end of a GIF."""

_Box: TypeAlias = tuple[int, int, int, int]


def frames(
    game: str, edition: str | None, moments: Sequence[tuple[Any, Scene]], language: str
) -> tuple[bytes, ...]:
    """The boards of a game (from views with their scenes), scaled, as small PNG files."""
    look, words = shown(game, edition), Words.pick(language)
    return tuple(_frame(look.board(view, scene, words).data) for view, scene in moments)


def film(drawn: Sequence[bytes], limit: int, name: str, alt: str) -> Picture:
    """All frames as an animated GIF of at most `limit` bytes, as wide as that allows.

    If even the narrowest is too large, every other frame is left out. Only two frames
    are open at a time, however many there are.
    """
    kept = tuple(drawn)
    while True:
        for wide in WIDTHS:
            least = wide == WIDTHS[-1] and len(kept) == 1
            picture = _animated(kept, wide, None if least else limit, name, alt)
            if picture is not None:
                return picture
        kept = (*kept[:-1:2], kept[-1]) if len(kept) > 2 else kept[-1:]


def _opened(data: bytes) -> Image.Image:
    with Image.open(BytesIO(data)) as file:
        file.load()
        return file.copy()


def _frame(data: bytes) -> bytes:
    file = BytesIO()
    _scaled(_opened(data), WIDTHS[0]).save(file, "PNG", compress_level=3)
    return file.getvalue()


def _scaled(image: Image.Image, wide: int) -> Image.Image:
    """An image at most `wide`, never enlarged, in its own colours except the last."""
    palette = image.getpalette()
    if image.width <= wide and image.mode == "P" and palette and len(palette) <= 3 * _SAME:
        return image
    colours = Image.new("P", (1, 1))
    colours.putpalette((palette or [])[: 3 * _SAME])
    size = (min(wide, image.width), round(image.height * min(wide, image.width) / image.width))
    whole = image.convert("RGB")
    small = whole.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)
    return small.quantize(palette=colours, dither=Image.Dither.NONE)


def _animated(
    drawn: Sequence[bytes], wide: int, limit: int | None, name: str, alt: str
) -> Picture | None:
    """The frames as a GIF of that width; None as soon as it exceeds the limit."""
    data, palette = bytearray(), None
    before: Image.Image | None = None
    for number, each in enumerate(drawn, 1):
        now = _scaled(_opened(each), wide)
        lasts = END if number == len(drawn) else LASTS
        if before is None:
            header, _ = getheader(now.copy(), info={"loop": 0, "optimize": False})
            data += b"".join(header)
            palette = now.getpalette()
        data += _frame_data(before, now, lasts, own_palette=now.getpalette() != palette)
        if limit is not None and len(data) + len(_TRAILER) > limit:
            return None
        before = now
    size = (0, 0) if before is None else before.size
    return Picture(bytes(data + _TRAILER), name, alt, size)


def _frame_data(
    before: Image.Image | None, now: Image.Image, lasts: int, *, own_palette: bool
) -> bytes:
    """One frame of a GIF: only the part that differs from the frame before it."""
    box = (0, 0, *now.size)
    if before is not None:
        now, box = _change(before, now)
    parts = getdata(
        now.crop(box),
        box[:2],
        duration=lasts,
        transparency=_SAME,
        disposal=1,
        include_color_table=own_palette,
    )
    return b"".join(parts)


def _change(before: Image.Image, now: Image.Image) -> tuple[Image.Image, _Box]:
    """A frame with its unchanged pixels marked, and the box around all changes."""
    one, other = (Image.frombytes("L", each.size, each.tobytes()) for each in (before, now))
    difference = ImageChops.difference(one, other)
    change = now.copy()
    change.paste(_SAME, (0, 0), difference.point([255] + [0] * 255))
    return change, difference.getbbox() or (0, 0, 1, 1)
