"""Events with one flaw: a field that is missing, null or of another type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from tests.wire.objects import FLAWS, flawed, whole
from tests.wire.server.world import Channel, Guild, Json, User, member

CHANNELS: Final = (0, 2, 4, 5, 13, 15)
"""The types of a server's channels: text, voice, category, news, stage, forum."""

SCHEDULED: Final = ("Voice", "Stage", "External")


class Place(NamedTuple):
    """What the events are about: a server with a text channel and a thread."""

    guild: Guild
    channel: Channel
    thread: Channel
    bot: User


def lists(place: Place) -> dict[str, list[Json]]:
    """The objects that a server has many of, each with every field."""
    guild = {"guild_id": str(place.guild.id)}
    channels = [whole("GuildChannelResponse", **guild, type=each) for each in CHANNELS]
    channels[0]["id"] = str(place.channel.id)
    return {
        "channels": channels,
        "threads": [thread(place)],
        "roles": [whole("GuildRoleResponse")],
        "members": [whole("GuildMemberResponse", user=_user(place))],
        "emojis": [whole("EmojiResponse")],
        "stickers": [whole("GuildStickerResponse", **guild)],
        "soundboard_sounds": [whole("SoundboardSoundResponse", **guild)],
        "voice_states": [whole("VoiceStateResponse", **guild)],
        "stage_instances": [whole("StageInstanceResponse", **guild)],
        "guild_scheduled_events": [
            whole(f"{each}ScheduledEventResponse", **guild) for each in SCHEDULED
        ],
        "presences": [{"user": {"id": "1"}, "status": "online", "activities": []}],
    }


def thread(place: Place) -> Json:
    """The thread, with every field."""
    own = {"guild_id": str(place.guild.id), "type": 11, "parent_id": str(place.channel.id)}
    return whole("ThreadResponse", id=str(place.thread.id), **own)


def _user(place: Place) -> Json:
    return whole("UserResponse", id=str(place.bot.id), username="maecenas", bot=True)


def guilds(place: Place, flaws: Sequence[str]) -> Iterator[tuple[str, Json]]:
    """The data of a GUILD_CREATE, with one flaw in the server or in something it has."""
    plain = place.guild.payload(place.bot)
    yield from flawed(whole("GuildResponse") | {**plain, "channels": [], "threads": []}, flaws)
    for name, objects in lists(place).items():
        for each in objects:
            for flaw, changed in flawed(each, flaws):
                yield f"{name}: {flaw}", {**plain, name: [changed]}


def events(place: Place, flaws: Sequence[str] = FLAWS) -> Iterator[tuple[str, str, Any]]:
    """Every event that the intent delivers, with every flaw: name, flaw, payload."""
    for flaw, changed in guilds(place, flaws):
        yield "GUILD_CREATE", flaw, changed
    for name, carried in _smaller(place):
        yield name, "as it should be", carried
        yield name, "null", None
        yield name, "of another type", "odd"
        for flaw, changed in flawed(carried, flaws):
            yield name, flaw, changed


def _smaller(place: Place) -> Iterator[tuple[str, Json]]:
    """The data of the other events."""
    of = {"guild_id": str(place.guild.id)}
    have = lists(place)
    role = have["roles"][0]
    everyone = role | {"id": str(place.guild.id), "permissions": str(place.channel.permissions)}
    for channel in have["channels"]:
        for doing in ("CREATE", "UPDATE"):
            yield f"CHANNEL_{doing}", channel
    for doing in ("CREATE", "UPDATE"):
        yield f"THREAD_{doing}", thread(place)
        yield f"GUILD_ROLE_{doing}", of | {"role": role}
    yield "GUILD_ROLE_UPDATE", of | {"role": everyone}
    yield "GUILD_ROLE_DELETE", of | {"role_id": role["id"]}
    yield "CHANNEL_PINS_UPDATE", of | {"channel_id": str(place.channel.id)}
    yield (
        "THREAD_LIST_SYNC",
        of | {"threads": [thread(place)], "members": [], "channel_ids": []},
    )
    yield "THREAD_MEMBER_UPDATE", of | {"id": str(place.thread.id), "user_id": "1", "flags": 0}
    yield "THREAD_MEMBERS_UPDATE", of | {"id": str(place.thread.id), "member_count": 1}
    for doing in ("CREATE", "UPDATE", "DELETE"):
        yield f"STAGE_INSTANCE_{doing}", have["stage_instances"][0]
        yield f"ENTITLEMENT_{doing}", whole("EntitlementResponse")
        yield f"GUILD_SCHEDULED_EVENT_{doing}", have["guild_scheduled_events"][0]
    yield "GUILD_MEMBER_UPDATE", of | member(place.bot)
    yield "USER_UPDATE", _user(place)
    yield "GUILD_UPDATE", whole("GuildResponse") | place.guild.payload(place.bot)
    for channel in have["channels"][1:]:
        yield "CHANNEL_DELETE", channel
    yield "THREAD_DELETE", {**of, "id": "1", "parent_id": "1", "type": 11}
    yield "GUILD_DELETE", {"id": str(place.guild.id), "unavailable": True}
