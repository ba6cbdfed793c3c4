"""What is tried for hours: each part gets its share of the time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from tests import coached, mutations, nightly, reasons, strength
from tests.mutations import ROOT
from tests.puzzles import again
from tests.wire import judged


@pytest.mark.parametrize(
    ("failing", "ends"),
    [
        (None, 0),
        *(
            (part, 1)
            for part in (
                "scale",
                "heavy",
                "marked",
                "wire",
                "damaged",
                "labels",
                "fuzz",
                "mutations",
                "weak",
                "misled",
                "unfounded",
                "fallen",
            )
        ),
    ],
)
def test_every_part_gets_its_share_and_can_fail(
    monkeypatch: pytest.MonkeyPatch, failing: str | None, ends: int
) -> None:
    given: dict[str, float] = {}

    def part(name: str, good: object, bad: object) -> Callable[..., Any]:
        def run(minutes: float, *_: object, **__: object) -> object:
            given[name] = minutes
            return bad if failing == name else good

        return run

    async def wire(*asked: Any) -> object:
        return part("wire", [], ["broken"])(*asked)

    async def scale(*asked: Any) -> object:
        return part("scale", 0, 1)(*asked)

    monkeypatch.setattr(nightly, "within", scale)
    monkeypatch.setattr(judged, "within", part("heavy", 0, 1))
    monkeypatch.setattr(nightly, "marked_fail", partial(part("marked", False, True), 0))
    monkeypatch.setattr(nightly, "everything", wire)
    monkeypatch.setattr(nightly, "damaged", part("damaged", 3, None))
    monkeypatch.setattr(nightly, "labels_at_fault", partial(part("labels", 0, 1), 0))
    monkeypatch.setattr(nightly, "run", part("fuzz", 0, 1))
    monkeypatch.setattr(mutations, "tried_within", part("mutations", 0, 1))
    monkeypatch.setattr(strength, "within", part("weak", 0, 1))
    monkeypatch.setattr(coached, "within", part("misled", 0, 1))
    monkeypatch.setattr(reasons, "within", part("unfounded", 0, 1))
    monkeypatch.setattr(again, "within", part("fallen", 0, 1))
    monkeypatch.setattr(sys, "argv", ["nightly", "--minutes", "480"])
    assert nightly.main() == ends
    assert given["mutations"] == 90
    some = ("scale", "wire", "fuzz", "weak", "misled", "unfounded", "fallen")
    others = sum(given[each] for each in some)
    assert others + 90 == pytest.approx(480, abs=0.1)


@pytest.mark.parametrize(("wired", "left"), [(25, 15), (33, 10), (60, 10)])
def test_what_the_wire_takes_longer_the_others_have_less(
    monkeypatch: pytest.MonkeyPatch, wired: float, left: float
) -> None:
    given: list[float] = []
    clock = SimpleNamespace(now=0.0)

    async def scale(_: float) -> int:
        return 0

    async def wire(*_: object) -> int:
        clock.now += wired * 60
        return 0

    def part(minutes: float, *_: object, **__: object) -> int:
        given.append(minutes)
        return 0

    monkeypatch.setattr(nightly, "time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setattr(nightly, "within", scale)
    monkeypatch.setattr(judged, "within", lambda *_: 0)
    monkeypatch.setattr(nightly, "marked_fail", lambda: False)
    monkeypatch.setattr(nightly, "everything", wire)
    monkeypatch.setattr(nightly, "damaged", lambda _: 3)
    monkeypatch.setattr(nightly, "labels_at_fault", lambda: 0)
    monkeypatch.setattr(nightly, "run", part)
    monkeypatch.setattr(mutations, "tried_within", part)
    monkeypatch.setattr(strength, "within", part)
    monkeypatch.setattr(coached, "within", part)
    monkeypatch.setattr(reasons, "within", part)
    monkeypatch.setattr(again, "within", part)
    monkeypatch.setattr(sys, "argv", ["nightly", "--minutes", "40"])
    assert nightly.main() == 0
    assert sum(given) == pytest.approx(left)


def test_what_every_run_leaves_out_is_run_at_night(monkeypatch: pytest.MonkeyPatch) -> None:
    run, asked = subprocess.run, list[list[str]]()
    for code in (0, 1, 5):

        def done(command: list[str], *, code: int = code, **_: object) -> SimpleNamespace:
            asked.append(command)
            return SimpleNamespace(returncode=code)

        monkeypatch.setattr(subprocess, "run", done)
        assert nightly.marked_fail() == (code != 0)
    command = [*asked[0], "-n0", "--collect-only", "tests/wire"]
    found = run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "tests/wire/test_leases.py::" in found
    assert not any(each in found for each in nightly.PARTS)
    assert all((ROOT / each).is_file() for each in nightly.PARTS)


@pytest.mark.parametrize(("count", "least"), [(40, 87), (400, 92), (40_000, 94)])
def test_how_long_slow_decisions_take_is_known_better_of_many(count: int, least: int) -> None:
    times = [100 * number / count for number in range(count)]
    assert int(strength.least_quantile(times, 0.95)) == least
