"""What the tests of the bot share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path

import pytest

from bot.database.address import Address
from bot.delivery.outbox import OutboxDelivery
from bot.tables.core import options
from bot.tables.core.editions import recall
from tests.bot.driver import Pooled
from tests.postgresql import Server
from tests.printings import FIRST_PRINTING


@pytest.fixture(autouse=True)
def as_they_come(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """New tables have the defaults: most tests bid at once. `by_limits` marks the others."""
    if request.node.get_closest_marker("by_limits") is None:
        monkeypatch.setattr(options, "begun", lambda row: row)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database for one test, not made yet."""
    return tmp_path / "maecenas.db"


@pytest.fixture
def database_name() -> str:
    """The PostgreSQL database's name; tests with the same name use it one after another."""
    return "test"


@pytest.fixture(params=["sqlite", "postgresql"])
async def address(
    request: pytest.FixtureRequest, path: Path, database_name: str
) -> AsyncIterator[Address]:
    """A database for one test, on each of the two systems."""
    if request.param == "sqlite":
        yield path
        return
    server: Server = request.getfixturevalue("postgresql")
    async with server.database(database_name) as url:
        yield url


@pytest.fixture
async def url(postgresql: Server) -> AsyncIterator[str]:
    """A PostgreSQL database for one test, with nothing in its tables."""
    async with postgresql.database() as made:
        yield made


@pytest.fixture
def no_timers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The delivery looks again only when woken: simcord waits for timers in real time."""
    monkeypatch.setattr(OutboxDelivery, "_wake_in", lambda *_: None)


@pytest.fixture(scope="session")
def workers() -> Iterator[Pooled]:
    """One process for drawing and thinking, started once; it knows the first printing too."""
    lasting = Pooled(1, prepare=partial(recall, (("lacrimosa", FIRST_PRINTING),)))
    yield lasting
    lasting.end()
