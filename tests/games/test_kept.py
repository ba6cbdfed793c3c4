"""Whatever the fuzzers once found, replayed: it must not come back."""

from __future__ import annotations

from pathlib import Path
from typing import Final, assert_never

import pytest

from tests.fuzz import findings, interactions
from tests.fuzz.texts import BOUNDARIES

FOUND: Final = sorted(findings.FOLDER.glob("*.json"))


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_what_was_found_has_gone(path: Path) -> None:
    match findings.read(path):
        case findings.GameFinding() as game:
            findings.replay(game)
        case findings.TextFinding() as text:
            BOUNDARIES[text.boundary].answer(text.raw)
        case findings.ScriptFinding(_, script):
            interactions.run(interactions.again(script), [])
        case other:
            assert_never(other)
