"""The search for leaks finds what is planted, wherever it is, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import pytest

from render.presentation import Person, Scene
from render.presentations import PRESENTATIONS
from render.words import Words
from rules.contract import Seat
from tests.bot.client_message import BUTTON, GALLERY, MENU, TEXT, Component, Message
from tests.bot.secrets import Unknown, telling
from tests.contract.games import CONTRACTS, played
from tests.wire.leaks import Secrets
from tests.wire.server import Sight
from tests.wire.stored_games import Row, StoredGame

WORDS: Final = Words("en")
CHANNEL, SEATS = 11, 3

games = pytest.mark.parametrize("title", sorted(CONTRACTS))


@cache
def game(title: str) -> StoredGame:
    """A whole game; its entry n came at n seconds."""
    journal = played(title, SEATS)
    numbers = range(1, journal.number + 1)
    rows = tuple(Row(number, None, float(number), b"", "") for number in numbers)
    positions = [journal.at(number) for number in (0, *numbers)]
    return StoredGame(title, CHANNEL, "over", (100, 101, 102), rows, positions)


@cache
def searching(title: str) -> Secrets:
    return Secrets()


def leaks(title: str, seat: Seat | None, number: int, *messages: Message) -> list[str]:
    """What the search finds in messages that a seat (None: everyone) saw after an entry."""
    owner = None if seat is None else str(100 + seat)
    sights = [
        Sight(number + 0.5, "posted", CHANNEL, each._replace(owner=owner)) for each in messages
    ]
    return searching(title).leaks(game(title), sights)


def message(*parts: Component, content: str = "", **file: str) -> Message:
    files = [file] if file else []
    return Message(1, None, False, 0, content, list(parts), files, frozenset())


def select(**option: str) -> Component:
    choice = {"label": "a", "value": "b", **option}
    return {"type": MENU, "custom_id": "m1s:pick:1:0:9", "options": [choice]}


def button(label: str = "a", custom_id: str = "m1:pick:1:0:9") -> Component:
    return {"type": BUTTON, "label": label, "custom_id": custom_id}


READ: Final[dict[str, Callable[[str], Message]]] = {
    "content": lambda said: message(content=f"Look: {said}."),
    "text": lambda said: message({"type": TEXT, "content": f"- {said}: yours"}),
    "nested": lambda said: message(
        {"type": 17, "components": [{"type": TEXT, "content": said}]}
    ),
    "alternative text": lambda said: message(
        {"type": GALLERY, "items": [{"description": said}]}
    ),
    "label": lambda said: message(button(said)),
    "choice": lambda said: message(select(label=f"Play: {said}")),
    "hint": lambda said: message(select(description=f"{said}, 3 PP")),
    "placeholder": lambda said: message({**select(), "placeholder": said}),
    "described file": lambda said: message(filename="a.png", description=said),
}
"""Messages that say something, each in a different place."""

HELD: Final[dict[str, Callable[[str], Message]]] = {
    "custom_id": lambda code: message(button(custom_id=f"m1:pick:1:0:9:keep.{code}")),
    "select": lambda code: message({**select(), "custom_id": f"m1s:step:1:0:{code}.2"}),
    "value": lambda code: message(select(value=f"work.{code}.3")),
    "file name": lambda code: message(filename=f"florence-{code}.png"),
}
"""Messages that hold a code, each in a different place."""


@cache
def followed(title: str) -> Unknown:
    unknown = Unknown()
    unknown.follow(played(title, SEATS))
    return unknown


def hidden(title: str, seat: Seat | None, number: int) -> list[str]:
    """Cards that a seat cannot know but that texts and codes would give away."""
    unknown, found = followed(title), telling(title)
    told = {*found.titles.values()} & {*found.ids}
    return sorted(unknown.to(seat, number) & told)


@games
@pytest.mark.parametrize("place", sorted(READ))
@pytest.mark.parametrize("seat", [None, 0])
def test_a_card_is_found_wherever_it_is_named(
    title: str, place: str, seat: Seat | None
) -> None:
    for number in (20, 60):
        for card in hidden(title, seat, number)[::7]:
            for spelled in CONTRACTS[title].spelled(card, Words("en")):
                assert leaks(title, seat, number, READ[place](spelled)), spelled


@games
@pytest.mark.parametrize("place", sorted(HELD))
def test_a_card_is_found_wherever_its_id_stands(title: str, place: str) -> None:
    for card in hidden(title, 1, 40)[::7]:
        assert leaks(title, 1, 40, HELD[place](card)), card


@games
def test_the_cards_in_a_hand_are_among_what_is_looked_for(title: str) -> None:
    """By their names, or, where names are open, by the hand as a whole."""
    number = 40
    here = game(title).positions[number]
    view, secrets = here.view(1), CONTRACTS[title].secrets
    own = set(secrets(here._state, None) - secrets(here._state, 1))
    if own & telling(title).ids.keys():
        assert own & set(hidden(title, 0, number))
        assert not own & set(hidden(title, 1, number))
    hand = READ["text"](PRESENTATIONS[title].hand_text(view, WORDS))
    assert leaks(title, 0, number, hand)
    assert leaks(title, None, number, hand)
    assert not leaks(title, 1, number, hand)


def test_money_is_found_without_anything_else() -> None:
    look, found = PRESENTATIONS["florence"], 0
    for number in range(30, 120, 10):
        view = game("florence").positions[number].view(1)
        line = look.hand_text(view, WORDS).split("\n")[0]
        assert str(view.seats[1].florins) in line
        assert leaks("florence", None, number, message(content=f"Ada\n{line}"))
        assert not leaks("florence", 1, number, message(content=line))
        found += bool(leaks("florence", 0, number, message(content=line)))
    assert found  # a seat that has had as much may have been told so


@games
def test_no_file_but_a_picture_comes_before_the_end(title: str) -> None:
    end = len(game(title).rows)
    assert leaks(title, 0, end - 1, message(filename="game.json"))
    assert not leaks(title, 0, end - 1, message(filename="board.png"))
    assert not leaks(title, 0, end, message(filename="game.json"))


@games
def test_nothing_is_found_in_what_may_be_known(title: str) -> None:
    """The seat's own hand, the position, what is told, and what becomes of it later."""
    for number in range(0, len(game(title).rows), 29):
        journal = game(title).positions[number]
        for seat in (None, *range(SEATS)):
            fair = message(*({"type": TEXT, "content": each} for each in said(journal, seat)))
            for later in (0, 1, 30):
                at = min(number + later, len(game(title).rows))
                assert not leaks(title, seat, at, fair)


def said(journal: Any, seat: Seat | None) -> list[str]:
    """Every text that a seat may read after an entry."""
    look, view = PRESENTATIONS[journal.game.name], journal.view(seat)
    scene = Scene(tuple(Person(f"P{number}") for number in range(SEATS)))
    numbers = range(1, journal.number + 1)
    events = [event for number in numbers for event in journal.told(number, seat)]
    told = [look.told(event, scene, WORDS) or "" for event in events]
    chapters = [look.chapter(topic, WORDS) or "" for topic, _ in look.topics(WORDS)]
    hand = "" if seat is None else look.hand_text(view, WORDS)
    return [*told, *look.pages(view, scene, WORDS), *chapters, hand]


@games
def test_what_the_end_shows_to_everybody_is_no_leak(title: str) -> None:
    """Money that was hidden a moment before is then told to everyone."""
    stored = game(title)
    end = stored.positions[-1]
    scene = Scene(tuple(Person(str(seat)) for seat in range(SEATS)))
    pages = PRESENTATIONS[title].pages(end.view(None), scene, WORDS)
    shown = message(*({"type": TEXT, "content": page} for page in pages))
    for reader in (None, *range(SEATS)):
        assert leaks(title, reader, end.number, shown) == []
