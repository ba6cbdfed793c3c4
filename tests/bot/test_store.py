"""The store: one file, whole transactions, and a clear word when it cannot be used."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from bot.store import Store, StoreError
from bot.store.database import Conflict, Database
from bot.store.games import Change
from bot.store.rows import EntryRow, GameRow, OrderRow, Out, SeatRow

LOBBY = GameRow(
    *(0, 1, 11, None, "florence", 1, {}, "random", "en", "lobby", 101, 5.0, 5.0),
)
SEATS = (SeatRow(0, 0, 101, "Ann"),)


async def _version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


async def test_a_new_file_has_the_layout_and_is_safe_against_power_loss(tmp_path: Path) -> None:
    path = tmp_path / "data" / "maecenas.db"
    database = await Database.open(path)
    try:
        assert await _version(path) == 3
        async with database.transaction() as writer:
            found = [
                next(iter(await writer.execute_fetchall(f"PRAGMA {name}")))[0]
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            ]
        assert found == ["wal", 2, 1, 5000]
    finally:
        await database.close()


async def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "maecenas.db"
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="newer version of Maecenas") as caught:
        await Store.open(path)
    assert "\n" not in str(caught.value)
    assert await _version(path) == 99


async def test_an_unreadable_database_is_one_clear_line(tmp_path: Path) -> None:
    garbage = tmp_path / "garbage.db"
    garbage.write_bytes(b"this is no database at all, but it is long enough" * 100)
    blocked = tmp_path / "file"
    blocked.write_text("")
    others = set(threading.enumerate())
    for path in (garbage, tmp_path, blocked / "maecenas.db"):
        with pytest.raises(StoreError, match="cannot be used") as caught:
            await Store.open(path)
        assert "\n" not in str(caught.value)
    assert garbage.read_bytes().startswith(b"this is no database")
    # Their threads are no daemons: one left over would keep the process alive.
    ours = set(threading.enumerate()) - others
    for each in (each for each in ours if "connection" in each.name.lower()):
        each.join(5.0)  # it has closed its database, and is about to end
        assert not each.is_alive()


async def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (title TEXT)")
    with pytest.raises(StoreError, match="another program"):
        await Store.open(path)
    with closing(sqlite3.connect(path)) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema")]
    assert names == ["recipes"]


async def test_a_failed_migration_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "maecenas.db"
    good = "CREATE TABLE a (b TEXT);"
    monkeypatch.setattr("bot.store.database._migrations", lambda: (good, "CREATE TABL c;"))
    with pytest.raises(StoreError):
        await Store.open(path)
    assert await _version(path) == 1
    monkeypatch.setattr("bot.store.database._migrations", lambda: (good, "CREATE TABLE c (d);"))
    await (await Store.open(path)).close()
    assert await _version(path) == 2


async def test_nothing_is_written_into_a_file_that_was_moved_away(tmp_path: Path) -> None:
    path, aside = tmp_path / "bot.db", tmp_path / "aside.db"
    store = await Store.open(path)
    path.rename(aside)
    with pytest.raises(sqlite3.OperationalError, match="moved or replaced"):
        await store.set_locale(1, "de")
    path.write_bytes(aside.read_bytes())
    with pytest.raises(sqlite3.OperationalError, match="moved or replaced"):
        await store.prove()
    aside.replace(path)
    await store.prove()
    await store.set_locale(1, "uk")
    assert (await store.person(1)).locale == "uk"
    await store.close()


async def test_one_open_game_a_channel(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "maecenas.db")
    try:
        first = await store.games.create(LOBBY, Change(seats=SEATS))
        with pytest.raises(Conflict):
            await store.games.create(LOBBY, Change(seats=SEATS))
        await store.games.create(
            msgspec.structs.replace(LOBBY, channel=12, parent=11), Change(seats=SEATS)
        )
        await store.games.commit(msgspec.structs.replace(first, status="cancelled"), Change())
        second = await store.games.create(LOBBY, Change(seats=SEATS))
        assert second.id > first.id
        there = await store.games.in_channel(11)
        assert there is not None
        assert there.id == second.id
        assert len(await store.games.in_guild(1)) == 2
    finally:
        await store.close()


async def test_a_transaction_is_all_or_nothing(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "maecenas.db")
    try:
        row = await store.games.create(LOBBY, Change(seats=SEATS))
        entry = EntryRow(1, 101, 6.0, b"{}", "c")
        change = Change(1, entries=(entry,), outs=(Out("table"),))
        await store.games.commit(row, change)
        for stale in (row, msgspec.structs.replace(row, revision=1)):
            # First an old revision, then a second entry of the same number.
            with pytest.raises(Conflict):
                await store.games.commit(
                    msgspec.structs.replace(stale, status="over"),
                    Change(1, outs=(Out("table"),), entries=(entry,)),
                )
        kept = await store.games.game(row.id)
        assert kept is not None
        assert (kept.status, kept.revision) == ("lobby", 1)
        assert await store.games.entries(row.id) == (entry,)
        assert len(await store.outbox.pending(row.id)) == 1
    finally:
        await store.close()


async def test_every_field_of_a_row_comes_back(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "maecenas.db")
    try:
        row = await store.games.create(LOBBY, Change(seats=SEATS))
        row = msgspec.structs.replace(
            row,
            chosen={"composers": "first"},
            seat_order="joined",
            status="playing",
            verified="r",
            checked=7,
            steps=True,
        )
        seats = (
            SeatRow(row.id, 0, 101, "Ann *_*", None, "button", 5, 6, 7),
            SeatRow(row.id, 1, None, "Lorenzo", "novice"),
        )
        row = await store.games.commit(row, Change(seats=seats, votes=((0, "end"),)))
        row = msgspec.structs.replace(
            row, message_channel=11, message=2**62, message_entry=3, message_at=8.5
        )
        await store.games.set_message(row)
        assert await store.games.game(row.id) == row
        assert await store.games.seats(row.id) == seats
        assert await store.games.votes(row.id) == ((0, "end"),)
    finally:
        await store.close()


async def test_the_outbox_hands_out_the_latest_state_until_it_is_delivered(
    tmp_path: Path,
) -> None:
    path = tmp_path / "maecenas.db"
    store = await Store.open(path)
    row = await store.games.create(LOBBY, Change(seats=SEATS))
    hello = Out("notice", text="lobby.expired", figures={"n": 1})
    for n in range(3):
        row = await store.games.commit(
            row, Change(n, outs=(Out("table"), Out("hand", 0), hello))
        )
    await store.close()

    store = await Store.open(path)
    try:
        assert await store.outbox.games() == (row.id,)
        table, hand, *notices = await store.outbox.pending(row.id)
        assert (table.kind, table.first, table.id, table.n) == ("table", 1, 7, 2)
        assert (hand.kind, hand.seat, hand.first, hand.id) == ("hand", 0, 2, 8)
        assert [(each.first, each.id) for each in notices] == [(3, 3), (6, 6), (9, 9)]
        assert notices[0].figures == {"n": 1}
        row = await store.games.commit(row, Change(3, outs=(Out("table"),)))
        await store.outbox.delivered(table)
        await store.outbox.delivered(notices[1])
        await store.outbox.failed(hand)
        left = await store.outbox.pending(row.id)
        assert [(each.kind, each.first, each.id, each.tries) for each in left] == [
            ("hand", 2, 8, 1),
            ("notice", 3, 3, 0),
            ("notice", 9, 9, 0),
            ("table", 10, 10, 0),
        ]
    finally:
        await store.close()


async def test_the_newest_order_comes_first_when_the_clock_is_put_back(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "bot.db")
    row = await store.games.create(LOBBY, Change(seats=SEATS))
    for subject, at in (("a", 100.0), ("b", 50.0), ("c", 60.0)):
        order = OrderRow(row.id, 0, subject, at, b"{}")
        row = await store.games.commit(row, Change(orders=(order,)))
    orders = await store.games.orders(row.id)
    assert [each.subject for each in orders] == ["c", "b", "a"]
    await store.close()


async def test_people_and_digests_are_remembered(tmp_path: Path) -> None:
    path = tmp_path / "maecenas.db"
    store = await Store.open(path)
    await store.set_dms_closed(101, True)
    await store.set_locale(101, "fr")
    await store.set_digest("commands", "one")
    await store.set_digest("commands", "two")
    await store.backup(tmp_path / "copy.db")
    await store.close()
    for each in (path, tmp_path / "copy.db"):
        store = await Store.open(each)
        try:
            person = await store.person(101)
            assert (person.locale, person.dms_closed) == ("fr", True)
            assert (await store.person(102)).dms_closed is False
            assert await store.digest("commands") == "two"
            assert await store.digest("other") is None
        finally:
            await store.close()
