"""The release after this one: its source, with a newer layout and format of games."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from bot.database.formats import FORMAT
from bot.database.postgresql_layout import newest_layout
from tests.wire.process import ROOT


def next_release(folder: Path) -> Path:
    """A copy of the source in a folder; this release cannot read what it writes into a game."""
    for package in ("bot", "render", "rules"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, folder / package, ignore=ignored)
    number = newest_layout() + 1
    for place in (".", "postgresql"):
        step = folder / "bot" / "database" / "migrations" / place / f"{number:04}_next.sql"
        step.write_text(
            f"ALTER TABLE games ALTER COLUMN format SET DEFAULT {number};\n"
            if place == "postgresql"
            else "-- The same.\n"
        )
    formats = folder / "bot" / "database" / "formats.py"
    source, count = re.subn(
        rf"^FORMAT: Final = {FORMAT}$",
        f"FORMAT: Final = {number}",
        formats.read_text("utf-8"),
        flags=re.MULTILINE,
    )
    assert count == 1, "the format stands elsewhere by now"
    formats.write_text(source, "utf-8")
    return folder
