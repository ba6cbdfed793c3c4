"""Nobody learns what another has, or how far they go, before an item is played out."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec.structs import replace

from rules.journal import AnyJournal
from tests.bot.driver import Player, Pooled, World
from tests.bot.put_position import put
from tests.bot.running_game import opener, three
from tests.bot.test_calls import Phones

pytestmark = pytest.mark.by_limits

SECRETS: Final = {
    "rich, far": (3500, "Jester: as high as I can"),
    "rich, no": (3500, "Jester: no"),
    "rich, each time": (3500, "Jester: ask me at each bid"),
    "poor": (200, "Jester: no"),
}
"""What a person has in secret, and what they answer."""


def with_money(journal: AnyJournal, seat: int, florins: int) -> AnyJournal:
    """The same game, except for the money of a seat that does not decide."""
    assert journal.decision(seat) is None
    state: Any = journal._state
    players = list(state.players)
    players[seat] = replace(players[seat], florins=florins)
    other = copy.copy(journal)
    other._positions = (
        *journal._positions[:-1],
        replace(state, players=tuple(players)),
    )
    return other


async def _seen(world: World, other: Player, phones: Phones) -> tuple[object, ...]:
    """All that anyone but one person can see, and when something is due."""
    shown = [
        re.sub(r"<t:\d+|\d{15,}", "#", f"{m.owner} {m.text} {m.buttons} {m.choices}")
        for m in world.messages
        if m.owner != other.name
    ]
    calls = {who: n for who, n in phones.calls.items() if who != other.name}
    dues = await world.bot.store.dues.of_game(1)
    due = sorted((each.kind, each.seat) for each in dues)
    return shown, calls, due, phones.boards


async def _played(folder: Path, workers: Pooled, secret: str) -> list[tuple[object, ...]]:
    """What the others see when an item is put up, and after one person has answered."""
    florins, answer = SECRETS[secret]
    async with three(folder, workers) as world:
        first = opener(world)
        table = await world.bot.games.in_channel(world.channel.id)
        assert table is not None
        assert table.journal is not None
        other = next(p for p in world.players.values() if p not in {first, world["Dmitri"]})
        seat = next(row.seat for row in table.seats if row.name == other.name)
        await put(world, with_money(table.journal, seat, florins))
        phones, found = Phones(world), []
        await first.click("Jester", world.board)
        await first.select("Up to 500", first.panel)
        found.append(await _seen(world, other, phones))
        await other.click("Set my bids", world.board)
        if florins > 200:
            await other.select(answer, other.panel)
        else:
            assert not any("up to" in each for each in other.panel.choices)
            await other.click("Don’t bid", other.panel)
        found.append(await _seen(world, other, phones))
        return found


async def test_money_and_limits_show_in_nothing_before_the_lot_is_played(
    tmp_path: Path, workers: Pooled
) -> None:
    found = {each: await _played(tmp_path / each, workers, each) for each in SECRETS}
    plain = found.pop("rich, far")
    for secret, seen in found.items():
        assert seen == plain, secret
