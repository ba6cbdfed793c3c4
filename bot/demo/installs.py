"""Installations of the application in simcord, by a server or by a person for themselves.

They follow Discord's reference on `integration_types_config`, `integration_types` and
`contexts` of a command, `authorizing_integration_owners` of an interaction, and follow-ups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from weakref import WeakKeyDictionary

import simcord
from simcord.backend import command_access as access
from simcord.backend import errors
from simcord.types import HttpLogEntry

BY_SERVER: Final = 0
BY_PERSON: Final = 1

MOST_FOLLOW_UPS: Final = 5
"""How many follow-ups an interaction may have on a server without the application."""

_PERMISSIONS: Final = str(1 << 14 | 1 << 15 | 1 << 17)
"""What the application may do where only a person has installed it: embeds, files, mentions."""

_access: Final = access.command_access


@dataclass
class _Installs:
    """The installations of one simulated Discord.

    Attributes:
        allowed: whether people can install the application for themselves.
        people: the accounts that have done so.
        foreign: the servers that have not installed it, with the ids of their channels.
        follow_ups: how many follow-ups there were, by the token of the interaction.
    """

    allowed: bool = False
    people: set[int] = field(default_factory=set)
    foreign: dict[int, set[int]] = field(default_factory=dict)
    follow_ups: Counter[str] = field(default_factory=Counter)


_installs: Final[WeakKeyDictionary[Any, _Installs]] = WeakKeyDictionary()


def _of(backend: Any) -> _Installs:
    return _installs.setdefault(backend, _Installs())


def allow(env: simcord.Env) -> None:
    """Let people install the application for themselves."""
    _of(env.backend).allowed = True


def install(env: simcord.Env, user: int) -> None:
    """Install the application for a person."""
    _of(env.backend).people.add(user)


async def leave(env: simcord.Env, guild: int) -> None:
    """Remove the bot from a server that continues to exist."""
    backend: Any = env.backend
    backend.emit("GUILD_DELETE", {"id": str(guild)})
    await env.settle()
    _of(backend).foreign[guild] = set(backend.get_guild(guild).channel_ids)


def told(backend: Any, user: int, guild: int | None) -> dict[str, Any]:
    """What an interaction says about who has installed the application."""
    installs = _of(backend)
    owners = {}
    if guild not in installs.foreign:
        owners[str(BY_SERVER)] = "0" if guild is None else str(guild)
    if user in installs.people:
        owners[str(BY_PERSON)] = str(user)
    fields: dict[str, Any] = {"authorizing_integration_owners": owners}
    if guild in installs.foreign:
        fields["app_permissions"] = _PERMISSIONS
    return fields


def command_access(backend: Any, command: dict[str, Any], **where: int) -> access.Access:
    """Whether someone sees a command, through the server's installation or their own."""
    installs, guild = _of(backend), backend.get_channel(where["channel_id"]).guild_id
    types = command.get("integration_types") or [BY_SERVER]
    by_server = BY_SERVER in types and guild not in installs.foreign
    by_person = BY_PERSON in types and where["user_id"] in installs.people
    if not (by_server or by_person):
        return access.Access(allowed=False, reason="install")
    return _access(backend, command, **where)


def check(backend: Any, method: str, path: str, body: Any) -> None:
    """Refuse a request as Discord does.

    Raises:
        simcord.BackendError: 400 if a command is for people who cannot install the application,
            or at one follow-up too many; 403 about a server that the bot is not on.
    """
    installs, parts = _of(backend), path.strip("/").split("/")
    if method == "PUT" and parts[-1] == "commands":
        types = {kind for each in body for kind in each.get("integration_types") or ()}
        if BY_PERSON in types and not installs.allowed:
            raise errors.invalid_form_body("integration_types: not one of the application's")
    channels = {each for known in installs.foreign.values() for each in known}
    strange = {"guilds": installs.foreign.keys(), "channels": channels}.get(parts[0], ())
    if len(parts) > 1 and parts[1] in set(map(str, strange)):
        backend.http_requests.append(HttpLogEntry(method, path, {}, body, None))
        raise errors.BackendError(403, 50001, "Missing Access")
    if method == "POST" and parts[0] == "webhooks" and len(parts) == 3:
        token = parts[2]
        if backend.interaction_by_token(token).guild_id in installs.foreign:
            installs.follow_ups[token] += 1
            if installs.follow_ups[token] > MOST_FOLLOW_UPS:
                message = "This interaction has reached the maximum number of follow-ups"
                raise errors.BackendError(400, 40094, message)


def described(backend: Any, path: str, answer: Any) -> Any:
    """The answer to a request; one about the application says how it can be installed."""
    if path != "/oauth2/applications/@me" or not isinstance(answer, Mapping):
        return answer
    kinds = (BY_SERVER, BY_PERSON) if _of(backend).allowed else (BY_SERVER,)
    return {**answer, "integration_types_config": {str(kind): {} for kind in kinds}}
