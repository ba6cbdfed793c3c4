"""What a person hears: acknowledgements, private answers, notices, and faults.

Everything that leaves for Discord is a `Shown`: a layout with the pictures that it
refers to. Private answers are ephemeral messages, in the person's own language.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from enum import Enum
from io import BytesIO
from typing import Any, Final, TypeAlias

import aiohttp
import discord
import msgspec

from bot.house import House, Interaction
from bot.notices import (
    ChannelBusy,
    Foreign,
    LobbyOver,
    NoSuchGame,
    Notice,
    NotYourMove,
    Refused,
    TooFew,
    TooMany,
    TooManyTables,
    TooManyWaiting,
)
from bot.store.rows import GameRow, UserId
from bot.table import Table
from render.fitting import within
from render.presentation import Picture
from render.words import Words, plain

MOST_TEXT: Final = 4000
"""Discord's limit of all texts of one message, in characters."""

FAREWELL: Final = 0.5
"""How many seconds the word about an answer that is cut off may take."""

UNHEARD: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""How it ends when Discord could not be told something."""

_HEARD_BEFORE: Final = 40060

_log = logging.getLogger(__name__)


class Acknowledge(Enum):
    """How an interaction is acknowledged, before anything else happens.

    UPDATE: a click on a message that is then edited (or left as it is).
    PRIVATE: a new private answer follows, into which `show` writes.
    NONE: the handler answers at once by itself (a modal, autocomplete).
    """

    UPDATE = "update"
    PRIVATE = "private"
    NONE = "none"


class Document(msgspec.Struct, frozen=True):
    """A file to take away: its bytes and its name."""

    data: bytes
    name: str


class Shown(msgspec.Struct, frozen=True):
    """A message as it shall look.

    Attributes:
        view: the components; files are named by `attachment://<name>`.
        pictures: the files that the view refers to.
        mentions: who is notified by it; nobody else is, whatever the text says.
        documents: more files that the view refers to.
    """

    view: discord.ui.LayoutView
    pictures: tuple[Picture, ...] = ()
    mentions: tuple[UserId, ...] = ()
    documents: tuple[Document, ...] = ()

    def __post_init__(self) -> None:
        # Clicks are heard by their custom_id, after a restart as well: discord.py need
        # not keep the view in memory, and does not keep one that is stopped.
        self.view.stop()

    @property
    def files(self) -> list[discord.File]:
        """All files, made anew for each attempt to send them."""
        pictures = [
            discord.File(BytesIO(each.data), each.name, description=each.alt)
            for each in self.pictures
        ]
        return [
            *pictures,
            *(discord.File(BytesIO(each.data), each.name) for each in self.documents),
        ]

    @property
    def allowed(self) -> discord.AllowedMentions:
        """Only the people meant are notified."""
        return discord.AllowedMentions(
            everyone=False,
            roles=False,
            replied_user=False,
            users=[discord.Object(user) for user in self.mentions] or False,
        )


Row: TypeAlias = Sequence[discord.ui.Item[Any]]


def written(*texts: str, rows: Iterable[Row] = (), pictures: Sequence[Picture] = ()) -> Shown:
    """A message of texts, one block each, with pictures after the first and rows of buttons.

    Texts beyond Discord's limit are cut at the end; empty ones and empty rows are
    left out.
    """
    return composed(*texts[:1], tuple(pictures), *texts[1:], rows=rows)


def composed(
    *blocks: str | tuple[Picture, ...],
    rows: Iterable[Row] = (),
    mentions: tuple[UserId, ...] = (),
    documents: tuple[Document, ...] = (),
) -> Shown:
    """A message of blocks of text and galleries of pictures, in this order; then files."""
    items: list[discord.ui.Item[Any]] = []
    pictures: list[Picture] = []
    room = MOST_TEXT
    for block in blocks:
        if isinstance(block, str):
            text = _cut(block, room)
            room -= len(text)
            if text:
                items.append(discord.ui.TextDisplay(text))
        elif block:
            pictures += block
            items.append(discord.ui.MediaGallery(*map(_in_gallery, block)))
    items += [discord.ui.File(f"attachment://{each.name}") for each in documents]
    items += [discord.ui.ActionRow(*row) for row in rows if row]
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(*items))
    return Shown(view, tuple(pictures), mentions, documents)


def _in_gallery(picture: Picture) -> discord.MediaGalleryItem:
    return discord.MediaGalleryItem(f"attachment://{picture.name}", description=picture.alt)


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: max(room - 1, 0)] + "…" * (room > 0)


async def acknowledge(interaction: Interaction, how: Acknowledge) -> None:
    """Acknowledge an interaction within Discord's three seconds, once.

    If the connection breaks, nobody knows whether Discord has heard it. It is said once
    more: then Discord takes it, or knows that it was said before.

    Raises: one of `UNHEARD`: the person sees that it failed, so nothing may happen.
    """
    try:
        await _defer(interaction, how)
    except (aiohttp.ClientError, OSError):
        try:
            await _defer(interaction, how)
        except discord.HTTPException as error:
            if error.code != _HEARD_BEFORE:
                raise
    interaction.extras["acknowledged"] = how


async def _defer(interaction: Interaction, how: Acknowledge) -> None:
    match how:
        case Acknowledge.UPDATE:
            await interaction.response.defer()
        case Acknowledge.PRIVATE:
            await interaction.response.defer(ephemeral=True, thinking=True)
        case Acknowledge.NONE:
            pass


async def show(interaction: Interaction, shown: Shown) -> None:
    """Edit @original: the panel clicked in, or the private answer that was deferred.

    A click that was sent from elsewhere, with a custom_id made up, is answered by a new
    private message: a panel never takes the place of what stands openly.
    """
    if _from_elsewhere(interaction):
        await private(interaction, shown)
        return
    interaction.extras["shown"] = True
    shown = await _fitting(interaction, shown)
    await interaction.edit_original_response(
        view=shown.view, attachments=shown.files, allowed_mentions=shown.allowed
    )


def _from_elsewhere(interaction: Interaction) -> bool:
    """Whether @original is a message that stays, not a private answer."""
    message = interaction.message
    updates = interaction.extras.get("acknowledged") is Acknowledge.UPDATE
    return updates and message is not None and not message.flags.ephemeral


async def private(interaction: Interaction, shown: Shown | str) -> None:
    """A new private message to the person: first answer or follow-up, as it stands."""
    shown = written(shown) if isinstance(shown, str) else shown
    shown = await _fitting(interaction, shown)
    how = interaction.extras.get("acknowledged", Acknowledge.NONE)
    if how is Acknowledge.NONE and not interaction.response.is_done():
        await interaction.response.send_message(
            view=shown.view, files=shown.files, ephemeral=True, allowed_mentions=shown.allowed
        )
    elif how is Acknowledge.PRIVATE and "shown" not in interaction.extras:
        await show(interaction, shown)
    else:
        await interaction.followup.send(
            view=shown.view, files=shown.files, ephemeral=True, allowed_mentions=shown.allowed
        )


async def _fitting(interaction: Interaction, shown: Shown) -> Shown:
    """The message with its pictures as small as this place wants them, none left out."""
    limit = interaction.filesize_limit
    if all(len(each.data) <= limit for each in shown.pictures):
        return shown
    run = interaction.client.workers.run
    pictures = tuple([await run(within, each, limit) for each in shown.pictures])
    return msgspec.structs.replace(shown, pictures=pictures)


async def tell(
    interaction: Interaction, notice: Notice, words: Words, table: Table | None = None
) -> None:
    """Tell the person a notice in their language, privately."""
    await private(interaction, await text(interaction.client, notice, words, table))


async def text(bot: House, notice: Notice, words: Words, table: Table | None = None) -> str:
    """A notice as a sentence: adds links, titles, names and reasons to its figures.

    Args:
        table: the table it is about, if known: for titles and reasons.
    """
    figures: dict[str, object] = dict(notice.figures)
    if "name" in figures:
        figures["name"] = plain(str(figures["name"]))
    match notice:
        case ChannelBusy():
            figures["link"] = await _link_to(bot, notice.game)
            if await _waits(bot, notice.game):
                return words("lobby.refused.channel_waits", **figures)
        case LobbyOver() if table is not None and table.game.status != "cancelled":
            return words("lobby.begun")
        case TooManyWaiting() | TooManyTables():
            links = [await _link_to(bot, game) for game in notice.games]
            figures["links"] = words.listed(each for each in links if each)
        case Foreign() | NotYourMove():
            figures["names"] = words.listed(map(plain, notice.who))
        case Refused() if table is not None:
            figures["reason"] = bot.presentation(table).why(notice.reason, words)
        case Refused():
            return words("refuse.unknown_button")
        case TooFew() | TooMany() if table is not None:
            figures["game"] = words(f"game.{table.game.game}")
    return words(notice.id, **figures)


async def fault(interaction: Interaction, error: BaseException, words: Words) -> None:
    """Log a fault under a short mark, and tell the person the mark, never the details."""
    mark = secrets.token_hex(3)
    _log.error("fault %s", mark, exc_info=error)
    try:
        await private(interaction, words(_fault_id(error), mark=mark))
    except UNHEARD:
        # The person cannot be reached either (the token is too old, Discord is down).
        _log.warning("fault %s could not be told", mark, exc_info=True)


@asynccontextmanager
async def or_cut_off(interaction: Interaction) -> AsyncIterator[None]:
    """Tell the person if the bot stops before the answer, in a moment or not at all."""
    try:
        yield
    except asyncio.CancelledError:
        with suppress(TimeoutError, sqlite3.Error, *UNHEARD):
            async with asyncio.timeout(FAREWELL):
                words = await interaction.client.words(interaction)
                await private(interaction, words("refuse.cut_off"))
        raise


def _fault_id(error: BaseException) -> str:
    if isinstance(error, sqlite3.Error):
        return "error.not_saved"
    return "error.discord" if isinstance(error, discord.HTTPException) else "error.unexpected"


async def _waits(bot: House, game: int) -> bool:
    """Whether a table is a lobby."""
    try:
        return (await bot.tables.table(game)).game.status == "lobby"
    except NoSuchGame:
        return False


async def _link_to(bot: House, game: int) -> str:
    try:
        return link((await bot.tables.table(game)).game)
    except NoSuchGame:
        return ""


def link(game: GameRow) -> str:
    """The address of a table's current message, or of its channel."""
    channel = f"https://discord.com/channels/{game.guild}/{game.channel}"
    return f"{channel}/{game.message}" if game.message else channel


def when(at: float, style: str = "R") -> str:
    """A moment (Unix seconds) as Discord shows it in the reader's own time."""
    return f"<t:{int(at)}:{style}>"
