"""A person's results on a server, and the server's table with its ratings.

A person's own results are shown privately; a button that nobody else has shows them in the
channel. For anyone else, only the server's table is shown, and nothing if they do not want to
be listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

import msgspec
from cachetools import TTLCache

from bot.interactions import replies
from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client
from bot.interactions.message import Message, compose
from bot.screens import pace, puzzles
from bot.store.result_rows import ResultRow
from bot.store.rows import UserId
from bot.tables.core import results
from bot.tables.core.ratings import LISTED_FROM, Rated
from bot.tables.core.refusals import UnknownChoice
from render import ratings
from render.ratings import RatedPerson
from render.words import Words, plain
from render.words.lookalikes import alike
from rules.registry import GAMES

MOST: Final = 20
"""How many lines of the server's table a message shows."""

_ALL: Final = "all"
"""In a custom_id: results of every game."""

_PRESSED: Final = 10_000
_PRESSED_FOR: Final = 900.0
"""How many button presses on private answers are remembered, and for how many seconds."""


class RecordRequest(msgspec.Struct, frozen=True):
    """Whose results are asked for, and where.

    Attributes:
        channel: where they are asked for.
        name: the display name of the person; escape it before it goes into a message.
        title: the kind of game; None: all kinds.
        server: the name of the server, to be escaped too; None: this is that server.
    """

    guild: int
    channel: int
    user: UserId
    name: str
    title: str | None
    server: str | None = None


class _Line(msgspec.Struct, frozen=True):
    """A line of the server's table: a person and their place, which equal ratings share."""

    place: int
    rated: Rated


async def message(
    bot: Client, request: RecordRequest, words: Words, *, offered: bool
) -> Message:
    """The person's own results, and the table of the server.

    Args:
        bot: for the store and the pictures.
        request: whose they are.
        words: the language.
        offered: whether there is a button that shows them in the channel.
    """
    found = await bot.store.results.in_guild(request.guild, request.title)
    rated = await bot.ratings.of(found)
    lines = await _listed(bot, request, rated)
    people = tuple(_drawn(each) for each in lines[: ratings.MOST])
    title = words("ratings.all" if request.title is None else f"game.{request.title}")
    picture = people and await bot.pictures.ratings(request.channel, people, title, words)
    show = button("record_show", 0, request.title or _ALL, label=words("record.button.show"))
    return compose(
        f"### {_title(request, words)}",
        _own(found, rated, request.user, words),
        await pace.of_person(bot, request.guild, request.user, words),
        await puzzles.of_person(bot, request.user, words),
        f"### {words('list.named', name=words('record.table'), text=title)}",
        "\n".join(_lines(lines[:MOST], words))
        or words("record.table.empty", needs=LISTED_FROM),
        (picture,) if picture else (),
        rows=[[show]] if offered else (),
    )


def _title(request: RecordRequest, words: Words) -> str:
    name = plain(request.name)
    if request.server is None:
        return words("record.title", name=name)
    return words("record.title.elsewhere", name=name, server=plain(request.server))


async def other_message(bot: Client, request: RecordRequest, words: Words) -> Message:
    """What the server's table shows of someone."""
    rated = await bot.ratings.of(await bot.store.results.in_guild(request.guild, request.title))
    for each in await _listed(bot, request, rated):
        if each.rated.user == request.user:
            usual = await pace.of_other(bot, request.guild, request.user, words)
            return compose(f"{words('record.other')}\n{_line(each, words)}", usual)
    return compose(words("record.other.none", name=plain(request.name)))


async def _listed(
    bot: Client, request: RecordRequest, rated: Sequence[Rated]
) -> tuple[_Line, ...]:
    """The server's table: people with enough counted games who agree to be listed."""
    unlisted = await bot.store.results.unlisted(request.guild)
    shown = [e for e in rated if e.games >= LISTED_FROM and e.user not in unlisted]
    better = [each.rating for each in shown]
    return tuple(_Line(better.index(each.rating) + 1, each) for each in shown)


def _lines(lines: Sequence[_Line], words: Words) -> Iterator[str]:
    """The lines of a table; names that look alike are followed by the account."""
    same = alike([each.rated.name for each in lines])
    for each, looks_alike in zip(lines, same, strict=True):
        yield _line(each, words, account=looks_alike)


def _line(line: _Line, words: Words, *, account: bool = False) -> str:
    rated = line.rated
    name = plain(rated.name)
    return words(
        "record.table.line",
        place=line.place,
        name=f"{name} (<@{rated.user}>)" if account else name,
        rating=rated.rating,
        games=words("record.games", rated.games),
        wins=words("record.wins", rated.wins),
    )


def _drawn(line: _Line) -> RatedPerson:
    rated = line.rated
    return RatedPerson(
        place=line.place,
        name=rated.name,
        rating=rated.rating,
        games=rated.games,
        wins=rated.wins,
        course=rated.course,
    )


def _own(found: Sequence[ResultRow], rated: Sequence[Rated], user: UserId, words: Words) -> str:
    """The person's own figures by game and number of seats, and their rating."""
    by_game = groupby(results.figures(found, user), key=lambda each: each.title)
    lines = []
    for title, each in by_game:
        lines += [f"**{words(f'game.{title}')}**", *(_figures(one, words) for one in each)]
    lines += [_against(*each, words) for each in results.against(found, user)]
    if not lines:
        lines.append(words("record.none"))
    own = [result for result, _ in results.own(found, user)]
    if agreed := sum(each.ending == "agreed" for each in own):
        lines.append(words("record.agreed", agreed))
    if taken_back := sum(each.taken_back and each.ending != "agreed" for each in own):
        lines.append(words("record.taken_back", taken_back))
    left_out = results.left_out(found, user)
    lines += [words(f"record.{why}", number) for why, number in left_out.items()]
    mine = next((each for each in rated if each.user == user), None)
    games = 0 if mine is None else mine.games
    if mine is None or games < LISTED_FROM:
        lines.append(words("record.rating.later", games, needs=LISTED_FROM))
    else:
        lines.append(words("record.rating", rating=mine.rating))
    lines.append(words("record.rating.rules"))
    return "\n".join(lines)


def _figures(each: results.Figures, words: Words) -> str:
    return words(
        "record.line" if each.mean is None else "record.line.points",
        seats=words("record.seats", each.seats),
        games=words("record.games", each.games),
        wins=words("record.wins", each.wins),
        mean=words.decimal(each.mean or 0),
        best=each.best,
    )


def _against(level: str, games: int, wins: int, words: Words) -> str:
    """How the person has done against computer players of a level."""
    return words(
        "record.against",
        level=words(f"level.{level}"),
        games=words("record.games", games),
        wins=words("record.wins", wins),
    )


# -- clicks ------------------------------------------------------------------------


def register(clicks: ClickRouter) -> None:
    """Register the button that shows a person's own results in the channel, once per answer."""
    shown: TTLCache[int, bool] = TTLCache(_PRESSED, _PRESSED_FOR)

    async def show(click: Click) -> None:
        await _on_show(click, shown)

    clicks.on("record_show", show)


async def _on_show(click: Click, shown: TTLCache[int, bool]) -> None:
    """Show the clicker's own results to everyone: `record_show:0:<game or all>`.

    Args:
        click: the click.
        shown: the private answers whose button has already been pressed.

    Raises:
        UnknownChoice: there is no such choice.
        MayNotPost: the person may not write in the channel.
        PostedOften: too much was posted recently.
    """
    guild, channel = click.interaction.guild_id, click.interaction.channel_id
    pressed = click.interaction.message
    if guild is None or channel is None or pressed is None:
        raise UnknownChoice
    if click.args not in {(title,) for title in (*GAMES, _ALL)}:
        raise UnknownChoice
    if pressed.id in shown:
        return
    click.bot.public_posts.check(click.interaction, "attach_files")
    shown[pressed.id] = True
    title = None if click.args == (_ALL,) else click.args[0]
    name = click.interaction.user.display_name
    request = RecordRequest(guild, channel, click.user, name, title)
    try:
        public = await message(click.bot, request, click.words, offered=False)
        await replies.public(click.interaction, public)
    except BaseException:
        del shown[pressed.id]
        raise
    await click.show(click.words("record.shown"))
