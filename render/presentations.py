"""The games as people meet them: a new one adds itself to these lists."""

from __future__ import annotations

from typing import Any, Final

from render import florence
from render.lobby import Face
from render.presentation import Presentation

PRESENTATIONS: Final[dict[str, Presentation[Any]]] = {"florence": florence.presentation()}
"""Every game in pictures and words, by its id."""

FACES: Final[dict[str, Face]] = {face.game: face for face in (florence.FACE,)}
"""Every game's lobby card, by its id."""
