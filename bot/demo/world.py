"""The simulated Discord of the demo: a server, a few people, and what each may see.

It uses only simcord's public interface. What people do is queued and done in order: each
click is waited for until the table settles or the next click comes. What people see can be
read at any time, so computer players' steps show as they happen.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from typing import Any, Final, TypeAlias

import discord
import simcord
from discord import app_commands

from bot.demo import emojis, forms, private_answers, simulation, typed
from render.words import SOURCE

log = logging.getLogger(__name__)

PEOPLE: Final = ("Ada", "Bruno", "Chiara")
"""The people who can be played on the page: enough for a table without computer players."""

MANAGER: Final = PEOPLE[0]
"""The admin of the server, who may use `/host`."""

_CHANGED: Final = "This has changed meanwhile; look at the newest message."

ANSWERED: Final = 0.3
"""Seconds that what someone does gets to reach the bot, before the next click may follow."""

SHOWN: Final = 30
"""How many of a channel's latest messages the page gets."""

Json: TypeAlias = dict[str, Any]

Doing: TypeAlias = Callable[[], Coroutine[Any, Any, object]]
"""What someone does; it ends when the table settles."""


class World:
    """One server with some channels, its people, and the queue of what they do."""

    def __init__(
        self,
        env: simcord.Env,
        tree: app_commands.CommandTree[Any],
        channels: Iterable[str],
        deciding: Callable[[int], Awaitable[frozenset[int]]],
    ) -> None:
        """A world in which nobody has done anything yet.

        Args:
            env: the simulated Discord.
            tree: the bot's commands.
            channels: the names of the channels.
            deciding: gives the ids of the people who must decide in a channel.
        """
        self._env = env
        self._deciding = deciding
        self._tree = tree
        self._commands = typed.commands(tree)
        self._translated: typed.Spoken | None = None
        guild = env.create_guild("Maecenas")
        self.channels = tuple(map(guild.create_text_channel, channels))
        self._users = {name: env.create_user(name) for name in PEOPLE}
        manages = discord.Permissions(manage_guild=True)
        roles = {MANAGER: [guild.create_role("host", permissions=manages)]}
        self.members = {
            name: guild.add_member(user, roles=roles.get(name, []))
            for name, user in self._users.items()
        }
        self._languages = dict.fromkeys(PEOPLE, SOURCE)
        self._refusals: dict[str, str] = {}
        self._waiting: deque[Doing] = deque()
        self._queued = asyncio.Event()
        self._worker: asyncio.Task[None] | None = None

    # -- what people do ------------------------------------------------------

    def do(self, person: str, what: Doing) -> None:
        """Queue what a person does; they are told what Discord itself refuses."""

        async def run() -> None:
            try:
                await self._until_next(what)
            except typed.Unclear as unclear:
                self._refusals[person] = str(unclear)
            except TimeoutError:  # the table goes on by itself; the next click need not wait
                log.warning("the table has not settled")
            except (simcord.SetupError, simcord.BackendError) as refusal:
                log.info("the simulated Discord refuses: %s", refusal)
                self._refusals[person] = _CHANGED

        self._refusals.pop(person, None)
        self._waiting.append(run)
        self._queued.set()
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())

    async def _work(self) -> None:
        while self._waiting:
            known = self._env.error_cursor
            doing = self._waiting.popleft()
            if not self._waiting:
                self._queued.clear()
            await doing()
            for error in self._env.errors_since(known):
                log.error("the bot failed", exc_info=error)

    async def _until_next(self, what: Doing) -> None:
        """Do something, and wait until the table settles or someone does something else.

        Computer players go on by themselves: simcord's timers run even if nobody waits.
        """
        doing = asyncio.create_task(what())
        queued = asyncio.create_task(self._queued.wait())
        try:
            await asyncio.wait((doing,), timeout=ANSWERED)
            await asyncio.wait((doing, queued), return_when=asyncio.FIRST_COMPLETED)
        finally:
            doing.cancel()
            queued.cancel()
            await asyncio.gather(doing, queued, return_exceptions=True)
        if not doing.cancelled():
            doing.result()

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

    def speak(self, person: str, language: str) -> None:
        """Set the language of a person's Discord, in which they are addressed from now on."""
        self._languages[person] = language
        locale = simulation.discord_locale(language)
        simulation.set_locale(self._env, self._users[person].id, locale)

    async def press(
        self, person: str, message: int, custom_id: str, values: list[str] | None = None
    ) -> None:
        """Press a button, or choose `values` in a select menu, in a channel or DM."""
        forms.close(self._env, self._users[person].id)
        target = self._message(person, message)
        if target is None:
            raise typed.Unclear(_CHANGED)
        private = target.channel.id == self._users[person].dm_channel.id
        who = self._users[person] if private else self.members[person]
        if values is None:
            await who.click(target, custom_id=custom_id)
            return
        chosen: list[Any] = list(values)
        if _names_people(target, custom_id):
            chosen = [each for each in self.members.values() if str(each.id) in values]
        await who.select(target, chosen, custom_id=custom_id)

    async def dismiss(self, person: str, message: int) -> None:
        """Dismiss a person's private answer, so that nobody sees it any more."""
        target = self._message(person, message)
        if target is not None and target.flags.ephemeral:
            private_answers.dismiss(self._env, message)

    def dismiss_form(self, person: str) -> None:
        """Close the form that a person has open; the bot does not hear of it."""
        forms.close(self._env, self._users[person].id)

    async def fill(self, person: str, values: dict[str, str]) -> None:
        """Submit the form that a person has open, with values by the keys of its fields."""
        private = forms.is_private(self._env, self._users[person].id)
        opened = forms.close(self._env, self._users[person].id)
        if opened is None:
            raise typed.Unclear(_CHANGED)
        who = self._users[person] if private else self.members[person]
        await who.submit_modal(opened, forms.spelled(opened, values))

    async def press_newest(
        self, person: str, channel: simcord.ChannelHandle, label: str
    ) -> None:
        """Press a button on the newest message that everyone in a channel sees."""
        newest = channel.history()[-1]
        await self.members[person].click(newest, label=label)

    async def command(self, person: str, channel: int, text: str) -> None:
        """Run a slash command as typed: `/name option:value`, in any language."""
        if self._translated is None and (translator := self._tree.translator) is not None:
            told = [
                await each.get_translated_payload(self._tree, translator)
                for each in self._tree.get_commands()
            ]
            self._translated = typed.spoken(told)
        named = {**self.members, **{f"#{each.name}": each for each in self.channels}}
        command, options = typed.read(text, self._commands, named, self._translated)
        name = command.qualified_name
        if person != MANAGER and typed.for_managers(command):
            raise typed.Unclear(f"Only {MANAGER}, who manages this server, may use /{name}.")
        await self.members[person].slash(self._channel(channel), name, **options)

    # -- what people see -----------------------------------------------------

    async def seen_by(self, person: str) -> Json:
        """Everything the page shows to one person."""
        return {
            "person": person,
            "people": PEOPLE,
            "language": self._languages[person],
            "busy": len(self._waiting) + (self._worker is not None and not self._worker.done()),
            "refusal": self._refusals.get(person),
            "form": forms.of(self._env, self._users[person].id),
            "now": time.time(),
            "channels": [
                {
                    "id": str(channel.id),
                    "name": channel.name,
                    "messages": self._latest(channel, self.members[person]),
                    "deciding": self._names(await self._deciding(channel.id)),
                }
                for channel in self._channels()
            ],
            "dm": self._latest(self._users[person].dm_channel, self._users[person]),
            "names": {str(self.members[name].id): name for name in PEOPLE},
        }

    def _names(self, users: frozenset[int]) -> list[str]:
        """The names of those `users` who can be played on the page."""
        return [name for name, member in self.members.items() if member.id in users]

    def commands(self) -> list[Json]:
        """The bot's commands with their options, for the composer's list."""
        return [
            {
                "name": name,
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
            for name, command in self._commands.items()
        ]

    def emoji(self, id_: int) -> bytes | None:
        """The picture of an application emoji."""
        return emojis.of(self._env.backend).files.get(id_)

    async def file(self, person: str, message: int, name: str) -> bytes | None:
        """A picture or file of a message that the person can see."""
        target = self._message(person, message)
        if target is None:
            return None
        view = discord.ui.LayoutView.from_message(target, timeout=None)
        view.stop()
        for url in (*_files(view), *(each.url for each in target.attachments)):
            if url.endswith(f"/{name}"):
                return await self._env.bot.http.get_from_cdn(url)
        return None

    def _channels(self) -> list[simcord.ChannelHandle]:
        """The channels, each with its threads."""
        return [each for channel in self.channels for each in (channel, *channel.threads)]

    def _channel(self, number: int) -> simcord.ChannelHandle:
        """A channel or thread by its id; the first channel for an unknown id."""
        return next((each for each in self._channels() if each.id == number), self.channels[0])

    def _message(self, person: str, message: int) -> discord.Message | None:
        member, user = self.members[person], self._users[person]
        messages = [m for each in self._channels() for m in each.history(viewer=member)]
        messages += user.dm_channel.history(viewer=user)
        return next((each for each in messages if each.id == message), None)

    def _latest(
        self, channel: simcord.ChannelHandle, viewer: simcord.MemberActor | simcord.UserHandle
    ) -> list[Json]:
        shown = [each for each in channel.history(viewer=viewer) if not each.is_system()]
        return [_as_json(message) for message in shown[-SHOWN:]]


def _names_people(message: discord.Message, custom_id: str) -> bool:
    """Whether a menu of a message lists people."""
    view = discord.ui.LayoutView.from_message(message, timeout=None)
    view.stop()
    return any(
        isinstance(each, discord.ui.UserSelect) and each.custom_id == custom_id
        for each in view.walk_children()
    )


def _files(view: discord.ui.LayoutView) -> Iterator[str]:
    """The addresses of a message's pictures, and of the files that it offers for download."""
    for each in view.walk_children():
        if isinstance(each, discord.ui.MediaGallery):
            yield from (item.media.url for item in each.items)
        elif isinstance(each, discord.ui.File):
            yield each.media.url


def _as_json(message: discord.Message) -> Json:
    return {
        "id": str(message.id),
        "author": "Maecenas" if message.author.bot else message.author.display_name,
        "bot": message.author.bot,
        "private": message.flags.ephemeral,
        "content": message.content,
        "at": message.created_at.timestamp(),
        "components": [
            *_attached(message),
            *emojis.spelled([each.to_dict() for each in message.components]),
        ],
    }


def _attached(message: discord.Message) -> list[Json]:
    """Attachments that no component shows; Discord shows them below the text as a gallery."""
    items = [
        {"media": {"url": each.url}, "description": each.description}
        for each in message.attachments
    ]
    return (
        [{"type": discord.ComponentType.media_gallery.value, "items": items}] if items else []
    )
