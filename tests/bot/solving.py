"""People who solve puzzles: they choose from what the message offers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from render.words import Words
from rules.puzzles import Puzzle
from rules.registry import PUZZLES
from tests.bot.client_message import Message
from tests.bot.driver import Player

WORDS: Final = Words("en")


def shown(message: Message, verb: str = "puzzle_pick") -> Puzzle:
    """The puzzle of a message, as its buttons name it."""
    found = {
        where[3]
        for part in message.parts
        if (where := str(part.get("custom_id", "")).split(":"))[1:2] == [verb]
    }
    (puzzle_id,) = found
    (puzzle,) = (each for each in PUZZLES[puzzle_id.partition(".")[0]] if each.id == puzzle_id)
    return puzzle


def offered(message: Message, verb: str = "puzzle_pick") -> dict[str, tuple[bool, str]]:
    """Each choice that a puzzle offers: whether it is a button, and its label."""
    return dict(_offered(message, verb))


def _offered(message: Message, verb: str) -> Iterator[tuple[str, tuple[bool, str]]]:
    for part in message.parts:
        where = str(part.get("custom_id", "")).split(":")
        if where[1:2] != [verb]:
            continue
        options: list[dict[str, Any]] = part.get("options", [])
        if options:
            yield from ((each["value"], (False, each["label"])) for each in options)
        else:
            yield where[-1], (True, part["label"])


async def choose(
    player: Player, choice: str, message: Message | None = None, verb: str = "puzzle_pick"
) -> Message:
    """Choose something in the puzzle of a message, or of the latest private one."""
    message = message or player.panel
    is_button, label = offered(message, verb)[choice]
    await (player.click if is_button else player.select)(label, message)
    return player.panel
