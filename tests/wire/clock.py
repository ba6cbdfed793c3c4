"""A clock that jumps by hours, forward and back, while people play."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.tables.lobby.lobby_times import AGE
from tests.wire import stored_games
from tests.wire.clicker import Party
from tests.wire.environment import Environment, Figures, environment

HOUR: Final = 3600.0

JUMPS: Final = (20 * HOUR, -30 * HOUR)
"""By how many seconds the clock is wrong, in turn."""

SLACK: Final = 30.0
"""Seconds by which "since when" may differ from the bot's own clock."""


async def clock_jumps(folder: Path, seed: int = 0) -> Figures:
    """The clock jumps in the middle of clicks: games go on, and a lobby stays for its week."""
    async with environment(folder, 3, 2, seed=seed) as here:
        party, waiting = here.parties
        file = folder / "clock"
        here.parties = [party]
        _set(file, 0.0)
        await here.bot.stop()
        here.bot.module = ("tests.wire.clock_shift", str(file), "run")
        await here.bot.start()
        await waiting.people[0].slash(waiting.channel, "play", game=waiting.game)
        await here.begin()
        before = 0.0
        for wrong in JUMPS:
            await _jumped(here, file, before, wrong)
            await _looked(here)
            before = wrong
        assert await _status(here, waiting) == "lobby", "a lobby did not stand for a week"
        await _jumped(here, file, before, AGE + HOUR)
        await _looked(here)
        assert await _status(here, waiting) == "cancelled", "a lobby stands for ever"
        await here.settle()
        return await here.check()


async def _looked(here: Environment) -> None:
    """Restart the bot with all lobbies due, so that it looks at them."""
    await here.bot.stop()
    with closing(sqlite3.connect(here.bot.database)) as database, database:
        database.execute("UPDATE due SET at = 0 WHERE kind = 'lobby'")
    await here.bot.start()
    await asyncio.sleep(1.0)


async def _jumped(here: Environment, file: Path, before: float, wrong: float) -> None:
    """Play on while the clock jumps; check that the table then says since when it waits."""
    party = here.parties[0]
    done = len(party.clicks)
    playing = asyncio.create_task(here.play(moves=8, seconds=30.0))
    await asyncio.sleep(0.3)
    _set(file, wrong)
    await playing
    stored = await _entries(here)
    while await _entries(here) == stored:  # a click may only open a panel, or be asked "sure?"
        await here.play(moves=6, seconds=30.0)
    await here.settle()
    # Whether a click came after an entry is decided by the later of both clocks.
    for click in party.clicks[done:]:
        click.question.asked_at += max(before, wrong)
    board = party.board(party.people[0])
    since = re.search(r"<t:(\d+):R>", board.text if board else "")
    assert since is not None, board
    late = time.time() + wrong - int(since[1])
    assert -SLACK < late < SLACK, f"since when is wrong by {late:.0f} s"
    await here.check()


async def _entries(here: Environment) -> int:
    stored = await asyncio.to_thread(stored_games.read, here.bot.database)
    return len(stored[here.parties[0].channel.id].rows)


def _set(file: Path, wrong: float) -> None:
    """Write the file in one step, because it may be read at any time."""
    new = file.with_suffix(".new")
    new.write_text(str(wrong), "ascii")
    new.replace(file)


async def _status(here: Environment, party: Party) -> str:
    with closing(sqlite3.connect(here.bot.database)) as database:
        row = database.execute(
            "SELECT status FROM games WHERE channel = ?", (party.channel.id,)
        ).fetchone()
    return str(row[0])
