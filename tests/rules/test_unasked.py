"""What is not asked: only what everyone can see is the only option."""

from __future__ import annotations

from random import Random
from typing import Any, cast

from rules import unasked
from rules.contract import Action, Decision, Moved, Seat, Sole, name
from rules.florence.actions import (
    EndTurn,
    Keep,
    Place,
    PlayBonus,
    PutUnder,
    ToAct,
    ToEnd,
    ToKeep,
    ToPlace,
    ToPlayBonus,
    ToPutUnder,
)
from rules.journal import AnyJournal, Journal
from rules.lacrimosa import actions as lacrimosa
from rules.registry import GAMES

FLORENCE, LACRIMOSA = GAMES["florence"], GAMES["lacrimosa"]


def test_the_only_option_is_not_asked_where_all_of_it_lies_open() -> None:
    place, keep, under = Place("park", 0, 2), Keep("small"), PutUnder((3,))
    assert FLORENCE.sole(Decision(0, ToPlace("park"), (place,))) == Sole(place)
    assert FLORENCE.sole(Decision(0, ToKeep("bonus"), (keep,))) == Sole(keep)
    assert FLORENCE.sole(Decision(0, ToPutUnder("bonus"), (under,))) == Sole(under)
    end = Sole(EndTurn(), ends_turn=True)
    assert FLORENCE.sole(Decision(0, ToEnd(), (EndTurn(),))) == end


def test_several_options_and_hidden_reasons_are_always_asked() -> None:
    several = (Place("park", 0, 2), Place("park", 0, 3))
    assert FLORENCE.sole(Decision(0, ToPlace("park"), several)) is None
    # Others may not know that the seat can pay for nothing else.
    assert FLORENCE.sole(Decision(0, ToAct(1), (EndTurn(),))) is None
    right_left = lacrimosa.ToAct(("travel",))
    assert LACRIMOSA.sole(Decision(0, right_left, (lacrimosa.EndTurn(),))) is None


def test_a_turn_of_lacrimosa_without_a_right_ends() -> None:
    end = lacrimosa.EndTurn()
    assert LACRIMOSA.sole(Decision(0, lacrimosa.ToAct(()), (end,))) == Sole(end, ends_turn=True)
    card = lacrimosa.LayStory("x")
    assert LACRIMOSA.sole(Decision(0, lacrimosa.ToLayStory("y"), (card,))) == Sole(card)


def test_the_order_as_the_cards_lie_and_a_forced_bonus_card_go_along() -> None:
    orders = (PutUnder((1, 2)), PutUnder((2, 1)))
    assert FLORENCE.along(Decision(0, ToPutUnder("bonus"), orders)) == orders[0]
    cards = (PlayBonus("a"), PlayBonus("b"))
    prompt = ToPlayBonus("poet", 3, 7)
    assert FLORENCE.along(Decision(0, prompt, cards[:1])) == cards[0]
    assert FLORENCE.along(Decision(0, prompt, cards)) is None


class _Only:
    """Florence in which the first item that may be put up is the only one."""

    def sole(self, decision: Decision) -> Sole | None:
        first = decision.options[0]
        return Sole(first) if name(first).startswith("open") else None

    def __getattr__(self, attribute: str) -> Any:
        return getattr(FLORENCE, attribute)


def test_what_is_the_only_option_is_done_for_every_seat() -> None:
    rng = Random(1)
    options = FLORENCE.options(3, {})
    journal: AnyJournal = Journal.start(cast(Any, _Only()), options, rng)
    before = journal
    while name((decision := journal.decisions[0]).options[0]).startswith("give_back"):
        before = journal.move(decision.seat, decision.options[0], rng)
        journal = unasked.went_on(before, rng)
    opened = _moves(journal)[-1]
    assert name(opened[1]).startswith("open")
    assert not name(_moves(before)[-1][1]).startswith("open")
    assert unasked.was_no_choice(journal, journal.number)
    assert not unasked.was_no_choice(journal, before.number)


def _moves(journal: AnyJournal) -> list[tuple[Seat, Action]]:
    return [(each.seat, each.action) for each in journal.entries if isinstance(each, Moved)]
