"""Private answers in simcord: their tokens end after 15 minutes, and people dismiss them.

simcord lets a token end by its own clock alone, which stands still in the demo, and answers
then as if there had never been one.
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
"""Seconds for which the token of an interaction is good."""


@dataclass
class _Tokens:
    """Of one simulated Discord.

    Attributes:
        clock: seconds by which tokens end.
        made: when each token was made.
    """

    clock: Callable[[], float] = time.monotonic
    made: dict[str, float] = field(default_factory=dict)


_tokens: Final[WeakKeyDictionary[Any, _Tokens]] = WeakKeyDictionary()


def _of(backend: Any) -> _Tokens:
    return _tokens.setdefault(backend, _Tokens())


def set_clock(env: simcord.Env, clock: Callable[[], float]) -> None:
    """Let tokens end by another clock: one that is moved by hand."""
    _of(env.backend).clock = clock


def note(backend: Any, token: str) -> None:
    """An interaction is made."""
    tokens = _of(backend)
    tokens.made[token] = tokens.clock()


def check(backend: Any, path: str) -> None:
    """Refuse a request by a token that has ended.

    Raises:
        simcord.BackendError: 401, as Discord says it.
    """
    parts = path.strip("/").split("/")
    if parts[0] != "webhooks" or len(parts) < 3:
        return
    tokens = _of(backend)
    made = tokens.made.get(parts[2])
    if made is not None and tokens.clock() - made >= LIFE:
        raise errors.BackendError(401, 50027, "Invalid Webhook Token")


def dismiss(env: simcord.Env, message: int) -> None:
    """A person dismisses a private answer: requests about it say that it is unknown."""
    backend: Any = env.backend
    for channel, messages in backend.messages.items():
        if message in messages and messages[message].is_ephemeral:
            backend.delete_message(channel, message)
            return
