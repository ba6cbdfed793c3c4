"""A running game of three people that a test puts at any position."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, cast

from msgspec.structs import replace

from rules.contract import Decision, Options
from rules.journal import AnyJournal, Journal
from rules.lacrimosa.state import State
from tests.bot.driver import Pooled, World, table
from tests.lacrimosa.positions import LACRIMOSA
from tests.render import florence_samples, lacrimosa_samples

SEATED: Final = ("Ada", "Bruno", "Chiara")
SEEDS: Final = (*range(1, 13), 17)
"""Random games; in the last one, a payment waits for an exchange."""


@asynccontextmanager
async def begun(game: str, folder: Path, workers: Pooled) -> AsyncIterator[World]:
    """Three people at a table of that game, in this order; Dmitri watches."""
    async with table(folder, workers, *SEATED, "Dmitri") as world:
        await begin(world, game)
        yield world


async def begin(world: World, game: str) -> None:
    """Open a lobby and start, seated as they joined."""
    ada, *others = (world[each] for each in SEATED)
    await ada.slash("play", game=game)
    for other in others:
        await other.click("Join")
    await ada.choose("Seats", "In the order of joining")
    await ada.click("Start")


async def put(world: World, journal: AnyJournal) -> None:
    """Put the running game at another position."""
    running = await world.bot.games.in_channel(world.channel.id)
    assert running
    world.bot.games._cache.put(replace(running, journal=journal))


class _Begun:
    """Lacrimosa, beginning at a position."""

    def __init__(self, state: State) -> None:
        self._state = state

    def start(self, options: Options) -> State:
        del options
        return self._state

    def __getattr__(self, name: str) -> Any:
        return getattr(LACRIMOSA, name)


def journal_at(state: State) -> AnyJournal:
    """A journal of Lacrimosa that begins at a position."""
    return Journal(cast(Any, _Begun(state)), state.options)


def positions(game: str) -> Iterator[AnyJournal]:
    """Every position of random games of three."""
    for seed in SEEDS:
        if game == "florence":
            yield from florence_samples.positions(3, seed)
        else:
            yield from lacrimosa_samples.played(3, seed, "ask")


def found(
    game: str, fits: Callable[[AnyJournal, Decision], bool]
) -> tuple[AnyJournal, Decision]:
    """The first position with a decision that fits."""
    for journal in positions(game):
        for decision in journal.decisions:
            if fits(journal, decision):
                return journal, decision
    raise AssertionError("no such position")
