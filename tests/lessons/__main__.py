"""`python -m tests.lessons` makes the positions of all lessons again.

Run it after a change to the rules or to an edition that lessons are made for. Each
position is played from its script, and its entries are written to the end of the
lesson's file. Every run writes the same.
"""

# ruff: noqa: T201 - the report is its output

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from rules.lessons import Lesson
from rules.registry import LESSONS
from tests.lessons import florence, lacrimosa
from tests.lessons.script import Script

ROOT: Final = Path(__file__).parents[2] / "rules"
POSITIONS: Final = {"florence": florence.POSITIONS, "lacrimosa": lacrimosa.POSITIONS}
HEAD: Final = "\n[position] # made by `python -m tests.lessons`\n"


def made(lesson: Lesson) -> str:
    """The end of a lesson's file: its position."""
    script: Script = POSITIONS[lesson.game][lesson.id.partition(".")[2]](lesson)
    edition = script.journal.game.edition
    pinned = f"edition = {json.dumps(edition)}\n" if edition else ""
    lines = "".join(f"    {json.dumps(each)},\n" for each in script.entries)
    return f"{HEAD}{pinned}entries = [\n{lines}]\n"


def file_of(lesson: Lesson) -> Path:
    """The file of a lesson."""
    (found,) = (ROOT / lesson.game / "lessons").glob(f"*_{lesson.id.partition('.')[2]}.toml")
    return found


def main() -> int:
    """Write every file again."""
    for lessons in LESSONS.values():
        for lesson in lessons:
            file = file_of(lesson)
            before = file.read_text("utf-8")
            after = before.partition(HEAD)[0] + made(lesson)
            file.write_text(after, "utf-8")
            print(lesson.id, "as before" if before == after else "made anew")
    return 0


if __name__ == "__main__":
    sys.exit(main())
