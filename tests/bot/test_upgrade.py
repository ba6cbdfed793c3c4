"""A database that release 0.1.0 wrote goes on working."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from string import Template
from typing import Final

import pytest

from bot.host.database import verdict_of
from bot.screens.labels import MORE
from bot.store.out import Hand
from bot.tables.core.draft import Draft
from bot.tables.core.replay import Report
from rules.contract import Moved, name
from tests.bot.driver import Pooled, World, table

WRITTEN: Final = Path(__file__).parent / "fixtures" / "release-0.1.0.sql"
FLORENCE, OVER, LACRIMOSA, LOBBY = 1, 2, 3, 4

PANEL: Final = (
    (MORE, "m1:why:1:1:8"),
    (MORE, "m1:orders:1"),
    ("Bid 300", "m1:pick:1:1:8:bid.300"),
)
"""Buttons of the panel that 0.1.0 showed Bruno."""

PUBLIC: Final = (
    "m1:move:1",
    "m1:hand:1",
    "m1:words:1:0",
    "m1:public:1:1:8:bid.300",
    "m1:undo:1",
    "m1:move:3",
    "m1:why:3:1:40",
    "m1:pick:3:1:40:experience.start-memory-3",
    "m1:pick:3:1:40:buy",
)
"""Other buttons that 0.1.0 sent; some are stale by now."""


def _restored(world: World, path: Path) -> None:
    """Put the database in place of the bot's, with the ids of this Discord."""
    ids: dict[str, int] = {"guild": world.guild.id}
    for channel in ("florence", "ended", "lacrimosa", "lobby"):
        ids[channel] = world.guild.create_text_channel(channel).id
    for player in world.players.values():
        ids[player.name.lower()] = player.id
        ids[f"{player.name.lower()}_dm"] = player.member.user.dm_channel.id
    for old in path.parent.glob(f"{path.name}*"):
        old.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(Template(WRITTEN.read_text("utf-8")).substitute(ids))
        # As if it had been written just now: an old lobby would be closed.
        connection.execute("UPDATE games SET updated = ?", (time.time(),))
        connection.commit()


@asynccontextmanager
async def upgraded(folder: Path, workers: Pooled) -> AsyncIterator[World]:
    """Today's bot on the database of 0.1.0."""
    async with table(folder, workers, "Ada", "Bruno", "Chiara", "Dmitri") as world:
        for each in (world.bot.expiry, world.bot.retention):  # they would search in between
            await each.close()
        _restored(world, folder / "bot.db")
        await world.restart()
        yield world


def _go_to(world: World, channel: str) -> None:
    world.channel = world.guild.channels[channel]


async def test_every_game_replays_and_what_was_not_sent_is_sent(
    tmp_path: Path, workers: Pooled
) -> None:
    async with upgraded(tmp_path, workers) as world:
        store = world.bot.store
        await world.bot.games.wait_idle()
        assert world.bot.games.report == Report(good=2, done=True)
        assert await store.game_index.begun() == (FLORENCE, OVER, LACRIMOSA)
        for game in await store.game_index.begun():
            _, verdict = await verdict_of(store, game)
            assert verdict.fault is None
            assert verdict.good == len(await store.games.entries(game))
        statuses = [(await world.bot.games.table(n)).game.status for n in range(1, 5)]
        assert statuses == ["playing", "over", "playing", "lobby"]
        over = (await world.bot.games.table(OVER)).over
        assert over is not None
        (result,) = await store.results.in_guild(world.guild.id)
        assert (result.game, result.title) == (OVER, "lacrimosa")
        assert tuple(each.points for each in result.seats) == over.totals
        assert await store.outbox.games() == ()
        assert "turn 2 of 4 · **■ Bruno** to play a card in Story" in world.board.text
        assert "The quill is cut" in world["Bruno"].hand.alts[0]


async def test_nobody_is_called_again_for_what_it_has_called_for(
    tmp_path: Path, workers: Pooled
) -> None:
    async with upgraded(tmp_path, workers) as world:
        before = {player.name: player.calls for player in world.players.values()}
        for game in (FLORENCE, LACRIMOSA):
            there = await world.bot.games.table(game)
            seats = [row.seat for row in there.humans]
            hands = tuple(Hand(seat) for seat in seats)
            await world.bot.games._change(game, lambda now, outs=hands: Draft(now, outs))  # type: ignore[misc]  # bound now
            await world.bot.delivery.join()
            await world.look()
            for row in there.deciding:
                assert row.call is not None
        assert {player.name: player.calls for player in world.players.values()} == before


async def test_its_buttons_work_and_its_order_is_followed(
    tmp_path: Path, workers: Pooled
) -> None:
    async with upgraded(tmp_path, workers) as world:
        bruno = world["Bruno"]
        _go_to(world, "florence")
        await bruno.slash("table")
        assert "Bruno** to bid or pass" in world.board.text
        for label, custom_id in PANEL:
            await bruno.click("Your move")
            there = label if label in bruno.panel.buttons else MORE
            await bruno.forge(there, custom_id)
            assert "no longer works" not in bruno.panel.text
        await world.bot.games.wait_idle()
        after = await world.bot.games.table(FLORENCE)
        assert after.journal is not None
        actions = [name(e.action) for e in after.journal.entries[-2:] if isinstance(e, Moved)]
        assert actions == ["bid.300", "bid.400"], "Chiara's order goes up to 500"
        assert {row.name for row in after.deciding} == {"Ada"}


@pytest.mark.parametrize("custom_id", PUBLIC)
async def test_no_button_of_it_is_unknown(
    tmp_path: Path, workers: Pooled, custom_id: str
) -> None:
    async with upgraded(tmp_path, workers) as world:
        bruno = world["Bruno"]
        await bruno.forge("Your move", custom_id)
        assert all("no longer works" not in message.text for message in bruno.private)


async def test_its_lobby_can_be_joined_and_started(tmp_path: Path, workers: Pooled) -> None:
    async with upgraded(tmp_path, workers) as world:
        ada, chiara, dmitri = (world[name] for name in ("Ada", "Chiara", "Dmitri"))
        _go_to(world, "lobby")
        await dmitri.slash("table")
        await chiara.forge("Join", f"m1:join:{LOBBY}")
        await ada.forge("Join", f"m1:join:{LOBBY}")
        await ada.forge("Join", f"m1:lobby_words:{LOBBY}")
        assert "Free seats: 1" in ada.panel.text
        assert "Lucrezia (computer, easy)" in ada.panel.text, "stored as novice"
        await dmitri.forge("Start", f"m1:start:{LOBBY}")
        await world.bot.games.wait_idle()
        begun = await world.bot.games.table(LOBBY)
        assert begun.game.status == "playing"
        assert begun.decisions
        assert all(row.level is None for row in begun.deciding), "the opponent has decided"
