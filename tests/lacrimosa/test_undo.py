"""What ends a seat's chance to undo in a turn, and what does not."""

from __future__ import annotations

from random import Random

from rules.journal import Journal
from rules.lacrimosa.actions import (
    BuyCounter,
    Commission,
    EndTurn,
    LayExperience,
    LayStory,
    TakeDucats,
    UseCard,
)
from rules.lacrimosa.state import State
from rules.lacrimosa.view import View
from tests.lacrimosa.positions import LACRIMOSA


def test_hidden_things_end_the_undo_of_a_turn() -> None:
    """LR55: laid cards and exchanges can be undone, an action that refills the row cannot."""
    rng = Random(3)
    journal: Journal[State, View] = Journal.start(LACRIMOSA, LACRIMOSA.options(2, {}), rng)
    seat = journal.decisions[0].seat
    commission = {"start-memory-3", "start-memory-4"}
    hand = journal._state.players[seat].hand
    card = next((each for each in hand if each in commission), None)
    assert card is not None
    other = next(each for each in hand if each != card)
    for action in (LayExperience(card), LayStory(other), UseCard(), BuyCounter("talent")):
        journal = journal.move(seat, action, rng)
        assert journal.undo_point(seat) is not None
        assert journal.take_back(seat).undo_point(seat) != journal.undo_point(seat)
    asked = journal.decision(seat)
    assert asked is not None
    bought = next(each for each in asked.options if isinstance(each, Commission))
    assert journal.price(seat, bought).reveals == ("row",)
    journal = journal.move(seat, bought, rng)
    assert journal.undo_point(seat) is None


def test_drawing_cards_ends_the_undo() -> None:
    """LR55: the end of a turn cannot be undone if it draws cards."""
    rng = Random(3)
    journal: Journal[State, View] = Journal.start(LACRIMOSA, LACRIMOSA.options(2, {}), rng)
    seat = journal.decisions[0].seat
    hand = journal._state.players[seat].hand
    script = (LayExperience(hand[0]), LayStory(hand[1]), TakeDucats(), EndTurn())
    for action in script:
        journal = journal.move(seat, action, rng)
    assert journal.undo_point(seat) is None


def test_the_end_of_a_fourth_turn_draws_no_cards() -> None:
    """LR1, LR55: it can be undone until someone acts, if no maintenance follows."""
    rng = Random(3)
    journal: Journal[State, View] = Journal.start(LACRIMOSA, LACRIMOSA.options(2, {}), rng)
    ends = []
    for _ in range(8):
        seat = journal.decisions[0].seat
        hand = journal._state.players[seat].hand
        unplayed = {*hand, *journal._state.players[seat].deck}
        for action in (LayExperience(hand[0]), LayStory(hand[1]), TakeDucats(), EndTurn()):
            journal = journal.move(seat, action, rng)
        ends.append((len(unplayed) == len(hand), journal.undo_point(seat) is not None))
    assert ends == [(False, False)] * 6 + [(True, True), (True, False)]
