"""The Princes of Florence for people: its pictures and its words as one value."""

from __future__ import annotations

from typing import Final

from render import scores
from render.canvas import Canvas
from render.florence import board, hand, place, text
from render.florence.tiles import extent, outlined
from render.lobby import Face
from render.presentation import Picture, Presentation, Scene
from render.scores import Sheet
from render.theme import FLORENCE
from render.words import Words
from rules.florence.catalogue import SCORES
from rules.florence.principality import cells
from rules.florence.view import View
from rules.table import Action, Decision, Deltas, Event, Order, Prompt, Reason

__all__ = ["FACE", "presentation"]

_SOURCES: Final = ("work", "university", "park", "builder", "work", "sold", "prestige")
_SHEET: Final = Sheet(
    theme=FLORENCE,
    title="game.florence",
    points="florence.points",
    icons={source: f"florence.{icon}" for source, icon in zip(SCORES, _SOURCES, strict=True)},
)


class _Florence:
    """The rooms of this package behind the contract of `render.presentation`."""

    def board(self, view: View, scene: Scene, words: Words) -> Picture:
        canvas = board.draw(view, scene, words)
        return _picture(canvas, "board", text.summary(view, scene, words))

    def hand(self, view: View, scene: Scene, words: Words) -> tuple[Picture, ...]:
        alt = words("hand.alt", text=text.hand_text(view, words))
        return tuple(
            _picture(canvas, f"hand-{number}", alt)
            for number, canvas in enumerate(hand.draw(view, scene, words), start=1)
        )

    def held(self, view: View) -> View:
        return hand.held(view)

    def mapped(self, path: tuple[object, ...], actions: tuple[Action, ...]) -> bool:
        return place.helps(path, actions)

    def places(
        self, view: View, path: tuple[object, ...], actions: tuple[Action, ...], words: Words
    ) -> Picture | None:
        canvas = place.draw(view, path, actions, words)
        return (
            None
            if canvas is None
            else _picture(canvas, "places", place.alt(path, actions, words))
        )

    def scores(self, view: View, scene: Scene, words: Words) -> Picture:
        del view
        return _picture(scores.draw(_SHEET, scene, words), "scores", scores.alt(scene, words))

    def summary(self, view: View, scene: Scene, words: Words) -> str:
        return text.summary(view, scene, words)

    def pages(self, view: View, scene: Scene, words: Words) -> tuple[str, ...]:
        return text.pages(view, scene, words)

    def hand_text(self, view: View, words: Words) -> str:
        return text.hand_text(view, words)

    def progress(self, view: View, words: Words) -> str:
        return text.progress(view, words)

    def asked(self, prompt: Prompt, words: Words) -> str:
        return text.asked(prompt, words)

    def question(self, decision: Decision, view: View, words: Words) -> str:
        return text.question(decision, view, words)

    def label(self, path: tuple[object, ...], view: View, words: Words) -> str:
        return text.label(path, view, words)

    def hint(self, action: Action | Order, deltas: Deltas, view: View, words: Words) -> str:
        return text.hint(action, deltas, view, words)

    def told(self, event: Event, scene: Scene, words: Words) -> str | None:
        return text.told(event, scene, words)

    def why(self, reason: Reason, words: Words) -> str:
        return text.why(reason, words)

    def topics(self, words: Words) -> tuple[tuple[str, str], ...]:
        return text.topics(words)

    def chapter(self, topic: str, words: Words) -> str | None:
        return text.chapter(topic, words)

    def option(self, key: str, value: str, words: Words) -> str:
        return words(f"florence.option.{key}.{value}")


def presentation() -> Presentation[View]:
    """The Princes of Florence in pictures and in words."""
    return _Florence()


def _picture(canvas: Canvas, name: str, alt: str) -> Picture:
    return canvas.picture(f"florence-{name}", alt)


def _motif(canvas: Canvas, box: tuple[int, int, int, int]) -> None:
    """A row of tiles in their colours."""
    x, top, _, _ = box
    for kind in ("university", "library", "forest", "opera", "lake", "chapel"):
        outlined(canvas, x, top, 26, kind)
        x += extent(cells(kind, 0))[1] * 26 + 17


FACE: Final = Face(
    game="florence",
    theme=FLORENCE,
    title="game.florence",
    tagline="picture.lobby.florence",
    facts=(
        ("hour", "picture.lobby.florence.time"),
        ("seats", "picture.lobby.florence.seats"),
        ("deck", "picture.lobby.florence.length"),
    ),
    motif=_motif,
)
"""The game on the card of a table that waits for players."""
