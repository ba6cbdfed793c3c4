"""What many stored games cost: no time at the start, and no memory while idle.

Processor time and memory are compared between stores with few games and with many.
"""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import tracemalloc
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from time import process_time
from typing import Any, Final

import pytest

from tests.bot.services import services
from tests.postgresql import Server
from tests.speed.commits import committed
from tests.speed.yardstick import ROUNDS, SLACK, figure, least, yardsticks

FEW: Final = 10
MANY: Final = 2000
MOVES: Final = 60
PLAYED: Final = 0.005
"""Seconds from a click's checks to the announcement, out of 15 ms for the whole click."""

COMMITTED: Final = 0.0012
"""Seconds for a commit: 0.5 ms with SQLite, 0.9 ms with PostgreSQL, more on a busy machine."""

_COPIES = (
    """
    WITH RECURSIVE copy (id) AS (SELECT 2 UNION ALL SELECT id + 1 FROM copy WHERE id < :count)
    INSERT INTO games (id, channel, guild, game, rules_version, chosen, seat_order, language,
        status, starter, created, updated, verified)
    SELECT copy.id, channel + copy.id, guild, game, rules_version, chosen, seat_order,
        language, status, starter, created, updated, verified FROM games, copy
    """,
    """
    INSERT INTO seats (game, seat, user, name, level, hands)
    SELECT games.id, seat, user, name, level, hands
    FROM seats, games WHERE seats.game = 1 AND games.id > 1
    """,
    """
    INSERT INTO entries SELECT games.id, n, by_user, at, entry, checksum
    FROM entries, games WHERE entries.game = 1 AND games.id > 1
    """,
)


async def _filled(path: Path, count: int) -> None:
    """A store with `count` copies of an open game."""
    async with services(path) as here:
        table = await here.at_auction()
        for _ in range(MOVES):
            table = await here.step(table)
        await here.sent()
    with closing(sqlite3.connect(path)) as connection:
        for copies in _COPIES:
            connection.execute(copies, {"count": count} if ":count" in copies else {})
        connection.commit()
        (games,) = connection.execute("SELECT count(*) FROM games").fetchone()
    assert games == count


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    """Stores by their number of open games; the store for 0 is empty."""
    folder = tmp_path_factory.mktemp("stores")
    paths = {count: folder / f"{count}.db" for count in (0, FEW, MANY)}
    for count in (FEW, MANY):
        asyncio.run(_filled(paths[count], count))
    return paths


def _run(work: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    return lambda: asyncio.run(work())


def test_a_start_with_many_open_games_takes_no_longer(stores: dict[int, Path]) -> None:
    taken: dict[int, float] = {}
    for count in (0, MANY):

        async def start(path: Path = stores[count]) -> None:
            async with services(path) as here:
                assert await here.store.outbox.games() == ()

        start_once = _run(start)
        start_once()
        taken[count] = least(start_once, ROUNDS * 2)
    figure(f"start: empty {taken[0] * 1e3:.1f} ms, {MANY} games {taken[MANY] * 1e3:.1f} ms")
    assert taken[MANY] < 2 * taken[0]


def test_idle_games_take_no_memory(stores: dict[int, Path]) -> None:
    kept: dict[int, int] = {}
    # The first visit fills what any visit leaves behind in the process; it is not counted.
    for count in (FEW, FEW, MANY):

        async def visit(path: Path = stores[count], count: int = count) -> None:
            async with services(path, kept=4) as here:
                for n in range(40):
                    await here.games.table(1 + n % count)
                gc.collect()
                kept[count] = tracemalloc.get_traced_memory()[0]

        tracemalloc.start()
        try:
            _run(visit)()
        finally:
            tracemalloc.stop()
    figure(
        f"memory: {FEW} games {kept[FEW] / 1e3:.0f} kB, {MANY} games {kept[MANY] / 1e3:.0f} kB"
    )
    assert kept[MANY] < 1.3 * kept[FEW]


async def test_a_change_is_committed_in_little_time_on_both(
    tmp_path: Path, postgresql: Server
) -> None:
    on_sqlite = await committed(tmp_path / "maecenas.db")
    async with postgresql.database() as url:
        on_postgresql = await committed(url, postgresql.processor_time)
    figure(
        f"a commit: SQLite {on_sqlite.bot * 1e3:.2f} ms of processor time, its thread included;"
        f" PostgreSQL {on_postgresql.bot * 1e3:.2f} ms, its server"
        f" {on_postgresql.server * 1e3:.2f} ms"
    )
    assert on_sqlite.bot < SLACK * yardsticks(COMMITTED)
    assert on_postgresql.bot < SLACK * yardsticks(COMMITTED)


async def test_a_move_is_checked_played_and_stored(tmp_path: Path) -> None:
    async with services(tmp_path / "maecenas.db") as here:
        table = await here.at_auction()
        taken = []
        for _ in range(MOVES):
            began = process_time()
            table = await here.step(table)
            taken.append(process_time() - began)
    middle = sorted(taken)[MOVES // 2]
    figure(f"a move: {middle * 1e3:.2f} ms of processor time, the store's thread included")
    assert middle < SLACK * yardsticks(PLAYED)
