"""What is stored of people, and what they are told about it: who drew a card is not stored."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from bot.store.privacy import HOLDING
from rules.contract import Drawn
from tests.bot.driver import Pooled, table
from tests.bot.running_game import three
from tests.bot.services import ANN, services
from tests.bot.test_upgrade import upgraded


async def test_a_draw_is_stored_without_an_account(tmp_path: Path) -> None:
    async with services(tmp_path / "bot.db") as here:
        table = await here.at_auction()
        table = await here.step(table)
        rows = await here.store.games.entries(table.game.id)
        assert table.journal is not None
        drawn = [isinstance(entry, Drawn) for entry in table.journal.entries]
        assert [row.by_user is None for row in rows] == drawn
        assert any(drawn)
        assert rows[table.begun].by_user == ANN


async def test_the_draws_of_0_1_0_lose_their_account(tmp_path: Path, workers: Pooled) -> None:
    async with upgraded(tmp_path, workers) as world:
        await world.bot.games.wait_idle()
        for game in (1, 2, 3):
            for row in await world.bot.store.games.entries(game):
                kind = msgspec.json.decode(row.entry)["type"]
                assert (row.by_user is None) == (kind == "drawn"), (game, row.n)


def test_entries_that_no_longer_count_lose_it_too_and_damaged_ones_stay() -> None:
    folder = files("bot.database").joinpath("migrations")
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(folder.joinpath("0001_tables.sql").read_text("utf-8"))
        written = (
            b'{"type":"drawn","items":["7"]}',
            b'{"type":"moved","seat":0}',
            b"{dama\xff",
        )
        connection.executemany(
            "INSERT INTO left_entries VALUES (1, 5.0, ?, 101, 5.0, ?, 'c')",
            list(enumerate(written, 1)),
        )
        connection.executescript(folder.joinpath("0011_privacy.sql").read_text("utf-8"))
        found = connection.execute("SELECT by_user FROM left_entries ORDER BY n").fetchall()
    assert [each[0] for each in found] == [None, 101, 101]


# -- what is stored ------------------------------------------------------------------


PLAIN: Final = {
    "absent_guilds": "guild since",
    "digests": "what digest",
    "emojis": "application name id replaced_at",
    "emoji_waits": "application until",
    "due": "game kind at entry",
    "editions": "game hash text",
    "entries": "game n at entry checksum",
    "games": "id guild channel parent game rules_version chosen seat_order language status"
    " created updated revision message_channel message message_entry message_at verified format"
    " checked steps edition rested pace nudged ended absent_days paused_until stuck advice"
    " channel_gone outdated options latest"
    " owner epoch owned_until",  # processes
    "former_holders": "game account",  # a keyed hash, made for this game alone
    "seat_offers": "game seat what language channel message",
    "seatings": "game n at entry seat what level",
    "invitations": "at",
    "bars": "guild",
    "coach_choices": "title wanted",
    "coach_told": "game moment entry",
    "proposals": "game number kind seat entry value began ended seatings late",
    "answers": "game number",
    "secrets": "game secret",
    "plans": "game",
    "notes": "game place followed",
    "guilds": "guild tables",
    "left_entries": "game left_at n at entry checksum",
    "lessons": "edition",
    "lessons_done": "at",
    "puzzle_answers": "solved at disagrees",
    "puzzle_channels": "channel guild language zone minute next_at day puzzle day_before"
    " puzzle_before message tried_at tries",
    "puzzle_day_answers": "channel day solved",
    "orders": "game left_at",
    "outbox": "id game kind seat n created tries text",
    "people": "locale dms_closed calls hands reminders quiet_start quiet_end time_zone"
    " invitations listed discord_locale clicked symbols ends_turns",
    "privacy": "deletions erased",
    "result_seats": "game seat holder level points place counted left_out",
    "results": "game guild title ended ending taken_back",
    "follows": "game",
    "paces": "game guild turn began acted",
    "reviews": "game asked",
    "seats": "game seat level hands call_kind call_entry call_answered call_reminded"
    " call_number call_silent calls"
    " waits_since reminders reminded stand_in since wants_back open_until gone unread advised"
    " absent ends_turns asks keeps_note",
    "uptime": "seconds",
    "votes": "game",
}
"""The columns that hold no account and no name: a new one goes here or into `HOLDING`."""


async def test_of_every_column_it_is_known_whether_it_holds_a_person(tmp_path: Path) -> None:
    async with services(tmp_path / "bot.db") as here:
        rows = await here.store._database.all(
            "SELECT tables.name, columns.name FROM sqlite_schema AS tables,"
            " pragma_table_info(tables.name) AS columns"
            " WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'"
        )
    known = {(table, name) for table, names in PLAIN.items() for name in names.split()}
    holding = {(table, name) for table, names in HOLDING.items() for name in names}
    assert not known & holding
    assert {tuple(row) for row in rows} == known | holding


async def test_each_kind_is_told_in_a_sentence_with_its_number(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada = world["Ada"]
        await ada.slash("settings", time_zone="Asia/Kolkata")
        await ada.slash("privacy")
        text = ada.panel.text
        assert "/settings: 1 entry" in text
        assert "1 seat with the name" in text
        assert "1 action in a game" in text
        assert "2 messages that show you hands or call you" in text
        assert "you opened 1 table" in text
        assert "bids ahead" not in text, "none stands"
        assert "results of finished games" not in text
        await world["Dmitri"].slash("privacy")
        assert "Nothing is stored with your account." in world["Dmitri"].panel.text
        assert "docs/privacy.md" in text
        assert not any("/settings: 1 entry" in each.text for each in world["Bruno"].messages)


async def test_the_page_on_privacy_is_linked(tmp_path: Path, workers: Pooled) -> None:
    async with table(
        tmp_path, workers, "Ada", privacy_url="https://example.org/privacy"
    ) as world:
        await world["Ada"].slash("privacy")
        assert "https://example.org/privacy" in world["Ada"].panel.text
