"""Results: written at the end of a game, found later for older games, kept by copies."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.database.address import Address
from bot.database.contract import Conflict
from bot.host import database, files
from bot.settings import StorageSettings
from bot.store import Store
from bot.store.result_rows import ResultRow
from bot.store.rows import SeatRow
from bot.tables.core import game_changes, results
from bot.tables.core.draft import Draft, difference
from bot.tables.core.results import Figures, result_of
from bot.tables.core.table import Table
from rules.contract import Line, Over, name
from rules.journal import AnyJournal
from rules.opponents import RANDOM, choose
from tests.bot.services import (
    ANN,
    BEN,
    CLEO,
    GUILD,
    MOMENT,
    NAMES,
    Services,
    game_row,
    services,
)
from tests.bot.stored_results import holding, put, result


async def last_action(here: Services) -> tuple[Table, str]:
    """A game of three people before its last action, and that action."""
    table = await here.begun(BEN, CLEO)
    rng = Random(3)
    while True:
        assert table.journal is not None
        decision = table.decisions[0]
        action = choose("florence", RANDOM, table.view(decision.seat), decision, rng)
        if table.journal.move(decision.seat, action, Random(1)).over is not None:
            return table, name(action)
        table = await here.by(table, decision.seat, name(action))


async def finished(path: Path) -> Table:
    """A game of three people that was played to its end."""
    async with services(path) as here:
        before, action = await last_action(here)
        table = await here.step(before, action)
        assert table.over is not None
        await here.sent()
        return table


def forget(path: Path) -> None:
    """Leave the database as 0.1.0 did: without results."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("DELETE FROM results")
        connection.commit()


def _result(table: Table) -> ResultRow:
    found = result_of(table)
    assert found is not None
    return found


async def test_the_end_of_a_game_and_its_result_are_one_transaction(address: Address) -> None:
    async with services(address) as here:
        before, action = await last_action(here)
        assert await here.store.results.in_guild(GUILD) == ()
        decision = before.decisions[0]
        chosen = _action(before, action)
        draft = game_changes.moved(before, decision.seat, chosen, Random(1), MOMENT)
        assert draft.result is not None
        row = draft.table.game
        broken = replace(draft.result, seats=(*draft.result.seats, draft.result.seats[0]))
        change = difference(before, replace(draft, result=broken))
        with pytest.raises(Conflict):
            await here.store.games.commit(row, change)
        stored = await here.store.games.game(before.game.id)
        assert stored is not None
        assert stored.status == "playing", "neither without the other"
        table = await here.step(before, action)
        (found,) = await here.store.results.in_guild(GUILD)
        assert found == _result(table)
        assert (found.game, found.title, found.ending) == (
            table.game.id,
            "florence",
            "finished",
        )
        assert found.ended == table.game.updated
        assert table.over is not None
        assert [each.points for each in found.seats] == list(table.over.totals)
        winners = [each.seat for each in found.seats if each.place == 1]
        assert tuple(winners) == table.over.winners
        assert [(each.user, each.name) for each in found.seats] == [*NAMES.items()][:3]


def _action(table: Table, spelled: str) -> Any:
    found = table.decisions[0].find(spelled)
    assert found is not None
    return found


async def test_a_game_of_an_older_release_gets_its_result_at_the_start(path: Path) -> None:
    table = await finished(path)
    forget(path)
    async with services(path) as here:
        await here.games.wait_idle()
        assert await here.store.results.in_guild(GUILD) == (_result(table),)
        assert await here.store.results.missing(0) is None


async def test_a_game_that_does_not_replay_gets_none_and_keeps_no_other_from_it(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = await finished(path)
    async with services(path) as here:
        second = replace(table.game, id=0, channel=77)
        again = await here.store.games.create(
            second, difference(Table(second, ()), Draft(table))
        )
    forget(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "UPDATE entries SET checksum = 'other' WHERE game = ? AND n = ?",
            (table.game.id, table.number),
        )
        connection.commit()
    async with services(path) as here:
        await here.games.wait_idle()
        found = await here.store.results.in_guild(GUILD)
        assert [each.game for each in found] == [again.id]
        assert f"game {table.game.id} has no result" in caplog.text


async def test_a_copy_has_the_results_and_a_restored_one_goes_on(
    tmp_path: Path, path: Path
) -> None:
    table = await finished(path)
    copy = tmp_path / "copy.db"
    await asyncio.to_thread(database.backup, path, copy)
    forget(path)
    shutil.copy(copy, tmp_path / "restored.db")
    store = await Store.open(tmp_path / "restored.db")
    try:
        assert await store.results.in_guild(GUILD) == (_result(table),)
    finally:
        await store.close()


async def test_check_export_and_import_go_on_with_results(tmp_path: Path, path: Path) -> None:
    table = await finished(path)
    assert await asyncio.to_thread(database.check, path, lambda _: None)
    file = tmp_path / "game.json"
    await asyncio.to_thread(files.export_game, path, table.game.id, file)
    other = StorageSettings(_env_file=None, database=tmp_path / "other.db")
    await asyncio.to_thread(files.import_game, other, file)
    async with services(tmp_path / "other.db") as here:
        await here.games.wait_idle()
        (found,) = await here.store.results.in_guild(files.NOWHERE)
        assert [each.points for each in found.seats] == list(table.over.totals)  # type: ignore[union-attr]  # it is over
        assert {each.user for each in found.seats} == {None}


async def test_a_result_goes_with_its_game(path: Path) -> None:
    table = await finished(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("DELETE FROM games WHERE id = ?", (table.game.id,))
        left = connection.execute("SELECT count(*) FROM result_seats").fetchone()
        assert left == (0,)


async def test_results_come_by_server_and_game_in_the_order_of_their_ends(
    address: Address,
) -> None:
    store = await Store.open(address)
    try:
        rows = await put(
            store,
            result(1, (ANN, 1), (BEN, 2), ended=30.0),
            result(2, (ANN, 1), (BEN, 2), ended=10.0, title="lacrimosa"),
            result(3, (ANN, 1), (BEN, 2), ended=20.0),
            result(4, (ANN, 1), (BEN, 2), guild=2),
        )
        third, first, second, elsewhere = rows
        assert await store.results.in_guild(GUILD) == (first, second, third)
        assert await store.results.in_guild(GUILD, "florence") == (second, third)
        assert await store.results.in_guild(2) == (elsewhere,)
        mended = holding(third, 1, counted="last")
        await store.results.add(mended)
        assert await store.results.in_guild(GUILD, "florence") == (second, mended)
    finally:
        await store.close()


# -- places and figures --------------------------------------------------------------


class _Ended:
    """A journal of which only the end is read."""

    line = ()

    def __init__(self, totals: tuple[int, ...], winners: tuple[int, ...]) -> None:
        self.over = Over(tuple((Line("journeys", each),) for each in totals), winners)


def ended(totals: tuple[int, ...], winners: tuple[int, ...]) -> list[int | None]:
    """The places in a game that ends like this, with a seat for each total."""
    there = tuple(SeatRow(1, seat, ANN + seat, str(seat)) for seat in range(len(totals)))
    journal = cast(AnyJournal, _Ended(totals, winners))
    table = Table(game_row(game="lacrimosa", status="over"), there, journal)
    return [each.place for each in _result(table).seats]


def test_winners_are_first_equals_share_a_place_and_who_lost_to_the_game_has_not_won() -> None:
    assert ended((7, 9, 4), winners=(1,)) == [2, 1, 3]
    assert ended((7, 9, 9, 7), winners=(1, 2)) == [3, 1, 1, 3]
    assert ended((9, 9), winners=(0,)) == [1, 2]
    assert ended((60,), winners=(0,)) == [1]
    assert ended((30,), winners=()) == [2]


def test_figures_are_by_game_and_number_of_seats() -> None:
    rows = [
        result(1, (ANN, 1), (BEN, 2), ("novice", 3)),
        result(2, (BEN, 1), (ANN, 3), (CLEO, 2)),
        result(3, (BEN, 1), (ANN, 2)),
        result(4, (ANN, 1), ("novice", 1), title="lacrimosa"),
        result(5, (BEN, 1), (CLEO, 2)),
    ]
    assert results.figures(rows, ANN) == (
        Figures("florence", 2, games=1, wins=0, mean=48.0, best=48),
        Figures("florence", 3, games=2, wins=1, mean=48.0, best=49),
        Figures("lacrimosa", 2, games=1, wins=1, mean=49.0, best=49),
    )
    assert results.figures(rows, 4711) == ()


@pytest.mark.parametrize(
    ("row", "figures"),
    [
        (result(1, (ANN, 1), (BEN, 2), ending="agreed"), ()),
        (
            result(1, (ANN, 1), (BEN, 2), taken_back=True),
            (Figures("florence", 2, games=1, wins=1, mean=None, best=None),),
        ),
        (
            holding(result(1, (ANN, 1), (BEN, 2)), 0, counted="last"),
            (Figures("florence", 2, games=1, wins=0, mean=None, best=None),),
        ),
        (holding(result(1, (ANN, 1), (BEN, 2)), 0, counted="not"), ()),
        (
            holding(result(1, (ANN, 1), (BEN, 2), ending="conceded"), 0, points=None),
            (Figures("florence", 2, games=1, wins=1, mean=None, best=None),),
        ),
    ],
    ids=("agreed", "taken back", "left for good", "late substitute", "conceded"),
)
def test_what_a_game_with_a_mark_counts_for(
    row: ResultRow, figures: tuple[Figures, ...]
) -> None:
    full = result(2, (ANN, 2), (BEN, 1))
    alone = results.figures([row], ANN)
    assert alone == figures
    (together,) = results.figures([row, full], ANN)
    assert (together.mean, together.best) == (48.0, 48), "its points count nowhere"
