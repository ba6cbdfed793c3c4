"""What a page of the docs says to do, done with a copy of the project.

A fenced block whose first line names a language and a file is a new file, or is added at the
end of an existing one. With the language `diff`, it is an edit of the file.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import msgspec

ROOT: Final = Path(__file__).resolve().parents[2]
_BIN: Final = Path(sys.executable).parent
_FENCED: Final = re.compile(r"^```(\w+) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LEFT_OUT: Final = shutil.ignore_patterns(
    ".git", ".venv", ".env", ".*_cache", "__pycache__", "data", "build", "dist"
)


class Block(msgspec.Struct, frozen=True):
    """A fenced block: its language, the file it is about, its text."""

    language: str
    path: str
    text: str


def blocks(page: str) -> list[Block]:
    """The blocks of a page that name a file, in order."""
    return [Block(*found) for found in _FENCED.findall((ROOT / page).read_text("utf-8"))]


def copied(folder: Path) -> Path:
    """A copy of the project without environments, caches and games."""
    shutil.copytree(ROOT, folder, ignore=_LEFT_OUT)
    return folder


def follow(block: Block, folder: Path) -> None:
    """Do what one block says.

    Raises:
        AssertionError: what an edit replaces is not there exactly once.
    """
    file = folder / block.path
    if block.language == "diff":
        text, old, new = file.read_text("utf-8"), side(block, "-"), side(block, "+")
        assert text.count(old) == 1, f"{block.path} has {text.count(old)} of:\n{old}"
        file.write_text(text.replace(old, new), "utf-8")
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as end:
        end.write(block.text)


def side(block: Block, sign: str) -> str:
    """The lines of an edit as they were (`-`) or as they will be (`+`)."""
    lines = block.text.splitlines(keepends=True)
    return "".join(line[1:] for line in lines if line[0] in {" ", sign})


def run(folder: Path, *command: str, **environment: str) -> str:
    """The output of a program of the environment, run in the copy and importing it.

    Raises:
        AssertionError: the program failed; with all its output.
    """
    done = subprocess.run(
        [_BIN / command[0], *command[1:]],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout
