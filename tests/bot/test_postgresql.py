"""PostgreSQL in place of SQLite: the same layout and statements, and games that move over."""

from __future__ import annotations

import ast
import asyncio
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from string import Template
from typing import Final

import asyncpg
import pytest
from msgspec.structs import replace

import bot.database
import bot.store
from bot.database.contract import (
    Conflict,
    ConnectionLostError,
    Database,
    DatabaseError,
    Statement,
    statement,
)
from bot.database.copies import OF_GAMES, OTHERS
from bot.database.postgresql import PostgreSQL
from bot.database.postgresql_statements import joined, numbered
from bot.database.sqlite import SQLite
from bot.host.database import HostCommandError, backup, check, move, restore
from bot.store import Store, StoreError, processes, shown
from bot.store.changes import Change
from bot.store.person_rows import PersonRow
from bot.store.rows import SeatRow
from tests.bot.services import ANN, BEN, CLEO, game_row, services
from tests.bot.test_upgrade import FLORENCE, WRITTEN

TYPES: Final = {
    "INTEGER": "bigint",
    "REAL": "double precision",
    "TEXT": "text",
    "BLOB": "bytea",
}
ONLY_THERE: Final = {
    *("layout", "deletions", "deletion_key", "processes", "reservations", "refused_requests"),
    "claims",
}
"""Tables that only PostgreSQL has: SQLite has a pragma, a file and a lock instead."""

_COLUMNS: Final = """
    SELECT table_name, column_name, data_type, is_nullable, column_default
    FROM information_schema.columns WHERE table_schema = current_schema()
"""
_KEYS: Final = """
    SELECT c.conrelid::regclass::text, pg_get_constraintdef(c.oid)
    FROM pg_constraint c WHERE c.connamespace = current_schema()::regnamespace
        AND c.contype IN ('p', 'f', 'c')
"""
_INDEXES: Final = """
    SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = current_schema()
        AND indexname NOT LIKE '%_pkey'
"""


async def _rows(url: str, sql: str) -> list[tuple[str | None, ...]]:
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch(sql)]
    finally:
        await connection.close()


# -- one layout --------------------------------------------------------------


async def test_the_columns_are_the_same_on_both(url: str, path: Path) -> None:
    await (await SQLite.open(path)).close()
    with closing(sqlite3.connect(path)) as connection:
        here = {
            (table, name, TYPES[kind], "NO" if needed or key else "YES", default)
            for (table,) in connection.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table'"
                " AND name <> 'sqlite_sequence'"
            ).fetchall()
            for _, name, kind, needed, default, key in connection.execute(
                f"PRAGMA table_info({table})"
            )
        }
    there = {
        (*row[:4], (row[4] or "").removesuffix("::text") or None)
        for row in await _rows(url, _COLUMNS)
        if row[0] not in ONLY_THERE
    }
    assert there == here


async def test_the_keys_indexes_and_conditions_are_the_same_on_both(
    url: str, path: Path
) -> None:
    await (await SQLite.open(path)).close()
    with closing(sqlite3.connect(path)) as connection:
        tables = dict(
            connection.execute(
                "SELECT name, sql FROM sqlite_schema WHERE type = 'table'"
                " AND name <> 'sqlite_sequence'"
            ).fetchall()
        )
        indexes = {
            (table, _index(sql))
            for table, sql in connection.execute(
                "SELECT tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND sql <> ''"
            )
        }
        keys = {
            (table, kind, text) for table in tables for kind, text in _keys(connection, table)
        }
        conditions = sorted(
            _words(each)
            for sql in tables.values()
            for each in re.findall(r"CHECK\s*\(((?:[^()]|\([^()]*\))*)\)", sql)
        )
    found = [row for row in await _rows(url, _KEYS) if row[0] not in ONLY_THERE]
    assert {
        (table, text.partition(" ")[0], _words(text))
        for table, text in found
        if text is not None and not text.startswith("CHECK")
    } == {(table, kind, _words(text)) for table, kind, text in keys}
    there = sorted(
        _words(text.removeprefix("CHECK"))
        for _, text in found
        if text is not None and text.startswith("CHECK")
    )
    assert there == conditions
    assert {
        (table, _index(text or ""))
        for table, text in await _rows(url, _INDEXES)
        if table not in ONLY_THERE
    } == indexes


def _keys(connection: sqlite3.Connection, table: str) -> Iterator[tuple[str, str]]:
    """The primary key and the references of a table, as PostgreSQL spells them."""
    columns = connection.execute(f"PRAGMA table_info({table})").fetchall()
    key = [row[1] for row in sorted(columns, key=lambda row: row[5]) if row[5]]
    if key:
        yield "PRIMARY", f"PRIMARY KEY ({', '.join(key)})"
    references: dict[int, list[Sequence[str]]] = {}
    for row in connection.execute(f"PRAGMA foreign_key_list({table})"):
        references.setdefault(row[0], []).append(row)
    for rows in references.values():
        rows.sort(key=lambda row: row[1])
        own, theirs = ", ".join(row[3] for row in rows), ", ".join(row[4] for row in rows)
        text = f"FOREIGN KEY ({own}) REFERENCES {rows[0][2]} ({theirs})"
        yield "FOREIGN", f"{text} ON DELETE {rows[0][6]}"


def _words(text: str) -> str:
    """What a definition says, however a database spells it."""
    text = re.sub(r"::\w+(\[\])?", "", text)
    text = re.sub(r"= ANY \(+ARRAY\[(.*?)\]\)+", r"IN (\1)", text)
    text = re.sub(r"(\w+) >= (\d+)\)* AND \(*\1 <= (\d+)", r"\1 BETWEEN \2 AND \3", text)
    return re.sub(r"[\s()]+", " ", text.replace('"', "")).strip().lower()


def _index(sql: str) -> str:
    sql = sql.replace("USING btree ", "").replace("public.", "")
    sql = re.sub(r"'(-\d+)'", r"\1", re.sub(r"::\w+(\[\])?", "", sql))
    return _words(sql)


# -- one set of statements ---------------------------------------------------


def test_no_statement_names_a_column_that_is_a_key_word_unquoted() -> None:
    """`SELECT user` would silently return the login role of PostgreSQL."""
    texts = [
        node.value
        for package in (bot.database, bot.store)
        for file in Path(package.__path__[0]).glob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    sql = [
        each
        for each in texts
        if re.search(r"\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|ON CONFLICT)\b", each)
    ]
    assert len(sql) > 100
    wrong = re.compile(r'(?<![\w"])(user|order)(?![\w":])(?! BY)')
    assert [each for each in sql if wrong.search(each)] == []


@pytest.mark.parametrize(
    ("sql", "there"),
    [
        ("SELECT ?, ?", "SELECT $1, $2"),
        ("SELECT ?2, ?1, ?2", "SELECT $2, $1, $2"),
        ("SELECT '?', ?", "SELECT '?', $1"),
    ],
)
def test_values_are_numbered(sql: str, there: str) -> None:
    assert numbered(sql) == there


async def test_a_password_is_in_no_message() -> None:
    assert shown("postgresql://bot:secret@db.example/games") == "db.example/games"
    with pytest.raises(StoreError) as caught:
        await Store.open("postgresql://bot:secret@127.0.0.1:1/games")
    assert "127.0.0.1/games cannot be used" in str(caught.value)
    assert "secret" not in str(caught.value)


# -- changes -----------------------------------------------------------------


def test_a_change_is_few_statements_each_of_other_tables() -> None:
    change = (
        Statement("UPDATE games SET n = ? WHERE id = ?", [(1, 2)], guards=True),
        statement("DELETE FROM seats WHERE game = ?", 2),
        Statement("INSERT INTO entries (game, n) VALUES (?, ?)", [(2, 3), (2, 4)]),
        Statement("INSERT INTO outbox (game) VALUES (?)", []),
        statement("UPDATE orders SET at = ?2 WHERE game = ?1", 2, 5.0),
        statement("INSERT INTO seats (game, seat) VALUES (?, ?)", 2, 0),
        Statement("DELETE FROM due WHERE kind = ?", [("a",), ("b",)]),
        statement("INSERT INTO notes SELECT ? FROM seats", 7),
    )
    guard, first, second, each, third = joined(change)
    assert guard == Statement("UPDATE games SET n = $1 WHERE id = $2", [(1, 2)], guards=True), (
        "nothing is done beside what guards it"
    )
    assert first.sql == (
        "WITH part0 AS (DELETE FROM seats WHERE game = $1),"
        " part1 AS (INSERT INTO entries (game, n) VALUES ($2, $3), ($4, $5))"
        " UPDATE orders SET at = $7 WHERE game = $6"
    )
    assert first.rows == ((2, 2, 3, 2, 4, 2, 5.0),)
    assert second == Statement("INSERT INTO seats (game, seat) VALUES ($1, $2)", ((2, 0),)), (
        "after the seats are deleted"
    )
    assert each == Statement("DELETE FROM due WHERE kind = $1", [("a",), ("b",)])
    assert third == Statement("INSERT INTO notes SELECT $1 FROM seats", ((7,),))


def test_rows_that_are_too_many_for_one_statement_stay_rows() -> None:
    rows = [(n, n) for n in range(40_000)]
    (alone,) = joined([Statement("INSERT INTO entries (game, n) VALUES (?, ?)", rows)])
    assert alone == Statement("INSERT INTO entries (game, n) VALUES ($1, $2)", rows)


async def test_a_change_is_whole_or_not_at_all_on_both(address: Path | str) -> None:
    store = await Store.open(address)
    try:
        seats = (SeatRow(0, 0, ANN, "Ann"),)
        row = await store.games.create(game_row(id=0), Change(seats=seats))
        first = statement("UPDATE games SET language = 'fr' WHERE id = ?", row.id)
        guard = Statement("UPDATE games SET revision = 7 WHERE id = -1", ((),), guards=True)
        with pytest.raises(Conflict):
            await store._database.change((first, guard))
        wrong = "INSERT INTO votes (game, seat, ballot) VALUES (?, 0, 'neither')"
        with pytest.raises(DatabaseError):
            await store._database.change((first, statement(wrong, row.id)))
        assert await store.games.game(row.id) == row
        with pytest.raises(Conflict):
            await store.games.create(game_row(id=0), Change())
        await store.games.commit(row, Change())
        with pytest.raises(Conflict):
            await store.games.commit(row, Change())
    finally:
        await store.close()


class _Losing(PostgreSQL):
    """Loses the connection before or after the commit."""

    lost = ""

    async def change(self, statements: Sequence[Statement]) -> None:  # type: ignore[override]  # a test's
        lost, self.lost = self.lost, ""
        if lost != "before":
            await super().change(statements)
        if lost:
            raise ConnectionLostError("gone")


async def test_a_commit_of_unknown_outcome_is_resolved_by_its_rows(url: str) -> None:
    database = await _Losing.open(url, 2)
    store = await Store._of(database)
    try:
        seats = (SeatRow(0, 0, ANN, "Ann"),)
        row = await store.games.create(game_row(id=0), Change(seats=seats))
        database.lost = "after"
        row = await store.games.commit(replace(row, language="fr"), Change())
        found = await store.games.game(row.id)
        assert found is not None
        assert found.revision == row.revision
        database.lost = "before"
        with pytest.raises(ConnectionLostError):
            await store.games.commit(replace(row, updated=9.0), Change())
    finally:
        await store.close()


async def test_who_deletes_a_person_and_who_commits_wait_for_no_circle(url: str) -> None:
    waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    async with services(url) as here:
        table = await here.begun(BEN, CLEO)
        async with here.store._database.transaction() as committing:
            await committing.execute("UPDATE games SET updated = 1 WHERE id = ?", table.game.id)
            clearing = asyncio.create_task(
                here.store.privacy.clear(ANN, ("Ann",), lambda *_: "Someone", "novice")
            )
            async with asyncio.timeout(10):
                while not await here.store._database.all(waiting):
                    await asyncio.wait({clearing}, timeout=0.01)
            # PostgreSQL ends one of two that wait for each other.
            await committing.execute("UPDATE seats SET since = 1")
        await clearing
        assert ANN not in {row.user for row in await here.store.games.seats(table.game.id)}


async def test_a_server_that_was_restarted_is_asked_again(url: str) -> None:
    store = await Store.open(url)
    try:
        await store.people.write(PersonRow(ANN, "fr"))
        everyone = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname ="
        await _rows(url, f"{everyone} current_database() AND pid <> pg_backend_pid()")
        assert (await store.people.read(ANN)).locale == "fr"
    finally:
        await store.close()


# -- one process -------------------------------------------------------------


async def test_a_second_process_is_refused_in_one_line(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _be_strangers(monkeypatch)
    monkeypatch.setattr(processes, "LASTS", 0.6)
    monkeypatch.setattr(processes, "RENEWED", 0.1)
    first, second = await Store.open(url), await Store.open(url)
    try:
        lost = asyncio.Event()
        await first.serve(lost.set)
        with pytest.raises(StoreError, match="another bot is using the database: process"):
            await second.serve(lost.set)
        with pytest.raises(StoreError, match="another bot"):
            await second.check_unused()
        await first.close()
        await second.serve(lost.set)
        assert not lost.is_set()
    finally:
        await second.close()


async def test_of_two_that_begin_at_the_same_moment_one_is_refused(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _be_strangers(monkeypatch)
    monkeypatch.setattr(processes, "LASTS", 1.0)
    monkeypatch.setattr(processes, "RENEWED", 0.2)
    stores = [await Store.open(url) for _ in range(4)]
    try:
        results = await asyncio.gather(
            *(each.serve(lambda: None) for each in stores), return_exceptions=True
        )
        assert sum(isinstance(each, StoreError) for each in results) == len(stores) - 1
        assert results.count(None) == 1
    finally:
        for each in stores:
            await each.close()


async def test_who_was_not_heard_of_loses_its_place_and_stops(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _be_strangers(monkeypatch)
    monkeypatch.setattr(processes, "LASTS", 0.3)
    monkeypatch.setattr(processes, "RENEWED", 0.6)
    first, second = await Store.open(url), await Store.open(url)
    try:
        lost = asyncio.Event()
        await first.serve(lost.set)
        await second.serve(lambda: None)  # waits until the other one has lapsed
        async with asyncio.timeout(5):
            await lost.wait()
    finally:
        await first.close()
        await second.close()


def _be_strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the two stores of a test be processes on two machines."""
    spaces = map(str, count())
    monkeypatch.setattr(processes, "_pid_space", lambda: next(spaces))


async def test_who_was_killed_on_this_machine_is_not_waited_for(url: str) -> None:
    first, second = await Store.open(url), await Store.open(url)
    try:
        await first.serve(lambda: None)
        number = "UPDATE processes SET pid = ?"
        await first._database.write(number, 2**22 + 1)  # no process has it
        async with asyncio.timeout(2):
            await second.serve(lambda: None)
        await second._database.write(number, 1)  # this process exists, so its row must lapse
        third = await Store.open(url)
        try:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.2):
                    await third.serve(lambda: None)
        finally:
            await third.close()
    finally:
        await first.close()
        await second.close()


# -- moving ------------------------------------------------------------------


async def test_games_move_over_and_back_and_are_played_on(
    url: str, path: Path, tmp_path: Path
) -> None:
    async with services(path) as here:
        table = await here.step(await here.at_auction())
        await here.store.people.write(PersonRow(BEN, "fr"))
        await here.privacy.delete(999)
        here.games.resume()
        await here.games.wait_idle()  # so that a start of the copy has nothing to check
        before = await _everything(here.store._database)
    told = await asyncio.to_thread(move, path, url)
    assert "games: 1, all as played" in told
    async with services(url) as there:
        assert await _everything(there.store._database) == before
        assert await there.privacy.deleted(999)
        moved = await there.games.table(table.game.id)
        assert moved.number == table.number
        after = await there.step(moved)
        await there.cache.leases.close()  # a copy belongs to no process
        played = await _everything(there.store._database)
    back = tmp_path / "back.db"
    await asyncio.to_thread(move, url, back)
    async with services(back) as again:
        assert await _everything(again.store._database) == played
        assert await again.privacy.deleted(999)
        await again.step(await again.games.table(after.game.id))
    copy = tmp_path / "copy.db"
    await asyncio.to_thread(backup, url, copy)
    assert await asyncio.to_thread(check, copy, lambda _: None)


async def _everything(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    found = {}
    for table in ("games", *OF_GAMES, *OTHERS):
        names = ", ".join(f'"{each}"' for each in await database.columns(table))
        rows = await database.all(f"SELECT {names} FROM {table}")  # noqa: S608 - ours
        found[table] = sorted(map(tuple, rows), key=repr)
    return found


async def test_every_table_is_copied(url: str) -> None:
    tables = {row[0] for row in await _rows(url, _COLUMNS)} - ONLY_THERE
    assert tables == {"games", *OF_GAMES, *OTHERS}


async def test_games_of_release_0_1_0_move_over(url: str, path: Path) -> None:
    """They do once a start of this release has brought their file up to date."""
    numbers = defaultdict[str, int](count(1000).__next__)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(Template(WRITTEN.read_text("utf-8")).substitute(numbers))
    with pytest.raises(StoreError, match="older version of Maecenas; `maecenas run`"):
        await asyncio.to_thread(move, path, url)
    await (await Store.open(path)).close()
    told: list[str] = []
    assert "all as played" in await asyncio.to_thread(move, path, url)
    assert await asyncio.to_thread(check, url, told.append)
    assert told[-1].startswith("games: 3,")
    async with services(url) as there:
        table = await there.games.table(FLORENCE)
        holder = table.seats[table.decisions[0].seat].user
        assert holder in numbers.values()
        await there.step(table)


async def test_what_counts_its_rows_counts_on(url: str, path: Path, tmp_path: Path) -> None:
    """A number in the outbox names a message at Discord: none may be used twice."""
    async with services(path) as here:
        await here.at_auction()
        await here.sent()
        assert (await here.store.outbox.games()) == ()
        before = await here.store._database.all("SELECT seq FROM sqlite_sequence")
    await asyncio.to_thread(move, path, url)
    back = tmp_path / "back.db"
    await asyncio.to_thread(move, url, back)
    async with services(url) as there, services(back) as again:
        for moved in (there, again):
            await moved.step(await moved.games.table(1))
            assert (await moved.store.outbox.pending(1))[0].first > before[0][0]


async def test_nothing_is_moved_into_what_is_not_empty_nor_from_under_a_bot(
    url: str, path: Path
) -> None:
    async with services(path) as here:
        await here.at_auction()
    store = await Store.open(url)
    try:
        await store.serve(lambda: None)
        with pytest.raises(HostCommandError, match="another bot is using"):
            await asyncio.to_thread(move, path, url)
        with pytest.raises(StoreError, match="another bot is using"):
            await asyncio.to_thread(move, url, path.with_name("new.db"))
    finally:
        await store.close()
    await asyncio.to_thread(move, path, url)
    with pytest.raises(HostCommandError, match="there are games or people in it already"):
        await asyncio.to_thread(move, path, url)
    with pytest.raises(HostCommandError, match="exists; it was not touched"):
        await asyncio.to_thread(move, url, path)
    with pytest.raises(HostCommandError, match="are the same database"):
        await asyncio.to_thread(move, url, url)
    with pytest.raises(HostCommandError, match="maecenas move"):
        await asyncio.to_thread(restore, path, url)


async def test_a_copy_that_fails_leaves_no_file(path: Path) -> None:
    async with services(path) as here:
        await here.at_auction()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        database.execute("UPDATE games SET status = 'unheard of'")
    target = path.with_name("new.db")
    with pytest.raises(StoreError, match=r"new\.db cannot be written: CHECK constraint"):
        await asyncio.to_thread(move, path, target)
    left = {each.name for each in path.parent.glob("new.db*")}
    assert left <= {"new.db.lock", "new.db.deletions"}
