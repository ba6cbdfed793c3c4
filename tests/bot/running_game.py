"""A running game of three people, for tests of what they see."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.screens.labels import MORE
from tests.bot.client_message import Message
from tests.bot.driver import Player, Pooled, World, table

MOVE = "Your move"


@asynccontextmanager
async def three(
    folder: Path, workers: Pooled, *, setup: bool = True, **more: Any
) -> AsyncIterator[World]:
    """Ada, Bruno and Chiara at a table in this order; Dmitri watches.

    Args:
        folder: where the database is.
        workers: for drawing and thinking.
        setup: play on until someone must put the first item up for auction.
        more: as for `table`.
    """
    names = ("Ada", "Bruno", "Chiara", "Dmitri")
    async with table(folder, workers, *names, **more) as world:
        await begin(world)
        if setup:
            for name in names[:3]:
                await give_back(world[name])
        yield world


async def begin(world: World) -> None:
    """Open a lobby and start with three people, seated as they joined."""
    ada = world["Ada"]
    await ada.slash("play", game="florence")
    for name in ("Bruno", "Chiara"):
        await world[name].click("Join")
    await ada.choose("Seats", "In the order of joining")
    await ada.click("Start")


async def give_back(player: Player) -> None:
    """Make the first decision: some profession goes back."""
    await player.click(MOVE)
    await player.click(choices(player.panel)[0], player.panel)
    for label in player.panel.buttons:
        if label.startswith("Yes: "):  # it fits the others best
            await player.click(label, player.panel)


async def actor(world: World) -> Player:
    """Nobody buys anything; the person who then has two actions."""
    for _ in range(3):
        player = opener(world)
        await player.click(MOVE)
        await player.click("No item this round", player.panel)
    return opener(world)


def choices(message: Message) -> list[str]:
    """The labels that choose something, without Back and what is always there."""
    steady = {
        MORE,
        "Suggest",
        "What happened",
        "Why can’t I …?",
        "Undo",
        "Bid ahead",
        "Plan ahead",
        "Back",
        "Refresh",
        "Next page",
        "Previous page",
        "Symbols",
        "Score",
        "Note",
    }
    return [*message.choices, *(label for label in message.buttons if label not in steady)]


def opener(world: World) -> Player:
    """The person who must put the first item up: the start player is drawn."""
    return next(p for p in world.players.values() if world.board.waits_for(p.name))
