"""What is to be announced in a channel, for tests that look into the outbox."""

from __future__ import annotations

from bot.store.out import Notice
from bot.store.rows import GameId
from tests.bot.services import Services


async def notices(here: Services, game: GameId = 1) -> tuple[Notice, ...]:
    """The notices of a game that are still to be sent."""
    rows = await here.store.outbox.pending(game)
    return tuple(row.what for row in rows if isinstance(row.what, Notice))


async def told_texts(here: Services, game: GameId = 1) -> list[str]:
    """The ids of the texts of these notices."""
    return [each.text for each in await notices(here, game)]
