"""Pictures, texts and buttons keep the secrets that views keep (point 5).

Everything that people get is made from two positions that look the same to them; not
a byte may differ. Pictures are slow, so they are compared in only a few positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from render.presentation import Person, Scene
from render.presentations import PRESENTATIONS
from render.words import Words
from rules.contract import Moved, Over, Seat
from rules.journal import Journal
from rules.opponents import LEVELS
from rules.registry import GAMES
from tests.contract.games import CONTRACTS, decisions, played, tables

NAMES = ("Ana", "Bruno", "Christian", "David", "Ева")
WORDS = Words("en")


def other_position(journal: Journal[Any, Any], number: int, listener: Seat | None) -> Any:
    """A position that the listener cannot tell from the one after an entry."""
    view = journal.view(listener, number)
    return journal.game.imagine(view, Random(f"{number}/{listener}"))


def scene(game: Any, state: Any, seats: int) -> Scene:
    pending = game.pending(state)
    return Scene(
        people=tuple(Person(name, computer=name == "David") for name in NAMES[:seats]),
        deciding=tuple((d.seat, d.prompt) for d in decisions(game, state)),
        over=pending if isinstance(pending, Over) else None,
    )


def texts(title: str, seats: int, state: Any, listener: Seat | None) -> Iterator[str]:
    """All texts that are made for a listener from a position."""
    game, shown = GAMES[title], PRESENTATIONS[title]
    view, setting = game.observe(state, listener), scene(game, state, seats)
    yield shown.summary(view, setting, WORDS)
    yield from shown.pages(view, setting, WORDS)
    yield shown.progress(view, WORDS)
    for decision in decisions(game, state):
        yield shown.asked(decision.prompt, WORDS)
        for action in decision.public:
            yield shown.label(path(action), view, WORDS)
    if listener is None:
        return
    yield shown.hand_text(view, WORDS)
    for decision in decisions(game, state):
        if decision.seat != listener:
            continue
        yield shown.question(decision, view, WORDS)
        for action in (decision.options + decision.asides)[:40]:
            yield shown.label(path(action), view, WORDS)
            price = game.price(state, listener, action)
            yield shown.hint(action, price, view, WORDS)
        for action, reason in game.blocked(state, listener):
            yield shown.label(path(action), view, WORDS)
            yield shown.why(reason, WORDS)


def path(action: Any) -> tuple[object, ...]:
    return (action.__struct_config__.tag, *msgspec.structs.astuple(action))


def listeners(seats: int) -> tuple[Seat | None, ...]:
    return (*range(seats), None)


def test_every_game_has_a_presentation() -> None:
    assert set(PRESENTATIONS) == set(CONTRACTS)


@tables
def test_texts_and_buttons_keep_secrets(title: str, seats: int) -> None:
    journal = played(title, seats, LEVELS[0])
    checked = 0
    for number in range(seats, journal.number, 23):
        state = journal._positions[number]
        for listener in listeners(seats):
            other = other_position(journal, number, listener)
            ours = list(texts(title, seats, state, listener))
            assert list(texts(title, seats, other, listener)) == ours
            checked += len(ours)
    assert checked > 50


@tables
def test_what_is_told_in_words_keeps_secrets(title: str, seats: int) -> None:
    """Another seat's hidden choice reads the same whatever it was."""
    game, shown = GAMES[title], PRESENTATIONS[title]
    compared = 0
    for seed in (0, 1):
        journal = played(title, seats, LEVELS[0], seed)
        for number, entry in enumerate(journal.entries, start=1):
            before, after = journal._positions[number - 1 : number + 1]
            if not isinstance(entry, Moved):
                continue
            decision = next(d for d in decisions(game, before) if d.seat == entry.seat)
            for listener in listeners(seats):
                if listener == entry.seat:
                    continue
                seen = game.observe(after, listener)
                for action in decision.options[:4]:
                    other = game.act(before, entry.seat, action)
                    if action == entry.action or game.observe(other, listener) != seen:
                        continue
                    compared += 1
                    pairs = (
                        game.told(before, entry, after, listener),
                        game.told(before, Moved(entry.seat, action), other, listener),
                    )
                    setting = scene(game, after, seats)
                    read = [[shown.told(e, setting, WORDS) for e in told] for told in pairs]
                    assert read[0] == read[1]
    assert (compared > 10) == CONTRACTS[title].veiled


@tables
@pytest.mark.parametrize("part", [0.4, 0.9])
def test_pictures_keep_secrets(title: str, seats: int, part: float) -> None:
    game, shown = GAMES[title], PRESENTATIONS[title]
    journal = played(title, seats, LEVELS[0])
    number = int(journal.number * part)
    state = journal._positions[number]
    for listener in (None, seats - 1):
        other = other_position(journal, number, listener)
        pictures = []
        for position in (state, other):
            view, setting = game.observe(position, listener), scene(game, position, seats)
            drawn = [shown.board(view, setting, WORDS)]
            if listener is not None:
                drawn += shown.hand(view, setting, WORDS)
            pictures.append(drawn)
        assert pictures[0] == pictures[1]
        assert all(picture.data for picture in pictures[0])


@tables
@pytest.mark.parametrize("part", [0.02, 0.3, 0.6, 0.85])
def test_a_hand_needs_no_more_of_a_view_than_what_is_held(
    title: str, seats: int, part: float
) -> None:
    game, shown = GAMES[title], PRESENTATIONS[title]
    journal = played(title, seats, LEVELS[0])
    state = journal._positions[int(journal.number * part)]
    setting = scene(game, state, seats)
    for seat in range(seats):
        view = game.observe(state, seat)
        held = shown.held(view)
        assert held == shown.held(held)
        assert shown.hand(view, setting, WORDS) == shown.hand(held, setting, WORDS)


@tables
def test_what_a_seat_holds_stays_while_others_act(title: str, seats: int) -> None:
    game, shown = GAMES[title], PRESENTATIONS[title]
    journal = played(title, seats, LEVELS[0])
    views = [game.observe(state, 0) for state in journal._positions]
    held = {msgspec.json.encode(shown.held(view)) for view in views}
    different = len({msgspec.json.encode(view) for view in views})
    fewer = len(held) < different * (0.9 if seats > 1 else 1)
    assert fewer == CONTRACTS[title].held
