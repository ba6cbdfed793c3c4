"""The journal: entries, positions, draws, what is told, numbers of decisions."""

from __future__ import annotations

from random import Random

import pytest

from rules.contract import (
    Drawn,
    Illegal,
    Moved,
    Reason,
    TookBack,
)
from rules.florence.actions import (
    Bid,
    Decline,
    DrawBonus,
    EndTurn,
    Introduce,
    Open,
    Pass,
    ToAct,
)
from rules.florence.events import Introduced, TurnEnded
from rules.journal import Journal
from tests.rules.florence_journal import (
    FLORENCE,
    OPTIONS,
    SETUP,
    acting,
    journal,
    moved,
    refusal,
)

# ---------------------------------------------------------------- folding


def test_entries_are_numbered_from_one() -> None:
    empty = Journal(FLORENCE, OPTIONS)
    assert (empty.number, empty.entries) == (0, ())
    assert journal().number == 7
    assert journal().entries == SETUP


def test_nothing_is_told_of_a_game_before_its_first_entry() -> None:
    assert Journal(FLORENCE, OPTIONS).told(0, None) == ()
    assert journal().told(0, 0) == ()


def test_the_same_entries_fold_to_the_same_positions() -> None:
    one, other = acting(), acting()
    assert [one.checksum(n) for n in range(11)] == [other.checksum(n) for n in range(11)]
    assert len({one.checksum(n) for n in range(11)}) == 11
    assert one.checksum() == one.checksum(10)


def test_adding_gives_a_new_journal() -> None:
    before = journal()
    after = before.add(Moved(0, Decline()))
    assert (before.number, after.number) == (7, 8)
    assert before.checksum() != after.checksum()
    assert before.checksum() == after.checksum(7)


def test_a_fold_stops_where_entries_do_not_fit() -> None:
    with pytest.raises(Illegal):
        Journal.fold(FLORENCE, OPTIONS, (*SETUP, Moved(1, Decline())))


def test_what_does_not_fit_changes_nothing() -> None:
    assert refusal(journal(), Moved(1, Decline())).code == "not_your_decision"
    assert refusal(journal(), Moved(0, Bid(300))).code == "not_now"
    assert refusal(journal(), Drawn(("0",))).code == "unknown_draw"
    assert refusal(Journal(FLORENCE, OPTIONS), Moved(0, Decline())).code == "not_your_decision"


# ---------------------------------------------------------------- chance


def test_chance_that_is_owed_leaves_nobody_a_decision() -> None:
    empty = Journal(FLORENCE, OPTIONS)
    assert empty.decisions == ()
    assert empty.decision(0) is None
    assert empty.arose(0) is None


def test_start_draws_what_the_setup_owes() -> None:
    begun = Journal.start(FLORENCE, OPTIONS, Random(1))
    assert [type(entry) for entry in begun.entries] == [Drawn] * 3
    assert [decision.seat for decision in begun.decisions] == [0, 1, 2]
    again = Journal.start(FLORENCE, OPTIONS, Random(1))
    assert again.entries == begun.entries
    assert Journal.start(FLORENCE, OPTIONS, Random(2)).entries != begun.entries


def test_a_move_draws_what_it_owes() -> None:
    played = acting().move(0, DrawBonus(), Random(3))
    assert played.number == 12
    drawn = played.entries[-1]
    assert isinstance(drawn, Drawn)
    assert len(set(drawn.items)) == 5
    assert Journal.fold(FLORENCE, OPTIONS, played.entries).checksum() == played.checksum()


def test_settled_without_debts_is_the_same() -> None:
    assert acting().settled(Random(1)).entries == acting().entries


# ---------------------------------------------------------------- telling


def test_each_entry_tells_what_it_did() -> None:
    played = moved(acting(), 0, Introduce("travel"), EndTurn())
    assert played.told(11, None) == (Introduced(0, "travel", 300),)
    assert played.told(12, None) == (TurnEnded(0),)


def test_a_take_back_is_told_as_one() -> None:
    played = moved(acting(), 0, Introduce("travel")).take_back(0)
    for seat in (None, 0, 1):
        assert played.told(12, seat) == (TookBack(0),)
    again = moved(played, 0, Introduce("religion"))
    assert again.told(13, None) == (Introduced(0, "religion", 300),)
    assert again.told(11, None) == (Introduced(0, "travel", 300),), "what happened stays told"


# ---------------------------------------------------------------- decisions


def test_a_decision_keeps_the_number_of_the_entry_at_which_it_arose() -> None:
    begun = Journal.fold(FLORENCE, OPTIONS, SETUP[:3])
    assert [begun.arose(seat) for seat in range(3)] == [3, 3, 3]
    begun = begun.add(SETUP[3])
    assert [begun.arose(seat) for seat in range(3)] == [None, 3, 3]
    begun = begun.add(SETUP[4])
    assert [begun.arose(seat) for seat in range(3)] == [None, None, 3]


def test_each_decision_of_a_seat_has_a_number_of_its_own() -> None:
    played = acting()
    assert played.arose(0) == 10
    played = moved(played, 0, Introduce("travel"))
    asked = played.decision(0)
    assert asked is not None
    assert asked.prompt == ToAct(2)
    assert played.arose(0) == 11
    played = moved(played, 0, EndTurn())
    assert (played.arose(0), played.arose(1)) == (None, 12)


def test_an_undone_decision_arises_anew() -> None:
    played = moved(acting(), 0, Introduce("travel")).take_back(0)
    assert played.arose(0) == 12
    assert played.decision(0) == acting().decision(0)


def test_the_numbers_survive_a_restart() -> None:
    played = journal(Moved(0, Open("lake")), Moved(1, Bid(300)), Moved(2, Pass()))
    folded = Journal.fold(FLORENCE, OPTIONS, played.entries)
    assert [folded.arose(seat) for seat in range(3)] == [played.arose(s) for s in range(3)]
    assert folded.arose(0) == 10


# ---------------------------------------------------------------- looking


def test_old_positions_can_be_looked_at() -> None:
    played = moved(acting(), 0, Introduce("travel"))
    assert played.view(None).seats[0].freedoms == ("travel",)
    assert played.view(None, 10).seats[0].freedoms == ()
    assert played.view(0, 0).turn == 0
    assert played.view(0, 7).seats[0].florins == 3500


def test_a_journal_answers_for_its_latest_position() -> None:
    played = acting()
    assert played.over is None
    assert played.why_not(1, EndTurn()) == Reason("not_your_decision")
    assert played.why_not(0, EndTurn()) is None
    assert [d.amount for d in played.price(0, Introduce("travel")).amounts] == [-300]
    assert played.blocked(1) == ()
    assert {reason.code for _, reason in played.blocked(0)} == {
        *("below_minimum", "too_little_prestige")
    }


def test_the_end_is_over_and_asks_nobody() -> None:
    played = journal()
    while not played.over:
        asked = played.decisions[0]
        action = Decline() if Decline() in asked.options else EndTurn()
        played = played.add(Moved(asked.seat, action))
    assert played.number == 7 + 7 * 6
    assert played.over.winners == (0, 1, 2)
    assert played.decisions == ()
    assert played.undo_point(2) is None, "the end showed prestige cards"
