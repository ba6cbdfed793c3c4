"""Shrink a picture to a limit in bytes: first by better compression, then in pixels."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from msgspec.structs import replace
from PIL import Image

from render.presentation import Picture

UPLOAD: Final = 8 * 2**20
"""Bytes that can be uploaded to any Discord server, with a margin."""

_STEP: Final = 0.75
_NARROWEST: Final = 200


def within(picture: Picture, limit: int) -> Picture:
    """A still picture of at most `limit` bytes: the same, or as large as fits.

    It never gets narrower than 200 pixels: below that, nothing could be read.
    """
    if len(picture.data) <= limit:
        return picture
    with Image.open(BytesIO(picture.data)) as file:
        file.load()
        whole = file.copy()
    colours = whole if whole.mode == "P" else None
    fitting, wide = _packed(picture, whole), whole.width
    while len(fitting.data) > limit and wide * _STEP >= _NARROWEST:
        wide = round(wide * _STEP)
        size = (wide, round(whole.height * wide / whole.width))
        small = whole.convert("RGB").resize(size, Image.Resampling.LANCZOS)
        fitting = _packed(picture, small.quantize(palette=colours, dither=Image.Dither.NONE))
    return fitting


def _packed(picture: Picture, image: Image.Image) -> Picture:
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return replace(picture, data=file.getvalue(), size=image.size)
