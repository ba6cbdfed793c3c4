"""What the tests of the bot share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bot.driver import Pooled


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database of its own, not made yet."""
    return tmp_path / "maecenas.db"


@pytest.fixture(scope="session")
def workers() -> Iterator[Pooled]:
    """One process for drawing and thinking, started once."""
    lasting = Pooled(1)
    yield lasting
    lasting.end()
