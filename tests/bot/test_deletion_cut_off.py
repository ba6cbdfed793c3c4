"""A deletion that fails, or is cut off, is finished before anything later counts."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from bot.background.workers import WorkerFailed
from bot.database.contract import DatabaseError
from bot.tables.persons.privacy import PrivacyService
from tests.bot.deleted_person import ADA, cut_off, everywhere, traces
from tests.bot.driver import Pooled
from tests.bot.running_game import three
from tests.bot.services import EVE, services


async def test_a_deletion_that_was_cut_off_is_done_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bot.db"
    async with services(path) as here:
        await everywhere(here)
        await cut_off(here.privacy, monkeypatch)
        assert traces(path)
    async with services(path) as here:
        assert await here.privacy.repeat() == 1
        assert traces(path) == []
        assert await here.privacy.repeat() == 0


async def test_a_deletion_that_was_cut_off_is_done_before_the_next_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bot.db"
    async with services(path) as here:
        await everywhere(here)
        await cut_off(here.privacy, monkeypatch)
        await here.privacy.delete(EVE)
        assert traces(path) == []
        assert await here.store.privacy.seen() == await here.store.deletions.number() == 2


async def test_a_second_press_of_another_person_does_not_count_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bot.db"
    async with services(path) as here:
        await here.privacy.delete(EVE)
        await everywhere(here)
        await cut_off(here.privacy, monkeypatch)
        await here.privacy.delete(EVE)
        assert traces(path) == []


async def test_a_deletion_that_fails_again_is_done_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path, clear = tmp_path / "bot.db", PrivacyService._clear

    async def fails_for_ada(self: PrivacyService, user: int) -> None:
        if user == ADA:
            raise OSError
        await clear(self, user)

    async with services(path) as here:
        await everywhere(here)
        await here.people.change(EVE, reminders=3)
        await cut_off(here.privacy, monkeypatch)
        with monkeypatch.context() as patch:
            patch.setattr(PrivacyService, "_clear", fails_for_ada)
            await here.privacy.delete(EVE)  # it is done for Eve
            assert not any((await here.privacy.counts(EVE)).values())
            await here.privacy.allow(EVE)
            await here.people.change(EVE, reminders=3)
        assert any((await here.privacy.counts(ADA)).values())
        assert "an earlier deletion could not be finished" in caplog.text
        assert str(ADA) not in caplog.text
    async with services(path) as here:
        assert await here.privacy.repeat() == 1
        assert traces(path) == []
        assert (await here.people.read(EVE)).reminders == 3, "she came back before"


async def test_a_deletion_that_was_cut_off_is_done_before_anything_is_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bot.db"
    async with services(path) as here:
        await everywhere(here)
        await cut_off(here.privacy, monkeypatch)
        await here.privacy.allow(ADA)
        assert traces(path) == []
        await here.people.change(ADA, reminders=3)
        await here.privacy.delete(EVE)
        assert (await here.people.read(ADA)).reminders == 3, "she is not deleted twice"


async def test_without_the_database_a_deletion_does_not_count_as_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bot.db"
    async with services(path) as here:
        await everywhere(here)
        with monkeypatch.context() as patch:
            patch.setattr(PrivacyService, "_leave", AsyncMock(side_effect=DatabaseError))
            with pytest.raises(DatabaseError):
                await here.privacy.delete(ADA)
        assert await here.store.privacy.seen() < await here.store.deletions.number()
        assert traces(path)


async def test_a_table_that_cannot_be_shown_keeps_nobody_in_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bot.db"
    async with services(path) as here:
        await everywhere(here)
        with monkeypatch.context() as patch:
            failing = AsyncMock(side_effect=WorkerFailed)
            patch.setattr(PrivacyService, "_leave", failing)
            await here.privacy.delete(ADA)
        assert failing.await_count > 1
        assert traces(path) == []


async def test_delete_is_offered_again_while_anything_is_left(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with three(tmp_path, workers) as world:
        ada = world["Ada"]
        await cut_off(world.bot.privacy, monkeypatch, ada.id)
        await ada.slash("privacy")
        assert "1 seat with the name" in ada.panel.text
        assert ada.panel.buttons[-1].startswith("Delete")
        await world.bot.privacy.delete(ada.id)
        await ada.slash("privacy")
        assert not any(each.startswith("Delete") for each in ada.panel.buttons)
