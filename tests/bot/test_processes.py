"""Processes that serve one bot on PostgreSQL: their shards, who takes over, what they share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.database import postgresql_layout
from bot.settings import Shards
from bot.store import Store, StoreError, processes
from bot.store.process_rows import ProcessRow, predecessor, release_order, shown_shards
from bot.store.processes import Process
from tests.processes import FIRST, SECOND, Begin, beginning, until


@pytest.fixture
async def begin(url: str) -> AsyncIterator[Begin]:
    """Begins a process, which remains one until the test ends."""
    async with beginning(url) as begin:
        yield begin


def row(shards: Shards | None, *, id: str = "a", takes_over: str | None = None) -> ProcessRow:  # noqa: A002
    return ProcessRow(id, f"process {id}", 1, "", 0.0, shards, "1.0", 22, takes_over)


# -- shards --------------------------------------------------------------------


async def test_processes_with_other_shards_serve_the_bot_together(begin: Begin) -> None:
    one, other = await begin(FIRST), await begin(SECOND)
    await until(lambda: one.number == 2)
    assert other.number == 2
    assert [each.shards for each in one.others] == [SECOND]
    assert not one.shares_shards
    assert not one.must_claim, "a process alone with its shards pays no query"
    await other.leave()
    await until(lambda: one.number == 1)


async def test_a_shard_has_one_process(begin: Begin) -> None:
    await begin(FIRST)
    with pytest.raises(StoreError, match=r"another bot .*: process \d+ on .* has shards 0-1/4"):
        await begin(Shards(first=1, last=2, count=4))
    with pytest.raises(StoreError, match="another bot"):
        await begin(None)


async def test_all_processes_have_the_same_number_of_shards(begin: Begin) -> None:
    one = await begin(FIRST)
    with pytest.raises(StoreError, match=r"shards 0-1/4: all .* the same shard count, not 8"):
        await begin(Shards(first=6, last=7, count=8))
    await one.leave()
    assert (await begin(Shards(first=6, last=7, count=8))).number == 1


async def test_of_several_that_begin_at_the_same_moment_each_shard_has_one(
    begin: Begin,
) -> None:
    results = await asyncio.gather(
        *(begin(each) for each in (FIRST, SECOND) * 3), return_exceptions=True
    )
    begun = [each for each in results if isinstance(each, Process)]
    assert len(begun) == 2
    assert sum(isinstance(each, StoreError) for each in results) == 4


@pytest.mark.parametrize(
    ("shards", "others", "told"),
    [
        (FIRST, [row(SECOND)], None),
        (None, [], None),
        (FIRST, [row(None)], "process a has all shards"),
        (None, [row(SECOND)], "process a has shards 2-3/4"),
        (Shards(first=3, last=3, count=4), [row(SECOND)], "another bot is using the database"),
        (Shards(first=0, last=0, count=3), [row(SECOND)], "the same shard count, not 3"),
    ],
)
def test_who_is_in_the_way_is_told(
    shards: Shards | None, others: list[ProcessRow], told: str | None
) -> None:
    for take_over in (False, True):
        if told is None:
            assert predecessor(shards, others, take_over=take_over) is None
        else:
            with pytest.raises(StoreError, match=told):
                predecessor(shards, others, take_over=take_over)


@pytest.mark.parametrize("shards", [FIRST, None])
def test_only_the_same_shards_can_be_taken_over_by_one(shards: Shards | None) -> None:
    old = row(shards)
    assert predecessor(shards, [old], take_over=True) == old
    with pytest.raises(StoreError, match="process b is taking over from process a"):
        predecessor(shards, [old, row(shards, id="b", takes_over="a")], take_over=True)
    with pytest.raises(StoreError, match="another bot"):
        predecessor(shards, [old], take_over=False)


def test_shards_are_told_as_a_host_writes_them() -> None:
    assert shown_shards(FIRST) == "shards 0-1/4"
    assert shown_shards(Shards(first=2, last=2, count=4)) == "shard 2/4"


# -- releases ------------------------------------------------------------------


def test_releases_have_an_order() -> None:
    assert release_order("0.10.0") > release_order("0.9.2")
    assert release_order("1.0") < release_order("1.0.1")


async def test_a_process_knows_of_other_releases(begin: Begin) -> None:
    old, new = await begin(FIRST, release="1.9"), await begin(SECOND, release="1.10")
    await until(lambda: old.newer_lives)
    assert (old.older_lives, new.newer_lives, new.older_lives) == (False, False, True)
    await old.leave()
    await until(lambda: not new.older_lives)


async def test_the_layout_is_raised_beside_releases_that_can_work_on_it(
    url: str, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = await begin(FIRST)
    before = dict(postgresql_layout._migrations())
    later = max(before) + 1
    add = {later: "CREATE TABLE later (a BIGINT)"}
    with monkeypatch.context() as newer:
        newer.setattr(postgresql_layout, "_migrations", lambda: before | add)
        newer.setattr(postgresql_layout, "OLDEST", later)
        with pytest.raises(StoreError, match="a release that cannot work beside this one"):
            await Store.open(url)
        newer.setattr(postgresql_layout, "OLDEST", later - 1)
        await (await Store.open(url)).close()
    try:
        assert await (await begin(SECOND)).claim(1), "the older release still begins on it"
        set_oldest = "UPDATE layout SET oldest = ?"
        await old._database.write(set_oldest, later)
        with pytest.raises(StoreError, match=f"newer version .*layout {later}"):
            await Store.open(url)
    finally:
        await old._database.write("DROP TABLE later")
        put_back = "UPDATE layout SET version = ?, oldest = ?"
        await old._database.write(put_back, later - 1, postgresql_layout.OLDEST)


# -- taking over ---------------------------------------------------------------


async def test_a_successor_waits_until_it_is_known_and_both_claim(begin: Begin) -> None:
    old = await begin(FIRST)
    new = await begin(FIRST, take_over=True)
    assert old.successor is not None, "who does not know of it would act without a claim"
    assert (old.successor.id, old.must_claim, new.must_claim) == (new.id, True, True)
    assert await old.claim(7)
    assert not await new.claim(7)
    assert await old.claim(7), "to ask again gives the same answer"
    with pytest.raises(StoreError, match="is taking over from"):
        await begin(FIRST, take_over=True)


async def test_who_is_told_stops_and_the_successor_is_alone(begin: Begin) -> None:
    stopped, not_stopped = asyncio.Event(), asyncio.Event()
    old = await begin(FIRST, stop=stopped.set)
    bystander = await begin(SECOND, stop=not_stopped.set)
    new = await begin(FIRST, take_over=True)
    await new.stop_predecessor()
    await asyncio.wait_for(stopped.wait(), 5)
    await old.leave()
    await asyncio.wait_for(new.wait_until_alone(), 5)
    assert not new.must_claim
    assert not not_stopped.is_set()
    assert not bystander.must_claim
    third = await begin(FIRST, take_over=True)
    assert third.predecessor is not None
    assert third.predecessor.id == new.id


async def test_what_a_successor_that_is_gone_has_told_stops_nobody(begin: Begin) -> None:
    stopped = asyncio.Event()
    old = await begin(FIRST, stop=stopped.set)

    async def told() -> bool:
        sql = "SELECT told_to_stop FROM processes WHERE id = ?"
        ((found,),) = await old._database.all(sql, old.id)
        return bool(found)

    await old._database.write("UPDATE processes SET told_to_stop = TRUE WHERE id = ?", old.id)
    for _ in range(100):
        if not await told():
            break
        await asyncio.sleep(0.05)
    assert not await told(), "a later successor would stop it before its connections are up"
    assert not stopped.is_set()


async def test_what_the_successor_before_has_told_does_not_count_for_the_next(
    begin: Begin,
) -> None:
    stopped = asyncio.Event()
    old = await begin(FIRST, stop=stopped.set)
    new = await begin(FIRST, take_over=True)
    sql = "UPDATE processes SET told_to_stop = TRUE, successor = 'before' WHERE id = ?"
    await old._database.write(sql, old.id)
    assert not await old._beat(), "it goes on"
    assert old.successor is not None
    assert old.successor.id == new.id
    assert not stopped.is_set()


async def test_if_the_successor_goes_the_old_one_goes_on(begin: Begin) -> None:
    stopped = asyncio.Event()
    old = await begin(FIRST, stop=stopped.set)
    new = await begin(FIRST, take_over=True)
    await new.leave()
    await until(lambda: not old.must_claim)
    assert not stopped.is_set()
    assert (await begin(FIRST, take_over=True)).predecessor is not None


async def test_a_successor_that_was_not_heard_of_gets_nothing_more(begin: Begin) -> None:
    old = await begin(FIRST)
    new = await begin(FIRST, take_over=True)
    assert new._renewing is not None
    new._renewing.cancel()  # as if it had been stopped
    await until(lambda: not old.must_claim)
    assert not await new.claim(8), "the old one answers without a claim again"
    assert await new._beat(), "and it must stop"


async def test_who_is_heard_of_in_the_last_moment_still_claims(begin: Begin) -> None:
    old = await begin(FIRST)
    new = await begin(FIRST, take_over=True)
    assert old._renewing is not None
    old._renewing.cancel()
    living = old._living

    async def before_it_was_renewed() -> list[ProcessRow]:
        return [each for each in await living() if each.id != new.id]

    old._living = before_it_was_renewed  # type: ignore[method-assign]  # the moment of a test
    await old._beat()
    assert old.must_claim
    assert await new.claim(9)
    assert not await old.claim(9)


async def test_with_nobody_there_to_take_over_a_process_begins(begin: Begin) -> None:
    new = await begin(FIRST, take_over=True)
    assert not new.must_claim


async def test_who_does_not_see_its_successor_is_not_taken_over(begin: Begin) -> None:
    old = await begin(FIRST)
    assert old._renewing is not None
    old._renewing.cancel()
    renewed = "UPDATE processes SET until = until + 60"  # as from an older release
    await old._database.write(renewed)
    with pytest.raises(StoreError, match="has not noticed the takeover"):
        await begin(FIRST, take_over=True)


async def test_who_was_not_heard_of_for_long_claims_what_it_answers(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = await begin(FIRST)
    assert old._renewing is not None
    old._renewing.cancel()  # as if it had been stopped
    await begin(FIRST)  # its row has lapsed
    monkeypatch.setattr(processes, "SURE", 0.0)
    assert old.must_claim
    assert not await old.claim(9)


async def test_old_claims_are_forgotten(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    process = await begin(FIRST)
    await process.claim(1)
    await process._database.write("UPDATE claims SET at = at - 3601")
    await process.claim(2)
    process._claims_cleared -= processes.CLAIMS_KEPT
    stands = "SELECT interaction FROM claims"
    async with asyncio.timeout(10):
        while await process._database.all(stands) != [(2,)]:  # noqa: ASYNC110 - as `until`
            await asyncio.sleep(0.02)
