"""Calls: short plain-text messages that tell people that something is expected of them.

A phone's notification shows the text of a message, but none of its components.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, assert_never

import discord

from bot.interactions.clicks import button
from bot.interactions.client import Client
from bot.interactions.message import Message, Row, place, plain_message
from bot.screens import names, proposals
from bot.screens.call_table import (
    MOST_NAMED,
    link_button,
    shortest,
    since_button,
    table_text,
    with_event,
)
from bot.screens.journal import told_lines
from bot.screens.names import back_button, holder_name
from bot.screens.seatings import conceded_names
from bot.store.out import (
    ChannelGone,
    EndOffers,
    Figures,
    Invitation,
    Notice,
    Offer,
    Told,
    Vacated,
)
from bot.store.rows import CallKind, SeatOffer, UserId
from bot.tables.core.table import Table
from render import scores
from render.people import named, with_shape
from render.words import Words, plain
from rules.contract import Over, Seat

NOBODY: Final[Mapping[UserId, Words]] = MappingProxyType({})

_TEXTS: Final[dict[CallKind, str]] = {
    "move": "call.move",
    "vote": "call.vote",
    "over": "call.over",
    "rematch": "call.rematch",
    "proposal": "call.proposal",
    "stand_in": "call.stand_in",
    "limits": "call.limits",
}
_SINCE: Final[frozenset[CallKind]] = frozenset({"move", "stand_in", "limits"})
"""The calls in a running game: they have the button **What happened**."""

_LONG: Final[frozenset[CallKind]] = frozenset({"over", "stand_in"})
"""The calls that take more than a line."""

_PAST: Final[dict[CallKind, str]] = {
    "move": "call.move.past",
    "vote": "call.vote.past",
    "proposal": "call.proposal.past",
    "stand_in": "call.stand_in.past",
    "limits": "call.limits.past",
}


def seat_call(
    bot: Client,
    table: Table,
    seat: Seat,
    kind: CallKind,
    words: Words,
    told: Figures,
    *,
    by_dm: bool,
    reminds: bool = False,
    note: str = "",
) -> Message:
    """The call for one person.

    Args:
        bot: for presentations.
        table: the game.
        seat: whose person is called.
        kind: what is wanted.
        words: the person's language.
        told: what the call mentions apart from the table.
        by_dm: whether it is sent by direct message.
        reminds: whether it is a reminder, which says how long the game has waited.
        note: a further line.
    """
    user, decision = table.seats[seat].user, table.decision(seat)
    figures = _figures(table, words, told)
    id_ = _TEXTS[kind] if kind != "over" else _over_text(table, seat)
    if table.over is not None:
        figures |= _result(table.over, seat, words)
    if reminds:
        id_ = "call.remind"
        figures["time"] = names.waited(bot, table, seat, words)
    asked = _asked(bot, table, seat, kind, words)
    figures["asked"] = asked[:1].upper() + asked[1:]

    def say(most: int | None) -> str:
        return words(id_, **figures | {"table": table_text(table, seat, words, most)})

    text = say(MOST_NAMED) if kind in _LONG else shortest(say)
    if kind == "move":
        text = with_event(text, _latest(bot, table, seat, words, by_dm=by_dm))
    mentions = () if by_dm or user is None else (user,)
    buttons: list[discord.ui.Item[Any]] = []
    if decision is not None or kind == "limits":
        verb = "move" if by_dm else "called"
        label = "limit.answer" if kind == "limits" else "dm.button.move"
        buttons = [button(verb, table.game.id, label=words(label))]
    if kind == "stand_in":
        buttons = [back_button(table, words)]
    if kind == "proposal":
        asking, answers = proposals.asked(bot, table, seat, words)
        buttons = [*answers]
        note = "\n".join(filter(None, (asking, note)))
    if kind in _SINCE and table.journal is not None:
        buttons.append(since_button(table, words))
    link = link_button(table, words, str(told["link"]) if "link" in told else None)
    lines = "\n".join(filter(None, (_addressed(text, mentions, words), note)))
    return plain_message(lines, [*buttons, *link], mentions=mentions, notifies=True)


def _asked(bot: Client, table: Table, seat: Seat, kind: CallKind, words: Words) -> str:
    """What the person must decide, or may answer before it is their move."""
    look, decision, early = bot.presentation(table), table.decision(seat), table.early
    if kind == "limits":
        return "" if early is None else look.early(early.question, words)
    return "" if decision is None else look.asked(decision.prompt, words)


def _latest(bot: Client, table: Table, seat: Seat, words: Words, *, by_dm: bool) -> str:
    """The last sentence about the latest entry; in the channel, as everyone may know it.

    Empty if the entry is the person's own action.
    """
    if table.own_move(seat) == table.number:
        return ""
    reader = seat if by_dm else None
    lines = told_lines(table, table.number, reader, bot.presentation(table), words)
    return lines[-1] if lines else ""


def _over_text(table: Table, seat: Seat) -> str:
    """The id of the text that tells a person that their game is over."""
    if table.game.ended == "conceded":
        return "call.conceded"
    if table.over is None:
        return "call.ended"
    alone = len(table.seats) == 1
    first = scores.place(table.over, seat) == 1
    return "call.over" if alone or first else "call.over.place"


def _result(over: Over, seat: Seat, words: Words) -> dict[str, str | int]:
    """The place and the points of a seat."""
    return {
        "place": scores.place(over, seat),
        "seats": len(over.totals),
        "points": words("unit.points", over.totals[seat]),
    }


def ended_call(table: Table, seat: Seat, kind: CallKind, words: Words) -> Message:
    """An answered call by direct message, in the past tense, with a link.

    Args:
        table: the game.
        seat: whose person was called.
        kind: what was wanted.
        words: their language.
    """
    figures = _figures(table, words, {}) | {"table": table_text(table, seat, words)}
    return plain_message(words(_PAST[kind], **figures), link_button(table, words))


def channel_gone(what: ChannelGone, table: Table, words: Words) -> Message:
    """What a seat's person is told when the channel of their table has been deleted.

    Args:
        what: the seat whose person is told, and whether the table is closed.
        table: the table as it is now; it may have moved in the meantime.
        words: their language.
    """
    id_ = "channel.gone.lobby" if what.closed else "channel.gone"
    said = words(id_, game=words(f"game.{table.game.game}"))
    buttons: Row = (
        [button("move", table.game.id, label=words("dm.button.move"))]
        if table.decision(what.seat)
        else []
    )
    return plain_message(said, buttons, notifies=True)


_OFFERED: Final[dict[Vacated, str]] = {
    "left": "seat.notice.left",
    "opened": "seat.notice.opened",
}
_INVITED: Final[dict[tuple[bool, bool], str]] = {
    (False, False): "seat.notice.invited",
    (False, True): "seat.notice.invited.own",
    (True, False): "seat.dm.invited",
    (True, True): "seat.dm.invited.own",
}
"""By whether it is a direct message, and whether it is the inviter's own seat."""

_ENDED: Final[dict[SeatOffer, str]] = {
    "invited": "seat.ended.invited",
    "open": "seat.ended.open",
}


def notice(
    what: Told,
    table: Table,
    words: Words | None,
    called: Mapping[UserId, Words] = NOBODY,
    link: str | None = None,
) -> Message:
    """A notice, for everyone or for those it calls.

    Each person reads it in their own language, with their own result. People who read the
    same text are addressed together.

    Args:
        what: what is told.
        table: the game.
        words: the language for those it does not call; None: it is not for them.
        called: the people it calls, with their languages.
        link: where it leads; None: to the table.
    """
    said: dict[str, list[UserId]] = {}
    if words is not None:
        said[_noticed(what, table, words, link)] = []
    for user, own in called.items():
        text = _noticed(what, table, own, link, table.seat_of(user))
        said.setdefault(text, []).append(user)
    lines = (
        _addressed(t, users, called[users[0]]) if users else t for t, users in said.items()
    )
    text = "\n".join(lines)
    buttons = () if words is None else _seat_buttons(what, table, words)
    if called:
        buttons = link_button(table, next(iter(called.values())), link)
    match what:
        case Invitation(guest=guest, by_dm=by_dm):  # a mention without a sound
            return plain_message(text, buttons, mentions=() if by_dm else (guest,))
        case _:
            return plain_message(text, buttons, mentions=tuple(called), notifies=bool(called))


def _noticed(
    what: Told, table: Table, words: Words, link: str | None, seat: Seat | None = None
) -> str:
    """What a notice says, to the person of a seat or to everyone."""
    id_, told = _text_of(what)
    if link is not None:
        told = {**told, "link": link}
    figures = _figures(table, words, told) | {"table": table_text(table, seat, words)}
    if seat is not None and table.over is not None and _is_end(what):
        id_ = _over_text(table, seat)
        figures |= _result(table.over, seat, words)
    return words(id_, **figures)


def _is_end(what: Told) -> bool:
    """Whether a notice calls people because their game has ended, not for a later lobby."""
    return isinstance(what, Notice) and what.calls == "only" and what.lobby is None


def _text_of(what: Told) -> tuple[str, Figures]:
    """The id of the text of a notice, and what it mentions."""
    match what:
        case Notice():
            return what.text, what.figures
        case Offer():
            return _OFFERED[what.what], {"name": what.name, "seat": what.seat}
        case EndOffers():
            return _ENDED[what.what], {"name": what.name, "seat": what.seat}
        case Invitation():
            figures: Figures = {"name": what.name, "seat": what.seat, "guest": what.guest}
            figures |= {"by": what.by, "by_seat": what.by_seat}
            return _INVITED[what.by_dm, what.seat == what.by_seat], figures
        case _:
            assert_never(what)


def left_text(table: Table, words: Words) -> str:
    """The text that replaces the hand or a call of a person who no longer has the seat."""
    link = place(table.game, words)
    return words("dm.left", game=words(f"game.{table.game.game}"), link=link)


def _seat_buttons(what: Told, table: Table, words: Words) -> Row:
    """The buttons of a notice that offers a seat."""
    match what:
        case Offer(seat=seat) | Invitation(seat=seat):
            take = button("seat_take", table.game.id, seat, label=words("seat.button.take"))
        case _:
            return ()
    if isinstance(what, Offer):
        return (take,)
    no = button("seat_decline", table.game.id, seat, label=words("seat.button.no"))
    return take, no


def _figures(table: Table, words: Words, told: Figures) -> dict[str, str | int]:
    """Everything that a call may mention.

    Args:
        table: the game.
        words: the language.
        told: what is mentioned apart from the table. It comes last, because it may name
            someone who has come since the end.
    """
    figures: dict[str, str | int] = {
        "game": words(f"game.{table.game.game}"),
        "link": place(table.game, words),
    }
    if table.over is not None:
        figures["verdict"] = scores.verdict(table.over, table.scene(None), words)
    if table.game.ended == "conceded":
        figures |= conceded_names(table, words)
    figures |= told
    for name, at in {"name": "seat", "by": "by_seat"}.items():
        if name in told:
            figures[name] = _name(str(told[name]), told.get(at), words)
    for seats in {"agreed", "silent"} & figures.keys():
        rows = [table.seats[int(seat)] for seat in str(figures[seats]).split()]
        figures[seats] = words.listed(holder_name(row, words) for row in rows)
    if "guest" in figures:
        figures["guest"] = f"<@{figures['guest']}>"
    return figures


def _name(name: str, seat: int | str | None, words: Words) -> str:
    """A name that a notice mentions, with the seat's shape if it belongs to a seat."""
    return (
        plain(name)
        if seat is None
        else with_shape(int(seat), named(int(seat), name, words), words)
    )


def _addressed(text: str, mentions: Sequence[UserId], words: Words) -> str:
    """A text after mentions of the people it addresses."""
    if not mentions:
        return text
    return words("call.to", mentions=" ".join(f"<@{user}>" for user in mentions), text=text)
