"""The registry of games: a new game is added to these tables."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from typing import Final

import msgspec

from rules import florence, lacrimosa
from rules.analysis import AnyAnalysis
from rules.contract import AnyGame
from rules.florence import goals as florence_goals
from rules.florence.analysis import ANALYSIS as FLORENCE
from rules.lacrimosa import HOUSE_TEXT
from rules.lacrimosa import goals as lacrimosa_goals
from rules.lacrimosa.analysis import ANALYSIS as LACRIMOSA
from rules.lessons import Lesson, Teaching, read_all
from rules.puzzles import Puzzle
from rules.puzzles import read_all as read_puzzles

GAMES: Final[dict[str, AnyGame]] = {
    game.name: game for game in (florence.game(), lacrimosa.learn(HOUSE_TEXT))
}
"""Every game by name, with the house edition of its components."""


class Printed(msgspec.Struct, frozen=True):
    """A game whose components are read from a text, so that owners can bring their own.

    Attributes:
        text: the house edition.
        learn: gives the game played with a text; raises `ValueError` with one line that
            names the entry and the rule.
        recall: the same for a text that games were once started with.
        known: gives the game for the hash of a text that was learnt or recalled; raises
            `KeyError`.
        printing: gives the number of that text's printing; raises `KeyError`.
    """

    text: str
    learn: Callable[[str], AnyGame]
    recall: Callable[[str], AnyGame]
    known: Callable[[str], AnyGame]
    printing: Callable[[str], int]


PRINTED: Final[dict[str, Printed]] = {
    "lacrimosa": Printed(
        text=HOUSE_TEXT,
        learn=lacrimosa.learn,
        recall=lacrimosa.recall,
        known=lacrimosa.known,
        printing=lacrimosa.printing,
    ),
}
"""The games that can have several editions; the others always have one."""

ACTIONS: Final[dict[str, int]] = {"florence": 60, "lacrimosa": 90}
"""The fewest actions that a seat takes in a whole game; they show when a quarter is played.

For a game not listed, one action is enough.
"""

ANALYSES: Final[dict[str, AnyAnalysis]] = {"florence": FLORENCE, "lacrimosa": LACRIMOSA}
"""What reports on many games ask of each game; a game not listed has plain reports."""

TEACHING: Final[dict[str, Teaching]] = {
    "florence": florence_goals.TEACHING,
    "lacrimosa": lacrimosa_goals.TEACHING,
}
"""What each game gives its lessons, if it has any."""

LESSONS: Final[dict[str, tuple[Lesson, ...]]] = {
    title: read_all(title, resources.files(f"rules.{title}").joinpath("lessons"))
    for title in TEACHING
}
"""The lessons of each game, in order."""


PUZZLES: Final[dict[str, tuple[Puzzle, ...]]] = {
    title: read_puzzles(resources.files(f"rules.{title}"))
    for title in ("florence", "lacrimosa")
}
"""The puzzles of each game that has any."""


def played_with(title: str, edition: str | None) -> AnyGame:
    """A game with the edition that it was started with.

    Raises:
        KeyError: there is no such game, or this process does not know the edition.
    """
    return GAMES[title] if edition is None else PRINTED[title].known(edition)
