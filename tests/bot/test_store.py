"""The store: whole transactions, and a clear message when its file cannot be used."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import inspect
from msgspec.structs import replace

from bot.database.contract import Conflict
from bot.database.sqlite import SQLite
from bot.database.sqlite_migrations import migrations
from bot.store import Address, DatabaseError, Store, StoreError
from bot.store.changes import Change
from bot.store.out import Board, Hand, Notice
from bot.store.person_rows import PersonRow
from bot.store.rows import EntryRow, GameRow, OrderRow, SeatRow
from tests.bot.services import game_row

LOBBY = game_row(id=0)
ENDS = ("", "-wal", "-shm")
SEATS = (SeatRow(0, 0, 101, "Ann"),)


@asynccontextmanager
async def opened(address: Address) -> AsyncIterator[Store]:
    """A store that is closed whatever happens: its threads would keep the process alive."""
    store = await Store.open(address)
    try:
        yield store
    finally:
        await store.close()


async def refusal(path: Path) -> str:
    """The one-line refusal of a file."""
    with pytest.raises(StoreError) as caught:
        async with opened(path):
            pass
    assert "\n" not in str(caught.value)
    return str(caught.value)


async def _version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


async def test_a_new_file_has_the_layout_and_is_safe_against_power_loss(tmp_path: Path) -> None:
    path = tmp_path / "data" / "maecenas.db"
    database = await SQLite.open(path)
    try:
        assert await _version(path) == len(migrations())
        async with database.transaction() as transaction:
            found = [
                (await transaction.all(f"PRAGMA {name}"))[0][0]
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            ]
        assert found == ["wal", 2, 1, 5000]
    finally:
        await database.close()


async def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "maecenas.db"
    async with opened(path):
        pass
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert "newer version of Maecenas" in await refusal(path)
    assert await _version(path) == 99


async def test_an_unreadable_database_is_one_clear_line(tmp_path: Path) -> None:
    garbage = tmp_path / "garbage.db"
    garbage.write_bytes(b"this is no database at all, but it is long enough" * 100)
    blocked = tmp_path / "file"
    blocked.write_text("")
    others = set(threading.enumerate())
    for path in (garbage, tmp_path, blocked / "maecenas.db"):
        assert "cannot be used" in await refusal(path)
    assert garbage.read_bytes().startswith(b"this is no database")
    # Their threads are not daemons: a remaining one would keep the process alive.
    ours = set(threading.enumerate()) - others
    for each in (each for each in ours if "connection" in each.name.lower()):
        each.join(5.0)  # it has closed its database and is about to end
        assert not each.is_alive()


async def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (title TEXT)")
    assert "another program" in await refusal(path)
    with closing(sqlite3.connect(path)) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema")]
    assert names == ["recipes"]


async def test_a_failed_migration_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "maecenas.db"
    good = "CREATE TABLE a (b TEXT);"
    known = "bot.database.sqlite_migrations.migrations"
    monkeypatch.setattr(known, lambda: (good, "CREATE TABL c;"))
    assert "syntax error" in await refusal(path)
    assert await _version(path) == 1
    monkeypatch.setattr(known, lambda: (good, "CREATE TABLE c (d);"))
    async with opened(path):
        pass
    assert await _version(path) == 2


async def test_files_of_an_earlier_release_become_private(tmp_path: Path) -> None:
    path, copy = tmp_path / "maecenas.db", tmp_path / "copy.db"
    async with opened(path) as store:
        await store.games.create(LOBBY, Change(seats=SEATS))
        for end in ENDS:  # as a kill leaves them
            shutil.copy(f"{path}{end}", f"{copy}{end}")
            _open_to_all(f"{copy}{end}")
    async with opened(copy) as store:
        assert [_mode(f"{copy}{end}") for end in ENDS] == [0o600] * 3
        assert await store.games.game(1) is not None


async def test_a_file_that_cannot_be_made_private_is_used_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "maecenas.db"
    async with opened(path):
        pass
    _open_to_all(str(path))
    monkeypatch.setattr("os.geteuid", lambda: 4711)
    async with opened(path):
        pass
    assert _mode(str(path)) == 0o644
    assert f"others can read {path}" in caplog.text


def _open_to_all(path: str) -> None:
    Path(path).chmod(0o644)


def _mode(path: str) -> int:
    return Path(path).stat().st_mode & 0o777


async def test_nothing_is_written_into_a_file_that_was_moved_away(tmp_path: Path) -> None:
    path, aside = tmp_path / "bot.db", tmp_path / "aside.db"
    async with opened(path) as store:
        path.rename(aside)
        with pytest.raises(DatabaseError, match="moved or replaced"):
            await store.people.write(PersonRow(1, "de"))
        path.write_bytes(aside.read_bytes())
        with pytest.raises(DatabaseError, match="moved or replaced"):
            await store.check_writable()
        aside.replace(path)
        await store.check_writable()
        await store.people.write(PersonRow(1, "uk"))
        assert (await store.people.read(1)).locale == "uk"


async def test_a_damaged_row_keeps_no_other_of_a_list_from_being_read(address: Address) -> None:
    async with opened(address) as store:
        for channel in (11, 12, 13):
            lobby = replace(LOBBY, channel=channel)
            await store.games.create(lobby, Change(seats=SEATS))
        await store._database.write("UPDATE games SET game = 'flor?nce' WHERE id = 2")
        assert [row.id for row in await store.games.in_guild(1)] == [1, 3]


async def test_one_open_game_a_channel(address: Address) -> None:
    async with opened(address) as store:
        first = await store.games.create(LOBBY, Change(seats=SEATS))
        with pytest.raises(Conflict):
            await store.games.create(LOBBY, Change(seats=SEATS))
        await store.games.create(replace(LOBBY, channel=12, parent=11), Change(seats=SEATS))
        await store.games.commit(replace(first, status="cancelled"), Change())
        second = await store.games.create(LOBBY, Change(seats=SEATS))
        assert second.id > first.id
        there = await store.games.in_channel(11)
        assert there is not None
        assert there.id == second.id
        assert len(await store.games.in_guild(1)) == 2


async def test_a_transaction_is_all_or_nothing(address: Address) -> None:
    async with opened(address) as store:
        row = await store.games.create(LOBBY, Change(seats=SEATS))
        entry = EntryRow(1, 101, 6.0, b"{}", "c")
        change = Change(1, entries=(entry,), outs=(Board(),))
        await store.games.commit(row, change)
        # First an old revision, then a second entry with the same number.
        over = replace(row, status="over")
        for stale, entries in ((0, ()), (1, (entry,))):
            with pytest.raises(Conflict):
                await store.games.commit(
                    replace(over, revision=stale),
                    Change(1, outs=(Board(),), entries=entries),
                )
        kept = await store.games.game(row.id)
        assert kept is not None
        assert (kept.status, kept.revision) == ("lobby", 1)
        assert await store.games.entries(row.id) == (entry,)
        assert len(await store.outbox.pending(row.id)) == 1


MADE_BY_THE_DATABASE = {"id", "revision"}
FIXED = {"guild", "game", "created"}
WRITTEN_BESIDE_A_COMMIT = {"message_channel", "message", "message_entry", "message_at"}


def another(kind: inspect.Type, value: object) -> Any:
    """A value of a field that differs from the given value."""
    match kind:
        case inspect.LiteralType(values=values):
            return next(each for each in values if each != value)
        case inspect.UnionType(types=types):
            return another(next(x for x in types if not isinstance(x, inspect.NoneType)), value)
        case inspect.BoolType():
            return not value
        case inspect.IntType():
            return 1 if value is None else int(str(value)) + 1
        case inspect.FloatType():
            return 1.5 if value is None else float(str(value)) + 1.5
        case inspect.StrType():
            return f"{value or ''}*_*"
        case inspect.DictType():
            return {"composers": "first"}
        case inspect.StructType(cls=struct):
            return struct(**changed(struct, {}))
        case inspect.VarTupleType(item_type=item):
            return (another(item, None),)
        case _:
            raise NotImplementedError(kind)


def changed(struct: type[msgspec.Struct], values: Mapping[str, object]) -> dict[str, Any]:
    """Each field of a struct with a value other than the given one or its default."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    found = {}
    for field in info.fields:
        default = None if field.default is msgspec.NODEFAULT else field.default
        found[field.name] = another(field.type, values.get(field.name, default))
    return found


async def test_every_field_of_a_row_comes_back(address: Address) -> None:
    async with opened(address) as store:
        before = await store.games.create(LOBBY, Change(seats=SEATS))
        values = changed(GameRow, msgspec.structs.asdict(before))
        kept = MADE_BY_THE_DATABASE | FIXED | WRITTEN_BESIDE_A_COMMIT
        row = replace(
            before,
            **{name: values[name] for name in GameRow.__struct_fields__ if name not in kept},
        )
        seat = SeatRow(**changed(SeatRow, {**msgspec.structs.asdict(SEATS[0]), "game": 0}))
        seats = (
            replace(seat, game=row.id, seat=0),
            SeatRow(row.id, 1, None, "Lorenzo", "novice"),
        )
        row = await store.games.commit(row, Change(seats=seats, votes=((0, "end"),)))
        row = replace(row, **{name: values[name] for name in WRITTEN_BESIDE_A_COMMIT})
        await store.games.set_message(row)
    async with opened(address) as store:
        assert await store.games.game(row.id) == row
        assert await store.games.seats(row.id) == seats
        assert await store.games.votes(row.id) == ((0, "end"),)
    differing = {
        name
        for name in GameRow.__struct_fields__
        if getattr(row, name) != getattr(before, name)
    }
    assert differing == set(GameRow.__struct_fields__) - FIXED - {"id"}


async def test_the_outbox_hands_out_the_latest_state_until_it_is_delivered(
    address: Address,
) -> None:
    async with opened(address) as store:
        row = await store.games.create(LOBBY, Change(seats=SEATS))
        hello = Notice("table.rests", {"n": 1})
        for n in range(3):
            row = await store.games.commit(row, Change(n, outs=(Board(), Hand(0), hello)))

    async with opened(address) as store:
        assert await store.outbox.games() == (row.id,)
        table, hand, *notices = await store.outbox.pending(row.id)
        assert (table.kind, table.first, table.id, table.n) == ("table", 1, 7, 2)
        assert (hand.kind, hand.seat, hand.first, hand.id) == ("hand", 0, 2, 8)
        assert [(each.first, each.id) for each in notices] == [(3, 3), (6, 6), (9, 9)]
        assert notices[0].what == hello
        row = await store.games.commit(row, Change(3, outs=(Board(),)))
        await store.outbox.remove(table)
        await store.outbox.remove(notices[1])
        await store.outbox.count_failure(hand)
        left = await store.outbox.pending(row.id)
        assert [(each.kind, each.first, each.id, each.tries) for each in left] == [
            ("hand", 2, 8, 1),
            ("notice", 3, 3, 0),
            ("notice", 9, 9, 0),
            ("table", 10, 10, 0),
        ]


async def test_a_nonce_is_one_for_all_tries_and_in_no_other_database(tmp_path: Path) -> None:
    nonces = []
    for at in (5.0, 6.0):
        async with opened(tmp_path / f"{at}.db") as store:
            row = await store.games.create(LOBBY, Change(seats=SEATS))
            first = replace(row, updated=at)
            row = await store.games.commit(first, Change(1, outs=(Board(),)))
            (sent,) = await store.outbox.pending(row.id)
            # Its answer was lost; by now something else is to be shown.
            row = replace(row, updated=at + 60)
            await store.games.commit(row, Change(2, outs=(Board(),)))
            (again,) = await store.outbox.pending(row.id)
            assert again.id != sent.id
            assert again.nonce == sent.nonce
            assert again.latest_nonce not in {again.nonce, sent.latest_nonce}
            assert len(again.nonce) <= 25, "Discord takes no longer one"
            nonces.append(sent.nonce)
    assert len(set(nonces)) == 2


async def test_the_newest_order_comes_first_when_the_clock_is_put_back(
    address: Address,
) -> None:
    async with opened(address) as store:
        row = await store.games.create(LOBBY, Change(seats=SEATS))
        for subject, at in (("a", 100.0), ("b", 50.0), ("c", 60.0)):
            order = OrderRow(row.id, 0, subject, at, b"{}")
            row = await store.games.commit(row, Change(orders=(order,)))
        orders = await store.games.orders(row.id)
        assert [each.subject for each in orders] == ["c", "b", "a"]


async def test_people_and_digests_are_remembered(tmp_path: Path) -> None:
    path = tmp_path / "maecenas.db"
    async with opened(path) as store:
        await store.people.write(PersonRow(101, "fr"))
        await store.set_digest("commands", "one")
        await store.set_digest("commands", "two")
        await store.backup(tmp_path / "copy.db")
    for each in (path, tmp_path / "copy.db"):
        async with opened(each) as store:
            person = await store.people.read(101)
            assert person.locale == "fr"
            assert (await store.people.read(102)).locale is None
            assert await store.digest("commands") == "two"
            assert await store.digest("other") is None
