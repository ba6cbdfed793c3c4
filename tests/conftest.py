"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# The same examples in each run, and no clock: a busy machine is no failure.
settings.register_profile("tests", derandomize=True, deadline=None)
settings.load_profile("tests")
