"""The title card of a lobby, drawn in a worker: nothing here needs Discord."""

from __future__ import annotations

from render import lobby
from render.presentation import Person, Picture
from render.presentations import FACES
from render.words import Words
from rules.games import GAMES


def drawn(game: str, people: tuple[Person, ...], language: str, settled: bool) -> Picture:
    """The card of a game with those who have joined, in the order of joining.

    Args:
        game: its id.
        people: who has a seat.
        language: of the table.
        settled: whether seats stay in the order of joining.
    """
    seats = GAMES[game].seats
    limits = (seats[0], seats[-1])
    return lobby.card(FACES[game], people, limits, Words(language), settled=settled)
