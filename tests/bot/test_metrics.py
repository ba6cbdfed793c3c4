"""Metrics for Prometheus: what a running bot reports is what happened at its tables."""

from __future__ import annotations

import re
from math import isnan
from pathlib import Path
from typing import Any, NoReturn

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.background.health import LOOPBACK
from bot.background.metrics import Metrics
from bot.interactions import replies
from bot.screens.labels import MORE
from tests.bot.driver import Pooled, table
from tests.bot.services import ANN, CHANNEL, GUILD, services
from tests.bot.test_operation_health import free_port

ROOT = Path(__file__).resolve().parents[2]

Figures = dict[tuple[str, str], float]
"""Values by the name of the sample and its label, "" without one."""


async def told(port: int) -> Figures:
    """What `/metrics` reports over HTTP."""
    url = f"http://{LOOPBACK}:{port}/metrics"
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        assert (answer.status, answer.content_type) == (200, "text/plain")
        text = await answer.text()
    return {
        (sample.name, "".join(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def since(before: Figures, port: int) -> Figures:
    """What has changed among the counters."""
    now = await told(port)
    counted = ("maecenas_clicks_total", "maecenas_answers_total")
    return {
        key: value - before[key]
        for key, value in now.items()
        if key[0] in counted and value != before[key]
    }


async def _fails(*_: object) -> NoReturn:
    raise KeyError("a fault")


async def _too_late(*_: object) -> NoReturn:
    raise aiohttp.ClientError


async def test_clicks_answers_and_pictures_are_counted(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    async with table(tmp_path, workers, "Ada", "Bruno", faults=True) as world:
        await world.bot.health.start(port)
        empty = await told(port)
        await world["Ada"].slash("play", game="florence")
        await world["Bruno"].click("Join")
        await world["Bruno"].click(MORE)
        await world["Bruno"].click("Start")  # not his to start
        with monkeypatch.context() as patch:
            patch.setattr(world.bot.lobbies, "leave", _fails)
            await world["Bruno"].click("Leave")
        with monkeypatch.context() as patch:
            patch.setattr(replies, "_defer", _too_late)
            await world["Bruno"].click("Leave")
        changes = await since(empty, port)
        now = await told(port)
        assert changes == {
            ("maecenas_clicks_total", "command"): 1,
            ("maecenas_clicks_total", "click"): 5,
            ("maecenas_answers_total", "answered"): 3,
            ("maecenas_answers_total", "refused"): 1,
            ("maecenas_answers_total", "failed"): 1,
            ("maecenas_answers_total", "late"): 1,
        }
        assert now["maecenas_first_answer_seconds_count", ""] == 5, "one came too late"
        assert now["maecenas_first_answer_seconds_bucket", "3.0"] == 5
        assert 0 < now["maecenas_first_answer_seconds_sum", ""] < 5 * 3
        kept = world.bot.pictures._kept
        assert now["maecenas_picture_seconds_count", ""] == len(kept) > 0
        assert now["maecenas_picture_seconds_sum", ""] > 0
        assert now["maecenas_open_games", ""] == 1
        assert now["maecenas_outbox_messages", ""] == 0
        assert now["maecenas_connected", ""] == 1
        assert now["process_resident_memory_bytes", ""] > 10 * 2**20


async def test_two_bots_of_a_process_count_apart_and_each_knows_its_own_figures() -> None:
    one, two = Metrics(), Metrics()
    one.ended("answered", 0.2)
    one.watch("maecenas_leases", "Games of this process.", lambda: 7.0)
    assert b"maecenas_leases 7.0" in one.exposition("")[0]
    assert b"maecenas_leases" not in two.exposition("")[0]
    assert b'maecenas_answers_total{outcome="answered"} 0.0' in two.exposition("")[0]


async def test_every_metric_is_explained(tmp_path: Path, workers: Pooled) -> None:
    text = (ROOT / "docs" / "metrics.md").read_text("utf-8")
    named = set(re.findall(r"`(maecenas_\w+)", text))
    async with table(tmp_path, workers, "Ada") as world:
        exposed = world.bot.metrics.exposition("")[0].decode()
    families = {each.name for each in text_string_to_metric_families(exposed)}
    ours = {each for each in families if each.startswith("maecenas_")}
    created = {each for each in ours if each.endswith("_created")}
    assert {each.removesuffix("_total") for each in named} == ours - created


async def test_without_a_database_the_rest_is_told(tmp_path: Path, workers: Pooled) -> None:
    port = free_port()
    async with table(tmp_path, workers, "Ada") as world:
        await world.bot.health.start(port)
        async with world.bot.store._database.transaction() as writer:
            await writer.execute("DROP TABLE outbox")
        now = await told(port)
        assert isnan(now["maecenas_outbox_messages", ""])
        assert now["maecenas_connected", ""] == 1


async def test_what_is_counted_is_read_from_an_index_and_not_to_its_end(
    tmp_path: Path,
) -> None:
    """A larger store makes the figures no slower."""
    async with services(tmp_path / "bot.db") as here:
        for number in range(3):
            await here.lobbies.create_lobby("florence", GUILD, CHANNEL + number, ANN, "Ann")
        asked = []
        with pytest.MonkeyPatch.context() as patch:
            database = here.store._database
            all_rows = database.all

            async def noted(sql: str, *values: object) -> list[Any]:
                asked.append((sql, values))
                return await all_rows(sql, *values)

            patch.setattr(database, "all", noted)
            assert await here.store.game_index.count_all_open(2) == 2
            assert await here.store.game_index.count_all_open(9) == 3
            assert await here.store.outbox.count(2) == 2
        plans = [
            step["detail"]
            for sql, values in asked
            for step in await here.store._database.named(f"EXPLAIN QUERY PLAN {sql}", *values)
        ]
    read = [each for each in plans if "found" not in each]
    assert len(read) == 3
    assert all("COVERING INDEX" in each for each in read), read
