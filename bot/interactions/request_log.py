"""The request log: one line for each click and each command.

It says what was asked, of which game, how far that is, and how long the answer took:
never who asked, what was chosen, or anything of a hand.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Literal

from bot.interactions.client import Client
from bot.store.rows import GameId

_log = logging.getLogger(__name__)


class LoggedRequest:
    """What the log will say of one request.

    Attributes:
        game: what it is about; 0: no game.
        outcome: done, late, fault, cancelled, or the id of a refusal.
    """

    def __init__(self, game: GameId) -> None:
        self.game = game
        self.outcome = "done"
        self._began = perf_counter()
        self._acknowledged: int | None = None

    def acknowledged(self) -> None:
        """Note when the person has seen a first answer."""
        self._acknowledged = self.elapsed

    @property
    def elapsed(self) -> int:
        """Whole milliseconds since the request came."""
        return round((perf_counter() - self._began) * 1000)

    @property
    def first(self) -> int | str:
        """Milliseconds until the first answer, "-" if there was none."""
        return "-" if self._acknowledged is None else self._acknowledged


@contextmanager
def logged(
    bot: Client, kind: Literal["click", "command"], verb: str, game: GameId = 0
) -> Iterator[LoggedRequest]:
    """Log a request when the block ends, however it ends.

    `entry` is the latest entry of the game then, where the game is in memory.
    """
    record = LoggedRequest(game)
    try:
        yield record
    except BaseException:
        record.outcome = "cancelled"
        raise
    finally:
        entry = bot.games.number(record.game) if record.game else None
        _log.info(
            "%s verb=%s game=%s entry=%s first_ms=%s ms=%s end=%s",
            *(kind, verb, record.game or "-", "-" if entry is None else entry),
            *(record.first, record.elapsed, record.outcome),
        )
