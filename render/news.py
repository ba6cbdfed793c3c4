"""News line by line: for games in which no two things belong together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from render.presentation import Happened, News, Scene
from render.words import Words
from rules.contract import Event


def each(
    events: Sequence[Happened],
    told: Callable[[Event, Scene, Words], str | None],
    words: Words,
    routine: tuple[type[Event], ...] = (),
) -> tuple[News, ...]:
    """A line for each event that is worth one; events of the types in `routine` are routine."""
    return tuple(
        News(at, text, "routine" if isinstance(event, routine) else "usual")
        for at, (event, scene) in enumerate(events)
        if (text := told(event, scene, words)) is not None
    )
