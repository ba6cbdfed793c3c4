"""`/journal`: since the person's own last move, and every page before and after it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from bot.screens.journal import LONGEST, MOST, JournalPages, Page
from bot.store.rows import SeatRow
from bot.tables.core.table import Table
from render.presentations import PRESENTATIONS
from render.words import Words
from rules.contract import Seat
from rules.opponents import LEVELS
from rules.registry import GAMES
from tests.bot.driver import Pooled
from tests.bot.running_game import give_back, three
from tests.bot.services import game_row
from tests.contract.games import played

games = pytest.mark.parametrize("title", sorted(GAMES))


def _table(title: str) -> Table:
    """A whole game of three."""
    seats = tuple(SeatRow(1, seat, seat, f"P{seat}") for seat in range(3))
    return Table(game_row(game=title, status="over"), seats, played(title, 3, LEVELS[0]))


def _pages(table: Table, seat: Seat | None = None) -> JournalPages:
    return JournalPages(table, PRESENTATIONS[table.game.game], seat, Words("en"))


def _backward(table: Table) -> Iterator[Page]:
    """Every page, as Older leads through them from the end."""
    pages = _pages(table)
    page = pages.before(table.number)
    yield page
    while page.more[0]:
        page = pages.before(page.first - 1)
        yield page


def _forward(table: Table) -> Iterator[Page]:
    """Every page, as Newer leads through them from the start."""
    pages = _pages(table)
    page = pages.after(0)
    yield page
    while page.more[1]:
        page = pages.after(page.last)
        yield page


@games
@pytest.mark.parametrize("longest", [LONGEST, LONGEST // 2])
def test_pages_follow_each_other_and_are_never_too_long(
    title: str, longest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.screens.journal.LONGEST", longest)
    table = _table(title)
    forward, backward = list(_forward(table)), list(_backward(table))[::-1]
    told = [[line for page in pages for line in page.lines] for pages in (forward, backward)]
    assert told[0] == told[1]
    assert len(told[0]) > 100
    for pages in (forward, backward):
        assert (pages[0].first, pages[-1].last) == (1, table.number)
        assert all(new.first == old.last + 1 for old, new in pairwise(pages))
        assert max(len(page.lines) for page in pages) <= MOST
        assert max(sum(len(line) + 3 for line in page.lines) for page in pages) <= longest


async def test_it_begins_with_what_happened_since_the_persons_own_move(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        await give_back(world["Bruno"])
        await give_back(world["Ada"])
        await give_back(world["Chiara"])
        here = await world.bot.games.table(1)
        for seat, name in enumerate(("Ada", "Bruno", "Chiara")):
            await world[name].slash("journal")
            told = world[name].panel.text
            assert told.startswith("### Since your last turn")
            own = here.last_move(seat)
            one = r"Step (?P<first>\d+) of (?P<all>\d+)"
            some = r"Steps (?P<first>\d+) to (?P<last>\d+) of (?P<all>\d+)"
            found = re.search(one if own + 1 == here.number else some, told)
            if own == here.number:
                assert "Nothing has happened since your last turn." in told
            else:
                assert found is not None
                assert int(found["first"]) == own + 1
                assert int(found["all"]) == here.number
                if own + 1 < here.number:
                    assert int(found["last"]) == here.number


def test_where_too_much_happened_since_it_begins_where_they_left_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.screens.journal.MOST", 2)
    table, kinds = _table("florence"), set()
    for number in range(1, table.number, 7):
        past = table.at(number)
        for seat in range(3):
            pages, own = _pages(past, seat), past.last_move(seat)
            since = past.news_since(seat, own)
            news = [line for n in range(since + 1, number + 1) for line in pages._lines(n)]
            page, kind = pages.since_move(), min(len(news), 3) if own else -1
            kinds.add(kind)
            if kind in {1, 2} or (kind == 3 and since + 1 == number):  # one entry fits
                assert page is not None
                assert (page.first, page.last) == (since + 1, number)
                assert sorted(page.lines) == sorted(news)
            elif kind == 3:
                assert page is not None
                assert (page.first, page.more[1]) == (since + 1, True)
                assert sorted(page.lines) == sorted(news[: len(page.lines)])
            else:
                assert page is None
                assert pages.latest().last == number
    assert kinds == {-1, 0, 1, 2, 3}
