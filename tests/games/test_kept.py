"""Whatever the fuzzers once found, replayed: it must not come back."""

from __future__ import annotations

from pathlib import Path
from typing import Final, assert_never

import pytest

from tests.fuzz import kept, rooms
from tests.fuzz.texts import BOUNDARIES

FOUND: Final = sorted(kept.FOLDER.glob("*.json"))


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_what_was_found_has_gone(path: Path) -> None:
    match kept.read(path):
        case kept.KeptGame() as game:
            kept.replay(game)
        case kept.KeptText() as text:
            BOUNDARIES[text.boundary].answer(text.raw)
        case kept.KeptScript(_, script):
            rooms.run(rooms.again(script), [])
        case other:
            assert_never(other)
