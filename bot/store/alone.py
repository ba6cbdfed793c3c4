"""The only process that serves the bot: it takes the place of a `Process` on SQLite.

Nothing shares its shards, its games or Discord's limits, so nothing here queries a database.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from bot.settings import Shards
from bot.store.process_rows import ProcessRow


class AnyProcess(Protocol):
    """This process among those that serve the bot: a `Process` of PostgreSQL, or `Alone`.

    Every method that queries a database raises `DatabaseError`.
    """

    exchange: Callable[[], Awaitable[None]]
    """Awaited after each heartbeat of this process."""

    @property
    def id(self) -> str:
        """An id that no other process has."""

    @property
    def number(self) -> int:
        """How many processes serve the bot, this one included."""

    @property
    def predecessor(self) -> ProcessRow | None:
        """The process that this one takes over from, while it is alive."""

    @property
    def shares_shards(self) -> bool:
        """Whether another process hears what this one hears."""

    @property
    def must_claim(self) -> bool:
        """Whether another process may be the one to answer an interaction that arrives now."""

    @property
    def newer_lives(self) -> bool:
        """Whether a newer release serves the bot as well."""

    @property
    def older_lives(self) -> bool:
        """Whether an older release serves the bot as well."""

    @property
    def limits(self) -> Limits:
        """What Discord allows all processes together."""

    async def enter(
        self,
        stop: Callable[[], None],
        layout: int,
        shards: Shards | None = None,
        *,
        take_over: bool = False,
    ) -> None:
        """Begin to serve the bot.

        Raises:
            StoreError: it cannot serve the bot now.
        """

    async def leave(self) -> None:
        """Stop serving the bot."""

    async def stop_predecessor(self) -> None:
        """Tell the process that this one takes over from to stop."""

    async def wait_until_alone(self) -> None:
        """Wait until no other process hears what this one hears."""

    async def claim(self, interaction: int) -> bool:
        """Whether this process answers an interaction."""


class Limits(Protocol):
    """What Discord allows all processes of a bot together; raises `DatabaseError`."""

    async def take_session_turn(self, slot: int) -> float | None:
        """Seconds until a session may begin; None: discord.py takes care of it."""

    async def stop_requests(self, seconds: float) -> None:
        """Let no process send a request for some seconds."""

    async def exchange(self, refused: int) -> tuple[float, int]:
        """For how long no request may be sent, and how many were refused in ten minutes."""

    async def take_sync(self) -> bool:
        """Whether this process alone may sync the commands now."""

    async def end_sync(self) -> None:
        """Let another process sync the commands."""


async def nothing() -> None:
    """Do nothing: there is nobody to tell."""


class OwnLimits:
    """What Discord allows a single process, whose own budget counts all requests."""

    async def take_session_turn(self, slot: int) -> float | None:
        """None: discord.py keeps the sessions of one process apart."""
        del slot
        return None

    async def stop_requests(self, seconds: float) -> None:
        """Do nothing: no other process sends requests."""
        del seconds

    async def exchange(self, refused: int) -> tuple[float, int]:
        """No process has set another limit, and only this one has refused requests."""
        return 0.0, refused

    async def take_sync(self) -> bool:
        """True: no other process syncs the commands."""
        return True

    async def end_sync(self) -> None:
        """Do nothing: no other process waits to sync."""


class Alone:
    """The only process. Its file is locked by `bot.database.lock`."""

    id: Final = ""
    number: Final = 1
    predecessor: Final[ProcessRow | None] = None
    shares_shards: Final = False
    must_claim: Final = False
    newer_lives: Final = False
    older_lives: Final = False

    def __init__(self) -> None:
        self.limits = OwnLimits()
        self.exchange: Callable[[], Awaitable[None]] = nothing

    async def enter(
        self,
        stop: Callable[[], None],
        layout: int,
        shards: Shards | None = None,
        *,
        take_over: bool = False,
    ) -> None:
        """Do nothing: no other process can be in the way."""

    async def leave(self) -> None:
        """Do nothing: no other process waits for its place."""

    async def stop_predecessor(self) -> None:
        """Do nothing: there is no predecessor."""

    async def wait_until_alone(self) -> None:
        """Do nothing: it is alone."""

    async def claim(self, interaction: int) -> bool:
        """True: it answers all that it hears."""
        del interaction
        return True
