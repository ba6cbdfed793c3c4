"""The quick tables for an edition: what they count is what was played."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from rules.contract import Over
from rules.lacrimosa import editions
from tests import balance
from tests.printings import FIRST_PRINTING


def test_a_game_of_whole_turns_is_counted_as_played() -> None:
    edition = editions.HOUSE
    played = balance.play(edition, 2, Random(1), {"composers": "random"})
    assert isinstance(played.over, Over)
    for seat, lines in enumerate(played.over.lines):
        points = {line.source: line.points for line in lines}
        owned = played.owned[seat]
        assert sum(component.group == "composer_tile" for component in owned) <= 7
        assert (points["requiem"] > 0) <= any(c.group == "composer_tile" for c in owned)
    hired = sum(c.group == "composer_tile" for owned in played.owned for c in owned)
    assert played.kinds["requiem"] == hired
    works = [c for owned in played.owned for c in owned if c.group == "opus"]
    bought = [c for c in works if not c.id.startswith("start-")]
    assert played.kinds["commission"] == len(bought)
    assert min(played.kinds.values()) > 0


def test_the_tables_are_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "first.toml"
    path.write_text(FIRST_PRINTING, "utf-8")
    monkeypatch.setattr(
        sys, "argv", ["balance", "--games", "1", "--seats", "2", "--edition", str(path)]
    )
    assert balance.main() == 0
    told = capsys.readouterr().out
    assert "printing 1, 2 seats, 1 games" in told
    assert "Owners, at the end or until used up" in told
