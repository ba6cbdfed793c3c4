"""Looking back: past positions by button, what each person may see, film and file."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.background.workers import Limit
from bot.interactions import pictures
from bot.interactions.pictures import Pictures
from bot.screens import history
from bot.screens.history import StillSecret
from bot.store.rows import SeatRow
from bot.tables.core.table import Table
from render.film import frames
from render.presentation import Picture
from render.words import Words
from rules import record
from rules.contract import Over
from rules.journal import Journal
from rules.opponents import RANDOM, choose
from rules.record import NoRecord
from rules.registry import GAMES
from tests.bot.driver import Player, Pooled
from tests.bot.running_game import opener, three
from tests.bot.secrets import SecretsWatcher
from tests.bot.services import Inline, game_row

WORDS = Words("en")


def ways(player: Player) -> set[str]:
    return set(player.panel.buttons)


async def test_it_steps_through_the_past_by_turns(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        world.watchers.append(SecretsWatcher(world).watch)
        first = opener(world)
        await first.click("Lake", world.board)
        watcher = world["Dmitri"]
        await watcher.slash("history")
        assert watcher.panel.passing
        assert "Turn 5 of 5" in watcher.panel.text
        assert "opens the auction" in watcher.panel.text
        assert ways(watcher) == {"⏮ Start", "◀ Back"}
        assert len(watcher.panel.files) == 1
        await watcher.click("◀ Back")
        assert "Turn 4 of 5" in watcher.panel.text
        assert "opens the auction" not in watcher.panel.text
        await watcher.click("⏮ Start")
        assert "Turn 1 of 5" in watcher.panel.text
        assert ways(watcher) == {"Forward ▶", "End ⏭"}
        await watcher.click("Forward ▶")
        assert "Turn 2 of 5" in watcher.panel.text
        await watcher.click("End ⏭")
        assert "Turn 5 of 5" in watcher.panel.text


async def test_its_buttons_live_on_and_know_of_later_turns(
    tmp_path: Path, workers: Pooled
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
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        watcher = world["Dmitri"]
        await watcher.slash("history")
        await watcher.forge("◀ Back", "m1:history_at:1:back:99999")
        assert "Turn 4 of 4" in watcher.panel.text
        await watcher.forge("◀ Back", "m1:history_at:1:back:x")
        assert "no longer works" in watcher.panel.text
        for verb in ("history_film", "history_file"):
            await watcher.slash("history")
            await watcher.forge("◀ Back", f"m1:{verb}:1")
            assert "when the game is over" in watcher.panel.text
        await watcher.slash("history")
        await watcher.forge("◀ Back", "m1:history_at:77:back:1")
        assert not watcher.panel.files


async def test_the_table_of_another_channel_is_shown_to_its_players_alone(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        world.channel = world.guild.create_text_channel("second")
        await world["Dmitri"].slash("play", game="florence")
        for verb in ("history", "history_at", "history_film", "history_file"):
            await world["Dmitri"].forge("Join", f"m1:{verb}:1:back:1")
            assert world["Dmitri"].panel.text == "This game is no longer stored."
        await world["Ada"].forge("Join", "m1:history:1")
        assert "Turn 4 of 4" in world["Ada"].panel.text


async def test_where_no_picture_can_be_drawn_it_is_told(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, faults=True) as world:
        world.bot.pictures = Pictures(_Broken())
        await world["Ada"].slash("history")
        assert not world["Ada"].panel.files
        assert "round 1" in world["Ada"].panel.text.lower()
        assert "Turn 4 of 4" in world["Ada"].panel.text


class _Broken(Pooled):
    async def run_within(self, *_: object, **__: object) -> Any:
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
    row = game_row(game=title, rules_version=game.version, status="over")
    return Table(row, tuple(SeatRow(1, n, 10 + n, f"P{n}") for n in range(seats)), journal)


@games
def test_while_a_game_runs_a_past_view_shows_no_more_than_it_did(title: str) -> None:
    table = ended(title)
    assert table.journal is not None
    for number in range(0, table.number, 9):
        past = table.at(number)
        assert past.game.status == "playing"
        assert past.over is None
        for seat in (None, *range(len(table.seats))):
            assert past.view(seat) == table.journal.view(seat, number)


@games
async def test_every_stop_has_its_ways(title: str) -> None:
    table = ended(title)
    first = history.stop_at(table, 0)
    assert (first.turn, first.back, first.round_back) == (1, None, None)
    seen, stop = 1, first
    while stop.on is not None:
        before, stop = stop.past.number, history.stop_at(table, stop.on)
        seen += 1
        assert (stop.turn, stop.back, stop.since) == (seen, before, before)
        if seen % 10 == 0:
            assert [len(row) for row in history._rows(table, stop, WORDS)] == [4, 4]
    assert seen == stop.turns > 20
    assert isinstance(stop.past.over, Over)
    assert history.stop_at(table, 10**9).past.number == table.number


@games
async def test_a_film_is_drawn_once_and_is_small_enough(title: str) -> None:
    table, workers = ended(title), _Counting()
    drawing = Pictures(workers)
    told: list[tuple[int, int]] = []

    async def progress(*figures: int) -> None:
        told.append((figures[0], figures[1]))

    film = await drawing.film(table, WORDS, history.FILM, progress)
    assert film is not None
    assert len(film.data) <= history.FILM
    drawn = workers.ran
    assert await drawing.film(table, WORDS, history.FILM) == film
    assert workers.ran == drawn
    with Image.open(BytesIO(film.data)) as file:
        frames = getattr(file, "n_frames", 1)
    moments = pictures._moments(table)
    assert frames == len(moments)
    assert told == [(at, frames) for at in range(0, frames, pictures.FRAMES)]
    *drawing_some, putting_together = workers.limits
    assert len(drawing_some) > frames / 10, "others come in between"
    assert not any(each.last for each in drawing_some)
    assert putting_together.last, "its worker gives the memory back"
    assert all(view.viewer is None for view, _ in moments)


class _Counting(Inline):
    def __init__(self) -> None:
        super().__init__()
        self.limits: list[Limit] = []

    @property
    def ran(self) -> int:
        return len(self.limits)

    async def run_within(self, limit: Any, call: Any, *args: Any, **kwargs: Any) -> Any:
        self.limits.append(limit)
        return call(*args, **kwargs)


async def test_one_film_is_made_at_a_time_and_each_server_waits_for_its_own() -> None:
    drawing, begun, busy = Pictures(_Projector()), list[int](), list[int]()

    async def filmed(guild: int, number: int) -> None:
        async def progress(at: int, _: int) -> None:
            assert busy in ([], [number]), "another one is being made"
            busy[:] = [number]
            if not at:
                begun.append(guild)

        table = ended()
        row = replace(table.game, id=number, guild=guild)
        table = replace(table, game=row)
        assert await drawing.film(table, WORDS, history.FILM, progress)
        busy.clear()

    await asyncio.gather(*(filmed(guild, n) for n, guild in enumerate((1, 1, 1, 2), 1)))
    assert begun == [1, 2, 1, 1]


async def test_a_film_names_whoever_is_named_now() -> None:
    drawing, table = Pictures(_Projector()), ended()
    made = list[int]()

    async def progress(at: int, _: int) -> None:
        made.extend([at] if not at else [])

    unknown = replace(table.seats[0], user=None, name="Someone")
    for now in (table, table, replace(table, seats=(unknown, *table.seats[1:]))):
        assert await drawing.film(now, WORDS, history.FILM, progress)
    assert len(made) == 2


class _Projector(Inline):
    """Draws nothing, slowly."""

    async def run_within(self, limit: Any, call: Any, *_: Any, **__: Any) -> Any:
        await asyncio.sleep(0)
        return (b"",) if call is frames else Picture(b"film", "f.gif", "a", (1, 1))


async def test_who_waits_for_a_film_is_told_how_far_it_is(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.screens.history.PROGRESS_INTERVAL", 0)
    async with three(tmp_path, workers, setup=False) as world:
        here = await world.bot.games.table(1)
        row = replace(here.game, status="over")
        over = replace(here, game=row, journal=ended().journal)
        world.bot.games._cache.put(over)

        async def film(_: object, __: object, limit: int, progress: Any) -> Picture:
            for drawn in (0, 6):
                await progress(drawn, 12)
            return Picture(b"film", "film.gif", f"up to {limit}", (1, 1))

        monkeypatch.setattr(world.bot.pictures, "film", film)
        ada = world["Ada"]
        await ada.slash("history")
        asked = len(world.env.http_requests)
        await ada.click("Film", ada.panel)
        edits = [r for r in world.env.http_requests[asked:] if r.method == "PATCH"]
        told = [str(each.json) for each in edits]
        assert len(told) == 3
        assert WORDS("history.film.begun") in told[0]
        assert WORDS("history.film.progress", 6, all=12) in told[1]
        assert ada.panel.files


@games
def test_a_finished_game_is_a_file_that_folds_to_the_same_game(title: str) -> None:
    table = ended(title)
    document = history.file_message(table, WORDS).documents[0]
    read, journal = record.read(document.data)
    assert table.journal is not None
    assert journal.entries == table.journal.entries
    assert journal.over == table.over
    assert [each.name for each in read.people] == [row.name for row in table.seats]
    assert b"user" not in document.data


def test_a_running_game_has_no_file() -> None:
    table = ended()
    past = table.at(table.number - 1)
    with pytest.raises(StillSecret):
        history.file_message(past, WORDS)
    assert past.journal is not None
    with pytest.raises(ValueError):
        record.written(past.journal, {}, ())


def test_what_is_no_record_is_refused() -> None:
    good = history.file_message(ended(), WORDS).documents[0].data
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
        with pytest.raises(NoRecord):
            record.read(raw)


async def test_a_turn_with_more_than_there_is_room_for_says_how_much_more(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.screens.history.MOST_EVENTS", 1)
    async with three(tmp_path, workers, setup=False) as world:
        watcher = world["Dmitri"]
        await watcher.slash("history")
        whole = [line for line in watcher.panel.text.splitlines() if line.startswith("- ")]
        assert len(whole) == 2
        found = re.fullmatch(r"- … and (\d+) more: /journal", whole[0])
        assert found is not None
        monkeypatch.setattr("bot.screens.history.MOST_EVENTS", 99)
        await watcher.slash("history")
        all_ = [line for line in watcher.panel.text.splitlines() if line.startswith("- ")]
        assert len(all_) == int(found[1]) + 1
