"""A table as a value: what is new to whom, what a picture marks as changed."""

from __future__ import annotations

from random import Random
from typing import Any

from bot.store.rows import SeatRow
from bot.tables.core.table import Table
from rules.contract import Agreed, Moved, TookBack
from rules.florence.actions import Decline
from rules.florence.actions import EndTurn as EndPhase
from rules.journal import Journal
from rules.lacrimosa.actions import EndTurn, LayExperience, Travel
from rules.lacrimosa.events import SoloDid, Travelled
from rules.registry import GAMES
from tests.bot.services import game_row
from tests.render.lacrimosa_samples import played


def table(journal: Journal[Any, Any]) -> Table:
    """A running game of Lacrimosa."""
    row = game_row(game="lacrimosa", status="playing")
    seats = range(journal.options.seats)
    return Table(row, tuple(SeatRow(1, n, 10 + n, f"P{n}") for n in seats), journal)


def test_alone_only_the_last_turn_and_the_present_one_are_news() -> None:
    """What the Soloist did is news during the next turn, and no longer after it."""
    rng = Random(7)
    game = GAMES["lacrimosa"]
    journal = Journal.start(game, game.options(1, {}), rng)
    ends: list[int] = []
    while len(ends) < 3:
        options = journal.decisions[0].options
        action = next((each for each in options if isinstance(each, EndTurn)), options[0])
        journal = journal.move(0, action, rng)
        if isinstance(action, EndTurn):
            ends.append(journal.number)
    before = ends[-2]
    since = table(journal).turn_before(0)
    assert since == before
    assert any(isinstance(each, SoloDid) for each in table(journal).events(since, None))
    lay = next(each for each in journal.decisions[0].options if isinstance(each, LayExperience))
    assert table(journal.move(0, lay, rng)).turn_before(0) == before
    assert table(journal.at(0)).turn_before(0) == 0


def test_what_was_taken_back_is_marked_no_more() -> None:
    for past in played(2, 1):
        for decision in past.decisions:
            for travel in (each for each in decision.options if isinstance(each, Travel)):
                journal = past.move(decision.seat, travel, Random(1))
                if journal.undo_point(decision.seat) is None:
                    continue
                back = table(journal.take_back(decision.seat))
                changed = table(journal).scene(None, past.number).changed
                assert any(isinstance(each, Travelled) for each in changed)
                assert back.scene(None, past.number).changed == ()
                assert any(isinstance(e, TookBack) for e in back.events(past.number, None))
                return
    raise AssertionError("nobody travelled")


def charted() -> tuple[Journal[Any, Any], int]:
    """A game of Florence after its first round, and who ended it."""
    game, rng = GAMES["florence"], Random(4)
    journal = Journal.start(game, game.options(3, {}), rng)
    last = 0
    while not table(journal).points_by_round():
        decision = journal.decisions[0]
        wanted = (Decline(), EndPhase(), decision.options[0])
        action = next(each for each in wanted if each in decision.options)
        last, journal = decision.seat, journal.move(decision.seat, action, rng)
    return journal, last


def test_a_round_that_ends_twice_is_charted_once() -> None:
    journal, last = charted()
    back = journal.take_back(last)
    assert table(back).points_by_round() == ()
    again = back.add(Moved(last, EndPhase()))
    assert table(again).points_by_round() == table(journal).points_by_round()
    agreed = again.add(Agreed(back.line[-1], last))
    assert table(agreed).points_by_round() == ()


def test_after_an_agreement_whoever_decides_has_a_new_turn() -> None:
    journal, last = charted()
    agreed = table(journal.add(Agreed(journal.line[-2], last)))
    assert agreed.turn_of(last) == agreed.number
    assert table(journal.take_back(last)).turn_of(last) is None


def test_turns_look_at_what_counts() -> None:
    journal, last = charted()
    other = journal.decisions[0].seat
    agreed = table(journal.add(Agreed(journal.line[-2], last)))
    before = table(journal.at(journal.line[-2]))
    for seat in range(3):
        assert agreed.turn_before(seat) == before.turn_before(seat)
        assert agreed.last_move(seat) == before.last_move(seat)
    assert agreed.last_move(other) > 0
