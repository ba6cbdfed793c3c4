"""When someone last clicked is known to all processes, if that person has a seat."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.interactions.latest_clicks import STORED_EVERY, LatestClicks
from bot.tables.persons.people import PeopleService
from tests.bot.services import ANN, BEN, services


class Clocks:
    """The clock of a machine, and one that never jumps."""

    def __init__(self) -> None:
        self.now = 5000.0

    def wall(self) -> float:
        return 1e9 + self.now

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


@pytest.fixture
async def people(tmp_path: Path) -> AsyncIterator[PeopleService]:
    """Settings of Ann, and of nobody else."""
    async with services(tmp_path / "bot.db") as here:
        await here.people.change(ANN, listed=False)
        yield here.people


def process(people: PeopleService, clocks: Clocks) -> LatestClicks:
    return LatestClicks(people, clocks.wall, clocks.monotonic)


async def test_another_process_knows_of_a_click(people: PeopleService, clocks: Clocks) -> None:
    one, other = process(people, clocks), process(people, clocks)
    assert await other.anywhere(ANN) is None
    one.note(ANN)
    await one.store(ANN)
    clocks.now += 7
    assert other.here(ANN) is None
    assert await other.anywhere(ANN) == 5000.0
    other.note(ANN)
    assert await other.anywhere(ANN) == 5007.0, "its own is later"


async def test_a_click_is_stored_from_time_to_time(
    people: PeopleService, clocks: Clocks
) -> None:
    one = process(people, clocks)
    for passes, known in ((0.0, 0.0), (STORED_EVERY - 1, 0.0), (1.0, STORED_EVERY)):
        clocks.now += passes
        one.note(ANN)
        await one.store(ANN)
        assert await people.clicked(ANN) == 1e9 + 5000 + known


async def test_of_who_has_no_seat_nothing_is_stored(
    people: PeopleService, clocks: Clocks
) -> None:
    one = process(people, clocks)
    one.note(BEN)
    await one.store(BEN)
    assert await people.clicked(BEN) is None
    await people.change(BEN, listed=False)  # or a seat
    clocks.now += STORED_EVERY
    one.note(BEN)
    await one.store(BEN)
    assert await people.clicked(BEN) == clocks.wall()


async def test_a_clock_that_was_put_back_makes_no_click_of_the_future(
    people: PeopleService, clocks: Clocks
) -> None:
    await people.note_click(ANN, clocks.wall() + 900)
    assert await process(people, clocks).anywhere(ANN) == clocks.monotonic()
