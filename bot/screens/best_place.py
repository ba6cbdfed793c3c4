"""**Best place**: one press that lays a tile where it takes the least room."""

from __future__ import annotations

from bot.interactions.client import Client
from bot.interactions.message import Row
from bot.screens.narrowing import under
from bot.screens.panel_step import Panel
from bot.tables.core.table import Table
from rules.contract import name
from rules.opponents import ADVISERS


async def row(bot: Client, table: Table, panel: Panel) -> Row:
    """The button at a choice of places, for those who may have suggestions at the table."""
    adviser, user = ADVISERS.get(table.game.game), table.seats[panel.seat].user
    if adviser is None or adviser.place is None or user is None:
        return []
    actions = (
        under(panel.decision.options, panel.path) if panel.path else panel.decision.options
    )
    best = adviser.place(panel.view, actions) if len(actions) > 1 else None
    if best is None or await bot.advice.refusal(table, user) is not None:
        return []
    label = panel.words("panel.button.best_place")
    return [panel.address.button("best_place", name(best), label=label)]
