"""`/journal`: what happened since my last turn, and everything before it, in words."""

from __future__ import annotations

from bot import answers
from bot.answers import Shown
from bot.chronicle import Chronicle, Page
from bot.clicks import Click, Clicks, button
from bot.commands.asking import Asked, command
from bot.house import House, Tree
from bot.moves import readable
from bot.notices import UnknownChoice
from bot.table import Table
from render.words import Words
from rules.table import Seat


def register(tree: Tree, clicks: Clicks) -> None:
    """The command and the buttons that turn its pages."""
    tree.add_command(command("journal", _journal))
    clicks.on("journal", _turn)


async def _journal(asked: Asked) -> None:
    table = await asked.begun()
    seat = table.seat_of(asked.user)
    chronicle = _chronicle(asked.bot, table, seat, asked.words)
    title = asked.words("journal.watching" if seat is None else "journal.since_turn")
    await asked.answer(_shown(table, chronicle.since_move(), title, asked.words))


async def _turn(click: Click) -> None:
    """An older or a newer page: `journal:<game>:<before|after>:<entry>`."""
    table = await click.bot.tables.table(click.game)
    chronicle = _chronicle(click.bot, table, table.seat_of(click.user), click.words)
    match click.args:
        case ("before", entry) if entry.isdecimal():
            page = chronicle.before(int(entry))
        case ("after", entry) if entry.isdecimal():
            page = chronicle.after(int(entry))
        case _:
            raise UnknownChoice
    title = click.words("journal.title")
    await answers.show(click.interaction, _shown(table, page, title, click.words))


def _chronicle(bot: House, table: Table, seat: Seat | None, words: Words) -> Chronicle:
    """Raises: NotBegun, SetAside, Unreadable, where there is no journal yet or any more."""
    readable(table)
    return Chronicle(table, bot.presentation(table), seat, words)


def _shown(table: Table, page: Page, title: str, words: Words) -> Shown:
    lines = "\n".join(f"- {line}" for line in page.lines) or words("journal.empty")
    texts = [f"### {title}", lines]
    if page.last >= page.first:
        texts.append(
            "-# " + words("journal.entries", first=page.first, last=page.last, all=table.number)
        )
    game = table.game.id
    older = button(
        *("journal", game, "before", max(page.first - 1, 0)),
        label=words("journal.button.older"),
        disabled=not page.more[0],
    )
    newer = button(
        *("journal", game, "after", page.last),
        label=words("journal.button.newer"),
        disabled=not page.more[1],
    )
    return answers.written(*texts, rows=[[older, newer]])
