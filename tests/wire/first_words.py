"""What someone reads before their first decision, and what a lobby asks of them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Final

from tests.bot.client_message import BUTTON, MENU, PEOPLE, Message
from tests.wire.clicker import Party
from tests.wire.promise import Promise
from tests.wire.queries import answered

GOAL: Final = 200
"""The most words that someone should read before their first decision."""

CONTROLS: Final = 4
SETTLED: Final = 2.0
"""Seconds without a message after which everything is said."""


def words_of(messages: Iterable[Message]) -> int:
    """How many words are on messages: texts, labels, and what menus offer."""
    return sum(words_in(text) for each in messages for text in _texts(each))


def words_in(text: str) -> int:
    """How many words a text has; marks before names and between parts do not count."""
    return sum(any(map(str.isalnum, part)) for part in text.split())


def _texts(message: Message) -> Iterator[str]:
    yield message.text
    for part in message.parts:
        yield str(part.get("label") or part.get("placeholder") or "")
        for option in part.get("options", ()):
            yield f"{option['label']} {option.get('description') or ''}"


async def before_first_decision(party: Party, patience: float = 30.0) -> list[Message]:
    """Everything shown to someone who opens their first panel; all of it is new to them.

    Raises:
        AssertionError: no one must decide, or no panel opens.
    """
    until = time.monotonic() + patience
    while True:
        version = party.discord.version()
        await party.discord.news(version, SETTLED)
        called = [each for each in party.people if party.called(each)]
        if called and party.discord.version() == version:
            break
        assert time.monotonic() < until, "nobody must decide"
    first = called[-1]
    board = party.board(first)
    part = None if board is None else board.button(party.move)
    assert board is not None
    assert part is not None
    question = await first.press(board, part["custom_id"])
    shown = await answered(question)
    assert shown is not None, f"no answer: late {question.failed}, {question.texts}"
    seen = [each for each in first.sees(party.channel) if not is_lobby(each)]
    # The opener of the lobby was told where it is, which is no part of the game.
    return [each for each in seen if not each.passing or each.id == shown.id]


def is_lobby(message: Message) -> bool:
    """Whether others can join by a message."""
    return any(":join:" in str(part.get("custom_id")) for part in message.parts)


def controls(message: Message) -> int:
    """How many buttons and menus a message has."""
    return sum(part["type"] in {BUTTON, MENU, PEOPLE} for part in message.parts)


def promised(game: str, lobby: Message) -> Promise:
    """How many controls a lobby has, with what is promised."""
    return Promise(f"{game}: controls of a lobby", controls(lobby), 1, CONTROLS)
