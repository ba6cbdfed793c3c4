"""Plays a game to the position of a lesson, with choices and draws given by name."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from rules.contract import Decision, name
from rules.journal import AnyJournal
from rules.lessons import Lesson, ScriptedRandom
from rules.prepared import begun, spelled
from rules.registry import played_with


class Script:
    """A game on its way to a position.

    Choices are patterns for names of actions, and the first match offered is taken, so a
    different cost in another edition makes no difference.

    Attributes:
        journal: the game so far.
    """

    def __init__(self, lesson: Lesson, edition: str | None, *wishes: str) -> None:
        """The game of a lesson after its setup; `wishes` come up in this order."""
        game = played_with(lesson.game, edition)
        self._wishes = ScriptedRandom(wishes, lesson.id)
        self.journal: AnyJournal = begun(lesson, game).settled(self._wishes)

    @property
    def decision(self) -> Decision:
        """The decision of the first seat that must decide now."""
        return min(self.journal.decisions, key=lambda each: each.seat)

    def wish(self, *items: str) -> None:
        """Add items that come up next."""
        self._wishes.left += items

    def play(self, *choices: str) -> Script:
        """Make choices for the seat that must decide; raises `ValueError` if one is missing."""
        for pattern in choices:
            if not self.may(pattern):
                offered = [name(each) for each in self.decision.options]
                raise ValueError(f"{pattern} is not among {offered}")
        return self

    def may(self, *patterns: str) -> bool:
        """Play the first of these that is offered; return whether there was one."""
        decision = self.decision
        for pattern in patterns:
            for action in decision.options:
                if fnmatchcase(name(action), pattern):
                    self.journal = self.journal.move(decision.seat, action, self._wishes)
                    return True
        return False

    @property
    def entries(self) -> Iterable[str]:
        """All entries so far, spelled."""
        return map(spelled, self.journal.entries)
