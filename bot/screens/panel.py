"""The private panel: from a decision to one complete action, step by step."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord
from msgspec.structs import replace

from bot.interactions.clicks import button
from bot.interactions.client import Client
from bot.interactions.message import Message, compose, in_rows
from bot.screens import (
    best_place,
    coach,
    early,
    limit_choice,
    notes,
    own_note,
    panel_step,
    turn_end,
)
from bot.screens.call_table import since_button
from bot.screens.closer import closer_button
from bot.screens.history import looking_back
from bot.screens.labels import MORE
from bot.screens.names import back_button, undo_entry, waiting_names
from bot.screens.narrowing import Path
from bot.screens.panel_state import NOTHING, Since, away_text, closed_text, panel_of
from bot.screens.panel_step import Address, Panel, back_of, drawn
from bot.screens.score import score_button
from bot.screens.symbols import symbols_button
from bot.tables.core.table import Table
from bot.tables.orders import plans, standing_orders
from render.words import Words
from rules import unasked
from rules.contract import Decision, Seat


async def message(
    bot: Client,
    table: Table,
    seat: Seat,
    words: Words,
    *,
    head: str = "",
    since: Since = NOTHING,
    path: Path = (),
    page: int = 0,
    apart: bool = False,
) -> Message:
    """What a seat may do now, or who is waited for.

    Where the game offers standing orders, the panel has a button for them (verb `orders`,
    of `bot.screens.orders`).

    Args:
        bot: for pictures and presentations.
        table: the game.
        seat: whose panel it is.
        words: the person's language.
        head: what to say first, until the panel is shown again.
        since: what the person did, and what happened since.
        path: the choices made so far; unknown ones lead to the first step.
        page: which page of the choices, if one select cannot hold them all.
        apart: whether the person decides separately on what would go along with a choice.
    """
    decision, arose = table.decision(seat), table.arose(seat)
    given, head = head, "\n".join(filter(None, (head, since.told, since.news)))
    if table.seats[seat].stand_in is not None and table.game.status == "playing":
        return _away_message(table, seat, words, head, since)
    head = "\n".join(filter(None, (head, notes.text(bot, table, seat, words))))
    if table.journal is None or decision is None or arose is None:
        return await _waiting_message(bot, table, seat, words, head, since)
    look = bot.presentation(table)
    ending = turn_end.own_line(bot, table, seat, words)
    said = await bot.said(words, table, table.seats[seat].user)
    panel, branches = panel_step.opened(
        Panel(
            position=table,
            address=Address((seat, arose), table.game.id),
            journal=table.journal,
            seat=seat,
            decision=panel_step.offered(decision, look, table.view(seat)),
            look=look,
            view=table.view(seat),
            words=words,
            path=path,
            symbols=await _wants_symbols(bot, table, seat),
            said=said,
            apart=apart,
            ends=bool(ending),
        )
    )
    back = [back_of(panel)] if panel.path else _undo_button(table, seat, words)
    navigation = [*back, *await _suggest_button(bot, table, panel)]
    navigation.append(panel.address.button("more", label=MORE))
    head = "\n".join(filter(None, (head, ending, words("panel.apart") if apart else "")))
    coached = coach.Said()
    if not panel.path:
        coached = await coach.said(bot, table, seat, panel.decision, words)
    shown = await drawn(
        bot=bot,
        panel=panel,
        branches=branches,
        question=look.question(decision, panel.view, said),
        navigation=navigation,
        head=head,
        page=page,
        coached=coached.text,
        noted="" if panel.path else own_note.shown(table, seat, words),
        first=await best_place.row(bot, table, panel),
        beside=() if panel.path else limit_choice.panel_button(table, seat, decision, words),
    )
    first = not (panel.path or page or apart)
    kept = panel_of(table, seat, kept="live" if first else "aside", since=since)
    shown = replace(shown, panel=kept)
    if not coached.waits:
        return shown
    again = partial(message, bot, seat=seat, words=words, head=given, since=since)
    return replace(shown, later=coach.completed(bot, table, seat, again))


async def more(
    bot: Client, table: Table, seat: Seat, decision: Decision, words: Words
) -> Message:
    """The message behind ⋯: a button for each thing that is rarely needed.

    Args:
        bot: for the orders that can be left.
        table: a running game.
        seat: whose panel it is.
        decision: the seat's pending decision.
        words: the person's language.
    """
    address = Address((seat, table.arose(seat) or 0), table.game.id)
    why = address.button("why", label=words("panel.button.why"))
    rows = [[why, *await _orders_button(bot, table, seat, words)]]
    if table.journal is not None and unasked.is_choice_along(table.journal, seat, decision):
        rows[0].append(address.button("apart", label=words("panel.button.apart")))
    rows[0] += own_note.note_button(table, "panel", words)
    symbols, closer = symbols_button(table.title, words), closer_button(table, words)
    back = button("fresh", table.game.id, label=words("panel.button.back"))
    rows.append([symbols, closer, score_button(table, words), back])
    return compose(f"### {words('panel.asides')}", rows=rows)


async def _wants_symbols(bot: Client, table: Table, seat: Seat) -> bool:
    user = table.seats[seat].user
    return user is None or (await bot.people.read(user)).symbols


def _away_message(table: Table, seat: Seat, words: Words, head: str, since: Since) -> Message:
    """The panel of a seat that a computer player plays for its holder."""
    refresh = button("fresh", table.game.id, label=words("panel.button.refresh"))
    buttons = [back_button(table, words), refresh, symbols_button(table.game.game, words)]
    shown = compose(head, words(away_text(table, seat)), rows=(buttons,))
    return replace(shown, panel=panel_of(table, seat, since=since))


async def _waiting_message(
    bot: Client, table: Table, seat: Seat, words: Words, head: str, since: Since
) -> Message:
    """The panel of a seat that has nothing to decide."""
    game, kept = table.game.id, panel_of(table, seat, since=since)
    if table.game.status == "playing":
        asked = early.message(bot, table, seat, words, head=head, since=since)
        if asked is not None:
            return asked
    if table.game.status != "playing":
        ended = looking_back(table, words) if table.game.status == "over" else ()
        shown = compose(head, words(closed_text(table)), rows=(ended,))
        return replace(shown, panel=kept)
    row: list[discord.ui.Item[Any]] = []
    row += _undo_button(table, seat, words)
    row += await _orders_button(bot, table, seat, words)
    row.append(since_button(table, words))
    row.append(button("fresh", game, label=words("panel.button.refresh")))
    row.append(symbols_button(table.game.game, words))
    row += own_note.note_button(table, "panel", words)
    said = await bot.said(words, table, table.seats[seat].user)
    waiting = words("panel.waiting", names=waiting_names(table, said))
    noted = own_note.shown(table, seat, words)
    return replace(compose(head, noted, waiting, rows=in_rows(row)), panel=kept)


async def _suggest_button(
    bot: Client, table: Table, panel: Panel
) -> list[discord.ui.Item[Any]]:
    """The button **Suggest**, for those who may have suggestions at this table."""
    user = table.seats[panel.seat].user
    if user is None or await bot.advice.refusal(table, user) is not None:
        return []
    return [panel.address.button("suggest", label=panel.words("advice.button"))]


def _undo_button(table: Table, seat: Seat, words: Words) -> list[discord.ui.Item[Any]]:
    entry = undo_entry(table, seat)
    if entry is None:
        return []
    label = words("panel.button.take_back")
    return [button("panel_undo", table.game.id, entry, label=label)]


async def _orders_button(
    bot: Client, table: Table, seat: Seat, words: Words
) -> list[discord.ui.Item[Any]]:
    user = table.seats[seat].user
    if user is None:
        return []
    if table.by_limits and standing_orders.offered(table, seat):
        return [button("early", table.game.id, 1, label=words("limit.button.all"))]
    if await bot.orders.offers(table.game.id, user) or await bot.orders.left(
        table.game.id, user
    ):
        return [button("orders", table.game.id, label=words("panel.button.orders"))]
    if plans.own(table, seat) or plans.any_offered(table, seat):
        return [button("orders", table.game.id, label=words("plan.title"))]
    return []
