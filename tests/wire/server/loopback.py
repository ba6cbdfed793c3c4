"""The server as a whole, and the people in it: what they do and what they see."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final, Self

from aiohttp import web

from tests.bot.client_message import Form, Message
from tests.wire.server import interactions
from tests.wire.server.faults import Faults
from tests.wire.server.gateway import Gateway
from tests.wire.server.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    DEADLINE,
    FORM,
    SentInteraction,
)
from tests.wire.server.official import Official
from tests.wire.server.record import Record
from tests.wire.server.rest import API, Rest
from tests.wire.server.world import (
    LOADING,
    PUBLIC_THREAD,
    Channel,
    Guild,
    Json,
    Post,
    User,
    World,
    snowflake,
)

TOKEN: Final = "MTE.wire.only-good-on-the-loopback-server"

_BODY: Final = 64 * 1024 * 1024


class Loopback:
    """A Discord on 127.0.0.1; use it as a context manager."""

    def __init__(
        self,
        *,
        paced: bool = False,
        described: bool = True,
        nonces: float = 300.0,
        shards: int = 1,
    ) -> None:
        """A Discord that is not listening yet.

        Args:
            paced: enforce Discord's usual rate limits per channel and token.
            described: check requests against the official description.
            nonces: seconds for which a message's nonce is remembered.
            shards: how many connections it recommends.
        """
        self.world = World(shards)
        self.record = Record()
        self.faults = Faults()
        self.token = TOKEN
        self.port = 0
        self.gateway = Gateway(self.world, TOKEN, lambda: self.gateway_url)
        self.rest = Rest(
            self.world,
            self.record,
            self.faults,
            TOKEN,
            Official() if described else None,
            paced=paced,
            nonces=nonces,
        )
        self.rest.changed = self._note
        self.rest.opened = self._opened
        self.era = 0  # grows when the bot is killed: no one waits for its answers any more
        self._versions: Counter[int] = Counter()
        self._waiting: dict[int, list[asyncio.Future[None]]] = defaultdict(list)
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=_BODY)
        self.rest.routes(app.router)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def api_url(self) -> str:
        """The value of DISCORD_API_URL."""
        return f"http://127.0.0.1:{self.port}{API}"

    @property
    def gateway_url(self) -> str:
        """The value of DISCORD_GATEWAY_URL."""
        return f"ws://127.0.0.1:{self.port}/gateway"

    # -- the world -------------------------------------------------------------------

    def guild(self, name: str = "Maecenas", shard: int = 0) -> Guild:
        """A server that the bot is in; make it before the bot connects."""
        return self.world.guild(name, shard)

    def person(self, name: str, **traits: Any) -> Person:
        """Add a person."""
        return Person(self, self.world.user(name, **traits))

    def say(self, person: Person, channel: Channel, text: str) -> None:
        """Let a person write a message in a channel."""
        self.world.add(Post(snowflake(), channel, person.user, content=text))

    def take_away(self, post: int) -> None:
        """Let someone delete a message."""
        self.world.posts[post].deleted = True
        self.record.note(
            "removed", self.world.posts[post].channel.id, self.world.posts[post].message
        )

    async def delete(self, channel: Channel) -> None:
        """Let someone delete a channel or a thread.

        A bot hears only of that one, not of the threads that are deleted with their channel.
        Its requests about any of them are answered with 404 and the code 10003.
        """
        self.world.delete(channel)
        thread = channel.type == PUBLIC_THREAD
        whole = channel.payload
        told = {key: whole[key] for key in ("id", "guild_id", "parent_id", "type")}
        event = "THREAD_DELETE" if thread else "CHANNEL_DELETE"
        await self.gateway.dispatch(event, told if thread else whole, channel.guild)

    async def _opened(self, thread: Channel) -> None:
        await self.gateway.dispatch("THREAD_CREATE", thread.payload, thread.guild)

    # -- waiting ------------------------------------------------------------------------

    def _note(self, post: Post) -> None:
        for place in (0, post.channel.id):
            self._versions[place] += 1
            waiting, self._waiting[place] = self._waiting[place], []
            for each in waiting:
                if not each.done():
                    each.set_result(None)

    def version(self, channel: int = 0) -> int:
        """A number that grows with every message posted or changed there (0: anywhere)."""
        return self._versions[channel]

    async def news(self, since: int, patience: float, channel: int = 0) -> bool:
        """Wait until something is posted or changed after a version; return whether it was."""
        if self._versions[channel] > since:
            return True
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[channel].append(future)
        await asyncio.wait({future}, timeout=patience)
        if not future.done():
            self._waiting[channel].remove(future)
        return self._versions[channel] > since

    # -- interactions --------------------------------------------------------------------

    async def ask(self, question: SentInteraction) -> SentInteraction:
        """Send an interaction and wait up to three seconds for its first answer."""
        era = question.era = self.era
        self.rest.questions[question.token] = question
        guild = self.world.guilds.get(question.channel.guild or 0)
        payload = question.payload(self.world.bot, guild)
        # The three seconds are counted from here.
        await self.gateway.dispatch("INTERACTION_CREATE", payload, guild.id if guild else None)
        late = False
        while not question.answered.is_set() and era == self.era and not late:
            left = DEADLINE - (time.monotonic() - question.asked)
            late = left <= 0
            with suppress(TimeoutError):
                async with asyncio.timeout(min(0.1, max(left, 0.0))):
                    await question.answered.wait()
        question.failed = not question.answered.is_set()
        self.record.late += question.failed and era == self.era
        return question


class Person:
    """A person at a client, who sees what is there and presses what they see."""

    def __init__(self, discord: Loopback, user: User) -> None:
        self.discord = discord
        self.user = user
        self.id = user.id
        self.name = user.name

    # -- seeing --------------------------------------------------------------------------

    def posts(self, channel: Channel) -> Iterator[Post]:
        """The messages of a channel that this person sees, newest first."""
        for post in reversed(channel.posts):
            if post.deleted or post.flags & LOADING:
                continue
            if post.reader in {None, self.user}:
                yield post

    def newest(self, channel: Channel, wanted: Callable[[Message], bool]) -> Message | None:
        """The newest message of a channel that meets a condition."""
        return next(filter(wanted, (post.message for post in self.posts(channel))), None)

    @property
    def direct(self) -> Channel:
        """The direct messages between this person and the bot."""
        return self.discord.world.direct(self.user)

    def sees(self, channel: Channel) -> list[Message]:
        """Everything this person sees in a channel and in direct messages, oldest first."""
        posts = [*self.posts(channel), *self.posts(self.direct)]
        return [post.message for post in sorted(posts, key=lambda each: each.id)]

    # -- doing ---------------------------------------------------------------------------

    async def press(self, message: Message, custom_id: str) -> SentInteraction:
        """Press a button; a cheating client can send any custom_id."""
        return await self._component(message, custom_id, None)

    async def choose(
        self, message: Message, custom_id: str, values: list[str]
    ) -> SentInteraction:
        """Choose from a select."""
        return await self._component(message, custom_id, values)

    async def fill(self, opened: SentInteraction, given: Mapping[str, str]) -> SentInteraction:
        """Send a form that was opened, with values by the keys of its fields."""
        assert opened.form is not None, "no form was opened"
        assert opened.pressed is not None
        return await self.send(opened.pressed.message, opened.form, given)

    async def send(
        self, message: Message, form: Form, given: Mapping[str, str]
    ) -> SentInteraction:
        """Send a form that belongs to a message; a cheating client can send any form."""
        post = self.discord.world.posts[message.id]
        data = interactions.filled_in(form, given)
        return await self.discord.ask(
            SentInteraction(FORM, self.user, post.channel, data, post)
        )

    async def _component(
        self, message: Message, custom_id: str, values: list[str] | None
    ) -> SentInteraction:
        post = self.discord.world.posts[message.id]
        data = interactions.pressed(post, custom_id, values, self.discord.world)
        question = SentInteraction(COMPONENT, self.user, post.channel, data, post)
        return await self.discord.ask(question)

    async def slash(
        self, channel: Channel, name: str, *, sub: str | None = None, **options: Any
    ) -> SentInteraction:
        """Run a command as Discord's client does; the command need not be registered."""
        return await self._command(COMMAND, channel, name, sub, options)

    async def typing(
        self, channel: Channel, name: str, sub: str | None = None, **options: Any
    ) -> SentInteraction:
        """Ask for completions of the last option."""
        return await self._command(AUTOCOMPLETE, channel, name, sub, options)

    async def _command(
        self, kind: int, channel: Channel, name: str, sub: str | None, options: Json
    ) -> SentInteraction:
        known = next(
            (each for each in self.discord.world.commands if each["name"] == name), {"id": "1"}
        )
        given: list[Json] = [
            {"name": key, "type": _kind(value), "value": _spelled(value)}
            for key, value in options.items()
        ]
        if kind == AUTOCOMPLETE and given:
            given[-1]["focused"] = True
        if sub is not None:
            given = [{"name": sub, "type": 1, "options": given}]
        data: Json = {"id": known["id"], "name": name, "type": 1, "options": given}
        people = [value for value in options.values() if isinstance(value, Person)]
        if people:
            data["resolved"] = interactions.resolved([each.user for each in people])
        return await self.discord.ask(SentInteraction(kind, self.user, channel, data))

    async def menu(self, channel: Channel, name: str, target: Person) -> SentInteraction:
        """Choose a command from a person's menu."""
        known = next(each for each in self.discord.world.commands if each["name"] == name)
        data: Json = {
            "id": known["id"],
            "name": name,
            "type": 2,
            "target_id": str(target.id),
            "resolved": interactions.resolved([target.user]),
        }
        return await self.discord.ask(SentInteraction(COMMAND, self.user, channel, data))


def _spelled(value: object) -> object:
    return str(value.id) if isinstance(value, Person) else value


def _kind(value: object) -> int:
    match value:
        case Person():
            return 6
        case bool():
            return 5
        case int():
            return 4
        case _:
            return 3
