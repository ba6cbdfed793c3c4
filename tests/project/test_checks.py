"""Style, types and import directions are part of the tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent

# Preview rules are named one by one: the preview switch would change other rules as well.
# DOC502 is not among them: errors in a docstring are mostly raised by what is called.
NOT_THERE = "DOC102,DOC202,DOC403"
"""No argument, return value or item is described that is not there."""

CHECKS = {
    "docstrings": [
        *(str(BIN / "ruff"), "check", "--no-cache", "--output-format=concise"),
        *("--preview", "--select", NOT_THERE, "."),
    ],
    "style": [str(BIN / "ruff"), "check", "--no-cache", "--output-format=concise", "."],
    "format": [str(BIN / "ruff"), "format", "--no-cache", "--check", "."],
    "types": [sys.executable, "-m", "mypy", "--no-error-summary"],
    "directions": [str(BIN / "lint-imports"), "--no-logo"],
}


@pytest.mark.parametrize("check", CHECKS)
def test_the_tool_finds_nothing(check: str) -> None:
    done = subprocess.run(
        CHECKS[check], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    if done.returncode:
        pytest.fail(f"{check}:\n{done.stdout}\n{done.stderr}", pytrace=False)
