"""The registry of presentations: a new game adds itself to these lists."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from render import florence, lacrimosa, lobby
from render.lobby import LobbyStyle
from render.presentation import Person, Picture, Presentation
from render.words import Words
from rules.lacrimosa import HOUSE_TEXT, Edition, editions
from rules.registry import GAMES

_SHOWN: Final[dict[str, Presentation[Any]]] = {
    "florence": florence.presentation(),
    "lacrimosa": lacrimosa.presentation(Edition(HOUSE_TEXT)),
}

PRESENTATIONS: Final[dict[str, Presentation[Any]]] = {
    title: shown for title, shown in _SHOWN.items() if title in GAMES
}
"""Every game in pictures and words, with the house edition."""

_PRINTED: Final[dict[str, Callable[[str], Presentation[Any]]]] = {
    "lacrimosa": lambda edition: lacrimosa.presentation(editions.known(edition)),
}


@cache
def shown(game: str, edition: str | None) -> Presentation[Any]:
    """A game in pictures and words, in the edition that it is played with.

    Raises:
        KeyError: there is no such game, or this process does not know the edition.
    """
    return PRESENTATIONS[game] if edition is None else _PRINTED[game](edition)


LOBBY_STYLES: Final[dict[str, LobbyStyle]] = {
    style.game: style for style in (florence.LOBBY_STYLE, lacrimosa.LOBBY_STYLE)
}
"""How every game's lobby card looks, by the id of the game."""


def lobby_card(
    game: str,
    people: tuple[Person, ...],
    words: Words,
    *,
    marks: bool,
    begun: bool,
    chosen: tuple[str, ...] = (),
) -> Picture:
    """The lobby card of a game with those who have joined, in the order of joining.

    Args:
        game: its id.
        people: who has a seat.
        words: in the language of the table.
        marks: whether to show their marks, which needs seats in the order of joining.
        begun: whether the game has begun.
        chosen: the options that differ from the usual, in words.
    """
    seats = GAMES[game].seats
    return lobby.card(
        style=LOBBY_STYLES[game],
        people=people,
        limits=(seats[0], seats[-1]),
        words=words,
        marks=marks,
        begun=begun,
        chosen=chosen,
    )
