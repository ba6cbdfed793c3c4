"""The daybook: one line a click or command, with figures and nothing that is private."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from tests.bot.driver import Lasting, table

LINE = re.compile(
    r"(?P<what>click|command) verb=(?P<verb>[a-z_.]+)"
    r" game=(?P<game>\d+|-) entry=(?P<entry>\d+|-)"
    r" first_ms=(\d+|-) ms=\d+ end=(?P<end>[a-z_.]+)"
)


class Daybook:
    """The lines since the latest look."""

    def __init__(self, caplog: pytest.LogCaptureFixture) -> None:
        self._caplog = caplog
        caplog.set_level(logging.INFO, "bot.daybook")

    def lines(self) -> list[tuple[str, ...]]:
        """What, verb, game, entry and end of each line."""
        told = [r.getMessage() for r in self._caplog.records if r.name == "bot.daybook"]
        self._caplog.clear()
        found = [LINE.fullmatch(each) for each in told]
        assert all(found), told
        return [
            (each["what"], each["verb"], each["game"], each["entry"], each["end"])
            for each in found
            if each
        ]


async def test_each_click_and_command_is_one_line(
    tmp_path: Path, workers: Lasting, caplog: pytest.LogCaptureFixture
) -> None:
    daybook = Daybook(caplog)
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        ada, bruno, chiara = (world[name] for name in ("Ada", "Bruno", "Chiara"))
        await ada.slash("table")
        assert daybook.lines() == [("command", "table", "-", "-", "table.none")]
        await ada.slash("play", game="florence")
        assert daybook.lines() == [("command", "play", "1", "0", "done")]
        await bruno.click("Join")
        await chiara.click("Join")
        await ada.click("Start")
        (*joins, (what, verb, game, entry, end)) = daybook.lines()
        assert joins == [("click", "join", "1", "0", "done")] * 2
        assert (what, verb, game, end) == ("click", "start", "1", "done")
        assert int(entry) > 0
        await ada.click("Your move")
        await ada.forge("Your move", "m1:x_is_no_verb:1")
        assert [line[1:] for line in daybook.lines()] == [
            ("move", "1", entry, "done"),
            ("unknown", "1", entry, "refuse.unknown_button"),
        ]


async def test_a_fault_is_told_in_the_line_and_never_by_its_words(
    tmp_path: Path,
    workers: Lasting,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    daybook = Daybook(caplog)
    async with table(tmp_path, workers, "Ada", faults=True) as world:
        await world["Ada"].slash("play", game="florence")

        async def fails(*_: object) -> None:
            raise RuntimeError("a secret")

        monkeypatch.setattr(world.bot.tables, "leave", fails)
        daybook.lines()
        await world["Ada"].click("Leave")
        assert [line[-1] for line in daybook.lines()] == ["fault"]
