"""Looking back: any past position as a picture, the film of a game, a game as a file.

Everything here is a private answer. A person sees a past position as their seat saw
it then, spectators what everybody saw. The buttons carry the number of the entry
that they lead to, so they work at any time and nothing is kept in memory.
"""

from __future__ import annotations

import asyncio
from typing import Final

import discord
import msgspec

from bot import answers
from bot.answers import Acknowledge, Document, Row, Shown
from bot.chronicle import sentences
from bot.clicks import Click, Clicks, button
from bot.house import House
from bot.moves import readable
from bot.notices import NoSuchGame, Notice, UnknownChoice
from bot.table import Table
from render.words import Words
from rules import record, stops
from rules.table import Seat

MOST_EVENTS: Final = 12
"""How many of a turn's events are told beside its picture."""

FILM: Final = 8 * 2**20
"""The most bytes of a film."""


class NotOver(Notice):
    """Only a finished game has no secrets: its film and its file come then."""

    id = "history.not_over"


class Stop(msgspec.Struct, frozen=True):
    """A place to look from.

    Attributes:
        past: the table as it stood there.
        since: the entry of the stop before it.
        turn, turns: which turn it is, and of how many.
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


def found(table: Table, number: int) -> Stop:
    """The stop at an entry, or at the first or last where there is no such entry.

    It tells the whole journal anew, some milliseconds long: not for the loop.

    Raises:
        NotBegun, SetAside, Unreadable: there is nothing to look back at.
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


async def shown(
    bot: House, table: Table, seat: Seat | None, number: int, words: Words
) -> Shown:
    """A past position with its buttons, as a seat (None: everybody) saw it.

    Raises: as `found`.
    """
    stop = await asyncio.to_thread(found, table, number)
    past, look = stop.past, bot.presentation(table)
    view, scene = past.view(seat), past.scene(seat)
    picture = await bot.pictures.board(past, words, stop.since, seat)
    told = tuple(sentences(past.events(stop.since, seat), look, scene, words))
    place = words(
        "history.place",
        turn=stop.turn,
        turns=stop.turns,
        entry=past.number,
        entries=table.number,
    )
    return answers.composed(
        f"### {words('history.title', progress=look.progress(view, words))}",
        (picture,) if picture else look.summary(view, scene, words),
        "\n".join(f"- {line}" for line in told[-MOST_EVENTS:]),
        f"-# {place}",
        rows=_rows(table, stop, words),
    )


def _rows(table: Table, stop: Stop, words: Words) -> list[Row]:
    first, last = stop.turn == 1, stop.turn == stop.turns
    ways: list[list[tuple[str, int | None]]] = [
        [
            ("first", None if first else 0),
            ("back", stop.back),
            ("on", stop.on),
            ("last", None if last else table.number),
        ],
        [("round_back", stop.round_back), ("round_on", stop.round_on)],
    ]
    rows = [[_way(table, way, to, words) for way, to in row] for row in ways]
    if _ended(table):
        game = table.game.id
        rows[1] += [
            button("history_film", game, label=words("history.button.film")),
            button("history_file", game, label=words("history.button.file")),
        ]
    return [list(row) for row in rows]


def _way(
    table: Table, way: str, to: int | None, words: Words
) -> discord.ui.Button[discord.ui.LayoutView]:
    label = words(f"history.button.{way}")
    return button("history_at", table.game.id, way, to or 0, label=label, disabled=to is None)


def _ended(table: Table) -> bool:
    return table.game.status == "over" and table.over is not None


# -- film and file -----------------------------------------------------------------


async def film(bot: House, table: Table, words: Words, limit: int) -> Shown:
    """The whole game as an animation of at most so many bytes, as everybody saw it.

    Raises: NotOver.
    """
    if not _ended(table):
        raise NotOver
    drawn = await bot.pictures.film(table, words, min(limit, FILM))
    if drawn is None:
        return answers.written(words("history.film.missing"))
    title = words("history.film", game=words(f"game.{table.game.game}"))
    return answers.composed(f"### {title}", (drawn,))


def file(table: Table, words: Words) -> Shown:
    """The whole game as a JSON file: its set-up, who played, every entry.

    Raises: NotOver.
    """
    if table.journal is None or not _ended(table):
        raise NotOver
    people = tuple(record.Sitter(each.name, each.computer) for each in table.people)
    data = record.written(table.journal, table.game.chosen, people)
    document = Document(data, f"{table.game.game}-{table.game.id}.json")
    return answers.composed(words("history.file"), documents=(document,))


# -- clicks ------------------------------------------------------------------------


async def _opened(click: Click) -> None:
    table = await _looked_at(click)
    seat = table.seat_of(click.user)
    page = await shown(click.bot, table, seat, table.number, click.words)
    await answers.show(click.interaction, page)


async def _turned(click: Click) -> None:
    """Another stop: `history_at:<game>:<way>:<entry>`."""
    if len(click.args) != 2:
        raise UnknownChoice
    table = await _looked_at(click)
    number = table.number if click.args[0] == "last" else click.number(1)
    page = await shown(click.bot, table, table.seat_of(click.user), number, click.words)
    await answers.show(click.interaction, page)


async def _filmed(click: Click) -> None:
    limit = click.interaction.filesize_limit
    page = await film(click.bot, await _looked_at(click), click.words, limit)
    await answers.show(click.interaction, page)


async def _filed(click: Click) -> None:
    table = await _looked_at(click)
    page = await asyncio.to_thread(file, table, click.words)
    await answers.show(click.interaction, page)


async def _looked_at(click: Click) -> Table:
    """The table that a click is about: of this channel, or one that the person plays at.

    Raises: NoSuchGame.
    """
    table = await click.bot.tables.table(click.game)
    here = click.interaction.channel_id
    near = here is not None and here in {table.game.channel, table.game.message_channel}
    if not near and table.seat_of(click.user) is None:
        raise NoSuchGame
    return table


def register(clicks: Clicks) -> None:
    """The buttons that open the history, turn it, and bring the film and the file."""
    clicks.on("history", _opened, Acknowledge.PRIVATE)
    clicks.on("history_at", _turned)
    clicks.on("history_film", _filmed, Acknowledge.PRIVATE)
    clicks.on("history_file", _filed, Acknowledge.PRIVATE)
