"""What holds for all tests."""

from __future__ import annotations

import gc
import os

from hypothesis import settings

# The same examples in each run, and no clock: a busy machine is no failure.
settings.register_profile("tests", derandomize=True, deadline=None)
settings.load_profile("tests")


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are processors: the trials of the wire mostly wait."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """Eleven thousand tests are never garbage: they are not searched for it again."""
    gc.collect()
    gc.freeze()
