"""Whatever the fuzzers once found, replayed: it must not come back."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.fuzz import kept
from tests.fuzz.texts import BOUNDARIES

FOUND: Final = sorted(kept.FOLDER.glob("*.json"))
GAMES: Final = [path for path in FOUND if isinstance(kept.read(path), kept.KeptGame)]
TEXTS: Final = [path for path in FOUND if path not in GAMES]


def _name(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", GAMES, ids=_name)
def test_kept_games_fold(path: Path) -> None:
    found = kept.read(path)
    assert isinstance(found, kept.KeptGame)
    kept.replay(found)


@pytest.mark.parametrize("path", TEXTS, ids=_name)
def test_kept_texts_are_borne(path: Path) -> None:
    found = kept.read(path)
    assert isinstance(found, kept.KeptText)
    BOUNDARIES[found.boundary].answer(found.raw)
