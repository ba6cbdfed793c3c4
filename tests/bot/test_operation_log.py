"""The request log: one line per click or command, with figures and nothing private."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from bot.screens.labels import MORE
from tests.bot.driver import Pooled, table

LINE = re.compile(
    r"(?P<what>click|command) verb=(?P<verb>[a-z_.]+)"
    r" game=(?P<game>\d+|-) entry=(?P<entry>\d+|-)"
    r" first_ms=(?P<first>\d+|-) ms=\d+ end=(?P<end>[a-z_.]+)"
)


class RequestLog:
    """The lines since the last look."""

    def __init__(self, caplog: pytest.LogCaptureFixture) -> None:
        self._caplog = caplog
        caplog.set_level(logging.INFO, "bot.interactions.request_log")

    def lines(self) -> list[tuple[str, ...]]:
        """What, verb, game, entry and end of each line."""
        told = [
            r.getMessage()
            for r in self._caplog.records
            if r.name == "bot.interactions.request_log"
        ]
        self._caplog.clear()
        found = [LINE.fullmatch(each) for each in told]
        assert all(found), told
        # An answer that comes too late has been seen by nobody.
        assert all((each["first"] == "-") == (each["end"] == "late") for each in found if each)
        return [
            (each["what"], each["verb"], each["game"], each["entry"], each["end"])
            for each in found
            if each
        ]


async def test_each_click_and_command_is_one_line(
    tmp_path: Path, workers: Pooled, caplog: pytest.LogCaptureFixture
) -> None:
    log = RequestLog(caplog)
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        ada, bruno, chiara = (world[name] for name in ("Ada", "Bruno", "Chiara"))
        await ada.slash("table")
        assert log.lines() == [("command", "table", "-", "-", "table.none")]
        await ada.slash("play", game="florence")
        assert log.lines() == [("command", "play", "1", "0", "done")]
        await bruno.click("Join")
        await chiara.click("Join")
        await ada.click("Start")
        (*joins, (what, verb, game, entry, end)) = log.lines()
        assert joins == [("click", "join", "1", "0", "done")] * 2
        assert (what, verb, game, end) == ("click", "start", "1", "done")
        assert int(entry) > 0
        await ada.click("Your move")
        await ada.forge("Your move", "m1:x_is_no_verb:1")
        assert [line[1:] for line in log.lines()] == [
            ("move", "1", entry, "done"),
            ("unknown", "1", entry, "refuse.unknown_button"),
        ]


async def test_what_came_too_late_is_told_in_the_line(
    tmp_path: Path, workers: Pooled, caplog: pytest.LogCaptureFixture
) -> None:
    log = RequestLog(caplog)
    async with table(tmp_path, workers, "Ada") as world:
        world.env.inject_error("POST", "/interactions/*", status=404, code=10062)
        await world["Ada"].slash("play", game="florence")
        assert log.lines() == [("command", "play", "-", "-", "late")]


async def test_a_fault_is_told_in_the_line_and_never_by_its_words(
    tmp_path: Path,
    workers: Pooled,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = RequestLog(caplog)
    async with table(tmp_path, workers, "Ada", faults=True) as world:
        await world["Ada"].slash("play", game="florence")

        async def fails(*_: object) -> None:
            raise RuntimeError("a secret")

        monkeypatch.setattr(world.bot.lobbies, "leave", fails)
        await world["Ada"].click(MORE)
        log.lines()
        await world["Ada"].click("Leave")
        assert [line[-1] for line in log.lines()] == ["fault"]


async def test_a_refusal_that_cannot_be_told_is_a_fault(
    tmp_path: Path, workers: Pooled, caplog: pytest.LogCaptureFixture
) -> None:
    log = RequestLog(caplog)
    async with table(tmp_path, workers, "Ada", "Bruno", faults=True) as world:
        await world["Ada"].slash("play", game="florence")
        log.lines()
        world.env.inject_error("POST", "/webhooks/*", status=404, code=10015)
        await world["Bruno"].click("Start")
        assert world["Bruno"].panel.text.startswith("Discord is not answering.")
        assert [line[-1] for line in log.lines()] == ["fault"]
