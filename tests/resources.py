"""What a process uses, with everything that it has started, as Linux reports it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


def memory(pid: int) -> float:
    """Resident memory, in MiB."""
    pages = sum(int(each.split()[1]) for each in _told(pid, "statm"))
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def processor_time(pid: int) -> float:
    """Processor seconds, including those of processes that have ended."""
    ticks = 0
    for each in _told(pid, "stat"):
        _, _, line = each.rpartition(")")
        ticks += sum(map(int, line.split()[11:15]))  # its own, and those of ended ones
    return ticks / os.sysconf("SC_CLK_TCK")


def _told(pid: int, what: str) -> Iterator[str]:
    """What Linux says about a process and all that it has started, except those just gone."""
    yield Path(f"/proc/{pid}/{what}").read_text("ascii")
    for each in _children(pid):
        with suppress(FileNotFoundError, ProcessLookupError):
            yield Path(f"/proc/{each}/{what}").read_text("ascii")


def _children(pid: int) -> list[int]:
    """The processes that any thread of a process has started, and those that they started."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    listed = [int(child) for each in threads for child in each.read_text("ascii").split()]
    return [each for child in listed for each in (child, *_children(child))]
