"""Acknowledgements: whether Discord has heard one is known even if its answer is lost."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.interactions import replies
from bot.interactions.replies import Acknowledge
from render.words import Words


def _no(code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=400, reason="Bad Request")
    return discord.HTTPException(response, {"code": code, "message": "no"})


BROKEN = aiohttp.ServerDisconnectedError()


class _Interaction:
    """An interaction whose acknowledgements end as given, then succeed."""

    def __init__(self, *ends: Exception) -> None:
        self.response = self
        self.extras: dict[str, object] = {}
        self.said = 0
        self._ends = list(ends)

    async def defer(self, **_: bool) -> None:
        self.said += 1
        if self._ends:
            raise self._ends.pop(0)


@pytest.mark.parametrize(
    ("ends", "said"),
    [((), 1), ((BROKEN,), 2), ((ConnectionResetError(),), 2), ((BROKEN, _no(40060)), 2)],
    ids=["heard", "broken", "reset", "broken but heard"],
)
async def test_a_broken_connection_is_tried_once_more(
    ends: tuple[Exception, ...], said: int
) -> None:
    interaction: Any = _Interaction(*ends)
    await replies.acknowledge(interaction, Acknowledge.PRIVATE)
    assert interaction.said == said
    assert interaction.extras["acknowledged"] is Acknowledge.PRIVATE


@pytest.mark.parametrize(
    ("ends", "said"),
    [((_no(10062),), 1), ((_no(40060),), 1), ((BROKEN, _no(10062)), 2), ((BROKEN, BROKEN), 2)],
    ids=["too late", "heard by another", "too late then", "broken twice"],
)
async def test_what_discord_does_not_take_has_not_happened(
    ends: tuple[Exception, ...], said: int
) -> None:
    interaction: Any = _Interaction(*ends)
    with pytest.raises(replies.UNDELIVERED):
        await replies.acknowledge(interaction, Acknowledge.UPDATE)
    assert interaction.said == said
    assert not interaction.extras


async def _english(_: object) -> Words:
    return Words("en")


async def test_the_word_about_a_stop_takes_a_moment_at_most() -> None:
    hung, told = asyncio.Event(), asyncio.Event()

    async def hangs() -> None:
        hung.set()
        await asyncio.Event().wait()

    async def send(**_: object) -> None:
        told.set()
        await asyncio.Event().wait()

    interaction: Any = _Interaction()
    interaction.filesize_limit = 1
    interaction.followup = SimpleNamespace(send=send)
    interaction.client = SimpleNamespace(words=_english)

    async def click() -> None:
        async with replies.or_cut_off(interaction):
            await replies.acknowledge(interaction, Acknowledge.UPDATE)
            await hangs()

    task = asyncio.create_task(click())
    await hung.wait()
    task.cancel()
    began = time.monotonic()
    await asyncio.wait({task})
    assert task.cancelled()
    assert told.is_set()
    assert time.monotonic() - began < replies.CUT_OFF_WITHIN + 20
