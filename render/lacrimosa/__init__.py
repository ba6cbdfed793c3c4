"""Lacrimosa for people: its pictures and its words, for one edition, as one value."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from render import scores
from render.canvas import Canvas
from render.lacrimosa import board, hand, place
from render.lacrimosa.moment import SOLOIST
from render.lacrimosa.text import Text
from render.lobby import Face
from render.presentation import Person, Picture, Presentation, Scene
from render.scores import Sheet
from render.theme import LACRIMOSA
from render.words import Words
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.view import View
from rules.table import Action, Line, Over

__all__ = ["FACE", "presentation"]

_ICONS: Final = {
    "start": "start",
    "opus": "commission",
    "sales": "sell",
    "repeats": "again",
    "composers": "eighth",
    "travels": "travel",
    "story": "document",
    "finances": "finance",
    "bonus": "perform_or_sell",
    "courts": "court",
    "requiem": "requiem",
    "story_points": "wild",
    "ducats": "ducats",
}
_SHEET: Final = Sheet(
    theme=LACRIMOSA,
    title="game.lacrimosa",
    points="lacrimosa.vp",
    icons={source: f"lacrimosa.{icon}" for source, icon in _ICONS.items()},
)


class _Lacrimosa(Text):
    """The rooms of this package behind the contract of `render.presentation`."""

    def board(self, view: View, scene: Scene, words: Words) -> Picture:
        canvas = board.draw(self.book, view, scene, words)
        return _picture(canvas, "board", self.summary(view, scene, words))

    def hand(self, view: View, scene: Scene, words: Words) -> tuple[Picture, ...]:
        alt = words("hand.alt", text=self.hand_text(view, words))
        return tuple(
            _picture(canvas, f"hand-{number}", alt)
            for number, canvas in enumerate(hand.draw(self.book, view, scene, words), start=1)
        )

    def held(self, view: View) -> View:
        return hand.held(view)

    def mapped(self, path: tuple[object, ...], actions: tuple[Action, ...]) -> bool:
        return place.helps(path, actions)

    def places(
        self, view: View, path: tuple[object, ...], actions: tuple[Action, ...], words: Words
    ) -> Picture | None:
        canvas = place.draw(self.book, view, path, actions, words)
        if canvas is None:
            return None
        return _picture(canvas, "places", place.alt(self.book, path, actions, words))

    def scores(self, view: View, scene: Scene, words: Words) -> Picture:
        full = with_soloist(view, scene, words)
        return _picture(scores.draw(_SHEET, full, words), "scores", scores.alt(full, words))


def presentation(book: Edition) -> Presentation[View]:
    """Lacrimosa in pictures and in words, with one edition of its components."""
    return _Lacrimosa(book)


def with_soloist(view: View, scene: Scene, words: Words) -> Scene:
    """The scene of the end with the Soloist as a seat of his own."""
    over, solo = scene.over, view.solo
    if over is None or solo is None:
        return scene
    tally = solo.tally
    lines = tuple(Line(line.source, getattr(tally, line.source)) for line in over.lines[0])
    full = Over((*over.lines, lines), over.winners or (SOLOIST,), over.tie_break)
    people = (*scene.people, Person(words("lacrimosa.soloist"), computer=True))
    history = tuple(points for points in scene.history if len(points) == len(people))
    return replace(scene, people=people, over=full, history=history)


def _picture(canvas: Canvas, name: str, alt: str) -> Picture:
    return canvas.picture(f"lacrimosa-{name}", alt)


def _motif(canvas: Canvas, box: tuple[int, int, int, int]) -> None:
    """Mozart at the beginning of a line of music."""
    x, top, right, low = box
    for i in range(5):
        y = top + 10 + i * (low - top - 20) / 4
        canvas.rect((x, y, right, y + 1), canvas.theme.ink2)
    canvas.icon("lacrimosa.mozart", x + 36, (top + low) / 2, low - top + 8)
    notes = ("eighth", "sixteenth", "eighth", "eighth", "sixteenth", "eighth", "eighth")
    heights = (6, -8, -20, 2, -24, -14, 8)
    for i, (note, rise) in enumerate(zip(notes, heights, strict=True)):
        canvas.icon(f"lacrimosa.{note}", x + 116 + 68 * i, (top + low) / 2 + rise, 52)


FACE: Final = Face(
    game="lacrimosa",
    theme=LACRIMOSA,
    title="game.lacrimosa",
    tagline="picture.lobby.lacrimosa",
    facts=(
        ("hour", "picture.lobby.lacrimosa.time"),
        ("seats", "picture.lobby.lacrimosa.seats"),
        ("deck", "picture.lobby.lacrimosa.length"),
    ),
    motif=_motif,
)
"""The game on the card of a table that waits for players."""
