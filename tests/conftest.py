"""What holds for all tests."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.postgresql import Server, running

# The same examples in each run, and no clock: a busy machine is no failure.
settings.register_profile("tests", derandomize=True, deadline=None)
settings.load_profile("tests")


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are processors: the trials of the wire mostly wait."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A server of PostgreSQL, one for all processes of a run."""
    # Not in a folder of pytest: each run closes those to other users, whom a server runs as.
    this_run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    with running(Path(tempfile.gettempdir()) / f"maecenas-tests-{this_run}") as server:
        yield server
