"""Chapter "Round and hand": four turns, cards from one's own deck, columns of the board."""

from __future__ import annotations

from random import Random

import pytest

from rules.contract import Draw
from rules.lacrimosa.actions import Document, EndTurn, LayExperience, LayStory, TakeDucats
from rules.lacrimosa.state import Laying, State, Turn
from tests.lacrimosa.positions import (
    ANA,
    BRUNO,
    EDITION,
    LACRIMOSA,
    NINE,
    acting,
    decision,
    last_turn,
    on_turn,
    owed,
    play,
    player,
    position,
    settled,
    start,
)


def turn_of(state: State, rng: Random) -> State:
    """An idle turn: the first two cards, ducats, the end."""
    hand = state.players[decision(state).seat].hand
    return settled(
        play(state, LayExperience(hand[0]), LayStory(hand[1]), TakeDucats(), EndTurn()), rng
    )


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_four_turns_in_each_of_five_rounds(seats: int) -> None:
    """L1, L25, L26, L29, L30, L31, LR1: clockwise, from hands of 4, 4, 4 and 3 cards."""
    rng = Random(seats)
    state = settled(LACRIMOSA.start(LACRIMOSA.options(seats, {})), rng)
    seen: list[tuple[int, int, int, int]] = []
    firsts = []
    while not state.over:
        seat = decision(state).seat
        if state.turn == 1 and seat == state.first:
            firsts.append(seat)
            assert {len(owner.hand) for owner in state.players} == {4}
        seen.append((state.round, state.turn, seat, len(state.players[seat].hand)))
        state = turn_of(state, rng)
        while state.upkeep:
            each = LACRIMOSA.pending(state)[0]  # type: ignore[index]  # decisions
            state = settled(LACRIMOSA.act(state, each.seat, each.options[0]), rng)
    ring = [
        (round_, turn, (firsts[round_ - 1] + offset) % seats, 3 if turn == 4 else 4)
        for round_ in (1, 2, 3, 4, 5)
        for turn in (1, 2, 3, 4)
        for offset in range(seats)
    ]
    assert seen == ring
    assert firsts == [(firsts[0] + n) % seats for n in range(5)]


def test_one_card_stays_in_hand_for_the_next_round() -> None:
    """L26, L30, LR1: after the fourth turn nothing is left to draw; three cards come later."""
    before = acting(last_turn(), last_turn(hand=(start(9),)), seat=BRUNO, first=ANA, turn=4)
    after = play(before, EndTurn())
    assert after.round == 2
    assert [len(owner.hand) for owner in after.players] == [1, 1]
    assert {each.count for each in after.owed if each.supply == "hand"} == {3}
    after = settled(after)
    assert all(start(9) in owner.hand for owner in after.players)
    assert [len(owner.hand) for owner in after.players] == [4, 4]


def test_cards_come_from_the_own_deck() -> None:
    """L28, L30: the draw is from the seat's own five cards."""
    state = play(acting(), EndTurn())
    draw = owed(state)
    assert draw.supply == f"hand.{ANA}"
    assert draw.count == 2
    assert set(draw.items) == {start(n) for n in (4, 5, 6, 7, 9)}
    after = play(state, (start(5), start(9)))
    assert set(after.players[ANA].hand) == {start(n) for n in (1, 2, 5, 9)}
    assert after.seat == BRUNO


def test_one_card_is_left_after_the_third_turn() -> None:
    """L30, L31: the last card of the deck is drawn without chance."""
    third = on_turn(hand=NINE[:2], experiences=NINE[2:5], story=NINE[5:8])
    assert third.deck == (start(9),)
    state = settled(play(acting(third, turn=3), EndTurn()))
    assert set(state.players[ANA].hand) == {start(1), start(2), start(9)}


def test_nine_memories_and_no_way_back() -> None:
    """L27: a replaced card leaves the game for good."""
    row = _row()
    state = acting(on_turn(ducats=20, counters=(3, 3, 3)), rights=("document",), row=row)
    state = settled(play(state, Document("memory-st-james")))
    owner = state.players[ANA]
    cards = (*owner.hand, *owner.deck, *owner.experiences, *owner.story)
    assert len(cards) == 9
    assert start(8) not in cards
    assert start(8) in state.gone


def _row() -> tuple[str, ...]:
    return (
        "opus-k16",
        "opus-k45a",
        "opus-k112",
        "opus-k50",
        "memory-st-james",
        "opus-k87",
        "opus-k139",
    )


def test_the_card_left_after_the_fourth_turn_is_open() -> None:
    """L27, L30: eight of the nine cards are on the table, and everyone can see which."""
    state = acting(on_turn(), last_turn(hand=(start(9),)), seat=ANA, turn=4)
    for viewer in (None, ANA, BRUNO):
        seen = LACRIMOSA.observe(state, viewer).seats
        assert seen[BRUNO].hand == seen[BRUNO].unplayed == (start(9),)
    assert state.players[ANA].deck
    assert LACRIMOSA.observe(state, BRUNO).seats[ANA].hand is None


def test_the_card_left_over_stays_open_until_it_is_laid() -> None:
    """LR58: everyone saw it in the round before; the cards drawn after it are hidden."""
    rng = Random(2)
    state = settled(LACRIMOSA.start(LACRIMOSA.options(2, {})), rng)
    left = [set(seat.unplayed) for seat in LACRIMOSA.observe(state, None).seats]
    while state.round == 1:
        assert [seat.carried for seat in LACRIMOSA.observe(state, None).seats] == [(), ()]
        seat = decision(state).seat
        left[seat] -= set(state.players[seat].hand[:2])
        state = turn_of(state, rng)
        while state.upkeep:
            each = LACRIMOSA.pending(state)[0]  # type: ignore[index]  # decisions
            state = settled(LACRIMOSA.act(state, each.seat, each.options[0]), rng)
    for viewer in (None, ANA, BRUNO):
        view = LACRIMOSA.observe(state, viewer)
        assert [set(seat.carried) for seat in view.seats] == left
        imagined = LACRIMOSA.imagine(view, rng)
        assert all(cards < set(imagined.players[s].hand) for s, cards in enumerate(left))
    assert LACRIMOSA.observe(state, None).seats[ANA].hand is None
    first, (card,) = state.first, left[state.first]
    state = play(state, LayExperience(card))
    assert LACRIMOSA.observe(state, None).seats[first].carried == ()


def test_one_column_for_each_turn() -> None:
    """L32: the Story card of a turn is under its Experiences card."""
    state = position(
        on_turn(hand=NINE[:4], experiences=(start(5),), story=(start(6),)),
        player(),
        stack=(Laying(),),
        turn=2,
    )
    state = play(state, LayExperience(start(3)), LayStory(start(1)))
    owner = state.players[ANA]
    columns = list(zip(owner.experiences, owner.story, strict=True))
    assert columns == [(start(5), start(6)), (start(3), start(1))]


def test_the_next_seat_follows() -> None:
    """L29: clockwise, and after the last seat the first one begins the next turn."""
    state = acting(seats=3)
    after = settled(play(state, EndTurn()))
    assert (after.seat, after.turn) == (BRUNO, 1)
    state = acting(player(), player(), on_turn(), seat=2, first=0)
    after = settled(play(state, EndTurn()))
    assert (after.seat, after.turn) == (ANA, 2)
    assert after.stack == (Laying(),)


def test_hands_are_drawn_before_the_next_seat_decides() -> None:
    """L30: the draw is owed first."""
    state = play(acting(), EndTurn())
    assert isinstance(LACRIMOSA.pending(state), Draw)
    assert state.stack != (Turn(()),)


def test_cards_of_the_period_are_those_of_the_round() -> None:
    """L1: in round n the row is filled from the cards of period n."""
    before = acting(last_turn(), last_turn(), seat=BRUNO, turn=4)
    after = settled(play(before, EndTurn()))
    fresh = set(after.row) - set(before.row)
    assert {(EDITION.opus.get(c) or EDITION.memories[c]).period for c in fresh} == {2}
