"""News of Lacrimosa: the two cards of a turn and what they bring make one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from render.lacrimosa.words.amounts import amount, changes
from render.lacrimosa.words.events import ROUTINE
from render.lacrimosa.words.names import card
from render.news import each
from render.people import person
from render.presentation import Happened, News, Scene
from render.words import Words
from rules.contract import Event
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.events import LaidExperience, LaidStory, TookDucats, UsedCard


def news(
    edition: Edition,
    events: Sequence[Happened],
    told: Callable[[Event, Scene, Words], str | None],
    words: Words,
) -> tuple[News, ...]:
    """The lines of some events, as everyone or one seat may know them."""
    merged: dict[int, str] = {}
    left_out: set[int] = set()
    for first, story, use in _plays([event for event, _ in events]):
        left_out |= {first, story}
        merged[use] = _played(edition, events, (first, story, use), words)
    return tuple(
        replace(line, text=merged.get(line.at, line.text))
        for line in each(events, told, words, ROUTINE)
        if line.at not in left_out
    )


def _plays(events: Sequence[Event]) -> Iterator[tuple[int, int, int]]:
    """The indices of each turn's Experiences card, Story card and use."""
    for at in range(len(events) - 2):
        match events[at : at + 3]:
            case [LaidExperience(one), LaidStory(two), (UsedCard() | TookDucats()) as use]:
                if one == two == use.seat:
                    yield at, at + 1, at + 2
            case _:
                pass


def _played(
    edition: Edition, events: Sequence[Happened], places: tuple[int, int, int], words: Words
) -> str:
    """A turn's two cards in one line, with what the first brings."""
    (laid, _), (story, _), (use, scene) = (events[at] for at in places)
    if not isinstance(laid, LaidExperience) or not isinstance(story, LaidStory):
        raise TypeError(laid, story)
    figures = {
        "name": person(laid.seat, scene, words),
        "card": card(edition, laid.card, words),
        "story": card(edition, story.card, words),
    }
    match use:
        case TookDucats(_, ducats):
            ducat_text = amount("ducats", ducats, words)
            return words("lacrimosa.told.played.ducats", ducats=ducat_text, **figures)
        case UsedCard(_, _, ()):
            return words("lacrimosa.told.played.nothing", **figures)
        case UsedCard(_, _, deltas):
            return words("lacrimosa.told.played", changes=changes(deltas, words), **figures)
        case _:
            raise TypeError(use)
