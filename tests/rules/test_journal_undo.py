"""Going back in a journal: by a seat itself, and by agreement of the table."""

from __future__ import annotations

from random import Random

import pytest

from rules.contract import (
    Agreed,
    Drawn,
    Illegal,
    Moved,
    Reason,
    Standings,
    TakenBack,
    WentBack,
)
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
)
from rules.florence.state import FlorenceOptions
from rules.journal import Journal
from tests.rules.florence_journal import (
    CARDS,
    FLORENCE,
    OPTIONS,
    SETUP,
    acting,
    journal,
    moved,
    refusal,
)


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


def test_nobody_takes_back_what_showed_the_money_of_another() -> None:
    bidding = journal(Moved(0, Open("jester")), Moved(1, Pass()))
    assert bidding.undo_point(1) == 8
    sold = bidding.add(Moved(2, Pass()))
    assert sold.undo_point(2) is None
    with pytest.raises(Illegal):
        sold.take_back(2)


def test_what_an_older_release_let_go_back_is_folded() -> None:
    bidding = journal(Moved(0, Open("jester")), Moved(1, Pass()))
    back = (*bidding.entries, Moved(2, Pass()), TakenBack(2, bidding.number))
    assert Journal.fold(FLORENCE, OPTIONS, back).checksum() == bidding.checksum()


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


def test_the_table_goes_back_over_the_actions_of_others() -> None:
    before = journal(Moved(0, Open("lake")), Moved(1, Bid(300)))
    played = moved(before, 2, Pass())
    agreed = played.add(Agreed(8, 1))
    assert agreed.line == (*range(1, 9),)
    assert agreed.checksum() == played.checksum(8)
    assert agreed.told(11, None) == (WentBack(1),)
    assert agreed.arose(1) == 11
    assert agreed.undo_point(0) is None, "nobody takes back below an agreement"
    again = moved(agreed, 1, Pass())
    assert again.line == (*range(1, 9), 12)
    assert again.undo_point(1) == 8
    assert again.take_back(1).line == (*range(1, 9),)
    assert refusal(again, Agreed(8, 2)).code == "nothing_to_take_back"
    assert again.add(Agreed(7, 0)).line == (*range(1, 8),)


def test_a_decision_that_stays_the_same_arises_anew_for_all() -> None:
    begun = Journal.fold(FLORENCE, OPTIONS, SETUP[:5])
    agreed = begun.add(Agreed(3, 0))
    assert [agreed.arose(seat) for seat in range(3)] == [6, 6, 6]


def test_the_lot_falls_as_it_fell() -> None:
    begun = journal().add(Agreed(5, 2))
    assert begun.known() == {"start": ("0",)}
    for seed in range(8):
        again = begun.move(2, GiveBack(CARDS[9]), Random(seed))
        assert again.entries[-1] == Drawn(("0",))
    assert refusal(begun.add(Moved(2, GiveBack(CARDS[9]))), Drawn(("1",))) == Reason(
        "known_order", what="start"
    )


def test_what_one_seat_has_seen_alone_is_a_wall() -> None:
    drawn = acting().move(0, DrawBonus(), Random(3))
    looked = Reason("undo_seen_alone", what="bonus")
    assert refusal(drawn, Agreed(10, 0)) == looked
    assert refusal(journal(), Agreed(0, 0)).code == "nothing_to_take_back"
    kept = moved(drawn, 0, drawn.decisions[0].options[0])
    points = kept.undo_to(0)
    assert [(each.to, each.number, each.wall) for each in points] == [
        (12, 13, None),
        (10, 11, looked),
    ]
    assert points[1].entries == (11, 12, 13)
    assert points[1].action == DrawBonus()


def test_cards_seen_without_a_draw_are_a_wall_too() -> None:
    rng = Random(5)
    played = Journal.start(FLORENCE, FlorenceOptions(5), rng)
    for action in (*[None] * 5, *[Decline()] * 5, DrawProfession(), *[None] * 2, EndTurn()):
        asked = played.decisions[0]
        played = played.move(asked.seat, action or asked.options[0], rng)
    seat, before = played.decisions[0].seat, played.number
    looked = played.move(seat, DrawProfession(), rng)
    assert looked.number == before + 1
    wall = Reason("undo_seen_alone", what="professions")
    assert refusal(looked, Agreed(before, seat)) == wall
    assert looked.undo_to(seat)[0].wall == wall


def test_what_showed_money_can_go_back_with_consent() -> None:
    bidding = journal(Moved(0, Open("jester")), Moved(1, Pass()))
    sold = moved(bidding, 2, Pass())
    assert sold.undo_point(2) is None
    assert sold.undo_to(2)[0].wall is None
    assert sold.add(Agreed(9, 2)).checksum() == bidding.checksum()


def test_nothing_goes_back_before_a_change_of_who_sits() -> None:
    played = journal(Moved(0, Open("lake")), Moved(1, Bid(300)))
    entry = Agreed(7, 0)
    assert played.undo_to(0, floor=7)[0].wall is None
    assert played.add(entry, floor=7).line == (*range(1, 8),)
    assert played.undo_to(0, floor=8)[0].wall == Reason("undo_seat_changed")
    with pytest.raises(Illegal) as caught:
        played.add(entry, floor=8)
    assert caught.value.reason.code == "undo_seat_changed"


def test_the_end_of_the_game_stays() -> None:
    played = journal()
    while not played.over:
        asked = played.decisions[0]
        action = Decline() if Decline() in asked.options else EndTurn()
        played = played.add(Moved(asked.seat, action))
    assert {each.wall for each in played.undo_to(2)} == {Reason("undo_over")}
    assert refusal(played, Agreed(played.number - 1, 2)).code == "undo_over"


def test_one_may_ask_for_the_own_turn_before_others_acted() -> None:
    played = moved(acting(), 0, Introduce("travel"), EndTurn())
    assert [each.number for each in played.undo_to(0)] == [12, 11]
    assert [each.number for each in played.undo_to(1)] == [9]
    played = moved(played, 1, Introduce("religion"))
    assert [each.number for each in played.undo_to(0)] == [12, 11]
    assert played.undo_to(0)[0].entries == (12, 13)
    assert Journal(FLORENCE, OPTIONS).undo_to(0) == ()


def test_a_round_that_ends_twice_is_counted_once() -> None:
    played = acting()
    for seat in (0, 1, 2):
        played = moved(played, seat, EndTurn())
    played = moved(played.take_back(2), 2, EndTurn())

    def ends(numbers: tuple[int, ...]) -> int:
        told = (event for number in numbers for event in played.told(number, None))
        return sum(isinstance(event, Standings) for event in told)

    assert ends(played.line) == 1
    assert ends(tuple(range(1, played.number + 1))) == 2
