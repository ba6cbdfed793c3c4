"""What a start goes through: for each release, all games once, then those that came later."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.store import Store
from bot.store.changes import Change
from bot.store.rows import GameId
from bot.tables.play.passes import Pass
from tests.bot.services import game_row


@pytest.fixture
def looks() -> list[GameId]:
    """The games after which another was looked for."""
    return []


def _pass(store: Store, looks: list[GameId], release: str, *found: GameId) -> Pass:
    """A pass that finds these games."""

    async def look(after: GameId) -> GameId | None:
        looks.append(after)
        return next((each for each in found if each > after), None)

    return Pass(store, "replays", release, look)


async def _to_its_end(one: Pass) -> None:
    while await one.step():
        pass


async def _with_store(path: Path, games: int, do: Callable[[Store], Awaitable[None]]) -> None:
    store = await Store.open(path)
    try:
        for channel in range(games):
            await store.games.create(game_row(channel=channel), Change())
        await do(store)
    finally:
        await store.close()


async def test_a_later_start_goes_on_after_the_games_that_were_there(
    path: Path, looks: list[GameId]
) -> None:
    async def passes(store: Store) -> None:
        await _to_its_end(_pass(store, looks, "one", 2))
        assert looks == [0, 2]
        await _to_its_end(_pass(store, looks, "one"))
        assert looks == [0, 2, 3]
        await store.games.create(game_row(channel=9), Change())
        await _to_its_end(_pass(store, looks, "one", 4))
        assert looks == [0, 2, 3, 3, 4]

    await _with_store(path, 3, passes)


async def test_another_release_looks_at_all_again(path: Path, looks: list[GameId]) -> None:
    async def passes(store: Store) -> None:
        await _to_its_end(_pass(store, looks, "one"))
        await _to_its_end(_pass(store, looks, "two"))
        await _to_its_end(_pass(store, looks, "one"))
        assert looks == [0, 0, 0]

    await _with_store(path, 3, passes)


async def test_a_pass_that_did_not_end_begins_anew(path: Path, looks: list[GameId]) -> None:
    async def passes(store: Store) -> None:
        assert await _pass(store, looks, "one", 2).step()
        await _to_its_end(_pass(store, looks, "one"))
        assert looks == [0, 0]

    await _with_store(path, 3, passes)


async def test_a_game_that_comes_while_the_last_is_looked_for_is_looked_at_later(
    path: Path, looks: list[GameId]
) -> None:
    async def passes(store: Store) -> None:
        async def look(after: GameId) -> None:
            looks.append(after)
            if after < 1:
                await store.games.create(game_row(channel=9), Change())

        await _to_its_end(Pass(store, "replays", "one", look))
        await _to_its_end(_pass(store, looks, "one"))
        assert looks == [0, 1]

    await _with_store(path, 1, passes)
