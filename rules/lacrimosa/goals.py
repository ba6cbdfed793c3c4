"""What lessons of Lacrimosa ask of a learner's view: goals and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.lacrimosa.grammar import KINDS
from rules.lacrimosa.view import SeatView, View
from rules.lessons import LEARNER, Teaching


def _own(view: View) -> SeatView:
    return view.seats[LEARNER]


def _turn_over(view: View) -> bool:
    """The learner's turn is over: it is another seat's turn, or the next turn has begun."""
    return view.seat != LEARNER or view.turn > 1 or view.round > 1


def _commissioned(view: View) -> bool:
    """An Opus was commissioned (L56), and the turn is over."""
    return len(_own(view).opus) > 1 and _turn_over(view)


def _documented(view: View) -> bool:
    """A Memory from the row replaced the Story card (L51), and the turn is over."""
    return any(not card.startswith("start-") for card in _own(view).story) and _turn_over(view)


def _performed(view: View) -> bool:
    """An Opus that was commissioned is performed, and lies rotated (L66)."""
    return any(held.rotated and not held.id.startswith("start-") for held in _own(view).opus)


def _court(view: View) -> bool:
    """The learner has a Court tile (L72), and the turn is over."""
    return bool(_own(view).courts) and _turn_over(view)


def _hired(view: View) -> bool:
    """The learner has a composer's tile on the board (L84), and the turn is over."""
    return bool(_own(view).hired) and _turn_over(view)


def _second_round(view: View) -> bool:
    """The first Maintenance is done (L102)."""
    return view.round > 1


def _second_turn(view: View) -> bool:
    """The learner's first turn is over, and so is the Soloist's."""
    return view.turn > 1


def _two_turns(view: View) -> bool:
    """Two turns of the learner are over, and so are the Soloist's."""
    return view.turn > 2


_GOALS: Final[dict[str, Callable[[View], bool]]] = {
    "commissioned": _commissioned,
    "documented": _documented,
    "performed": _performed,
    "court": _court,
    "hired": _hired,
    "second_round": _second_round,
    "second_turn": _second_turn,
    "two_turns": _two_turns,
}


def _figures(view: View) -> Mapping[str, int]:
    """Ducats, points, and the Story points of each kind on tracks and as counters."""
    own = _own(view)
    points: dict[str, int] = {
        kind: on_track + own.counters[at]
        for at, (kind, on_track) in enumerate(zip(KINDS, own.tracks, strict=True))
    }
    rival = view.solo.vp if view.solo else 0
    return {
        "round": view.round,
        "turn": view.turn,
        "ducats": own.ducats,
        "vp": own.vp,
        "rival": rival,
        "opus": len(own.opus),
        "left": sum(own.tracks),
        **points,
    }


TEACHING: Final = Teaching(_GOALS, _figures)
"""What lessons ask of Lacrimosa."""
