"""The loopback server's gateway delivers events as Discord's does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp

from tests.wire.server import Loopback
from tests.wire.server.gateway import DISPATCH, HELLO, IDENTIFY


@asynccontextmanager
async def session(
    server: Loopback, shard: int, count: int
) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A session that has begun, of a shard."""
    async with aiohttp.ClientSession() as http, http.ws_connect(server.gateway_url) as socket:
        assert (await socket.receive_json())["op"] == HELLO
        said = {"token": server.token, "shard": [shard, count]}
        await socket.send_json({"op": IDENTIFY, "d": said})
        assert (await socket.receive_json())["t"] == "READY"
        yield socket


async def heard(socket: aiohttp.ClientWebSocketResponse) -> list[str]:
    """The events that have come."""
    events = []
    try:
        async with asyncio.timeout(0.2):
            while True:
                said = await socket.receive_json()
                assert said["op"] == DISPATCH
                events.append(said["t"])
    except TimeoutError:
        return events


async def test_two_sessions_of_a_shard_both_hear_its_events_and_no_other_does() -> None:
    async with (
        Loopback(described=False, shards=2) as server,
        session(server, 0, 2) as one,
        session(server, 0, 2) as two,
        session(server, 1, 2) as other,
    ):
        assert server.gateway.connected == [0, 0, 1]
        await server.gateway.dispatch("DIRECT", {}, None)
        await server.gateway.dispatch("HERE", {}, server.guild("Here", 0).id)
        await server.gateway.dispatch("THERE", {}, server.guild("There", 1).id)
        for socket in (one, two):
            assert await heard(socket) == ["DIRECT", "HERE"]
        assert await heard(other) == ["THERE"]


async def test_who_begins_anew_has_forgotten_its_broken_session() -> None:
    async with Loopback(described=False) as server, session(server, 0, 1):
        await server.gateway.drop()
        async with session(server, 0, 1):
            assert server.gateway.connected == [0]
            assert len(server.gateway._sessions) == 1
