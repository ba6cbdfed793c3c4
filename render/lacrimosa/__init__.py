"""The presentation of Lacrimosa: its pictures and its words, for one edition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from render import scores, symbols
from render.canvas import Canvas
from render.closer import cut
from render.coach import Fact
from render.lacrimosa.pictures import board, hand, places
from render.lacrimosa.pictures.moment import winners
from render.lacrimosa.pictures.symbols import KEY
from render.lacrimosa.theme import THEME
from render.lacrimosa.words import reasons
from render.lacrimosa.words.coach import coached
from render.lacrimosa.words.detail import detail, distinct
from render.lacrimosa.words.events import told
from render.lacrimosa.words.hand import hand_text
from render.lacrimosa.words.hint import hint
from render.lacrimosa.words.label import icon, label
from render.lacrimosa.words.names import option
from render.lacrimosa.words.news import news
from render.lacrimosa.words.outlook import outlook
from render.lacrimosa.words.position import pages, summary
from render.lacrimosa.words.questions import asked, opening, progress, question, why
from render.lacrimosa.words.rulebook import chapter, topics
from render.lacrimosa.words.table import coming
from render.lacrimosa.words.warning import warning
from render.lengths import HINT, joined, unmarked
from render.lobby import LobbyStyle
from render.presentation import Happened, News, Person, Picture, Presentation, Scene
from render.scores import ScoreStyle
from render.words import Words
from rules.contract import (
    Action,
    Decision,
    Deltas,
    Event,
    Line,
    Order,
    Over,
    Prompt,
    Question,
    Reason,
    path_of,
)
from rules.lacrimosa.actions import Skip
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.view import View
from rules.opponents.advice import Advice
from rules.opponents.told import Why

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
_SCORES: Final = ScoreStyle(
    theme=THEME,
    title="game.lacrimosa",
    points="lacrimosa.vp",
    icons={source: f"lacrimosa.{icon}" for source, icon in _ICONS.items()},
)
_SOLO_SCORES: Final = replace(_SCORES, texts={"composers": "picture.lacrimosa.solo.composers"})
"""The Soloist takes no tiles: his column has the lower values of his markers (L156)."""


class _Lacrimosa:
    """The modules of this package as a `render.presentation.Presentation`."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def board(self, view: View, scene: Scene, words: Words) -> Picture:
        canvas = board.draw(self.edition, view, scene, words)
        return _picture(canvas, "board", summary(self.edition, view, scene, words))

    def closer(self, view: View, scene: Scene, words: Words) -> tuple[Picture, ...]:
        drawn = board.draw(self.edition, view, scene, words)
        return tuple(
            _picture(cut(drawn, room), f"closer-{number}", room.name)
            for number, room in enumerate(
                board.rooms(self.edition, view, scene, words), start=1
            )
        )

    def hand(self, view: View, scene: Scene, words: Words) -> tuple[Picture, ...]:
        alt = words("hand.alt", text=unmarked(hand_text(self.edition, view, words)))
        return tuple(
            _picture(canvas, f"hand-{number}", alt)
            for number, canvas in enumerate(
                hand.draw(self.edition, view, scene, words), start=1
            )
        )

    def held(self, view: View) -> View:
        return hand.held(view)

    def mapped(self, path: tuple[object, ...], actions: tuple[Action, ...]) -> bool:
        return places.helps(path, actions)

    def numbers(
        self, path: tuple[object, ...], actions: tuple[Action, ...]
    ) -> Mapping[str, int]:
        return places.numbered(self.edition, path, actions)

    def places(
        self, view: View, path: tuple[object, ...], actions: tuple[Action, ...], words: Words
    ) -> Picture | None:
        canvas = places.draw(self.edition, view, path, actions, words)
        if canvas is None:
            return None
        return _picture(canvas, "places", places.alt(self.edition, view, path, actions, words))

    def symbols(self, words: Words) -> Picture:
        return symbols.key(KEY, words)

    def amounts(self) -> Mapping[str, str]:
        return KEY.amounts

    def scores(self, view: View, scene: Scene, words: Words) -> Picture:
        full = with_soloist(view, scene, words)
        canvas = scores.draw(score_style(view), full, words)
        return _picture(canvas, "scores", scores.alt(full, words))

    def summary(self, view: View, scene: Scene, words: Words) -> str:
        return summary(self.edition, view, scene, words)

    def pages(self, view: View, scene: Scene, words: Words) -> tuple[str, ...]:
        return pages(self.edition, view, scene, words)

    def hand_text(self, view: View, words: Words) -> str:
        return hand_text(self.edition, view, words)

    def progress(self, view: View, words: Words) -> str:
        return progress(view, words)

    def asked(self, prompt: Prompt, words: Words) -> str:
        return asked(self.edition, prompt, words)

    def question(self, decision: Decision, view: View, words: Words) -> str:
        return question(self.edition, decision, view, words)

    def icon(self, path: tuple[object, ...], view: View) -> str | None:
        del view
        return icon(self.edition, path)

    def label(self, path: tuple[object, ...], view: View, words: Words) -> str:
        return label(self.edition, path, view, words)

    def hint(
        self,
        action: Action | Order,
        deltas: Deltas,
        view: View,
        words: Words,
        longest: int | None = HINT,
    ) -> str:
        return hint(self.edition, action, deltas, view, words, longest)

    def detail(
        self,
        path: tuple[object, ...],
        actions: tuple[Action, ...],
        view: View,
        words: Words,
        longest: int | None = HINT,
    ) -> str:
        return detail(self.edition, path, actions, view, words, longest)

    def effect(self, action: Action, deltas: Deltas, view: View, words: Words) -> str:
        detailed = self.detail(path_of(action), (action,), view, words, None)
        return joined(detailed, self.hint(action, deltas, view, words, None), words, None)

    def distinct(self, actions: tuple[Action, ...], view: View) -> tuple[Action, ...]:
        return distinct(self.edition, actions, view)

    def declines(self, action: Action) -> bool:
        return isinstance(action, Skip)

    def warning(
        self, action: Action, decision: Decision, price: Deltas, view: View, words: Words
    ) -> str:
        del price
        return warning(self.edition, action, decision, view, words)

    def going(self, action: Action, order: Order, words: Words) -> str:
        del action, order, words
        return ""

    def early(self, question: Question, words: Words) -> str:
        del question, words
        return ""

    def answer(self, order: Order, words: Words) -> str:
        del order, words
        return ""

    def answers(self, order: Order, words: Words) -> str:
        del order, words
        return ""

    def unanswered(self, order: Order, words: Words) -> str:
        del order, words
        return ""

    def coached(self, view: View, decision: Decision, words: Words) -> Iterator[Fact]:
        return coached(self.edition, view, decision, words)

    def verdict(self, advice: Advice, view: View, words: Words) -> str | None:
        del advice, view, words  # there are no auctions
        return None

    def reasons(
        self, why: Why, view: View, than: str, words: Words, *, bare: bool = False
    ) -> tuple[str, ...]:
        return reasons.told(self.edition, why, view, than, words, bare=bare)

    def opening(self, view: View, scene: Scene, words: Words) -> tuple[str, ...]:
        del scene
        return opening(self.edition, view, words)

    def told(self, event: Event, scene: Scene, words: Words) -> str | None:
        return told(self.edition, event, scene, words)

    def news(self, events: Sequence[Happened], words: Words) -> tuple[News, ...]:
        return news(self.edition, events, self.told, words)

    def coming(self, supply: str, items: tuple[str, ...], scene: Scene, words: Words) -> str:
        return coming(self.edition, supply, items, scene, words)

    def why(self, reason: Reason, words: Words) -> str:
        return why(self.edition, reason, words)

    def outlook(self, decision: Decision, view: View, words: Words) -> tuple[str, ...]:
        return outlook(self.edition, decision, view, words)

    def topics(self, words: Words) -> tuple[tuple[str, str], ...]:
        return topics(words)

    def chapter(self, topic: str, words: Words) -> str | None:
        return chapter(topic, words)

    def option(self, key: str, value: str, words: Words) -> str:
        return option(self.edition, key, value, words)


def presentation(edition: Edition) -> Presentation[View]:
    """Lacrimosa in pictures and in words, with one edition of its components."""
    return _Lacrimosa(edition)


def score_style(view: View) -> ScoreStyle:
    """How the scores of a game are shown."""
    return _SCORES if view.solo is None else _SOLO_SCORES


def with_soloist(view: View, scene: Scene, words: Words) -> Scene:
    """The final scene with the Soloist as a seat."""
    over, solo = scene.over, view.solo
    if over is None or solo is None:
        return scene
    tally = solo.tally
    lines = tuple(Line(line.source, getattr(tally, line.source)) for line in over.lines[0])
    full = Over((*over.lines, lines), winners(over), over.tie_break)
    people = (*scene.people, Person(words("lacrimosa.soloist"), computer=True))
    points = tuple(each for each in scene.points_by_round if len(each) == len(people))
    return replace(scene, people=people, over=full, points_by_round=points)


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


LOBBY_STYLE: Final = LobbyStyle(
    game="lacrimosa",
    theme=THEME,
    title="game.lacrimosa",
    tagline="picture.lobby.lacrimosa",
    facts=(
        ("hour", "picture.lobby.lacrimosa.time"),
        ("seats", "picture.lobby.lacrimosa.seats"),
        ("deck", "picture.lobby.lacrimosa.length"),
    ),
    motif=_motif,
)
"""How the lobby card of the game looks."""
