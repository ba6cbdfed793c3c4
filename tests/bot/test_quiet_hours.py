"""Quiet hours in a time zone, across the changes of its clock."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.store.person_rows import PersonRow
from bot.tables.core.quiet_hours import MOST_HOURS, quiet_until
from bot.tables.core.waits import FIRST_DUE


def _person(start: int | None, end: int | None, zone: str | None = None) -> PersonRow:
    return PersonRow(1, quiet_start=start, quiet_end=end, time_zone=zone)


def _at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("person", "now", "until"),
    [
        (_person(None, None), "2026-06-01 03:00", None),
        (_person(22, 7), "2026-06-01 21:59", None),
        (_person(22, 7), "2026-06-01 22:00", "2026-06-02 07:00"),
        (_person(22, 7), "2026-06-02 06:59", "2026-06-02 07:00"),
        (_person(22, 7), "2026-06-02 07:00", None),
        (_person(1, 9), "2026-06-02 00:30", None),
        (_person(1, 9), "2026-06-02 08:30", "2026-06-02 09:00"),
        (_person(22, 0), "2026-06-01 23:30", "2026-06-02 00:00"),
        (_person(22, 7, "Asia/Kolkata"), "2026-06-01 16:30", "2026-06-02 01:30"),
        (_person(22, 7, "Asia/Kolkata"), "2026-06-01 16:29", None),
        (_person(22, 7, "gone/away"), "2026-06-01 22:00", "2026-06-02 07:00"),
        # The clock goes forward on the night of 2026-03-29, and back on that of 2026-10-25.
        (_person(22, 7, "Europe/Madrid"), "2026-03-28 21:00", "2026-03-29 05:00"),
        (_person(22, 7, "Europe/Madrid"), "2026-03-29 05:00", None),
        (_person(22, 7, "Europe/Madrid"), "2026-10-24 20:00", "2026-10-25 06:00"),
        (_person(22, 7, "Europe/Madrid"), "2026-10-25 05:59", "2026-10-25 06:00"),
        # An hour that does not exist, and one that comes twice.
        (_person(20, 2, "Europe/Madrid"), "2026-03-29 00:59", "2026-03-29 01:00"),
        (_person(20, 2, "Europe/Madrid"), "2026-03-29 01:00", None),
        (_person(2, 6, "Europe/Madrid"), "2026-10-25 00:30", "2026-10-25 05:00"),
        (_person(2, 6, "Europe/Madrid"), "2026-10-25 01:30", "2026-10-25 05:00"),
    ],
)
def test_quiet_hours_end_by_the_persons_own_clock(
    person: PersonRow, now: str, until: str | None
) -> None:
    assert quiet_until(person, _at(now)) == (None if until is None else _at(until))


HOUR = 3600.0


@pytest.mark.parametrize("zone", ["UTC", "Europe/Madrid", "Australia/Lord_Howe"])
@pytest.mark.parametrize("begins", ["2026-03-26 00:00", "2026-10-22 00:00", "2026-04-02 00:00"])
def test_whoever_is_waited_for_so_long_had_a_day_of_it_outside_quiet_hours(
    zone: str, begins: str
) -> None:
    """Three days hold 24 hours outside quiet hours, even where the clock is put forward."""
    wait = FIRST_DUE["days"]["absent"]
    for start in range(24):
        person = _person(start, (start + MOST_HOURS) % 24, zone)
        first = _at(begins)
        awake = [quiet_until(person, first + n * HOUR) is None for n in range(8 * 24)]
        hours = int(wait / HOUR)
        least = min(sum(awake[n : n + hours]) for n in range(len(awake) - hours))
        assert least >= 24
