"""The bot's services on a store with many games, compared with few and with none.

Everything is measured in turn on both stores of a pair, so that a busy machine delays both.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf
from statistics import median
from time import perf_counter
from typing import Final, TypeAlias

from bot.store import Address, DatabaseError
from tests.bot.services import Clock, Services, services
from tests.scale.rows import Many
from tests.scale.statements import recorded, scans
from tests.wire.promise import Promise

FEW: Final = 1000
"""The most rows of a table that may be read from end to end."""

STARTS: Final = 7
"""How often each store is started."""

GAMES: Final = 10
"""How many games are played on; they are far apart."""

ROUNDS: Final = 6
"""How often each game is played on: a few moves, so that none ends."""

TIMES: Final = 300
"""How often something that leaves these games unchanged is done; a median needs many."""

NOW: Final = 1_000_000_000.0
"""Unix seconds at which everything is done."""

ATTEMPTS: Final = 3
"""The most measurements of a click before it counts as slower; a machine may be busy."""

SLOWER_START: Final = 2.0
SLOWER_CLICK: Final = 1.2
SLOWER_LISTS: Final = 2.0
"""How many times as long something may take in a store with many games.

Lists look up hundreds of rows that are far apart, each in an index that has grown a level.
"""

_NEWCOMER: Final = 900_000_000_000
"""From this id on, no row has an account, a server or a channel yet."""

Action: TypeAlias = Callable[[Services, Many, int], Awaitable[float]]
"""Does something for the n-th time; returns the measured seconds."""


@dataclass
class Compared:
    """What was measured on one kind of database, in seconds.

    Attributes:
        kind: the name of that kind.
        starts: the medians on an empty store and on the one with many games.
        first_start: the first start of a release on the store with many games.
        clicks: the medians with few games and with many, by what is done.
        searches: the medians of searches at the start and by timers, by what is looked for.
        scanned: the statements of clicks that read something from end to end.
    """

    kind: str
    starts: tuple[float, float] = (0.0, 0.0)
    first_start: float = 0.0
    clicks: dict[str, tuple[float, float]] = field(default_factory=dict)
    searches: dict[str, tuple[float, float]] = field(default_factory=dict)
    scanned: list[str] = field(default_factory=list)

    @property
    def promises(self) -> list[Promise]:
        """What is promised about many games."""
        empty, many = self.starts
        return [
            Promise(
                f"{self.kind}: a start, as to an empty store", many / empty, 0, SLOWER_START
            ),
            *(
                Promise(f"{self.kind}: {what}, as to few games", many / few, 0, SLOWER[what])
                for what, (few, many) in self.clicks.items()
            ),
            Promise(f"{self.kind}: scans in statements of clicks", len(self.scanned), 0, 0),
        ]

    def __str__(self) -> str:
        rows = {"a start (empty, many)": self.starts, **self.clicks, **self.searches}
        lines = [f"{self.kind + ', ms':<44} {'few':>9} {'many':>9}"]
        lines += [f"{what:<44} {1e3 * a:9.2f} {1e3 * b:9.2f}" for what, (a, b) in rows.items()]
        first = f"{'the first start of a release':<44} {'':9} {1e3 * self.first_start:9.2f}"
        return "\n".join((*lines, first, *self.scanned))


async def compare(
    kind: str, empty: Address, few: tuple[Address, Many], many: tuple[Address, Many]
) -> Compared:
    """Measure everything on stores of one kind of database.

    Args:
        kind: the name of that kind.
        empty: a store without games.
        few, many: stores, and what they were filled with.
    """
    found = Compared(kind)
    starts: dict[Address, list[float]] = {empty: [], many[0]: []}
    for address in (empty, many[0]) * (STARTS + 1):
        starts[address].append(await _start(address))
    found.first_start = starts[many[0]][0]
    found.starts = (median(starts[empty][1:]), median(starts[many[0]][1:]))
    async with _running(few[0]) as small, _running(many[0]) as large:
        pair = ((small, few[1]), (large, many[1]))
        for what, action in ACTIONS.items():
            times = GAMES * ROUNDS if action is _move else TIMES
            for attempt in range(ATTEMPTS):
                few_, many_ = await _alternating(action, pair, times, attempt * times)
                found.clicks[what] = few_, many_
                if many_ <= SLOWER[what] * few_:
                    break
        for what, action in SEARCHES.items():
            found.searches[what] = await _alternating(action, pair, 3)
        async with recorded(large.store) as sent:
            for action in ACTIONS.values():
                await action(large, many[1], ATTEMPTS * TIMES)
        found.scanned = [
            f"{each.told}: {', '.join(steps)}"
            for each in dict.fromkeys(sent)
            if (steps := await scans(large.store, each, FEW))
        ]
    return found


@asynccontextmanager
async def _running(address: Address) -> AsyncIterator[Services]:
    clock = Clock()
    clock.now = NOW
    async with services(address, clock=clock) as here:
        here.vote()
        here.remind()
        yield here


async def _start(address: Address) -> float:
    """Seconds until a process has finished every search that it makes at its start."""
    began = perf_counter()
    async with _running(address) as here:
        await here.privacy.repeat()
        await here.store.outbox.games()
        await here.store.reviews.next()
        here.dues.start()
        await here.dues.join()
        await here.expiry.rest()
        await here.retention.erase_lobbies()
        await here.retention.erase_invitations()
        await here.games.wait_idle()
        return perf_counter() - began


async def _alternating(
    action: Action,
    pair: tuple[tuple[Services, Many], tuple[Services, Many]],
    times: int,
    first: int = 0,
) -> tuple[float, float]:
    """The medians of an action done in turn on two stores, from its `first` time on."""
    taken: tuple[list[float], list[float]] = ([], [])
    for n in range(first, first + times):
        for seconds, (here, games) in zip(taken, pair, strict=True):
            seconds.append(await action(here, games, n))
    return median(taken[0]), median(taken[1])


# -- clicks ----------------------------------------------------------------------


def _game(many: Many, n: int) -> int:
    """The number of a game to play on: ten games in turn, far apart."""
    numbers = many.played_on()
    return numbers[n % GAMES * len(numbers) // GAMES]


async def _open(here: Services, many: Many, n: int) -> float:
    """Open a table that is not in memory."""
    game = _game(many, n)
    await here.cache.forget(game)
    began = perf_counter()
    await here.games.table(game)
    return perf_counter() - began


async def _move(here: Services, many: Many, n: int) -> float:
    """A move at a table in memory, and what is read and stored for its messages."""
    table = await here.games.table(_game(many, n))
    began = perf_counter()
    await here.step(table)
    for row in await here.store.outbox.pending(table.game.id):
        await here.store.outbox.remove(row)
    return perf_counter() - began


async def _lobby(here: Services, many: Many, n: int) -> float:
    """A new table that someone joins."""
    new = _NEWCOMER + 3 * n
    began = perf_counter()
    lobby = await here.lobbies.create_lobby("florence", new, new, new, "Ann")
    await here.lobbies.join(lobby.game.id, many.user(_game(many, n), 0), "Ben")
    return perf_counter() - began


async def _look_up(here: Services, many: Many, n: int) -> float:
    """What commands and lists look up about a channel, a server and a person."""
    game = _game(many, n)
    user, guild, channel = many.user(game, 0), many.guild(game), many.channel(game)
    store = here.store
    began = perf_counter()
    await store.games.in_channel(channel)
    await store.games.in_guild(guild, 25)
    await store.game_index.open_numbers(guild, channel)
    await store.game_index.count_open(guild)
    await store.game_index.played_by(user)
    await store.games.started(user, guild)
    await store.lists.started(user, 100)
    await store.lists.seated(user, 60)
    await store.lists.lobbies(guild, 25)
    await store.games.waiting(user)
    await store.game_index.has_played(user, -1)
    await store.game_index.invitations(user, 0.0)
    await store.results.in_guild(guild)
    await store.results.unlisted(guild)
    await store.results.finished(user, "florence")
    await store.people.read(user)
    await store.bars.stands(user, guild, user)
    await store.reviews.waiting(user)
    return perf_counter() - began


ACTIONS: Final[Mapping[str, Action]] = {
    "a table that is opened": _open,
    "a move": _move,
    "a new table that somebody joins": _lobby,
    "sixteen look-ups of commands": _look_up,
}

SLOWER: Final = dict.fromkeys(ACTIONS, SLOWER_CLICK) | {
    "sixteen look-ups of commands": SLOWER_LISTS
}
"""How many times as long each action may take."""


# -- searches ----------------------------------------------------------------------


def _timed(search: Callable[[Services], Awaitable[object]]) -> Action:
    async def measured(here: Services, _many: Many, _n: int) -> float:
        return await _until(search(here))

    return measured


async def _until(search: Awaitable[object]) -> float:
    """Seconds that a search takes; infinite if the store gives up."""
    began = perf_counter()
    try:
        await search
    except DatabaseError:
        return inf
    return perf_counter() - began


async def _stored_of(here: Services, many: Many, n: int) -> float:
    """What `/privacy` shows."""
    return await _until(here.store.privacy.counts(many.user(_game(many, n), 0)))


async def _games_of(here: Services, many: Many, n: int) -> float:
    """What is looked up before a person's data is deleted."""
    return await _until(here.store.privacy.games(many.user(_game(many, n), 0)))


SEARCHES: Final[Mapping[str, Action]] = {
    "games to be replayed, once a release": _timed(
        lambda here: here.store.game_index.unverified(here.cache.release, 0)
    ),
    "games without a result, once a release": _timed(
        lambda here: here.store.results.missing(0)
    ),
    "games of opponents": _timed(lambda here: here.store.game_index.stepping()),
    "games to rest": _timed(lambda here: here.expiry.rest()),
    "closed lobbies to be erased": _timed(lambda here: here.retention.erase_lobbies()),
    "invitations to be erased": _timed(lambda here: here.retention.erase_invitations()),
    "servers with games": _timed(lambda here: here.store.retention.guilds()),
    "what is stored of a person": _stored_of,
    "the games of a person": _games_of,
    "what is due": _timed(
        lambda here: here.store.dues.until(NOW, ("remind", "absent", "lobby"))
    ),
    "what is due next": _timed(lambda here: here.store.dues.earliest(("remind", "absent"))),
}
"""What no one waits for; on SQLite, clicks in the meantime do."""
