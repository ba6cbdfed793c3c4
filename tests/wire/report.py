"""The report: what was counted in each trial, and what broke."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Final

from tests.wire.environment import Figures

MOST_PHONES: Final = 8
"""The most texts from phones that are shown."""

Trial = Callable[[Path, int], Awaitable[Figures]]

COLUMNS: Final = tuple(each for each in asdict(Figures()) if each != "phones")


class Report:
    """The rows of the table, and what broke."""

    def __init__(self) -> None:
        self._sums: dict[str, Counter[str]] = {}
        self._runs: Counter[str] = Counter()
        self._phones: dict[str, str] = {}
        self.broken: list[str] = []

    async def run(self, name: str, trial: Trial, seed: int) -> None:
        """Run a trial once, in a folder that is kept if it breaks a promise."""
        folder = Path(tempfile.mkdtemp(prefix="maecenas-wire-"))
        try:
            figures = await trial(folder, seed)
        except AssertionError as error:
            self.broken.append(f"{name}, seed {seed}, {folder}: {error}")
            print(self.broken[-1], file=sys.stderr, flush=True)  # noqa: T201 - at once
            return
        await asyncio.to_thread(shutil.rmtree, folder)
        self._runs[name] += 1
        counts = {each: getattr(figures, each) for each in COLUMNS}
        self._sums.setdefault(name, Counter()).update(counts)
        self._phones.update({text[:12]: text for text in figures.phones})

    @property
    def all(self) -> Counter[str]:
        """The sums of everything that kept its promises."""
        return sum(self._sums.values(), Counter())

    def __str__(self) -> str:
        head = f"{'trial':<24} {'runs':>5} " + " ".join(f"{each:>9}" for each in COLUMNS)
        rows = [
            f"{name:<24} {runs:>5} " + " ".join(f"{sums[each]:>9}" for each in COLUMNS)
            for name, runs, sums in [
                *((name, self._runs[name], sums) for name, sums in self._sums.items()),
                ("all", self._runs.total(), self.all),
            ]
        ]
        return "\n".join([head, *rows, *self._per_person()])

    def _per_person(self) -> Iterator[str]:
        """Boards and edits per game, calls per game and person."""
        yield f"\n{'a game, and a person':<24} {'boards':>9} {'edits':>9} {'calls':>9}"
        for name, sums in self._sums.items():
            if sums["over"] == sums["games"] > 0:
                boards, edits = (sums[each] / sums["games"] for each in ("boards", "edits"))
                calls = sums["calls"] / sums["people"]
                yield f"{name:<24} {boards:>9.1f} {edits:>9.1f} {calls:>9.1f}"
        yield "\nWhat phones showed, for example:"
        yield from (f"  {text}" for text in list(self._phones.values())[:MOST_PHONES])
