"""`/seat`, for a person's own seat: away and back, leaving, substitutes, conceding."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord

from bot.interactions import replies
from bot.interactions.clicks import Click, ClickRouter, button, custom_id, whole
from bot.interactions.client import Client
from bot.interactions.message import Message, Row, compose, in_rows
from bot.interactions.open_lists import home_of
from bot.interactions.replies import Acknowledge
from bot.interactions.visibility import sees
from bot.screens import panel, pause
from bot.screens.call_table import table_text
from bot.screens.names import holder_label, holder_name
from bot.screens.panel_state import away_text
from bot.store.rows import GameId, SeatRow, UserId
from bot.tables.core.game_changes import own_seat, running
from bot.tables.core.refusals import NoElector, NotInvited, SeatTaken, UnknownChoice
from bot.tables.core.table import Table
from bot.tables.seating.pauses import DAYS, pausing
from bot.tables.seating.proposing import Propose
from bot.tables.seating.seat_changes import may_concede
from bot.tables.seating.seat_votes import ending, opening, to_open
from render.words import Words, bare
from rules.contract import Seat

_SURE: Final = ("leave", "concede")
"""Acts that a person must always confirm, because they cannot be undone."""


async def message(
    bot: Client,
    table: Table,
    user: UserId,
    words: Words,
    *,
    head: str = "",
    invites: bool = True,
) -> Message:
    """The panel of a person's own seat, with the open seats.

    Args:
        bot: for the time.
        table: a game.
        user: whose panel it is.
        words: the person's language.
        head: what to say first: what has just happened.
        invites: whether someone can be chosen to invite; only on a server does Discord say who
            may be.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NoSeatHere: the person has no seat here, and none is open.
    """
    running(table)
    opened = [row for row in table.seats if row.open_until is not None]
    seat = table.seat_of(user)
    if seat is None and opened:
        rows = in_rows(take_buttons(table, words))
        return compose(head, open_text(opened, words), rows=rows)
    row = table.seats[own_seat(table, user)]
    texts = [head, f"### {words('seat.title')}", pause.line(table, words)]
    texts.append(_state(table, row, words))
    if row.invited is not None:
        texts.append(words("seat.waiting", guest=f"<@{row.invited}>"))
    texts.append(open_text(opened, words))
    inviting = [each for each in (row, *opened) if invites and each.invited is None]
    openings = [
        button(
            *("seat_open", table.game.id, each.seat),
            label=words("seat.button.open", name=holder_label(table, each, words)),
        )
        for each in to_open(table, user, bot.clock())
    ]
    rows = [
        _buttons(table, row, words),
        pause.row(table, words) or ([] if row.stand_in else [pause.days(table, words)]),
        openings,
        *([_invite(table, e, words)] for e in inviting),
    ]
    return compose(*texts, rows=rows)


def open_text(opened: list[SeatRow], words: Words) -> str:
    """The open seats, one a line."""
    return "\n".join(words("seat.open", name=holder_name(row, words)) for row in opened)


def _state(table: Table, row: SeatRow, words: Words) -> str:
    if row.stand_in is not None:
        return words(away_text(table, row.seat))
    return words("seat.yours.alone" if _plays_alone(table, row) else "seat.yours")


def _plays_alone(table: Table, row: SeatRow) -> bool:
    """Whether nobody else plays or is about to: without this person, the game waits."""
    others = (each for each in table.humans if each.seat != row.seat)
    return not any(each.sits is not None or each.wants_back for each in others)


def _buttons(table: Table, row: SeatRow, words: Words) -> Row:
    game = table.game.id
    away = row.stand_in is None or row.wants_back
    alone = ".alone" if row.stand_in is None and _plays_alone(table, row) else ""
    label = words(f"seat.button.away{alone}")
    found = [button("seat_away", game, label=label)] if away else []
    if row.stand_in is not None and not row.wants_back:
        found.append(_button("back", game, words))
    found.append(_button("leave", game, words))
    if row.stand_in is None:
        found.append(_button("end", game, words))
    if may_concede(table):
        found.append(_button("concede", game, words))
    return found


def _button(what: str, game: GameId, words: Words) -> discord.ui.Button[Any]:
    return button(f"seat_{what}", game, label=words(f"seat.button.{what}"))


def take_buttons(table: Table, words: Words) -> Row:
    """A button for each open seat; several say which seat they are for."""
    opened = [row for row in table.seats if row.open_until is not None]
    id_ = "seat.button.take.named" if len(opened) > 1 else "seat.button.take"
    return [
        button(
            *("seat_take", table.game.id, row.seat),
            label=words(id_, name=holder_label(table, row, words)),
        )
        for row in opened
    ]


def _invite(table: Table, row: SeatRow, words: Words) -> discord.ui.UserSelect[Any]:
    """The select of someone to invite to a seat."""
    return discord.ui.UserSelect(
        custom_id=custom_id("seat_invite", table.game.id, row.seat, prefix="m1s"),
        placeholder=words("seat.invite", name=holder_label(table, row, words)),
    )


# -- clicks ------------------------------------------------------------------------


async def _show(click: Click, table: Table, done: str) -> None:
    """Show the panel after something was done; it never takes the place of a hand."""
    head = click.words(done) if done else ""
    still = table.game.status == "playing" and table.seat_of(click.user) is not None
    await click.show(await _message(click, table, head) if still else compose(head))


async def _message(click: Click, table: Table, head: str = "") -> Message:
    """The panel as it can be used where the click was."""
    invites = click.interaction.guild_id is not None
    return await message(click.bot, table, click.user, click.words, head=head, invites=invites)


async def _on_away(click: Click) -> None:
    table = await click.bot.seats.away(click.game, click.user)
    # Of a game that is paused now, the panel says so.
    await _show(click, table, "" if table.paused else "seat.done.away")


async def _on_sure(click: Click) -> None:
    """Do what cannot be undone: `seat_sure:<game>:<leave|concede|end>`."""
    seats = click.bot.seats
    match click.args:
        case ("leave",):
            await _show(click, await seats.leave(click.game, click.user), "seat.done.leave")
        case ("concede",):
            table = await seats.concede(click.game, click.user)
            await _show(click, table, "seat.done.concede")
        case ("end",):
            await _propose(click, ending(click.user, alone=True))
        case _:
            raise UnknownChoice


async def _on_end(click: Click) -> None:
    """Propose to end the game; the person must confirm if nobody else would be asked."""
    try:
        await _propose(click, ending(click.user))
    except NoElector:
        await _asking("end")(click)


async def _on_pause(click: Click) -> None:
    """Propose a pause of the chosen number of days: `seat_pause:<game>`."""
    if click.values not in {(str(each),) for each in DAYS}:
        raise UnknownChoice
    await _propose(click, pausing(click.user, int(click.values[0])))


async def _propose(click: Click, propose: Propose) -> None:
    """Propose something; the answer says if it is done at once because nobody else is asked."""
    table = await click.bot.proposals.ask(click.game, propose)
    agreed = table.proposals[-1].ended == "agreed"
    await _show(click, table, "seat.done.agreed" if agreed else "seat.done.asked")


async def _on_open(click: Click) -> None:
    """Propose to open a seat: `seat_open:<game>:<seat>`."""
    await _propose(click, opening(click.user, click.number(0)))


async def _on_back(click: Click) -> None:
    """Play again; a private hand or panel turns into the panel that leads to the move."""
    table = await click.bot.seats.back(click.game, click.user)
    seat = own_seat(table, click.user)
    back = table.seats[seat].stand_in is None
    if not replies.is_on_private_message(click.interaction):
        await _show(click, table, "seat.done.back" if back else "seat.done.returning")
        return
    head = click.words("seat.done.back") if back else ""  # otherwise the panel says it all
    await click.show(await panel.message(click.bot, table, seat, click.words, head=head))
    if home_of(click.interaction) is None:
        await click.bot.open_lists.go_back(click.user, click.game)


def _asking(what: str) -> Callable[[Click], Awaitable[None]]:
    """A handler that asks for confirmation of an act that cannot be undone."""

    async def handler(click: Click) -> None:
        table, words = await click.table(), click.words
        own_seat(table, click.user)
        row = [
            button("seat", click.game, label=words("panel.button.back")),
            button(
                "seat_sure",
                click.game,
                what,
                label=words(f"seat.button.{what}"),
                style=discord.ButtonStyle.danger,
            ),
        ]
        await click.show(compose(words(f"seat.sure.{what}"), rows=(row,)))

    return handler


async def _on_panel(click: Click) -> None:
    table = await click.table()
    await click.show(await _message(click, table))


def invitation_message(table: Table, user: UserId, seat: Seat, words: Words) -> Message:
    """A person's invitation to a seat, with the possible answers, in the message of a list.

    Raises:
        SeatTaken: the person is not invited to it.
    """
    if not 0 <= seat < len(table.seats) or table.seats[seat].invited != user:
        raise SeatTaken
    row = table.seats[seat]
    game, name = table.game.id, holder_name(row, words)
    answers = [
        button("accept", game, seat, label=words("seat.button.take")),
        button("refuse", game, seat, label=words("seat.button.no")),
    ]
    text = words("turns.invited", table=table_text(table, None, words), name=name)
    return compose(text, rows=(answers,))


async def take(click: Click) -> str:
    """Take the seat that a button names, if invited or at a visible table; returns the answer.

    Raises:
        UnknownChoice: there is no such seat.
        SeatTaken: the person may not take it.
    """
    table, seat = await click.table(), click.number(0)
    if not 0 <= seat < len(table.seats):
        raise UnknownChoice
    guest = table.seats[seat].invited == click.user
    if not guest and not table.visible_from(click.interaction.channel_id, click.user):
        raise SeatTaken
    name = click.interaction.user.display_name
    if click.interaction.guild_id != table.game.guild:
        await click.bot.members.check(table.game.guild, click.user)
        name = click.bot.members.name(table.game.guild, click.user) or name
    await click.bot.seats.take(click.game, click.user, bare(name), seat)
    return click.words("seat.done.taken")


async def decline(click: Click) -> str:
    """Decline the seat that a button names; returns the answer."""
    await click.bot.seats.decline(click.game, click.user, click.number(0))
    return click.words("seat.done.declined")


async def _on_take(click: Click) -> None:
    """Take a seat: `seat_take:<game>:<seat>`."""
    await replies.private(click.interaction, await take(click))


async def _on_decline(click: Click) -> None:
    """Decline a seat: `seat_decline:<game>:<seat>`."""
    await replies.private(click.interaction, await decline(click))


async def _on_invite(click: Click) -> None:
    """Invite the chosen person: `seat_invite:<game>:<seat>`."""
    guest = whole((*click.values, "")[0])
    check_guest(click.interaction.data, guest)
    await check_sees(click.bot, click.interaction.channel_id, await click.table(), guest)
    table = await click.bot.seats.invite(click.game, click.user, guest, click.number(0))
    await _show(click, table, "seat.done.invited")


def check_guest(data: Any, guest: UserId) -> None:
    """Check, from what Discord says about a person, that they may be invited.

    Args:
        data: the data of the interaction, with the people it names.
        guest: the person to invite: a member who can see the channel of the interaction,
            not a bot.

    Raises:
        NotInvited: the guest cannot be invited.
    """
    resolved = dict(data or {}).get("resolved", {})
    user = resolved.get("users", {}).get(str(guest), {})
    member = resolved.get("members", {}).get(str(guest))
    if member is None or user.get("bot"):
        raise NotInvited
    rights = discord.Permissions(int(member.get("permissions", 0)))
    if "permissions" in member and not (rights.view_channel or rights.administrator):
        raise NotInvited


async def check_sees(bot: Client, channel: int | None, table: Table, guest: UserId) -> None:
    """Check that a guest can see the table's channel, if they are invited from another one.

    Raises:
        NotInvited: the guest cannot see it, or Discord does not let the bot know.
        discord.HTTPException: Discord cannot say it now.
        discord.RateLimited: this cannot be found out now.
        aiohttp.ClientError: Discord cannot be reached.
        OSError: Discord cannot be reached.
    """
    if channel == table.game.channel or table.game.channel_gone is not None:
        return
    try:
        if await sees(bot, table.game, guest):
            return
    except (discord.Forbidden, discord.NotFound):
        pass
    raise NotInvited


def register(clicks: ClickRouter) -> None:
    """Register the buttons and selects of the panel, and of messages about seats."""
    clicks.on("seat", _on_panel)
    clicks.on("seat_away", _on_away)
    clicks.on("seat_back", _on_back)
    for what in _SURE:
        clicks.on(f"seat_{what}", _asking(what))
    clicks.on("seat_sure", _on_sure)
    clicks.on("seat_end", _on_end)
    clicks.on("seat_pause", _on_pause)
    clicks.on("seat_open", _on_open)
    clicks.on("seat_invite", _on_invite)
    clicks.on("seat_take", _on_take, Acknowledge.PRIVATE)
    clicks.on("seat_decline", _on_decline, Acknowledge.PRIVATE)
