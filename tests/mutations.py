"""`python -m tests.mutations`: break the code on purpose and check that the tests notice.

`mutations.toml` and `mutations_bot.toml` list small changes to the code, each with the rule
or promise that it breaks and the test that must then fail. They are made one at a time in a
copy of the project.

The exit code is 1 if a mutation survived because its test still passed. It is 2 if the list is
at fault: a text is not exactly once in its file, or a test is missing, fails without the
mutation, or gives no verdict with it.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.util import cache_from_source
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Final

import msgspec

ROOT: Final = Path(__file__).resolve().parents[1]
FILES: Final = tuple(Path(__file__).with_name(f"mutations{of}.toml") for of in ("", "_bot"))

TESTS_FAILED: Final = 1
"""pytest's exit code when tests ran and some failed; any other except 0 is no verdict."""

_WORDS: Final[dict[int | None, str]] = {0: "SURVIVED", TESTS_FAILED: "killed"}

LONGEST: Final = 120.0
"""The most seconds for the test of one mutation."""

BATCH: Final = 12
"""How many are tried between two looks at the clock if the time is limited."""

_LEFT_OUT: Final = shutil.ignore_patterns(
    ".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "build", "dist"
)


class Mutation(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    rename={"old": "from", "new": "to"},
):
    """A change to the code, and the test that fails because of it.

    Attributes:
        what: what it breaks: the ids of the statements, then a few words.
        file: the path of the changed file.
        old: a text that occurs exactly once in that file.
        new: what replaces it.
        test: the pytest node id.
    """

    what: str
    file: str
    old: str
    new: str
    test: str


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The list as it is in its file."""

    mutation: tuple[Mutation, ...]


def listed() -> tuple[Mutation, ...]:
    """Every mutation, in the order of the files."""
    tables = (msgspec.convert(tomllib.loads(each.read_text("utf-8")), Table) for each in FILES)
    return tuple(mutation for table in tables for mutation in table.mutation)


@cache
def functions(path: Path) -> frozenset[str]:
    """The names of the functions of a module."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    tree = ast.parse(path.read_text("utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, kinds))


def faults(mutation: Mutation) -> Iterator[str]:
    """What is wrong with an entry of the list, as far as can be seen without running it."""
    path = ROOT / mutation.file
    source = path.read_text("utf-8") if path.is_file() else ""
    found = source.count(mutation.old)
    if found != 1:
        yield f"its text stands {found} times in {mutation.file}"
    elif path.suffix == ".py":
        try:
            ast.parse(source.replace(mutation.old, mutation.new))
        except SyntaxError as error:
            yield f"{mutation.file} would be no Python: {error}"
    if mutation.old == mutation.new:
        yield "it changes nothing"
    file, _, test = mutation.test.partition("::")
    if not (ROOT / file).is_file() or test.partition("[")[0] not in functions(ROOT / file):
        yield f"there is no test {mutation.test}"


def sampled(mutations: Sequence[Mutation], count: int, seed: int) -> tuple[Mutation, ...]:
    """A random sample of the mutations, in the order of the file."""
    if count >= len(mutations):
        return tuple(mutations)
    chosen = Random(seed).sample(range(len(mutations)), count)
    return tuple(mutations[at] for at in sorted(chosen))


def seed_of_the_code() -> int:
    """A seed that changes with the code, so that samples differ but can be repeated."""
    files = sorted({mutation.file for mutation in listed()})
    return zlib.crc32(b"".join((ROOT / file).read_bytes() for file in files))


def run(folder: Path, *tests: str, write: bool = False) -> subprocess.CompletedProcess[str]:
    """Run tests in a copy; `write`: leave compiled files there for the next run."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "" if write else "1"}
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-n0",
            "-q",
            "-p",
            "no:cacheprovider",
            "-m",
            "",
            *tests,
        ],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=LONGEST if not write else None,
        check=False,
    )


def verdict(folder: Path, mutation: Mutation) -> int | None:
    """pytest's exit code for the test of a mutation in a copy; None if it took too long.

    The compiled file is deleted, too: Python checks only the source's size and whole seconds.
    """
    path = folder / mutation.file
    source = path.read_text("utf-8")
    path.write_text(source.replace(mutation.old, mutation.new), "utf-8")
    Path(cache_from_source(str(path))).unlink(missing_ok=True)
    try:
        return run(folder, "-x", mutation.test).returncode
    except subprocess.TimeoutExpired:
        return None
    finally:
        path.write_text(source, "utf-8")


def verdicts(mutations: Sequence[Mutation], copy: Path, jobs: int) -> Iterator[int | None]:
    """The verdict on each mutation, `jobs` at a time, each job in its own copy."""
    free: SimpleQueue[Path] = SimpleQueue()
    free.put(copy)
    for number in range(1, min(jobs, len(mutations))):
        free.put(shutil.copytree(copy, copy.with_name(f"copy-{number}")))

    def judge(mutation: Mutation) -> int | None:
        folder = free.get()
        try:
            return verdict(folder, mutation)
        finally:
            free.put(folder)

    with ThreadPoolExecutor(jobs) as threads:
        yield from threads.map(judge, mutations)


def tried(mutations: Sequence[Mutation], jobs: int) -> int:
    """Make the mutations one by one and print each outcome; return the exit code."""
    wrong = [(mutation, fault) for mutation in mutations for fault in faults(mutation)]
    for mutation, fault in wrong:
        print(f"FAULT     {mutation.what}\n          {fault}")
    if wrong:
        return 2
    if not mutations:
        print("FAULT     there is no such mutation")
        return 2
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="mutations-") as folder:
        copy = shutil.copytree(ROOT, Path(folder) / "copy-0", ignore=_LEFT_OUT)
        before = run(copy, *dict.fromkeys(each.test for each in mutations), write=True)
        if before.returncode:
            print(f"FAULT     without any mutation\n{before.stdout}{before.stderr}")
            return 2
        for mutation, code in zip(mutations, verdicts(mutations, copy, jobs), strict=True):
            word = _WORDS.get(code, "FAULT")
            counts[word] += 1
            print(f"{word:9} {mutation.what}", flush=True)
            if code != TESTS_FAILED:
                print(f"          {mutation.file}\n          {mutation.test} ended with {code}")
    killed, survived, undecided = (counts[word] for word in ("killed", "SURVIVED", "FAULT"))
    print(f"{killed} killed, {survived} survived, {undecided} without a verdict")
    return 2 if undecided else min(survived, 1)


def tried_within(minutes: float, mutations: Sequence[Mutation], *, jobs: int, seed: int) -> int:
    """Try mutations in a random order while there is time; return the exit code."""
    order = Random(seed).sample(mutations, len(mutations))
    now = time.monotonic()
    end, longest, code, count = now + minutes * 60, 0.0, 0, 0
    while count < len(order) and now + longest < end:
        code = max(code, tried(order[count : count + BATCH], jobs))
        count = min(count + BATCH, len(order))
        before, now = now, time.monotonic()
        longest = max(longest, now - before)
    print(f"{count} of {len(order)} mutations were tried, seed {seed}")
    return code


def main() -> int:
    """Read the command line and run; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations")
    parser.add_argument("--sample", type=int, help="so many by chance, not all")
    parser.add_argument("--minutes", type=float, help="as many by chance as there is time for")
    parser.add_argument(
        "--seed", type=int, help="of the chance; follows from the code if left out"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="those that hold this text in any field")
    asked = parser.parse_args()
    chosen: Sequence[Mutation] = [
        mutation
        for mutation in listed()
        if any(asked.only in text for text in msgspec.structs.astuple(mutation))
    ]
    seed = seed_of_the_code() if asked.seed is None else asked.seed
    if asked.minutes is not None:
        return tried_within(asked.minutes, chosen, jobs=asked.jobs, seed=seed)
    if asked.sample is not None:
        print(f"a sample of {asked.sample} of {len(chosen)}, seed {seed}")
        chosen = sampled(chosen, asked.sample, seed)
    return tried(chosen, asked.jobs)


if __name__ == "__main__":
    sys.exit(main())
