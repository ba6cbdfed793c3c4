"""One run of a machine or of a boundary, short or long, and what it found."""

from __future__ import annotations

from typing import Final

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.fuzz import kept
from tests.fuzz.machine import machine
from tests.fuzz.texts import BOUNDARIES

HOUSE: Final = settings(
    database=None,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
"""As every test of the house: the same examples in each run; what breaks stays as large."""

FRESH: Final = settings(HOUSE, derandomize=False, phases=[Phase.generate, Phase.shrink])
"""Other examples in each run; what breaks is made smaller before it is kept."""


class Broken(Exception):  # noqa: N818 - what it carries is a finding
    """A promise was broken: carries what to keep, if it can be written down."""

    def __init__(self, found: kept.Kept | None) -> None:
        super().__init__(found.broke if found else "see the cause")
        self.found = found


def play(title: str, seats: int, how: settings) -> None:
    """Run the machine of a game at a number of seats; raises `Broken`."""
    table = machine(title, seats)
    try:
        run_state_machine_as_test(table, settings=how)
    except Exception as error:
        raise Broken(table.found) from error


def give(boundary: str, how: settings) -> None:
    """Give spoilt texts to a boundary; raises `Broken`."""
    found: list[kept.KeptText] = []
    told = BOUNDARIES[boundary]

    @how
    @given(raw=told.texts)
    def run(raw: bytes) -> None:
        try:
            told.answer(raw)
        except Exception as error:
            # Hypothesis ends with the smallest that it could find.
            found[:] = [kept.text(boundary, raw, error)]
            raise

    try:
        run()
    except Exception as error:
        raise Broken(found[0] if found else None) from error
