"""The question before a choice that gives up what nobody would give up on purpose."""

from __future__ import annotations

from bot.interactions import limits
from bot.interactions.clicks import button
from bot.interactions.client import Client
from bot.interactions.message import Message, compose
from bot.screens import labels, narrowing, panel_step
from bot.screens.labels import SEPARATOR, parts_of
from bot.screens.narrowing import previous_path, starts_of
from bot.tables.core.table import Table
from render.words import Words
from rules.contract import Seat, path_of


def message(
    bot: Client, table: Table, seat: Seat, spelled: str, words: Words
) -> Message | None:
    """The question before a choice; None if the choice is to be played without one.

    **Yes** (verb `sure`) plays the choice; **Back** leads to the step it was chosen in.
    """
    decision, arose = table.decision(seat), table.arose(seat)
    action = decision.find(spelled) if decision else None
    if table.journal is None or decision is None or arose is None or action is None:
        return None
    look, view = bot.presentation(table), table.view(seat)
    price = table.journal.price(seat, action)
    warning = look.warning(action, decision, price, view, words)
    if not warning:
        return None
    where = table.game.id, seat, arose
    parts = parts_of(look, starts_of(path_of(action)), view, words)
    room = limits.BUTTON_LABEL - len(words("panel.button.sure", choice=""))
    sure = words("panel.button.sure", choice=labels.fitted(parts, room))
    back = ".".join(
        previous_path(panel_step.offered(decision, look, view), narrowing.parsed(spelled))
    )
    row = [
        button("step", *where, 0, back, label=words("panel.button.back")),
        button("sure", *where, spelled, label=sure),
    ]
    asked = words("panel.sure", choice=SEPARATOR.join(parts))
    return compose(f"### {asked}", warning, rows=(row,))
