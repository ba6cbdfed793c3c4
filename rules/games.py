"""The games of the house: a new one adds itself to these lists."""

from __future__ import annotations

from typing import Any, Final

from rules import florence
from rules.florence import orders as florence_orders
from rules.orders import StandingOrders
from rules.table import AnyGame

GAMES: Final[dict[str, AnyGame]] = {game.name: game for game in (florence.game(),)}

ORDERS: Final[dict[str, StandingOrders[Any]]] = {"florence": florence_orders}
"""The standing orders of the games that have any."""
