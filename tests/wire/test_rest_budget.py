"""The bot's REST requests stay within Discord's limits, whatever Discord answers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.interactions import invalid_requests, rest_budget
from bot.interactions.invalid_requests import WINDOW, InvalidRequests
from bot.interactions.rest_budget import BURST, RATE, RestBudget
from tests.bot.services import Clock
from tests.wire.in_process import client, running
from tests.wire.server import Loopback
from tests.wire.server.faults import Fault


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with Loopback(described=False) as opened:
        yield opened


def noted(server: Loopback, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The times at which requests come from now on, by the loop's clock."""
    times: list[float] = []
    count = server.rest.limits.count

    def note(request: Any) -> Any:
        times.append(asyncio.get_running_loop().time())
        return count(request)

    monkeypatch.setattr(server.rest.limits, "count", note)
    return times


async def asked(bare: discord.Client, number: int) -> None:
    """Ask for a person; in discord.py, each has a separate limit."""
    with suppress(discord.HTTPException):
        await bare.http.get_user(number)


async def test_no_second_has_more_than_fifty_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    # Requests that a busy machine holds up for a moment arrive together with the next ones.
    monkeypatch.setattr(rest_budget, "RATE", 40.0)
    budget = RestBudget()
    async with (
        Loopback(described=False, paced=True) as server,
        client(server, http_trace=budget.trace) as bare,
    ):
        await asked(bare, 0)  # until then, discord.py sends one at a time
        times = noted(server, monkeypatch)
        await asyncio.gather(*(asked(bare, n) for n in range(60)))
    assert server.rest.limits.exceeded == 0
    assert len(times) == 60
    assert times[-1] - times[0] < 5, "nor are they held up"


@pytest.mark.parametrize(("processes", "burst"), [(1, 5), (2, 2), (3, 1), (9, 1)])
def test_processes_share_the_limit(processes: int, burst: int) -> None:
    clock = Clock()
    budget = RestBudget(clock)
    budget.processes = lambda: processes
    turns = [budget._turn() for _ in range(100)]
    assert turns[:burst] == [0.0] * burst
    assert turns[burst:] == pytest.approx([n * processes / RATE for n in range(1, 101 - burst)])
    assert budget.next_wait() == pytest.approx((101 - burst) * processes / RATE)
    clock.now += 1000.0
    assert budget.next_wait() == 0
    assert [budget._turn() for _ in range(burst + 1)][-1] > 0, "no more is saved up"


async def test_after_a_pause_of_the_loop_only_a_burst_goes_at_once() -> None:
    budget, times = RestBudget(), list[float]()

    async def request() -> None:
        await budget.wait()
        times.append(time.monotonic())

    requests = [asyncio.ensure_future(request()) for _ in range(4 * BURST)]
    await asyncio.gather(*requests[:BURST])
    assert budget.next_wait() >= 3 * BURST / RATE - 0.1, "who waits is before who comes next"
    time.sleep(2 * BURST / RATE)  # noqa: ASYNC251 - the loop stands still
    resumed = time.monotonic()
    await asyncio.gather(*requests)
    at_once = [each for each in times[BURST:] if each < resumed + 1 / RATE]
    assert len(at_once) <= BURST + 1
    assert budget.next_wait() < 2 / RATE, "nobody waits any more"


async def test_whose_turn_is_near_waits_for_the_end_of_a_stop() -> None:
    budget = RestBudget()
    budget._due = time.monotonic() + 0.1
    request = asyncio.ensure_future(budget.wait())
    await asyncio.sleep(0)
    began = time.monotonic()
    budget.stop(0.3)
    await request
    assert time.monotonic() - began > 0.25


async def test_a_global_limit_stops_all_that_wait(
    server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    budget, told = RestBudget(), list[float]()
    budget.limited = told.append
    async with client(server, http_trace=budget.trace) as bare:
        await asked(bare, 0)  # until then, discord.py sends one at a time
        await asyncio.sleep(BURST / RATE)
        times = noted(server, monkeypatch)
        server.faults.on("user", Fault("limit", seconds=1.0, scope="global"))
        await asyncio.gather(*(asked(bare, n) for n in range(12)))
    at_once = [each for each in times if each < times[0] + 0.9]
    assert told == [1.0], "so that other processes stop as well"
    assert len(at_once) <= BURST + 2, "some were under way"
    assert len(times) == 13, "the one that was limited came again"


async def test_a_turn_that_was_reserved_is_used_once(server: Loopback) -> None:
    budget = RestBudget()
    async with client(server, http_trace=budget.trace) as bare:
        await asked(bare, 0)  # until then, discord.py sends one at a time
        await asyncio.sleep(BURST / RATE)
        assert await budget.reserve() is False, "nobody waits"
        taken = budget._due
        await asked(bare, 1)
        assert budget._due == taken
        await asked(bare, 2)
        assert budget._due > taken
        budget._due += 0.2
        assert await budget.reserve() is True
        assert await budget.reserve() is False, "it has its turn"
        budget.stop(0.3)
        began = time.monotonic()
        await asked(bare, 3)
        assert time.monotonic() - began > 0.25, "a turn from before a stop is worth nothing"


async def test_what_waits_for_its_turn_is_not_drawn_before(
    server: Loopback, tmp_path: Path
) -> None:
    ada, channel = server.person("Ada"), server.world.channel(server.guild(), "table")
    async with running(server, tmp_path) as bot:
        await asyncio.wait_for(server.gateway.ready.wait(), 20)
        await ada.slash(channel, "play", game="florence")
        while not any(each.owner is None for each in channel.posts):
            assert await server.news(server.version(channel.id), 20, channel.id)
        await bot.delivery.join()
        bot.rest_budget._due = time.monotonic() + 3.0  # many others are waiting
        await bot.lobbies.add_opponent(1, ada.id, "novice", "Former")
        await asyncio.sleep(0.2)
        await bot.lobbies.add_opponent(1, ada.id, "novice", "Latter")
        await bot.delivery.join()
    texts = [each.message.words for each in server.record.sights]
    assert any("Former" in text and "Latter" in text for text in texts)
    assert not any("Former" in text and "Latter" not in text for text in texts)


async def test_where_discord_wants_nothing_for_long_nobody_waits(server: Loopback) -> None:
    budget = RestBudget()
    async with client(server, http_trace=budget.trace) as bare:
        budget.stop(60.0)
        with pytest.raises(discord.RateLimited):
            await bare.http.get_user(1)


async def test_refused_requests_are_counted_together(
    server: Loopback, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(invalid_requests, "MOST", 4)
    clock = Clock()
    budget = RestBudget(clock)
    async with client(server, http_trace=budget.trace) as bare:
        for fault in (
            Fault("error", status=401),
            Fault("error", status=403),
            Fault("error", status=404),
            Fault("limit", seconds=0.01),
            Fault("limit", seconds=0.01, scope="shared"),
        ):
            server.faults.on("user", fault)
            await asked(bare, 1)
        assert (budget.invalid.count(), budget.background_wait()) == (3, 0.0)
        clock.now += 100.0
        for _ in range(2):
            server.faults.on("user", Fault("error", status=403))
            await asked(bare, 1)
    assert budget.background_wait() == WINDOW - 100.0, "then the fourth last is forgotten"
    assert caplog.text.count("Discord has refused 4 requests") == 1, "told once"
    clock.now += WINDOW - 100.0
    assert (budget.invalid.count(), budget.background_wait()) == (2, 0.0)


def test_five_thousand_refused_requests_in_ten_minutes_are_too_many() -> None:
    clock = Clock()
    invalid = InvalidRequests(clock)
    for _ in range(4_999):
        invalid.note(403, None)
    assert invalid.seconds_until_fewer() == 0
    clock.now += 100.0
    invalid.note(429, None)
    assert invalid.seconds_until_fewer() == 500, "ten minutes after the first"
    clock.now += 499.0
    assert (invalid.count(), invalid.seconds_until_fewer()) == (5_000, 1)
    clock.now += 1.0
    assert (invalid.count(), invalid.seconds_until_fewer()) == (1, 0)


def test_what_is_refused_to_other_processes_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invalid_requests, "MOST", 4)
    invalid = InvalidRequests(Clock())
    invalid.note(403, None)
    invalid.elsewhere = 2
    assert (invalid.own(), invalid.count(), invalid.seconds_until_fewer()) == (1, 3, 0.0)
    invalid.elsewhere = 3
    assert invalid.seconds_until_fewer() == invalid_requests.ASKED_AGAIN
    invalid.elsewhere = 0
    assert invalid.seconds_until_fewer() == 0


async def test_answers_to_interactions_wait_for_nothing(
    server: Loopback, tmp_path: Path
) -> None:
    ada, channel = server.person("Ada"), server.world.channel(server.guild(), "table")
    async with running(server, tmp_path) as bot:
        await asyncio.wait_for(server.gateway.ready.wait(), 20)
        bot.rest_budget.stop(20.0)
        began = time.monotonic()
        question = await ada.slash(channel, "help")
        assert not question.failed
        assert time.monotonic() - began < 2
        waiting = asyncio.ensure_future(bot.http.get_user(ada.id))
        await asyncio.sleep(0.2)
        assert not waiting.done(), "what counts waits"
        waiting.cancel()


async def test_messages_wait_while_too_much_is_refused(
    server: Loopback,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(invalid_requests, "MOST", 1)
    monkeypatch.setattr(invalid_requests, "WINDOW", 1.0)
    ada, guild = server.person("Ada"), server.guild()
    channel = server.world.channel(guild, "table")
    async with running(server, tmp_path) as bot:
        bot.rest_budget.invalid._monotonic = clock = Clock()
        await asyncio.wait_for(server.gateway.ready.wait(), 20)
        await ada.slash(channel, "play", game="florence")
        while not (public := [each for each in channel.posts if each.owner is None]):
            assert await server.news(server.version(channel.id), 20, channel.id)
        await bot.delivery.join()
        (lobby,) = public
        server.faults.on("member", Fault("error", status=403))
        await bot.members.check(guild.id, ada.id)
        before = lobby.edited
        await bot.lobbies.add_opponent(1, ada.id, "novice", "Bot")
        await bot.delivery.join()
        await asyncio.sleep(0.2)
        assert lobby.edited == before
        assert await bot.store.outbox.count(9) == 1
        clock.now += 1.0
        assert await server.news(server.version(channel.id), 20, channel.id)
        assert lobby.edited != before
    assert caplog.text.count("Discord has refused") == 1
