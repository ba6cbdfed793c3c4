"""A process that no other process wakes: it must look for what others write by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.database import postgresql
from bot.database.postgresql_listener import Listener


def drop_wake_ups() -> None:
    """Drop each wake-up except the one by which the start sees that they arrive."""
    vars(postgresql).update(Listener=_Unwoken)


class _Unwoken(Listener):
    def __init__(
        self,
        url: str,
        names: Mapping[str, Callable[[str], None]],
        connected: Callable[[], None],
    ) -> None:
        super().__init__(url, dict.fromkeys(names, lambda _: None), connected)
