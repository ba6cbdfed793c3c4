"""How well computer players play: the level of a new table, and levels of old games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.store.rows import SeatRow
from rules.opponents import LEVELS

LEVEL: Final = "opponents"
"""The table option with the level at which the next computer player sits down."""

EASIEST: Final = LEVELS[0]
"""The level of a person's first game, and of a decision at which another level fails."""

DEFAULT: Final = "adept"
"""The level of new tables and of stand-ins: worth beating, and quick to answer.

A person who has finished a game of this kind gets it. In a first game people learn the rules,
so that game begins with the easiest level.
"""


def known(level: str) -> str:
    """The level at which a computer player plays, from the stored level.

    A level that this release does not know counts as the easiest.
    """
    return level if level in LEVELS else EASIEST


def of_opponents(seats: Iterable[SeatRow], default: str = DEFAULT) -> str:
    """The level of the first computer player at a table; `default` if there is none.

    A stand-in plays at the level that the table has chosen for its computer players.
    """
    return next((row.level for row in seats if row.level is not None), default)
