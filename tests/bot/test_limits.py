"""Discord's limits on the largest positions, with the longest names.

Every message that the driver sees is checked against the limits (`tests.bot.client_message`);
here, people look at everything there is when there is most to see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.interactions.limits import cut
from bot.tables.core.table import Table
from render.words import LANGUAGES
from rules.contract import Decision, name
from rules.opponents import choose
from rules.registry import GAMES
from tests.bot.driver import Player, Pooled, World, table
from tests.bot.english import nth_language

LONGEST: Final = tuple(f"*_~`{letter}" * 6 + letter * 2 for letter in "WMQGO")
"""Names of 32 wide letters, most of which must be escaped."""

MOVE: Final = "table.button.move"
WHY: Final = "panel.button.why"
NEXT: Final = "panel.button.next"

MOST, EACH = 40, 6
"""How many panels of one decision are opened: in all, and from each panel."""


async def reached(world: World, wanted: Callable[[Table], bool], seed: int = 3) -> Table:
    """Five people play on, unseen, until a wanted position comes up; then the bot shows it."""
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
            asked = (found.game.id, user, decision.seat, arose, spelled)
            played = await games.play(*asked, apart=True)
            found = played.table
    world.bot.delivery.wake(found.game.id)
    await world.env.settle()
    await world.look()
    return found


def building(now: Table) -> bool:
    """Someone may build nearly everything, nearly everywhere."""
    return any(len(each.options) >= 600 for each in now.decisions)


def acting(now: Table) -> bool:
    """The last round, with full hands and full boards."""
    view = now.view(None)
    return bool(view.turn == 7 and type(view.step).__name__ == "Acting")


def bidding(now: Table) -> bool:
    """An auction of the sixth round in which several still bid."""
    view = now.view(None)
    return bool(view.turn == 6 and type(view.step).__name__ == "Bidding" and view.step.waiting)


def ordering(now: Table) -> bool:
    """Someone puts cards under a pile."""
    return type(now.view(None).step).__name__ == "Ordering"


WANTED: Final[tuple[Callable[[Table], bool], ...]] = (
    *(building, acting, bidding, ordering),
    lambda now: now.over is not None,
)


@pytest.mark.parametrize(
    "n", range(len(WANTED)), ids=["building", "acting", "bidding", "ordering", "over"]
)
async def test_everything_fits_when_most_is_there(
    tmp_path: Path, workers: Pooled, n: int
) -> None:
    async with table(tmp_path, workers, *LONGEST, language=nth_language(n)) as world:
        first, *others = world.players.values()
        await first.slash("play", game="florence")
        for player in others:
            await player.click(world.words("lobby.button.join"))
        await first.click(world.words("lobby.button.start"))
        now = await reached(world, WANTED[n])
        for player in world.players.values():
            await player.slash("hand")
            await player.slash("journal")
        await _all_pages(first, world.words("table.button.words"))
        if now.over is None:
            decision = max(now.decisions, key=lambda each: len(each.options))
            user = now.seats[decision.seat].user
            player = next(p for p in world.players.values() if p.id == user)
            assert await _every_panel(player, decision)
            await _orders(player)


def test_a_text_that_is_cut_is_as_long_as_it_may_be() -> None:
    for limit in range(12):
        text = cut("Florence", limit)
        assert len(text) == min(limit, 8)
        assert text.endswith("…") == (0 < limit < 8)


async def _all_pages(player: Player, label: str) -> None:
    await player.click(label, player.world.board)
    following = player.world.words(NEXT)
    for _ in range(10):
        if following not in player.panel.buttons:
            return
        await player.click(following, player.panel)


async def _every_panel(player: Player, decision: Decision) -> int:
    """Open panels that only lead on, some from each, breadth first; how many there were."""
    rng = Random(1)
    queue: list[tuple[str, ...]] = [()]
    opened = 0
    while queue and opened < MOST:
        path = queue.pop(0)
        await player.click(player.world.words(MOVE), player.world.board)
        for label in path:
            pressed = player.panel.button(label)
            await (player.click if pressed else player.select)(label, player.panel)
        opened += 1
        leads = list(_leads_on(player, decision, path))
        queue += [(*path, label) for label in rng.sample(leads, min(len(leads), EACH))]
    return opened


def _leads_on(player: Player, decision: Decision, path: tuple[str, ...]) -> Iterator[str]:
    """The labels on a panel that open another one, without deciding anything."""
    words = player.world.words
    following, why = words(NEXT), words(WHY)
    for part in player.panel.parts:
        spelled = str(part.get("custom_id", "")).split(":")
        if spelled[:2] == ["m1s", "pick"]:
            yield from (o["label"] for o in part["options"] if not decision.find(o["value"]))
        elif spelled[:2] == ["m1", "pick"] and not decision.find(spelled[-1]):
            yield str(part["label"])
        elif str(part.get("label")) == following and path[-2:] != (following,) * 2:
            yield following
        elif str(part.get("label")) == why and not path:
            yield why


async def _orders(player: Player) -> None:
    label = player.world.words("panel.button.orders")
    await player.click(player.world.words(MOVE), player.world.board)
    if label in player.panel.buttons:
        await player.click(label, player.panel)


# -- commands ---------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_chapter_of_the_rules_fits(
    tmp_path: Path, workers: Pooled, language: str
) -> None:
    async with table(tmp_path, workers, "Ada", language=language) as world:
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
