"""A whole game as one animated file: a board for each turn that changed something.

Boards are drawn a few at a time, so that a worker is soon free for others, and put
together at the end. A frame holds only what differs from the one before it, which
makes the file many times smaller and loses nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any, Final

from PIL import Image, ImageChops

from render.presentation import Picture, Scene
from render.presentations import shown
from render.words import Words

WIDTHS: Final = (1200, 1000, 800, 640, 480, 360)
"""Widths in pixels that are tried in turn until the file is small enough."""

LASTS: Final = 1100
"""How long a frame is shown, in milliseconds."""

END: Final = 6000
"""How long the last frame is shown, in milliseconds."""

_SAME: Final = 255
"""The colour that means: as before. The frames use those below it."""


def frames(
    game: str, edition: str | None, moments: Sequence[tuple[Any, Scene]], language: str
) -> tuple[bytes, ...]:
    """Boards of a game (views with their scenes), scaled, each as a small PNG file."""
    look, words = shown(game, edition), Words.pick(language)
    return tuple(_frame(look.board(view, scene, words).data) for view, scene in moments)


def film(drawn: Sequence[bytes], limit: int, name: str, alt: str) -> Picture:
    """All frames as an animated GIF of at most `limit` bytes, as wide as that allows.

    Where even the narrowest is too large, every other frame is left out.
    """
    kept = tuple(drawn)
    while True:
        for wide in WIDTHS:
            images = [_scaled(_opened(each), wide) for each in kept]
            data = _animated(images)
            if len(data) <= limit or (wide == WIDTHS[-1] and len(kept) == 1):
                return Picture(data, name, alt, images[0].size)
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
    """An image in its own colours but the last, no wider than it was."""
    palette = image.getpalette()
    if image.width <= wide and image.mode == "P" and palette and len(palette) <= 3 * _SAME:
        return image
    colours = Image.new("P", (1, 1))
    colours.putpalette((palette or [])[: 3 * _SAME])
    size = (min(wide, image.width), round(image.height * min(wide, image.width) / image.width))
    whole = image.convert("RGB")
    small = whole.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)
    return small.quantize(palette=colours, dither=Image.Dither.NONE)


def _animated(images: Sequence[Image.Image]) -> bytes:
    first, *rest = images
    changes = [_change(*pair) for pair in zip(images, rest, strict=False)]
    file = BytesIO()
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=changes,
        duration=[LASTS] * len(changes) + [END],
        loop=0,
        optimize=False,
        transparency=_SAME,
        disposal=1,
    )
    return file.getvalue()


def _change(before: Image.Image, now: Image.Image) -> Image.Image:
    """A frame with the mark of what is as before wherever nothing has changed."""
    one, other = (Image.frombytes("L", each.size, each.tobytes()) for each in (before, now))
    same = ImageChops.difference(one, other).point([255] + [0] * 255)
    change = now.copy()
    change.paste(_SAME, (0, 0), same)
    return change
