"""The rules in words: the chapters of a game, and why something is impossible now."""

from __future__ import annotations

from typing import Final

import msgspec

from bot import answers, panel
from bot.answers import Row, Shown
from bot.clicks import Click, Clicks, Option, button, select
from bot.house import House
from bot.notices import Notice, NotSeated
from bot.table import Table
from render.words import Words, plain
from rules.table import Seat

WHY: Final = "why"
"""The topic that asks why something is impossible in the current position."""

_LONGEST: Final = 3400
"""The most characters of a list of reasons: the message has titles as well."""


class NoSuchTopic(Notice):
    """No chapter has that name; `topics` lists those there are."""

    id = "rules.unknown"


class WhichGame(Notice):
    """The channel has no game, and the house has several."""

    id = "rules.no_game"


class Shelf(msgspec.Struct, frozen=True):
    """The rules that a reader meant: a game's, and the position they look at, if any."""

    game: str
    table: Table | None
    seat: Seat | None


def register(clicks: Clicks) -> None:
    """The select of chapters and the button Why can't I."""
    clicks.on("rules", _chosen)
    clicks.on("rules_why", _why)


async def shelf(bot: House, channel: int, user: int, game: str | None = None) -> Shelf:
    """The rules to open in a channel: of a chosen game, else of the one that runs there.

    Raises: WhichGame (none is chosen, none runs, and the house has several).
    """
    table = await bot.tables.in_channel(channel)
    if (
        table is not None
        and table.game.status != "cancelled"
        and game in {None, table.game.game}
    ):
        return Shelf(table.game.game, table, table.seat_of(user))
    if game is None and len(bot.presentations) > 1:
        raise WhichGame
    chosen = next(iter(bot.presentations)) if game is None else game
    if chosen not in bot.presentations:
        raise WhichGame
    return Shelf(chosen, None, None)


def topics(bot: House, here: Shelf, words: Words) -> tuple[tuple[str, str], ...]:
    """The topics that a reader may choose: id and title; the question why comes first."""
    chapters = bot.presentations[here.game].topics(words)
    return ((WHY, words("rules.why")), *chapters) if _asks(here) else chapters


def opened(bot: House, here: Shelf, topic: str | None, words: Words) -> Shown:
    """A chapter, by its id or its title; without a topic the list of chapters.

    Raises: NoSuchTopic.
    """
    if topic == WHY and _asks(here):
        return reasons(bot, here, words)
    if topic is None:
        return _page(bot, here, None, words("rules.topics"), words)
    known = bot.presentations[here.game].topics(words)
    wanted = topic.strip().casefold()
    for id_, title in known:
        if wanted in {id_.casefold(), title.casefold()}:
            text = bot.presentations[here.game].chapter(id_, words) or title
            return _page(bot, here, id_, text, words)
    raise NoSuchTopic(topics=words.listed(title for _, title in known))


def reasons(bot: House, here: Shelf, words: Words) -> Shown:
    """Why the reader's seat cannot do what it cannot do now, with the figures.

    Raises: NotSeated.
    """
    table, seat = here.table, here.seat
    if table is None or seat is None or table.journal is None:
        raise NotSeated
    if table.decision(seat) is None:
        return _page(bot, here, WHY, words("rules.why.not_now"), words)
    lines = panel.blocked(bot.presentation(table), table, seat, words)
    text = "\n".join(_fitting(lines, words)) or words("rules.why.none")
    return _page(bot, here, WHY, f"### {words('rules.why')}\n{text}", words)


def _fitting(lines: list[str], words: Words) -> list[str]:
    """As many lines as a message holds, and how many are left out."""
    kept: list[str] = []
    room = _LONGEST
    for line in lines:
        room -= len(line) + 3
        if room < 0:
            left = len(lines) - len(kept)
            return [*kept, words("rules.more", left)]
        kept.append(f"- {line}")
    return kept


def _asks(here: Shelf) -> bool:
    """Whether the reader has a seat in a running game, and may ask why."""
    return here.seat is not None and here.table is not None and bool(here.table.decisions)


def _page(bot: House, here: Shelf, topic: str | None, text: str, words: Words) -> Shown:
    game = here.table.game.id if here.table else 0
    options = tuple(
        Option(id_, title, chosen=id_ == topic)
        for id_, title in bot.presentations[here.game].topics(words)
    )
    rows: list[Row] = [
        [select("rules", game, here.game, options=options, placeholder=words("rules.topics"))]
    ]
    if _asks(here) and topic != WHY:
        rows.append([button("rules_why", game, label=words("rules.why"))])
    title = words("rules.title", game=plain(words(f"game.{here.game}")))
    return answers.written(f"-# {title}", text, rows=rows)


async def _chosen(click: Click) -> None:
    here = await _shelf(click)
    topic = click.values[0] if click.values else None
    await answers.show(click.interaction, opened(click.bot, here, topic, click.words))


async def _why(click: Click) -> None:
    here = await _shelf(click)
    await answers.show(click.interaction, reasons(click.bot, here, click.words))


async def _shelf(click: Click) -> Shelf:
    """The rules that a click is about; a forged game is an unknown one."""
    if click.game:
        table = await click.bot.tables.table(click.game)
        return Shelf(table.game.game, table, table.seat_of(click.user))
    game = click.args[0] if click.args else ""
    if game not in click.bot.presentations:
        raise WhichGame
    return Shelf(game, None, None)
