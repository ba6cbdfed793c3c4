"""The columns of structs: those of both layouts, and the values that are stored in them."""

from __future__ import annotations

from collections import defaultdict

import msgspec
import pytest

from bot.database.address import Address
from bot.store import Store
from bot.store.columns import ALL, GAME, LESSON, ORDER, PERSON, SEAT
from bot.store.person_rows import LessonRow
from bot.store.rows import SeatRow
from tests.bot.services import game_row


async def test_each_column_of_a_table_is_a_field_or_a_named_exception(address: Address) -> None:
    known: dict[str, set[str]] = defaultdict(set)
    for each in ALL:
        twice = known[each.table] & ({*each.names} | each.others)
        assert not twice, each.table
        known[each.table] |= {*each.names} | each.others
    store = await Store.open(address)
    try:
        layout = {table: {*await store._database.columns(table)} for table in known}
    finally:
        await store.close()
    assert known == layout


def test_names_that_are_words_of_sql_are_quoted() -> None:
    assert ORDER.selected == '"game", "seat", "subject", "left_at", "order"'
    assert PERSON.assigned(("user", "locale")) == '"user" = ?, "locale" = ?'
    assert LESSON.upsert("user").endswith(
        ' ON CONFLICT ("user") DO UPDATE SET "lesson" = excluded."lesson",'
        ' "edition" = excluded."edition", "entries" = excluded."entries"'
    )


def test_what_is_stored_as_json_is_read_as_it_was() -> None:
    row = game_row(chosen={"composers": "first"})
    assert GAME.read(GAME.values(row)) == row
    assert GAME.values(row)[GAME.fields.index("chosen")] == '{"composers":"first"}'
    lesson = LessonRow(1, "florence-1", None, ("a", "b"))
    assert LESSON.read(LESSON.values(lesson)) == lesson


def test_a_field_apart_is_no_column_and_one_value_is_no_row() -> None:
    assert "call" not in SEAT.fields
    assert SEAT.read(SEAT.values(SeatRow(1, 0, 101, "Ann")), call=None).call is None
    with pytest.raises(ValueError, match="no tuple"):
        SEAT.reader(("name",))


def test_a_value_that_is_none_of_its_field_is_told() -> None:
    row = list(GAME.values(game_row()))
    row[GAME.fields.index("status")] = "odd"
    with pytest.raises(msgspec.ValidationError, match="status"):
        GAME.read(row)
