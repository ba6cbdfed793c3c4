"""The only process that serves the bot: what a `Process` is where the store is a file.

Nobody shares its shards, its games or what Discord limits, so nothing of it asks a database.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from bot.settings import Shards
from bot.store.process_rows import ProcessRow


class AnyProcess(Protocol):
    """This process among those that serve the bot: a `Process` of PostgreSQL, or `Alone`.

    What asks a database raises `DatabaseError`.
    """

    exchange: Callable[[], Awaitable[None]]
    """Awaited whenever this process has said that it lives."""

    @property
    def id(self) -> str:
        """What tells it from all others."""

    @property
    def number(self) -> int:
        """How many processes serve the bot, this one included."""

    @property
    def predecessor(self) -> ProcessRow | None:
        """The process whose place this one takes, while it lives."""

    @property
    def shares_shards(self) -> bool:
        """Whether another process hears what this one hears."""

    @property
    def must_claim(self) -> bool:
        """Whether an interaction that comes now may be another process's to answer."""

    @property
    def newer_lives(self) -> bool:
        """Whether a newer release serves the bot as well."""

    @property
    def older_lives(self) -> bool:
        """Whether an older release serves the bot as well."""

    @property
    def limits(self) -> Limits:
        """What Discord grants all processes together."""

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
            StoreError: that cannot be now.
        """

    async def leave(self) -> None:
        """Serve the bot no more."""

    async def stop_predecessor(self) -> None:
        """Tell the process whose place this one takes to stop."""

    async def wait_until_alone(self) -> None:
        """Wait until no other process hears what this one hears."""

    async def claim(self, interaction: int) -> bool:
        """Whether this process answers an interaction."""


class Limits(Protocol):
    """What Discord grants all processes of a bot together; raises `DatabaseError`."""

    async def take_session_turn(self, slot: int) -> float | None:
        """Seconds until a session may begin; None: discord.py keeps them apart."""

    async def stop_requests(self, seconds: float) -> None:
        """Let no process send a request for so long."""

    async def exchange(self, refused: int) -> tuple[float, int]:
        """How long no request may be sent, and how many were refused in ten minutes."""

    async def take_sync(self) -> bool:
        """Whether this process alone may sync the commands now."""

    async def end_sync(self) -> None:
        """Let another process sync the commands."""


async def nothing() -> None:
    """Do nothing where there is nobody to tell."""


class OwnLimits:
    """What Discord grants a single process: its own budget knows all of it."""

    async def take_session_turn(self, slot: int) -> float | None:
        """None: discord.py keeps the sessions of one process apart."""
        del slot
        return None

    async def stop_requests(self, seconds: float) -> None:
        """Nobody else sends any."""
        del seconds

    async def exchange(self, refused: int) -> tuple[float, int]:
        """No limit but the own one, and no refused request but the own ones."""
        return 0.0, refused

    async def take_sync(self) -> bool:
        """Nobody else syncs them."""
        return True

    async def end_sync(self) -> None:
        """Nobody waits for it."""


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
        """Nobody can be in the way."""

    async def leave(self) -> None:
        """Nobody waits for its place."""

    async def stop_predecessor(self) -> None:
        """There is none."""

    async def wait_until_alone(self) -> None:
        """It is."""

    async def claim(self, interaction: int) -> bool:
        """Whatever it hears is its own to answer."""
        del interaction
        return True
