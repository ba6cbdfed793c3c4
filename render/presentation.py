"""The contract between a game's package in `render` and its callers.

Views, decisions and events come from `rules`; names come from the table; every
text comes from the catalogue of `render.words`. Nothing here knows Discord.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias, TypeVar

import msgspec

from render.coach import Fact
from render.lengths import HINT
from render.words import Words
from rules.contract import (
    Action,
    Decision,
    Deltas,
    Event,
    Order,
    Over,
    Prompt,
    Question,
    Reason,
    Seat,
)
from rules.opponents.advice import Advice
from rules.opponents.told import Why


class Person(msgspec.Struct, frozen=True):
    """The person or computer player at a seat.

    Attributes:
        name: a display name (any script, up to 32).
        computer: whether a computer player has the seat.
        level: how well it plays, one of `rules.opponents.LEVELS`; None: it is not known.
        advised: whether the seat has used a suggestion.
        alike: whether the name looks like another one at the table.
    """

    name: str
    computer: bool = False
    level: str | None = None
    advised: bool = False
    alike: bool = False


class Picture(msgspec.Struct, frozen=True):
    """A finished picture.

    Attributes:
        data: the encoded file.
        name: its file name, ASCII, with the ending of its format.
        alt: what it shows, in words, at most 1,024 characters.
        size: width and height in pixels.
    """

    data: bytes
    name: str
    alt: str
    size: tuple[int, int]


class Scene(msgspec.Struct, frozen=True):
    """What a picture needs from the table in addition to a view.

    Attributes:
        people: by seat.
        deciding: the pending decisions' seats and prompts, in seat order.
        changed: what happened since the last turn, as the viewer may know it.
        over: the end of the game, if it has come.
        points_by_round: after each finished round the prestige or points of every seat.
    """

    people: tuple[Person, ...]
    deciding: tuple[tuple[Seat, Prompt], ...] = ()
    changed: tuple[Event, ...] = ()
    over: Over | None = None
    points_by_round: tuple[tuple[int, ...], ...] = ()


Weight: TypeAlias = Literal["routine", "usual", "kept"]
Happened: TypeAlias = tuple[Event, Scene]
"""An event with the people who sat there when it happened."""


class News(msgspec.Struct, frozen=True):
    """One line.

    Attributes:
        at: the index of its event among the given ones; of several events, the last one's.
        text: the sentence.
        weight: routine ones are left out first where there is no room for all, kept ones never.
    """

    at: int
    text: str
    weight: Weight = "usual"


V = TypeVar("V")


class Presentation(Protocol[V]):
    """One game in pictures and in words. `words` carries the reader's language."""

    def board(self, view: V, scene: Scene, words: Words) -> Picture:
        """The whole public position as `view.viewer` may see it; 1600 px wide."""

    def closer(self, view: V, scene: Scene, words: Words) -> tuple[Picture, ...]:
        """The board in parts that a phone reads without zooming, each at most 1100 x 800 px."""

    def hand(self, view: V, scene: Scene, words: Words) -> tuple[Picture, ...]:
        """The viewer's private hand, one picture a page."""

    def held(self, view: V) -> V:
        """The view with only what the hand shows: equal ones have hands that look the same."""

    def mapped(self, path: tuple[object, ...], actions: tuple[Action, ...]) -> bool:
        """Whether `places` helps with a step."""

    def numbers(
        self, path: tuple[object, ...], actions: tuple[Action, ...]
    ) -> Mapping[str, int]:
        """The number that `places` has for each value of a step; empty if it has none."""

    def places(
        self, view: V, path: tuple[object, ...], actions: tuple[Action, ...], words: Words
    ) -> Picture | None:
        """What is chosen from, places or cards, numbered as the buttons are.

        `path` is the tag and the leading fields already chosen, empty where several kinds
        of actions are offered; `actions` are the complete actions left, in the order of
        their numbers. None: no picture helps.
        """

    def symbols(self, words: Words) -> Picture:
        """The key of symbols: every icon of the pictures with its word; 800 px wide."""

    def amounts(self) -> Mapping[str, str]:
        """The icons of amounts in texts, by the ids of their texts."""

    def scores(self, view: V, scene: Scene, words: Words) -> Picture:
        """Final scores, itemised, with the points over time."""

    def summary(self, view: V, scene: Scene, words: Words) -> str:
        """The position in brief, at most 1,024 characters: the alt text of the board."""

    def pages(self, view: V, scene: Scene, words: Words) -> tuple[str, ...]:
        """The whole position in words, each page at most 3,500 characters."""

    def hand_text(self, view: V, words: Words) -> str:
        """The viewer's private hand in words, at most 3,500 characters."""

    def progress(self, view: V, words: Words) -> str:
        """Where the game stands, in a few words: the round and its phase."""

    def asked(self, prompt: Prompt, words: Words) -> str:
        """What kind of decision is pending, a few words, fit for the public."""

    def question(self, decision: Decision, view: V, words: Words) -> str:
        """What the deciding seat is asked, one or two full sentences."""

    def icon(self, path: tuple[object, ...], view: V) -> str | None:
        """The name in `render.icons` of the icon beside the label, if there is one."""

    def label(self, path: tuple[object, ...], view: V, words: Words) -> str:
        """A button label (at most 80, aim 24) for an action or the start of one.

        `path` is a tag alone (`("build",)`), a tag and its leading fields, or a
        whole action's tag and fields; the last element is what is being chosen.
        """

    def hint(
        self,
        action: Action | Order,
        deltas: Deltas,
        view: V,
        words: Words,
        longest: int | None = HINT,
    ) -> str:
        """Price, gain and what would be revealed, in at most `longest` characters.

        A standing order is told in full; it has no price yet. Without a limit (None)
        nothing is left out; within one a warning is the last to go.
        """

    def detail(
        self,
        path: tuple[object, ...],
        actions: tuple[Action, ...],
        view: V,
        words: Words,
        longest: int | None = HINT,
    ) -> str:
        """What tells the choice of `path` from those beside it, where the price does not.

        At most `longest` characters; empty if there is nothing that its label does not say.
        `actions` are the complete actions that the choice leads to.
        """

    def effect(self, action: Action, deltas: Deltas, view: V, words: Words) -> str:
        """What a whole action changes for the viewer, with price and gain, without a limit.

        It leaves out what is true of the chosen thing anyway: a suggestion cannot give that
        as a reason.
        """

    def distinct(self, actions: tuple[Action, ...], view: V) -> tuple[Action, ...]:
        """The actions without those that are the same in effect as one before them."""

    def declines(self, action: Action) -> bool:
        """Whether a choice gives something up, such as a pass; its button is styled by it."""

    def warning(
        self, action: Action, decision: Decision, price: Deltas, view: V, words: Words
    ) -> str:
        """What a choice gives up that nobody would give up on purpose; empty: nothing.

        A person is asked once more before such a choice.
        """

    def going(self, action: Action, order: Order, words: Words) -> str:
        """What an action does together with the order of the same press; empty: nothing."""

    def early(self, question: Question, words: Words) -> str:
        """What is asked before it is a seat's move, fit for the public; no full stop."""

    def answer(self, order: Order, words: Words) -> str:
        """An order, as an entry in the list of the orders of its subject."""

    def answers(self, order: Order, words: Words) -> str:
        """A list entry for several orders like this one; one of them is chosen next."""

    def unanswered(self, order: Order, words: Words) -> str:
        """The question that the orders of this one's subject answer, shown on their menu."""

    def coached(self, view: V, decision: Decision, words: Words) -> Iterator[Fact]:
        """Why a decision matters now, from what its seat knows.

        The most urgent fact comes first. Each is looked for when it is asked for.
        """

    def verdict(self, advice: Advice, view: V, words: Words) -> str | None:
        """What the coach advises, in one line that ends in an act; None: nothing to say.

        It is asked for at the questions that the game's adviser names (`verdicts`).
        """

    def reasons(
        self, why: Why, view: V, than: str, words: Words, *, bare: bool = False
    ) -> tuple[str, ...]:
        """What happened when an option and another one, called `than`, were played on.

        A sentence each: points or things with what made them, then what comes within the
        round and how often. They are read below the option, and also long after it. `bare`
        ones do not say how many points.
        """

    def opening(self, view: V, scene: Scene, words: Words) -> tuple[str, ...]:
        """What to know before anybody has acted: order of play, what is special.

        At most two lines; the whole set-up is in the journal.
        """

    def told(self, event: Event, scene: Scene, words: Words) -> str | None:
        """One event as a sentence, or None if it is not worth a line."""

    def news(self, events: Sequence[Happened], words: Words) -> tuple[News, ...]:
        """Some events in a row as lines: what belongs together may be one of them."""

    def coming(self, supply: str, items: tuple[str, ...], scene: Scene, words: Words) -> str:
        """What is drawn next, and in which order, from a supply drawn in the open; one line.

        It is known from draws that were undone; `Journal.known` tells it.
        """

    def why(self, reason: Reason, words: Words) -> str:
        """Why something is impossible, with the figures and the remedy."""

    def outlook(self, decision: Decision, view: V, words: Words) -> tuple[str, ...]:
        """What each card in hand and each kind of action allows now, and what it lacks.

        One line each, of a list.
        """

    def topics(self, words: Words) -> tuple[tuple[str, str], ...]:
        """The chapters of the rules: id and title, at most 25."""

    def chapter(self, topic: str, words: Words) -> str | None:
        """A chapter of the rules in our own words, at most 3,500 characters."""

    def option(self, key: str, value: str, words: Words) -> str:
        """A value of a table option, as the lobby offers it; at most 60 characters."""
