"""How far a person goes: the one select of amounts, and the button that leads to it."""

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


def first_with(table: Table, decision: Decision) -> tuple[Action, tuple[Order, ...]] | None:
    """What the rules ask now, with the orders that may go with it; None: none may.

    It is asked of the seat's own view, so that it is for its eyes only.
    """
    journal = table.journal
    if journal is None:
        return None
    view = journal.view(decision.seat)
    for action in decision.options:
        orders = journal.game.going_with(view, action)
        if orders:
            return action, orders
    return None


def panel_button(
    table: Table, seat: Seat, decision: Decision, words: Words
) -> list[discord.ui.Button[Any]]:
    """Up to …, beside the bid of a person's panel."""
    if first_with(table, decision) is None:
        return []
    where = (seat, table.arose(seat) or 0)
    return [button("limit", table.game.id, *where, label=words("limit.button"))]


def board_button(
    table: Table, public: tuple[Action, ...], words: Words
) -> list[discord.ui.Button[Any]]:
    """Up to …, on the table's message beside a bid, whatever its seat can pay."""
    journal = table.journal
    view = None if journal is None else journal.view(None)
    if journal is None or not any(journal.game.going_with(view, each) for each in public):
        return []
    return [button("up_to", table.game.id, label=words("limit.button"))]


def message(
    bot: Client, table: Table, seat: Seat, action: Action, words: Words, *, head: str = ""
) -> Message:
    """The select of amounts for an action of the pending decision.

    Choosing one (verb `go`) takes the action and leaves the order.

    Args:
        bot: for presentations.
        table: a running game.
        seat: one whose decision has the action.
        action: what is done at once.
        words: the person's language.
        head: what to say first.
    """
    look, view, game = bot.presentation(table), table.view(seat), table.game.id
    orders = () if table.journal is None else table.journal.game.going_with(view, action)
    where = (seat, table.arose(seat) or 0, name(action))
    options = tuple(
        Option(name(each), look.label(path_of(each), view, words))
        for each in orders[: limits.OPTIONS]
    )
    asked = words("limit.choose")
    rows: list[Row] = [
        [select("go", game, *where, options=options, placeholder=asked)],
        [button("fresh", game, label=words("panel.button.back"))],
    ]
    label = choice_label(look, starts_of(path_of(action)), view, words)
    question = f"### {words('limit.how_far')}"
    return compose(head, question, f"**{label}**", words("limit.explain"), rows=rows)
