"""What lessons of The Princes of Florence ask of a learner's view: goals and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.florence import phase_b, works
from rules.florence.catalogue import PAYMENT
from rules.florence.state import Acting, Opening, Player
from rules.florence.view import View
from rules.lessons import LEARNER, Teaching


def _own(view: View) -> Player:
    return view.seats[LEARNER].player


def _has_jester(view: View) -> bool:
    """The learner has won the auction of a Jester (F24)."""
    return _own(view).jesters > 0


def _two_buildings(view: View) -> bool:
    """Two Buildings are in the principality (F69)."""
    return works.buildings(_own(view)) == 2


def _work_done(view: View) -> bool:
    """A Work of this round is completed and paid for (F64)."""
    return any(deed.kind == "work" for deed in _own(view).deeds)


def _prestige_kept(view: View) -> bool:
    """A Prestige card is in hand, and the others are back under the pile (F42)."""
    return bool(_own(view).prestige_cards) and isinstance(view.step, Opening)


def _work_and_building(view: View) -> bool:
    """Both actions of the round are a Work and a Building, and no prestige was sold (F89)."""
    own = _own(view)
    return {deed.kind for deed in own.deeds} == {"work", "build"} and not own.tally.sold


def _bought(view: View) -> bool:
    """The learner has an item of this round, and the actions have begun (F30)."""
    bought = any(sale.seat == LEARNER for sale in view.sales)
    return bought and isinstance(view.step, Acting)


def _second_round(view: View) -> bool:
    """The first round is over (F88)."""
    return view.turn > 1


_GOALS: Final[dict[str, Callable[[View], bool]]] = {
    "has_jester": _has_jester,
    "two_buildings": _two_buildings,
    "work_done": _work_done,
    "prestige_kept": _prestige_kept,
    "work_and_building": _work_and_building,
    "bought": _bought,
    "second_round": _second_round,
}


def _figures(view: View) -> Mapping[str, int]:
    """Florins, prestige points, and the value of the Work that each card in hand would make."""
    own = _own(view)
    values = {f"value_{card}": works.value(works.laid(own, card), card) for card in own.hand}
    return {
        "turn": view.turn,
        "minimum": view.minimum,
        "florins": own.florins,
        "prestige": own.prestige,
        "building": phase_b.cost(own),
        "cards": len(own.hand) + own.recruiting + len(own.works),
        "work": own.value,
        "payment": PAYMENT * getattr(view.step, "value", 0),
        **values,
    }


TEACHING: Final = Teaching(_GOALS, _figures)
"""What lessons ask of The Princes of Florence."""
