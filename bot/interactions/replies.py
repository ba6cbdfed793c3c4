"""Answers to an interaction: the acknowledgement, private messages, and faults with a mark.

Private answers are ephemeral messages, in the person's own language.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from enum import Enum
from functools import partial
from typing import Final

import aiohttp
import discord
import msgspec
from msgspec.structs import replace

from bot.interactions import emojis
from bot.interactions.client import Interaction
from bot.interactions.message import (
    MakeRow,
    Message,
    compose,
    digest_of,
    with_foot,
    with_new_selects,
    with_row,
)
from bot.store import DatabaseError
from bot.store.rows import GameId
from render.fitting import within
from render.words import Words

CUT_OFF_WITHIN: Final = 0.5
"""Seconds allowed for telling someone that their answer is cut off."""

UNDELIVERED: Final = (
    *(discord.HTTPException, discord.RateLimited),
    *(aiohttp.ClientError, OSError),
)
"""The errors raised when a message does not reach Discord."""

_ALREADY_ACKNOWLEDGED: Final = 40060

UNKNOWN_MESSAGE: Final = 10008
"""Discord's code for a message that was deleted or, if it is private, dismissed."""

_log = logging.getLogger(__name__)


class Acknowledge(Enum):
    """How an interaction is acknowledged, before anything else happens.

    UPDATE: a click on a message that is then edited (or left as it is).
    PRIVATE: a new private answer follows, into which `show` writes.
    NONE: the handler answers at once by itself (a form, autocomplete).
    """

    UPDATE = "update"
    PRIVATE = "private"
    NONE = "none"


class Home(msgspec.Struct, frozen=True):
    """The list in whose message something else is shown.

    Attributes:
        game: the game that is shown there; 0: not known.
        row: makes the buttons that lead back, when they are shown.
        shown: called with the message as Discord has it then.
    """

    game: GameId
    row: MakeRow
    shown: Callable[[discord.InteractionMessage], None]


async def acknowledge(interaction: Interaction, how: Acknowledge) -> None:
    """Acknowledge an interaction within Discord's three seconds, once.

    If the connection breaks, nobody knows whether Discord has the acknowledgement, so it is
    sent once more. Discord then accepts it, or says that it had it already. If this raises, the
    person sees the interaction fail, so nothing may be done.

    Raises:
        discord.HTTPException: Discord does not accept it.
        discord.RateLimited: Discord accepts none for too long.
        aiohttp.ClientError: Discord cannot be reached.
        OSError: Discord cannot be reached.
    """
    await _once_more(lambda: _defer(interaction, how))
    interaction.extras["acknowledged"] = how


async def _once_more(answer: Callable[[], Awaitable[object]]) -> None:
    """Send a first answer, and send it once more if the connection breaks."""
    try:
        await answer()
    except (aiohttp.ClientError, OSError):
        try:
            await answer()
        except discord.HTTPException as error:
            if error.code != _ALREADY_ACKNOWLEDGED:
                raise


async def open_form(interaction: Interaction, form: discord.ui.Modal) -> None:
    """Open a form as the first answer; if it is too late for that, the person sees it fail."""
    try:
        await _once_more(lambda: interaction.response.send_modal(form))
    except UNDELIVERED as error:
        _log.warning("a form could not be opened: %s", error)


async def _defer(interaction: Interaction, how: Acknowledge) -> None:
    match how:
        case Acknowledge.UPDATE:
            await interaction.response.defer()
        case Acknowledge.PRIVATE:
            await interaction.response.defer(ephemeral=True, thinking=True)
        case Acknowledge.NONE:
            pass


async def show(
    interaction: Interaction, message: Message | str
) -> discord.InteractionMessage | None:
    """Edit @original: the panel that was clicked, or the deferred private answer.

    A click from a public message, with a made-up custom_id, is answered by a new private
    message: a panel never takes the place of what everyone sees.

    Returns:
        The message as Discord has it now; None: a new one was sent, or it was dismissed.
    """
    if _on_public_message(interaction):
        await private(interaction, message)
        return None
    interaction.extras["answered"] = True
    panels = interaction.client.open_panels
    shown = None if isinstance(message, str) else message.panel
    digest = digest_of(message) if isinstance(message, Message) and shown else ""
    message = await _fitting(interaction, message)
    if (home := _home(interaction)) is not None:
        message = with_row(message, await home.row())
    message = with_foot(message, _foot(interaction))
    if _updates(interaction):
        message = with_new_selects(message, panels.edit_number())
        if interaction.message is not None:
            await interaction.client.open_lists.leave(interaction.message.id)
    try:
        async with panels.lock_of(interaction):
            answer = await emojis.sent(
                lambda each: interaction.edit_original_response(
                    view=each.view,
                    attachments=each.files,
                    allowed_mentions=each.allowed_mentions,
                ),
                message,
            )
            row, game = (None, 0) if home is None else (home.row, home.game)
            panels.note(interaction, answer, message, digest=digest, row=row, game=game)
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        # The person dismissed it in the meantime. What was done still counts.
        _log.info("a panel was dismissed before it was edited")
        return None
    if home is not None:
        home.shown(answer)
    if message.later is not None:
        late = interaction.client.late_edits
        again = partial(show, interaction)
        late.begin(interaction.user.id, answer.id, message.later, again)
    return answer


def _on_public_message(interaction: Interaction) -> bool:
    """Whether @original is a public message, not a private answer."""
    message = interaction.message
    return _updates(interaction) and message is not None and not message.flags.ephemeral


def is_on_private_message(interaction: Interaction) -> bool:
    """Whether the clicked message is a private answer, in whose place `show` puts another."""
    message = interaction.message
    return _updates(interaction) and message is not None and message.flags.ephemeral


def _updates(interaction: Interaction) -> bool:
    """Whether @original is the message that was clicked on."""
    return interaction.extras.get("acknowledged") is Acknowledge.UPDATE


def is_answered_anew(interaction: Interaction) -> bool:
    """Whether an interaction was acknowledged by a new private answer."""
    return interaction.extras.get("acknowledged") is Acknowledge.PRIVATE


async def private(interaction: Interaction, message: Message | str) -> None:
    """A new private message to the person: the first answer, or a follow-up."""
    how = interaction.extras.get("acknowledged", Acknowledge.NONE)
    if how is Acknowledge.PRIVATE and "answered" not in interaction.extras:
        await show(interaction, message)
        return
    first = how is Acknowledge.NONE and not interaction.response.is_done()
    send = interaction.response.send_message if first else interaction.followup.send
    message = with_foot(await _fitting(interaction, message), _foot(interaction))
    await emojis.sent(
        lambda each: send(
            view=each.view,
            files=each.files,
            ephemeral=True,
            allowed_mentions=each.allowed_mentions,
        ),
        message,
    )


async def public(interaction: Interaction, message: Message) -> None:
    """A new, silent message that everyone in the channel sees, after an acknowledged click."""
    message = await _fitting(interaction, message)
    await interaction.followup.send(
        view=message.view,
        files=message.files,
        ephemeral=False,
        silent=True,
        allowed_mentions=message.allowed_mentions,
    )


async def tell(interaction: Interaction, message: Message | str) -> None:
    """A message in place of the clicked one if that is a list's; otherwise a private one."""
    await (private if _home(interaction) is None else show)(interaction, message)


def set_home(interaction: Interaction, home: Home | None) -> None:
    """Give what replaces the clicked message a way back to the list; None: it is the list."""
    if _updates(interaction):
        interaction.extras["home"] = home


def _home(interaction: Interaction) -> Home | None:
    home: Home | None = interaction.extras.get("home")
    return home


def set_foot(interaction: Interaction, text: str) -> None:
    """End every private answer to an interaction with a line in small print."""
    interaction.extras["foot"] = f"-# {text}" if text else ""


def _foot(interaction: Interaction) -> str:
    return str(interaction.extras.get("foot", ""))


async def _fitting(interaction: Interaction, message: Message | str) -> Message:
    """The message, its pictures shrunk to this place's file size limit; none is left out."""
    if isinstance(message, str):
        return compose(message)
    limit = interaction.filesize_limit
    if all(len(each.data) <= limit for each in message.pictures):
        return message
    run = interaction.client.workers.run
    pictures = tuple([await run(within, each, limit) for each in message.pictures])
    return replace(message, pictures=pictures)


async def fault(interaction: Interaction, error: BaseException, words: Words) -> None:
    """Log a fault under a short mark, and tell the person the mark, never the details."""
    mark = secrets.token_hex(3)
    _log.error("fault %s", mark, exc_info=error)
    try:
        await private(interaction, words(_fault_text(error), mark=mark))
    except UNDELIVERED:
        # The person cannot be reached either (the token is too old, Discord is down).
        _log.warning("fault %s could not be reported", mark, exc_info=True)


@asynccontextmanager
async def or_cut_off(interaction: Interaction) -> AsyncIterator[None]:
    """Tell the person if the bot stops before the answer, unless that takes too long."""
    try:
        yield
    except asyncio.CancelledError:
        with suppress(TimeoutError, DatabaseError, *UNDELIVERED):
            async with asyncio.timeout(CUT_OFF_WITHIN):
                words = await interaction.client.words(interaction)
                await private(interaction, words("refuse.cut_off"))
        raise


def _fault_text(error: BaseException) -> str:
    """The id of the text that tells a person about a fault."""
    if isinstance(error, DatabaseError):
        return "error.not_saved"
    return "error.discord" if isinstance(error, discord.HTTPException) else "error.unexpected"
