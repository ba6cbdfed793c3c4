"""The journal: entries, positions, draws, undo, numbers of decisions, JSON."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from rules.florence import State, View, game
from rules.florence.actions import (
    Bid,
    Decline,
    DrawBonus,
    DrawProfession,
    EndTurn,
    GiveBack,
    Introduce,
    Keep,
    Open,
    Pass,
    ToAct,
)
from rules.florence.catalogue import PROFESSIONS
from rules.florence.events import Introduced, TurnEnded
from rules.florence.state import FlorenceOptions
from rules.journal import Codec, Journal
from rules.table import (
    Action,
    Drawn,
    Entry,
    Illegal,
    Moved,
    Reason,
    TakenBack,
    TookBack,
)

FLORENCE = game()
OPTIONS = FlorenceOptions(3)
CARDS = tuple(sorted(PROFESSIONS))
SETUP: tuple[Entry, ...] = (
    *(Drawn(CARDS[4 * seat : 4 * seat + 4]) for seat in range(3)),
    *(Moved(seat, GiveBack(CARDS[4 * seat])) for seat in range(3)),
    Drawn(("0",)),
)
"""Seat 0 starts; seven entries."""

Game = Journal[State, View]


def journal(*more: Entry) -> Game:
    """The journal of a game in its first turn, with `more` entries."""
    return Journal.fold(FLORENCE, OPTIONS, (*SETUP, *more))


def acting() -> Game:
    """Nobody bought anything; seat 0 acts. Ten entries."""
    return journal(*(Moved(seat, Decline()) for seat in range(3)))


def moved(played: Game, seat: int, *actions: Action) -> Game:
    for action in actions:
        played = played.add(Moved(seat, action))
    return played


def refusal(played: Game, entry: Entry) -> Reason:
    before = (played.entries, played.checksum())
    with pytest.raises(Illegal) as caught:
        played.add(entry)
    assert (played.entries, played.checksum()) == before
    return caught.value.reason


# ---------------------------------------------------------------- folding


def test_entries_are_numbered_from_one() -> None:
    empty = Journal(FLORENCE, OPTIONS)
    assert (empty.number, empty.entries) == (0, ())
    assert journal().number == 7
    assert journal().entries == SETUP


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


# ---------------------------------------------------------------- undo


def test_the_own_latest_action_can_be_taken_back() -> None:
    before = acting()
    played = moved(before, 0, Introduce("travel"))
    assert played.undo_point(0) == 10
    back = played.take_back(0)
    assert back.entries[-1] == TakenBack(0, 10)
    assert back.checksum() == before.checksum()
    assert back.decisions == before.decisions
    again = moved(back, 0, Introduce("travel"))
    assert again.checksum() == played.checksum()


def test_several_actions_go_back_one_by_one() -> None:
    started = moved(acting(), 0, Introduce("travel"), EndTurn())
    assert started.undo_point(0) == 11
    once = started.take_back(0)
    assert once.checksum() == started.checksum(11)
    assert once.undo_point(0) == 10
    twice = once.take_back(0)
    assert twice.checksum() == started.checksum(10)
    assert twice.undo_point(0) is None, "before that somebody else acted"


def test_undo_skips_what_was_taken_back() -> None:
    played = moved(acting(), 0, Introduce("travel")).take_back(0)
    played = moved(played, 0, Introduce("religion"), EndTurn()).take_back(0)
    assert played.undo_point(0) == 10, "the same position as 12, where it was taken back"
    back = played.take_back(0)
    assert back.checksum() == acting().checksum()
    assert back.undo_point(0) is None
    assert Journal.fold(FLORENCE, OPTIONS, back.entries).checksum() == back.checksum()


def test_nobody_takes_back_beyond_the_action_of_another() -> None:
    played = journal(Moved(0, Open("lake")), Moved(1, Bid(300)))
    assert played.undo_point(0) is None
    assert played.undo_point(1) == 8
    assert played.undo_point(2) is None
    with pytest.raises(Illegal) as caught:
        played.take_back(0)
    assert caught.value.reason.code == "nothing_to_take_back"
    assert played.take_back(1).undo_point(0) == 7


def test_nobody_takes_back_a_draw() -> None:
    played = acting().move(0, DrawBonus(), Random(3))
    assert played.undo_point(0) is None
    drawn = played.entries[-1]
    assert isinstance(drawn, Drawn)
    kept = moved(played, 0, Keep(drawn.items[0]))
    assert kept.undo_point(0) == 12
    assert kept.take_back(0).undo_point(0) is None


def test_an_action_that_showed_cards_without_chance_stays() -> None:
    rng = Random(5)
    played = Journal.start(FLORENCE, FlorenceOptions(5), rng)
    for action in (*[None] * 5, *[Decline()] * 5, DrawProfession(), *[None] * 2, EndTurn()):
        asked = played.decisions[0]
        played = played.move(asked.seat, action or asked.options[0], rng)
    seat, before = played.decisions[0].seat, played.number
    assert len(played.view(None).professions) == 5
    looked = played.move(seat, DrawProfession(), rng)
    assert looked.number == before + 1, "no draw: everybody knows how many are left"
    assert played.price(seat, DrawProfession()).reveals == ("professions",)
    assert looked.undo_point(seat) is None
    kept = looked.move(seat, looked.decisions[0].options[0], rng)
    assert kept.undo_point(seat) == before + 1


def test_the_start_of_the_game_has_nothing_to_take_back() -> None:
    empty = Journal(FLORENCE, OPTIONS)
    assert [empty.undo_point(seat) for seat in range(3)] == [None] * 3
    with pytest.raises(Illegal):
        empty.take_back(0)


@pytest.mark.parametrize("to", [0, 9, 11, 99, -1])
def test_an_entry_that_goes_back_elsewhere_does_not_fit(to: int) -> None:
    played = moved(acting(), 0, Introduce("travel"))
    assert refusal(played, TakenBack(0, to)).code == "nothing_to_take_back"
    assert refusal(played, TakenBack(1, 10)).code == "nothing_to_take_back"


def test_choices_made_together_go_back_in_reverse_order_only() -> None:
    begun = Journal.fold(FLORENCE, OPTIONS, SETUP[:5])
    assert begun.undo_point(0) is None
    assert begun.undo_point(1) == 4
    assert [decision.seat for decision in begun.take_back(1).decisions] == [1, 2]


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
    assert {reason.code for _, reason in played.blocked(0)} == {"below_minimum"}


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


# ---------------------------------------------------------------- JSON

CODEC = Codec(FLORENCE)


def test_entries_survive_json() -> None:
    played = acting().move(0, DrawBonus(), Random(3))
    played = played.add(Moved(0, played.decisions[0].options[0]))
    played = played.add(Moved(0, played.decisions[0].options[5])).take_back(0)
    raw = [CODEC.encode(entry) for entry in played.entries]
    assert tuple(CODEC.decode(line) for line in raw) == played.entries
    assert CODEC.encode(Moved(1, Bid(300))) == (
        b'{"type":"moved","seat":1,"action":{"type":"bid","amount":300}}'
    )


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"nonsense",
        b"[]",
        b"{}",
        b'{"type":"moved"}',
        b'{"type":"rolled","items":[]}',
        b'{"type":"moved","seat":"0","action":{"type":"pass"}}',
        b'{"type":"moved","seat":0,"action":{"type":"fly"}}',
        b'{"type":"moved","seat":0,"action":{"type":"bid"}}',
        b'{"type":"moved","seat":0,"action":{"type":"bid","amount":"300"}}',
        b'{"type":"moved","seat":0,"action":null}',
        b'{"type":"drawn","items":[1]}',
        b'{"type":"taken_back","seat":0}',
    ],
)
def test_what_is_no_entry_of_this_game_is_refused(raw: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        CODEC.decode(raw)
