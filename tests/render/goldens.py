"""What the tests of every game's pictures share: texts in their boxes, golden files."""

from __future__ import annotations

import os
import re
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, features
from PIL import __version__ as pillow

from render.canvas import Canvas
from render.typesetting import SMALLEST, _has
from tests.render import languages
from tests.render.made_up import made_up

GOLDEN = Path(__file__).parent / "golden"
ACCEPT = "MAECENAS_ACCEPT"
DRAWN_WITH = "13.0.0"
"""The version of Pillow that drew the golden pictures; others may place letters differently."""

NAMES = (
    "W" * 32,
    "孫悟空 Ñandú 🦊🦊🦊 Fernández de la V",
    "Александра-Мария Константиновна ",
    "محمد",
    "Maximiliane_von_und_zu_Hohenlohe",
)
"""Names that are as hard to typeset as any."""


def _stretched(_: str, text: str) -> str:
    """A text made longer: a sentence by a third, a term by a sixth."""
    plain = re.sub(r"{\w+}", "0", text)
    more = round(len(plain) * (0.35 if " " in plain else 0.16))
    return text + ("eei" * more)[:more]


LANGUAGES = languages.LANGUAGES | {"longer": made_up(_stretched)}
EN = languages.EN


def is_as_accepted(name: str, data: bytes, test: str) -> None:
    """Assert that a picture equals its golden file; MAECENAS_ACCEPT=1 writes it first."""
    file = GOLDEN / f"{name}.png"
    if os.environ.get(ACCEPT):
        file.write_bytes(data)
    with Image.open(file) as old, Image.open(BytesIO(data)) as new:
        before, now = old.convert("RGB"), new.convert("RGB")
    advice = f"{name} changed; look at it, then accept it by {ACCEPT}=1 pytest {test}"
    assert now.size == before.size, advice
    counts = ImageChops.difference(before.convert("L"), now.convert("L")).histogram()
    if pillow == DRAWN_WITH and features.version("freetype2") is not None:
        assert sum(counts[1:]) == 0, advice
    else:  # letters may differ, but nothing may have moved far
        assert sum(value * n for value, n in enumerate(counts)) / sum(counts) < 3, advice


MARGIN: Final = 2
"""The pixels that a text's box may reach into a mark's box, whose corners are empty."""


def faults(canvas: Canvas) -> list[str]:
    """Texts that are small, cut, outside, without glyphs, or over a text or a seat's mark."""
    wide, high = canvas.size
    found = []
    for i, one in enumerate(canvas.written):
        x0, y0, x1, y1 = one.box
        if "\N{NARROW NO-BREAK SPACE}" in one.text:
            found.append(f"a space that one of the fonts has not: {one.text}")
        if lacking := {each for each in one.text if not (each.isspace() or _has(each))}:
            found.append(f"no letters for {lacking}: {one.text}")
        if one.size < SMALLEST:
            found.append(f"small: {one.text}")
        if one.cut:
            found.append(f"cut: {one.text}")
        if x0 < 0 or y0 < 0 or x1 > wide or y1 > high:
            found.append(f"outside: {one.text}")
        for mark in canvas.marked:
            across = min(x1, mark[2]) - max(x0, mark[0])
            down = min(y1, mark[3]) - max(y0, mark[1])
            if across > MARGIN and down > MARGIN:
                found.append(f"under a mark: {one.text}")
        for other in canvas.written[i + 1 :]:
            across = min(x1, other.box[2]) - max(x0, other.box[0])
            down = min(y1, other.box[3]) - max(y0, other.box[1])
            if across > 0 and down > 1:
                found.append(f"overlap: {one.text} / {other.text}")
    return found
