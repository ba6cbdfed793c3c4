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
        level: how well it plays, one of `rules.opponents.LEVELS`; None: unknown.
        advised: whether the seat has used a suggestion.
        alike: whether the name looks like another name at the table.
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
        name: its file name, ASCII, with the extension of its format.
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
        points_by_round: the prestige or points of every seat after each finished round.
    """

    people: tuple[Person, ...]
    deciding: tuple[tuple[Seat, Prompt], ...] = ()
    changed: tuple[Event, ...] = ()
    over: Over | None = None
    points_by_round: tuple[tuple[int, ...], ...] = ()


Weight: TypeAlias = Literal["routine", "usual", "kept"]
Happened: TypeAlias = tuple[Event, Scene]
"""An event with its scene: the people who had seats when it happened."""


class News(msgspec.Struct, frozen=True):
    """One line.

    Attributes:
        at: the index of its event among the given ones, or of the last of several events.
        text: the sentence.
        weight: where there is no room for all, routine lines are cut first, kept ones never.
    """

    at: int
    text: str
    weight: Weight = "usual"


V = TypeVar("V")


class Presentation(Protocol[V]):
    """One game in pictures and in words. `words` is in the reader's language."""

    def board(self, view: V, scene: Scene, words: Words) -> Picture:
        """The whole public position as `view.viewer` may see it; 1600 px wide."""

    def closer(self, view: V, scene: Scene, words: Words) -> tuple[Picture, ...]:
        """The board in parts to read on a phone without zooming, each at most 1100 x 800 px."""

    def hand(self, view: V, scene: Scene, words: Words) -> tuple[Picture, ...]:
        """The viewer's private hand, one picture a page."""

    def held(self, view: V) -> V:
        """The view with only what the hand shows: equal results mean hands that look alike."""

    def mapped(self, path: tuple[object, ...], actions: tuple[Action, ...]) -> bool:
        """Whether `places` helps with a step."""

    def numbers(
        self, path: tuple[object, ...], actions: tuple[Action, ...]
    ) -> Mapping[str, int]:
        """The number that `places` shows for each value of a step; empty if it shows none."""

    def places(
        self, view: V, path: tuple[object, ...], actions: tuple[Action, ...], words: Words
    ) -> Picture | None:
        """What can be chosen, places or cards, numbered as the buttons are.

        `path` is the tag and the leading fields already chosen; it is empty where several
        kinds of actions are offered. `actions` are the complete actions left, in the order
        of their numbers. None: no picture helps.
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
        """What kind of decision is pending, in a few words that may be public."""

    def question(self, decision: Decision, view: V, words: Words) -> str:
        """What the deciding seat is asked, in one or two full sentences."""

    def icon(self, path: tuple[object, ...], view: V) -> str | None:
        """The name in `render.icons` of the icon beside the label, if there is one."""

    def label(self, path: tuple[object, ...], view: V, words: Words) -> str:
        """A button label (at most 80 characters, ideally 24) for an action or its start.

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

        A standing order is described in full; it has no price yet. Without a limit (None)
        nothing is left out; with one, a warning is the last to go.
        """

    def detail(
        self,
        path: tuple[object, ...],
        actions: tuple[Action, ...],
        view: V,
        words: Words,
        longest: int | None = HINT,
    ) -> str:
        """What distinguishes the choice of `path` from those beside it, if the price does not.

        At most `longest` characters; empty if the label already says it all.
        `actions` are the complete actions that the choice leads to.
        """

    def effect(self, action: Action, deltas: Deltas, view: V, words: Words) -> str:
        """What a complete action changes for the viewer, with price and gain, without a limit.

        It leaves out what is true of the chosen thing anyway: a suggestion cannot give that
        as a reason.
        """

    def distinct(self, actions: tuple[Action, ...], view: V) -> tuple[Action, ...]:
        """The actions without those that have the same effect as an earlier one."""

    def declines(self, action: Action) -> bool:
        """Whether a choice gives something up, as a pass does; this styles its button."""

    def warning(
        self, action: Action, decision: Decision, price: Deltas, view: V, words: Words
    ) -> str:
        """What a choice gives up that nobody would give up on purpose; empty: nothing.

        A person is asked to confirm such a choice.
        """

    def going(self, action: Action, order: Order, words: Words) -> str:
        """What an action does together with the order from the same press; empty: nothing."""

    def early(self, question: Question, words: Words) -> str:
        """What a seat is asked before its move, in words that may be public; no full stop."""

    def answer(self, order: Order, words: Words) -> str:
        """An order as an entry in the list of orders on its subject."""

    def answers(self, order: Order, words: Words) -> str:
        """A list entry for several orders like this one; one of them is chosen next."""

    def unanswered(self, order: Order, words: Words) -> str:
        """The question that orders on this one's subject answer, shown on their menu."""

    def coached(self, view: V, decision: Decision, words: Words) -> Iterator[Fact]:
        """Why a decision matters now, from what its seat knows.

        The most urgent fact comes first. Each fact is looked for only when it is requested.
        """

    def verdict(self, advice: Advice, view: V, words: Words) -> str | None:
        """What the coach advises, in one line that ends with what to do; None: nothing to say.

        It is requested for the questions that the game's adviser names (`verdicts`).
        """

    def reasons(
        self, why: Why, view: V, than: str, words: Words, *, bare: bool = False
    ) -> tuple[str, ...]:
        """What happened when an option and another one, called `than`, were played out.

        One sentence each: points or things with their causes, then what comes within the
        round and how often. They are read below the option, and also long after the choice.
        `bare` ones do not say how many points.
        """

    def opening(self, view: V, scene: Scene, words: Words) -> tuple[str, ...]:
        """What to know before anyone has acted: the order of play, and what is special.

        At most two lines; the full set-up is in the journal.
        """

    def told(self, event: Event, scene: Scene, words: Words) -> str | None:
        """One event as a sentence, or None if it is not worth a line."""

    def news(self, events: Sequence[Happened], words: Words) -> tuple[News, ...]:
        """Consecutive events as lines; events that belong together may share one."""

    def coming(self, supply: str, items: tuple[str, ...], scene: Scene, words: Words) -> str:
        """What will be drawn next, and in which order, from an openly drawn supply; one line.

        It is known from draws that were undone; see `Journal.known`.
        """

    def why(self, reason: Reason, words: Words) -> str:
        """Why something is impossible, with the figures and the remedy."""

    def outlook(self, decision: Decision, view: V, words: Words) -> tuple[str, ...]:
        """What each card in hand and each kind of action allows now, and what is missing.

        One list line each.
        """

    def topics(self, words: Words) -> tuple[tuple[str, str], ...]:
        """The chapters of the rules: id and title, at most 25."""

    def chapter(self, topic: str, words: Words) -> str | None:
        """A chapter of the rules in our own words, at most 3,500 characters."""

    def option(self, key: str, value: str, words: Words) -> str:
        """A value of a table option, as the lobby offers it; at most 60 characters."""
