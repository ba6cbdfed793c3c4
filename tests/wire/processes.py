"""Several processes of the bot, each with its own shard, started and killed like one."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path
from random import Random

from tests.wire.process import ROOT, RUN, BotProcess
from tests.wire.server import Loopback


class BotProcesses(BotProcess):
    """The processes of one bot, each with a shard; what is done to it is done to one or all.

    Attributes:
        each: the processes, without those that were taken over.
        release: the release of the process that begins next.
        source: where that process is imported from; None: from here.
    """

    def __init__(
        self,
        discord: Loopback,
        folder: Path,
        count: int,
        *,
        database: str,
        settings: Mapping[str, str] | None = None,
        seed: int = 0,
        source: Path | None = None,
        machines: bool = False,
    ) -> None:
        """Nothing runs yet; `machines`: whether each process counts as on its own machine."""
        super().__init__(discord, folder, settings=settings, database=database)
        self.release = 1
        self.source = source
        self._count = count
        self._machines = machines
        self._rng = Random(seed)
        self.each = [self._made(shard) for shard in range(count)]

    def _made(self, shard: int, *arguments: str, point: str = "") -> BotProcess:
        """One process; all write to the same log."""
        told = {
            "MAECENAS_SHARDS": f"{shard}/{self._count}",
            "WIRE_RELEASE": f"1.{self.release}",
            "WIRE_HEARTBEAT": "0.5",
            "WIRE_POINT": point,
            "WIRE_MACHINE": f"machine {shard}" if self._machines else "",
        }
        settings = dict(self._settings)
        if shard:  # health requests go to the first process
            settings.pop("MAECENAS_HEALTH_PORT", None)
        if self.source is not None:
            told["PYTHONPATH"] = os.pathsep.join(map(str, (self.source, ROOT)))
        return BotProcess(
            self.discord,
            self._folder,
            module=(*RUN, *arguments),
            settings=settings | told,
            database=self.database,
        )

    @property
    def runs(self) -> bool:
        """Whether any process is running."""
        return any(each.runs for each in self.each)

    async def start(self, *, wait: bool = True) -> None:
        """Start all processes that are not running."""
        for each in self.each:
            if not each.runs:
                await each.start(wait=False)
        self.starts += 1
        if wait:
            await self.ready()

    async def ready(self) -> None:
        """Wait until all hear clicks."""
        await self.discord.gateway.until(list(range(self._count)))

    async def kill(self, *, others: bool = True) -> None:
        """kill -9 of one process; what it was about to answer gets no answer."""
        await self._rng.choice(self.each).kill(others=not others)
        self.kills += 1

    async def restart(self, shard: int, point: str = "") -> BotProcess:
        """Stop one if it runs, and start it again; at a point it does something to itself."""
        if self.each[shard].runs:
            await self.each[shard].stop()
        self.each[shard] = self._made(shard, point=point)
        await self.each[shard].start(wait=False)
        await self.ready()
        return self.each[shard]

    async def take_over(self) -> None:
        """Replace each by a process of a newer release, one after another."""
        self.release += 1
        for shard, old in enumerate(self.each):
            new = self._made(shard, "--take-over")
            await new.start(wait=False)
            assert await old.ended() == 0, self.tail()
            self.each[shard] = new
        await self.ready()

    async def stop(self, patience: float = 15.0) -> int:
        """Send SIGTERM to all; return the highest exit code."""
        ends = (each.stop(patience) for each in self.each if each.runs)
        return max(await asyncio.gather(*ends))

    @property
    def memory(self) -> float:
        """Resident memory of all processes, in MiB."""
        return sum(each.memory for each in self.each)

    @property
    def processor_time(self) -> float:
        """Processor seconds that all processes have used."""
        return sum(each.processor_time for each in self.each)
