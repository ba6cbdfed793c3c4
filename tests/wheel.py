"""The wheel of a project, built and unpacked: what a host installs, without the checkout."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path


def unpacked(project: Path, folder: Path) -> Path:
    """Build the wheel of a project in a folder; return the folder in which it is unpacked."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=project, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        file.extractall(folder / "installed")
    return folder / "installed"
