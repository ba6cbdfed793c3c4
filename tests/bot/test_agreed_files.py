"""A game whose table agreed to an undo, as a file: out of the bot and in again, unchanged."""

from __future__ import annotations

from asyncio import to_thread
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from bot.host import database, files
from bot.screens import history
from bot.settings import StorageSettings
from bot.store.rows import SeatRow
from bot.tables.core.table import Table
from render.words import Words
from rules import record
from rules.contract import Agreed
from rules.journal import Journal
from rules.opponents import RANDOM, choose
from rules.registry import GAMES
from tests.bot.services import game_row, services

WORDS = Words("en")
SEATS = 3
EVERY = 7
"""After about this many actions, the table is asked to undo."""

games = pytest.mark.parametrize("title", sorted(GAMES))


@cache
def gone_back(title: str) -> Journal[Any, Any]:
    """A whole game in which the table has now and then agreed to an undo."""
    game, rng = GAMES[title], Random(title)
    journal = Journal.start(game, game.options(SEATS, {}), rng)
    while not journal.over:
        decision = rng.choice(journal.decisions)
        action = choose(title, RANDOM, journal.view(decision.seat), decision, rng)
        journal = journal.move(decision.seat, action, rng)
        points = [each for each in journal.undo_to(decision.seat) if each.wall is None]
        if points and rng.randrange(EVERY) == 0:
            journal = journal.add(Agreed(rng.choice(points).to, decision.seat))
    assert sum(isinstance(each, Agreed) for each in journal.entries) > 5
    return journal


def on_table(title: str, journal: Journal[Any, Any]) -> Table:
    """A finished game of people; the last seat is a computer player's."""
    row = game_row(game=title, rules_version=journal.game.version, status="over")
    seats = tuple(
        SeatRow(1, n, 10 + n if n < SEATS - 1 else None, f"P{n}", None if n < 2 else RANDOM)
        for n in range(SEATS)
    )
    return Table(row, seats, journal)


@games
async def test_the_players_file_comes_in_and_goes_out_again(tmp_path: Path, title: str) -> None:
    journal = gone_back(title)
    (document,) = history.file_message(on_table(title, journal), WORDS).documents
    file, path = tmp_path / "game.json", tmp_path / "bot.db"
    file.write_bytes(document.data)
    settings = StorageSettings(_env_file=None, database=path)
    said = await to_thread(files.import_game, settings, file)
    assert f"{journal.number} entries" in said
    lines: list[str] = []
    assert await to_thread(database.check, path, lines.append), lines
    again = tmp_path / "again.json"
    await to_thread(files.export_game, path, 1, again)
    assert again.read_bytes() == document.data
    async with services(path) as here:
        stored = (await here.games.table(1)).journal
        assert stored is not None
        assert stored.entries == journal.entries
        assert stored.line == journal.line
        assert stored.over == journal.over


@games
async def test_a_running_game_keeps_what_is_known_of_the_piles(
    tmp_path: Path, title: str
) -> None:
    """Cut off right after an agreed undo: what was drawn keeps its place."""
    whole = gone_back(title)
    numbers = [n for n, each in enumerate(whole.entries, 1) if isinstance(each, Agreed)]
    for number in (numbers[0], numbers[len(numbers) // 2], numbers[-1]):
        journal = whole.at(number)
        data = record.written(journal, {}, (), running=True)
        _, read = record.read(_with_people(data))
        assert read.entries == journal.entries
        assert read.line == journal.line
        assert read.known(None) == journal.known(None)
        seats = range(SEATS)
        assert [read.undo_to(seat) for seat in seats] == [
            journal.undo_to(seat) for seat in seats
        ]
        file, path = tmp_path / f"{number}.json", tmp_path / f"{number}.db"
        file.write_bytes(_with_people(data))
        settings = StorageSettings(_env_file=None, database=path)
        await to_thread(files.import_game, settings, file)
        assert await to_thread(database.check, path, lambda _: None)


@games
def test_an_agreement_that_the_rules_do_not_allow_is_no_game(title: str) -> None:
    """A file that goes back to anything but an action of the asker is refused."""
    journal = gone_back(title)
    document = history.file_message(on_table(title, journal), WORDS).documents[0]
    content = msgspec.json.decode(document.data)
    agreed = next(each for each in content["entries"] if each["type"] == "agreed")
    agreed["asked_by"] = (agreed["asked_by"] + 1) % SEATS
    with pytest.raises(record.NoRecord):
        record.read(msgspec.json.encode(content))


def _with_people(data: bytes) -> bytes:
    content = msgspec.json.decode(data)
    content["people"] = [{"name": f"P{n}"} for n in range(SEATS)]
    return msgspec.json.encode(content)
