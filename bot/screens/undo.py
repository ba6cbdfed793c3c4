"""Asking the table to go back: which own action, and what goes back with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.interactions.clicks import Click, ClickRouter, Option, select, whole
from bot.interactions.client import Client
from bot.interactions.message import Message, compose
from bot.screens.journal import sentences
from bot.screens.names import seat_name
from bot.store.rows import Proposal
from bot.tables import undo
from bot.tables.proposals import open_proposal
from bot.tables.refusals import Stale
from bot.tables.table import Table
from render.words import Words
from rules.contract import Seat

MOST_CHARACTERS: Final = 1400
"""The most that is listed of what goes back: it stands on the table message, and in calls."""


def message(bot: Client, table: Table, seat: Seat, words: Words) -> Message:
    """The seat's own actions that it may ask the table to take back, and where that ends.

    Raises: as `bot.tables.undo.points`.
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
    texts = [words("undo.ask.explain")] if options else []
    return compose(f"### {words('undo.ask.title')}", *texts, wall, rows=rows)


def told(
    bot: Client, table: Table, numbers: Iterable[int], seat: Seat | None, words: Words
) -> Iterable[str]:
    """The sentences of some entries, as a seat (None: everybody) may know them."""
    journal, look, scene = table.journal, bot.presentation(table), table.scene(seat)
    for number in numbers:
        if journal is not None:
            yield from sentences(journal.told(number, seat), look, scene, words)


def request(bot: Client, table: Table, proposal: Proposal, words: Words) -> str:
    """Who asks and exactly what goes back, made only of what everybody may know.

    What everybody saw is named, anything else is counted.
    """
    point = undo.point_of(table, proposal)
    name = seat_name(table.seats[proposal.seat], words)
    lines: list[str] = []
    hidden, left = 0, MOST_CHARACTERS
    for number in point.entries if point else ():
        said = [f"- {each}" for each in told(bot, table, (number,), None, words)]
        left -= sum(map(len, said))
        if said and left > 0:
            lines += said
        else:
            hidden += 1
    rest = [f"- {words('undo.request.hidden', hidden)}"] if hidden else []
    return "\n".join([words("undo.request", name=name), *lines, *rest])


async def _on_ask(click: Click) -> None:
    """Ask the table: the value is the entry of the action."""
    number = whole((*click.values, "0")[0])
    bot, words = click.bot, click.words
    try:
        table = await bot.proposals.ask(
            click.game, lambda now, at: undo.asked(now, click.user, number, at)
        )
    except Stale:
        await click.show(words("panel.stale.nothing"))
        return
    waits = open_proposal(table, "undo") is not None
    await click.show(words("undo.ask.asked" if waits else "undo.ask.done"))


def register(clicks: ClickRouter) -> None:
    """The select Ask the table."""
    clicks.on("ask", _on_ask)
