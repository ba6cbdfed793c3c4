"""`python -m tests.puzzles --game G --seconds S --seed N` finds puzzles, in hours on one core.

Games between normal computer players are played, and each decision that may be a puzzle is
judged. A puzzle that is found is added to the file of its game at once, so the run can be
stopped at any time. At the end it prints what was found, and why the rest was refused.
"""

# ruff: noqa: T201 - the report is its output

from __future__ import annotations

import argparse
import signal
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from time import monotonic
from typing import Final

import msgspec

from rules.puzzles import FILE, Puzzle, read_all
from tests.puzzles.finding import A_GAME, Refused, found
from tests.puzzles.positions import PROMPTS, places

ROOT: Final = Path(__file__).parents[2] / "rules"

PAIRS: Final = {"bid": "pass", "pass": "bid", "use": "ducats", "ducats": "use"}
"""Answers to the most frequent questions, each of which comes as often as its counterpart."""

SHARE: Final = {"florence": 2, "lacrimosa": 3}
"""At most one in so many puzzles has one of these answers."""

SLACK: Final = 2


def kind(answer: str) -> str:
    """The tag of an answer."""
    return answer.partition(".")[0]


def wanted(known: Iterable[Puzzle], game: str, answer: str) -> bool:
    """Whether a puzzle with this answer keeps the set balanced."""
    tags = Counter(kind(each.answer) for each in known)
    tag, either = kind(answer), sum(tags[each] for each in PAIRS)
    if tags[tag] * 2 >= max(tags.total(), SLACK):
        return False
    if tag not in PAIRS:
        return True
    room = either * SHARE[game] < tags.total() + SLACK * SHARE[game]
    return room and tags[tag] <= tags[PAIRS[tag]]


def written(known: Iterable[Puzzle]) -> bytes:
    """The content of a game's file, with one puzzle a line."""
    lines = (msgspec.json.encode(each).decode() for each in known)
    return ("[\n" + ",\n".join(lines) + "\n]\n").encode()


def file_of(game: str) -> Path:
    """The file with the puzzles of a game."""
    return ROOT / game / FILE


def add(puzzle: Puzzle) -> None:
    """Add a puzzle to the others of its game."""
    known = read_all(ROOT / puzzle.game)
    if puzzle.id not in {each.id for each in known}:
        file = file_of(puzzle.game)
        part = file.with_suffix(".part")
        part.write_bytes(written((*known, puzzle)))
        part.replace(file)


def search(game: str, seconds: float, seed: str, count: Counter[str]) -> None:
    """Look for puzzles until the time is up, and count what was found and refused."""
    end, number = monotonic() + seconds, 0
    while monotonic() < end:
        here = 0
        for place in places(game, seed, number):
            if monotonic() > end or here >= A_GAME[game]:
                break
            count["decisions"] += 1
            known = read_all(ROOT / game)
            try:
                puzzle = found(place, lambda each: wanted(known, game, each), count)  # noqa: B023
            except Refused as refused:
                count[f"refused: {refused}"] += 1
                continue
            add(puzzle)
            here += 1
            count["found"] += 1
            print(
                f"{puzzle.id} {puzzle.answer} (grade {puzzle.grade}, round {puzzle.round}, "
                f"least lead {puzzle.least}, wrong {puzzle.wrong})",
                flush=True,
            )
        number += 1
        count["games"] += 1


def report(game: str) -> None:
    """Print the figures of a game's puzzles."""
    known = read_all(ROOT / game)
    kinds = Counter(kind(each.answer) for each in known)
    grades = Counter(each.grade for each in known)
    rounds = Counter(each.round for each in known)
    print(
        f"{game}: {len(known)} puzzles; answers {dict(kinds.most_common())}; "
        f"grades {dict(sorted(grades.items()))}; rounds {dict(sorted(rounds.items()))}"
    )


def main() -> int:
    """Find puzzles for some time, then report what there is."""
    parser = argparse.ArgumentParser(prog="python -m tests.puzzles", description=__doc__)
    parser.add_argument("--game", choices=tuple(PROMPTS), nargs="*", default=tuple(PROMPTS))
    parser.add_argument("--seconds", type=float, default=0, help="of each game; 0: only report")
    parser.add_argument("--seed", default="0")
    asked = parser.parse_args()
    for stop in (signal.SIGINT, signal.SIGTERM):  # for a background job too
        signal.signal(stop, signal.default_int_handler)
    for game in asked.game:
        counted: Counter[str] = Counter()
        try:
            search(game, asked.seconds, asked.seed, counted)
        except KeyboardInterrupt:
            print("stopped")
        for what, times in counted.most_common():
            print(f"{game}: {what}: {times}")
        report(game)
    return 0


if __name__ == "__main__":
    sys.exit(main())
