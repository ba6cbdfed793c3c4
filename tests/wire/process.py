"""The unmodified bot as its own process, pointed at a loopback server."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Self

from bot.store import Address
from tests import resources
from tests.wire.server import Loopback

ROOT: Final = Path(__file__).resolve().parents[2]

RUN: Final = ("tests.wire.timing", "10", "0", "run")
"""What Python runs by default: the bot, with times for people who never wait."""

PATIENCE: Final = 60.0
"""Seconds that a start may take on a busy machine."""


class BotProcess:
    """One bot on one database; it can be killed and started again.

    Attributes:
        module: what Python runs at the next start, with its arguments.
    """

    def __init__(
        self,
        discord: Loopback,
        folder: Path,
        *,
        module: tuple[str, ...] = RUN,
        settings: Mapping[str, str] | None = None,
        database: Address | None = None,
    ) -> None:
        """Prepare a bot; nothing runs yet.

        Args:
            discord: the server that it connects to.
            folder: the folder of its database and log, in which there is no `.env`.
            module: what Python runs, with its arguments.
            settings: more environment variables.
            database: the URL of PostgreSQL; None: a file in the folder.
        """
        self.module = module
        self.discord = discord
        self.database: Address = database or folder / "maecenas.db"
        self.log = folder / "bot.log"
        self.starts = 0
        self.kills = 0
        self._folder = folder
        self._settings = dict(settings or {})
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.runs:
            await self.stop()

    @property
    def runs(self) -> bool:
        """Whether the process is running."""
        return self._process is not None and self._process.returncode is None

    @property
    def file(self) -> Path:
        """The file of its database, which must be an SQLite database."""
        assert isinstance(self.database, Path)
        return self.database

    @property
    def pid(self) -> int:
        """The id of the process."""
        assert self._process is not None
        return self._process.pid

    async def start(self, *, wait: bool = True) -> None:
        """Start it, and wait until it hears clicks.

        Raises:
            AssertionError: it ended instead, or took too long.
        """
        self.discord.gateway.ready.clear()
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": self.discord.token,
            "DISCORD_API_URL": self.discord.api_url,
            "DISCORD_GATEWAY_URL": self.discord.gateway_url,
            "MAECENAS_DATABASE": str(self.database),
            "MAECENAS_OPPONENT_PAUSE": "0",
            "MAECENAS_UNDO_PAUSE": "0",
            "MAECENAS_LOG_LEVEL": "DEBUG",
            "WIRE_APART": "0.2",  # this Discord does not count session starts
            **self._settings,
        }
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", *self.module),
                cwd=self._folder,
                env=environment,
                stdout=log,
                stderr=log,
            )
        self.starts += 1
        if wait:
            await self.ready()

    async def ready(self) -> None:
        """Wait until it hears clicks."""
        assert self._process is not None
        ended = asyncio.create_task(self._process.wait())
        ready = asyncio.create_task(self.discord.gateway.ready.wait())
        try:
            await asyncio.wait(
                {ended, ready}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED
            )
            assert ready.done(), f"the bot does not get ready:\n{self.tail()}"
        finally:
            ended.cancel()
            ready.cancel()
            await asyncio.gather(ended, ready, return_exceptions=True)

    async def kill(self, *, others: bool = False) -> None:
        """kill -9.

        Args:
            others: whether other processes of the bot go on, and answer.
        """
        assert self._process is not None
        self._process.kill()
        await self._process.wait()
        self.kills += 1
        if not others:
            self.discord.era += 1

    async def stop(self, patience: float = PATIENCE) -> int:
        """Send SIGTERM; return the exit code.

        Raises:
            AssertionError: it does not exit, and is killed.
        """
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        try:
            return await asyncio.wait_for(self._process.wait(), patience)
        except TimeoutError:
            await self.kill()
            raise AssertionError(f"no end after SIGTERM:\n{self.tail()}") from None

    async def says(self, text: str) -> None:
        """Wait until its log has a text.

        Raises:
            TimeoutError: the log does not have it in time.
        """
        async with asyncio.timeout(PATIENCE):
            while text not in self.tail(10**7):  # noqa: ASYNC110 - a file tells nobody
                await asyncio.sleep(0.05)

    async def ended(self) -> int:
        """Wait until it exits by itself; return the exit code."""
        assert self._process is not None
        return await asyncio.wait_for(self._process.wait(), PATIENCE)

    async def stopped(self) -> None:
        """Wait until it is stopped by a signal, or has ended."""
        async with asyncio.timeout(PATIENCE):
            while self.runs and self._state != "T":  # noqa: ASYNC110 - nobody tells of it
                await asyncio.sleep(0.02)

    def arm(self) -> None:
        """Let it count from now on how often it passes its point."""
        assert self._process is not None
        self._process.send_signal(signal.SIGUSR2)

    def go_on(self) -> None:
        """Let it continue after it was stopped by a signal."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    @property
    def _state(self) -> str:
        """The state of the process: the letter in /proc."""
        _, _, line = Path(f"/proc/{self.pid}/stat").read_text("ascii").rpartition(")")
        return line.split()[0]

    def fill_disk(self, left: int = 0) -> None:
        """Let no file of the running bot grow, as on a full disk.

        Args:
            left: bytes that can still be written to the database's log.
        """
        size = Path(f"{self.database}-wal").stat().st_size + left
        _, most = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (size, most))

    def forbid_writing(self) -> None:
        """Let the running bot write no byte to any file."""
        _, most = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (0, most))

    def free_disk(self) -> None:
        """Let files grow again."""
        _, most = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (most, most))

    def tail(self, characters: int = 3000) -> str:
        """The end of its log."""
        return self.log.read_text("utf-8", "replace")[-characters:] if self.log.exists() else ""

    @property
    def memory(self) -> float:
        """Resident memory of the process and its workers, in MiB."""
        return resources.memory(self.pid)

    @property
    def processor_time(self) -> float:
        """Processor seconds that the process and its workers have used."""
        return resources.processor_time(self.pid)
