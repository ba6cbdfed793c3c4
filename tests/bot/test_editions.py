"""Editions: the host's own for new games, and every game with its own for good."""

from __future__ import annotations

import logging
import os
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic import SecretStr

from bot.background.workers import BEHIND, SHORT, Limit, Workers
from bot.settings import Settings, SettingsError
from bot.store import Store
from bot.tables.core.editions import load_editions, read_own, recall
from bot.tables.core.table import Table
from render.presentations import PRESENTATIONS, shown
from render.words import Words
from rules.contract import name
from rules.lacrimosa import editions as lacrimosa
from rules.opponents import LEVELS
from rules.registry import GAMES, PRINTED
from tests.bot.driver import Pooled, table
from tests.bot.services import ANN, CHANNEL, GUILD, Services, services
from tests.printings import FIRST_PRINTING

ROOT = Path(__file__).parents[2]

edited = pytest.mark.parametrize("title", sorted(GAMES.keys() & PRINTED.keys()))
TITLES = pytest.mark.parametrize("title", sorted(PRINTED))


def reprint(title: str) -> str:
    """An edition whose hash differs from the house edition's."""
    return PRINTED[title].text + "\n# a reprint\n"


def settings(title: str, path: Path | None) -> Settings:
    plain = Settings(_env_file=None, token=SecretStr("t"))
    return plain.model_copy(update={f"{title}_edition": path})


@asynccontextmanager
async def with_editions(path: Path, own_: Mapping[str, str]) -> AsyncIterator[Services]:
    """One run of a bot whose host has set editions."""
    store = await Store.open(path)
    known = await load_editions(store, own_)
    await store.close()
    async with services(path, rules=known.games) as here:
        yield here


@TITLES
def test_what_the_host_has_set_is_read_and_checked(title: str, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    assert read_own(settings(title, None)) == {}
    path.write_text(reprint(title), encoding="utf-8")
    assert read_own(settings(title, path)) == {title: reprint(title)}
    for broken, told in (
        ("nonsense = 1\n" + reprint(title), "nonsense"),
        ("not = [toml", "own.toml"),
    ):
        path.write_text(broken, encoding="utf-8")
        with pytest.raises(SettingsError, match=told) as caught:
            read_own(settings(title, path))
        assert str(path) in str(caught.value)
        assert "\n" not in str(caught.value)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="UTF-8"):
        read_own(settings(title, path))
    with pytest.raises(SettingsError, match="cannot be read: Is a directory"):
        read_own(settings(title, tmp_path))
    with pytest.raises(SettingsError, match="cannot be read: No such file"):
        read_own(settings(title, tmp_path / "none.toml"))
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(SettingsError, match="cannot be read: it is not a file"):
        read_own(settings(title, tmp_path / "pipe.toml"))
    path.write_text(reprint(title) + "# and so on\n" * 100_000, encoding="utf-8")
    with pytest.raises(SettingsError, match="too large"):
        read_own(settings(title, path))


@TITLES
def test_the_bot_does_not_start_with_a_bad_edition(title: str, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text("nonsense = 1\n" + reprint(title), encoding="utf-8")
    database = tmp_path / "games.db"
    # In a process of its own: once the bot has stopped, its process accepts no signals.
    ended = subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        cwd=ROOT,
        env={
            **os.environ,
            "DISCORD_TOKEN": "t",
            "MAECENAS_DATABASE": str(database),
            f"MAECENAS_{title.upper()}_EDITION": str(path),
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 2
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"maecenas: {path}: ")
    assert "nonsense" in line
    assert not database.exists(), "running games are untouched"


@edited
async def test_games_keep_the_edition_they_were_started_with(
    title: str, tmp_path: Path
) -> None:
    path, text = tmp_path / "maecenas.db", reprint(title)
    seats = min(GAMES[title].seats)
    async with with_editions(path, {title: text}) as here:
        lobby = await here.lobbies.create_lobby(title, GUILD, CHANNEL, ANN, "Ann")
        assert lobby.game.edition is None
        for number in range(1, seats):
            await here.lobbies.add_opponent(lobby.game.id, ANN, LEVELS[0], f"Bot {number}")
        table = await here.lobbies.start(lobby.game.id, ANN)
        await here.games.wait_idle()
        table = await here.games.table(table.game.id)
        assert table.game.edition == PRINTED[title].learn(text).edition
        decision = table.decisions[0]
        moved = await here.games.play(
            table.game.id,
            ANN,
            decision.seat,
            table.arose(decision.seat) or 0,
            name(decision.options[0]),
        )
    async with with_editions(path, {}) as here:
        assert {each for each, *_ in await here.store.editions()} == {title}
        table = await here.games.table(table.game.id)
        assert table.journal is not None
        assert table.journal.game.edition == moved.table.game.edition
        assert table.journal.game.edition != GAMES[title].edition
        assert table.number == moved.table.number
        look = shown(title, table.game.edition)
        assert look is not PRESENTATIONS[title]
        view, scene, words = table.view(None), table.scene(None), Words("en")
        assert look.pages(view, scene, words) == PRESENTATIONS[title].pages(view, scene, words)
        await here.games.wait_idle()
        assert here.games.report.aside == ()
        await here.games.end(table.game.id)
        again = await here.lobbies.rematch(table.game.id, ANN, "Ann")
        assert again.game.edition is None
        if seats == 1:
            started = await here.lobbies.start(again.game.id, ANN)
            assert started.game.edition == GAMES[title].edition


async def test_a_game_of_the_first_printing_is_played_on_with_it(tmp_path: Path) -> None:
    """The house edition of a later release is for new games."""
    title, path = "lacrimosa", tmp_path / "maecenas.db"
    first = PRINTED[title].recall(FIRST_PRINTING)
    async with with_editions(path, {title: FIRST_PRINTING}) as here:
        lobby = await here.lobbies.create_lobby(title, GUILD, CHANNEL, ANN, "Ann")
        table = await here.lobbies.start(lobby.game.id, ANN)
        assert table.game.edition == first.edition
        table = await _play_first(here, table.game.id)
    async with with_editions(path, {}) as here:
        again = await here.games.table(table.game.id)
        assert again.game.edition == first.edition
        assert again.journal is not None
        assert table.journal is not None
        assert again.journal.checksum() == table.journal.checksum()
        table = await _play_first(here, table.game.id)
        assert table.number > again.number
        other = await here.lobbies.create_lobby(title, GUILD, CHANNEL + 1, ANN, "Ann")
        new = await here.lobbies.start(other.game.id, ANN)
        assert new.game.edition == GAMES[title].edition != first.edition


async def _play_first(here: Services, game: int) -> Table:
    """The table after its next decision, taken with the first option."""
    table = await here.games.table(game)
    decision = table.decisions[0]
    arose = table.arose(decision.seat) or 0
    moved = await here.games.play(game, ANN, decision.seat, arose, name(decision.options[0]))
    return moved.table


@edited
async def test_workers_know_the_editions(title: str) -> None:
    text = PRINTED[title].text + "\n# known to this worker\n"
    game = PRINTED[title].learn(text)
    workers = Workers(1, prepare=partial(recall, ((title, text),)))
    try:
        known = await workers.run(_edition_in_a_worker, title, game.edition or "")
    finally:
        await workers.close()
    assert known == game.edition


def _edition_in_a_worker(title: str, edition: str) -> str | None:
    return PRINTED[title].known(edition).edition


@edited
async def test_a_stored_edition_that_cannot_be_read_stops_nobody(
    title: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "maecenas.db"
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("INSERT INTO editions VALUES (?, 'x', 'not = [toml')", (title,))
        database.execute("INSERT INTO editions VALUES ('chess', 'y', '')")
    store = await Store.open(path)
    try:
        known = await load_editions(store, {})
    finally:
        await store.close()
    assert known.texts == ((title, PRINTED[title].text),)
    assert caplog.text.count("cannot be read any more") == 2
    assert len(caplog.text.splitlines()) == 2


def _no_utf8(text: bytes) -> bytes:
    return bytes([text[0] | 0x80]) + text[1:]


def _no_toml(text: bytes) -> bytes:
    return text.replace(b"= [", b"= K", 1)


def _another(text: bytes) -> bytes:
    """Change a letter of a comment: the text is still readable, and another edition."""
    return text[:-2] + bytes([text[-2] ^ 1]) + text[-1:]


def _damage(path: Path, damaged: bytes, edition: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        sql = "UPDATE editions SET text = CAST(? AS TEXT) WHERE hash = ?"
        assert database.execute(sql, (damaged, edition)).rowcount == 1


class Here(Pooled):
    """Runs the work in this process: what it does not know, nobody knows."""

    async def run_within(
        self, limit: Limit, call: Callable[..., Any], *args: Any, **kwargs: Any
    ) -> Any:
        if limit not in {SHORT, BEHIND}:
            return await super().run_within(limit, call, *args, **kwargs)
        return call(*args, **kwargs)


@pytest.mark.parametrize("damage", [_no_utf8, _no_toml, _another])
async def test_a_damaged_byte_of_an_edition_sets_only_its_games_aside(
    damage: Callable[[bytes], bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    title, text, own_ = "lacrimosa", reprint("lacrimosa"), tmp_path / "own.toml"
    edition = PRINTED[title].learn(text).edition or ""
    own_.write_text(text, encoding="utf-8")
    async with table(tmp_path, Here(), "Ada", faults=True, lacrimosa_edition=own_) as world:
        ada = world["Ada"]
        boards = []
        for game in (title, "florence"):
            world.channel = world.guild.create_text_channel(game)
            await ada.slash("play", game=game)
            await ada.click("Add computer player")
            await ada.click("Add computer player")
            await ada.click("Start")
            boards.append(world.board)
        own_.write_text(PRINTED[title].text, encoding="utf-8")
        _damage(tmp_path / "bot.db", damage(text.encode()), edition)
        monkeypatch.delitem(lacrimosa._KNOWN, edition)  # as in another process
        caplog.clear()
        await world.restart()
        await ada.click("My hand", boards[1])
        assert "Your hand in The Princes of Florence" in ada.panel.text
        await ada.click("My hand", boards[0])
        assert any("This game can’t go on" in m.text for m in world.public)
        faults = [each for each in caplog.records if each.levelno >= logging.ERROR]
        assert [each.name for each in faults] == [
            "bot.tables.core.editions",
            "bot.tables.core.loading",
        ]
        assert not any("\n" in each.getMessage() or each.exc_info for each in faults)
        world.channel = world.guild.create_text_channel("new")
        await ada.slash("play", game=title)
        await ada.click("Add computer player")
        await ada.click("Start")
        assert "My hand" in world.board.buttons


async def test_wherever_a_byte_of_an_edition_is_damaged_the_others_are_known(
    tmp_path: Path,
) -> None:
    title, rng, path = "lacrimosa", Random(1), tmp_path / "maecenas.db"
    own_ = reprint(title)
    store = await Store.open(path)
    try:
        await load_editions(store, {title: own_})
        for _ in range(45):
            damaged = bytearray(own_.encode())
            damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
            _damage(path, bytes(damaged), PRINTED[title].learn(own_).edition or "")
            known = await load_editions(store, {})
            assert (title, PRINTED[title].text) in known.texts
            assert (title, own_) not in known.texts
        assert (title, own_) in (await load_editions(store, {title: own_})).texts
        assert (title, own_) in (await load_editions(store, {})).texts, "it was kept anew"
    finally:
        await store.close()
