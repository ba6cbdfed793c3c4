"""The report: what was counted in each trial, and what broke."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from pathlib import Path
from typing import Final

from tests.wire.hall import Figures

Trial = Callable[[Path, int], Awaitable[Figures]]

COLUMNS: Final = tuple(asdict(Figures()))


class Report:
    """The rows of the table, and what broke."""

    def __init__(self) -> None:
        self._sums: dict[str, Counter[str]] = {}
        self._runs: Counter[str] = Counter()
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
        self._sums.setdefault(name, Counter()).update(asdict(figures))

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
        return "\n".join([head, *rows])
