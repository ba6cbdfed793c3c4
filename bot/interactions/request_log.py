"""The request log: one line for each click and each command.

It says what was requested, for which game, how far that game is, and how long the answer took.
It never says who asked, what was chosen, or anything about a hand.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Final, Literal

from bot.background.metrics import Outcome
from bot.interactions.client import Client
from bot.store.rows import GameId

_OUTCOMES: Final[dict[str, Outcome]] = {
    "done": "answered",
    "late": "late",
    "fault": "failed",
    "cancelled": "failed",
}
"""What a request is counted as, by its outcome; any other one is a refusal."""

_log = logging.getLogger(__name__)


class LoggedRequest:
    """What the log will say of one request.

    Attributes:
        game: what it is about; 0: no game.
        outcome: done, late, fault, cancelled, or the id of a refusal.
        first_seconds: seconds until the first answer; None: there is none yet.
    """

    def __init__(self, game: GameId) -> None:
        self.game = game
        self.outcome = "done"
        self._began = perf_counter()
        self.first_seconds: float | None = None

    def acknowledged(self) -> None:
        """Note that the person sees a first answer now."""
        self.first_seconds = perf_counter() - self._began

    @property
    def elapsed(self) -> int:
        """Whole milliseconds since the request arrived."""
        return round((perf_counter() - self._began) * 1000)

    @property
    def first(self) -> int | str:
        """Whole milliseconds until the first answer; "-" if there was none."""
        return "-" if self.first_seconds is None else round(self.first_seconds * 1000)


@contextmanager
def logged(
    bot: Client, kind: Literal["click", "command"], verb: str, game: GameId = 0
) -> Iterator[LoggedRequest]:
    """Log and count a request when the block ends, however it ends.

    `entry` is the game's latest entry then, if the game is in memory.
    """
    record = LoggedRequest(game)
    bot.metrics.asked(kind)
    try:
        yield record
    except BaseException:
        record.outcome = "cancelled"
        raise
    finally:
        bot.metrics.ended(_OUTCOMES.get(record.outcome, "refused"), record.first_seconds)
        entry = bot.games.number(record.game) if record.game else None
        _log.info(
            "%s verb=%s game=%s entry=%s first_ms=%s ms=%s end=%s",
            *(kind, verb, record.game or "-", "-" if entry is None else entry),
            *(record.first, record.elapsed, record.outcome),
        )
