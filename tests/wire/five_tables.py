"""A person plays all their tables from one `/turns` message; what it takes is counted."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from render.words import SOURCE, Words
from tests.bot.client_message import Component, Message
from tests.wire.clicker import Party
from tests.wire.in_process import running
from tests.wire.promise import Promise
from tests.wire.queries import answered
from tests.wire.server import Loopback, Person, SentInteraction
from tests.wire.server.world import Channel

TABLES: Final = 5
MESSAGES: Final = 1
"""How many messages `/turns` takes for all of them."""

MOST_STEPS: Final = 12
"""The most presses at one table after it is opened."""


@dataclass
class Evening:
    """What playing all tables took.

    Attributes:
        tables: how many were played at.
        presses, moves: all presses, and those that chose something.
        messages: the messages that came.
        words: the texts that the person reads.
    """

    tables: int = 0
    presses: int = 0
    moves: int = 0
    messages: set[int] = field(default_factory=set)
    words: Words = field(default_factory=lambda: Words(SOURCE))

    @property
    def promises(self) -> tuple[Promise, ...]:
        """The figures, with what is promised."""
        beside = (self.presses - self.moves) / max(self.tables, 1)
        return (
            Promise("presses a table of /turns beside the moves", beside, 1, 1),
            Promise("messages for all tables of /turns", len(self.messages), 1, MESSAGES),
        )

    async def play(self, person: Person, place: Channel) -> Message:
        """Use `/turns` and go from table to table; return the message at the end.

        Raises:
            AssertionError: a request has no answer, or a late one.
        """
        shown = await self._took(await person.slash(place, "turns"))
        label = self.words("turns.button.move", number=1)
        while (part := shown.button(label)) is not None:
            shown = await self._press(person, shown, part)
            self.tables += 1
            for _ in range(MOST_STEPS):
                if (choice := self._choice(shown)) is None:
                    break
                self.moves += 1
                shown = await self._press(person, shown, choice)
            label = self._next(shown)
        return shown

    def _choice(self, shown: Message) -> Component | None:
        """The button that chooses something; None: nothing more is asked at this table."""
        parts = [part for part in shown.parts if self._chooses(part)]
        sure = [part for part in parts if ":sure:" in part["custom_id"]]
        return next(iter(sure or parts), None)

    @staticmethod
    def _chooses(part: Component) -> bool:
        _, verb, *_ = f"{part.get('custom_id', '')}:".split(":")
        return verb in {"pick", "sure"} and part["type"] == 2

    def _next(self, shown: Message) -> str:
        """The label of the button to the next table; a line break: there is none."""
        start = self.words("turns.button.next", number=0).partition("0")[0]
        return next((each for each in shown.buttons if each.startswith(start)), "\n")

    async def _press(self, person: Person, on: Message, part: Component) -> Message:
        self.presses += 1
        return await self._took(await person.press(on, part["custom_id"]))

    async def _took(self, question: SentInteraction) -> Message:
        shown = await answered(question)
        assert shown is not None, f"no answer to {question.data}"
        assert not question.late
        self.messages.add(shown.id)
        return shown


async def five_tables(folder: Path, *, direct: bool) -> Evening:
    """Play at five waiting tables from one message.

    Args:
        folder: the folder of the database.
        direct: whether that is a direct message.

    Raises:
        AssertionError: a table was left out, or Discord would refuse something.
    """
    async with Loopback() as discord:
        guild = discord.guild()
        ada, bruno, cleo = (discord.person(each) for each in ("Ada", "Bruno", "Cleo"))
        async with running(discord, folder) as bot:
            await bot.hear_everything()
            channels = [discord.world.channel(guild, f"table-{n}") for n in range(TABLES)]
            for openers, channel in zip((bruno, cleo) * TABLES, channels, strict=False):
                others = [each for each in (bruno, cleo, ada) if each is not openers]
                await Party(discord, channel, [openers, *others], Random(1)).gather()
            evening = Evening()
            shown = await evening.play(ada, ada.direct if direct else channels[0])
            assert shown.buttons[-1] == "All my turns"
            for game in range(1, TABLES + 1):
                table = await bot.games.table(game)
                assert table.decision(table.seat_of(ada.id) or 0) is None
        assert not discord.record.breaches
    return evening
