"""A hall of tables: the loopback server, the bot beside it, people at every table.

`check` is what must hold after anything that happens in it.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from rules.games import GAMES
from tests.bot.secrecy import telling
from tests.wire import ledger
from tests.wire.clicker import Party
from tests.wire.leaks import Secrets
from tests.wire.process import BotProcess
from tests.wire.server import Loopback

NAMES: Final = ("Ada", "Bruno", "Chiara", "Dmitri", "Elena")

SETTLED: Final = 20.0
"""Seconds within which every table message must show what is asked now."""


@dataclass
class Figures:
    """What was counted in a hall."""

    kills: int = 0
    games: int = 0
    over: int = 0
    clicks: int = 0
    confirmed: int = 0
    doubtful: int = 0
    looked: int = 0
    requests: int = 0
    merged: int = 0
    late: int = 0


@dataclass
class Hall:
    """Everything that runs.

    Attributes:
        books: what was stored at each table at the last look, by channel.
        secrets: what was searched for at each table, by channel.
        searched: how many sights and bytes of the log have been searched.
    """

    discord: Loopback
    bot: BotProcess
    parties: Sequence[Party]
    books: dict[int, ledger.Book] = field(default_factory=dict)
    secrets: dict[int, Secrets] = field(default_factory=lambda: defaultdict(Secrets))
    searched: Counter[str] = field(default_factory=Counter)

    async def begin(self, *, opponents: int = 0) -> None:
        """Start a game at every table."""
        await asyncio.gather(*(each.gather(opponents=opponents) for each in self.parties))

    async def play(self, *, seconds: float = 600.0, moves: int | None = None) -> None:
        """Play at every table, to the end unless told otherwise."""
        await asyncio.gather(
            *(each.play(seconds=seconds, moves=moves) for each in self.parties)
        )

    async def settle(self) -> None:
        """Wait until every table message calls exactly those who must decide.

        Raises:
            AssertionError: one does not.
        """
        until = time.monotonic() + SETTLED
        while True:
            books = await asyncio.to_thread(ledger.read, self.bot.database)
            wrong = [each for each in self.parties if not _current(each, books)]
            if not wrong:
                return
            if time.monotonic() > until:
                break
            await asyncio.sleep(0.25)
        board = wrong[0].board(wrong[0].people[0])
        book = books[wrong[0].channel.id]
        raise AssertionError(f"not current: {board}; to decide: {sorted(book.deciding)}")

    async def check(self, *, asked_anew: bool = False) -> Figures:
        """Hold everything that happened against what must always be true.

        Args:
            asked_anew: somebody used `/table`, so that a message may stand twice.

        Raises:
            AssertionError: something was lost, doubled, invented, shown to the wrong
                person, logged, or over one of Discord's limits.
        """
        record = self.discord.record
        assert not record.breaches, "\n".join(sorted(set(record.breaches))[:5])
        figures = Figures(
            kills=self.bot.kills,
            requests=record.requests,
            merged=record.merged,
            late=record.late,
        )
        sights = list(record.sights)  # before the books: each shows what they already hold
        fresh = sights[self.searched["sights"] :]
        self.searched["sights"] = len(sights)
        books = await asyncio.to_thread(ledger.read, self.bot.database)
        for party in self.parties:
            book = books[party.channel.id]
            self._kept(party.channel.id, book)
            balance = ledger.balance(book, party.clicks)
            assert not balance.faults, "\n".join(balance.faults[:5])
            secrets = self.secrets[party.channel.id]
            leaks = await asyncio.to_thread(secrets.leaks, book, fresh)
            assert not leaks, "\n".join(leaks[:5])
            doubles = ledger.doubles(sights, party.channel.id)
            assert asked_anew or not doubles, "\n".join(doubles[:5])
            figures.games += 1
            figures.over += book.status == "over"
            figures.clicks += len(party.clicks)
            figures.confirmed += balance.confirmed
            figures.doubtful += balance.doubtful
            figures.looked += secrets.looked
        self._discreet()
        return figures

    def _kept(self, channel: int, book: ledger.Book) -> None:
        """Nothing that was once stored has changed since the last look."""
        before = self.books.get(channel)
        if before is not None:
            assert book.rows[: len(before.rows)] == before.rows, "stored entries have changed"
        self.books[channel] = book

    def _discreet(self) -> None:
        """Neither the token nor a card of any game stands in the log."""
        with self.bot.log.open("rb") as file:
            file.seek(self.searched["log"])
            log = file.read()
        self.searched["log"] += len(log)
        text = log.decode("utf-8", "replace")
        assert self.discord.token not in text
        for title in GAMES:
            told = telling(title).in_text(text) | telling(title).in_codes(text)
            assert not told, f"the log names {sorted(told)}"


def _current(party: Party, books: dict[int, ledger.Book]) -> bool:
    book, board = books.get(party.channel.id), party.board(party.people[0])
    if book is None or board is None:
        return False
    if book.status == "over":
        return party.over
    called = {person.id for person in party.people if f"<@{person.id}>" in board.text}
    return called == book.deciding


@asynccontextmanager
async def hall(
    folder: Path,
    *seats: int,
    seed: int = 0,
    paced: bool = False,
    described: bool = True,
    names: Sequence[str] = NAMES,
    game: str = "florence",
    watched: bool = False,
    **settings: str,
) -> AsyncIterator[Hall]:
    """Tables with so many people each, and a bot that is connected.

    Args:
        folder: for the database and the log.
        seats: how many people sit at each table.
        seed: for what people choose.
        paced: enforce Discord's usual limits of requests.
        described: hold requests against the official description, if it is there.
        names: of the people.
        game: what is played.
        watched: at every table sits somebody without a seat, and all are curious.
        settings: of the bot, as environment.
    """
    async with Loopback(paced=paced, described=described) as discord:
        guild = discord.guild()
        parties = [
            Party(
                discord,
                discord.world.channel(guild, f"table-{number}"),
                [discord.person(name) for name in names[:count]],
                Random(f"{seed}-{number}"),
                game,
                [discord.person("Wanda", manages=True)] if watched else (),
            )
            for number, count in enumerate(seats)
        ]
        async with BotProcess(discord, folder, settings=settings) as bot:
            yield Hall(discord, bot, parties)
