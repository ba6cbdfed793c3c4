"""Icons: original vector drawings by name, drawn once for each size and colour.

Each game has a table of its own; finished icons are cached. No text is ever part of
an icon.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from PIL import Image

from render.icons.florence import FLORENCE
from render.icons.lacrimosa import LACRIMOSA
from render.icons.pen import Pen
from render.icons.signs import SIGNS

ICONS: Final[dict[str, tuple[Callable[[Pen, str], None], str]]] = {
    **SIGNS,
    **{f"florence.{name}": drawn for name, drawn in FLORENCE.items()},
    **{f"lacrimosa.{name}": drawn for name, drawn in LACRIMOSA.items()},
}


@lru_cache(maxsize=1024)
def icon(name: str, side: int, colour: str | None = None, ghost: bool = False) -> Image.Image:
    """An icon as RGBA; `ghost` makes it a flat shape in `colour` (something absent)."""
    draw, own = ICONS[name]
    pen = Pen(side)
    draw(pen, own if colour is None or ghost else colour)
    stamp = pen.finished()
    if ghost:
        flat = Image.new("RGBA", stamp.size, colour or own)
        flat.putalpha(stamp.getchannel("A"))
        return flat
    return stamp
