"""Printings of the house edition: figures change, names in games and catalogues do not."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from bot.__main__ import main
from rules.lacrimosa.catalogue import HOUSE_TEXT, Edition
from rules.registry import PRINTED
from tests.printings import FIRST_PRINTING
from tests.strength import ROWS, played_in

FIGURES = re.compile(r"^(cost|reward|story|plain|gilded|repeat|vp|perform|sell|actions) = ")


def _named(text: str) -> list[str]:
    """The lines of an edition that no printing may change."""
    lines = [line for line in text.splitlines() if not line.startswith(("#", "printing"))]
    return [line for line in lines if line and not FIGURES.match(line)]


def test_the_first_printing_is_that_of_release_0_1_0() -> None:
    release = Path(__file__).parents[1] / "bot/fixtures/release-0.1.0.sql"
    assert f"VALUES('lacrimosa','{Edition(FIRST_PRINTING).hash}'," in release.read_text("utf-8")


def test_printings_are_numbered() -> None:
    """The first one did not have its number in the text yet."""
    assert Edition(FIRST_PRINTING).printing == 1
    assert Edition(HOUSE_TEXT).printing == 2


def test_a_printing_changes_figures_alone() -> None:
    """Ids, titles, periods, types, the map and the Soloist are the same, in the same order."""
    assert _named(HOUSE_TEXT) == _named(FIRST_PRINTING)
    first, second = Edition(FIRST_PRINTING).tables, Edition(HOUSE_TEXT).tables
    for table in ("row", "map", "requiem", "constanze", "player_board", "starting_memory"):
        assert getattr(first, table) == getattr(second, table)
    for before, after in zip(first.opus, second.opus, strict=True):
        assert before.source == "house" or before == after, "real values stay"
    actions = [[card.actions for card in tables.memory] for tables in (first, second)]
    assert actions[0] == actions[1]


def test_strength_against_0_1_0_is_measured_on_its_printing() -> None:
    rows = [row for row in ROWS if row.game == "lacrimosa"]
    assert {row.others for row in rows if row.first} == {"yardstick"}
    assert not any(row.others == "yardstick" for row in rows if not row.first)
    assert {played_in(row).edition for row in rows if row.first} == {
        Edition(FIRST_PRINTING).hash
    }
    assert {played_in(row).edition for row in rows if not row.first} == {
        Edition(HOUSE_TEXT).hash
    }


def test_simulate_names_the_printing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    line = "simulate --game lacrimosa --seats 2 --players random --games 1"
    assert main(line.split()) == 0
    assert f"edition {Edition(HOUSE_TEXT).hash}, printing 2\n" in capsys.readouterr().out
    path = tmp_path / "first.toml"
    path.write_text(FIRST_PRINTING, "utf-8")
    assert main([*line.split(), "--edition", str(path)]) == 0
    assert f"edition {Edition(FIRST_PRINTING).hash}, printing 1\n" in capsys.readouterr().out


def test_positions_of_a_printing_know_it() -> None:
    """A game finds its edition by the hash of the text."""
    for text, number in ((FIRST_PRINTING, 1), (HOUSE_TEXT, 2)):
        game = PRINTED["lacrimosa"].recall(text)
        assert PRINTED["lacrimosa"].printing(game.edition or "") == number
        chosen = msgspec.to_builtins(game.options(2, {}))
        assert chosen["edition"] == game.edition
