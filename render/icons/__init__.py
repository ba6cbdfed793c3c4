"""Icons: original vector drawings by name, drawn once for each size and colour.

Each game has its own table; finished icons are cached. No text is ever part of an
icon.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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


def of_choice(game: str, path: tuple[object, ...], kinds: Mapping[str, str]) -> str | None:
    """The name of the icon of a choice: that of what is chosen, or of its kind of action.

    Args:
        game: the game's id.
        path: the tag of an action with the leading fields that the choice sets.
        kinds: the icons of kinds of actions, by tag, without the game.
    """
    tag, *fields = path
    named = (f"{game}.{field}" for field in reversed(fields))
    found = next((each for each in named if each in ICONS), None)
    return found or (f"{game}.{kinds[str(tag)]}" if str(tag) in kinds else None)
