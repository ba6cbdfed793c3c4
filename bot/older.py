"""Older messages: without their buttons, brought up to date, or not posted again."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import aiohttp
import discord

from bot.answers import Shown
from bot.store.rows import OutRow
from bot.table import Table

_log = logging.getLogger(__name__)


async def strip_table(client: discord.Client, table: Table, older: int) -> None:
    """Take the buttons of an older table message away, once, if that is possible."""
    game = table.game
    channel = client.get_partial_messageable(
        game.message_channel or game.channel, guild_id=game.guild
    )
    await strip(channel, older)


async def strip(channel: discord.abc.Messageable, older: int) -> None:
    """Take the buttons of an older message away, once, if that is possible."""
    try:
        message = await channel.fetch_message(older)
        view = without_buttons(message)
        if view is not None:
            await message.edit(view=view, attachments=message.attachments)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        _log.info("an older message keeps its buttons: %s", error)


def without_buttons(message: discord.Message) -> discord.ui.LayoutView | None:
    """The layout of a message without its rows; None if it has none.

    Pictures are named as attachments again: an edit cannot show them by the address
    under which Discord hands them out.
    """
    view = discord.ui.LayoutView.from_message(message, timeout=None)
    rows = [each for each in view.walk_children() if isinstance(each, discord.ui.ActionRow)]
    if not rows:
        return None
    for row in rows:
        parent = row.parent
        if isinstance(parent, discord.ui.Container):
            parent.remove_item(row)
        else:
            view.remove_item(row)
    names = iter(attachment.filename for attachment in message.attachments)
    for gallery in view.walk_children():
        if isinstance(gallery, discord.ui.MediaGallery):
            gallery.items = [
                discord.MediaGalleryItem(f"attachment://{name}", description=item.description)
                for item, name in zip(gallery.items, names, strict=False)
            ]
    view.stop()
    return view


async def posted(
    channel: discord.abc.Messageable, row: OutRow, shown: Shown, stands: int | None = None
) -> discord.Message:
    """Post a new message, once for all tries.

    Args:
        channel: where.
        row: what asks for it.
        shown: the message.
        stands: the message that it takes the place of, if any.
    """
    message = await _sent(channel, row.nonce, shown)
    if stands is not None and message.id <= stands and row.id != row.first:
        # Sent before a crash, and noted, but not crossed out: this is another message.
        message = await _sent(channel, row.latest_nonce, shown)
    return message


async def _sent(channel: discord.abc.Messageable, nonce: str, shown: Shown) -> discord.Message:
    """Send a message, and edit it if it is not what was sent.

    A nonce that Discord knows brings back the message of an earlier try, whose answer
    was lost: as it was then, though the game may have gone on since.
    """
    message = await channel.send(
        view=shown.view, files=shown.files, allowed_mentions=shown.allowed, nonce=nonce
    )
    stands = discord.ui.LayoutView.from_message(message, timeout=None)
    stands.stop()
    if list(_said(stands)) == list(_said(shown.view)):
        return message
    return await message.edit(
        view=shown.view,
        attachments=shown.files,
        allowed_mentions=discord.AllowedMentions.none(),
    )


def _said(view: discord.ui.LayoutView) -> Iterator[str]:
    """What tells two states of a message apart: its texts and its buttons."""
    for part in view.walk_children():
        match part:
            case discord.ui.TextDisplay():
                yield part.content.strip()
            case discord.ui.Button() | discord.ui.Select():
                yield part.custom_id or ""
            case _:
                pass
