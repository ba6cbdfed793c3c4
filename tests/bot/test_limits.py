"""Discord's limits on the largest positions, with the longest names.

Every message that the driver sees is held against the limits (`tests.bot.client_message`);
here people look at everything there is to see when most is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.interactions.limits import cut
from bot.tables.table import Table
from render.words import Words
from rules.contract import Decision, name
from rules.opponents import choose
from rules.registry import GAMES
from tests.bot.clicker import MOVE
from tests.bot.client_message import Message
from tests.bot.driver import Player, Pooled, World, table

LONGEST: Final = tuple(f"*_~`{letter}" * 6 + letter * 2 for letter in "WMQGO")
"""Names of 32 wide letters, most of which must be escaped."""

_WORDS: Final = Words("en")
WHY: Final = _WORDS("panel.button.why")
NEXT: Final = _WORDS("panel.button.next")

MOST, EACH = 40, 6
"""How many panels of one decision are opened, and from each panel."""


async def reached(world: World, wanted: Callable[[Table], bool], seed: int = 3) -> Table:
    """Five people play on, unseen, until a position is wanted; then the bot shows it."""
    rng, games = Random(seed), world.bot.games
    found = await games.in_channel(world.channel.id)
    assert found is not None
    with world.unsent():
        while not wanted(found):
            assert found.over is None, "no such position came up"
            decision = found.decisions[0]
            view, user = found.view(decision.seat), found.seats[decision.seat].user
            action = choose("florence", rng.choice(("novice", "random")), view, decision, rng)
            arose = found.arose(decision.seat)
            assert user is not None
            assert arose is not None
            spelled = name(action)
            played = await games.play(found.game.id, user, decision.seat, arose, spelled)
            found = played.table
    world.bot.delivery.wake(found.game.id)
    await world.env.settle()
    await world.look()
    return found


def building(now: Table) -> bool:
    """Somebody may build nearly everything, nearly everywhere."""
    return any(len(each.options) >= 600 for each in now.decisions)


def acting(now: Table) -> bool:
    """The last turn, with full hands and full boards."""
    view = now.view(None)
    return bool(view.turn == 7 and type(view.step).__name__ == "Acting")


def bidding(now: Table) -> bool:
    """An auction of the sixth turn with several who still bid."""
    view = now.view(None)
    return bool(view.turn == 6 and type(view.step).__name__ == "Bidding" and view.step.waiting)


def ordering(now: Table) -> bool:
    """Somebody puts cards under a pile."""
    return type(now.view(None).step).__name__ == "Ordering"


@pytest.mark.parametrize(
    "wanted",
    [building, acting, bidding, ordering, lambda now: now.over is not None],
    ids=["building", "acting", "bidding", "ordering", "over"],
)
async def test_everything_fits_when_most_is_there(
    tmp_path: Path, workers: Pooled, wanted: Callable[[Table], bool]
) -> None:
    async with table(tmp_path, workers, *LONGEST) as world:
        first, *others = world.players.values()
        await first.slash("play", game="florence")
        for player in others:
            await player.click("Join")
        now = await reached(world, wanted)
        for player in world.players.values():
            await player.slash("hand")
            await player.slash("journal")
        await _all_pages(first, _WORDS("table.button.words"))
        if now.over is None:
            decision = max(now.decisions, key=lambda each: len(each.options))
            user = now.seats[decision.seat].user
            player = next(p for p in world.players.values() if p.id == user)
            assert await _every_panel(player, decision) >= 2
            await _orders(player)


def test_a_text_that_is_cut_is_as_long_as_it_may_be() -> None:
    for limit in range(12):
        text = cut("Florence", limit)
        assert len(text) == min(limit, 8)
        assert text.endswith("…") == (0 < limit < 8)


async def _all_pages(player: Player, label: str) -> None:
    await player.click(label, player.world.board)
    for _ in range(10):
        if NEXT not in player.panel.buttons:
            return
        await player.click(NEXT, player.panel)


async def _every_panel(player: Player, decision: Decision) -> int:
    """Open panels that only lead on, some of each, breadth first; how many there were."""
    rng = Random(1)
    queue: list[tuple[str, ...]] = [()]
    opened = 0
    while queue and opened < MOST:
        path = queue.pop(0)
        await player.click(MOVE, player.world.board)
        for label in path:
            pressed = player.panel.button(label)
            await (player.click if pressed else player.select)(label, player.panel)
        opened += 1
        leads = list(_leads_on(player.panel, decision, path))
        queue += [(*path, label) for label in rng.sample(leads, min(len(leads), EACH))]
    return opened


def _leads_on(panel: Message, decision: Decision, path: tuple[str, ...]) -> Iterator[str]:
    """The labels on a panel that open another one, without deciding anything."""
    for part in panel.parts:
        spelled = str(part.get("custom_id", "")).split(":")
        if spelled[:2] == ["m1s", "pick"]:
            yield from (o["label"] for o in part["options"] if not decision.find(o["value"]))
        elif spelled[:2] == ["m1", "pick"] and not decision.find(spelled[-1]):
            yield str(part["label"])
        elif str(part.get("label")) == NEXT and path[-2:] != (NEXT, NEXT):
            yield NEXT
        elif str(part.get("label")) == WHY and not path:
            yield WHY


async def _orders(player: Player) -> None:
    label = _WORDS("panel.button.orders")
    await player.click(MOVE, player.world.board)
    if label in player.panel.buttons:
        await player.click(label, player.panel)


# -- commands ---------------------------------------------------------------------------


async def test_every_chapter_of_the_rules_fits(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        ada = world["Ada"]
        for game in GAMES:
            offered = await ada.member.autocomplete(
                world.channel, "rules", "topic", "", game=game
            )
            assert 1 <= len(offered) <= 25
            for choice in offered:
                assert 1 <= len(choice["name"]) <= 100
                await ada.slash("rules", topic=choice["value"], game=game)
                assert len(ada.panel.text) > 100
