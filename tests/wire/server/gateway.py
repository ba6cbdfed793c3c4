"""The gateway: sessions that identify, send heartbeats, resume, and get events in order."""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections import deque
from collections.abc import Callable
from typing import Final

from aiohttp import WSCloseCode, WSMsgType, web

from tests.wire.server.world import Json, World

DISPATCH, BEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
_KEPT: Final = 5000
"""How many events a session keeps, for a RESUME."""


class Session:
    """One session of the bot, which outlives a broken connection."""

    def __init__(self, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(8)
        self.shard = shard
        self.events: deque[Json] = deque(maxlen=_KEPT)
        self.number = 0
        self.line: Line | None = None

    async def dispatch(self, event: str, data: object) -> None:
        """Send an event, or keep it for the RESUME."""
        self.number += 1
        whole = {"op": DISPATCH, "t": event, "s": self.number, "d": data}
        self.events.append(whole)
        if self.line is not None:
            await self.line.send(whole)


class Line:
    """One WebSocket, compressed as one stream on request."""

    def __init__(self, socket: web.WebSocketResponse, *, compressed: bool) -> None:
        self.socket = socket
        self._zlib = zlib.compressobj() if compressed else None
        self._lock = asyncio.Lock()

    async def send(self, whole: Json) -> None:
        """Send one payload; a broken line loses it."""
        raw = json.dumps(whole)
        async with self._lock:
            try:
                if self._zlib is None:
                    await self.socket.send_str(raw)
                else:
                    packed = self._zlib.compress(raw.encode())
                    await self.socket.send_bytes(packed + self._zlib.flush(zlib.Z_SYNC_FLUSH))
            except (ConnectionError, RuntimeError):
                return


class Gateway:
    """All sessions of the bot."""

    def __init__(self, world: World, token: str, url: Callable[[], str]) -> None:
        """Start without a session.

        Args:
            world: what READY reports.
            token: the only one that may identify.
            url: returns where a session is to be resumed.
        """
        self._world = world
        self._token = token
        self._url = url
        self._sessions: dict[str, Session] = {}
        self._sockets: set[web.WebSocketResponse] = set()
        self._closed = False
        self._waiting: list[asyncio.Event] = []
        self.ready = asyncio.Event()
        self.identified = 0
        self.resumed = 0

    @property
    def live(self) -> tuple[Session, ...]:
        """The sessions that have a line now."""
        return tuple(each for each in self._sessions.values() if each.line is not None)

    @property
    def connected(self) -> list[int]:
        """The shards that have a line, each once per line."""
        return sorted(each.shard[0] for each in self.live)

    async def dispatch(self, event: str, data: object, guild: int | None) -> None:
        """Send an event to the shard that hears a server."""
        for session in list(self._sessions.values()):
            if self._hears(session, guild):
                await session.dispatch(event, data)

    def _hears(self, session: Session, guild: int | None) -> bool:
        number, count = session.shard
        return number == self._world.shard(guild, count)

    # -- what can go wrong ------------------------------------------------------------

    async def drop(self, shard: int | None = None) -> None:
        """Break every line, or a shard's, without a word; sessions may be resumed."""
        for session in self.live:
            if shard not in {None, session.shard[0]}:
                continue
            line, session.line = session.line, None
            if line is not None and line.socket._req is not None:
                transport = line.socket._req.transport
                if transport is not None:
                    transport.abort()

    async def outage(self, seconds: float) -> None:
        """Break every line, and let no one connect for a while."""
        self._closed = True
        await self.drop()
        await asyncio.sleep(seconds)
        self._closed = False

    async def ask_to_reconnect(self) -> None:
        """Send op 7: reconnect and resume."""
        for session in self.live:
            if session.line is not None:
                await session.line.send({"op": RECONNECT, "d": None})

    async def invalidate(self, *, resumable: bool) -> None:
        """Send op 9: the session is no longer valid, or must be resumed."""
        for session in self.live:
            if not resumable:
                del self._sessions[session.id]
            if session.line is not None:
                await session.line.send({"op": INVALID, "d": resumable})

    async def close(self) -> None:
        """Close every line."""
        for socket in list(self._sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY)

    # -- a connection -----------------------------------------------------------------

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection from its HELLO to its end."""
        if self._closed:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        self._sockets.add(socket)
        line = Line(socket, compressed=request.query.get("compress") == "zlib-stream")
        session: Session | None = None
        try:
            await line.send({"op": HELLO, "d": {"heartbeat_interval": 41250}})
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                session = await self._hear(json.loads(message.data), line) or session
        finally:
            self._sockets.discard(socket)
            if session is not None and session.line is line:
                session.line = None
                if socket.close_code in {1000, 1001}:
                    self._sessions.pop(session.id, None)
            self._note_ready()
        return socket

    def _note_ready(self) -> None:
        """Note whether the bot hears everything: whether each of its shards has a line."""
        count = min((session.shard[1] for session in self.live), default=1)
        if len({session.shard for session in self.live}) == count:
            self.ready.set()
        else:
            self.ready.clear()
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            each.set()

    async def until(self, shards: list[int], patience: float = 60.0) -> None:
        """Wait until exactly these shards have a line; a shard of two processes has two.

        Raises:
            AssertionError: they do not in time.
        """
        try:
            async with asyncio.timeout(patience):
                while self.connected != sorted(shards):
                    changed = asyncio.Event()
                    self._waiting.append(changed)
                    await changed.wait()
        except TimeoutError:
            raise AssertionError(f"{self.connected} are connected, not {shards}") from None

    async def _hear(self, said: Json, line: Line) -> Session | None:
        match said["op"]:
            case 1:
                # discord.py mistakes an answer that comes at once for a late one.
                await asyncio.sleep(0.05)
                await line.send({"op": ACK, "d": None})
            case 2:
                return await self._identify(said["d"], line)
            case 6:
                return await self._resume(said["d"], line)
            case _:
                pass
        return None

    async def _identify(self, said: Json, line: Line) -> Session | None:
        if said["token"] != self._token:
            await line.socket.close(code=4004, message=b"Authentication failed.")
            return None
        number, count = said.get("shard") or (0, 1)
        session = Session((number, count))
        # A bot that identifies again has forgotten its older session of this shard; a session
        # that still has a line is another process's.
        self._sessions = {
            key: each
            for key, each in self._sessions.items()
            if each.shard != session.shard or each.line is not None
        }
        self._sessions[session.id] = session
        session.line = line
        self.identified += 1
        guilds = [
            each
            for each in self._world.guilds.values()
            if each.has_bot and self._hears(session, each.id)
        ]
        await session.dispatch(
            "READY",
            {
                "v": 10,
                "user": self._world.bot.payload,
                "guilds": [{"id": str(each.id), "unavailable": True} for each in guilds],
                "session_id": session.id,
                "session_type": "normal",
                "resume_gateway_url": self._url(),
                "shard": [number, count],
                "application": {"id": str(self._world.bot.id), "flags": 0},
            },
        )
        for guild in guilds:
            await session.dispatch("GUILD_CREATE", guild.payload(self._world.bot))
        self._note_ready()
        return session

    async def _resume(self, said: Json, line: Line) -> Session | None:
        session = self._sessions.get(said["session_id"])
        if session is None or said["token"] != self._token:
            await line.send({"op": INVALID, "d": False})
            return None
        sent = int(said["seq"])
        while missed := [each for each in session.events if each["s"] > sent]:
            for event in missed:
                await line.send(event)
                sent = event["s"]
        session.line = line
        self.resumed += 1
        await session.dispatch("RESUMED", {})
        self._note_ready()
        return session
