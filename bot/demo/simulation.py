"""simcord, made to answer as Discord does where the two differ.

For the demo and for the tests of the bot: both run it from here.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from multiprocessing import connection
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch
from weakref import WeakKeyDictionary

import discord
import simcord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context
from simcord import actors, interactions
from simcord.backend import errors, serializers
from simcord.http import router
from simcord.types import HttpLogEntry

from bot.demo import emojis, forms, installs, private_answers

_payload: Final = serializers.message_payload
_dispatch: Final = router.dispatch
_interaction: Final = interactions.base_payload
_ALL: Final = 1_000_000

_clock: Final = SimpleNamespace(monotonic=time.monotonic)
"""A clock that keeps running. multiprocessing checks by it whether a worker lives. By the
clock that simcord stops, no timeout of multiprocessing would ever end."""

_REGIONS: Final = {"en": "en-US", "es": "es-ES"}
"""The languages that Discord has only by region, with the first region of each."""

_locales: Final[WeakKeyDictionary[Any, dict[int, str]]] = WeakKeyDictionary()
"""The languages that people have chosen for their Discord, by the simulated Discord."""


@asynccontextmanager
async def run(bot: discord.Client, **options: Any) -> AsyncIterator[simcord.Env]:
    """`simcord.run`, with the answers of this module while it runs."""
    with (
        patch.object(serializers, "message_payload", _without_referred),
        patch.object(router, "dispatch", _Answers()),
        patch.object(interactions, "base_payload", _in_own_language),
        patch.object(actors, "command_access", installs.command_access),
        patch.object(connection, "time", _clock),
    ):
        async with simcord.run(bot, shard_count=1, **options) as env:
            with patch.object(discord.interactions, "async_context", _Adapter()):
                yield env


def discord_locale(language: str) -> str:
    """What Discord calls a language that has a catalogue."""
    return _REGIONS.get(language, language)


def set_locale(env: simcord.Env, user: int, locale: str) -> None:
    """Set the language of a person's Discord; until then it is English."""
    _locales.setdefault(env.backend, {})[user] = locale


def delete_channel(env: simcord.Env, channel: int) -> None:
    """Delete a channel or thread; as on Discord, no event reports a channel's threads.

    From then on, requests about it are answered by 404 with the code 10003.
    """
    backend: Any = env.backend
    threads = [each for each in backend.channels.values() if each.parent_id == channel]
    for each in threads:
        if each.is_thread:
            backend.channels.pop(each.id)
            backend.messages.pop(each.id, None)
            backend.get_guild(each.guild_id).thread_ids.remove(each.id)
    backend.delete_channel(channel)


class _Adapter:
    """The adapter that sends requests about interactions: simcord's, in every task.

    simcord sets its adapter in the context in which it runs. The bot's periodic work has a
    separate context.
    """

    def __init__(self) -> None:
        """The adapter of this context."""
        self._simulated = async_context.get()

    def get(self) -> AsyncWebhookAdapter:
        """The adapter of the calling context if it is simulated; otherwise simcord's."""
        found = async_context.get()
        return self._simulated if type(found) is AsyncWebhookAdapter else found


def _in_own_language(backend: Any, **options: Any) -> Any:
    """An interaction that states the languages of the person and of the server."""
    record, payload = _interaction(backend, **options)
    private_answers.note(backend, record.token)
    own = _locales.get(backend, {})
    payload["locale"] = own.get(options["user_id"], payload["locale"])
    if options["guild_id"] is not None:
        payload["guild_locale"] = backend.get_guild(options["guild_id"]).preferred_locale
    return record, payload | installs.told(backend, options["user_id"], options["guild_id"])


def _without_referred(*args: Any, **options: Any) -> Any:
    """A message whose `attachments` are only the files that no component refers to."""
    payload: Any = _payload(*args, **options)
    referred = {media.get("attachment_id") for media in _media(payload["components"])}
    files = [each for each in payload["attachments"] if each["id"] not in referred]
    return payload | {"attachments": files}


class _Answers:
    """Answers requests in place of simcord's router."""

    def __init__(self) -> None:
        """No message has a nonce yet."""
        self._posted: dict[str, str] = {}

    def __call__(self, backend: Any, method: str, path: str, **options: Any) -> Any:
        """Answer a request.

        A file that stays in a message is named by its id and file name. A repeated nonce brings
        back the message posted with it. Messages after another begin with the next one.

        Raises:
            simcord.BackendError: 400 if a file is given by its id alone; also what
                `emojis.check`, `installs.check` and `private_answers.check` refuse.
        """
        body, params = options.get("json") or {}, options.get("params") or {}
        private_answers.check(backend, path)
        installs.check(backend, method, path, body)
        emojis.check(backend, body)
        if isinstance(body, dict) and not all(
            each.get("filename") for each in body.get("attachments") or ()
        ):
            raise errors.invalid_form_body("attachments: a file needs its name")
        if method == "GET" and "after" in params and path.endswith("/messages"):
            options["params"] = {**params, "limit": _ALL}
            return _dispatch(backend, method, path, **options)[-int(params.get("limit", 50)) :]
        nonce = body.get("nonce") if isinstance(body, dict) and method == "POST" else None
        if nonce in self._posted:
            backend.http_requests.append(HttpLogEntry(method, path, {}, body, None))
            return _dispatch(backend, "GET", f"{path}/{self._posted[nonce]}")
        answer = installs.described(backend, path, _dispatch(backend, method, path, **options))
        emojis.keep(backend, method, path, body, answer)
        forms.keep(backend, path, body)
        if nonce is not None:
            self._posted[nonce] = answer["id"]
        return answer


def _media(parts: list[Any]) -> Iterator[Any]:
    """What components refer to, including nested ones."""
    for part in parts:
        yield from _media(part.get("components") or [])
        yield from (item["media"] for item in part.get("items") or ())
        if "file" in part:
            yield part["file"]
