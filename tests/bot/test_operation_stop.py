"""The stop: within five seconds, whatever is being done."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn

import pytest
from pydantic import SecretStr

from bot.background.signals import stop_event
from bot.background.workers import Limit, Workers
from bot.open_bot import open_bot
from bot.screens import history
from bot.settings import Settings
from bot.store import Address, Store
from render.words import Words
from tests.bot.services import ANN, CHANNEL, GUILD, Inline

ROOT = Path(__file__).parents[2]
LONGEST = 20.0
"""Seconds: a stop that waits for what hangs takes ten minutes."""


async def test_what_never_ends_does_not_hold_up_the_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(_env_file=None, token=SecretStr("t"), database=tmp_path / "bot.db")
    bot = await open_bot(settings)
    await bot.workers.run(abs, -1)

    async def hangs(*_: object, **__: object) -> NoReturn:
        await asyncio.Event().wait()
        raise AssertionError

    async def films() -> None:
        bot.track_answer()
        await bot.workers.run_within(Limit(600.0), time.sleep, 600)

    monkeypatch.setattr("bot.screens.lobby.message", hangs)
    monkeypatch.setattr("discord.AutoShardedClient.close", hangs)
    await bot.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")
    clicks = [asyncio.create_task(films()) for _ in range(3)]
    await asyncio.sleep(0.2)
    began = time.perf_counter()
    await bot.close()
    assert time.perf_counter() - began < LONGEST
    assert all(each.cancelled() for each in clicks)


async def test_what_fails_to_close_keeps_nothing_else_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(_env_file=None, token=SecretStr("t"), database=tmp_path / "bot.db")
    bot = await open_bot(settings)
    await bot.workers.run(abs, -1)

    async def fails(*_: object) -> NoReturn:
        raise OSError("no")

    monkeypatch.setattr("discord.AutoShardedClient.close", fails)
    monkeypatch.setattr(bot.expiry, "close", fails)
    with pytest.raises(OSError, match="no"):
        await bot.close()
    # The threads of an open store would keep the process alive.
    with pytest.raises(ValueError, match="Connection closed"):
        await bot.store.outbox.count(1)
    with pytest.raises(RuntimeError, match="the workers are closed"):
        await bot.workers.run(abs, -1)


async def test_what_ends_soon_is_waited_for(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, token=SecretStr("t"), database=tmp_path / "bot.db")
    bot = await open_bot(settings)

    async def answers() -> str:
        bot.track_answer()
        await asyncio.sleep(0.3)
        return "answered"

    click = asyncio.create_task(answers())
    await asyncio.sleep(0.05)
    await bot.close()
    assert click.done()
    assert await click == "answered"


async def test_a_stopped_worker_holds_up_neither_an_answer_nor_the_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(_env_file=None, token=SecretStr("t"), database=tmp_path / "bot.db")
    bot = await open_bot(settings, workers=Workers(1))
    monkeypatch.setattr(bot.delivery, "wake", lambda _: None)
    lobby = await bot.lobbies.create_lobby("lacrimosa", GUILD, CHANNEL, ANN, "Ann")
    table = await bot.lobbies.start(lobby.game.id, ANN)
    os.kill(await bot.workers.run(os.getpid), signal.SIGSTOP)
    monkeypatch.setattr("bot.background.workers.SHORT", Limit(0.5))
    page = await history.message(bot, table, 0, 0, Words("en"))
    assert not page.pictures
    monkeypatch.undo()
    monkeypatch.setattr("bot.background.workers.SHORT", Limit(600.0))
    os.kill(await bot.workers.run(os.getpid), signal.SIGSTOP)
    drawing = asyncio.create_task(bot.pictures.board(table, Words("en")))
    await asyncio.sleep(0.1)
    began = time.perf_counter()
    await bot.close()
    assert time.perf_counter() - began < LONGEST
    assert await drawing is None


def _settings(folder: Path) -> Settings:
    return Settings(_env_file=None, token=SecretStr("t"), database=folder / "bot.db")


async def _is_closed(store: Store) -> bool:
    """Whether a database is closed: its threads would keep the process alive.

    It is then closed in any case, so that a failing test ends.
    """
    try:
        await store.people.read(ANN)
    except ValueError:
        return True
    finally:
        await store.close()
    return False


async def test_a_stop_that_is_cancelled_goes_on_to_its_end(tmp_path: Path) -> None:
    bot = await open_bot(_settings(tmp_path), workers=Inline())
    first = asyncio.create_task(bot.close())
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.gather(bot.close(), return_exceptions=True)
    assert await _is_closed(bot.store)


async def test_a_fault_while_closing_leaves_no_database_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = await open_bot(_settings(tmp_path), workers=Inline())

    async def fails() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(bot.delivery, "close", fails)
    with pytest.raises(ZeroDivisionError):
        await bot.close()
    assert await _is_closed(bot.store)


async def test_a_fault_while_opening_leaves_no_database_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stores: list[Store] = []
    open_store = Store.open

    async def opened(address: Address, connections: int) -> Store:
        stores.append(await open_store(address, connections))
        return stores[-1]

    async def fails(_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Store, "open", opened)
    monkeypatch.setattr("discord.Client.__aenter__", fails)
    with pytest.raises(ZeroDivisionError):
        await open_bot(_settings(tmp_path), workers=Inline())
    assert await _is_closed(stores[0])


def test_signals_are_held_back_before_their_handlers_go() -> None:
    """Otherwise, Python may complain of one that comes in between; in a process of its own."""
    code = (
        "import signal; from bot.background.signals import ignore_signals\n"
        "seen = []; replace = signal.signal\n"
        "def watch(*args):\n"
        "    seen.append(signal.pthread_sigmask(signal.SIG_BLOCK, ())); return replace(*args)\n"
        "signal.signal = watch; ignore_signals()\n"
        "assert len(seen) == 2\n"
        "assert all(each >= {signal.SIGTERM, signal.SIGINT} for each in seen)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


async def test_signals_stop_it_also_where_the_loop_has_no_handlers_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(*_: object) -> NoReturn:
        raise NotImplementedError  # as on Windows

    monkeypatch.setattr(type(asyncio.get_running_loop()), "add_signal_handler", missing)
    numbers = (signal.SIGTERM, signal.SIGINT)
    before = [signal.getsignal(number) for number in numbers]
    try:
        for number in numbers:
            stop = stop_event()
            signal.raise_signal(number)
            await asyncio.wait_for(stop.wait(), 30)
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
