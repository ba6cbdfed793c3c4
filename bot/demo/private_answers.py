"""Private answers in simcord: their tokens expire after 15 minutes, and people dismiss them.

simcord expires tokens only by its own clock, which stands still in the demo. It then answers
as if there had never been a token.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final
from weakref import WeakKeyDictionary

import simcord
from simcord.backend import errors

LIFE: Final = 15 * 60.0
"""Seconds for which the token of an interaction is valid."""


@dataclass
class _Tokens:
    """The tokens of one simulated Discord.

    Attributes:
        clock: the seconds by which tokens expire.
        made: when each token was made.
    """

    clock: Callable[[], float] = time.monotonic
    made: dict[str, float] = field(default_factory=dict)


_tokens: Final[WeakKeyDictionary[Any, _Tokens]] = WeakKeyDictionary()


def _of(backend: Any) -> _Tokens:
    return _tokens.setdefault(backend, _Tokens())


def set_clock(env: simcord.Env, clock: Callable[[], float]) -> None:
    """Let tokens expire by another clock, one that is moved by hand."""
    _of(env.backend).clock = clock


def note(backend: Any, token: str) -> None:
    """Note that an interaction was made."""
    tokens = _of(backend)
    tokens.made[token] = tokens.clock()


def check(backend: Any, path: str) -> None:
    """Refuse a request with an expired token.

    Raises:
        simcord.BackendError: 401, like Discord's.
    """
    parts = path.strip("/").split("/")
    if parts[0] != "webhooks" or len(parts) < 3:
        return
    tokens = _of(backend)
    made = tokens.made.get(parts[2])
    if made is not None and tokens.clock() - made >= LIFE:
        raise errors.BackendError(401, 50027, "Invalid Webhook Token")


def dismiss(env: simcord.Env, message: int) -> None:
    """Dismiss a private answer for its person, so that requests about it find it unknown."""
    backend: Any = env.backend
    for channel, messages in backend.messages.items():
        if message in messages and messages[message].is_ephemeral:
            backend.delete_message(channel, message)
            return
