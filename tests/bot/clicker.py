"""Plays for people by chance: only what is visible is pressed or chosen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from random import Random
from typing import Final

from render.words import Words
from tests.bot.driver import Player, World
from tests.bot.seen import Message

_WORDS: Final = Words("en")

MOVE: Final = "Your move"
STEADY: Final = frozenset({MOVE, "My hand", "In words", "Take back"})
"""The buttons of the table message that decide nothing."""

ASIDE: Final = frozenset(
    _WORDS(each)
    for each in (
        "panel.button.back",
        "panel.button.next",
        "panel.button.previous",
        "panel.button.refresh",
        "panel.button.why",
        "panel.button.take_back",
        "panel.button.orders",
        "panel.button.to_table",
        "table.button.words",
        "table.button.hand",
    )
)
"""The buttons of a panel that lead nowhere or back: pressed now and then."""

WANDERS: Final = 0.05
"""How often a button of `ASIDE` may be pressed."""

STEPS: Final = 40
"""After so many steps in one panel somebody is lost."""

Deed = Callable[[], Awaitable[tuple[Message, ...]]]


def over(world: World) -> bool:
    """Whether the table says that the game has ended."""
    return "Final scores" in world.board.text


def due(world: World) -> tuple[Player, ...]:
    """Whom the table message calls to decide."""
    text = world.board.text
    return tuple(p for p in world.players.values() if f"<@{p.id}>" in text)


async def decide(player: Player, rng: Random) -> None:
    """One decision of a person who is called, or a first step of it.

    Raises:
        AssertionError: the person is called, but nothing can be pressed.
    """
    world = player.world
    board = world.board
    public = [label for label in board.buttons if label not in STEADY]
    if public and rng.random() < 0.5:
        await player.click(rng.choice(public), board)
        return
    await player.click(MOVE, rng.choice([board, *_calls(player)]))
    for _ in range(STEPS):
        panel = _newest(player)
        deeds = [deed for label, deed in _deeds(player, panel) if _tried(label, rng)]
        if not deeds:
            break
        await rng.choice(deeds)()
        if over(world) or player not in due(world):
            return
    else:
        raise AssertionError(f"{player.name} is lost in {_newest(player)}")


def _calls(player: Player) -> tuple[Message, ...]:
    """The direct message that calls the person, if there is one."""
    return tuple(m for m in player.direct if m.button(MOVE))[-1:]


def _newest(player: Player) -> Message:
    """The panel that the person looks at: private answers, wherever they were asked for."""
    return max((m for m in player.messages if m.passing), key=lambda m: m.id)


def _tried(label: str, rng: Random) -> bool:
    return label not in ASIDE or rng.random() < WANDERS


def _deeds(player: Player, panel: Message) -> Iterator[tuple[str, Deed]]:
    for label in panel.buttons:
        yield label, partial(player.click, label, panel)
    for label in panel.choices:
        yield label, partial(player.select, label, panel)


async def play(
    world: World,
    rng: Random,
    *,
    most: int = 3000,
    between: Callable[[int], Awaitable[None]] | None = None,
) -> int:
    """Play until the end; the number of times somebody was called.

    Args:
        world: the table, its game begun.
        rng: what people choose.
        most: after so many calls the game is stuck.
        between: awaited after each decision with their number so far.
    """
    for calls in range(most):
        if over(world):
            return calls
        called = due(world)
        assert called, f"nobody is called: {world.board}"
        await decide(rng.choice(called), rng)
        if between is not None:
            await between(calls)
    raise AssertionError(f"still no end after {most} decisions")
