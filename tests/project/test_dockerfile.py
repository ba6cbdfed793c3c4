"""The container: no root, the database on its volume, its health checked."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "Dockerfile").read_text("utf-8")
LINES = re.sub(r"\\\n\s*", "", TEXT).splitlines()


def _said(instruction: str) -> str:
    """What the last instruction of a kind says."""
    return [line.partition(" ")[2] for line in LINES if line.startswith(f"{instruction} ")][-1]


def test_the_container_is_without_root_and_keeps_its_database() -> None:
    assert _said("USER") not in {"root", "0"}
    settings = dict(re.findall(r"(MAECENAS_\w+)=(\S+)", _said("ENV")))
    database = PurePosixPath(settings["MAECENAS_DATABASE"])
    assert str(database.parent) == _said("VOLUME")
    assert f"-o {_said('USER')} " in TEXT
    assert f":{settings['MAECENAS_HEALTH_PORT']}/health" in _said("HEALTHCHECK")
    assert _said("CMD") == '["maecenas", "run"]', "as a list, so that signals reach the bot"


def test_the_container_installs_nothing_without_its_hash() -> None:
    installs = [each.strip() for each in _said("RUN").split("&&") if "pip install" in each]
    assert len(installs) == 2
    locked, own = installs
    assert "--require-hashes" in locked
    assert locked.endswith("-r /src/requirements.lock")
    assert {"--no-deps", "--no-build-isolation", "/src"} <= set(own.split())
    left_out = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert not {"requirements.lock", "pyproject.toml"} & set(left_out)
