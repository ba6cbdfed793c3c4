"""Plays for people at random: only what is visible is pressed or chosen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from random import Random
from typing import Final

from bot.screens.labels import MORE
from render.words import SOURCE, Words
from tests.bot.client_message import Message
from tests.bot.driver import Player, World

MOVE: Final = Words(SOURCE)("table.button.move")

_STEADY: Final = (
    "table.button.move",
    "table.button.hand",
    "table.button.words",
    "table.button.take_back",
)
"""The buttons of the table message that decide nothing."""

_LEADING: Final = (
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
    "symbols.button",
    "counted.button",
    "closer.button",
    "call.button.since",
    "advice.button",
    "own_note.button",
)
"""The buttons of a panel that lead nowhere or back: pressed now and then."""

DETOURS: Final = 0.05
"""How likely a button of `_LEADING` is to be considered in a step."""

STEPS: Final = 40
"""After this many steps in one panel, someone is lost."""

Act = Callable[[], Awaitable[tuple[Message, ...]]]


def over(world: World) -> bool:
    """Whether the table says that the game has ended."""
    return world.words("scores.title") in world.board.text


def called_to_decide(world: World) -> tuple[Player, ...]:
    """Who must decide, according to the table message."""
    board = world.board
    return tuple(p for p in world.players.values() if board.waits_for(p.name))


async def decide(player: Player, rng: Random) -> None:
    """Make one decision of a person who is called, or a first step of it.

    Raises:
        AssertionError: the person is called, but nothing can be pressed.
    """
    world = player.world
    board = world.board
    words, move = world.words, world.words("table.button.move")
    steady = {words(each) for each in _STEADY}
    public = [label for label in board.buttons if label not in steady]
    if public and rng.random() < 0.5:
        await player.click(rng.choice(public), board)
        return
    await player.click(move, rng.choice([board, *_calls(player)]))
    for _ in range(STEPS):
        panel = _newest(player)
        acts = [act for label, act in _acts(player, panel) if _tried(label, words, rng)]
        if not acts:
            break
        await rng.choice(acts)()
        if over(world) or player not in called_to_decide(world):
            return
    else:
        raise AssertionError(f"{player.name} is lost in {_newest(player)}")


def _calls(player: Player) -> tuple[Message, ...]:
    """The latest call of the person, if there is one."""
    move = player.world.words("dm.button.move")
    return tuple(m for m in player.calls if m.button(move))[-1:]


def _newest(player: Player) -> Message:
    """The panel the person is looking at: the newest private answer, wherever asked for."""
    return max((m for m in player.messages if m.passing), key=lambda m: m.id)


def _tried(label: str, words: Words, rng: Random) -> bool:
    leading = label in {MORE, *(words(each) for each in _LEADING)}
    return not leading or rng.random() < DETOURS


def _acts(player: Player, panel: Message) -> Iterator[tuple[str, Act]]:
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
    """Play until the end; the number of times someone was called.

    Args:
        world: the table, its game begun.
        rng: what people choose.
        most: after this many calls, the game is stuck.
        between: awaited after each decision with the number of decisions before it.
    """
    for calls in range(most):
        if over(world):
            return calls
        called = called_to_decide(world)
        assert called, f"nobody is called: {world.board}"
        await decide(rng.choice(called), rng)
        if between is not None:
            await between(calls)
    raise AssertionError(f"still no end after {most} decisions")
