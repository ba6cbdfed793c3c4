"""The kept list of mutations fits the code, and some of them are tried in every run."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from tests import mutations
from tests.mutations import BATCH, ROOT, Mutation, faults, listed, tried, tried_within

SAMPLE = 3
"""How many in every run, others after each change of the code; all of them at night."""

KILLED = Mutation(
    what="a loss has no minus",
    file="render/words/__init__.py",
    old='return f"{MINUS}{-n}" if n < 0 else str(n)',
    new="return str(abs(n))",
    test="tests/render/test_words.py::test_numbers_have_a_real_minus_and_no_separators",
)
SURVIVES = replace(KILLED, what="the same once more", new=KILLED.old.replace("n < 0", "0 > n"))


def test_every_mutation_fits_the_code() -> None:
    mutations = listed()
    assert [(each.what, fault) for each in mutations for fault in faults(each)] == []
    assert [what for what, n in Counter(each.what for each in mutations).items() if n > 1] == []


def test_a_sample_is_killed() -> None:
    command = [sys.executable, "-m", "tests.mutations", "--sample", str(SAMPLE), "--jobs", "1"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False
    )
    if done.returncode:
        pytest.fail(f"{done.stdout}\n{done.stderr}", pytrace=False)
    assert f"{SAMPLE} killed, 0 survived" in done.stdout


def test_none_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    assert tried((), jobs=1) == 2
    assert "there is no such mutation" in capsys.readouterr().out


def test_as_many_are_tried_as_there_is_time_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock, tries = [0.0], list[tuple[Mutation, ...]]()

    def batch(chosen: Sequence[Mutation], jobs: int) -> int:
        assert jobs == 2
        tries.append(tuple(chosen))
        clock[0] += 60.0
        return int(len(tries) == 2)

    monkeypatch.setattr(mutations, "tried", batch)
    monkeypatch.setattr("tests.mutations.time.monotonic", lambda: clock[0])
    every = listed()
    assert tried_within(3.5, every, jobs=2, seed=1) == 1  # the second had a survivor
    assert [len(each) for each in tries] == [BATCH] * 3
    chosen = [each for some in tries for each in some]
    assert len(set(chosen)) == 3 * BATCH
    assert (
        f"{3 * BATCH} of {len(every)} mutations were tried, seed 1" in capsys.readouterr().out
    )
    tries.clear()
    tried_within(3.5, every, jobs=2, seed=2)
    assert tries[0] != tuple(chosen[:BATCH])
    tries.clear()
    tried_within(1e9, every, jobs=2, seed=1)
    assert sorted(e.what for t in tries for e in t) == sorted(e.what for e in every)
    tries.clear()
    assert tried_within(0.0, every, jobs=2, seed=1) == 0
    assert tries == []


def test_a_survivor_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert tried((KILLED, SURVIVES), jobs=2) == 1
    report = capsys.readouterr().out
    assert f"killed    {KILLED.what}\nSURVIVED  {SURVIVES.what}\n" in report
    assert "1 killed, 1 survived" in report


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"old": "return"}, "its text stands 2 times"),
        ({"old": "no such text"}, "its text stands 0 times"),
        ({"file": "render/words/nothing.py"}, "its text stands 0 times"),
        ({"new": "return ("}, "would be no Python"),
        ({"new": KILLED.old}, "it changes nothing"),
        ({"test": "tests/render/test_words.py::test_nothing"}, "there is no test"),
        ({"test": "tests/render/test_nothing.py::test_nothing"}, "there is no test"),
    ],
)
def test_a_mutation_that_does_not_fit_is_reported(
    changed: dict[str, str], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tried((replace(KILLED, **changed),), jobs=1) == 2
    assert fault in capsys.readouterr().out
