"""The positions of the lessons of The Princes of Florence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules.lessons import Lesson
from tests.lessons.script import Script

HAND: Final = ("poet", "painter", "lawyer", "bell_maker")
"""Four dealt Professions; the last one is given back."""


def _begun(lesson: Lesson, start: int, hand: tuple[str, ...] = HAND) -> Script:
    """The first auction, opened by `start`; the learner has kept the first three of a hand."""
    script = Script(lesson, None, *hand)
    script.wish(str(start))
    return script.play(f"give_back.{hand[-1]}", "give_back.*", "give_back.*")


def _auction(script: Script, lot: str) -> Script:
    """The opener gets an item for 200."""
    script.play(f"open.{lot}", *("pass",) * (len(_free(script)) - 1))
    script.may("place.*")
    script.may("keep_recruiting")
    return script


def _free(script: Script) -> set[int]:
    view = script.journal.view(0)
    gone = {sale.seat for sale in view.sales} | set(view.declined)
    return set(range(len(view.seats))) - gone


def _turn(script: Script) -> Script:
    """A turn of another seat: a Work if there is one, else a Building."""
    if script.may("work.*", "build.*"):
        script.may("exchange.2", "exchange.*")
    return script.play("end_turn")


def _bid(lesson: Lesson) -> Script:
    """Another seat has opened, the next one has passed, and it is the learner's bid."""
    return _begun(lesson, 1).play("open.prestige", "pass")


def _build(lesson: Lesson) -> Script:
    """The learner opens the first auction."""
    return _begun(lesson, 0, ("poet", "composer", "painter", "bell_maker"))


def _work(lesson: Lesson) -> Script:
    """Round 2: a Theatre, a Lake and a Jester; the learner acts last."""
    script = _auction(_begun(lesson, 0), "lake")
    _auction(script, "jester").play("take.builder")
    script.play("build.theatre.*", "end_turn")
    _turn(_turn(script))
    _auction(_auction(script, "forest"), "park").play("take.jester")
    return _turn(_turn(script))


def _bonus(lesson: Lesson) -> Script:
    """Round 1: a Lake and nothing else; the learner acts first."""
    script = _auction(_begun(lesson, 0), "lake")
    return _auction(script, "jester").play("take.builder")


def _prestige(lesson: Lesson) -> Script:
    """Round 2: the learner has the only Lake and opens the first auction."""
    script = _auction(_begun(lesson, 2), "jester")
    _auction(script, "lake").play("take.builder")
    _turn(script).play("build.theatre.*", "end_turn")
    return _turn(script)


def _money(lesson: Lesson) -> Script:
    """Round 2: an expensive Jester has left the learner with little money and two actions."""
    script = _auction(_begun(lesson, 0), "lake")
    _auction(script, "jester").play("take.builder")
    script.play("build.theatre.*", "build.studio.*", "end_turn")
    _turn(_turn(script)).play("open.jester", "bid.300", "bid.400", "pass")
    for amount in range(500, 1400, 200):
        script.play(f"bid.{amount}", f"bid.{amount + 100}")
    _auction(script.play("pass"), "forest").play("take.park")
    script.may("place.*")
    return _turn(_turn(script))


def _round(lesson: Lesson) -> Script:
    """The first auction of the game."""
    return _begun(lesson, 0)


POSITIONS: Final[dict[str, Callable[[Lesson], Script]]] = {
    "bid": _bid,
    "build": _build,
    "work": _work,
    "bonus": _bonus,
    "prestige": _prestige,
    "money": _money,
    "round": _round,
}
"""How each position is reached, by lesson."""
