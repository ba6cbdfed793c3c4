"""Editions: the host's own for new games, and every game with its own for good."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random

import pytest
from pydantic import SecretStr

from bot.__main__ import main
from bot.editions import gathered, own
from bot.settings import Settings, SettingsError
from bot.store import Store
from bot.tables import Tables
from bot.workers import Workers
from render.presentations import PRESENTATIONS, shown
from render.words import Words
from rules.games import GAMES, PRINTED
from rules.opponents import LEVELS, choose
from rules.table import name
from tests.bot.tabling import ANN, CHANNEL, GUILD, Clock, Inline

edited = pytest.mark.parametrize("title", sorted(GAMES.keys() & PRINTED.keys()))
TITLES = pytest.mark.parametrize("title", sorted(PRINTED))


def reprint(title: str) -> str:
    """An edition that differs from the house's in its hash."""
    return PRINTED[title].text + "\n# a reprint\n"


def settings(title: str, path: Path | None) -> Settings:
    plain = Settings(_env_file=None, token=SecretStr("t"))
    return plain.model_copy(update={f"{title}_edition": path})


@asynccontextmanager
async def tables(path: Path, own_: Mapping[str, str]) -> AsyncIterator[tuple[Store, Tables]]:
    """One run of a bot whose host has set editions."""
    store = await Store.open(path)
    known = await gathered(store, own_)
    opened = Tables(
        *(store, Inline(), known.games, choose),
        levels=LEVELS,
        rng=Random(1),
        clock=Clock(),
        pause=0.0,
    )
    try:
        await opened.resume()
        yield store, opened
    finally:
        await opened.close()
        await store.close()


@TITLES
def test_what_the_host_has_set_is_read_and_checked(title: str, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    assert own(settings(title, None)) == {}
    path.write_text(reprint(title), encoding="utf-8")
    assert own(settings(title, path)) == {title: reprint(title)}
    for broken, told in (
        ("nonsense = 1\n" + reprint(title), "nonsense"),
        ("not = [toml", "own.toml"),
    ):
        path.write_text(broken, encoding="utf-8")
        with pytest.raises(SettingsError, match=told) as caught:
            own(settings(title, path))
        assert str(path) in str(caught.value)
        assert "\n" not in str(caught.value)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="UTF-8"):
        own(settings(title, path))
    with pytest.raises(SettingsError, match="cannot be read"):
        own(settings(title, tmp_path))


@TITLES
def test_the_bot_does_not_start_with_a_bad_edition(
    title: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "own.toml"
    path.write_text("nonsense = 1\n" + reprint(title), encoding="utf-8")
    database = tmp_path / "games.db"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "t")
    monkeypatch.setenv("MAECENAS_DATABASE", str(database))
    monkeypatch.setenv(f"MAECENAS_{title.upper()}_EDITION", str(path))
    assert main(["run"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"maecenas: {path}: ")
    assert "nonsense" in line
    assert not database.exists(), "running games are untouched"


@edited
async def test_games_keep_the_edition_they_were_started_with(
    title: str, tmp_path: Path
) -> None:
    path, text = tmp_path / "maecenas.db", reprint(title)
    seats = min(GAMES[title].seats)
    async with tables(path, {title: text}) as (_, here):
        lobby = await here.create_lobby(title, GUILD, CHANNEL, ANN, "Ann")
        assert lobby.game.edition is None
        for number in range(1, seats):
            await here.add_opponent(lobby.game.id, ANN, LEVELS[0], f"Bot {number}")
        table = await here.start(lobby.game.id, ANN)
        await here.settled()
        table = await here.table(table.game.id)
        assert table.game.edition == PRINTED[title].learn(text).edition
        decision = table.decisions[0]
        moved = await here.play(
            table.game.id,
            ANN,
            decision.seat,
            table.arose(decision.seat) or 0,
            name(decision.options[0]),
        )
    async with tables(path, {}) as (store, here):
        assert {each for each, _ in await store.editions()} == {title}
        table = await here.table(table.game.id)
        assert table.journal is not None
        assert table.journal.game.edition == moved.table.game.edition
        assert table.journal.game.edition != GAMES[title].edition
        assert table.number == moved.table.number
        look = shown(title, table.game.edition)
        assert look is not PRESENTATIONS[title]
        view, scene, words = table.view(None), table.scene(None), Words("en")
        assert look.pages(view, scene, words) == PRESENTATIONS[title].pages(view, scene, words)
        await here.settled()
        assert here.report.aside == ()
        await here.end(table.game.id)
        again = await here.rematch(table.game.id, ANN, "Ann")
        assert again.game.edition is None
        if seats == 1:
            started = await here.start(again.game.id, ANN)
            assert started.game.edition == GAMES[title].edition


@edited
async def test_workers_know_the_editions(title: str) -> None:
    text = PRINTED[title].text + "\n# known to this worker\n"
    game = PRINTED[title].learn(text)
    workers = Workers(1)
    workers.texts = ((title, text),)
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
        known = await gathered(store, {})
    finally:
        await store.close()
    assert known.texts == ((title, PRINTED[title].text),)
    assert caplog.text.count("cannot be read any more") == 2
