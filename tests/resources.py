"""What a process takes, with all that it has started: as Linux tells it."""

from __future__ import annotations

import os
from pathlib import Path


def memory(pid: int) -> float:
    """Resident memory, in MiB."""
    pages = [
        int(Path(f"/proc/{each}/statm").read_text("ascii").split()[1]) for each in _family(pid)
    ]
    return sum(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20


def processor_time(pid: int) -> float:
    """Seconds of a processor, those of processes that have ended included."""
    ticks = 0
    for each in _family(pid):
        _, _, line = Path(f"/proc/{each}/stat").read_text("ascii").rpartition(")")
        ticks += sum(map(int, line.split()[11:15]))  # its own, and of those that ended
    return ticks / os.sysconf("SC_CLK_TCK")


def _family(pid: int) -> list[int]:
    return [pid, *_children(pid)]


def _children(pid: int) -> list[int]:
    """The processes that any thread of a process has started, and theirs."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    listed = [int(child) for each in threads for child in each.read_text("ascii").split()]
    return [each for child in listed for each in (child, *_children(child))]
