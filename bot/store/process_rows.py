"""The processes that serve one bot: what their rows say, and which shards they may have."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

import msgspec

from bot.database.contract import Row, StoreError
from bot.settings import Shards

COLUMNS: Final = (
    "id, name, pid, pid_space, until, first_shard, last_shard, shard_count, release, layout,"
    " takes_over, successor, told_to_stop"
)


class ProcessRow(msgspec.Struct, frozen=True):
    """One process.

    Attributes:
        id: 16 hexadecimal digits.
        name: for a host: its number and its machine.
        pid, pid_space: its number, and the space in which that number is unique.
        until: when it lapses without a heartbeat, by the database server's clock.
        shards: those that it connects; None: all.
        release: as `0.1.0`.
        layout: the newest layout of the database that its release knows.
        takes_over: the process that it takes over from.
        successor: the process that takes over from it, once it knows of that.
        told_to_stop: its successor has told it to stop, and hears everything.
    """

    id: str
    name: str
    pid: int
    pid_space: str
    until: float
    shards: Shards | None
    release: str
    layout: int
    takes_over: str | None = None
    successor: str | None = None
    told_to_stop: bool = False

    @classmethod
    def of(cls, row: Row) -> ProcessRow:
        """A row with the `COLUMNS`."""
        id_, name, pid, space, until, first, last, count, release, layout, *more = row
        shards = None if count is None else Shards(first=first, last=last, count=count)
        return cls(id_, name, pid, space, until, shards, release, layout, *more)

    @property
    def values(self) -> tuple[object, ...]:
        """The values of the `COLUMNS`."""
        shards = self.shards
        known = (
            (None, None, None) if shards is None else (shards.first, shards.last, shards.count)
        )
        return (
            *(self.id, self.name, self.pid, self.pid_space, self.until, *known, self.release),
            *(self.layout, self.takes_over, self.successor, self.told_to_stop),
        )

    def in_the_way_of(self, shards: Shards | None) -> bool:
        """Whether another process with these shards must not run beside this one."""
        return self._counts_otherwise(shards) or self._shares(shards)

    def _counts_otherwise(self, shards: Shards | None) -> bool:
        here = self.shards
        return here is not None and shards is not None and here.count != shards.count

    def _shares(self, shards: Shards | None) -> bool:
        here = self.shards
        if here is None or shards is None:
            return True
        return here.first <= shards.last and shards.first <= here.last


def predecessor(
    shards: Shards | None, living: Collection[ProcessRow], *, take_over: bool
) -> ProcessRow | None:
    """The process that a new one takes over from; None: there is none.

    Args:
        shards: of the new process; None: all.
        living: the processes that are alive.
        take_over: whether it may take over from one with the same shards.

    Raises:
        StoreError: a process is in its way; one line.
    """
    others = [each for each in living if each.in_the_way_of(shards)]
    if not others:
        return None
    first = others[0]
    if take_over and first.shards == shards:
        if len(others) == 1:
            return first
        raise StoreError(f"{others[1].name} is taking over from {first.name}")
    has = f"{first.name} has {shown_shards(first.shards)}"
    if shards is not None and first.shards is not None and first.shards.count != shards.count:
        raise StoreError(
            f"{has}: all processes of a bot need the same shard count, not {shards.count}"
        )
    raise StoreError(f"another bot is using the database: {has}")


def shown_shards(shards: Shards | None) -> str:
    """Shards for a message, as a host writes them."""
    if shards is None:
        return "all shards"
    if shards.first == shards.last:
        return f"shard {shards.first}/{shards.count}"
    return f"shards {shards.first}-{shards.last}/{shards.count}"


def release_order(release: str) -> tuple[int, ...]:
    """The numbers of a release: a newer release has higher ones."""
    return tuple(map(int, re.findall(r"\d+", release)))
