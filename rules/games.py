"""The games of the house: a new one adds itself to this list."""

from __future__ import annotations

from typing import Final

from rules import florence
from rules.table import AnyGame

GAMES: Final[dict[str, AnyGame]] = {game.name: game for game in (florence.game(),)}
