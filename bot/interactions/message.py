"""A message that is sent or edited: components, pictures and files, within Discord's limits."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Awaitable, Callable, Iterable, Sequence
from io import BytesIO
from typing import Any, Literal, TypeAlias

import discord
import msgspec

from bot.interactions import limits
from bot.store.rows import STARTED, GameId, GameRow, UserId
from bot.tables.core.table import Table
from render.presentation import Picture
from render.words import Words
from rules.contract import Seat

Standing: TypeAlias = tuple[
    Literal["decides", "lot", "phase", "waits", "away", "over", "hand"], int
]
"""The subject of a private panel: what is asked, and since which entry."""


class Document(msgspec.Struct, frozen=True):
    """A file to download: its bytes and its name."""

    data: bytes
    name: str


class PanelOf(msgspec.Struct, frozen=True, kw_only=True):
    """The game whose private panel a message is, and what the panel was made from.

    Attributes:
        game: the number of the game.
        seat: whose panel it is.
        standing: what it is about.
        kept: how it is kept up to date: `live` with each change; `calm` likewise, but never
            soon after a press; `aside` (a step, a question) only when its subject has changed.
        undo: the action that its undo button names; None: it has none.
        told: what the person did, as stated in its first lines.
        at: the latest entry that it takes into account.
        revision: the revision of the table that it was made from.
        noted: the person's own note at that time.
    """

    game: GameId
    seat: Seat
    standing: Standing
    kept: Literal["live", "calm", "aside"] = "live"
    undo: int | None = None
    told: str = ""
    at: int = 0
    revision: int = 0
    noted: str = ""


class Message(msgspec.Struct, frozen=True):
    """A message to be sent or edited.

    Attributes:
        view: the components; files are named as `attachment://<name>`.
        content: plain text, in place of texts in components.
        pictures: the files that the view refers to.
        mentions: the people who are notified by it; nobody else is, whatever the text says.
        documents: more files that the view refers to.
        notifies: whether a phone rings when it is posted; otherwise it is silent.
        later: makes the message that replaces a private one a moment later; None: nothing.
        panel: the private panel that it shows; None: it shows no panel.
    """

    view: discord.ui.LayoutView | discord.ui.View
    pictures: tuple[Picture, ...] = ()
    mentions: tuple[UserId, ...] = ()
    documents: tuple[Document, ...] = ()
    content: str = ""
    notifies: bool = False
    later: Callable[[], Awaitable[Message | None]] | None = None
    panel: PanelOf | None = None

    def __post_init__(self) -> None:
        # Handlers are found by custom_id, even after a restart, so discord.py need not keep
        # the view in memory: it does not keep a stopped view.
        self.view.stop()

    @property
    def files(self) -> list[discord.File]:
        """All files, made again for each attempt to send them."""
        pictures = [
            discord.File(BytesIO(each.data), each.name, description=each.alt)
            for each in self.pictures
        ]
        return [
            *pictures,
            *(discord.File(BytesIO(each.data), each.name) for each in self.documents),
        ]

    @property
    def allowed_mentions(self) -> discord.AllowedMentions:
        """Only the people of `mentions` are notified."""
        return discord.AllowedMentions(
            everyone=False,
            roles=False,
            replied_user=False,
            users=[discord.Object(user) for user in self.mentions] or False,
        )


class Spare(msgspec.Struct, frozen=True):
    """A text that is cut to the room left by the other texts of a message."""

    text: str


Row: TypeAlias = Sequence[discord.ui.Item[Any]]

MakeRow: TypeAlias = Callable[[], Awaitable[Row]]
"""Makes a row of buttons when it is shown."""


def compose(
    *blocks: str | Spare | tuple[Picture, ...],
    rows: Iterable[Row] = (),
    mentions: tuple[UserId, ...] = (),
    documents: tuple[Document, ...] = (),
) -> Message:
    """A message of text and picture blocks, in this order, followed by files and rows.

    Texts beyond Discord's limit are cut at the end; empty texts and empty rows are left out.
    Pictures are placed one below the other: two in one gallery would be half as wide.
    """
    items: list[discord.ui.Item[Any]] = []
    pictures: list[Picture] = []
    left = limits.TEXT
    for block in blocks:
        if isinstance(block, str | Spare):
            text = limits.cut(block, left) if isinstance(block, str) else _spared(block, blocks)
            left -= len(text)
            if text:
                items.append(discord.ui.TextDisplay(text))
        elif block:
            pictures += block
            items += [discord.ui.MediaGallery(_gallery_item(each)) for each in block]
    items += [discord.ui.File(f"attachment://{each.name}") for each in documents]
    items += [discord.ui.ActionRow(*row) for row in rows if row]
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(*items))
    return Message(view, tuple(pictures), mentions, documents)


def _spared(spare: Spare, blocks: Iterable[str | Spare | tuple[Picture, ...]]) -> str:
    """The part of a text that fits with the other blocks; room is left for a foot."""
    others = sum(len(each) for each in blocks if isinstance(each, str))
    return limits.cut(spare.text, max(limits.TEXT - limits.FOOT - others, 0))


def plain_message(
    content: str,
    buttons: Row = (),
    *,
    mentions: tuple[UserId, ...] = (),
    notifies: bool = False,
) -> Message:
    """A plain-text message, the only kind whose text a phone shows, with a row of buttons."""
    view = discord.ui.View(timeout=None)
    for each in buttons:
        view.add_item(each)
    text = limits.cut(content, limits.CONTENT)
    return Message(view, mentions=mentions, content=text, notifies=notifies)


def _gallery_item(picture: Picture) -> discord.MediaGalleryItem:
    return discord.MediaGalleryItem(f"attachment://{picture.name}", description=picture.alt)


def with_foot(message: Message, text: str) -> Message:
    """The message with one more text at its end, if there is room; changes `message` itself."""
    view = message.view
    if not text or not isinstance(view, discord.ui.LayoutView):
        return message
    full = view.total_children_count >= limits.COMPONENTS
    if not full and view.content_length() + len(text) <= limits.TEXT:
        container = view.children[0]
        if isinstance(container, discord.ui.Container):
            container.add_item(discord.ui.TextDisplay(text))
    return message


def with_new_selects(message: Message, number: int) -> Message:
    """The message with new custom_ids for its menus; changes `message` itself.

    If an edit keeps the custom_id of a menu, Discord goes on showing what was chosen.

    Args:
        message: an edit.
        number: any number but that of the previous edit.
    """
    for part in message.view.walk_children():
        if isinstance(part, discord.ui.Select | discord.ui.UserSelect):
            spelled = f"{part.custom_id}:-{number}"
            if len(spelled) <= limits.CUSTOM_ID:
                part.custom_id = spelled
    return message


def digest_of(message: Message) -> str:
    """A digest of how a message looks."""
    shown = json.dumps(message.view.to_components(), sort_keys=True, default=str)
    digest = hashlib.blake2b(shown.encode())
    for picture in message.pictures:
        digest.update(picture.data)
    return digest.hexdigest()


def with_row(message: Message, row: Row) -> Message:
    """The message with one more row at its end, if there is room; changes `message` itself."""
    view = message.view
    if row and isinstance(view, discord.ui.LayoutView):
        container = view.children[0]
        room = view.total_children_count + 1 + len(row) <= limits.COMPONENTS
        if room and isinstance(container, discord.ui.Container):
            container.add_item(discord.ui.ActionRow(*row))
    return message


def in_rows(buttons: Sequence[discord.ui.Item[Any]]) -> list[Row]:
    """Buttons in rows, each with as many as a row holds."""
    return [buttons[at : at + limits.ROW] for at in range(0, len(buttons), limits.ROW)]


def place(game: GameRow, words: Words) -> str:
    """The place of a table: its address, or a name that says that its channel is gone."""
    if game.channel_gone is not None:
        return f"#{words('channel.gone.name')}"
    return message_link(game)


def gone_text(game: GameRow, words: Words) -> str:
    """What people are told about a game whose channel is gone; empty: the channel exists."""
    if game.channel_gone is None:
        return ""
    return words("channel.gone", game=words(f"game.{game.game}"))


def gone_line(table: Table, user: UserId, words: Words) -> str:
    """What the answers to a player of a running game end with; empty: the channel exists."""
    plays = table.seat_of(user) is not None and table.game.status in STARTED
    return gone_text(table.game, words) if plays else ""


def message_link(game: GameRow) -> str:
    """The address of a table's current message, or of its channel."""
    channel = f"https://discord.com/channels/{game.guild}/{game.channel}"
    return f"{channel}/{game.message}" if game.message else channel


def timestamp(at: float, style: str = "R") -> str:
    """A moment (Unix seconds) as Discord shows it in the reader's own time zone."""
    return f"<t:{int(at)}:{style}>"
