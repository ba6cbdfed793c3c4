"""Locks by key: one holder at a time, in order of arrival, and none left over."""

from __future__ import annotations

import asyncio

import pytest

from bot.background.locks import KeyedLocks


@pytest.mark.parametrize("cancelled", [None, 2])
async def test_one_key_is_held_once_and_in_order_of_arrival(cancelled: int | None) -> None:
    locks: KeyedLocks[str] = KeyedLocks()
    running: list[str] = []
    done: list[tuple[str, int]] = []

    async def work(key: str, n: int) -> None:
        async with locks(key):
            assert key not in running
            running.append(key)
            await asyncio.sleep(0.001)
            running.remove(key)
            done.append((key, n))

    jobs = [asyncio.create_task(work(key, n)) for n in range(3) for key in "ab"]
    await asyncio.sleep(0)
    assert sorted(running) == ["a", "b"], "keys do not wait for each other"
    if cancelled is not None:
        jobs[cancelled].cancel()  # the second for a: the third goes on
    await asyncio.gather(*jobs, return_exceptions=True)
    assert [n for key, n in done if key == "a"] == [0, 2] if cancelled else [0, 1, 2]
    assert [n for key, n in done if key == "b"] == [0, 1, 2]
    if not cancelled:  # the traceback of a cancelled task refers to its lock
        assert len(locks) == 0
