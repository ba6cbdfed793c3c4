"""A click or command from arrival to end: logged, acknowledged, run, errors reported."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final, Literal, NoReturn, TypeAlias

from bot.interactions import replies, request_log
from bot.interactions.client import Client, Interaction
from bot.interactions.refusal_text import find_table, refusal_text
from bot.interactions.replies import Acknowledge
from bot.interactions.request_log import LoggedRequest
from bot.store import DatabaseError
from bot.store.rows import GameId
from bot.tables.core.refusals import (
    BeingUpdated,
    NoSeatHere,
    NoSuchGame,
    Refusal,
    UnknownChoice,
    UnknownOption,
    Unreadable,
)
from bot.tables.core.table import Table
from render.words import Words, coverage

_log = logging.getLogger(__name__)

MOST_UNANSWERED: Final = 4
"""How many of a person's clicks are answered at the same time."""

InteractionHandler: TypeAlias = Callable[[Words, LoggedRequest], Awaitable[None]]
"""Answers a request in the language of the person who asks."""


class Closing(Refusal):
    """The bot is about to stop, so nothing new begins."""

    id = "refuse.closing"


class TooFast(Refusal):
    """The person has `MOST_UNANSWERED` clicks waiting for an answer, so another is ignored."""

    id = "refuse.too_fast"


async def handle(
    interaction: Interaction,
    kind: Literal["click", "command"],
    verb: str,
    handler: InteractionHandler,
    *,
    how: Acknowledge,
    game: GameId = 0,
) -> None:
    """Answer a request.

    Args:
        interaction: the click or command.
        kind: which of the two, for the log.
        verb: the verb of the click, or the id of the command, for the log.
        handler: what is done once the interaction has been acknowledged.
        how: how it is acknowledged.
        game: the game that it names; 0: none.
    """
    bot, person = interaction.client, interaction.user.id
    handler = _named(interaction, handler)
    bot.track_answer()
    try:
        if kind == "click" and not await bot.claim(interaction):
            bot.open_lists.forget(interaction)
            if interaction.message is not None:
                bot.open_panels.forget(interaction.message.id)  # another process keeps it
            return
        unclaimed = interaction.extras.get("unclaimed")
    except DatabaseError as error:
        unclaimed = error
    bot.latest_clicks.note(person)
    bot.late_edits.drop(person)
    bot.locales[person] = interaction.locale.value
    with (
        request_log.logged(bot, kind, verb, game) as record,
        bot.unanswered(person) as count,
        bot.open_panels.pressing(interaction),
    ):
        async with replies.or_cut_off(interaction):
            if unclaimed is not None:
                handler, how = _raising(unclaimed), Acknowledge.NONE
            elif bot.closing and "claimed" not in interaction.extras:
                handler, how = _refuse, Acknowledge.NONE
            elif kind == "click" and count > MOST_UNANSWERED:
                handler, how = _leave_out, Acknowledge.NONE
            try:
                await replies.acknowledge(interaction, how)
            except replies.UNDELIVERED as error:
                # Too late for Discord: the person saw it fail, so nothing may be done.
                _log.warning("a %s could not be acknowledged: %s, %s", kind, verb, error)
                record.outcome = "late"
                return
            record.acknowledged()
            await _run(interaction, handler, record)
            if record.outcome != "done" and _chose(interaction):
                bot.open_panels.renew(interaction)


def _chose(interaction: Interaction) -> bool:
    """Whether something was chosen from a menu."""
    return bool(dict(interaction.data or {}).get("values"))


async def report(interaction: Interaction, error: BaseException) -> None:
    """Tell the person about an error raised elsewhere, as if a handler had raised it."""
    await _run(interaction, _raising(error), LoggedRequest(0))


def _named(interaction: Interaction, handler: InteractionHandler) -> InteractionHandler:
    """A handler that first notes the person's name on the server; it goes on if that fails."""

    async def run(words: Words, record: LoggedRequest) -> None:
        guild, person = interaction.guild_id, interaction.user
        if guild is not None:
            try:
                name = person.display_name
                await interaction.client.people.note_name(guild, person.id, name)
            except DatabaseError as error:
                _log.info("a name was not stored: %s", error)
        await handler(words, record)

    return run


def missing(bot: Client, refusal: Refusal) -> Refusal:
    """The refusal to report: what is unknown here may be known to a newer release."""
    unknown = isinstance(refusal, UnknownChoice | UnknownOption)
    return BeingUpdated() if unknown and bot.store.process.newer_lives else refusal


def _raising(error: BaseException) -> InteractionHandler:
    async def fail(*_: object) -> NoReturn:
        raise error

    return fail


async def _run(
    interaction: Interaction, handler: InteractionHandler, record: LoggedRequest
) -> None:
    """Run a handler; report a `Refusal` privately; log a fault and report its mark."""
    words = coverage.of_discord(interaction.locale.value)
    try:
        words = await interaction.client.words(interaction)
        try:
            await handler(words, record)
        except Refusal as refusal:
            told = missing(interaction.client, refusal)
            record.outcome = told.id
            await _tell(interaction, told, words, record.game)
        # Not before: a click on Join gives the person a seat.
        await interaction.client.people.note_discord_locale(
            interaction.user.id, interaction.locale.value
        )
        await interaction.client.latest_clicks.store(interaction.user.id)
    except Exception as error:  # noqa: BLE001 - logged by `fault`, whatever it is
        record.outcome = "fault"
        await replies.fault(interaction, error, words)


async def _tell(interaction: Interaction, refusal: Refusal, words: Words, game: GameId) -> None:
    """Report a refusal privately; without a game, it is about the channel's table.

    It does not say who plays at a table elsewhere, which only a forged click can name.
    """
    bot, channel = interaction.client, interaction.channel_id
    table = await find_table(bot, game) if game else await _table_here(bot, channel)
    if isinstance(refusal, NoSeatHere) and table is not None:
        foreign = channel is None or not table.visible_from(channel, interaction.user.id)
        refusal = NoSuchGame() if foreign else refusal
    await replies.private(interaction, await refusal_text(bot, refusal, words, table))


async def _table_here(bot: Client, channel: int | None) -> Table | None:
    """The table of a channel, if there is one that can be read."""
    if channel is None:
        return None
    try:
        return await bot.games.in_channel(channel)
    except Unreadable:
        return None


async def _refuse(*_: object) -> None:
    raise Closing


async def _leave_out(*_: object) -> None:
    raise TooFast
