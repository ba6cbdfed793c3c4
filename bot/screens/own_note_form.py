"""**Note**: the form for a person's note about a game, which only they see."""

from __future__ import annotations

from bot.interactions import forms, replies
from bot.interactions.clicks import Click, ClickRouter, Option
from bot.interactions.forms import Choices, Field, Text
from bot.interactions.message import Message
from bot.interactions.replies import Acknowledge
from bot.screens import hand, panel
from bot.screens.panel_state import NOTHING, told_since
from bot.store.rows import SeatRow
from bot.tables.core.game_changes import own_seat
from bot.tables.core.own_notes import LONGEST
from bot.tables.core.table import Table
from render.words import Words
from rules.contract import Seat


def fields(row: SeatRow, words: Words) -> tuple[Field, ...]:
    """The note as it is now, and whether a rematch begins with it."""
    return (
        Text(
            key="text",
            label=words("own_note.field"),
            hint=words("own_note.hint"),
            most=LONGEST,
            now=row.own_note,
            lines=True,
        ),
        Choices(
            key="keep",
            label=words("own_note.after"),
            options=tuple(
                Option(key, words(f"own_note.after.{key}"), chosen=row.keeps_note == keeps)
                for key, keeps in (("delete", False), ("keep", True))
            ),
        ),
    )


async def _on_note(click: Click) -> None:
    """Open the form: `note:<game>:<place>`."""
    table = await click.table()
    row = table.seats[own_seat(table, click.user)]
    title, place = click.words("own_note.title"), (*click.args, "")[0]
    await forms.ask(click, "note", place, title=title, fields=fields(row, click.words))


async def _on_written(click: Click) -> None:
    """Store the note; its delivery edits a hand in a direct message."""
    given = click.filled_in
    table = await click.bot.people.note(
        click.game, click.user, given.get("text", ""), keeps=given.get("keep") == "keep"
    )
    seat, message = own_seat(table, click.user), click.interaction.message
    if message is None or not message.flags.ephemeral:
        noted = table.seats[seat].own_note
        await replies.private(
            click.interaction, click.words("own_note.saved" if noted else "own_note.deleted")
        )
    elif click.args[:1] == ("hand",):
        await click.show(await hand.message(click.bot, table, seat, click.words))
    else:
        await click.show(await _panel(click, table, seat, message.id))


async def _panel(click: Click, table: Table, seat: Seat, message: int) -> Message:
    """The panel again, with what its person did and what happened since."""
    bot, words = click.bot, click.words
    open_panel = bot.open_panels.get(message)
    said = await bot.said(words, table, click.user)
    since = NOTHING if open_panel is None else told_since(bot, table, open_panel.shown, said)
    return await panel.message(bot, table, seat, words, since=since)


def register(clicks: ClickRouter) -> None:
    """Register the button that opens the form, and the form."""
    clicks.on("note", _on_note, Acknowledge.NONE)
    clicks.on_form("note", _on_written)
