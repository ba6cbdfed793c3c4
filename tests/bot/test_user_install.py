"""People who have installed the application for themselves, on servers without the bot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from discord.http import Route

from bot.demo import installs
from tests.bot.client_message import Message
from tests.bot.command_steps import EVERYBODYS, PERSONAL
from tests.bot.driver import Pooled, World, table
from tests.bot.running_game import choices, three

ABOUT_A_GAME = ("table", "hand", "journal", "undo", "history", "score")

_NO_ANSWERS = ("There is no game", "Games are played in the channels", "You have no seat")


class Elsewhere:
    """Ada on a server without the bot."""

    def __init__(self, world: World, guild: simcord.GuildHandle, channel: Any) -> None:
        """Begin with Ada having just arrived."""
        self.world, self.guild, self.channel = world, guild, channel
        self.ada = world["Ada"].member
        if guild.id != world.guild.id:
            self.ada = guild.add_member(self.ada.user)
        self._before = len(self._about())

    async def slash(self, name: str, **options: Any) -> Message:
        """Run a command there; the one message that came."""
        await self.ada.slash(self.channel, name, **options)
        return await self._answer()

    async def press(self, label: str, on: Message, custom_id: str | None = None) -> Message:
        """Press a button there, perhaps with another custom_id; the message that came."""
        part = on.button(label)
        assert part is not None, f"no button {label!r} on {on}"
        true, part["custom_id"] = part["custom_id"], custom_id or part["custom_id"]
        await self.ada.click(self.world.handle(on), custom_id=part["custom_id"])
        part["custom_id"] = true
        return await self._answer()

    async def _answer(self) -> Message:
        news = await self.world.look()
        (answer,) = [each for each in news if each.owner == "Ada" and not each.direct]
        return answer

    def asked(self) -> list[str]:
        """The requests about that server or its channel since she arrived."""
        return self._about()[self._before :]

    def _about(self) -> list[str]:
        own = {str(self.guild.id), str(self.channel.id)}
        paths = (each.path for each in self.world.env.http_requests)
        return [path for path in paths if own & set(path.split("/"))]


async def _install(world: World) -> None:
    """Ada installs the application for herself."""
    installs.allow(world.env)
    await world.restart()
    installs.install(world.env, world["Ada"].id)


@asynccontextmanager
async def elsewhere(world: World) -> AsyncIterator[Elsewhere]:
    """Ada, who has installed the application, on a server without the bot."""
    await _install(world)
    guild = world.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("foyer")
    await installs.leave(world.env, guild.id)
    there = Elsewhere(world, guild, channel)
    yield there
    assert there.asked() == [], "the bot is not on that server"


def _registered(world: World) -> dict[str, tuple[list[int], list[int]]]:
    backend: Any = world.env.backend
    return {
        each["name"]: (each["contexts"], each["integration_types"])
        for each in backend.commands[None].values()
    }


async def test_commands_are_for_people_only_if_the_application_is(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        before = _registered(world)
        assert {name for name, (_, kinds) in before.items() if kinds != [0]} == set()
        assert {before[name][0] == [0, 1] for name in PERSONAL} == {True}
        installs.allow(world.env)
        await world.restart()
        after = _registered(world)
        assert {name for name, own in after.items() if own == ([0, 1, 2], [0, 1])} == PERSONAL
        others = after.keys() - PERSONAL
        assert {name: after[name] for name in others} == {n: before[n] for n in others}


async def test_a_host_reads_how_people_can_install_it_until_they_can(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        manages = discord.Permissions(manage_guild=True)
        role = world.guild.create_role("host", permissions=manages)
        hanna = world.add("Hanna", roles=[role])
        await hanna.slash("host status")
        assert "To use `/turns`, `/hand` and other commands in any chat" in hanna.panel.text
        installs.allow(world.env)
        await world.restart()
        await hanna.slash("host status")
        assert "User Install" not in hanna.panel.text


async def test_commands_of_one_person_answer_on_a_server_without_the_bot(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world, elsewhere(world) as there:
        public = world.public
        for name in sorted(PERSONAL):
            options = {"game": "florence"} if name == "learn" else {}
            answer = await there.slash(name, **options)
            assert not answer.text.startswith(_NO_ANSWERS), name
        assert world.public == public
        for name in sorted(EVERYBODYS - PERSONAL):
            options = {"game": "florence"} if name == "play" else {}
            with pytest.raises(simcord.SetupError, match="install"):
                await there.ada.slash(there.channel, name, **options)


async def test_a_decision_is_made_on_a_server_without_the_bot(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world, elsewhere(world) as there:
        board = world.board
        panel = await there.press("Play · 1", await there.slash("turns"))
        panel = await there.press(choices(panel)[0], panel)
        for label in panel.buttons:
            if label.startswith("Yes: "):
                panel = await there.press(label, panel)
        assert "Waiting for" in panel.text
        assert world.board != board, "the table shows it on its own server"


async def test_a_server_that_the_bot_has_left_is_asked_nothing(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        await _install(world)
        await installs.leave(world.env, world.guild.id)
        there = Elsewhere(world, world.guild, world.channel)
        assert "Your move" in (await there.slash("table")).buttons
        assert there.asked() == []


async def test_nothing_is_posted_where_the_bot_is_not(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world, elsewhere(world) as there:
        answer = await there.slash("help")
        label = answer.buttons[0]
        for forged in ("m1:record_show:0:all", "m1:move_here:1"):
            told = await there.press(label, answer, forged)
            assert told.text.startswith("I am not on this server")


async def test_without_a_server_an_interaction_has_five_follow_ups(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada") as world, elsewhere(world) as there:
        await there.slash("help")
        backend: Any = world.env.backend
        token = list(backend.interaction_tokens)[-1]
        route = Route("POST", f"/webhooks/{world.bot.application_id}/{token}")
        for _ in range(installs.MOST_FOLLOW_UPS):
            await world.bot.http.request(route, json={"content": "more"})
        with pytest.raises(discord.HTTPException) as refused:
            await world.bot.http.request(route, json={"content": "more"})
        assert refused.value.code == 40094


@pytest.mark.parametrize("name", ABOUT_A_GAME)
async def test_commands_of_a_game_answer_in_direct_messages(
    tmp_path: Path, workers: Pooled, name: str
) -> None:
    async with three(tmp_path, workers) as world:
        (answer,) = await world["Ada"].slash_directly(name)
        assert answer.direct
        assert not answer.text.startswith(_NO_ANSWERS)
        (answer,) = await world["Ada"].slash_directly(name, table="2")
        assert answer.text.startswith("You have no seat at a table with that number.")
