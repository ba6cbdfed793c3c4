"""How many games are done, shown on stderr while they are played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import Final, TextIO, TypeVar

T = TypeVar("T")

ON_A_TERMINAL: Final = 0.5
"""Seconds between two lines where each replaces the one before."""

IN_A_FILE: Final = 60.0
"""Seconds between two lines where all of them stay."""


def told(
    games: Iterable[T], total: int, out: TextIO, clock: Callable[[], float] = monotonic
) -> Iterator[T]:
    """The games as they come; a short run writes nothing into a file.

    Args:
        games: in the order in which they end.
        total: how many there will be.
        out: where progress is written, usually stderr.
        clock: gives seconds.
    """
    terminal = out.isatty()
    pause = ON_A_TERMINAL if terminal else IN_A_FILE
    began = last = clock()
    line = ""
    try:
        for number, game in enumerate(games, 1):
            yield game
            now = clock()
            if now - last >= pause and number < total:
                last = now
                blank, line = " " * len(line), _line(number, total, now - began)
                out.write(f"\r{blank}\r{line}" if terminal else f"{line}\n")
                out.flush()
    finally:
        if terminal and line:
            out.write("\r" + " " * len(line) + "\r")
            out.flush()


def _line(number: int, total: int, seconds: float) -> str:
    left = round(seconds / number * (total - number))
    minutes, rest = divmod(left, 60)
    return f"{number:,} of {total:,} games, {minutes}:{rest:02} left"
