"""A game that a newer release wrote is left to that release, whatever an older one does."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from bot.database.formats import FORMAT
from bot.database.postgresql_layout import newest_layout
from bot.store.leases import Lease
from bot.store.out import Board
from bot.store.process_rows import ProcessRow
from bot.store.processes import Process
from bot.store.rows import DamagedRowError, NewerRowError
from bot.tables.core.draft import Draft
from bot.tables.core.leases import Leases
from bot.tables.core.loading import unreadable
from bot.tables.core.refusals import BeingUpdated, Unreadable
from bot.tables.core.table import Table
from tests.bot.services import CHANNEL, GUILD, Services, services
from tests.bot.two_processes import both, written

NEWER: Final = FORMAT + 1


async def _write(here: Services, column: str, value: object) -> None:
    change = f"UPDATE games SET {column} = ? WHERE id = 1"  # noqa: S608 - columns of ours
    await written(here.store, change, value)


async def _stored(here: Services, *columns: str) -> tuple[object, ...]:
    find = f"SELECT {', '.join(columns)} FROM games WHERE id = 1"  # noqa: S608 - columns of ours
    row = await here.store._database.one(find)
    assert row is not None
    return tuple(row)


async def _changed_by_a_newer(here: Services) -> Table:
    """A game known here, as a newer release has left it."""
    table = await here.at_auction()
    await here.sent()
    await _write(here, "format", NEWER)
    await _write(here, "revision", table.game.revision + 1)
    return table


def test_the_format_is_raised_together_with_the_layout() -> None:
    assert newest_layout() >= FORMAT, "so that SQLite does not go back to an older release"


async def test_what_is_asked_of_it_is_refused_and_nothing_is_closed(url: str) -> None:
    async with services(url) as here:
        table = await _changed_by_a_newer(here)
        before = await _stored(here, "status", "revision")
        with pytest.raises(BeingUpdated):
            await here.step(table)
        with pytest.raises(BeingUpdated):
            await here.games.in_channel(CHANNEL)
        with pytest.raises(BeingUpdated):
            await here.games.end(1)
        assert await here.store.games.in_guild(GUILD) == (), "a list goes without it"
        assert await _stored(here, "status", "revision") == before
        assert here.store.games.damaged == set(), "it is no damage"


async def test_it_is_no_work_of_an_older_release(url: str) -> None:
    async with services(url) as here:
        leases = here.store.leases
        assert leases is not None
        await here.at_auction()
        await here.cache.change(1, lambda now: Draft(now, (Board(),)))
        await _write(here, "steps", 1)
        waiting = {each.what for each in await leases.work(1e9)}
        assert waiting == {"messages", "steps", "due"}
        assert await here.store.game_index.stepping() == (1,)
        await _write(here, "format", NEWER)
        assert await leases.work(1e9) == ()
        assert await here.store.game_index.stepping() == ()
        assert await leases.renew((1,)) == {}
        assert await leases.take(1) == Lease(leases.process, 1), "as it was left"
        await leases.release((1,))
        assert await leases.take(1) == Lease("", 1), "nobody acts for it yet"
        assert isinstance(here.cache.leases, Leases)
        here.cache.leases._held.clear()
        assert not await here.cache.leases.hold(1)


async def test_it_is_not_replayed_and_nothing_is_noted_of_it(url: str) -> None:
    async with services(url) as here:
        table = await here.at_auction()
        await _write(here, "verified", "another release")
        assert await here.store.game_index.unverified(here.cache.release, 0) == 1
        await _write(here, "format", NEWER)
        assert await here.store.game_index.unverified(here.cache.release, 0) is None
        await here.store.games.set_verified(table.game)
        assert await _stored(here, "verified") == ("another release",)
        await _write(here, "status", "over")
        assert await here.store.results.missing(0) is None
        await _write(here, "format", FORMAT)
        assert await here.store.results.missing(0) == 1


async def test_who_raises_the_format_takes_the_lease_with_the_commit(url: str) -> None:
    async with both(url) as (older, newer):
        assert newer.store.leases is not None
        await older.at_auction()
        await _write(older, "format", FORMAT - 1)
        await newer.step(await newer.games.table(1))
        assert await _stored(newer, "owner", "epoch", "format") == (
            *(newer.store.leases.process, 2, FORMAT),
        )
        assert await newer.cache.leases.hold(1)


async def test_what_a_newer_release_noted_of_its_check_stays(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with services(url) as here:
        await here.at_auction()
        await _write(here, "verified", "the newer one")
        await here.cache.forget(1)
        process = here.store.process
        newer = ProcessRow("x", "newer", 1, "", 0.0, shards=None, release="999.0", layout=99)
        monkeypatch.setattr(process, "others", (newer,))
        table = await here.games.table(1)
        table = await here.step(table)
        await here.cache.forget(1)
        await here.step(await here.games.table(1))
        assert await _stored(here, "verified") == ("the newer one",)
        assert here.cache.report.good == 1, "replayed once, whoever has noted what"


async def test_what_a_start_looks_through_is_left_to_a_newer_release(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with services(url) as here:
        await here.at_auction()
        await here.games.wait_idle()
        await _write(here, "verified", "an older one")
        for what in ("replays", "results"):
            await here.store.set_digest(what, "newer 0")
    monkeypatch.setattr(Process, "newer_lives", True)
    async with services(url) as here:
        await here.games.wait_idle()
        noted = [await here.store.digest(what) for what in ("replays", "results")]
        assert noted == ["newer 0", "newer 0"]
        assert await _stored(here, "verified") == ("an older one",)
        assert not here.games.report.done


@pytest.mark.parametrize(
    ("error", "told"),
    [(DamagedRowError("x"), Unreadable), (NewerRowError("x"), BeingUpdated)],
)
def test_damage_and_a_newer_format_are_told_apart(
    error: DamagedRowError, told: type[Unreadable]
) -> None:
    assert type(unreadable(error)) is told


async def test_a_game_is_stored_with_the_format_of_this_release(path: Path) -> None:
    async with services(path) as here:
        await here.at_auction()
        assert await _stored(here, "format") == (FORMAT,)
