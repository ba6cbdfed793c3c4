"""Computer players of The Princes of Florence: as good as promised, without known faults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from random import Random
from statistics import fmean
from typing import TypeVar

import pytest

from rules.contract import Action, Decision, Draw, Over
from rules.florence import game, sequence
from rules.florence.actions import (
    Bid,
    Build,
    Decline,
    DrawBonus,
    DrawProfession,
    EndTurn,
    Pass,
    ToAct,
    ToTake,
)
from rules.florence.catalogue import ACTIONS, TURNS
from rules.florence.state import Bidding, Finished, FlorenceOptions, Opening, Sale, State
from rules.florence.treasury import cover
from rules.florence.view import View
from rules.opponents import LEVELS, choose
from rules.opponents.florence import HARD, NORMAL, PLAYERS, weighed
from rules.opponents.florence.blind import blind
from rules.opponents.florence.figures import EASY, FIRST, Figures
from rules.opponents.florence.fitted import WEIGHTS
from rules.opponents.florence.looking import Ahead
from rules.opponents.florence.playing import play_on
from rules.opponents.florence.thumb import decide
from rules.opponents.florence.worth import THINGS, things, worth
from rules.opponents.search import Rollouts
from tests.opponents.florence.player import novice as yardstick
from tests.strength import ROWS, Row, measured, play, summed

T = TypeVar("T")


class Steady(Random):
    """A generator that always gives the same result, however often it is called."""

    def __init__(self, part: float, nth: int) -> None:
        super().__init__(0)
        self.part = part
        self.nth = nth

    def uniform(self, a: float, b: float) -> float:
        return a + (b - a) * self.part

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override] # a narrower type will do
        return seq[self.nth]


@cache
def met(seats: int, seed: int) -> tuple[tuple[State, Decision], ...]:
    """The positions and decisions of a game in which seats sometimes choose at random."""
    found: list[tuple[State, Decision]] = []
    florence, rng = game(), Random(f"{seats}/{seed}")
    state = florence.start(FlorenceOptions(seats))
    while not isinstance(pending := florence.pending(state), Over):
        if isinstance(pending, Draw):
            state = florence.drawn(state, tuple(rng.sample(pending.items, pending.count)))
            continue
        decision = pending[-1]
        found.append((state, decision))
        view = florence.observe(state, decision.seat)
        wild = rng.random() < 0.1 * decision.seat
        action = rng.choice(decision.options) if wild else yardstick(view, decision, rng)
        state = florence.act(state, decision.seat, action)
    return tuple(found)


def all_met() -> Iterator[tuple[View, Decision]]:
    for seats in (3, 4, 5):
        for state, decision in met(seats, 1):
            yield game().observe(state, decision.seat), decision


def chosen(figures: Figures, view: View, decision: Decision, seed: int = 1) -> Action:
    return decide(figures, blind(view), decision.seat, Random(seed))


@pytest.mark.parametrize(("part", "nth"), [(0.5, 0), (0.0, -1)])
def test_the_fast_player_chooses_like_the_one_of_the_first_release(
    part: float, nth: int
) -> None:
    """It does so with the figures of that player and the same chance."""
    for view, decision in all_met():
        fast = decide(FIRST, blind(view), decision.seat, Steady(part, nth))
        assert fast == yardstick(view, decision, Steady(part, nth))


def test_a_position_is_played_on_like_a_game() -> None:
    """Actions that rollouts take without a check are legal and lead to the same position."""
    florence = game()
    for state, decision in met(4, 2):
        action = decide(EASY, state, decision.seat, Random(1))
        assert action in decision.options + decision.asides
        after = sequence.take(state, decision.seat, action)
        assert after == florence.act(state, decision.seat, action)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_rollouts_end_where_they_shall(seats: int) -> None:
    florence = game()
    start = florence.start(FlorenceOptions(seats))
    for until in range(2, TURNS + 1):
        state = play_on(EASY, start, until, Random(until))
        assert (state.turn, state.step) == (until, Opening(state.start))
        assert play_on(EASY, state, until, Random(1)) is state
    assert isinstance(play_on(EASY, start, TURNS + 1, Random(1)).step, Finished)


def test_at_the_end_a_position_is_worth_its_points() -> None:
    end = play_on(EASY, game().start(FlorenceOptions(3)), TURNS + 1, Random(1))
    for seat, player in enumerate(end.players):
        assert player.prestige <= worth(end, seat) < player.prestige + 2


def test_a_position_is_worth_about_what_it_comes_to() -> None:
    """This is true on average over games when the last turn begins."""
    florence, off = game(), []
    for seed in range(30):
        last = play_on(EASY, florence.start(FlorenceOptions(4)), TURNS, Random(seed))
        end = play_on(EASY, last, TURNS + 1, Random(seed))
        off += [worth(last, seat) - end.players[seat].prestige for seat in range(4)]
    assert abs(fmean(off)) < 3
    assert fmean(map(abs, off)) < 6


def test_the_table_has_a_weight_for_each_thing_and_turn() -> None:
    assert [len(weights) for weights in WEIGHTS] == [len(THINGS)] * (TURNS - 1)
    state = play_on(EASY, game().start(FlorenceOptions(3)), 4, Random(1))
    assert len(things(state, 0)) == len(THINGS)


# ---------------------------------------------------------------- easy: faults that are gone


def test_a_prestige_card_at_auction_is_no_treasure() -> None:
    """The player of 0.1.0 paid 5.5 points' worth of florins for it."""
    dear = dict.fromkeys((FIRST, EASY), 0)
    for view, decision in all_met():
        match view.step:
            case Bidding(lot="prestige", amount=amount) if amount >= 300:
                for figures in dear:
                    bid = chosen(figures, view, decision)
                    dear[figures] += isinstance(bid, Bid)
            case _:
                continue
    assert dear[FIRST] > 10
    assert not dear[EASY]


def test_no_card_is_drawn_with_the_last_action_of_the_game() -> None:
    """A profession or bonus card needs another action in which it is used."""
    drawn = dict.fromkeys((FIRST, EASY), 0)
    for seed in range(4):
        for state, decision in met(4, seed):
            own = state.players[decision.seat]
            if state.turn < TURNS or not isinstance(decision.prompt, ToAct):
                continue
            for figures in drawn:
                if len(own.deeds) == ACTIONS - 1:
                    action = decide(figures, state, decision.seat, Random(1))
                    drawn[figures] += isinstance(action, DrawProfession | DrawBonus)
    assert drawn[FIRST]
    assert not drawn[EASY]


def test_what_nobody_bids_for_is_taken() -> None:
    """The last seat without an item takes it if it has the money; 0.1.0 kept its reserve."""
    refused = dict.fromkeys((FIRST, EASY), 0)
    for seats, seed in product((3, 4, 5), (1, 2)):
        for state, decision in met(seats, seed):
            rich = state.players[decision.seat].florins >= 700
            if isinstance(decision.prompt, ToTake) and rich and len(decision.options) > 3:
                for figures in refused:
                    action = decide(figures, state, decision.seat, Random(1))
                    refused[figures] += isinstance(action, Decline)
    assert refused[FIRST]
    assert not refused[EASY]


def test_nobody_goes_broke_and_idles() -> None:
    """With the player of 0.1.0, 20 of 400 seats ended below 20 points."""
    poor = 0
    for seed in range(40):
        end = play_on(EASY, game().start(FlorenceOptions(5)), TURNS + 1, Random(seed))
        poor += sum(player.prestige < 20 for player in end.players)
    assert poor <= 4


# ---------------------------------------------------------------- normal and hard


def test_the_search_is_given_what_it_asks_for() -> None:
    rollouts: Rollouts[State, View] = Ahead(HARD)
    assert rollouts.until(met(3, 1)[-1][0]) == TURNS + 1


def test_arms_are_few_and_legal_and_begin_with_the_rule_of_thumb() -> None:
    for view, decision in all_met():
        for depth in (NORMAL, HARD):
            arms = Ahead(depth).arms(view, decision, Random(1))
            assert arms[0] == chosen(EASY, view, decision)
            assert 1 <= len(arms) <= depth.arms
            assert len(set(arms)) == len(arms)
            assert set(arms) <= set(decision.options + decision.asides)


def test_actions_of_a_turn_have_several_arms() -> None:
    """Each building has at most one arm, for one place."""
    counts = []
    for view, decision in all_met():
        if isinstance(decision.prompt, ToAct):
            arms = Ahead(HARD).arms(view, decision, Random(1))
            houses = [arm.building for arm in arms if isinstance(arm, Build)]
            assert len(set(houses)) == len(houses)
            assert EndTurn() in arms or len(arms) == HARD.arms
            counts.append(len(arms))
    assert fmean(counts) > 4


def test_expected_points_are_told_for_each_arm() -> None:
    """Hints and reviews can ask for any action, even one that would not have been weighed."""
    view, decision = next(
        (view, decision)
        for view, decision in all_met()
        if view.turn == 4 and len(decision.options) > 20
    )
    arms = Ahead(HARD).arms(view, decision, Random(1))
    also = next(action for action in decision.options if action not in arms)
    found = weighed(HARD, view, decision, Random(1), also=(also,))
    assert also in [arm.action for arm in found.arms]
    assert all(arm.rollouts and 10 < arm.points < 150 for arm in found.arms)


def test_a_bid_is_weighed_as_a_sale_at_that_bid() -> None:
    """Otherwise the rule of thumb makes the later bids, and the cost of a bid is unknown."""
    ahead, checked = Ahead(HARD), 0
    for state, decision in met(3, 1):
        if not isinstance(state.step, Bidding):
            continue
        seat, step = decision.seat, state.step
        for bid in decision.options:
            if isinstance(bid, Bid):
                kept, after = ahead.kept(state, seat, bid), sequence.take(state, seat, bid)
                while isinstance(after.step, Bidding):  # all the others pass
                    after = sequence.take(after, after.step.seat, Pass())
                assert kept == after
                assert kept.sales[-1] == Sale(step.lot, seat, bid.amount)
                checked += 1
        passed = sequence.take(state, seat, Pass())
        assert ahead.kept(state, seat, Pass()) == passed, "nothing else is kept"
    assert checked >= 10


def test_others_money_is_guessed_by_what_they_show() -> None:
    """Closer than chance from 0 to 3,400; own money is known, a standing bid is covered."""
    florence, ahead, rng = game(), Ahead(HARD), Random(1)
    off: dict[bool, list[int]] = {True: [], False: []}
    for state, decision in (*met(3, 1), *met(5, 1)):
        viewer = decision.seat
        view = florence.observe(state, viewer)
        fair, guess = florence.imagine(view, rng), ahead.imagine(view, rng)
        assert florence.observe(guess, viewer) == view
        for seat, player in enumerate(state.players):
            if seat != viewer:
                off[False].append(abs(fair.players[seat].florins - player.florins))
                off[True].append(abs(guess.players[seat].florins - player.florins))
        match state.step:
            case Bidding(leader=leader, amount=amount):
                assert cover(guess.players[leader]) >= amount
            case _:
                continue
    assert fmean(off[True]) < 0.6 * fmean(off[False])


def test_a_guard_that_stops_at_once_leaves_the_rule_of_thumb() -> None:
    for view, decision in list(all_met())[::10]:
        action = PLAYERS["master"](view, decision, Random(3), lambda: True)
        assert action == chosen(EASY, view, decision, 3)


# ---------------------------------------------------------------- strength, a sample

SAMPLE = {"novice": 16, "adept": 5, "master": 2}
"""How many games of each level are played here; `tests/strength.py` plays more at night."""


@pytest.mark.parametrize("level", LEVELS)
def test_levels_beat_the_player_of_the_first_release(level: str) -> None:
    row = next(row for row in ROWS if (row.game, row.level) == ("florence", level))
    found = measured(row, SAMPLE[level], seed=1)
    assert "wins" not in found.missed()
    assert found.wins > 1 / row.seats
    assert found.points > found.others + 4


def test_levels_differ() -> None:
    """In some positions neighbouring levels choose differently."""
    florence = game()
    positions = [(s, d) for s, d in met(3, 1) if isinstance(d.prompt, ToAct)][::3]
    for one, other in (("novice", "adept"), ("adept", "master")):
        choices = [
            [
                choose("florence", level, florence.observe(state, d.seat), d, Random(1))
                for level in (one, other)
            ]
            for state, d in positions
        ]
        assert any(first != second for first, second in choices)


def test_a_row_tells_what_it_missed() -> None:
    row = Row("florence", 3, "novice", wins=1.0, points=300, left=-1)
    played = [play(row, number, 3) for number in range(6)]
    assert not {"points", "left"} & set(summed(row, played).missed()), "six games tell little"
    found = summed(row, played * 4)
    assert {"points", "left"} <= set(found.missed())
    assert 0 <= found.spread[0] <= found.wins <= found.spread[1] <= 1
