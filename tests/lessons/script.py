"""Plays a game to the position of a lesson, by choices and draws as a person would say them."""

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

    Choices are patterns of the names of actions, and the first that is offered is taken:
    what costs more or less in another edition is chosen all the same.

    Attributes:
        journal: as it stands.
    """

    def __init__(self, lesson: Lesson, edition: str | None, *wishes: str) -> None:
        """The game of a lesson after its set-up; `wishes` come up in this order."""
        game = played_with(lesson.game, edition)
        self._wishes = ScriptedRandom(wishes, lesson.id)
        self.journal: AnyJournal = begun(lesson, game).settled(self._wishes)

    @property
    def decision(self) -> Decision:
        """What is to be decided now, by the first seat that must."""
        return min(self.journal.decisions, key=lambda each: each.seat)

    def wish(self, *items: str) -> None:
        """What comes up next."""
        self._wishes.left += items

    def play(self, *choices: str) -> Script:
        """Choices of whoever must decide; raises `ValueError` where none is offered."""
        for pattern in choices:
            if not self.may(pattern):
                offered = [name(each) for each in self.decision.options]
                raise ValueError(f"{pattern} is not among {offered}")
        return self

    def may(self, *patterns: str) -> bool:
        """Play the first of these that is offered; whether there was one."""
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
