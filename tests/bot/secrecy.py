"""A watcher of secrets: no message may name a card that its readers cannot know."""

from __future__ import annotations

from render.florence.naming import named
from render.words import Words
from rules.florence.catalogue import BONUS, PRESTIGE, PROFESSIONS
from rules.florence.view import View
from tests.bot.driver import World
from tests.bot.seen import Message

_WORDS = Words("en")
TELLING = {
    title: card
    for card in (*PROFESSIONS, *BONUS, *PRESTIGE)
    # One-word bonus cards are called like the pieces that they count.
    if len((title := named(card, _WORDS)).split()) > 1 or card in PROFESSIONS
}
"""The cards whose titles appear in a text only if the card is meant."""


class Secrecy:
    """Holds each new message against what is hidden in the hands of others."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._hidden: dict[str, frozenset[str]] = {}
        self._shown: set[str] = set()  # cards that lay face up once: all may remember them
        self._at = -1
        self.checked = 0

    async def watch(self, message: Message) -> None:
        """Raises AssertionError if the message tells a secret."""
        await self._learn()
        for name, cards in self._hidden.items():
            if name == message.owner:
                continue
            for title in cards:
                self.checked += 1
                assert title not in message.words, f"{title} of {name} in {message}"

    async def _learn(self) -> None:
        table = await self._world.bot.tables.in_channel(self._world.channel.id)
        if table is None or table.journal is None or table.number == self._at:
            return
        self._at = table.number
        public: View = table.view(None)
        self._shown |= {card for seat in public.seats for card in seat.works}
        for row in table.seats:
            own = table.view(row.seat).seats[row.seat]
            held = {*own.hand, *own.bonus, *own.prestige_cards} - self._shown
            hidden = set() if table.over else {t for t, c in TELLING.items() if c in held}
            self._hidden[row.name] = frozenset(hidden)
