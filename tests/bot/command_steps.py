"""What tests of commands share: the commands, and a game of three that has begun."""

from __future__ import annotations

from tests.bot.driver import World
from tests.bot.running_game import give_back

EVERYBODYS = {
    *("play", "table", "hand", "journal", "history", "undo", "rules", "help", "record"),
    *("learn", "puzzle", "seat", "score", "settings", "turns", "games", "privacy"),
}
"""The commands that everyone may use."""

PERSONAL = {
    *("turns", "settings", "learn", "help", "table", "hand", "journal"),
    *("undo", "history", "score", "games", "puzzle"),
}
"""The commands of a person who has installed the application for themselves."""


async def begun(world: World) -> None:
    await world["Ada"].slash("play", game="florence")
    for name in ("Bruno", "Chiara"):
        await world[name].click("Join")
    await world["Ada"].choose("Seats", "In the order of joining")
    await world["Ada"].click("Start")


async def gives_back(world: World, name: str) -> None:
    """Make the hidden choice with which a game begins: any card."""
    await give_back(world[name])
