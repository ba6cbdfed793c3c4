"""A whole game on a simulated Discord: `python -m tests.docs.table GAME NAME...`.

People press only what they see, from the lobby to the end; then the table's text is printed.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.bot.clicker import play
from tests.bot.driver import Pooled, table


async def played(game: str, names: list[str], folder: Path, workers: Pooled) -> str:
    """The last text of the table."""
    async with table(folder, workers, *names) as world:
        first, *others = world.players.values()
        await first.slash("play", game=game)
        for player in others:
            await player.click("Join")
        await first.click("Start")
        await play(world, Random(1), most=500)
        return world.board.text


def main(game: str, *names: str) -> None:
    """Play, and print the end."""
    workers = Pooled(1)
    try:
        with TemporaryDirectory() as folder:
            print(asyncio.run(played(game, list(names), Path(folder), workers)))  # noqa: T201
    finally:
        workers.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
