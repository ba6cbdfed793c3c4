"""Proposals on the table message: what is asked, who still has to answer, the buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import discord

from bot.interactions import replies
from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client
from bot.interactions.message import Message, Row, compose
from bot.screens import pause, seatings, undo
from bot.screens.names import holder_name
from bot.store.rows import Assent, Proposal, ProposalEnd, ProposalKind, UserId
from bot.tables.core.game_changes import own_seat
from bot.tables.core.refusals import NoElector, UnknownChoice
from bot.tables.core.table import Table
from bot.tables.seating.proposals import absent, found, open_proposals, waiting_for
from render.words import Words
from rules.contract import Seat

_TEXTS: Final[dict[ProposalKind, Callable[[Client, Table, Proposal, Words], str]]] = {
    "undo": undo.request,
    "stand_in": seatings.absent,
    "open_seat": seatings.opening,
    "end": seatings.ending,
    "pause": pause.proposed,
}
"""What each kind proposes, in words for everyone."""

_LABELS: Final[dict[ProposalKind, dict[Assent, str]]] = {
    "stand_in": {"no": "proposal.button.wait", "yes": "proposal.button.stand_in"},
}
_AGREE: Final[dict[Assent, str]] = {"yes": "proposal.button.agree", "no": "proposal.button.no"}

_ENDED: Final[dict[tuple[ProposalKind, ProposalEnd], str]] = {
    ("undo", "refused"): "proposal.undo.refused",
    ("undo", "acted"): "proposal.undo.acted",
    ("end", "refused"): "proposal.end.refused",
    ("pause", "refused"): "proposal.pause.refused",
}
"""The texts that say how some kinds ended; the others share one for each way of ending.

Once someone has moved, `shown` tells no ending. So an "acted" that is told is about who sits or
who is waited for.
"""

_WITHDRAWN: Final[frozenset[ProposalKind]] = frozenset({"undo", "pause", "end"})
"""Kinds that a person asks for and may withdraw."""


def shown(bot: Client, table: Table, words: Words) -> str:
    """The open proposals of a table, and how the latest one ended; for everyone."""
    lines = [_asking(bot, table, each, words) for each in open_proposals(table)]
    latest = table.proposals[-1] if table.proposals else None
    if latest is not None and latest.ended and latest.entry == table.number:
        how = (latest.kind, latest.ended)
        if how != ("pause", "agreed"):  # the pause itself is shown, as long as it lasts
            lines.append(words(_ENDED.get(how, f"proposal.{latest.ended}")))
    return "\n".join(lines)


def rows(table: Table, words: Words) -> list[Row]:
    """The buttons of open proposals, for everyone; a click checks who may use them."""
    return [_buttons(table, each, words, withdraw=True) for each in open_proposals(table)]


def asked(bot: Client, table: Table, seat: Seat, words: Words) -> tuple[str, Row]:
    """The latest question that a seat must answer, with its buttons; empty if there is none."""
    wanted = [each for each in open_proposals(table) if seat in waiting_for(table, each)]
    if not wanted:
        return "", []
    latest = wanted[-1]
    return _question(bot, table, seat, latest, words), _buttons(table, latest, words)


def _question(bot: Client, table: Table, seat: Seat, proposal: Proposal, words: Words) -> str:
    """What a person is asked; if they are away, also what happens without their answer."""
    if proposal.kind == "open_seat" and proposal.seat == seat:
        text = words("proposal.open_seat.own")
    else:
        text = _TEXTS[proposal.kind](bot, table, proposal, words)
    away = seat in absent(table, proposal)
    return f"{text}\n{words('proposal.absent.own')}" if away else text


def _asking(bot: Client, table: Table, proposal: Proposal, words: Words) -> str:
    """What is proposed, and who still has to answer."""
    waiting = waiting_for(table, proposal)
    names = [holder_name(table.seats[seat], words) for seat in waiting]
    lines = [
        _TEXTS[proposal.kind](bot, table, proposal, words),
        f"-# {words('proposal.waits', names=words.listed(names))}",
    ]
    absent_ = absent(table, proposal)
    if away := [holder_name(table.seats[seat], words) for seat in waiting if seat in absent_]:
        lines.append(f"-# {words('proposal.absent', names=words.listed(away))}")
    return "\n".join(lines)


def _buttons(
    table: Table, proposal: Proposal, words: Words, *, withdraw: bool = False
) -> list[discord.ui.Item[Any]]:
    game, number = table.game.id, proposal.number
    row: list[discord.ui.Item[Any]] = [
        button("answer", game, number, answer, label=words(label))
        for answer, label in _LABELS.get(proposal.kind, _AGREE).items()
    ]
    if withdraw and proposal.kind in _WITHDRAWN:
        row.append(button("withdraw", game, number, label=words("proposal.button.withdraw")))
    return row


def own_message(bot: Client, table: Table, user: UserId, number: int, words: Words) -> Message:
    """What a person is asked, with the possible answers.

    Args:
        bot: for presentations.
        table: a running game.
        user: who is asked.
        number: the number of the proposal.
        words: their language.

    Raises:
        NoProposal: the proposal is no longer open.
        NoElector: the person is not asked about it.
    """
    seat, proposal = own_seat(table, user), found(table, number)
    if seat not in waiting_for(table, proposal):
        raise NoElector
    text = _question(bot, table, seat, proposal, words)
    return compose(text, rows=(_buttons(table, proposal, words),))


async def _on_answer(click: Click) -> None:
    """Yes or no: `answer:<game>:<number>:<yes|no>`."""
    number, proposals = click.number(0), click.bot.proposals
    match click.args[1:]:
        case ("yes",):
            table = await proposals.answer(click.game, click.user, number, "yes")
        case ("no",):
            table = await proposals.answer(click.game, click.user, number, "no")
        case _:
            raise UnknownChoice
    stands = any(each.number == number for each in open_proposals(table))
    text = "proposal.counted" if stands else "proposal.decided"
    await replies.tell(click.interaction, click.words(text))


async def _on_asked(click: Click) -> None:
    """Show privately what is asked, with its buttons: `asked:<game>:<number>`."""
    table = await click.table()
    shown = own_message(click.bot, table, click.user, click.number(0), click.words)
    await replies.tell(click.interaction, shown)


async def _on_withdraw(click: Click) -> None:
    """Withdraw the person's own proposal: `withdraw:<game>:<number>`."""
    await click.bot.proposals.withdraw(click.game, click.user, click.number(0))
    await replies.private(click.interaction, click.words("proposal.withdrawn.done"))


def register(clicks: ClickRouter) -> None:
    """Register the buttons that show a proposal, answer it, and withdraw it."""
    clicks.on("asked", _on_asked)
    clicks.on("answer", _on_answer)
    clicks.on("withdraw", _on_withdraw)
