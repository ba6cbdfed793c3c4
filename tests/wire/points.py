"""Points at which a process kills or stops itself: `WIRE_POINT=NAME:NUMBER:SIGNAL`.

At the NUMBER-th passage of a point after a SIGUSR2, the process sends itself the signal at
once.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Awaitable, Callable
from functools import wraps
from itertools import count
from typing import Any, Final, NamedTuple


class Point(NamedTuple):
    """A point before or after a coroutine method of the bot.

    Attributes:
        module, owner, method: where the method is.
        after: whether the point is after its return.
    """

    module: str
    owner: str
    method: str
    after: bool


POINTS: Final = {
    "before the store": Point("bot.store.games", "Games", "commit", after=False),
    "after the store": Point("bot.store.games", "Games", "commit", after=True),
    "before the request": Point("bot.delivery.outbox", "OutboxDelivery", "_do", after=False),
    "after the request": Point("bot.delivery.outbox", "OutboxDelivery", "_do", after=True),
    "before crossing out": Point("bot.store.outbox", "Outbox", "remove", after=False),
    "after crossing out": Point("bot.store.outbox", "Outbox", "remove", after=True),
}


def spelled(name: str, number: int, sent: signal.Signals) -> str:
    """The value of `WIRE_POINT` for a process."""
    return f"{name}:{number}:{sent.name}"


def arm(told: str) -> None:
    """Let this process send itself a signal at a point, once it has had a SIGUSR2."""
    name, number, sent = told.split(":")
    point = POINTS[name]
    owner = getattr(__import__(point.module, fromlist=[point.owner]), point.owner)
    original: Callable[..., Awaitable[Any]] = getattr(owner, point.method)
    passed, armed = count(1), threading.Event()
    signal.signal(signal.SIGUSR2, lambda *_: armed.set())

    def reach() -> None:
        if armed.is_set() and next(passed) == int(number):
            os.kill(os.getpid(), signal.Signals[sent])

    @wraps(original)
    async def wrapped(*args: Any, **named: Any) -> Any:
        if not point.after:
            reach()
        result = await original(*args, **named)
        if point.after:
            reach()
        return result

    setattr(owner, point.method, wrapped)
