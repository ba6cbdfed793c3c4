"""requirements.lock: versions that pyproject.toml allows, for all that it asks for."""

from __future__ import annotations

import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LINES = [
    line
    for line in (ROOT / "requirements.lock").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
PINNED = {canonicalize_name(line.partition("==")[0]): line.partition("==")[2] for line in LINES}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
ASKED = [*PROJECT["dependencies"], *chain(*PROJECT["optional-dependencies"].values())]


@pytest.mark.parametrize("asked", ASKED)
def test_the_lock_satisfies_the_project(asked: str) -> None:
    wanted = Requirement(asked)
    version = PINNED[canonicalize_name(wanted.name)]
    assert wanted.specifier.contains(version), f"{asked}, not {version}"


def test_the_lock_is_names_and_versions() -> None:
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in LINES)
    assert len(PINNED) == len(LINES)
