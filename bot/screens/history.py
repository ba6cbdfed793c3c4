"""Looking back: any past position as a picture, the film of a game, a game as a file.

Everything here is a private answer. A person sees a past position as their seat saw
it then; spectators see what everyone saw. The buttons name the entry that they lead
to, so they work at any time and nothing is kept in memory.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

import discord
import msgspec

from bot.interactions import limits, replies
from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client
from bot.interactions.message import Document, Message, Row, compose
from bot.interactions.pictures import Progress
from bot.interactions.replies import Acknowledge
from bot.screens.journal import sentences
from bot.screens.names import seat_name
from bot.screens.news import most_of, news
from bot.tables.core.game_changes import readable
from bot.tables.core.refusals import Refusal, UnknownChoice
from bot.tables.core.table import Table
from render.words import Words
from rules import record, stops
from rules.contract import Agreed, Seat
from rules.opponents import ADVISERS

MOST_EVENTS: Final = 12
"""How many of a turn's events are listed beside its picture."""

MOST_UNDONE: Final = 30
"""How many undone events are listed."""

FILM: Final = 8 * 2**20
"""The largest size of a film, in bytes."""

PROGRESS_INTERVAL: Final = 3.0
"""Seconds between two edits that report the progress of a film."""


class StillSecret(Refusal):
    """The game has secrets until it ends; only then are there a film and a file."""

    id = "history.not_over"


class Stop(msgspec.Struct, frozen=True):
    """A past position to look at.

    Attributes:
        past: the table as it was there.
        since: the entry of the previous stop.
        turn, turns: which turn it is, and how many there are.
        back, on, round_back, round_on: the entries that the buttons lead to.
    """

    past: Table
    since: int
    turn: int
    turns: int
    back: int | None
    on: int | None
    round_back: int | None
    round_on: int | None


def stop_at(table: Table, number: int) -> Stop:
    """The stop at an entry, or the first or last stop if there is no such entry.

    It reads the whole journal, which takes some milliseconds: not for the event loop.

    Raises:
        NotBegun: the game has not begun.
        SetAside: a replay of the game differed.
        Unreadable: no position of the game can be restored.
    """
    journal = readable(table)
    turns, rounds = stops.turns(journal), stops.rounds(journal)
    number = min(max(number, turns[0]), turns[-1])
    back = stops.before(turns, number)
    return Stop(
        past=table.at(number),
        since=back or 0,
        turn=sum(stop <= number for stop in turns),
        turns=len(turns),
        back=back,
        on=stops.after(turns, number),
        round_back=stops.before(rounds, number),
        round_on=stops.after(rounds, number),
    )


async def message(
    bot: Client, table: Table, seat: Seat | None, number: int, words: Words
) -> Message:
    """A past position with its buttons, as a seat (None: everyone) saw it.

    Raises:
        NotBegun: the game has not begun.
        SetAside: a replay of the game differed.
        Unreadable: no position of the game can be restored.
    """
    stop = await asyncio.to_thread(stop_at, table, number)
    past, look = stop.past, bot.presentation(table)
    view, scene = past.view(seat), past.scene(seat)
    picture = await bot.pictures.board(past, words, stop.since, seat)
    lines = news(bot, table, stop.since + 1, past.number, seat, words)
    place = words(
        "history.place",
        turn=stop.turn,
        turns=stop.turns,
        entry=past.number,
        entries=table.number,
    )
    return compose(
        f"### {words('history.title', progress=look.progress(view, words))}",
        (picture,) if picture else look.summary(view, scene, words),
        "\n".join(f"- {line}" for line in most_of(lines, MOST_EVENTS, words)),
        f"-# {place}",
        rows=_rows(table, stop, words, own=seat is not None),
    )


def _rows(table: Table, stop: Stop, words: Words, *, own: bool = False) -> list[Row]:
    """The buttons; `own`: whether the person has a seat, and so may have a review."""
    first, last = stop.turn == 1, stop.turn == stop.turns
    steps: list[list[tuple[str, int | None]]] = [
        [
            ("first", None if first else 0),
            ("back", stop.back),
            ("on", stop.on),
            ("last", None if last else table.number),
        ],
        [("round_back", stop.round_back), ("round_on", stop.round_on)],
    ]
    rows = [[_step_button(table, step, to, words) for step, to in row] for row in steps]
    game = table.game.id
    if _ended(table):
        rows[1] += [
            button("history_film", game, label=words("history.button.film")),
            button("history_file", game, label=words("history.button.file")),
        ]
    if own and table.game.status == "over" and table.game.game in ADVISERS:
        rows[1].append(button("review", game, label=words("review.button")))
    undone = _undone_buttons(table, stop, words)
    return [*map(list, rows), *([undone] if undone else [])]


def looking_back(table: Table, words: Words) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    """The buttons of a game that has ended: its turns, and the reader's review."""
    row = [button("history", table.game.id, label=words("table.button.history"))]
    if table.game.game in ADVISERS:
        row.append(button("review", table.game.id, label=words("review.button")))
    return row


def _undone_buttons(table: Table, stop: Stop, words: Words) -> Row:
    """A button for each of the latest undos at this stop, as many as a row holds."""
    found = agreed_at(table, stop)[-limits.ROW :]
    label = words("history.button.undone")
    return [button("history_undone", table.game.id, number, label=label) for number in found]


def agreed_at(table: Table, stop: Stop) -> tuple[int, ...]:
    """The entries that went back to a position of this stop's turn."""
    since = stop.since if stop.back is not None else -1
    last = stop.past.number if stop.on is not None else table.number
    return tuple(
        number
        for number, entry in enumerate(readable(table).entries, start=1)
        if isinstance(entry, Agreed) and since < entry.to <= last
    )


async def undone_message(
    bot: Client, table: Table, seat: Seat | None, number: int, words: Words
) -> Message:
    """What an agreement has undone, as a seat knew it then, and the position before.

    Raises:
        NotBegun: the game has not begun.
        SetAside: a replay of the game differed.
        Unreadable: no position of the game can be restored.
        UnknownChoice: the entry is not an agreement.
    """
    journal = readable(table)
    entry = journal.entries[number - 1] if 0 < number <= journal.number else None
    if not isinstance(entry, Agreed):
        raise UnknownChoice
    past, look = table.at(number - 1), bot.presentation(table)
    scene, to = past.scene(seat), entry.to
    line = past.journal.line if past.journal else ()
    events = (event for n in line if n > to for event in journal.told(n, seat))
    lines = tuple(sentences(events, look, scene, words))
    picture = await bot.pictures.board(past, words, to, seat)
    name = seat_name(past.seats[entry.asked_by], words)
    back = button(*("history_at", table.game.id, "on", to), label=words("panel.button.back"))
    return compose(
        f"### {words('history.undone', name=name)}",
        (picture,) if picture else look.summary(past.view(seat), scene, words),
        "\n".join(f"- {line}" for line in lines[:MOST_UNDONE]),
        words("rules.more", len(lines) - MOST_UNDONE) if len(lines) > MOST_UNDONE else "",
        rows=([back],),
    )


def _step_button(
    table: Table, step: str, to: int | None, words: Words
) -> discord.ui.Button[discord.ui.LayoutView]:
    label = words(f"history.button.{step}")
    return button("history_at", table.game.id, step, to or 0, label=label, disabled=to is None)


def _ended(table: Table) -> bool:
    return table.game.status == "over" and table.over is not None


# -- film and file -----------------------------------------------------------------


async def _film_message(
    bot: Client, table: Table, words: Words, limit: int, progress: Progress
) -> Message:
    """The whole finished game as an animation of at most `limit` bytes, as everyone saw it.

    `progress` is called with the number of pictures drawn so far.
    """
    picture = await bot.pictures.film(table, words, min(limit, FILM), progress)
    if picture is None:
        return compose(words("history.film.missing"))
    title = words("history.film", game=words(f"game.{table.game.game}"))
    return compose(f"### {title}", (picture,))


def file_message(table: Table, words: Words) -> Message:
    """The whole game as a JSON file: its set-up, who played, every entry.

    Raises:
        StillSecret: the game has not ended.
    """
    if table.journal is None or not _ended(table):
        raise StillSecret
    people = tuple(record.Sitter(each.name, each.computer) for each in table.people)
    data = record.written(table.journal, table.game.chosen, people)
    document = Document(data, f"{table.game.game}-{table.game.id}.json")
    return compose(words("history.file"), documents=(document,))


# -- clicks ------------------------------------------------------------------------


async def _on_open(click: Click) -> None:
    table = await click.visible_table()
    seat = table.seat_of(click.user)
    page = await message(click.bot, table, seat, table.number, click.words)
    await click.show(page)


async def _on_step(click: Click) -> None:
    """Show another stop: `history_at:<game>:<step>:<entry>`."""
    if len(click.args) != 2:
        raise UnknownChoice
    table = await click.visible_table()
    number = table.number if click.args[0] == "last" else click.number(1)
    page = await message(click.bot, table, table.seat_of(click.user), number, click.words)
    await click.show(page)


async def _on_undone(click: Click) -> None:
    """Show what was undone: `history_undone:<game>:<entry>`."""
    table = await click.visible_table()
    seat, number = table.seat_of(click.user), click.number(0)
    await click.show(await undone_message(click.bot, table, seat, number, click.words))


async def _on_film(click: Click) -> None:
    limit, words = click.interaction.filesize_limit, click.words
    table = await click.visible_table()
    if not _ended(table):
        raise StillSecret
    told = asyncio.get_running_loop().time()

    async def progress(drawn: int, all_: int) -> None:
        """Report the progress, but not too often."""
        nonlocal told
        if drawn and (now := asyncio.get_running_loop().time()) >= told + PROGRESS_INTERVAL:
            told = now
            with suppress(*replies.UNDELIVERED):
                await click.show(words("history.film.progress", drawn, all=all_))

    await click.show(words("history.film.begun"))
    await click.show(await _film_message(click.bot, table, words, limit, progress))


async def _on_file(click: Click) -> None:
    table = await click.visible_table()
    page = await asyncio.to_thread(file_message, table, click.words)
    await click.show(page)


def register(clicks: ClickRouter) -> None:
    """Register the buttons of the history, and those for the film and the file."""
    clicks.on("history", _on_open, Acknowledge.PRIVATE)
    clicks.on("history_at", _on_step)
    clicks.on("history_undone", _on_undone)
    clicks.on("history_film", _on_film, Acknowledge.PRIVATE)
    clicks.on("history_file", _on_file, Acknowledge.PRIVATE)
