"""What is asked before it is a person's move: how high they bid for an item or in a phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Final

from msgspec.structs import replace

from bot.interactions import limits
from bot.interactions.clicks import Option, button, select
from bot.interactions.client import Client
from bot.interactions.message import Message, Row, compose
from bot.screens import own_note
from bot.screens.names import undo_entry, waiting_names
from bot.screens.panel_state import NOTHING, Since, panel_of
from bot.screens.symbols import symbols_button
from bot.tables.core.table import Table
from bot.tables.orders import early_answers, standing_orders
from render.presentation import Presentation
from render.words import Words
from rules.contract import Order, Question, Seat, name

_KIND: Final = 3
"""How many parts of an order's name say what it is about, if there is more to choose."""

_MOST_SELECTS: Final = 12
"""How many selects a message has room for, in addition to its texts and its buttons."""


def message(
    bot: Client,
    table: Table,
    seat: Seat,
    words: Words,
    *,
    head: str = "",
    since: Since = NOTHING,
    whole: bool = False,
) -> Message | None:
    """What a seat can answer now; None: nothing.

    Args:
        bot: for presentations.
        table: a running game.
        seat: whose answers they are.
        words: the person's language.
        head: what to say first.
        since: what the person did, and what happened since; `head` contains it.
        whole: whether the whole phase is shown even if only an item is asked about.
    """
    offers = standing_orders.offered(table, seat) if table.by_limits else ()
    if not offers or table.journal is None:
        return None
    sealed = table.sealed
    # A person who is asked is left alone; after answering, they see who is waited for.
    asked = early_answers.asked_early(table, seat) is not None or whole
    kept = panel_of(table, seat, kept="aside" if asked else "calm", since=since)
    if sealed is not None and seat in sealed.seats and not whole:
        shown = _lot(bot, table, seat, sealed.question, words, head)
    else:
        shown = _phase(bot, table, seat, offers, words, head)
    return replace(shown, panel=kept)


def _lot(
    bot: Client, table: Table, seat: Seat, question: Question, words: Words, head: str
) -> Message:
    """The single select for an item whose bids are sealed."""
    game, look = table.game.id, bot.presentation(table)
    row: list[Any] = [
        button("decline_early", game, 0, label=words("limit.decline")),
        button("early", game, 1, label=words("limit.whole")),
        symbols_button(table.title, words),
    ]
    return compose(
        head,
        own_note.shown(table, seat, words),
        f"### {words('limit.how_far')}",
        f"**{look.early(question, words)}**",
        words("limit.lot"),
        rows=[*_selects(look, table, seat, _answering(table, seat, question), words), row],
    )


def _answering(table: Table, seat: Seat, question: Question) -> tuple[Order, ...]:
    """The orders that a seat may leave about the auctioned item alone."""
    no = None if table.journal is None else table.journal.game.declines(question)
    offers = standing_orders.offered(table, seat)
    return () if no is None else tuple(_of_subject(offers, no))


def _phase(
    bot: Client,
    table: Table,
    seat: Seat,
    offers: tuple[Order, ...],
    words: Words,
    head: str,
) -> Message:
    """A select for each subject of orders in this phase, and the buttons."""
    game, look = table.game.id, bot.presentation(table)
    waits = "" if table.decision(seat) else _waited_for(table, words)
    alone = [each for each in _own(table, seat) if len(_of_subject(offers, each)) == 1]
    row: list[Any] = [button("decline_early", game, 1, label=words("limit.nothing"))]
    if early_answers.renewable(table, seat):
        row.append(button("renew_early", game, label=words("limit.again")))
    if (entry := undo_entry(table, seat)) is not None:
        row.append(button("panel_undo", game, entry, label=words("panel.button.take_back")))
    row.append(button("fresh", game, label=words("panel.button.refresh")))
    row.append(symbols_button(table.title, words))
    return compose(
        "\n".join(filter(None, (head, waits))),
        own_note.shown(table, seat, words),
        f"### {words('limit.title')}",
        "\n".join(f"✓ {look.answer(each, words)}" for each in alone),
        words("limit.phase"),
        rows=[*_selects(look, table, seat, offers, words), row],
    )


def _waited_for(table: Table, words: Words) -> str:
    """The names of the people waited for, as told to a person who has nothing to decide."""
    id_ = "panel.waiting" if table.sealed is None else "panel.waiting.early"
    return words(id_, names=waiting_names(table, words))


def _own(table: Table, seat: Seat) -> tuple[Order, ...]:
    """The orders of a seat that are in force."""
    if table.journal is None:
        return ()
    live = standing_orders.live(table.journal.game, table, seat, table.orders)
    return tuple(order for _, order in live)


def _of_subject(offers: Iterable[Order], order: Order) -> list[Order]:
    return [each for each in offers if each.subject == order.subject]


def _selects(
    look: Presentation[Any], table: Table, seat: Seat, offers: tuple[Order, ...], words: Words
) -> Iterator[Row]:
    """A select for each subject with something to choose, with what the seat has answered."""
    own = {order.subject: order for order in _own(table, seat)}
    groups: dict[str, list[Order]] = {}
    for each in offers:
        groups.setdefault(each.subject, []).append(each)
    shown = [group for group in groups.values() if len(group) > 1][:_MOST_SELECTS]
    for number, group in enumerate(shown):
        options = tuple(_options(look, group, own.get(group[0].subject), words))
        where, asked = (table.game.id, number), look.unanswered(group[0], words)
        yield [select("answer_early", *where, options=options, placeholder=asked)]


def _options(
    look: Presentation[Any], group: list[Order], chosen: Order | None, words: Words
) -> Iterator[Option]:
    """The orders of a subject, grouped by what they share if they are too many for a menu."""
    if len(group) <= limits.OPTIONS:
        for each in group:
            yield Option(name(each), look.answer(each, words), chosen=each == chosen)
        return
    if chosen is not None:
        yield Option(name(chosen), look.answer(chosen, words), chosen=True)
    for start, alike in groupby(group, key=_kind):
        first, *more = alike
        if more:
            yield Option(start, look.answers(first, words))
        elif first != chosen:
            yield Option(name(first), look.answer(first, words))


def _kind(order: Order) -> str:
    """The start of an order's name that says what it is about."""
    return ".".join(name(order).split(".")[:_KIND])
