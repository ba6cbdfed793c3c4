"""Interactions: what a person asked the bot, and what became of it."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from tests.bot.client_message import LABEL, MENU, PEOPLE, Form
from tests.wire.server.world import (
    DIRECT,
    GROUP,
    Channel,
    Guild,
    Json,
    Post,
    User,
    World,
    member,
    snowflake,
)

DEADLINE: Final = 3.0
"""Seconds within which the first answer must come."""

LIFE: Final = 15 * 60.0
"""Seconds for which the token of an interaction is valid."""

COMMAND, COMPONENT, AUTOCOMPLETE, FORM = 2, 3, 4, 5


@dataclass(eq=False)
class SentInteraction:
    """One interaction.

    Attributes:
        kind: COMMAND, COMPONENT, AUTOCOMPLETE or FORM.
        data: what was asked, as Discord spells it.
        era: the era of the bot that was asked.
        pressed: the message with the button, if any.
        original: what `@original` means, once answered.
        first, final: when the first and the finished answer came (monotonic seconds).
        answers: the messages that the token posted or changed, in order.
        texts, offered: what these messages said, and the custom_ids on them.
        choices: the answer to an autocompletion.
        form: the form that was opened.
        follow_ups: how many follow-ups were requested.
    """

    kind: int
    user: User
    channel: Channel
    data: Json
    pressed: Post | None = None
    id: int = field(default_factory=snowflake)
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    asked: float = field(default_factory=time.monotonic)
    asked_at: float = field(default_factory=time.time)
    era: int = 0
    response: int | None = None
    original: Post | None = None
    first: float | None = None
    final: float | None = None
    failed: bool = False
    answers: list[Post] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    offered: list[str] = field(default_factory=list)
    choices: list[Json] | None = None
    form: Form | None = None
    follow_ups: int = 0
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    finished: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def late(self) -> bool:
        """Whether the first answer would come too late now."""
        return time.monotonic() - self.asked > DEADLINE

    @property
    def expired(self) -> bool:
        """Whether the token is no longer valid."""
        return time.monotonic() - self.asked > LIFE

    def note_first(self, response: int) -> None:
        """Note that the first answer has come."""
        self.response = response
        self.first = time.monotonic()
        self.answered.set()

    def note_final(self, post: Post | None) -> None:
        """Note that an answer that the person can read has come."""
        if post is not None:
            self.answers.append(post)
            self.texts.append(post.message.words)
            self.offered += [str(part.get("custom_id")) for part in post.message.parts]
        self.final = self.final or time.monotonic()
        self.finished.set()

    async def done(self, patience: float = 10.0) -> bool:
        """Wait for the finished answer; return whether it came in time."""
        # asyncio.wait_for may lose a cancellation that meets the answer (Python 3.11).
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self.finished.wait()
        return self.finished.is_set()

    def payload(self, bot: User, guild: Guild | None) -> Json:
        """What the gateway dispatches."""
        whole: Json = {
            "id": str(self.id),
            "application_id": str(bot.id),
            "type": self.kind,
            "data": self.data,
            "token": self.token,
            "version": 1,
            "channel_id": str(self.channel.id),
            "channel": self.channel.payload,
            "locale": self.user.locale,
            "entitlements": [],
            "attachment_size_limit": 10 * 1024 * 1024,
            "app_permissions": str(self.channel.permissions),
        }
        if self.pressed is not None:
            of_form = self.kind == FORM
            whole["message"] = (
                self.pressed.payload if of_form else _shown(self.pressed, self.data)
            )
        whole["authorizing_integration_owners"] = self._owners(guild)
        if guild is None or self.channel.type == DIRECT:
            context = 2 if self.channel.type == GROUP else 1
            return whole | {"user": self.user.payload, "context": context}
        return whole | {
            "member": member(self.user),
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "context": 0,
        }

    def _owners(self, guild: Guild | None) -> Json:
        """Who has installed the application: the server (0: direct messages), the person."""
        owners: Json = {}
        if self.channel.type == DIRECT or (guild is not None and guild.has_bot):
            owners["0"] = str(0 if guild is None else guild.id)
        if self.user.installed:
            owners["1"] = str(self.user.id)
        return owners


def pressed(post: Post, custom_id: str, values: list[str] | None, world: World) -> Json:
    """The data of a click on a button, or of a choice in a select.

    In a menu of people, the values are their ids, and `resolved` says who they are.
    """
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2, "id": 1}
    for part in post.message.parts:
        if part.get("custom_id") == custom_id:
            data["component_type"], data["id"] = part["type"], part.get("id", 1)
    if values is None:
        return data
    if data["component_type"] == PEOPLE:
        return data | {
            "values": values,
            "resolved": resolved([world.users[int(each)] for each in values]),
        }
    return data | {"component_type": MENU, "values": values}


def filled_in(form: Form, given: Mapping[str, str]) -> Json:
    """The data of a form that is sent; fields without a given value stay as they were.

    Args:
        form: the form as it was opened.
        given: values by the keys of the fields; a cheating client can send any.
    """
    answers, rows = {**form.answers({}), **given}, list[Json]()
    kinds = {part["custom_id"]: part["type"] for part in form.fields.values()}
    for number, (key, value) in enumerate(answers.items()):
        kind = kinds.get(key, MENU)
        answer: Json = {"type": kind, "custom_id": key, "id": 2 * number + 2}
        answer |= {"values": [value]} if kind == MENU else {"value": value}
        rows.append({"type": LABEL, "id": 2 * number + 1, "component": answer})
    return {"custom_id": form.custom_id, "components": rows}


def resolved(users: Sequence[User]) -> Json:
    """The people that a command or a menu names; a member comes without the user."""
    members = {str(each.id): member(each) for each in users}
    for each in members.values():
        del each["user"], each["deaf"], each["mute"]
    return {"users": {str(each.id): each.payload for each in users}, "members": members}


def _shown(post: Post, data: Json) -> Json:
    """The message of a click, with the component clicked on, even if it was made up.

    discord.py drops clicks on components that are not on the message; Discord refuses them.
    The bot must not rely on either.
    """
    custom_id, kind = str(data.get("custom_id")), data.get("component_type")
    if any(p.get("custom_id") == custom_id and p["type"] == kind for p in post.message.parts):
        return post.payload
    made: Json = {"type": kind, "custom_id": custom_id, "id": 90}
    if kind == MENU:
        made |= {"options": [{"label": "made up", "value": "x"}]}
    elif kind != PEOPLE:
        made |= {"label": "made up", "style": 2}
    row: Json = {"type": 1, "id": 91, "components": [made]}
    return post.payload | {"components": [*post.components, row]}
