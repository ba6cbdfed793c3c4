"""The games as people meet them: a new one adds itself to these lists."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from render import florence, lacrimosa
from render.lobby import Face
from render.presentation import Presentation
from rules.games import GAMES
from rules.lacrimosa import HOUSE_TEXT, Edition, editions

_SHOWN: Final[dict[str, Presentation[Any]]] = {
    "florence": florence.presentation(),
    "lacrimosa": lacrimosa.presentation(Edition(HOUSE_TEXT)),
}

PRESENTATIONS: Final[dict[str, Presentation[Any]]] = {
    title: shown for title, shown in _SHOWN.items() if title in GAMES
}
"""Every game of the house in pictures and words, with the house's edition."""

_PRINTED: Final[dict[str, Callable[[str], Presentation[Any]]]] = {
    "lacrimosa": lambda edition: lacrimosa.presentation(editions.known(edition)),
}


@cache
def shown(game: str, edition: str | None) -> Presentation[Any]:
    """A game in pictures and words, with the edition that it is played with.

    Raises:
        KeyError: there is no such game, or this process does not know the edition.
    """
    return PRESENTATIONS[game] if edition is None else _PRINTED[game](edition)


FACES: Final[dict[str, Face]] = {face.game: face for face in (florence.FACE, lacrimosa.FACE)}
"""Every game's lobby card, by its id."""
