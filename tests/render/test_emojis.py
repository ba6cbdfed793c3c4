"""The emojis: one for each icon and seat, legible on every ground of a chat, plainly named."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from itertools import product
from typing import Final

import pytest
from PIL import Image, ImageColor

from render.emojis import EMOJIS, GROUNDS, NAMES, SHOWN, SIDE, drawn, png, sheet
from render.icons import ICONS
from render.theme import SEATS

VISIBLE: Final = 128
"""The least alpha, of 255, at which a pixel counts as visible."""

LEAST: Final = dict(zip(GROUNDS, (0.25, 0.25, 0.25, 0.15, 0.15), strict=True))
"""The least share of visible pixels that have a contrast of at least 3, by ground."""


@pytest.mark.parametrize("name", EMOJIS)
def test_it_is_legible_on_every_ground_of_a_chat(name: str) -> None:
    small = drawn(name).resize((SHOWN, SHOWN), Image.Resampling.LANCZOS)
    for ground, least in LEAST.items():
        behind = Image.new("RGBA", small.size, ground)
        behind.alpha_composite(small)
        visible = [
            _pixel(behind, x, y)
            for x, y in product(range(SHOWN), repeat=2)
            if _pixel(small, x, y)[3] >= VISIBLE
        ]
        seen = sum(_contrast(each, ImageColor.getrgb(ground)) >= 3 for each in visible)
        assert seen >= least * len(visible), f"{name} on {ground}: {seen} of {len(visible)}"


def _pixel(image: Image.Image, x: int, y: int) -> tuple[int, ...]:
    pixel = image.getpixel((x, y))
    assert isinstance(pixel, tuple)
    return pixel


def _contrast(one: Sequence[int], other: Sequence[int]) -> float:
    """The contrast of two colours, as WCAG 2 defines it."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Sequence[int]) -> float:
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (each / 255 for each in colour[:3])
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_icon_and_every_seat_has_one() -> None:
    assert set(NAMES) == {*ICONS, *range(len(SEATS))}


@pytest.mark.parametrize("name", EMOJIS)
def test_discord_takes_it(name: str) -> None:
    assert re.fullmatch(r"[a-z0-9_]{2,27}", name), "with its digest it has 32 characters"
    file = png(name)
    assert len(file) < 256_000
    with Image.open(BytesIO(file)) as read:
        assert (read.size, read.format) == ((SIDE, SIDE), "PNG")


@pytest.mark.parametrize("name", EMOJIS)
def test_it_fills_its_room(name: str) -> None:
    box = drawn(name).getbbox()
    assert box is not None
    assert max(box[2] - box[0], box[3] - box[1]) >= SIDE - 4


def test_the_sheet_shows_each_on_every_ground() -> None:
    shown = sheet()
    found = {
        colour for _, colour in shown.getcolors(maxcolors=shown.width * shown.height) or ()
    }
    assert {ImageColor.getrgb(ground) for ground in GROUNDS} <= found
    assert shown.width * shown.height >= len(EMOJIS) * len(GROUNDS) * SHOWN**2
