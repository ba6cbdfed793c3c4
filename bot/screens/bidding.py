"""The clicks on Up to …: an action is taken now, and an order continues it."""

from __future__ import annotations

from msgspec.structs import replace

from bot.interactions.clicks import Click, ClickRouter
from bot.interactions.message import Message
from bot.interactions.replies import Acknowledge
from bot.screens import limit_choice, moves, orders, panel
from bot.screens.panel_state import Since, panel_of
from bot.tables.core.refusals import Stale, UnknownChoice
from bot.tables.core.table import Table
from rules.contract import Action, Decision, Order, Seat, name


async def _on_up_to(click: Click) -> None:
    """Up to …, on the table message: show the select of amounts, the orders, or the panel."""
    table = await click.table()
    seat = moves.seat_of(table, click.user)
    shown = await _amounts(click, table, seat)
    if shown.panel is None:
        # It opens here, not in place of a panel: it gives way once the bidding moves on.
        shown = replace(shown, panel=panel_of(table, seat, kept="aside"))
    await click.show(shown)
    await click.bot.open_lists.go_back(click.user, click.game)


async def _on_limit(click: Click) -> None:
    """Up to …, in the panel."""
    table, seat, decision = await moves.clicked_on(click)
    head = "" if decision else moves.stale_text(table, seat, click.words)
    await click.show(await _amounts(click, table, seat, head))


async def _amounts(click: Click, table: Table, seat: Seat, head: str = "") -> Message:
    """The select of amounts, if the seat must bid; otherwise its orders, or its panel."""
    bot, words, decision = click.bot, click.words, table.decision(seat)
    found = None if decision is None else limit_choice.first_with(table, decision)
    if found is not None:
        advice = await bot.advice.ready(table, seat, click.user)
        if advice is not None and limit_choice.worth(advice):
            await bot.advice.mark(click.game, click.user, seat, table.arose(seat) or 0)
        return limit_choice.message(bot, table, seat, found[0], words, head=head, advice=advice)
    offers = () if table.by_limits else await bot.orders.offers(table.game.id, click.user)
    if decision is None and offers:
        return await orders.message(bot, table, click.user, words, head=head)
    return await panel.message(bot, table, seat, words, head=head)


async def _on_go(click: Click) -> None:
    """Take the action and leave the order: `go:<game>:<seat>:<entry>:<action>`.

    The order was selected, or follows the action in the custom_id of a button.
    """
    table, seat, decision = await moves.clicked_on(click)
    bot, words = click.bot, click.words
    spelled, going = (*click.args[2:4], "", "")[:2]
    going = click.values[0] if click.values else going
    if decision is None:
        head = moves.stale_text(table, seat, words)
        await click.show(await panel.message(bot, table, seat, words, head=head))
        return
    action, order = _found(table, decision, spelled, going)
    try:
        played = await bot.games.play(
            game=click.game,
            user=click.user,
            seat=seat,
            arose=click.number(1),
            spelled=spelled,
            going=going,
        )
    except Stale:
        table = await click.table()
        head = moves.stale_text(table, seat, words)
        await click.show(await panel.message(bot, table, seat, words, head=head))
        return
    said = await bot.said(words, played.table, click.user)
    going_on = bot.presentation(played.table).going(action, order, said)
    since = Since(going_on or moves.result_text(bot, played, seat, said))
    await click.show(await panel.message(bot, played.table, seat, words, since=since))


def _found(table: Table, decision: Decision, spelled: str, going: str) -> tuple[Action, Order]:
    """The action and the order that a press names.

    Raises:
        UnknownChoice: there is no such action, or no such order.
    """
    action = decision.find(spelled)
    if action is None or table.journal is None:
        raise UnknownChoice
    every = table.journal.game.going_with(table.view(decision.seat), action)
    order = next((each for each in every if name(each) == going), None)
    if order is None:
        raise UnknownChoice
    return action, order


def register(clicks: ClickRouter) -> None:
    """Register the buttons **Up to …**, and the select behind them."""
    clicks.on("up_to", _on_up_to, Acknowledge.PRIVATE)
    clicks.on("limit", _on_limit)
    clicks.on("go", _on_go)
