"""One run of a machine or of a boundary, short or long, and what it found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from tests.fuzz import alarm, findings, flips, forged, interactions
from tests.fuzz.machine import machine
from tests.fuzz.texts import BOUNDARIES

REPEATABLE: Final = settings(
    database=None,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
"""The same examples in each run, as in every test; what breaks is not made smaller."""

FRESH: Final = settings(REPEATABLE, derandomize=False, phases=[Phase.generate, Phase.shrink])
"""Different examples in each run; what breaks is made smaller before it is kept."""


class Broken(Exception):  # noqa: N818 - what it carries is a finding
    """A promise was broken; has the finding to keep, if it can be written down."""

    def __init__(self, found: findings.Finding | None) -> None:
        super().__init__(found.broke if found else "see the cause")
        self.found = found


def play(title: str, seats: int, how: settings, number: int | None = None) -> None:
    """Run the machine of a game at a number of seats; raises `Broken`.

    Args:
        title, seats: which machine.
        how: how long to run it.
        number: a seed with which fresh examples are repeated.
    """
    table = machine(title, seats)
    seeded = table if number is None else seed(number)(table)
    try:
        run_state_machine_as_test(seeded, settings=how)
    except (Exception, alarm.Stuck) as error:
        raise Broken(table.found) from error


def give(boundary: str, how: settings, number: int | None = None) -> None:
    """Give spoilt texts to a boundary; raises `Broken`."""
    told = BOUNDARIES[boundary]

    def answer(raw: bytes, found: list[findings.Finding]) -> None:
        try:
            told.answer(raw)
        except (Exception, alarm.Stuck) as error:
            found[:] = [findings.text(boundary, raw, error)]
            raise

    _run(answer, told.texts, how, number)


def send(how: settings, number: int | None = None) -> None:
    """Send forged clicks and commands to the bot; raises `Broken`."""

    def answer(party: interactions.Party, found: list[findings.Finding]) -> None:
        sent: list[forged.Sent] = []
        try:
            interactions.run(party, sent)
        except (Exception, alarm.Stuck) as error:
            found[:] = [findings.script(interactions.sent_to(party, sent), error)]
            raise

    _run(answer, interactions.PARTIES, how, number)


def damage(count: int, number: int) -> None:
    """Flip bytes of so many databases and start the bot on each; raises `Broken`."""
    try:
        flips.run(count, number)
    except (flips.Spoilt, alarm.Stuck) as error:
        raise Broken(None) from error


def _run(
    answer: Callable[[Any, list[findings.Finding]], None],
    examples: st.SearchStrategy[Any],
    how: settings,
    number: int | None,
) -> None:
    """Let Hypothesis search; it ends with the smallest example that it could find."""
    found: list[findings.Finding] = []

    @how
    @given(example=examples)
    def run(example: Any) -> None:
        alarm.again()
        answer(example, found)

    try:
        (run if number is None else seed(number)(run))()
    except (Exception, alarm.Stuck) as error:
        raise Broken(found[0] if found else None) from error
