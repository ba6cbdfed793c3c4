"""The daybook: one line of the log for each click and each command.

It says what was asked, of which game, how far that is, and how long the answer took:
never who asked, what was chosen, or anything of a hand.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Literal

from bot.house import House
from bot.store.rows import GameId

_log = logging.getLogger(__name__)


class Line:
    """A line that is being written.

    Attributes:
        game: what it is about; 0: no game.
        end: how it ended: done, late, fault, cancelled, or the id of a refusal.
    """

    def __init__(self, game: GameId) -> None:
        self.game = game
        self.end = "done"
        self._began = perf_counter()
        self._first: int | None = None

    def acknowledged(self) -> None:
        """The person has seen a first answer."""
        self._first = self.passed

    @property
    def passed(self) -> int:
        """Whole milliseconds since it came."""
        return round((perf_counter() - self._began) * 1000)

    @property
    def first(self) -> int | str:
        """Milliseconds until the first answer."""
        return "-" if self._first is None else self._first


@contextmanager
def line(
    bot: House, what: Literal["click", "command"], verb: str, game: GameId = 0
) -> Iterator[Line]:
    """Write a line at the end of the block, however that comes.

    `entry` is the latest entry of the game then, where the game is in memory.
    """
    new = Line(game)
    try:
        yield new
    except BaseException:
        new.end = "cancelled"
        raise
    finally:
        _log.info(
            "%s verb=%s game=%s entry=%s first_ms=%s ms=%s end=%s",
            *(what, verb, new.game or "-", _entry(bot, new.game), new.first, new.passed),
            new.end,
        )


def _entry(bot: House, game: GameId) -> int | str:
    number = bot.tables.number(game) if game else None
    return "-" if number is None else number
