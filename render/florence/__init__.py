"""The presentation of The Princes of Florence: its pictures and its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from render import scores, symbols
from render.canvas import Canvas
from render.closer import cut
from render.coach import Fact
from render.florence.pictures import board, hand, places
from render.florence.pictures.symbols import KEY
from render.florence.pictures.tiles import extent, outlined
from render.florence.theme import THEME
from render.florence.words import reasons
from render.florence.words.answers import answer, answers, early, unanswered
from render.florence.words.coach import coached
from render.florence.words.coach.verdict import verdict
from render.florence.words.detail import detail
from render.florence.words.effect import effect
from render.florence.words.events import told
from render.florence.words.going import going
from render.florence.words.hand import hand_text
from render.florence.words.hint import hint
from render.florence.words.label import icon, label
from render.florence.words.news import news
from render.florence.words.outlook import outlook
from render.florence.words.position import pages, summary
from render.florence.words.questions import asked, opening, progress, question, why
from render.florence.words.rulebook import chapter, topics
from render.florence.words.warning import warning
from render.lengths import HINT, unmarked
from render.lobby import LobbyStyle
from render.people import person
from render.presentation import Happened, News, Picture, Presentation, Scene
from render.scores import ScoreStyle
from render.words import Words
from rules.contract import Action, Decision, Deltas, Event, Order, Prompt, Question, Reason
from rules.florence.actions import Decline, Pass
from rules.florence.catalogue import SCORES
from rules.florence.principality import cells
from rules.florence.view import View
from rules.opponents.advice import Advice
from rules.opponents.told import Why

__all__ = ["FACE", "presentation"]

_SOURCES: Final = ("work", "university", "park", "builder", "work", "sold", "prestige")
_SCORES: Final = ScoreStyle(
    theme=THEME,
    title="game.florence",
    points="florence.points",
    icons={source: f"florence.{icon}" for source, icon in zip(SCORES, _SOURCES, strict=True)},
)


class _Florence:
    """The modules of this package as a `render.presentation.Presentation`."""

    def board(self, view: View, scene: Scene, words: Words) -> Picture:
        return _picture(board.draw(view, scene, words), "board", summary(view, scene, words))

    def closer(self, view: View, scene: Scene, words: Words) -> tuple[Picture, ...]:
        drawn = board.draw(view, scene, words)
        return tuple(
            _picture(cut(drawn, room), f"closer-{number}", room.name)
            for number, room in enumerate(board.rooms(view, scene, words), start=1)
        )

    def hand(self, view: View, scene: Scene, words: Words) -> tuple[Picture, ...]:
        alt = words("hand.alt", text=unmarked(hand_text(view, words)))
        return tuple(
            _picture(canvas, f"hand-{number}", alt)
            for number, canvas in enumerate(hand.draw(view, scene, words), start=1)
        )

    def held(self, view: View) -> View:
        return hand.held(view)

    def mapped(self, path: tuple[object, ...], actions: tuple[Action, ...]) -> bool:
        return places.helps(path, actions)

    def numbers(
        self, path: tuple[object, ...], actions: tuple[Action, ...]
    ) -> Mapping[str, int]:
        return places.numbers(path, actions)

    def places(
        self, view: View, path: tuple[object, ...], actions: tuple[Action, ...], words: Words
    ) -> Picture | None:
        canvas = places.draw(view, path, actions, words)
        if canvas is None:
            return None
        return _picture(canvas, "places", places.alt(path, actions, words))

    def symbols(self, words: Words) -> Picture:
        return symbols.key(KEY, words)

    def amounts(self) -> Mapping[str, str]:
        return KEY.amounts

    def scores(self, view: View, scene: Scene, words: Words) -> Picture:
        del view
        return _picture(scores.draw(_SCORES, scene, words), "scores", scores.alt(scene, words))

    def summary(self, view: View, scene: Scene, words: Words) -> str:
        return summary(view, scene, words)

    def pages(self, view: View, scene: Scene, words: Words) -> tuple[str, ...]:
        return pages(view, scene, words)

    def hand_text(self, view: View, words: Words) -> str:
        return hand_text(view, words)

    def progress(self, view: View, words: Words) -> str:
        return progress(view, words)

    def asked(self, prompt: Prompt, words: Words) -> str:
        return asked(prompt, words)

    def question(self, decision: Decision, view: View, words: Words) -> str:
        return question(decision, view, words)

    def icon(self, path: tuple[object, ...], view: View) -> str | None:
        del view
        return icon(path)

    def label(self, path: tuple[object, ...], view: View, words: Words) -> str:
        return label(path, view, words)

    def hint(
        self,
        action: Action | Order,
        deltas: Deltas,
        view: View,
        words: Words,
        longest: int | None = HINT,
    ) -> str:
        return hint(action, deltas, view, words, longest)

    def detail(
        self,
        path: tuple[object, ...],
        actions: tuple[Action, ...],
        view: View,
        words: Words,
        longest: int | None = HINT,
    ) -> str:
        return detail(path, actions, view, words, longest)

    def effect(self, action: Action, deltas: Deltas, view: View, words: Words) -> str:
        return effect(action, deltas, view, words)

    def distinct(self, actions: tuple[Action, ...], view: View) -> tuple[Action, ...]:
        del view
        return actions  # no two have the same effect

    def declines(self, action: Action) -> bool:
        return isinstance(action, (Pass, Decline))

    def warning(
        self, action: Action, decision: Decision, price: Deltas, view: View, words: Words
    ) -> str:
        return warning(action, decision, price, view, words)

    def going(self, action: Action, order: Order, words: Words) -> str:
        return going(action, order, words)

    def early(self, question: Question, words: Words) -> str:
        return early(question, words)

    def answer(self, order: Order, words: Words) -> str:
        return answer(order, words)

    def answers(self, order: Order, words: Words) -> str:
        return answers(order, words)

    def unanswered(self, order: Order, words: Words) -> str:
        return unanswered(order, words)

    def coached(self, view: View, decision: Decision, words: Words) -> Iterator[Fact]:
        return coached(view, decision, words)

    def verdict(self, advice: Advice, view: View, words: Words) -> str | None:
        del view
        return verdict(advice, words)

    def reasons(
        self, why: Why, view: View, than: str, words: Words, *, bare: bool = False
    ) -> tuple[str, ...]:
        return reasons.told(why, view, than, words, bare=bare)

    def opening(self, view: View, scene: Scene, words: Words) -> tuple[str, ...]:
        return opening(view, scene, words)

    def told(self, event: Event, scene: Scene, words: Words) -> str | None:
        return told(event, scene, words)

    def news(self, events: Sequence[Happened], words: Words) -> tuple[News, ...]:
        return news(events, words)

    def coming(self, supply: str, items: tuple[str, ...], scene: Scene, words: Words) -> str:
        del supply  # only the start player is drawn openly
        names = words.row(person(int(seat), scene, words) for seat in items)
        return words("florence.coming.start", name=names)

    def why(self, reason: Reason, words: Words) -> str:
        return why(reason, words)

    def outlook(self, decision: Decision, view: View, words: Words) -> tuple[str, ...]:
        return outlook(decision, view, words)

    def topics(self, words: Words) -> tuple[tuple[str, str], ...]:
        return topics(words)

    def chapter(self, topic: str, words: Words) -> str | None:
        return chapter(topic, words)

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


LOBBY_STYLE: Final = LobbyStyle(
    game="florence",
    theme=THEME,
    title="game.florence",
    tagline="picture.lobby.florence",
    facts=(
        ("hour", "picture.lobby.florence.time"),
        ("seats", "picture.lobby.florence.seats"),
        ("deck", "picture.lobby.florence.length"),
    ),
    motif=_motif,
)
"""How the lobby card of the game looks."""
