"""No event from Discord ends the bot, whatever is in it.

discord.py parses an event where it reads the socket. An error in a parser ends the process, and
the same object of the same server ends it again at the next start.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import discord
from cachetools import LRUCache

from bot.interactions.payloads import EVENTS, OddValueError

Parse: TypeAlias = Callable[[Any], None]

_REMEMBERED: Final = 10_000
"""How many of the latest interactions are remembered."""

_log = logging.getLogger(__name__)


class EventGuard:
    """Checks events before a client's parsers get them."""

    def __init__(self, client: discord.Client) -> None:
        """Guard the events that the bot hears; other events are not parsed at all."""
        self._client = client
        self._answered: LRUCache[str, bool] = LRUCache(_REMEMBERED)
        parsers = _parsers(client)
        guarded = {event: self._guarded(event, parsers[event]) for event in EVENTS}
        parsers.clear()
        parsers.update(guarded)

    def _guarded(self, event: str, parse: Parse) -> Parse:
        read = EVENTS[event]

        def hear(data: Any) -> None:
            try:
                found = read(data)
                if event == "INTERACTION_CREATE" and not self._is_new(found):
                    return
                parse(found)
            except OddValueError as odd:
                _log.warning("%s is ignored, %s: %s", event, _about(data), odd)
            except Exception as error:
                if event == "READY":
                    raise  # there is no session: a bot that waits for one helps nobody
                _log.error("%s is ignored, %s", event, _about(data), exc_info=error)

        return hear

    def _is_new(self, interaction: dict[str, Any]) -> bool:
        """Whether an interaction is new: after a broken connection, one may come twice."""
        if interaction["id"] in self._answered:
            return False
        self._answered[interaction["id"]] = True
        interaction.setdefault("application_id", str(self._client.application_id or 0))
        return True


def _parsers(client: discord.Client) -> dict[str, Parse]:
    """The dict, by event name, in which discord.py's gateway looks up its parsers.

    `_connection` is private, but discord.py has no hook before its parsers, and an error in one
    ends the process. The gateway keeps this very dict, so it is changed, not replaced.
    """
    parsers: dict[str, Parse] = client._connection.parsers
    return parsers


def _about(data: Any) -> str:
    """The server and the object that an event is about, by their ids."""
    known = data if isinstance(data, dict) else {}
    numbers = ((name, str(known.get(name))) for name in ("guild_id", "id"))
    told = ", ".join(f"{name} {number[:20]}" for name, number in numbers if number.isdigit())
    return told or "of no server"
