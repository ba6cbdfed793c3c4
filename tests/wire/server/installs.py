"""Who has installed the application: a server, or a person for themselves.

This follows Discord's reference on `integration_types_config`, on the `integration_types` and
`contexts` of a command, and on follow-ups.
"""

from __future__ import annotations

from typing import Final

from tests.wire.server.interactions import SentInteraction
from tests.wire.server.messages import Refusal
from tests.wire.server.world import DIRECT, GROUP, Channel, Json, User, World

BY_SERVER: Final = 0
BY_PERSON: Final = 1

MOST_FOLLOW_UPS: Final = 5
"""The most follow-ups of an interaction that no server with the bot authorised."""

_CONTEXTS: Final = {DIRECT: 1, GROUP: 2}
"""The numbers that `contexts` uses for kinds of chat; 0 is a server's."""


def kinds(world: World) -> tuple[int, ...]:
    """The ways in which the application can be installed."""
    return (BY_SERVER, BY_PERSON) if world.user_install else (BY_SERVER,)


def check_commands(world: World, commands: list[Json]) -> None:
    """Refuse all commands if one is for an installation that does not exist.

    Raises:
        Refusal: there is such a command.
    """
    for each in commands:
        if not set(each.get("integration_types") or ()) <= {*kinds(world)}:
            raise Refusal(400, 50035, f"/{each['name']}: no such integration type")


def check_follow_up(world: World, question: SentInteraction) -> None:
    """Refuse a follow-up beyond the limit.

    Raises:
        Refusal: there was one.
    """
    if question.follow_ups > MOST_FOLLOW_UPS and not world.reaches(question.channel):
        raise Refusal(400, 40094, "the maximum number of follow-up messages")


def offered(world: World, user: User, channel: Channel) -> set[str]:
    """The commands that a person sees in a channel."""
    context = _CONTEXTS.get(channel.type, 0)
    ways = {BY_SERVER} if world.reaches(channel) else set()
    ways |= {BY_PERSON} if user.installed else set()
    return {
        each["name"]
        for each in world.commands
        if ways & {*each["integration_types"]} and context in each["contexts"]
    }
