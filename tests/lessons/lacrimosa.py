"""The positions of the lessons of Lacrimosa, made with the house edition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules.lacrimosa.editions import HOUSE
from rules.lessons import Lesson
from tests.lessons.script import Script

OUT: Final = ("opus-k118", "opus-k136", "memory-miserere", "memory-goldener-sporn")
"""The cards of the first period that leave the game."""

BOARD: Final = (
    *("constanze-5", "city-wirtshaus", "court-types-1", "city-theater", "city-akademie"),
    *("city-tagebuch", "city-orgelbank", "court-instruments-1", "court-periods-1"),
    *("city-lehrmeister", "city-oper", "city-postmeister", "0", "bonus-1-commission"),
)
"""What is on the board, and who begins."""

ROW: Final = (
    *("memory-notenbuch", "opus-k50", "memory-maria-theresia", "opus-k16"),
    *("memory-bach-london", "opus-k45a", "opus-k80"),
)
"""The row from its right end, where cards are cheapest."""


def _card(number: int) -> str:
    return f"start-memory-{number}"


def _begun(lesson: Lesson, *hand: int, row: tuple[str, ...] = ROW) -> Script:
    """The learner's first turn, with these four starting Memories in hand."""
    board = BOARD if lesson.seats > 1 else tuple(each for each in BOARD if each != "0")
    other = (1, 2, 3, 4) if lesson.seats > 1 else ()
    hands = map(_card, (*hand, *other))
    return Script(lesson, HOUSE.hash, *OUT, *board, *hands, *row)


def _laid(script: Script, experience: int, story: int) -> Script:
    return script.play(f"experience.{_card(experience)}", f"story.{_card(story)}")


def _idle(script: Script) -> Script:
    """A turn of the other seat: it takes ducats."""
    return script.play("experience.*", "story.*", "ducats", "end_turn")


def _halves(lesson: Lesson) -> Script:
    """The learner lays the first two cards."""
    return _begun(lesson, 3, 5, 6, 8)


def _memories(lesson: Lesson) -> Script:
    """The cards are laid, and the first one is for documenting a Memory."""
    return _laid(_begun(lesson, 1, 3, 6, 8), 1, 8)


def _opus(lesson: Lesson) -> Script:
    """A card for a Commission is laid and used; an opera is at the right end of the row."""
    row = ("opus-k50", *(each for each in ROW if each != "opus-k50"))
    return _laid(_begun(lesson, 4, 1, 6, 8, row=row), 4, 8).play("use")


def _travel(lesson: Lesson) -> Script:
    """The cards are laid, and the first one is for a journey."""
    return _laid(_begun(lesson, 7, 1, 3, 8), 7, 8)


def _requiem(lesson: Lesson) -> Script:
    """The cards are laid, and the first one is for the Requiem."""
    return _laid(_begun(lesson, 9, 1, 3, 6), 9, 1)


def _maintenance(lesson: Lesson) -> Script:
    """The learner's fourth turn, after three turns that took ducats."""
    script = _begun(lesson, 1, 2, 7, 8)
    for experience, story, drawn in ((1, 2, (9, 5)), (7, 8, (4, 3)), (9, 5, (6,))):
        script.wish(*map(_card, drawn))
        _idle(_laid(script, experience, story).play("ducats", "end_turn"))
    return script


def _soloist(lesson: Lesson) -> Script:
    """The learner's first turn, with a Commission to take."""
    return _laid(_begun(lesson, 3, 5, 6, 8), 3, 8).play("use")


POSITIONS: Final[dict[str, Callable[[Lesson], Script]]] = {
    "halves": _halves,
    "memories": _memories,
    "opus": _opus,
    "travel": _travel,
    "requiem": _requiem,
    "maintenance": _maintenance,
    "soloist": _soloist,
}
"""How each position is reached, by lesson."""
