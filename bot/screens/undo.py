"""Asking the table to undo: which of a person's actions, and what is undone with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from discord.ui import Button, LayoutView

from bot.interactions.clicks import Click, ClickRouter, Option, button, select, whole
from bot.interactions.client import Client
from bot.interactions.message import Message, compose
from bot.screens.journal import sentences
from bot.screens.names import seat_name
from bot.store.rows import Proposal
from bot.tables.core.game_changes import own_seat
from bot.tables.core.refusals import Stale
from bot.tables.core.table import Table
from bot.tables.play import undo
from bot.tables.seating.proposals import open_proposal
from bot.tables.seating.seat_changes import others_present
from render.words import Words
from rules.contract import Seat

MOST_CHARACTERS: Final = 1400
"""The most characters of what is undone: it is shown in the table message, and in calls."""


def take_back_message(bot: Client, table: Table, seat: Seat, words: Words) -> Message:
    """What is undone if a person undoes their last action, and the button that does it."""
    entry, line = table.undo_entry(seat) or 0, table.journal.line if table.journal else ()
    take_back = button(
        *("panel_undo", table.game.id, entry), label=words("table.button.take_back")
    )
    return _sure(bot, table, seat, (n for n in line if n >= entry), take_back, words)


def _sure(
    bot: Client,
    table: Table,
    seat: Seat,
    numbers: Iterable[int],
    press: Button[LayoutView],
    words: Words,
) -> Message:
    """Some entries, as a seat knows them, over the button that undoes them."""
    lines = _listed(bot, table, numbers, seat, words)
    return compose(words("undo.sure"), "\n".join(lines), rows=[[press]])


def message(bot: Client, table: Table, seat: Seat, words: Words) -> Message:
    """The seat's own actions that it may ask the table to undo, and where that ends.

    If nobody else would be asked, the message says so.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NothingToTakeBack: the person has no action that can be undone.
        AskedThisTurn: the table was already asked in this turn.
    """
    look, points = bot.presentation(table), undo.points(table, seat)
    options: list[Option] = []
    for point in points:
        lines = list(told(bot, table, (point.number,), seat, words))
        label = lines[0] if lines else words("undo.ask.entry", number=point.number)
        if point.wall is not None:
            why = look.why(point.wall, words)
            wall = words("undo.ask.wall", action=label, why=why)
            break
        after = len(point.entries) - 1
        # Two of them may say the same: they are told apart by how far they go back.
        label = words("undo.ask.action", number=len(options) + 1, action=label)
        options.append(Option(str(point.number), label, words("undo.ask.hint", after)))
    else:
        wall = words("undo.ask.end")
    rows = []
    if options:
        choice = words("undo.ask.choose")
        rows.append([select("ask", table.game.id, options=tuple(options), placeholder=choice)])
    how = ".alone" if _alone(bot, table, seat) else ""
    texts = [words(f"undo.ask.explain{how}")] if options else []
    return compose(f"### {words(f'undo.ask.title{how}')}", *texts, wall, rows=rows)


def _alone(bot: Client, table: Table, seat: Seat) -> bool:
    """Whether nobody else at a table would be asked."""
    return not others_present(table, seat, bot.uptime.now())


def told(
    bot: Client, table: Table, numbers: Iterable[int], seat: Seat | None, words: Words
) -> Iterable[str]:
    """The sentences of some entries, as a seat (None: everyone) may know them."""
    journal, look, scene = table.journal, bot.presentation(table), table.scene(seat)
    for number in numbers:
        if journal is not None:
            yield from sentences(journal.told(number, seat), look, scene, words)


def request(bot: Client, table: Table, proposal: Proposal, words: Words) -> str:
    """The name of the asker and exactly what is undone, as everyone may know it.

    Events that everyone saw are named; all others are counted.
    """
    point = undo.point_of(table, proposal)
    name = seat_name(table.seats[proposal.seat], words)
    lines = _listed(bot, table, point.entries if point else (), None, words)
    return "\n".join([words("undo.request", name=name), *lines])


def _listed(
    bot: Client, table: Table, numbers: Iterable[int], seat: Seat | None, words: Words
) -> list[str]:
    """What some entries did, a line each, as far as there is room; the rest is counted."""
    lines: list[str] = []
    hidden, left = 0, MOST_CHARACTERS
    for number in numbers:
        said = [f"- {each}" for each in told(bot, table, (number,), seat, words)]
        left -= sum(map(len, said))
        if said and left > 0:
            lines += said
        else:
            hidden += 1
    rest = [f"- {words('undo.request.hidden', hidden)}"] if hidden else []
    return [*lines, *rest]


async def _on_ask(click: Click) -> None:
    """Ask the table: the value is the entry of the action.

    If nobody else would be asked, what would be undone at once is shown first.
    """
    number = whole((*click.values, "0")[0])
    bot, words, table = click.bot, click.words, await click.table()
    seat = own_seat(table, click.user)
    if not _alone(bot, table, seat):
        await _ask(click, number)
        return
    points = () if table.journal is None else undo.points(table, seat)
    found = next((each for each in points if each.number == number), None)
    if found is None:
        await click.show(words("panel.stale.nothing"))
        return
    label = words("undo.ask.button")
    go_back = button("ask_sure", click.game, number, label=label)
    await click.show(_sure(bot, table, seat, found.entries, go_back, words))


async def _on_sure(click: Click) -> None:
    """Undo what was shown: `ask_sure:<game>:<entry>`."""
    await _ask(click, click.number(0))


async def _ask(click: Click, number: int) -> None:
    bot, words = click.bot, click.words
    try:
        table = await bot.proposals.ask(
            click.game, lambda now, moment: undo.asked(now, click.user, number, moment)
        )
    except Stale:
        await click.show(words("panel.stale.nothing"))
        return
    waits = open_proposal(table, "undo") is not None
    await click.show(words("undo.ask.asked" if waits else "undo.ask.done"))


def register(clicks: ClickRouter) -> None:
    """Register the select that asks the table, and the button for a person who is alone."""
    clicks.on("ask", _on_ask)
    clicks.on("ask_sure", _on_sure)
