"""The simulated Discord of the demo: a server, a few people, and what each may see.

Over simcord's public interface only. What people do is queued and done in order;
what they see can be read at any time, so opponents' steps show while they happen.
"""

from __future__ import annotations

import asyncio
import logging
import shlex
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final, TypeAlias

import discord
import simcord
from discord import app_commands

log = logging.getLogger(__name__)

PEOPLE: Final = ("Ada", "Bruno", "Chiara")
"""Who can be played in the page: enough people for a table without computers."""

SHOWN: Final = 30
"""How many of the latest messages of a channel the page gets."""

Json: TypeAlias = dict[str, Any]


class World:
    """One server with some channels, its people, and the queue of what they do."""

    def __init__(
        self, env: simcord.Env, tree: app_commands.CommandTree[Any], channels: Iterable[str]
    ) -> None:
        self._env = env
        self._tree = tree
        guild = env.create_guild("Maecenas")
        self.channels = tuple(map(guild.create_text_channel, channels))
        self._users = {name: env.create_user(name) for name in PEOPLE}
        self.members = {name: guild.add_member(self._users[name]) for name in PEOPLE}
        self._refusals: dict[str, str] = {}
        self._waiting: deque[Callable[[], Awaitable[object]]] = deque()
        self._worker: asyncio.Task[None] | None = None

    # -- what people do ------------------------------------------------------

    def do(self, person: str, what: Callable[[], Awaitable[object]]) -> None:
        """Queue what a person does; what Discord itself refuses is told to that person."""

        async def done() -> None:
            try:
                await what()
            except (simcord.SetupError, simcord.BackendError) as refusal:
                self._refusals[person] = str(refusal)
            except ValueError as unclear:  # quotes that do not match
                self._refusals[person] = f"That command cannot be read: {unclear}."

        self._refusals.pop(person, None)
        self._waiting.append(done)
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())

    async def _work(self) -> None:
        while self._waiting:
            known = self._env.error_cursor
            await self._waiting.popleft()()
            for error in self._env.errors_since(known):
                log.error("the bot failed", exc_info=error)

    async def settled(self) -> None:
        """Wait until everything queued is done."""
        if self._worker is not None:
            await self._worker

    async def close(self) -> None:
        """Forget what is queued and stop."""
        self._waiting.clear()
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)

    async def press(
        self, person: str, message: int, custom_id: str, values: list[str] | None = None
    ) -> None:
        """Press a button, or choose `values` in a select menu, in a channel or DM."""
        found = self._message(person, message)
        if found is None:
            raise simcord.SetupError("That message is gone.")
        private = found.channel.id == self._users[person].dm_channel.id
        who = self._users[person] if private else self.members[person]
        if values is None:
            await who.click(found, custom_id=custom_id)
        else:
            await who.select(found, values, custom_id=custom_id)

    async def press_newest(
        self, person: str, channel: simcord.ChannelHandle, label: str
    ) -> None:
        """Press a button of the newest message that everybody in a channel sees."""
        newest = channel.history()[-1]
        await self.members[person].click(newest, label=label)

    async def command(self, person: str, channel: int, text: str) -> None:
        """Run a slash command as typed: `/name option:value`."""
        words = shlex.split(text.removeprefix("/"))
        named = [word for word in words if ":" not in word]
        options = dict(word.split(":", 1) for word in words if ":" in word)
        await self.members[person].slash(self._room(channel), " ".join(named), **options)

    # -- what people see -----------------------------------------------------

    def seen_by(self, person: str) -> Json:
        """Everything the page shows to one person."""
        return {
            "person": person,
            "people": PEOPLE,
            "busy": len(self._waiting) + (self._worker is not None and not self._worker.done()),
            "refusal": self._refusals.get(person),
            "now": time.time(),
            "rooms": [
                {
                    "id": str(room.id),
                    "name": room.name,
                    "messages": self._shown(room, self.members[person]),
                }
                for room in self._rooms()
            ],
            "dm": self._shown(self._users[person].dm_channel, self._users[person]),
            "names": {str(self.members[name].id): name for name in PEOPLE},
        }

    def commands(self) -> list[Json]:
        """The bot's commands with their options, for the composer's list."""
        return [
            {
                "name": command.qualified_name,
                "description": str(command.description),
                "options": [
                    {
                        "name": option.name,
                        "required": option.required,
                        "choices": [str(choice.value) for choice in option.choices],
                    }
                    for option in command.parameters
                ],
            }
            for command in self._tree.walk_commands()
            if isinstance(command, app_commands.Command)
        ]

    async def file(self, person: str, message: int, name: str) -> bytes | None:
        """An attachment of a message that the person can see."""
        found = self._message(person, message)
        for attachment in found.attachments if found else ():
            if attachment.filename == name:
                return await attachment.read()
        return None

    def _rooms(self) -> list[simcord.ChannelHandle]:
        """The channels, each with its threads."""
        return [room for channel in self.channels for room in (channel, *channel.threads)]

    def _room(self, channel: int) -> simcord.ChannelHandle:
        return next((room for room in self._rooms() if room.id == channel), self.channels[0])

    def _message(self, person: str, message: int) -> discord.Message | None:
        seen = [m for room in self._rooms() for m in room.history(viewer=self.members[person])]
        seen += self._users[person].dm_channel.history(viewer=self._users[person])
        return next((found for found in seen if found.id == message), None)

    def _shown(
        self, room: simcord.ChannelHandle, viewer: simcord.MemberActor | simcord.UserHandle
    ) -> list[Json]:
        return [_shown(message) for message in room.history(viewer=viewer)[-SHOWN:]]


def _shown(message: discord.Message) -> Json:
    return {
        "id": str(message.id),
        "author": "Maecenas" if message.author.bot else message.author.display_name,
        "bot": message.author.bot,
        "private": message.flags.ephemeral,
        "content": message.content,
        "at": message.created_at.timestamp(),
        "files": [attachment.filename for attachment in message.attachments],
        "components": [component.to_dict() for component in message.components],
    }
