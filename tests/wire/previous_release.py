"""The release before this one, as the wheel that a host has installed."""

from __future__ import annotations

import subprocess
from io import BytesIO
from pathlib import Path
from tarfile import TarFile
from typing import Final

from tests.docs.recipe import copied
from tests.wheel import unpacked
from tests.wire.process import ROOT

SEVERAL: Final = "bot/store/process_rows.py"
"""A release that has this file serves a bot in several processes."""


def previous_release(folder: Path, commit: str | None = None) -> Path:
    """The unpacked wheel of a commit.

    Args:
        folder: where it is built.
        commit: which one; None: the newest tag whose release serves a bot in several
            processes, or, if there is none yet, the project as it is.
    """
    commit = commit or _newest_tag()
    project = folder / "project"
    if commit is None:
        return unpacked(copied(project), folder)
    with TarFile(fileobj=BytesIO(_git("archive", commit))) as archive:
        archive.extractall(project, filter="data")
    return unpacked(project, folder)


def _newest_tag() -> str | None:
    tags = _git("tag", "--list", "v*", "--sort=-v:refname").decode("ascii").split()
    return next((tag for tag in tags if _git("ls-tree", tag, SEVERAL)), None)


def _git(*arguments: str) -> bytes:
    """What git prints; nothing if there is no repository."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=False)
    return done.stdout
