"""One bot to a database, by whatever name, on a disk with locks; and a log that may be lost."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest
from pydantic import SecretStr

from bot import app
from bot.database import sqlite
from bot.database.lock import locked
from bot.database.sqlite import SQLite
from bot.host import database
from bot.open_bot import open_bot
from bot.settings import Settings
from bot.store import DatabaseError, Store, StoreError
from bot.store.person_rows import PersonRow
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, GUILD, Inline, services


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database is."""
    return tmp_path / "data" / "bot.db"


def _names(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


def _remove(path: Path) -> None:
    """Remove a database with its log."""
    for each in path.parent.glob(f"{path.name}*"):
        each.unlink()


def _move(path: Path, to: Path) -> None:
    assert not to.exists(), "nothing was made in the place of what was moved away"
    path.rename(to)


async def _made(path: Path, user: int = 1) -> None:
    store = await Store.open(path)
    await store.people.write(PersonRow(user, "de"))
    await store.close()


# -- names -------------------------------------------------------------------------


async def test_by_a_symbolic_link_it_is_the_same_database(path: Path, tmp_path: Path) -> None:
    await _made(path)
    link = tmp_path / "link.db"
    link.symlink_to(path)
    with locked(path), pytest.raises(StoreError, match="another bot is using"), locked(link):
        pass
    with locked(link), pytest.raises(StoreError, match="another bot is using"), locked(path):
        pass
    async with services(link) as here:
        await here.privacy.delete(ANN)
    async with services(path) as here:
        assert await here.privacy.deleted(ANN)
    assert _names(tmp_path) == {"data", "link.db"}


async def test_a_link_to_no_file_yet_is_followed(path: Path, tmp_path: Path) -> None:
    path.parent.mkdir()
    link, copy = tmp_path / "link.db", tmp_path / "copy.db"
    link.symlink_to(path)
    await _made(link)
    assert link.is_symlink()
    await asyncio.to_thread(database.backup, link, copy)
    _remove(path)
    await asyncio.to_thread(database.restore, copy, link)
    store = await Store.read(path)
    assert (await store.people.read(1)).locale == "de"
    await store.close()


def test_a_link_to_itself_is_one_line(tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(link)
    with pytest.raises(StoreError, match=r"cannot be used: .*link\.db"):
        asyncio.run(_made(link))


async def test_a_database_with_a_second_name_is_refused(path: Path, tmp_path: Path) -> None:
    await _made(path)
    other = tmp_path / "other.db"
    other.hardlink_to(path)
    for name in (path, other):
        with pytest.raises(StoreError, match="has a second name, a hard link"):
            await _made(name)
        with pytest.raises(StoreError, match="has a second name, a hard link"), locked(name):
            pass
    other.unlink()
    with locked(path):
        await _made(path)


# -- disks -------------------------------------------------------------------------


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.EOPNOTSUPP, errno.EINVAL])
def test_a_disk_without_locks_is_told_as_what_it_is(
    path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def flock(_file: int, _how: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr("bot.database.lock.fcntl.flock", flock)
    with pytest.raises(
        StoreError, match=r"supports no locks .*: the file must be on a local disk"
    ):
        _lock(path)


def _lock(path: Path) -> None:
    with locked(path):
        pass


# -- the log -----------------------------------------------------------------------


def _without_log(path: Path, copy: Path) -> Path:
    """The one file of a database, as a crash and a lost log would leave it."""
    shutil.copy(path, copy)
    return copy


async def test_a_new_database_has_its_layout_without_its_log(
    path: Path, tmp_path: Path
) -> None:
    opened = await SQLite.open(path)
    try:
        alone = _without_log(path, tmp_path / "alone.db")
    finally:
        await opened.close()
    with closing(sqlite3.connect(alone)) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (0,)


def _log_of(path: Path) -> bytes:
    return Path(f"{path}-wal").read_bytes()


async def _soon(check: Callable[[], bool]) -> None:
    for _ in range(1500):
        if check():
            return
        await asyncio.sleep(0.02)
    pytest.fail("it never was")


async def test_a_game_that_has_begun_does_not_live_in_the_log_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, alone = tmp_path / "bot.db", tmp_path / "alone.db"
    settings = Settings(_env_file=None, token=SecretStr("t"), database=path)
    bot = await open_bot(settings, workers=Inline())

    def begun() -> bool:
        with closing(sqlite3.connect(_without_log(path, alone))) as connection:
            found = connection.execute("SELECT count(*) FROM entries").fetchone()
        return bool(found[0])

    monkeypatch.setattr(bot.delivery, "wake", lambda _: None)  # no Discord to send to
    try:
        bot.checkpoints.start()
        table = await bot.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")
        for user in (BEN, CLEO):
            await bot.lobbies.join(table.game.id, user, str(user))
        await asyncio.sleep(0.1)
        assert not begun()
        await bot.lobbies.start(table.game.id, ANN)
        await _soon(begun)
    finally:
        await bot.close()


async def test_every_few_minutes_the_log_is_brought_in(
    path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(app, "CHECKPOINT_INTERVAL", 0.05)
    store = await Store.open(path)
    upkeep = app.checkpoints_of(store)

    def written() -> bool:
        copy = _without_log(path, tmp_path / "alone.db")
        with closing(sqlite3.connect(copy)) as connection:
            rows = connection.execute("SELECT locale FROM people").fetchall()
        return rows == [("de",)]

    try:
        upkeep.start()
        await store.people.write(PersonRow(1, "de"))
        await _soon(written)
        # Once the file is moved away, none is made in its place; the next attempt may succeed.
        _move(path, tmp_path / "aside.db")
        await _soon(lambda: "the checkpoint failed" in caplog.text)
        _move(tmp_path / "aside.db", path)
        await store.people.write(PersonRow(1, "fr"))
        await _soon(lambda: not written())
    finally:
        await upkeep.close()
        await store.close()


async def test_while_the_log_is_brought_in_others_read_and_write(path: Path) -> None:
    store = await Store.open(path)
    try:
        async with store._database.transaction():  # someone is in the middle of a change
            await asyncio.wait_for(store.checkpoint(), 2)
        with closing(sqlite3.connect(path)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM people").fetchall()
            await asyncio.wait_for(store.checkpoint(), 2)
        _move(path, path.with_name("aside"))
        with pytest.raises(DatabaseError, match="moved or replaced"):
            await store.checkpoint()
    finally:
        await store.close()


async def test_what_is_deleted_leaves_the_log_though_it_is_brought_in_just_then(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, bring_in = Event(), Event(), sqlite._checkpoint

    def on_a_slow_disk(path: Path) -> None:
        begun.set()
        assert go_on.wait(30)
        bring_in(path)

    monkeypatch.setattr(sqlite, "_checkpoint", on_a_slow_disk)
    store = await Store.open(path)
    try:
        await store.people.write(PersonRow(1, "de"))
        bringing = asyncio.create_task(store.checkpoint())
        await asyncio.to_thread(begun.wait, 30)
        emptying = asyncio.create_task(store._database.empty_log())
        await asyncio.sleep(0.2)
        assert not emptying.done(), "SQLite would refuse it now"
        go_on.set()
        assert await emptying
        await bringing
        assert not _log_of(path)
    finally:
        go_on.set()
        await store.close()
