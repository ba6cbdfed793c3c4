"""A start for a new game in pictures and words: defaults, and texts by convention.

`Plain` is a `Presentation` with a default for everything that a game can do without. Its
sentences are in the catalogue under ids that follow from the values of the rules:

- `<game>.asked.<prompt>` and `<game>.question.<prompt>`, by the tag of the prompt;
- `<game>.label.<action>.<depth>`, by the tag of the action and how many fields are chosen;
- `<game>.told.<event>`, by the tag of the event; an event without such a text is left out;
- `<game>.why.<code>`, or the `why.<code>` that all games share;
- `<game>.hint.<what>` for each amount of a price;
- `<game>.hand`, `<game>.progress`; `<game>.topic.<id>` and `<game>.chapter.<id>` of the rules;
- `<game>.option.<key>` and `<game>.option.<key>.<value>` of a table option.

A game inherits from it once and draws the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import asdict

from render import icons, scores, symbols
from render.coach import Fact
from render.lengths import HINT, clipped
from render.news import each
from render.people import person
from render.presentation import Happened, News, Picture, Presentation, Scene, V
from render.scores import ScoreStyle
from render.symbols import KeyStyle
from render.words import Words, number, signed
from rules.contract import (
    Action,
    Decision,
    Deltas,
    Event,
    Order,
    Prompt,
    Question,
    Reason,
    TookBack,
    WentBack,
    tag_of,
)
from rules.opponents.advice import Advice
from rules.opponents.told import Why


class Plain(Presentation[V]):
    """A game whose sentences follow from its values, with one picture of the board.

    Attributes:
        game: its id.
        key: the symbols of its pictures.
        score: how its final scores look.
        chapters: the ids of the chapters of its rules.
    """

    game: str
    key: KeyStyle
    score: ScoreStyle
    chapters: tuple[str, ...] = ("rules",)

    def named(self, value: object, words: Words) -> str:
        """A value of an action, an event or a supply as sentences name it."""
        del words
        return number(value) if isinstance(value, int) else str(value)

    def figures(self, view: V, words: Words) -> Mapping[str, object]:
        """What questions, `<game>.hand` and `<game>.progress` may say about a view."""
        del view, words
        return {}

    # ---- pictures

    def closer(self, view: V, scene: Scene, words: Words) -> tuple[Picture, ...]:
        """The board is one part."""
        return (self.board(view, scene, words),)

    def held(self, view: V) -> V:
        """A hand is shown again whenever anything changes."""
        return view

    def mapped(self, path: tuple[object, ...], actions: tuple[Action, ...]) -> bool:
        """No picture helps with a step."""
        del path, actions
        return False

    def numbers(
        self, path: tuple[object, ...], actions: tuple[Action, ...]
    ) -> Mapping[str, int]:
        """No picture helps with a step."""
        del path, actions
        return {}

    def places(
        self, view: V, path: tuple[object, ...], actions: tuple[Action, ...], words: Words
    ) -> Picture | None:
        """No picture helps with a step."""
        del view, path, actions, words
        return None

    def symbols(self, words: Words) -> Picture:
        """The symbols of `key`."""
        return symbols.key(self.key, words)

    def amounts(self) -> Mapping[str, str]:
        """The amounts of `key`."""
        return self.key.amounts

    def scores(self, view: V, scene: Scene, words: Words) -> Picture:
        """Final scores in the style of `score`."""
        del view
        canvas = scores.draw(self.score, scene, words)
        return canvas.picture(f"{self.game}-scores", scores.alt(scene, words))

    # ---- the position in words

    def pages(self, view: V, scene: Scene, words: Words) -> tuple[str, ...]:
        """The summary says it all."""
        return (self.summary(view, scene, words),)

    def hand_text(self, view: V, words: Words) -> str:
        """The text `<game>.hand`."""
        return words(f"{self.game}.hand", **self.figures(view, words))

    def progress(self, view: V, words: Words) -> str:
        """The text `<game>.progress`."""
        return words(f"{self.game}.progress", **self.figures(view, words))

    def opening(self, view: V, scene: Scene, words: Words) -> tuple[str, ...]:
        """The order of play."""
        del view
        names = words.row(person(seat, scene, words) for seat in range(len(scene.people)))
        return (words("words.order_of_play", names=names),)

    # ---- decisions in words

    def asked(self, prompt: Prompt, words: Words) -> str:
        """The text `<game>.asked.<prompt>`."""
        return words(f"{self.game}.asked.{tag_of(prompt)}")

    def question(self, decision: Decision, view: V, words: Words) -> str:
        """The text `<game>.question.<prompt>`."""
        tag = tag_of(decision.prompt)
        return words(f"{self.game}.question.{tag}", **self.figures(view, words))

    def icon(self, path: tuple[object, ...], view: V) -> str | None:
        """The icon of the last thing chosen that has an icon of its name."""
        del view
        return icons.of_choice(self.game, path, {})

    def label(self, path: tuple[object, ...], view: V, words: Words) -> str:
        """The text `<game>.label.<action>.<depth>`, with the value that is being chosen."""
        del view
        value = self.named(path[-1], words)
        return words(f"{self.game}.label.{path[0]}.{len(path) - 1}", value=value)

    def hint(
        self,
        action: Action | Order,
        deltas: Deltas,
        view: V,
        words: Words,
        longest: int | None = HINT,
    ) -> str:
        """The text `<game>.hint.<what>` of each amount of the price."""
        del action, view
        changes = [
            words(f"{self.game}.hint.{each.what}", change=signed(each.amount))
            for each in deltas.amounts
        ]
        return clipped(words.row(changes), longest) if changes else ""

    def detail(
        self,
        path: tuple[object, ...],
        actions: tuple[Action, ...],
        view: V,
        words: Words,
        longest: int | None = HINT,
    ) -> str:
        """The label and the hint say it all."""
        del path, actions, view, words, longest
        return ""

    def effect(self, action: Action, deltas: Deltas, view: V, words: Words) -> str:
        """The hint in full."""
        return self.hint(action, deltas, view, words, None)

    def distinct(self, actions: tuple[Action, ...], view: V) -> tuple[Action, ...]:
        """No two have the same effect."""
        del view
        return actions

    def declines(self, action: Action) -> bool:
        """No choice gives anything up."""
        del action
        return False

    def warning(
        self, action: Action, decision: Decision, price: Deltas, view: V, words: Words
    ) -> str:
        """Nothing is lost by mistake."""
        del action, decision, price, view, words
        return ""

    def going(self, action: Action, order: Order, words: Words) -> str:
        """There are no standing orders."""
        del action, order, words
        return ""

    def early(self, question: Question, words: Words) -> str:
        """There are no standing orders."""
        del question, words
        return ""

    def answer(self, order: Order, words: Words) -> str:
        """There are no standing orders."""
        del order, words
        return ""

    def answers(self, order: Order, words: Words) -> str:
        """There are no standing orders."""
        del order, words
        return ""

    def unanswered(self, order: Order, words: Words) -> str:
        """There are no standing orders."""
        del order, words
        return ""

    def coached(self, view: V, decision: Decision, words: Words) -> Iterator[Fact]:
        """Nothing needs to be explained during play."""
        del view, decision, words
        return iter(())

    def verdict(self, advice: Advice, view: V, words: Words) -> str | None:
        """Advice is shown only on request."""
        del advice, view, words
        return None

    def reasons(
        self, why: Why, view: V, than: str, words: Words, *, bare: bool = False
    ) -> tuple[str, ...]:
        """What an option does now is reason enough."""
        del why, view, than, words, bare
        return ()

    def outlook(self, decision: Decision, view: V, words: Words) -> tuple[str, ...]:
        """The list of what is impossible says it all."""
        del decision, view, words
        return ()

    def why(self, reason: Reason, words: Words) -> str:
        """The text `<game>.why.<code>`, or the one that all games share."""
        own = f"{self.game}.why.{reason.code}"
        figures = {"needs": reason.needs, "has": reason.has, "what": reason.what}
        return words(own if own in words else f"why.{reason.code}", **figures)

    # ---- what has happened, and what comes

    def told(self, event: Event, scene: Scene, words: Words) -> str | None:
        """The text `<game>.told.<event>` with the event's fields; `{name}` is its `seat`."""
        match event:
            case TookBack(who):
                return words("told.took_back", name=person(who, scene, words))
            case WentBack(who):
                return words("told.went_back", name=person(who, scene, words))
            case _:
                return self._told(event, scene, words)

    def _told(self, event: Event, scene: Scene, words: Words) -> str | None:
        own = f"{self.game}.told.{tag_of(event)}"
        if own not in words:
            return None
        fields = asdict(event)
        seat = fields.pop("seat", None)
        figures = {key: self.named(value, words) for key, value in fields.items()}
        if seat is not None:
            figures["name"] = person(seat, scene, words)
        return words(own, **figures)

    def news(self, events: Sequence[Happened], words: Words) -> tuple[News, ...]:
        """Every event has its own line, and none is left out before others."""
        return each(events, self.told, words)

    def coming(self, supply: str, items: tuple[str, ...], scene: Scene, words: Words) -> str:
        """The items by their names, without the supply."""
        del supply, scene
        return words.row(self.named(item, words) for item in items)

    # ---- rules and options

    def topics(self, words: Words) -> tuple[tuple[str, str], ...]:
        """The texts `<game>.topic.<id>` of `chapters`."""
        return tuple((each, words(f"{self.game}.topic.{each}")) for each in self.chapters)

    def chapter(self, topic: str, words: Words) -> str | None:
        """The text `<game>.chapter.<id>`."""
        return words(f"{self.game}.chapter.{topic}") if topic in self.chapters else None

    def option(self, key: str, value: str, words: Words) -> str:
        """The text `<game>.option.<key>.<value>`."""
        return words(f"{self.game}.option.{key}.{value}")
