"""How high a person bids: the single select of amounts, and the button that leads to it."""

from __future__ import annotations

from typing import Any

import discord

from bot.interactions import limits
from bot.interactions.clicks import Option, button, select
from bot.interactions.client import Client
from bot.interactions.message import Message, Row, compose
from bot.screens.labels import choice_label
from bot.screens.narrowing import starts_of
from bot.tables.core.table import Table
from render.words import Words
from rules.contract import Action, Decision, Order, Seat, name, path_of
from rules.opponents.advice import Advice


def first_with(table: Table, decision: Decision) -> tuple[Action, tuple[Order, ...]] | None:
    """The first option that orders may go with, and those orders; None: no option has any.

    The orders come from the seat's own view, so only its person may see them.
    """
    journal = table.journal
    question = None if journal is None else journal.question
    if journal is None or question is None or question.item is None:
        return None
    view = journal.view(decision.seat)
    for action in decision.options:
        orders = journal.game.going_with(view, action)
        if orders:
            return action, orders
    return None


def to_open(
    bot: Client, table: Table, seat: Seat, spelled: str, words: Words
) -> Message | None:
    """The question of how high a seat bids for what it puts up, if auctions go by limits.

    The opener names a limit in the press that opens the auction. None: nothing is asked.
    """
    journal, decision = table.journal, table.decision(seat)
    action = None if decision is None else decision.find(spelled)
    if journal is None or action is None or not table.by_limits:
        return None
    question = journal.question
    if question is None or question.item is not None:
        return None
    if not journal.game.going_with(journal.view(seat), action):
        return None
    return message(bot, table, seat, action, words)


def panel_button(
    table: Table, seat: Seat, decision: Decision, words: Words
) -> list[discord.ui.Button[Any]]:
    """The button **Up to …**, beside the bid in a person's panel."""
    if first_with(table, decision) is None:
        return []
    where = (seat, table.arose(seat) or 0)
    return [button("limit", table.game.id, *where, label=words("limit.button"))]


def board_button(
    table: Table, public: tuple[Action, ...], words: Words
) -> list[discord.ui.Button[Any]]:
    """The button **Up to …**, beside a bid on the table message, whatever its seat can pay."""
    journal = table.journal
    question = None if journal is None else journal.question
    if journal is None or question is None or question.item is None:
        return []
    view = journal.view(None)
    if not any(journal.game.going_with(view, each) for each in public):
        return []
    return [button("up_to", table.game.id, label=words("limit.button"))]


def message(
    bot: Client,
    table: Table,
    seat: Seat,
    action: Action,
    words: Words,
    *,
    head: str = "",
    advice: Advice | None = None,
) -> Message:
    """The select of amounts for an action of the pending decision.

    Choosing one (verb `go`) takes the action and leaves the order. The amount that the advice
    names has its own button: choosing what a select shows as chosen sends nothing.

    Args:
        bot: for presentations.
        table: a running game.
        seat: the seat whose decision has the action.
        action: what is done at once.
        words: the person's language.
        head: what to say first.
        advice: the advice on the decision, if the person may have it and it is known.
    """
    look, view, game = bot.presentation(table), table.view(seat), table.game.id
    orders = () if table.journal is None else table.journal.game.going_with(view, action)
    where = (seat, table.arose(seat) or 0, name(action))
    options = tuple(
        Option(name(each), look.label(_named(each), view, words)) for each in _fitting(orders)
    )
    asked = words("limit.choose")
    advised, verdict = None, ""
    if advice is not None and worth(advice):
        advised = next((each for each in orders if path_of(each)[-1] == worth(advice)), None)
        verdict = look.verdict(advice, view, words) or ""
    rows: list[Row] = [
        [
            button(
                "go",
                game,
                *where,
                name(advised),
                label=look.label(_named(advised), view, words),
            )
        ]
        if advised is not None
        else [],
        [select("go", game, *where, options=options, placeholder=asked)],
        [button("fresh", game, label=words("panel.button.back"))],
    ]
    label = choice_label(look, starts_of(path_of(action)), view, words)
    question = f"### {words('limit.how_far')}"
    explained = words("limit.explain")
    return compose(head, question, verdict, f"**{label}**", explained, rows=rows)


def worth(advice: Advice) -> int | None:
    """How high the advice says to bid; None: less than the next bid, or it is not sure."""
    limit = advice.limit
    if limit is None or not advice.sure or limit.even or limit.worth < limit.next:
        return None
    return limit.worth


def _fitting(orders: tuple[Order, ...]) -> tuple[Order, ...]:
    """As many as a select holds: the last two orders stay, the highest amounts are left out."""
    if len(orders) <= limits.OPTIONS:
        return orders
    return (*orders[: limits.OPTIONS - 2], *orders[-2:])


def _named(order: Order) -> tuple[object, ...]:
    """The path of an order's label, which does not name its item."""
    path = path_of(order)
    return path if isinstance(path[-1], int) else path[:1]
