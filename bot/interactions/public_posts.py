"""Public posts that people make with a button: only where they may write, not too often."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import discord
from cachetools import LRUCache

from bot.interactions.membership import check_on_server
from bot.store.rows import UserId
from bot.tables.core.refusals import Refusal

WITHIN: Final = 60.0
"""Seconds for which a post counts."""

MOST_BY_PERSON: Final = 3
"""How many posts a person may make in that time, in all channels together."""

MOST_IN_CHANNEL: Final = 6
"""How many posts all people together may make in a channel in that time."""

_REMEMBERED: Final = 10_000


class MayNotPost(Refusal):
    """The person may not write in the channel themselves."""

    id = "post.refused.forbidden"


class PostedOften(Refusal):
    """Too much was posted recently, by the person or in the channel."""

    id = "post.refused.often"


class PublicPosts:
    """Counts the posts that people make, each for a while."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        """Nothing has been posted yet; `monotonic` is a clock that never jumps, in seconds."""
        self._monotonic = monotonic
        self._by_person: LRUCache[UserId, tuple[float, ...]] = LRUCache(_REMEMBERED)
        self._in_channel: LRUCache[int | None, tuple[float, ...]] = LRUCache(_REMEMBERED)

    def check(self, interaction: discord.Interaction[Any], *also: str) -> None:
        """Count one more post in the channel of a click, if it is allowed.

        Args:
            interaction: the click.
            also: permissions that the person must have in addition to writing.

        Raises:
            BotMissing: the bot is not on the server.
            MayNotPost: the person may not write in the channel.
            PostedOften: too much was posted recently.
        """
        check_may_post(interaction, *also)
        now = self._monotonic()
        person, channel = interaction.user.id, interaction.channel_id
        own = _since(self._by_person.get(person, ()), now - WITHIN)
        here = _since(self._in_channel.get(channel, ()), now - WITHIN)
        if len(own) >= MOST_BY_PERSON or len(here) >= MOST_IN_CHANNEL:
            raise PostedOften
        self._by_person[person] = (*own, now)
        self._in_channel[channel] = (*here, now)


def _since(times: tuple[float, ...], begin: float) -> tuple[float, ...]:
    return tuple(each for each in times if each > begin)


def check_may_post(interaction: discord.Interaction[Any], *also: str) -> None:
    """Check that a person may write where they clicked, and that the bot is there.

    Raises:
        BotMissing: the bot is not on the server.
        MayNotPost: the person may not write in the channel.
    """
    check_on_server(interaction)
    granted = interaction.permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    send = "send_messages_in_threads" if in_thread else "send_messages"
    if not granted.administrator and not all(getattr(granted, each) for each in (send, *also)):
        raise MayNotPost
