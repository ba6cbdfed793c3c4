"""An environment of tables: the loopback server, the bot beside it, people at every table.

`check` asserts what must hold after anything that happens there.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from msgspec.structs import replace

from bot.demo.simulation import discord_locale
from bot.store import Address
from render.words import SOURCE
from rules.registry import GAMES
from tests.bot.english import english
from tests.bot.secrets import telling
from tests.speed.yardstick import SLOW
from tests.wire import calls, stored_games, table_life
from tests.wire.clicker import Party
from tests.wire.leaks import Secrets
from tests.wire.live_panels import SETTLED
from tests.wire.process import BotProcess
from tests.wire.processes import BotProcesses
from tests.wire.server import Loopback, Sight

NAMES: Final = ("Ada", "Bruno", "Chiara", "Dmitri", "Elena")
WATCHERS: Final = ("Wanda", "Xenia")


@dataclass
class Figures:
    """What was counted in an environment."""

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
    people: int = 0
    boards: int = 0
    edits: int = 0
    calls: int = 0
    panels: int = 0
    phones: tuple[str, ...] = ()


@dataclass
class Environment:
    """Everything that runs.

    Attributes:
        stored: what was stored at each table at the last look, by channel.
        secrets: what was searched for at each table, by channel.
        counted: boards and calls at the last look, by channel.
        searched: how many sights and bytes of the log have been searched.
    """

    discord: Loopback
    bot: BotProcess
    parties: Sequence[Party]
    stored: dict[int, stored_games.StoredGame] = field(default_factory=dict)
    secrets: dict[int, Secrets] = field(default_factory=dict)
    searched: Counter[str] = field(default_factory=Counter)
    counted: dict[int, calls.Counted] = field(default_factory=dict)

    async def begin(self, *, opponents: int = 0) -> None:
        """Start a game at every table."""
        await asyncio.gather(*(each.gather(opponents=opponents) for each in self.parties))

    async def play(
        self, *, seconds: float = 600.0, moves: int | None = None, looks_back: bool = True
    ) -> None:
        """Play at every table, to the end unless told otherwise.

        Args:
            seconds: give up after this time, or later on a slow machine.
            moves: how many presses at each table; None: to the end.
            looks_back: whether people look at the history of a game that has ended.
        """
        await asyncio.gather(
            *(
                each.play(seconds=seconds * SLOW, moves=moves, looks_back=looks_back)
                for each in self.parties
            )
        )

    async def settle(self) -> None:
        """Wait until every table message is shown and calls exactly those who must decide.

        Raises:
            AssertionError: a table message is not shown or calls the wrong people.
        """
        until = time.monotonic() + SETTLED
        while True:
            stored = await asyncio.to_thread(stored_games.read, self.bot.database)
            wrong = [each for each in self.parties if not _current(each, stored)]
            if not wrong:
                return
            if time.monotonic() > until:
                break
            await asyncio.sleep(0.25)
        party = wrong[0]
        game = stored[party.channel.id]
        called = [each.id for each in party.everybody if party.called(each)]
        raise AssertionError(
            f"not current: {party.board(party.people[0])}; called: {sorted(called)}; to decide:"
            f" {sorted(game.deciding)}; unshown: {game.unshown}; log: {self.bot.tail()}"
        )

    async def check(self, *, asked_anew: bool = False) -> Figures:
        """Check everything that happened against what must always be true.

        Args:
            asked_anew: whether someone used `/table`, so that a message may appear twice.

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
        sights = list(record.sights)  # before the database, which already has what they show
        fresh = sights[self.searched["sights"] :]
        self.searched["sights"] = len(sights)
        stored = await asyncio.to_thread(stored_games.read, self.bot.database)
        for party in self.parties:
            game = stored[party.channel.id]
            game.deleted, game.given = party.deleted, party.given
            self._kept(party.channel.id, game)
            balance = stored_games.balance(game, party.clicks, party.language)
            faults = [*balance.faults, *table_life.faults(game, party)]
            assert not faults, "\n".join(faults[:5])
            secrets = self.secrets.setdefault(party.channel.id, Secrets(party.language))
            false = party.panels.faults()
            assert not false, "\n".join(false[:5])
            left = self._english(party, fresh)
            assert not left, "\n".join(left[:5])
            leaks = await asyncio.to_thread(secrets.leaks, game, fresh)
            assert not leaks, "\n".join(leaks[:5])
            # Two messages from which threads were started may say the same.
            threads = self.discord.world.channels
            others = [each for each in sights if each.message.id not in threads]
            doubles = stored_games.doubles(others, party.channel.id)
            # The same person may end one pause after another, as many as were agreed to.
            over = table_life.ends_of_pauses(others, party.channel.id)
            pauses = table_life.pauses(game)
            assert len(over) <= pauses, f"{len(over)} ends of {pauses} pauses are told"
            doubles = [each for each in doubles if table_life.PAUSE_OVER not in each]
            assert asked_anew or not doubles, "\n".join(doubles[:5])
            figures.games += 1
            figures.over += game.status == "over"
            figures.clicks += len(party.clicks)
            figures.confirmed += balance.confirmed
            figures.doubtful += balance.doubtful
            figures.looked += secrets.looked
            counted = calls.count(self.discord, party, game, sights)
            self.counted[party.channel.id] = counted
            assert not counted.faults, "\n".join(counted.faults[:5])
            figures.people += len(party.people)
            figures.panels += party.panels.looks
            figures.boards += counted.boards
            figures.edits += counted.edits
            figures.calls += counted.calls
        figures.phones = calls.samples(self.discord)
        self._discreet()
        return figures

    def _kept(self, channel: int, game: stored_games.StoredGame) -> None:
        """Check that nothing stored has changed since the last look."""
        before = self.stored.get(channel)
        if before is not None:
            same = zip(before.rows, game.rows, strict=False)
            assert len(game.rows) >= len(before.rows), "stored entries are gone"
            assert all(_same(one, other, game) for one, other in same), (
                "stored entries have changed"
            )
        self.stored[channel] = game

    def _english(self, party: Party, sights: Iterable[Sight]) -> list[str]:
        """What the people at a table were shown in English; nothing if they read English."""
        people = {str(each.id): each.name for each in party.everybody}
        names = [*people.values(), *(each.channel.name for each in self.parties), "Maecenas"]
        return [
            f"English, {sorted(found)}, in {sight.message}"[:600]
            for sight in sights
            if sight.channel == party.channel.id or sight.message.owner in people
            if (found := set(english(sight.message.words, party.language, names)))
        ]

    def _discreet(self) -> None:
        """Check that the log contains no token and no card of any game."""
        with self.bot.log.open("rb") as file:
            file.seek(self.searched["log"])
            log = file.read()
        self.searched["log"] += len(log)
        text = log.decode("utf-8", "replace")
        assert self.discord.token not in text
        assert not any(each in text for each in self.discord.rest.questions), (
            "the log has the token of an interaction"
        )
        for title in GAMES:
            told = telling(title).in_text(text) | telling(title).in_codes(text)
            assert not told, f"the log names {sorted(told)}"


def _current(party: Party, stored: dict[int, stored_games.StoredGame]) -> bool:
    game, board = stored.get(party.channel.id), party.board(party.people[0])
    if game is None or board is None or game.unshown:
        return False
    if game.status == "over":
        return party.over
    called = {person.id for person in party.everybody if party.called(person)}
    return called == game.deciding


def _same(
    before: stored_games.Row, now: stored_games.Row, game: stored_games.StoredGame
) -> bool:
    """Whether a stored entry is as it was, except for an account deleted since."""
    if now.by_user is None and before.by_user in game.deleted:
        before = replace(before, by_user=None)
    return before == now


@asynccontextmanager
async def environment(
    folder: Path,
    *seats: int,
    seed: int = 0,
    paced: bool = False,
    described: bool = True,
    names: Sequence[str] = NAMES,
    game: str = "florence",
    watched: int = 0,
    life: float = 0.0,
    language: str = SOURCE,
    database: Address | None = None,
    processes: int = 1,
    source: Path | None = None,
    machines: bool = False,
    **settings: str,
) -> AsyncIterator[Environment]:
    """Tables with so many people each, and a connected bot.

    Args:
        folder: for the database and the log.
        seats: how many people sit at each table.
        seed: for what people choose.
        paced: enforce Discord's usual rate limits.
        described: check requests against the official description.
        names: the people's names.
        game: what is played.
        watched: how many people without a seat are at every table; if there are any,
            everyone asks for everything that can be asked.
        life: how often someone does something about seats instead of playing.
        language: the language of everyone's Discord; unless English, nothing may be in it.
        database: the URL of PostgreSQL; None: a file in the folder.
        processes: how many processes of the bot, on PostgreSQL; they share the tables.
        source: where several processes import the bot from; None: from here.
        machines: whether each of several processes counts as on its own machine.
        settings: the bot's settings, as environment variables.
    """
    async with Loopback(paced=paced, described=described, shards=processes) as discord:
        guilds = [discord.guild(shard=shard) for shard in range(processes)]
        spoken = discord_locale(language)
        parties = [
            Party(
                discord,
                discord.world.channel(guilds[number % processes], f"table-{number}"),
                [discord.person(name, locale=spoken) for name in names[:count]],
                Random(f"{seed}-{number}"),
                game,
                [
                    discord.person(name, manages=True, locale=spoken)
                    for name in WATCHERS[:watched]
                ],
                life=life,
                language=language,
            )
            for number, count in enumerate(seats)
        ]
        one = BotProcess(discord, folder, settings=settings, database=database)
        bot = (
            one
            if processes == 1
            else BotProcesses(
                *(discord, folder, processes),
                database=str(database),
                settings=settings,
                seed=seed,
                source=source,
                machines=machines,
            )
        )
        async with bot:
            yield Environment(discord, bot, parties)
