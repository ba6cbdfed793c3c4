"""What the tests of the bot share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.bot.driver import Lasting


@pytest.fixture(scope="session")
def workers() -> Iterator[Lasting]:
    """One process for drawing and thinking, started once."""
    lasting = Lasting(1)
    yield lasting
    lasting.end()
