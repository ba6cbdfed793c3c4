"""People who learn: they press Hint, and then what it names."""

from __future__ import annotations

from typing import Any, Final

from bot.interactions.pictures import Pictures
from bot.tables.persons.lessons import Attempt
from render.presentation import Picture
from render.words import Words
from rules.contract import name
from tests.bot.client_message import Message
from tests.bot.driver import Player

WORDS: Final = Words("en")
FIELDS: Final = 6
"""More fields than any action has."""


async def draw_nothing(*_: object) -> tuple[Picture, ...]:
    """In place of `Pictures._once`: the words appear without pictures."""
    return ()


PICTURES: Final = (Pictures, "_once", draw_nothing)
"""What a test gives to `monkeypatch.setattr` to draw nothing."""


async def attempt(player: Player) -> Attempt | None:
    """The lesson that a person has in progress, as the store has it."""
    service = player.world.bot.lessons
    lesson = await service.in_progress(player.id)
    return None if lesson is None else await service.attempt(player.id, lesson.id)


async def begin(player: Player, lesson_id: str) -> Message:
    """Choose a lesson from the list; the message with it."""
    await player.slash("learn", game=lesson_id.partition(".")[0])
    await player.select(WORDS(f"lesson.{lesson_id}.name"), player.panel)
    return player.panel


async def follow_hint(player: Player) -> str:
    """Press Hint, then choose step by step what it names; the name of the action."""
    now = await attempt(player)
    assert now is not None
    await player.click("Hint", player.panel)
    assert "**Hint:**" in player.panel.text
    assert "Choose: **" in player.panel.text
    assert now.hinted is not None
    await choose(player, name(now.hinted))
    return name(now.hinted)


async def choose(player: Player, spelled: str) -> None:
    """Choose an action through the steps of the panel."""
    for _ in range(FIELDS):
        is_button, label = _towards(player.panel, spelled)
        await (player.click if is_button else player.select)(label, player.panel)
        if player.panel.button("Back") is None:  # no step of a choice is open any more
            return
    raise AssertionError(f"no way to {spelled}")


def _towards(message: Message, spelled: str) -> tuple[bool, str]:
    """The choice that leads to an action: whether it is a button, and its label."""
    found: list[tuple[str, bool, str]] = []
    for part in message.parts:
        where = str(part.get("custom_id", "")).split(":")
        if where[1:2] != ["lesson_pick"]:
            continue
        options: list[dict[str, Any]] = part.get("options", [])
        found += [(each["value"], False, each["label"]) for each in options]
        found += [] if options else [(where[5], True, part["label"])]
    leading = [each for each in found if f"{spelled}.".startswith(f"{each[0]}.")]
    assert leading, f"nothing leads to {spelled}: {message}"
    _, is_button, label = max(leading)
    return is_button, label
