"""Pictures are drawn by workers: each view once, one at a time for each channel."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from bot.background.workers import Workers
from bot.interactions import pictures, replies
from bot.interactions.message import compose
from bot.interactions.pictures import Pictures
from bot.store.rows import SeatRow
from bot.tables.core.table import Table
from render.presentation import Picture
from render.words import Words
from rules.journal import Journal
from rules.registry import GAMES
from tests.bot.services import Inline, game_row

WORDS = Words("en")


class Easel(Workers):
    """Draws nothing, slowly, and counts."""

    def __init__(self) -> None:
        super().__init__(1)
        self.drawn = 0
        self.at_once = 0
        self.most_at_once = 0

    async def run_within(self, limit: Any, call: Any, *args: Any, **_: Any) -> Any:
        self.drawn += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await asyncio.sleep(0.001)
        self.at_once -= 1
        return (Picture(bytes(1000), f"{args[1]}.png", "alt", (1, 1)),)


def _table(channel: int = 1, moves: int = 0) -> Table:
    rules, rng = next(iter(GAMES.values())), Random(1)
    journal = Journal.start(rules, rules.options(3, {}), rng)
    for _ in range(moves):
        decision = journal.decisions[0]
        journal = journal.move(decision.seat, decision.options[0], rng)
    row = game_row(
        channel=channel, game=rules.name, rules_version=rules.version, status="playing"
    )
    return Table(row, tuple(SeatRow(1, n, 10 + n, f"P{n}") for n in range(3)), journal)


async def test_an_unchanged_view_is_drawn_once() -> None:
    easel = Easel()
    drawing = Pictures(easel)
    first = await drawing.board(_table(), WORDS)
    assert await drawing.board(_table(), WORDS) == first
    assert easel.drawn == 1
    await drawing.board(_table(moves=1), WORDS)
    await drawing.board(_table(), WORDS, seat=0)
    await drawing.hand(_table(), 0, WORDS)
    assert easel.drawn == 4
    for _ in range(2):
        await drawing.card(_table(), WORDS)
    assert easel.drawn == 5


async def test_a_channel_draws_one_at_a_time_and_waits_for_the_same_picture() -> None:
    easel = Easel()
    drawing = Pictures(easel)
    same = [drawing.board(_table(), WORDS) for _ in range(3)]
    await asyncio.gather(*same, drawing.board(_table(moves=1), WORDS))
    assert (easel.drawn, easel.most_at_once) == (2, 1)
    await asyncio.gather(*(drawing.board(_table(n, moves=2 + n), WORDS) for n in range(3)))
    assert easel.most_at_once == 3
    assert len(drawing._channels) == 0, "no lock outlives its waiters"


async def test_what_a_click_needs_is_drawn_before_messages_that_change_by_themselves() -> None:
    begun: list[int] = []

    class Busy(Workers):
        """One worker, busy until all have asked."""

        async def _finish(self, worker: Any, limit: Any, number: int, job: Any) -> Any:
            begun.append(limit.rank)
            await asyncio.sleep(0.01)
            worker.drop(number)
            self._free.put(worker)
            return (Picture(b"", "picture.png", "alt", (1, 1)),)

    drawing = Pictures(Busy(1))

    async def behind(n: int) -> None:
        pictures.draw_behind()
        await drawing.board(_table(n, moves=n), WORDS)

    boards = [asyncio.create_task(behind(n)) for n in range(3)]
    await asyncio.sleep(0)
    clicked = asyncio.create_task(drawing.hand(_table(2), 0, WORDS))
    await asyncio.gather(*boards, clicked)
    assert begun == [1, 0, 1, 1], "also of a channel whose board waits"


async def test_old_pictures_are_forgotten(monkeypatch: Any) -> None:
    monkeypatch.setattr(pictures, "KEPT", 3500)
    drawing = Pictures(Easel())
    for moves in range(5):
        await drawing.board(_table(moves=moves), WORDS)
    assert len(drawing._kept) == 1
    assert drawing._kept.currsize == 2000


def test_a_worker_finds_the_game_by_its_name() -> None:
    table = _table()
    view, scene = table.view(0), table.scene(0)
    drawn = pictures._drawn(table.game.game, None, "hand", view, scene, "en", (), ())
    assert drawn[0].data.startswith(b"\x89PNG")
    assert (
        pictures._drawn(table.game.game, None, "places", view, scene, "en", ("end_turn",), ())
        == ()
    )


async def test_a_picture_over_the_limit_of_a_place_is_smaller_not_left_out() -> None:
    table = _table()
    picture = await Pictures(Inline()).board(table, WORDS)
    assert picture is not None
    shown = compose("text", (picture,))

    class Bot:
        workers = Inline()

    class Place:
        client = Bot()
        filesize_limit = 8_000_000

    place: Any = Place()
    assert await replies._fitting(place, shown) is shown
    place.filesize_limit = 40_000
    fitting = await replies._fitting(place, shown)
    assert fitting.view is shown.view
    assert [each.name for each in fitting.pictures] == [picture.name]
    assert len(fitting.files) == 1
    assert len(fitting.pictures[0].data) <= 40_000


async def test_every_picture_can_be_sent_anywhere(monkeypatch: Any) -> None:
    monkeypatch.setattr(pictures, "UPLOAD", 40_000)
    picture = await Pictures(Inline()).board(_table(), WORDS)
    assert picture is not None
    assert len(picture.data) <= 40_000
