"""A promise that is a figure: what was measured, and within which bounds it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf


@dataclass(frozen=True)
class Promise:
    """One figure, with the least and the most that is promised."""

    what: str
    measured: float
    least: float = -inf
    most: float = inf

    @property
    def kept(self) -> bool:
        """Whether the figure is as promised."""
        return self.least <= self.measured <= self.most

    def __str__(self) -> str:
        bounds = [f">= {self.least:g}"] * (self.least > -inf)
        bounds += [f"<= {self.most:g}"] * (self.most < inf)
        word = "kept" if self.kept else "BROKEN"
        return f"{self.what:<64} {self.measured:8.2f}  {' and '.join(bounds):<18} {word}"
