"""The members of servers: Discord is asked about people who click in direct messages.

A person who was banned or has left can still press the buttons in old direct messages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import aiohttp
import discord
import msgspec
from cachetools import TTLCache

from bot.store.rows import UserId
from bot.tables.core.refusals import Refusal

REMEMBERED_FOR: Final = 300.0
"""Seconds for which Discord's answer is used again."""

_REMEMBERED: Final = 10_000
_UNKNOWN_MEMBER: Final = 10007
_NOT_THERE: Final = frozenset({10004, 10007, 10013})
"""Discord's codes for an unknown server, member and user."""


class NotMember(Refusal):
    """The person is no longer on the table's server."""

    id = "refuse.not_member"


class _Known(msgspec.Struct, frozen=True):
    """What Discord said: whether a person is on a server, and their name there."""

    there: bool
    name: str | None = None


class Members:
    """The members of servers, as far as Discord was asked about them recently."""

    def __init__(
        self, client: discord.Client, background_wait: Callable[[], float] = lambda: 0.0
    ) -> None:
        """Discord has not been asked about anyone yet.

        Args:
            client: asks Discord.
            background_wait: how many seconds requests nobody is waiting for must wait.
        """
        self._client = client
        self._background_wait = background_wait
        self._known: TTLCache[tuple[int, UserId], _Known] = TTLCache(
            _REMEMBERED, REMEMBERED_FOR
        )

    async def gone(self, guild: int, user: UserId) -> bool:
        """Whether Discord now says that a person is not a member of a server; if in doubt, no.

        Nobody waits for the answer: it is for reminders, and for the seats of absent people.
        """
        if self._background_wait():
            return False
        try:
            await self._client.http.get_member(guild, user)
        except discord.HTTPException as error:
            return error.code == _UNKNOWN_MEMBER
        except (discord.RateLimited, aiohttp.ClientError, OSError):
            pass
        return False

    async def check(self, guild: int, user: UserId) -> str | None:
        """Check that a person is on a server; if in doubt, they are.

        Returns:
            Their name there, if Discord was asked now.

        Raises:
            NotMember: the person is no longer on the server.
        """
        name = None
        known = self._known.get((guild, user))
        if known is None:
            try:
                member = await self._client.http.get_member(guild, user)
            except discord.HTTPException as error:
                if error.code not in _NOT_THERE:
                    return None
                known = _Known(there=False)
            except (discord.RateLimited, aiohttp.ClientError, OSError):
                return None
            else:
                name = _name(member)
                known = _Known(there=True, name=name)
            self._known[guild, user] = known
        if not known.there:
            raise NotMember
        return name

    def name(self, guild: int, user: UserId) -> str | None:
        """A person's name on a server, if Discord was asked about them recently."""
        known = self._known.get((guild, user))
        return None if known is None else known.name


def _name(member: Mapping[str, Any]) -> str | None:
    """The name of a member on the server, from what Discord says about them."""
    user = member.get("user") or {}
    name = member.get("nick") or user.get("global_name") or user.get("username")
    return None if name is None else str(name)
