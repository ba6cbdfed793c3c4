"""What this Discord knows: people, servers, channels and messages, as mutable values."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from tests.bot.client_message import V2, Message

Json: TypeAlias = dict[str, Any]

DISCORD_EPOCH: Final = 1_420_070_400_000
TEXT_CHANNEL, DIRECT, GROUP, PUBLIC_THREAD = 0, 1, 3, 11
LOADING: Final = 1 << 7
EPHEMERAL: Final = 1 << 6

ALLOWED: Final = sum(1 << bit for bit in (10, 11, 14, 15, 16, 31, 34, 35, 38))
"""The bot's permissions in a channel, unless a test takes some away."""

MANAGE: Final = 1 << 5
SEND: Final = 1 << 11
READ_HISTORY: Final = 1 << 16
SEND_IN_THREADS: Final = 1 << 38

_counter = itertools.count()


def snowflake(at: float | None = None) -> int:
    """A new id in Discord's form, larger than those of earlier moments."""
    milliseconds = int((time.time() if at is None else at) * 1000) - DISCORD_EPOCH
    return (milliseconds << 22) + next(_counter) % (1 << 22)


def instant(at: float) -> str:
    """A moment as Discord writes it."""
    return datetime.fromtimestamp(at, UTC).isoformat()


@dataclass(eq=False)
class User:
    """A person, or the bot.

    Attributes:
        closed: whether they refuse direct messages.
        manages: whether they may manage the servers of this world.
        installed: whether they have installed the application for themselves.
    """

    id: int
    name: str
    bot: bool = False
    locale: str = "en-US"
    closed: bool = False
    manages: bool = False
    installed: bool = False

    @property
    def payload(self) -> Json:
        return {
            "id": str(self.id),
            "username": f"user{self.id}",
            "global_name": self.name,
            "discriminator": "0000" if self.bot else "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
            "flags": 0,
        }


@dataclass(eq=False)
class Channel:
    """A channel, a thread, the direct messages with a person, or a group without the bot."""

    id: int
    name: str
    type: int = TEXT_CHANNEL
    guild: int | None = None
    parent: int | None = None
    recipient: User | None = None
    archived: bool = False
    permissions: int = ALLOWED
    posts: list[Post] = field(default_factory=list)

    @property
    def payload(self) -> Json:
        base: Json = {"id": str(self.id), "type": self.type, "flags": 0}
        if self.type == GROUP:
            return base | {"recipients": [], "last_message_id": None}
        if self.recipient is not None:
            return base | {"recipients": [self.recipient.payload], "last_message_id": None}
        base |= {"guild_id": str(self.guild), "name": self.name, "position": 0}
        base |= {"permission_overwrites": [], "nsfw": False, "parent_id": None}
        if self.type == PUBLIC_THREAD:
            base |= {
                "parent_id": str(self.parent),
                "owner_id": "1",
                "message_count": 0,
                "member_count": 1,
                "thread_metadata": {
                    "archived": self.archived,
                    "auto_archive_duration": 10080,
                    "archive_timestamp": instant(time.time()),
                    "locked": False,
                },
            }
        return base


@dataclass(eq=False)
class Guild:
    """A server with its channels; everyone in this world is a member.

    Attributes:
        has_bot: whether the bot is in it and the application is installed.
    """

    id: int
    name: str
    has_bot: bool = True
    channels: list[Channel] = field(default_factory=list)

    def payload(self, bot: User) -> Json:
        """The data of a GUILD_CREATE."""
        everyone = {
            "id": str(self.id),
            "name": "@everyone",
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "position": 0,
            "permissions": str(ALLOWED),
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }
        open_channels = [each for each in self.channels if each.type != PUBLIC_THREAD]
        threads = [
            each for each in self.channels if each.type == PUBLIC_THREAD and not each.archived
        ]
        return {
            "id": str(self.id),
            "name": self.name,
            "icon": None,
            "owner_id": "1",
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
            "premium_progress_bar_enabled": False,
            "preferred_locale": "en-US",
            "system_channel_flags": 0,
            "features": [],
            "emojis": [],
            "stickers": [],
            "roles": [everyone],
            "joined_at": instant(time.time()),
            "large": False,
            "unavailable": False,
            "member_count": 9,
            "members": [member(bot)],
            "channels": [each.payload for each in open_channels],
            "threads": [each.payload for each in threads],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }


def member(user: User) -> Json:
    """A person as a member of a server."""
    return {
        "user": user.payload,
        "roles": [],
        "joined_at": instant(0),
        "deaf": False,
        "mute": False,
        "flags": 0,
        "permissions": str(ALLOWED | MANAGE * user.manages),
    }


@dataclass(eq=False)
class Post:
    """One message; for a private answer, `owner` is the only person who sees it."""

    id: int
    channel: Channel
    author: User
    content: str = ""
    flags: int = 0
    components: list[Json] = field(default_factory=list)
    files: list[Json] = field(default_factory=list)
    pinged: frozenset[int] = frozenset()
    owner: User | None = None
    nonce: str | None = None
    edited: float | None = None
    deleted: bool = False
    version: int = 0

    @property
    def payload(self) -> Json:
        return {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "author": self.author.payload,
            "content": self.content,
            "timestamp": instant(((self.id >> 22) + DISCORD_EPOCH) / 1000),
            "edited_timestamp": None if self.edited is None else instant(self.edited),
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [each for each in self.files if each["id"] not in self.referred],
            "embeds": [],
            "components": self.components,
            "pinned": False,
            "type": 0,
            "flags": self.flags,
            "nonce": self.nonce,
        }

    @property
    def referred(self) -> frozenset[str]:
        """The ids of the files that components refer to; such files are not attachments."""
        media = (each for part in self.message.parts for each in media_of(part))
        return frozenset(str(each.get("attachment_id")) for each in media)

    @property
    def reader(self) -> User | None:
        """The only person who can read the message; None: everyone in the channel."""
        return self.owner or self.channel.recipient

    @property
    def message(self) -> Message:
        """What people see of it."""
        reader = self.reader
        return Message(
            id=self.id,
            owner=None if reader is None else str(reader.id),
            direct=self.channel.type == DIRECT,
            flags=self.flags,
            content=self.content,
            components=tuple(self.components),
            files=tuple(self.files),
            pinged=self.pinged,
        )


def media_of(part: Json) -> Iterator[Json]:
    """What a component shows: the items of a gallery, or a file."""
    yield from (item["media"] for item in part.get("items", ()))
    if "file" in part:
        yield part["file"]


class World:
    """Everything that exists, by id.

    Attributes:
        shards: how many connections a bot should have.
        session_starts: Discord's limit of how often a bot may begin a session.
        user_install: whether people can install the application for themselves.
        strangers: the accounts of people who are in no server, or have left it.
    """

    def __init__(self, shards: int = 1) -> None:
        self.shards = shards
        self.session_starts: Json = {
            "total": 1000,
            "remaining": 999,
            "reset_after": 0,
            "max_concurrency": 1,
        }
        self.bot = User(snowflake(), "Maecenas", bot=True)
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.posts: dict[int, Post] = {}
        self.directs: dict[int, Channel] = {}
        self.commands: list[Json] = []
        self.emojis: dict[int, str] = {}
        self.most_emojis = 2000
        self.refused_each = 0  # one in so many bodies with emojis is refused; 0: none
        self.with_emojis = 0
        self.nonces: dict[str, tuple[float, Post]] = {}
        self.user_install = False
        self.strangers: set[int] = set()

    def user(self, name: str, **traits: Any) -> User:
        """Add a person."""
        new = User(snowflake(), name, **traits)
        self.users[new.id] = new
        return new

    def guild(self, name: str, shard: int = 0) -> Guild:
        """Add a server whose events come over a given shard."""
        number = snowflake()
        while self.shard(number) != shard:
            number += 1 << 22
        new = Guild(number, name)
        self.guilds[new.id] = new
        return new

    def shard(self, guild: int | None, count: int | None = None) -> int:
        """The shard that gets a server's events (None: direct messages), out of so many."""
        return 0 if guild is None else (guild >> 22) % (count or self.shards)

    def channel(
        self,
        guild: Guild,
        name: str,
        kind: int = TEXT_CHANNEL,
        parent: int | None = None,
        message: int | None = None,
    ) -> Channel:
        """Add a channel or thread to a server; a message's thread has the message's id."""
        new = Channel(message or snowflake(), name, kind, guild.id, parent)
        guild.channels.append(new)
        self.channels[new.id] = new
        return new

    def delete(self, channel: Channel) -> list[Channel]:
        """Remove a channel, its threads and everything in them; return what was removed."""
        gone = [each for each in self.channels.values() if channel.id in {each.id, each.parent}]
        for each in gone:
            del self.channels[each.id]
            self.guilds[each.guild or 0].channels.remove(each)
        return gone

    def group(self) -> Channel:
        """Add a group chat of people; the bot is in none."""
        new = Channel(snowflake(), "", GROUP)
        self.channels[new.id] = new
        return new

    def reaches(self, channel: Channel) -> bool:
        """Whether the bot itself is in the place of a channel."""
        guild = self.guilds.get(channel.guild or 0)
        return channel.type != GROUP and (guild is None or guild.has_bot)

    def direct(self, user: User) -> Channel:
        """The channel of direct messages with a person, made on first use."""
        if user.id not in self.directs:
            new = Channel(snowflake(), "", DIRECT, recipient=user)
            self.directs[user.id] = self.channels[new.id] = new
        return self.directs[user.id]

    def boards(self, channel: Channel) -> list[Message]:
        """The public messages of a channel that consist of components, oldest first."""
        posts = (each for each in channel.posts if not (each.deleted or each.owner))
        return [each.message for each in posts if each.flags & V2]

    def add(self, post: Post) -> None:
        """Add a message."""
        self.posts[post.id] = post
        post.channel.posts.append(post)
