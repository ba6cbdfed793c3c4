"""How long pictures take, how large they are, and that the event loop goes on meanwhile.

`pytest -n0 -s tests/speed/test_picture_speed.py` prints the figures. The yardstick for a
picture is measured in the same run: the time that Pillow needs to quantise the finished
canvas to its 256 colours and write a PNG file of level 6.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from typing import Any, Final

import pytest
from PIL import Image
from pytest_benchmark.fixture import BenchmarkFixture

from bot.background.workers import Workers
from bot.interactions.pictures import Pictures
from bot.store.rows import SeatRow
from bot.tables.core.table import Table
from render.gallery import shots
from render.presentation import Person, Picture, Scene
from render.presentations import PRESENTATIONS
from render.words import Words
from rules.opponents import LEVELS
from rules.registry import GAMES
from tests.bot.services import game_row
from tests.contract.games import played
from tests.speed.yardstick import figure, least, measured

LARGEST = [(title, max(GAMES[title].seats)) for title in PRESENTATIONS]
TABLES = [(title, seats) for title in PRESENTATIONS for seats in GAMES[title].seats]
WORDS = Words("en")
RATIO: Final = 2.5
"""How many yardsticks a warm board may take; the aim is 1.6."""

BOARD_KB: Final = 250
"""The most kilobytes of a board."""

HAND_KB: Final = 60
LAG: Final = 0.020
"""The seconds that the loop may be busy between two of its rounds, 99 times out of 100."""

largest = pytest.mark.parametrize(("title", "seats"), LARGEST)


def last_board(title: str, seats: int) -> tuple[Any, Scene]:
    """The fullest board of a game: the last one before the end."""
    journal = played(title, seats, LEVELS[0])
    past = journal.at(journal.number - 1)
    people = tuple(Person(f"Somebody {seat}") for seat in range(seats))
    deciding = tuple((each.seat, each.prompt) for each in past.decisions)
    changed = tuple(
        e for n in range(past.number - 9, past.number + 1) for e in past.told(n, None)
    )
    return past.view(None), Scene(people, deciding, changed)


def encoding(picture: Picture) -> Callable[[], object]:
    """The yardstick: to quantise the finished canvas and write it to a file."""
    with Image.open(BytesIO(picture.data)) as file:
        file.load()
        colours, canvas = file.copy(), file.convert("RGB")

    def encode() -> object:
        small = canvas.quantize(palette=colours, dither=Image.Dither.NONE)
        small.save(BytesIO(), "PNG", compress_level=6)
        return small

    return encode


@largest
def test_a_warm_board_takes_little_more_than_its_file(
    benchmark: BenchmarkFixture, title: str, seats: int
) -> None:
    look = PRESENTATIONS[title]
    view, scene = last_board(title, seats)

    def draw() -> Picture:
        return look.board(view, scene, WORDS)

    encode = encoding(measured(benchmark, draw))
    drawn, encoded = _in_turn(draw, encode)
    ratio = drawn / encoded
    figure(
        f"{title}, {seats} seats: {1000 * drawn:.1f} ms,"
        f" {1000 * encoded:.1f} ms to quantise and encode, ratio {ratio:.2f}"
    )
    assert ratio <= RATIO


def _in_turn(one: Callable[[], object], other: Callable[[], object]) -> tuple[float, float]:
    """The least times of two pieces of work, done in turn so that load affects both alike."""
    pairs = [(least(one, rounds=1), least(other, rounds=1)) for _ in range(7)]
    return min(first for first, _ in pairs), min(second for _, second in pairs)


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_pictures_are_small(title: str, seats: int) -> None:
    """These are all of the gallery, and boards throughout a whole game of the most seats."""
    sizes: dict[str, int] = {"board": 0, "hand": 0}
    for shot in shots(title, seats, WORDS):
        match shot.name.split("-")[1:]:
            case [_, "lobby", *_]:
                kind = "lobby"
            case [_, _, kind, *_] | [kind]:
                pass
            case _:
                raise AssertionError(shot.name)
        sizes[kind] = max(sizes.get(kind, 0), len(shot.picture.data))
    if (title, seats) in LARGEST:
        sizes["board"] = max(sizes["board"], *_boards(title, seats))
    told = ", ".join(f"{kind} {size / 1000:.0f} kB" for kind, size in sorted(sizes.items()))
    figure(f"{title}, {seats} seats, the largest: {told}")
    assert sizes["board"] <= 1000 * BOARD_KB
    assert sizes["hand"] <= 1000 * HAND_KB


def _boards(title: str, seats: int) -> Iterator[int]:
    journal = played(title, seats, LEVELS[0])
    people = tuple(Person("María José Fernández", seat == 1) for seat in range(seats))
    for number in range(journal.number, 0, -journal.number // 12):
        changed = tuple(
            e for n in range(max(1, number - 5), number) for e in journal.told(n, None)
        )
        view, scene = journal.view(None, number), Scene(people, changed=changed)
        yield len(PRESENTATIONS[title].board(view, scene, WORDS).data)


# -- the loop ------------------------------------------------------------------


class Counting(Workers):
    """Workers that count the tasks they are given."""

    ran = 0

    async def run_within(self, limit: Any, call: Any, *args: Any, **kwargs: Any) -> Any:
        self.ran += 1
        return await super().run_within(limit, call, *args, **kwargs)


@cache
def tables(title: str, seats: int) -> tuple[Table, ...]:
    """The same game at several moments, in two channels."""
    journal = played(title, seats, LEVELS[0])
    found = []
    for n in range(24):
        number = journal.number - 1 - 5 * n
        row = game_row(id=n, channel=n % 2, game=title, status="playing")
        sitters = tuple(SeatRow(n, seat, 10 + seat, f"P{seat}") for seat in range(seats))
        found.append(Table(row, sitters, journal).at(number))
    return tuple(found)


@largest
async def test_the_loop_stays_free_while_pictures_are_drawn(title: str, seats: int) -> None:
    """Measured by how long the loop's thread works between two rounds, without other load."""
    workers = Counting()
    drawing = Pictures(workers)
    lags: list[float] = []
    walls: list[float] = []

    async def watch() -> None:
        while True:
            busy, wall = time.thread_time(), time.perf_counter()
            await asyncio.sleep(0.001)
            lags.append(time.thread_time() - busy)
            walls.append(time.perf_counter() - wall - 0.001)

    try:
        await drawing.board(tables(title, seats)[0], WORDS)
        watching = asyncio.create_task(watch())
        boards = [drawing.board(table, WORDS) for table in tables(title, seats)]
        hands = [drawing.hand(table, 0, WORDS) for table in tables(title, seats)[:8]]
        await asyncio.gather(*boards, *hands)
        watching.cancel()
        once = workers.ran
        await drawing.board(tables(title, seats)[0], WORDS)
    finally:
        await workers.close()
    figure(
        f"{title}: loop busy p99 {1000 * _p99(lags):.1f} ms, most {1000 * max(lags):.1f} ms,"
        f" by the clock p99 {1000 * _p99(walls):.1f} ms, {len(lags)} rounds"
    )
    assert _p99(lags) < LAG
    assert workers.ran == once, "an unchanged view is never drawn twice"


def _p99(row: list[float]) -> float:
    return sorted(row)[int(len(row) * 0.99)]


def test_what_pictures_keep_has_a_bound() -> None:
    """Icons, marks, letters, corners: all caches for drawing drop their oldest entries."""
    for title, seats in LARGEST:
        PRESENTATIONS[title].board(*last_board(title, seats), WORDS)
    kept = {
        f"{module}.{name}": each.cache_info()
        for module, found in sorted(sys.modules.items())
        if module.startswith("render.") and not module.startswith("render.words")
        for name, each in vars(found).items()
        if hasattr(each, "cache_info") and each.cache_parameters()["maxsize"] is not None
    }
    for name in (
        "render.typesetting.letter_mask",
        "render.canvas._quarters",
        "render.icons.icon",
    ):
        assert kept[name].maxsize is not None
        assert 0 < kept[name].currsize <= kept[name].maxsize
