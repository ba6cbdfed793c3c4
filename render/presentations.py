"""The games as people meet them: a new one adds itself to these lists."""

from __future__ import annotations

from typing import Any, Final

from render import florence, lacrimosa
from render.lobby import Face
from render.presentation import Presentation
from rules.games import GAMES
from rules.lacrimosa import HOUSE_TEXT, Edition

_SHOWN: Final[dict[str, Presentation[Any]]] = {
    "florence": florence.presentation(),
    "lacrimosa": lacrimosa.presentation(Edition(HOUSE_TEXT)),
}

PRESENTATIONS: Final[dict[str, Presentation[Any]]] = {
    title: shown for title, shown in _SHOWN.items() if title in GAMES
}
"""Every game of the house in pictures and words, by its id."""

FACES: Final[dict[str, Face]] = {face.game: face for face in (florence.FACE, lacrimosa.FACE)}
"""Every game's lobby card, by its id."""
