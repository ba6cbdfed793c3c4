"""A list of deletions that has lost lines: nobody who was deleted is stored again unnoticed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.__main__ import main
from bot.host import database
from bot.host.database import HostCommandError
from bot.open_bot import open_bot
from bot.settings import BAD_USE, Settings, variables
from bot.store import Store, StoreError
from bot.store.deletions import DeletionFile
from tests.bot.services import ANN, BEN, CLEO, Inline, services


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database that has seen two deletions."""
    for variable in variables().values():
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "bot.db"
    monkeypatch.setenv("MAECENAS_DATABASE", str(path))
    asyncio.run(_deleted(path, ANN, BEN))
    return path


async def _deleted(path: Path, *users: int) -> None:
    async with services(path) as here:
        for user in users:
            await here.privacy.delete(user)


def _remove(path: Path) -> None:
    path.unlink()


async def _started(path: Path) -> None:
    settings = Settings(_env_file=None, token=SecretStr("t"), database=path)
    bot = await open_bot(settings, workers=Inline())
    await bot.close()


@pytest.mark.parametrize("kept", [0, 1])
def test_the_bot_does_not_start_until_the_host_says_how_to_go_on(
    path: Path, kept: int, capsys: pytest.CaptureFixture[str]
) -> None:
    file, aside = Path(f"{path}.deletions"), path.with_name("aside")
    file.rename(aside)
    if kept:
        file.write_bytes(b"".join(aside.read_bytes().splitlines(keepends=True)[: 1 + kept]))
    with pytest.raises(StoreError) as refused:
        asyncio.run(_started(path))
    assert str(refused.value) == (
        f"{file}, the list of deletions, has {kept} lines, but the database has seen 2: put "
        "the whole list back; if it is lost, `maecenas deletions-lost` goes on without it"
    )
    with pytest.raises(StoreError, match="the database has seen 2"):
        database.move(path, path.with_name("moved.db"))
    assert not path.with_name("moved.db").exists()
    # Either the whole list is put back ...
    lost = file.read_bytes() if kept else None
    aside.rename(file)
    asyncio.run(_started(path))
    # ... or the host goes on without what is lost.
    file.unlink()
    if lost is not None:
        file.write_bytes(lost)
    assert main(["deletions-lost"]) == 0
    assert f"goes on without {2 - kept} lines" in capsys.readouterr().out
    asyncio.run(_started(path))
    assert main(["deletions-lost"]) == BAD_USE
    assert "the list of deletions has lost nothing" in capsys.readouterr().err


def test_a_restore_without_the_list_says_that_it_will_not_start(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", "copy.db"]) == 0
    for each in path.parent.glob("bot.db*"):
        each.unlink()
    capsys.readouterr()
    assert main(["restore", "copy.db"]) == 0
    assert "the bot will not start: " in capsys.readouterr().out
    with pytest.raises(StoreError, match="deletions-lost"):
        asyncio.run(_started(path))


async def test_a_list_that_vanishes_while_the_bot_runs_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    async with services(path) as here:
        await here.privacy.delete(ANN)
        _remove(Path(f"{path}.deletions"))
        await here.privacy.delete(BEN)
    read = DeletionFile.open(path)
    assert [await read.asked(user) for user in (ANN, BEN, CLEO)] == [True, True, False]
    await _started(path)


async def test_on_postgresql_a_table_without_its_rows_is_told(url: str) -> None:
    store = await Store.open(url)
    try:
        for user in (ANN, BEN):
            await store.deletions.add(user, 5.0, "deleted")
        await store.privacy.set_seen(2)
        await store.check_deletions()
        await store._database.write("DELETE FROM deletions")  # what pg_dump may leave out
    finally:
        await store.close()
    store = await Store.open(url)
    try:
        with pytest.raises(StoreError, match="the table of deletions has 0 lines"):
            await store.check_deletions()
    finally:
        await store.close()
    told = await asyncio.to_thread(database.accept_lost_deletions, url)
    assert "goes on without 2 lines" in told


async def test_on_postgresql_lines_that_several_ask_for_at_once_are_read_once(url: str) -> None:
    """Lines counted twice would look like lost lines at the next start."""
    store, other = await Store.open(url), await Store.open(url)
    try:
        await store.deletions.add(ANN, 5.0, "deleted")
        await other.deletions.add(BEN, 5.0, "deleted")
        asked = await asyncio.gather(*(store.deletions.asked(user) for user in (BEN, CLEO)))
        assert asked == [True, False]
        assert await store.deletions.number() == 2
        await other.deletions.add(CLEO, 5.0, "deleted")
        assert await store.deletions.asked(CLEO)
    finally:
        await other.close()
        await store.close()


def test_without_a_database_nothing_is_made(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no database"):
        database.accept_lost_deletions(tmp_path / "bot.db")
    assert not list(tmp_path.iterdir())


def test_a_move_does_not_touch_the_list_of_another_database(path: Path) -> None:
    target = path.with_name("moved.db")
    other = Path(f"{target}.deletions")
    other.write_text("of another database", "utf-8")
    with pytest.raises(HostCommandError, match="deletions exists; it was not touched"):
        database.move(path, target)
    assert other.read_text("utf-8") == "of another database"
    assert not target.exists()
