"""An odd object of one server does not end the bot: the unmodified bot over the wire."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.bot.client_message import Form, Message
from tests.wire import odd_events
from tests.wire.objects import FLAWS, MISSING, flawed
from tests.wire.odd_events import Place
from tests.wire.process import BotProcess
from tests.wire.server import Loopback, Person, interactions
from tests.wire.server.interactions import COMMAND, COMPONENT, FORM, SentInteraction
from tests.wire.server.world import PUBLIC_THREAD, Channel, Guild, Json, User

pytestmark = pytest.mark.timeout(300)

GAME = 1
"""The number of Ada's lobby."""

QUICK = 1.0
"""Seconds within which a click on another server is answered."""


class Running(NamedTuple):
    """A bot on two servers: one is odd; on the other, Ada has opened a lobby."""

    discord: Loopback
    bot: BotProcess
    odd: Place
    ada: Person
    lobby: Message

    async def answers(self, after: str) -> None:
        """Check that a click on the other server is answered within a second."""
        click = await self.ada.press(self.lobby, "m1:turns:0")
        assert self.bot.runs, f"ended after {after}:\n{self.bot.tail(6000)}"
        assert click.first is not None, f"not answered after {after}"
        assert click.first - click.asked < QUICK, f"late after {after}"


async def posted(discord: Loopback, person: Person, channel: Channel) -> Message:
    """Wait for a message with buttons in a channel; return the newest one."""
    while (found := person.newest(channel, lambda each: bool(each.buttons))) is None:
        assert await discord.news(discord.version(channel.id), 20, channel.id)
    return found


@asynccontextmanager
async def running(folder: Path, guild: Guild | None = None) -> AsyncIterator[Running]:
    """A connected bot, which is on the odd server as well."""
    async with Loopback(described=False) as discord:
        odd = guild or Guild(0, "Odd")
        odd.id = discord.guild("Odd").id
        discord.world.guilds[odd.id] = odd
        channel = discord.world.channel(odd, "table")
        thread = discord.world.channel(odd, "thread", PUBLIC_THREAD, channel.id)
        other = discord.world.channel(discord.guild("Other"), "table")
        ada = discord.person("Ada")
        level = {"MAECENAS_LOG_LEVEL": "INFO"}  # otherwise every event is in the log
        async with BotProcess(discord, folder, settings=level) as bot:
            await ada.slash(other, "play", game="florence")
            lobby = await posted(discord, ada, other)
            place = Place(odd, channel, thread, discord.world.bot)
            yield Running(discord, bot, place, ada, lobby)


async def heard(now: Running, *flaws: str) -> int:
    """Send every event with these flaws; return how many there were."""
    count = 0
    for name, flaw, payload in odd_events.events(now.odd, flaws):
        await now.discord.gateway.dispatch(name, payload, now.odd.guild.id)
        count += 1
        if count % 200 == 0:
            await now.answers(f"{name}, {flaw}")
    await now.answers("all events")
    return count


async def test_no_field_that_lacks_in_any_event_ends_the_bot(tmp_path: Path) -> None:
    async with running(tmp_path) as now:
        assert await heard(now, MISSING) > 2_000


@pytest.mark.nightly
async def test_no_field_that_is_null_or_of_another_type_ends_the_bot(tmp_path: Path) -> None:
    async with running(tmp_path) as now:
        assert await heard(now, *(each for each in FLAWS if each != MISSING)) > 4_000


class OddGuild(Guild):
    """A server that has one of each object with every flaw."""

    def payload(self, bot: User) -> Json:
        """The data of a GUILD_CREATE."""
        whole = super().payload(bot)
        if len(self.channels) > 1:
            place = Place(self, self.channels[0], self.channels[1], bot)
            for name, objects in odd_events.lists(place).items():
                flaws = [changed for each in objects for _, changed in flawed(each)]
                whole[name] = [*whole.get(name, ()), *flaws]
        return whole


@pytest.mark.nightly
async def test_a_start_with_every_odd_object_serves_both_servers(tmp_path: Path) -> None:
    """The odd server has tables, too, even in a thread that Discord describes incompletely."""
    async with running(tmp_path, OddGuild(0, "Odd")) as now:
        await now.answers("the start")
        for place in (now.odd.channel, now.odd.thread):
            bruno = now.discord.person("Bruno")
            await now.ada.slash(place, "play", game="florence")
            lobby = await posted(now.discord, now.ada, place)
            joined = await bruno.press(lobby, _id(lobby, "Join"))
            assert joined.first is not None
            while "Bruno" not in (await posted(now.discord, now.ada, place)).words:
                version = now.discord.version(place.id)
                assert await now.discord.news(version, 10, place.id)


def _id(message: Message, label: str) -> str:
    part = message.button(label)
    assert part is not None, message
    return str(part["custom_id"])


NOBODY = r"(id|type|token|guild_id|member|member\.user|member\.user\.id|user|user\.id)"
"""Without these fields no one knows whom to answer, or where."""


async def asked(now: Running, *flaws: str) -> None:
    """Do things that Discord reports with these flaws."""
    for kind in ("click", "form", "command", "direct"):
        for flaw, _ in flawed(_asked(now, kind)[1], flaws):
            path, _, what = flaw.partition(" ")
            question, body = _asked(now, kind)
            changed = dict(flawed(body, [what])).get(flaw)
            if changed is None:
                continue  # by now the message has a different picture, or none
            now.discord.rest.questions[question.token] = question
            guild = question.channel.guild
            await now.discord.gateway.dispatch("INTERACTION_CREATE", changed, guild)
            if re.fullmatch(NOBODY, path):
                await now.answers(flaw)
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(QUICK):
                    await question.answered.wait()
            assert question.answered.is_set(), f"{kind}: {flaw}\n{now.bot.tail()}"


async def test_an_interaction_of_which_a_field_lacks_is_answered(tmp_path: Path) -> None:
    async with running(tmp_path) as now:
        await asked(now, MISSING)


@pytest.mark.nightly
async def test_an_interaction_with_an_odd_field_is_answered(tmp_path: Path) -> None:
    async with running(tmp_path) as now:
        await asked(now, *(each for each in FLAWS if each != MISSING))


@pytest.mark.nightly
async def test_an_interaction_that_comes_six_times_is_answered_once(tmp_path: Path) -> None:
    async with running(tmp_path) as now:
        question, body = _asked(now, "click")
        now.discord.rest.questions[question.token] = question
        for _ in range(6):
            await now.discord.gateway.dispatch(
                "INTERACTION_CREATE", body, question.channel.guild
            )
        assert await question.done()
        await now.answers("six")
        assert len(question.answers) == 1
        assert "fault" not in now.bot.tail(10**6)


def _asked(now: Running, kind: str) -> tuple[SentInteraction, Json]:
    """Something that Ada does, and what the gateway dispatches for it."""
    world, post = now.discord.world, now.discord.world.posts[now.lobby.id]
    ada, other = now.ada.user, post.channel
    command = {"id": "1", "name": "turns", "type": 1, "options": []}
    match kind:
        case "click":
            data = interactions.pressed(post, "m1:turns:0", None, world)
            question = SentInteraction(COMPONENT, ada, other, data, post)
            body = question.payload(world.bot, world.guilds[other.guild or 0])
            body["message"]["components"] = body["message"]["components"][-1:]
            return question, body
        case "form":
            form = Form("made up", f"m1f:lobby_options:{GAME}", {})
            data = interactions.filled_in(form, {"pace": "live"})
            question = SentInteraction(FORM, ada, other, data, post)
        case "command":
            question = SentInteraction(COMMAND, ada, other, command)
        case _:
            question = SentInteraction(COMMAND, ada, world.direct(ada), command)
    return question, question.payload(world.bot, world.guilds.get(other.guild or 0))
