"""What people wait for is looked up in an index, however many games there are."""

from __future__ import annotations

from pathlib import Path
from typing import Final, TypeAlias

import asyncpg
import pytest
from msgspec.structs import replace

from bot.store import Store
from bot.store.changes import Change
from tests.bot.test_both_databases import CHOSEN, EVERYTHING, LOBBY, STEPS
from tests.postgresql import Server
from tests.scale.filling import fill
from tests.scale.rows import Many, model
from tests.scale.statements import Sent, recorded, scans

Method: TypeAlias = tuple[str, str]

SCANNING: Final[dict[Method, str]] = {
    ("", "check_unused"): "by commands of the host: one row a process",
    ("", "editions"): "at the start: one row an edition",
    ("dues", "earliest"): "the first row of an index that is of one of the kinds: all are",
    ("game_index", "begun"): "by commands of the host, of all games",
    ("game_index", "count_all_open"): "up to a number",
    ("game_index", "stepping"): "at the start: an index of exactly these games",
    ("outbox", "count"): "up to a number",
    ("outbox", "games"): "at the start: what is undelivered",
    ("privacy", "accounts"): "after a backup was restored",
    **{
        ("privacy", method): "what seats wait for: tables that are nearly empty"
        for method in ("counts", "data", "clear")
    },
    ("puzzle_days", "of_guild"): "one row a channel that has a puzzle of the day",
    ("puzzle_days", "retry"): "one row a channel that has a puzzle of the day",
    ("puzzles", "out"): "an index of the answers that somebody disagrees with",
    ("retention", "absent"): "from time to time: the servers that the bot has left",
    ("retention", "erase"): "from time to time: servers that the bot has left, their puzzles",
    ("retention", "erase_invitations"): "from time to time: those of the latest days",
    ("retention", "guilds"): "from time to time, of all servers",
    ("retention", "noted"): "from time to time: an index of the seats that have a note",
    ("reviews", "next"): "an index of exactly these reviews",
    ("reviews", "waiting"): "an index of the reviews that somebody waits for",
}
"""Methods that may read a table or an index from end to end, and why."""

GAMES: Final = 500

_BELIEVED: Final = """
    UPDATE pg_class SET reltuples = reltuples * 2000
    WHERE relnamespace = current_schema()::regnamespace AND reltuples > 0
"""
"""After this, statements are planned as if the tables had 2,000 times as many rows."""


async def _sent(store: Store) -> dict[Sent, Method]:
    """Every statement of the store, by the method that sends it."""
    found: dict[Sent, Method] = {}
    for part, method, values in STEPS:
        of = getattr(store, part) if part else store
        more = {CHOSEN[part]: True} if method == "choose" else {}
        async with recorded(store) as sent:
            await getattr(of, method)(*values, **more)
        found.update(dict.fromkeys(sent, (part, method)))
    return found


async def _scanning(
    store: Store, sent: dict[Sent, Method]
) -> dict[Method, set[tuple[str, ...]]]:
    """The statements that read something from end to end, and how, by method."""
    found: dict[Method, set[tuple[str, ...]]] = {}
    for each, method in sent.items():
        if steps := await scans(store, each):
            found.setdefault(method, set()).add((each.told, *steps))
    return found


async def _on_sqlite(path: Path) -> dict[Method, set[tuple[str, ...]]]:
    store = await Store.open(path)
    try:
        return await _scanning(store, await _sent(store))  # its plans ignore the rows
    finally:
        await store.close()


async def _on_postgresql(url: str, many: Many) -> dict[Method, set[tuple[str, ...]]]:
    """With rows in the tables that grow, and an index preferred even for few rows."""
    store = await Store.open(f"{url}&enable_seqscan=off", 1)
    try:
        sent = await _sent(store)
        row = await store.games.create(replace(LOBBY, channel=99), Change())
        paces = tuple(replace(each, game=row.id) for each in EVERYTHING.paces)
        everything = replace(EVERYTHING, paces=paces)
        row = await store.games.commit(replace(row, status="playing"), everything)
        await store.games.commit(row, Change(number=2, cut=1))
        await fill(url, many)
        connection = await asyncpg.connect(url)
        try:
            await connection.execute(_BELIEVED)
        finally:
            await connection.close()
        return await _scanning(store, sent)
    finally:
        await store.close()


async def test_what_people_wait_for_is_looked_up(tmp_path: Path, postgresql: Server) -> None:
    many = Many(await model(tmp_path / "model.db"), GAMES, now=1e9, guild_games=2)
    here = await _on_sqlite(tmp_path / "bot.db")
    async with postgresql.database() as url:
        there = await _on_postgresql(url, many)
    for found in (here, there):
        assert {each: found[each] for each in found.keys() - SCANNING} == {}
    assert {*here, *there} == SCANNING.keys(), "some are looked up by now"


@pytest.mark.parametrize(
    ("part", "method", "values", "index"),
    [
        ("game_index", "untouched", ("playing", 5.0), "status=? AND rested=? AND updated<?"),
        ("game_index", "stepping", (), "games_steps (status=? AND steps=?)"),
        ("retention", "closed_lobbies", (5.0,), "games_unbegun"),
    ],
)
async def test_a_search_reads_what_it_finds_alone(
    tmp_path: Path, part: str, method: str, values: tuple[object, ...], index: str
) -> None:
    store = await Store.open(tmp_path / "bot.db")
    try:
        async with recorded(store) as sent:
            await getattr(getattr(store, part), method)(*values)
        step, *_ = await store._database.named(f"EXPLAIN QUERY PLAN {sent[0].sql}")
    finally:
        await store.close()
    assert index in step["detail"]
