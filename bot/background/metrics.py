"""Metrics of one bot for Prometheus, with names and units as Prometheus expects them.

Figures only, as in `bot.background.health`. They count from the start of the process.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import choose_encoder

Outcome: TypeAlias = Literal["answered", "refused", "failed", "late"]
"""How a click or command ended.

answered: as asked; refused: the rules or the table say no; failed: an error, or cut off by a
stop; late: Discord did not accept the first answer, and nothing was done.
"""

OUTCOMES: Final[tuple[Outcome, ...]] = ("answered", "refused", "failed", "late")
KINDS: Final = ("click", "command")

FIRST_ANSWER: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 3.0)
"""Bucket bounds for first answers, in seconds: 0.3 is promised; after 3 Discord gives up."""

PICTURE: Final = (0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Bucket bounds for pictures, in seconds."""


class Metrics:
    """The figures of one bot, in a separate registry: one process may have many bots.

    Attributes:
        queue, games, lag, connected: set when the metrics are requested.
    """

    def __init__(self) -> None:
        """Nothing has happened yet."""
        own = self._registry = CollectorRegistry()
        ProcessCollector(registry=own)  # memory, processor time and files; on Linux only
        self._asked = Counter(
            "maecenas_clicks", "Clicks and commands that came, by kind.", ["kind"], registry=own
        )
        self._ended = Counter(
            "maecenas_answers",
            "Clicks and commands that ended, by outcome.",
            ["outcome"],
            registry=own,
        )
        self._first = Histogram(
            "maecenas_first_answer_seconds",
            "Time until a click or command had an answer.",
            buckets=FIRST_ANSWER,
            registry=own,
        )
        self._picture = Histogram(
            "maecenas_picture_seconds",
            "Time to draw a picture, the wait for a worker too.",
            buckets=PICTURE,
            registry=own,
        )
        for kind in KINDS:  # a rate needs a zero to start from
            self._asked.labels(kind)
        for outcome in OUTCOMES:
            self._ended.labels(outcome)
        self.queue = self._gauge("maecenas_outbox_messages", "Messages still to be sent.")
        self.games = self._gauge("maecenas_open_games", "Open games and lobbies.")
        self.lag = self._gauge("maecenas_loop_lag_seconds", "Longest delay of the last minute.")
        self.connected = self._gauge("maecenas_connected", "1: every shard here is connected.")

    def asked(self, kind: Literal["click", "command"]) -> None:
        """Count a click or command that has come."""
        self._asked.labels(kind).inc()

    def ended(self, outcome: Outcome, first: float | None) -> None:
        """Count how a click or command has ended.

        Args:
            outcome: how it ended.
            first: seconds until its first answer; None: it had none.
        """
        self._ended.labels(outcome).inc()
        if first is not None:
            self._first.observe(first)

    def drawn(self, seconds: float) -> None:
        """Count a picture."""
        self._picture.observe(seconds)

    def watch(self, name: str, text: str, read: Callable[[], float]) -> None:
        """Add a figure that is read at every request; `read` must be quick.

        Raises:
            ValueError: there is already one of this name.
        """
        self._gauge(name, text).set_function(read)

    def watch_leases(self, read: Callable[[], float]) -> None:
        """Add the number of games for which this process acts."""
        self.watch("maecenas_leases", "Games for which this process acts.", read)

    def exposition(self, accept: str) -> tuple[bytes, str]:
        """All metrics as text, and the content type.

        Args:
            accept: the formats that the client accepts, as in HTTP.
        """
        encode, content_type = choose_encoder(accept)
        return encode(self._registry), content_type

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(name, text, registry=self._registry)
