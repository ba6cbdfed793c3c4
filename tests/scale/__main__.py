"""`python -m tests.scale --games N`: a store with so many games, and its figures.

The exit code is 1 if a promise was broken.
"""

# ruff: noqa: T201 - the figures are its output

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.conftest import MEMORY
from tests.postgresql import running
from tests.scale.filling import fill
from tests.scale.rows import Many, model
from tests.scale.trial import NOW, Compared, compare
from tests.wire.promise import Promise

FEW: Final = 1000
GAMES: Final = 1_000_000
A_MINUTE: Final = 100_000
"""About how many games are stored and measured in a minute, on both databases."""

ROOM: Final = 8 * 1024**3
"""Bytes that must be free in memory, where there is no waiting for a disk."""


async def within(minutes: float) -> int:
    """Measure with as many games as fit into so many minutes; return the exit code."""
    return exit_code(await tried(max(FEW, min(GAMES, int(minutes * A_MINUTE)))))


def exit_code(promises: Sequence[Promise]) -> int:
    """Print what was promised; return 1 if a promise is broken."""
    print(*promises, sep="\n", flush=True)
    return 0 if all(each.kept for each in promises) else 1


async def tried(games: int) -> list[Promise]:
    """Measure with so many games on both databases, and print; return what is promised."""
    with tempfile.TemporaryDirectory(dir=_memory()) as made:
        folder = Path(made)
        played = await model(folder / "model.db")
        few, many = Many(played, FEW, NOW), Many(played, games, NOW)
        found = []
        for kind in (_on_sqlite(folder, few, many), _on_postgresql(few, many)):
            found.append(await kind)
            print(found[-1], flush=True)
    return [each for compared in found for each in compared.promises]


def _memory() -> Path | None:
    """The folder whose files are in memory, if there is room."""
    if MEMORY.is_dir():
        there = os.statvfs(MEMORY)
        if there.f_bavail * there.f_frsize > ROOM:
            return MEMORY
    return None


async def _on_sqlite(folder: Path, few: Many, many: Many) -> Compared:
    paths = [folder / f"{each}.db" for each in ("few", "many")]
    for path, games in zip(paths, (few, many), strict=True):
        await _filled(path, games)
    return await compare("SQLite", folder / "empty.db", (paths[0], few), (paths[1], many))


async def _on_postgresql(few: Many, many: Many) -> Compared:
    folder = Path(tempfile.gettempdir()) / f"maecenas-scale-{os.getpid()}"
    with running(folder) as server:
        async with (
            server.database() as empty,
            server.database("few") as small,
            server.database("many") as large,
        ):
            await _filled(small, few)
            await _filled(large, many)
            return await compare("PostgreSQL", empty, (small, few), (large, many))


async def _filled(address: Path | str, games: Many) -> None:
    began = time.monotonic()
    await fill(address, games)
    print(f"{games.games} games were stored in {time.monotonic() - began:.0f} s", flush=True)


def main() -> int:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(prog="python -m tests.scale", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    asked = parser.parse_args()
    return exit_code(asyncio.run(tried(asked.games)))


if __name__ == "__main__":
    sys.exit(main())
