"""Looking back: past positions by button, what each person may see, film and file."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image

from bot import history, pictures
from bot.history import NotOver
from bot.pictures import Pictures
from bot.store.rows import GameRow, SeatRow
from bot.table import Table
from render.words import Words
from rules import record
from rules.games import GAMES
from rules.journal import Journal
from rules.opponents import RANDOM, choose
from rules.record import Unreadable
from rules.table import Over
from tests.bot.driver import Lasting, Player
from tests.bot.playing import opener, three
from tests.bot.secrecy import Secrecy
from tests.bot.tabling import Inline

WORDS = Words("en")


def ways(player: Player) -> set[str]:
    return set(player.panel.buttons)


async def test_it_steps_through_the_past_by_turns(tmp_path: Path, workers: Lasting) -> None:
    async with three(tmp_path, workers) as world:
        world.watchers.append(Secrecy(world).watch)
        first = opener(world)
        await first.click("Lake", world.board)
        watcher = world["Dmitri"]
        await watcher.slash("history")
        assert watcher.panel.passing
        assert "Turn 5 of 5" in watcher.panel.text
        assert "opens an auction" in watcher.panel.text
        assert ways(watcher) == {"⏮ Start", "◀ Back"}
        assert len(watcher.panel.files) == 1
        await watcher.click("◀ Back")
        assert "Turn 4 of 5" in watcher.panel.text
        assert "opens an auction" not in watcher.panel.text
        await watcher.click("⏮ Start")
        assert "Turn 1 of 5" in watcher.panel.text
        assert ways(watcher) == {"Forward ▶", "End ⏭"}
        await watcher.click("Forward ▶")
        assert "Turn 2 of 5" in watcher.panel.text
        await watcher.click("End ⏭")
        assert "Turn 5 of 5" in watcher.panel.text


async def test_its_buttons_live_on_and_know_of_later_turns(
    tmp_path: Path, workers: Lasting
) -> None:
    async with three(tmp_path, workers) as world:
        watcher = world["Dmitri"]
        await watcher.slash("history")
        assert "Turn 4 of 4" in watcher.panel.text
        await watcher.click("◀ Back")
        await opener(world).click("Lake", world.board)
        await world.restart()
        panel = watcher.panel
        await watcher.click("Forward ▶", panel)
        assert "Turn 4 of 5" in watcher.panel.text
        await watcher.click("End ⏭")
        assert "Turn 5 of 5" in watcher.panel.text


async def test_a_forged_entry_or_game_gives_nothing_away(
    tmp_path: Path, workers: Lasting
) -> None:
    async with three(tmp_path, workers) as world:
        watcher = world["Dmitri"]
        await watcher.slash("history")
        await watcher.forge("◀ Back", "m1:history_at:1:back:99999")
        assert "Turn 4 of 4" in watcher.panel.text
        await watcher.forge("◀ Back", "m1:history_at:1:back:x")
        assert "not known here" in watcher.panel.text
        for verb in ("history_film", "history_file"):
            await watcher.slash("history")
            await watcher.forge("◀ Back", f"m1:{verb}:1")
            assert "at the end of the game" in watcher.panel.text
        await watcher.slash("history")
        await watcher.forge("◀ Back", "m1:history_at:77:back:1")
        assert not watcher.panel.files


async def test_where_no_picture_can_be_drawn_it_is_told(
    tmp_path: Path, workers: Lasting
) -> None:
    async with three(tmp_path, workers, faults=True) as world:
        world.bot.pictures = Pictures(_Broken())
        await world["Ada"].slash("history")
        assert not world["Ada"].panel.files
        assert "round 1" in world["Ada"].panel.text.lower()
        assert "Turn 4 of 4" in world["Ada"].panel.text


class _Broken(Lasting):
    async def run(self, *_: object, **__: object) -> Any:
        raise ValueError("no ink")


# -- without Discord -----------------------------------------------------------


games = pytest.mark.parametrize("title", sorted(GAMES))


@cache
def ended(title: str = "florence") -> Table:
    game, rng = GAMES[title], Random(1)
    seats = min(game.seats)
    journal = Journal.start(game, game.options(seats, {}), rng)
    while not journal.over:
        decision = rng.choice(journal.decisions)
        action = choose(game.name, RANDOM, journal.view(decision.seat), decision, rng)
        journal = journal.move(decision.seat, action, rng)
    row = GameRow(1, 1, 1, None, title, game.version, {}, "random", "en", "over", 1, 0, 0)
    return Table(row, tuple(SeatRow(1, n, 10 + n, f"P{n}") for n in range(seats)), journal)


@games
def test_while_a_game_runs_a_past_view_shows_no_more_than_it_did(title: str) -> None:
    table = ended(title)
    assert table.journal is not None
    seats = set(range(len(table.seats)))
    for number in range(0, table.number, 9):
        past = table.at(number)
        assert past.game.status == "playing"
        assert past.over is None
        for seat in (None, *seats):
            assert past.view(seat) == table.journal.view(seat, number)
            for other in seats - {seat}:
                assert past.view(seat).seats[other].hand is None


@games
async def test_every_stop_has_its_ways(title: str) -> None:
    table = ended(title)
    first = history.found(table, 0)
    assert (first.turn, first.back, first.round_back) == (1, None, None)
    seen, stop = 1, first
    while stop.on is not None:
        before, stop = stop.past.number, history.found(table, stop.on)
        seen += 1
        assert (stop.turn, stop.back, stop.since) == (seen, before, before)
        if seen % 10 == 0:
            assert [len(row) for row in history._rows(table, stop, WORDS)] == [4, 4]
    assert seen == stop.turns > 20
    assert isinstance(stop.past.over, Over)
    assert history.found(table, 10**9).past.number == table.number


@games
async def test_a_film_is_drawn_once_and_is_small_enough(title: str) -> None:
    table, workers = ended(title), _Counting()
    drawing = Pictures(workers)
    film = await drawing.film(table, WORDS, history.FILM)
    assert film is not None
    assert len(film.data) <= history.FILM
    drawn = workers.ran
    assert await drawing.film(table, WORDS, history.FILM) == film
    assert workers.ran == drawn
    with Image.open(BytesIO(film.data)) as file:
        frames = getattr(file, "n_frames", 1)
    moments = pictures._moments(table)
    assert frames == len(moments)
    assert all(view.viewer is None for view, _ in moments)


class _Counting(Inline):
    def __init__(self) -> None:
        super().__init__()
        self.ran = 0

    async def run(self, call: Any, *args: Any, **kwargs: Any) -> Any:
        self.ran += 1
        return call(*args, **kwargs)


@games
def test_a_finished_game_is_a_file_that_folds_to_the_same_game(title: str) -> None:
    table = ended(title)
    document = history.file(table, WORDS).documents[0]
    read, journal = record.read(document.data)
    assert table.journal is not None
    assert journal.entries == table.journal.entries
    assert journal.over == table.over
    assert [each.name for each in read.people] == [row.name for row in table.seats]
    assert b"user" not in document.data


def test_a_running_game_has_no_file() -> None:
    table = ended()
    past = table.at(table.number - 1)
    with pytest.raises(NotOver):
        history.file(past, WORDS)
    assert past.journal is not None
    with pytest.raises(ValueError):
        record.written(past.journal, {}, ())


def test_what_is_no_record_is_refused() -> None:
    good = history.file(ended(), WORDS).documents[0].data
    bad = (
        b"",
        b"{}",
        b"\xff",
        good.replace(b'"florence"', b'"checkers"'),
        good.replace(b'"rules":1', b'"rules":999'),
        good.replace(b'"checksum":"', b'"checksum":"0'),
        good.replace(b'"seat":0', b'"seat":2', 1),
    )
    for raw in bad:
        with pytest.raises(Unreadable):
            record.read(raw)
