"""The rules in words: the chapters of a game, and why something is impossible now."""

from __future__ import annotations

from typing import Final

import msgspec

from bot.interactions.clicks import Click, ClickRouter, Option, button, select
from bot.interactions.client import Client
from bot.interactions.message import Message, Row, compose
from bot.screens import blocked
from bot.tables.core.refusals import NotSeated, Refusal
from bot.tables.core.table import Table
from render.words import SOURCE, Words, folded, plain
from rules.contract import Seat

WHY: Final = "why"
"""The topic that asks why something is impossible in the current position."""


class NoSuchTopic(Refusal):
    """No chapter has that name; `topics` lists those that exist."""

    id = "rules.unknown"


class WhichGame(Refusal):
    """The channel has no game, and there are several games."""

    id = "rules.no_game"


class Reader(msgspec.Struct, frozen=True):
    """What a reader of the rules asks for: a game, and the position they look at, if any."""

    game: str
    table: Table | None
    seat: Seat | None


def register(clicks: ClickRouter) -> None:
    """Register the select of chapters, and the button **Why can't I**."""
    clicks.on("rules", _on_rules)
    clicks.on("rules_why", _on_why)


async def find_reader(bot: Client, channel: int, user: int, game: str | None = None) -> Reader:
    """The rules to open in a channel: of the chosen game, or of the one that is played there.

    Raises:
        WhichGame: no game is chosen, none is played there, and there are several.
    """
    table = await bot.games.in_channel(channel)
    if (
        table is not None
        and table.game.status != "cancelled"
        and game in {None, table.game.game}
    ):
        return Reader(table.game.game, table, table.seat_of(user))
    if game is None and len(bot.presentations) > 1:
        raise WhichGame
    chosen = next(iter(bot.presentations)) if game is None else game
    if chosen not in bot.presentations:
        raise WhichGame
    return Reader(chosen, None, None)


def topics(bot: Client, reader: Reader, words: Words) -> tuple[tuple[str, str], ...]:
    """The topics that a reader can choose, by id and title; the question why comes first."""
    chapters = bot.presentations[reader.game].topics(words)
    return ((WHY, words("rules.why")), *chapters) if _may_ask_why(reader) else chapters


def message(bot: Client, reader: Reader, topic: str | None, words: Words) -> Message:
    """A chapter, by its id, its title, or its English title; without a topic, the list.

    Raises:
        NoSuchTopic: no chapter has that name.
    """
    if topic == WHY and _may_ask_why(reader):
        return reasons_message(bot, reader, words)
    if topic is None:
        return _page(bot, reader, None, words("rules.topics"), words)
    known = bot.presentations[reader.game].topics(words)
    english = dict(bot.presentations[reader.game].topics(Words.pick(SOURCE)))
    wanted = folded(topic)
    for id_, title in known:
        if wanted in {folded(id_), folded(title), folded(english[id_])}:
            text = bot.presentations[reader.game].chapter(id_, words) or title
            return _page(bot, reader, id_, text, words)
    raise NoSuchTopic(topics=words.listed(title for _, title in known))


def reasons_message(bot: Client, reader: Reader, words: Words) -> Message:
    """What the reader's seat cannot do now, and why, with the figures.

    Raises:
        NotSeated: the person has no seat at this table.
    """
    table, seat = reader.table, reader.seat
    if table is None or seat is None or table.journal is None:
        raise NotSeated
    if table.decision(seat) is None:
        return _page(bot, reader, WHY, words("rules.why.not_now"), words)
    text = blocked.reasons_text(bot.presentation(table), table, seat, words)
    return _page(bot, reader, WHY, f"### {words('rules.why')}\n{text}", words)


def _may_ask_why(reader: Reader) -> bool:
    """Whether the reader has a seat in a running game, and may ask why."""
    return reader.seat is not None and reader.table is not None and bool(reader.table.decisions)


def _page(bot: Client, reader: Reader, topic: str | None, text: str, words: Words) -> Message:
    game = reader.table.game.id if reader.table else 0
    options = tuple(
        Option(id_, title, chosen=id_ == topic)
        for id_, title in bot.presentations[reader.game].topics(words)
    )
    rows: list[Row] = [
        [select("rules", game, reader.game, options=options, placeholder=words("rules.topics"))]
    ]
    if _may_ask_why(reader) and topic != WHY:
        rows.append([button("rules_why", game, label=words("rules.why"))])
    title = words("rules.title", game=plain(words(f"game.{reader.game}")))
    return compose(f"-# {title}", text, rows=rows)


async def _on_rules(click: Click) -> None:
    reader = await _reader(click)
    topic = click.values[0] if click.values else None
    await click.show(message(click.bot, reader, topic, click.words))


async def _on_why(click: Click) -> None:
    reader = await _reader(click)
    await click.show(reasons_message(click.bot, reader, click.words))


async def _reader(click: Click) -> Reader:
    """The rules that a click is about; a forged game counts as unknown."""
    if click.game:
        table = await click.table()
        return Reader(table.game.game, table, table.seat_of(click.user))
    game = click.args[0] if click.args else ""
    if game not in click.bot.presentations:
        raise WhichGame
    return Reader(game, None, None)
