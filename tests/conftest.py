"""What holds for all tests."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

from tests.postgresql import OLDEST, Server, running

MEMORY: Final = Path("/dev/shm")  # noqa: S108 - pytest makes a folder of its own there
ROOM: Final = 4 * 1024**3
"""Bytes that must be free there: some tests copy the project, or install it."""

TRIALS: Final = Path(__file__).parent / "wire" / "test_wire.py"
WAITING: Final = 2
"""How many test processes begin with the wire trials."""

# The same examples in each run, and no clock: a busy machine is not a failure.
settings.register_profile("tests", derandomize=True, deadline=None)
settings.load_profile("tests")


def pytest_xdist_auto_num_workers() -> int:
    """Two more processes than processors: as many begin with trials that mostly wait."""
    return (os.cpu_count() or 1) + WAITING


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the trials that mostly wait, in some of the processes, beside other tests.

    Each process begins with a part of the list, in order; a process that has done its part
    takes tests from the ends of other parts. Otherwise the trials would be the end of the last
    part, and at the end no process would compute.
    """
    trials = [each for each in items if each.path == TRIALS]
    others = iter([each for each in items if each.path != TRIALS])
    part = -(-len(items) // WAITING)
    items[:] = []
    for number in range(WAITING):
        items += trials[number::WAITING]
        items += islice(others, part * (number + 1) - len(items))


def pytest_configure() -> None:
    """Prepare the environment before other test processes are started.

    Compiled files are written, because hundreds of processes are started, and each would
    compile everything again. Temporary folders are in memory, if there is room and programs may
    be started from there, because thousands of databases would wait for the disk at each write.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK):
        there = os.statvfs(MEMORY)
        if there.f_bavail * there.f_frsize > ROOM and not there.f_flag & os.ST_NOEXEC:
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_collection_finish() -> None:
    """Eleven thousand tests are never garbage, so they are not searched for it again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A PostgreSQL server, one for all processes of a run."""
    with running(_folder_of_run("newest")) as server:
        yield server


@pytest.fixture(scope="session")
def oldest_postgresql() -> Iterator[Server]:
    """The same with the oldest PostgreSQL that is supported."""
    with running(_folder_of_run("oldest"), version=OLDEST) as server:
        yield server


def _folder_of_run(name: str) -> Path:
    # Not in a pytest folder: each run closes those to other users, and a server runs as one.
    this_run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    return Path(tempfile.gettempdir()) / f"maecenas-tests-{this_run}-{name}"
