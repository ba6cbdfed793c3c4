"""Florence's coach: each moment speaks where it matters, with the figures of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from string import Formatter
from typing import Any

import pytest
from msgspec.structs import replace

from render.coach import parted
from render.florence.words.coach import MOMENTS
from render.florence.words.coach.wishes import having, placeable
from render.words import Words
from rules.contract import Decision
from rules.florence import principality
from rules.florence.actions import Build, Introduce, ToExchange, Work
from rules.florence.state import (
    Bidding,
    Choosing,
    Composing,
    Deed,
    Exchanging,
    Landing,
    Looking,
    Ordering,
    Player,
    State,
)
from rules.florence.view import View
from rules.journal import Journal
from rules.supply import Supply
from tests.florence.positions import (
    ANA,
    BRUNO,
    FLORENCE,
    acting,
    opening,
    player,
    position,
)
from tests.render.coach_positions import LONGEST, Case, counted, florins, ids, pp, said, texts
from tests.render.florence_samples import SHOWN, positions

LAKE_AND_JESTERS: dict[str, Any] = {"hand": ("poet",), "kinds": ("lake",), "jesters": 2}
"""A Poet's work of 8: 3 for the lake, 4 for the jesters, 1 for the card."""


SIX: dict[str, Any] = {"hand": ("poet",), "freedoms": ("travel",), "jesters": 1}
"""A Poet's work of 6; 600 florins are too few for a Theatre, which costs 700."""


def bidding(
    first: Player, lot: str, amount: int, *, waiting: tuple[int, ...] = (BRUNO,), turn: int = 1
) -> State:
    step = Bidding(lot, BRUNO, BRUNO, amount, ANA, waiting)
    return position(first, player(), player(), step=step, turn=turn)


def choosing(*hand: str) -> State:
    others = (
        player(hand=("mathematician", "theologian", "philosopher", "botanist")),
        player(hand=("alchemist", "physicist", "watchmaker", "lawyer")),
    )
    return position(player(hand=hand), *others, step=Choosing(), turn=0)


def exchanging(first: Player, value: int, turn: int, **fields: Any) -> State:
    step = Exchanging(ANA, "poet", value)
    return position(first, player(), player(), step=step, turn=turn, **fields)


def composing(first: Player, value: int, turn: int) -> State:
    step = Composing(ANA, "poet", value)
    return position(first, player(), player(), step=step, turn=turn)


def looking(first: Player, deck: str, *cards: str) -> State:
    return position(first, player(), player(), step=Looking(ANA, deck, cards, ANA))


def ordering(left: tuple[str, ...]) -> State:
    step = Ordering(ANA, "professions", ("poet", "lawyer"), ANA)
    return position(player(), player(), player(), step=step, professions=Supply(left))


def landing(*hand: str) -> State:
    kinds = ("university", "laboratory", "lake", "park")
    step = Landing(ANA, "forest", ANA)
    return position(player(hand=hand, kinds=kinds), player(), player(), step=step)


ONE_DEED = (Deed("build", "opera"),)

CASES = {
    "wish_alone": Case(
        lambda: choosing("bell_maker", "sculptor", "astronomer", "pharmacist"),
        {"n": 1, "cards": ("pharmacist",)},
        lambda: choosing("bell_maker", "cartographer", "sculptor", "poet"),
    ),
    "wish_shared": Case(
        lambda: choosing("bell_maker", "cartographer", "sculptor", "poet"),
        {
            "cards": counted(poet=3, bell_maker=9, cartographer=9, sculptor=9),
        },
        lambda: choosing("bell_maker", "sculptor", "astronomer", "pharmacist"),
    ),
    "wish_equal": Case(
        lambda: choosing("composer", "organ_builder", "painter", "physicist"),
        {},
        lambda: choosing("bell_maker", "cartographer", "sculptor", "poet"),
    ),
    "bid_sells_prestige": Case(
        lambda: bidding(player(florins=250, prestige=5), "jester", 300),
        {"florins": florins(250), "next": florins(400), "points": pp(2)},
        lambda: bidding(player(florins=400, prestige=5), "jester", 300),
    ),
    "exchange_final": Case(
        lambda: exchanging(player(deeds=ONE_DEED), 17, 7),
        {"points": pp(8)},
        lambda: exchanging(player(), 17, 7),
    ),
    "bonus_never_again": Case(
        lambda: composing(player(deeds=ONE_DEED, jesters=2, bonus=("jesters", "lakes")), 17, 7),
        {"cards": ("jesters",)},
        lambda: composing(player(jesters=2, bonus=("jesters",)), 17, 7),
    ),
    "bonus_needed": Case(
        lambda: composing(player(jesters=2, bonus=("jesters", "lakes")), 8, 2),
        {"n": 2, "card": "jesters", "points": 4},
        lambda: composing(player(jesters=2, bonus=("jesters", "lakes")), 10, 2),
    ),
    "first_auction": Case(
        lambda: bidding(player(), "jester", 300),
        {"opening": florins(200), "more": florins(100)},
        lambda: bidding(player(), "jester", 300, turn=2),
    ),
    "lifted_by_action": Case(
        lambda: acting(player(hand=("poet",), kinds=("lake",))),
        {"card": "poet", "has": 4, "minimum": 7, "what": "theatre"},
        lambda: acting(player(hand=("poet",), kinds=("lake",), deeds=ONE_DEED)),
    ),
    "better_before_work": Case(
        lambda: acting(player(**LAKE_AND_JESTERS)),
        {"card": "poet", "has": 8, "value": 12, "cost": florins(700), "what": "theatre"},
        lambda: acting(player(**LAKE_AND_JESTERS, florins=100)),
    ),
    "draw_before_work": Case(
        lambda: acting(player(**LAKE_AND_JESTERS)),
        {"card": "poet", "has": 8, "value": 9, "cost": florins(300)},
        lambda: acting(player(**LAKE_AND_JESTERS), turn=7),
    ),
    "minimum_rises": Case(
        lambda: acting(player(**LAKE_AND_JESTERS)),
        {"card": "poet", "has": 8, "following": 10},
        lambda: acting(player(**LAKE_AND_JESTERS | {"jesters": 3})),
    ),
    "item_reaches_minimum": Case(
        lambda: opening(player(hand=("poet",), kinds=("theatre",)), player(), player()),
        {
            "n": 2,
            "card": "poet",
            "has": 5,
            "minimum": 7,
            "florins": florins(700),
            "lots": ("lake", "jester"),
        },
        lambda: opening(player(hand=("poet",)), player(), player()),
    ),
    "item_pays_prestige_card": Case(
        lambda: opening(player(prestige_cards=("most_jesters",)), player(), player()),
        {"card": "most_jesters", "lot": "jester", "now": pp(0), "then": pp(6)},
        lambda: opening(
            player(prestige_cards=("most_jesters",), jesters=2), player(), player()
        ),
    ),
    "last_action": Case(
        lambda: acting(player(deeds=ONE_DEED), turn=7),
        {"actions": ("build",)},
        lambda: acting(player(deeds=ONE_DEED), turn=6),
    ),
    "bonus_lifts": Case(
        lambda: acting(player(hand=("poet",), kinds=("lake",), jesters=1, bonus=("jesters",))),
        {"card": "poet", "value": 6, "has": 8, "minimum": 7},
        lambda: acting(player(**LAKE_AND_JESTERS, bonus=("jesters",))),
    ),
    "recruited_works": Case(
        lambda: acting(
            player(recruiting=1, kinds=("theatre", "lake")),
            player(works=("poet", "lawyer")),
            player(),
        ),
        {"cards": counted(poet=8, lawyer=1), "minimum": 7},
        lambda: acting(player(recruiting=1), player(works=("poet", "lawyer")), player()),
    ),
    "keeps_too_little": Case(
        lambda: bidding(player(hand=("poet",), florins=1200), "jester", 600, turn=3),
        {"next": florins(700), "left": florins(500), "cost": florins(700)},
        lambda: bidding(player(hand=("poet",), florins=1400), "jester", 600, turn=3),
    ),
    "place_keeps_room": Case(
        lambda: landing("goldsmith"),
        {"n": 2, "building": "workshop", "all": 14},
        landing,
    ),
    "exchange_building": Case(
        lambda: exchanging(player(florins=0, builders=1), 8, 3),
        {"cost": florins(300), "points": pp(3), "exchange": florins(600)},
        lambda: exchanging(player(florins=300, builders=1), 8, 3),
    ),
    "bonus_for_later": Case(
        lambda: composing(player(hand=("painter",), jesters=2, bonus=("jesters",)), 10, 2),
        {"n": 1, "card": "jesters", "florins": florins(400)},
        lambda: composing(player(jesters=2, bonus=("jesters",)), 10, 2),
    ),
    "keep_profession": Case(
        lambda: looking(player(kinds=("theatre",)), "professions", "poet", "lawyer"),
        {"cards": counted(poet=5, lawyer=1), "minimum": 7},
        lambda: looking(player(), "professions", "poet", "lawyer"),
    ),
    "keep_bonus": Case(
        lambda: looking(player(hand=("poet",), jesters=1), "bonus", "jesters", "lakes"),
        {"cards": counted(jesters=2, lakes=0)},
        lambda: looking(player(hand=("poet",)), "bonus", "jesters", "lakes"),
    ),
    "keep_prestige": Case(
        lambda: looking(player(jesters=1), "prestige", "most_jesters", "most_lakes"),
        {"cards": counted(most_jesters=6, most_lakes=0)},
        lambda: looking(player(), "prestige", "most_jesters", "most_lakes"),
    ),
    "under_soon": Case(
        lambda: ordering(("painter",)),
        {},
        lambda: ordering(("painter", "composer", "sculptor", "goldsmith", "physician")),
    ),
    "under_far": Case(
        lambda: ordering(("painter", "composer", "sculptor", "goldsmith", "physician")),
        {"n": 5},
        lambda: ordering(("painter",)),
    ),
    "bonus_may_lift": Case(
        lambda: acting(player(**SIX, florins=600), discards=("lakes",)),
        {"n": 6, "card": "poet", "has": 6, "minimum": 7, "all": 19, "looked": 5},
        lambda: acting(player(**SIX, florins=600, deeds=ONE_DEED)),
    ),
    "few_professions": Case(
        lambda: acting(player(hand=("poet",)), turn=3),
        {"cost": florins(300)},
        lambda: acting(player(hand=("poet",)), turn=7),
    ),
    "work_lacks": Case(
        lambda: acting(player(hand=("poet",), kinds=("lake",)), turn=2),
        {
            "card": "poet",
            "has": 4,
            "following": 12,
            "gains": counted(theatre=4, travel=3),
        },
        lambda: acting(player(hand=("poet",), kinds=("lake",), jesters=2), turn=2),
    ),
    "last_copy": Case(
        lambda: acting(
            player(hand=("poet",)), player(kinds=("theatre",)), player(kinds=("theatre",))
        ),
        {"what": "theatre", "cards": ("poet",)},
        lambda: acting(player(hand=("poet",)), player(kinds=("theatre",)), player()),
    ),
    "last_auctions": Case(
        lambda: opening(
            player(hand=("poet", "lawyer"), kinds=("lake", "theatre"), jesters=4),
            *(player(), player()),
            turn=7,
        ),
        {"minimum": 17, "cards": ("poet",)},
        lambda: opening(player(hand=("poet",)), player(), player(), turn=7),
    ),
    "building_serves": Case(
        lambda: acting(player(hand=("choreographer", "composer", "poet"))),
        {"what": "opera", "points": 4, "cards": ("choreographer", "composer")},
        lambda: acting(player(hand=("choreographer", "poet"))),
    ),
    "freedom_serves": Case(
        lambda: acting(player(hand=("poet", "painter"))),
        {"what": "travel", "points": 3, "cards": ("poet", "painter")},
        lambda: acting(player(hand=("poet", "painter"), freedoms=("travel",))),
    ),
    "prestige_pays_nothing": Case(
        lambda: opening(player(prestige_cards=("most_jesters",)), *(player(),) * 2, turn=5),
        {"n": 3, "card": "most_jesters", "most": pp(6)},
        lambda: opening(player(prestige_cards=("most_jesters",)), *(player(),) * 2, turn=4),
    ),
    "prestige_is_shared": Case(
        lambda: opening(
            player(prestige_cards=("most_jesters",), jesters=1),
            *(player(jesters=1), player()),
            turn=5,
        ),
        {"card": "most_jesters", "now": pp(3), "most": pp(6)},
        lambda: opening(
            player(prestige_cards=("most_jesters",), jesters=1), *(player(),) * 2, turn=5
        ),
    ),
}

BY_NAME = {moment.__name__: moment for moment in MOMENTS}


def seen(state: State) -> tuple[View, Decision]:
    """What Ana knows in a position, and what she decides."""
    pending = FLORENCE.pending(state)
    assert isinstance(pending, tuple)
    (decision,) = (each for each in pending if each.seat == ANA)
    return FLORENCE.observe(state, ANA), decision


def test_every_moment_has_a_text_and_a_position_of_each_kind() -> None:
    assert len(MOMENTS) == len(BY_NAME) >= 25
    assert set(BY_NAME) == set(CASES) == ids("florence.coach.")


@pytest.mark.parametrize("name", CASES)
def test_a_moment_speaks_where_it_matters_and_nowhere_else(name: str) -> None:
    found = BY_NAME[name](*seen(CASES[name].speaks()))
    assert found is not None
    assert said(found) == CASES[name].says
    assert BY_NAME[name](*seen(CASES[name].silent())) is None


@pytest.mark.parametrize("name", CASES)
def test_a_text_is_short_and_names_figures_of_its_position(name: str, words: Words) -> None:
    view, decision = seen(CASES[name].speaks())
    found = SHOWN.coached(view, decision, words)
    told = {each.moment.partition(":")[0]: each.text for each in found}[name]
    assert len(told) <= LONGEST, told
    assert "\n" not in told
    for text in texts(f"florence.coach.{name}"):
        fields = {field for _, field, _, _ in Formatter().parse(text) if field}
        assert fields <= set(CASES[name].says), name


def test_what_figures_decide_is_told_in_each_turn() -> None:
    """Under another name each time, as nothing is said twice under the same name."""
    then = player(hand=("poet",), kinds=("lake",))
    for turn in (1, 2):
        assert f"few_professions:{turn}" in names(acting(then, turn=turn))
    assert "wish_shared" in names(choosing("bell_maker", "cartographer", "sculptor", "poet"))


def test_one_line_says_what_lifts_a_profession_over_the_minimum() -> None:
    """A Building that is sure to lift it comes before a Bonus card that may."""
    rich = names(acting(player(**SIX)))
    assert any(each.startswith("lifted_by_action") for each in rich)
    assert not any(each.startswith("bonus_may_lift") for each in rich)


def test_cards_that_the_seat_put_under_the_pile_are_not_counted_as_unseen() -> None:
    state = acting(player(**SIX, florins=600), discards=("lakes",))
    cards = state.bonus.loose[:2]
    for seat, unseen in ((BRUNO, 19), (ANA, 17)):
        pile = state.bonus.without(cards).with_under(cards, seat)
        found = BY_NAME["bonus_may_lift"](*seen(replace(state, bonus=pile)))
        assert found is not None
        assert said(found)["all"] == unseen


def test_a_work_that_prestige_would_pay_for_is_not_ruled_out() -> None:
    """The Theatre costs 700 florins and lifts a work from 6 to 10, the minimum of the round."""
    for prestige in (0, 9):
        own = player(hand=("poet",), kinds=("lake",), jesters=1, florins=300, prestige=prestige)
        state = acting(own, turn=2)
        able = any(isinstance(each, Build) for each in seen(state)[1].options)
        assert able == bool(prestige)
        assert (BY_NAME["work_lacks"](*seen(state)) is None) == able


BEFORE_A_WORK = {
    "a recruited profession": acting(
        player(hand=("lawyer",), recruiting=1, kinds=("theatre", "lake"), deeds=ONE_DEED),
        *(player(works=("poet",)), player()),
    ),
    "a drawn Bonus card": acting(
        player(hand=("poet",), kinds=("lake",), jesters=3, florins=300), turn=4
    ),
    "the work of a drawn profession": acting(
        player(hand=("poet",), kinds=("opera", "forest"), freedoms=("opinion",), jesters=2),
        turn=3,
        bonus=Supply(()),
    ),
    "a drawn profession": acting(
        player(
            hand=("poet", "lawyer"),
            kinds=("theatre", "forest"),
            freedoms=("travel",),
            jesters=1,
            florins=1000,
        ),
        turn=3,
        bonus=Supply(()),
    ),
}
"""Positions in which no work is possible yet, but would be after one more thing."""


@pytest.mark.parametrize("first", BEFORE_A_WORK)
def test_a_work_that_comes_into_reach_is_not_ruled_out(first: str) -> None:
    """F45, F50, F60, F61."""
    state = BEFORE_A_WORK[first]
    _, decision = seen(state)
    assert not any(isinstance(each, Work) for each in decision.options)
    assert any(isinstance(each, Build | Introduce) for each in decision.options)
    assert BY_NAME["work_lacks"](*seen(state)) is None


def test_a_card_drawn_first_counts_for_bonus_cards_too() -> None:
    """F85: 1 for the card, and 1 for the Bonus card that counts the cards in hand."""
    state = acting(player(**LAKE_AND_JESTERS, bonus=("cards_in_hand",)))
    found = BY_NAME["draw_before_work"](*seen(state))
    assert found is not None
    assert (said(found)["has"], said(found)["value"]) == (8, 10)


@pytest.mark.parametrize(
    ("own", "scores"),
    [
        ({"florins": 0, "prestige": 10}, None),
        ({"florins": 0, "prestige": 10, "builders": 1}, None),
        ({"florins": 100, "prestige": 10, "builders": 1}, ("build",)),
        (
            {
                "florins": 0,
                "prestige": 10,
                "builders": 1,
                "prestige_cards": ("most_buildings",),
            },
            ("build",),
        ),
    ],
)
def test_what_costs_as_much_prestige_as_it_brings_does_not_score(
    own: dict[str, Any], scores: tuple[str, ...] | None
) -> None:
    """F70, F89, F97: a Building brings 3 PP, and 100 florins cost 1."""
    state = acting(player(deeds=ONE_DEED, **own), turn=7)
    assert any(isinstance(each, Build) for each in seen(state)[1].options)
    found = BY_NAME["last_action"](*seen(state))
    assert (None if found is None else said(found)["actions"]) == scores


def test_a_recruited_profession_still_scores_with_the_last_action() -> None:
    own = player(recruiting=1, kinds=("theatre", "lake"), jesters=5, deeds=ONE_DEED)
    state = acting(own, player(works=("poet",)), player(), turn=7)
    found = BY_NAME["last_action"](*seen(state))
    assert found is not None
    assert said(found)["actions"] == ("work", "build")


def names(state: State) -> list[str]:
    """The names under which the moments of a position are remembered."""
    return [fact.moment for fact in SHOWN.coached(*seen(state), Words("en"))]


# -- the rules say the same ---------------------------------------------------------


def told(*names: str) -> Iterator[tuple[Journal[State, View], Decision, dict[str, object]]]:
    """Each time one of these moments speaks in random games, with its figures."""
    for seed in (1, 2, 3):
        for journal in positions(3, seed):
            for decision in journal.decisions:
                view = journal.view(decision.seat)
                for name in names:
                    if found := BY_NAME[name](view, decision):
                        yield journal, decision, said(found)


def test_what_tells_one_time_from_another_is_no_stake() -> None:
    """A dot would begin a stake, and the moment would speak again once it had doubled."""
    found: set[str] = set()
    for journal in positions(3, 1):
        for decision in journal.decisions:
            view = journal.view(decision.seat)
            found |= {fact.moment for fact in SHOWN.coached(view, decision, Words("en"))}
    assert {parted(name) for name in found} == {(name, 0) for name in found}
    assert any(":" in name for name in found)


def test_what_a_first_action_makes_possible_is_possible_after_it() -> None:
    count = 0
    for journal, decision, says in told("lifted_by_action", "better_before_work"):
        what, card = says["what"], str(says["card"])
        first = next(
            each
            for each in decision.options
            if (isinstance(each, Build) and each.building == what)
            or (isinstance(each, Introduce) and each.freedom == what)
        )
        price = journal.price(decision.seat, first)
        (paid,) = (each.amount for each in price.amounts if each.what == "florins")
        assert says.get("cost", florins(-paid)) == florins(-paid)
        assert not price.forced
        after = journal.move(decision.seat, first, Random(1))
        (following,) = after.decisions
        assert Work(card) in following.options
        done = _completed(after, following, card)
        assert says.get("value", done) == done
        assert done >= journal.view(decision.seat).minimum
        count += 1
    assert count > 20


def _completed(journal: Journal[State, View], decision: Decision, card: str) -> int:
    """The value of a work that uses all the bonus cards in hand."""
    journal = journal.move(decision.seat, Work(card), Random(1))
    while not isinstance(journal.decisions[0].prompt, ToExchange):
        (asked,) = journal.decisions
        journal = journal.move(asked.seat, asked.options[-1], Random(1))
    return journal.decisions[0].prompt.value


def test_what_a_bid_would_sell_is_what_it_pledges() -> None:
    count = 0
    for journal, decision, says in told("bid_sells_prestige"):
        (pledged,) = journal.price(decision.seat, decision.options[0]).pledged
        assert says["points"] == pp(-pledged.amount)
        count += 1
    assert count > 5


def test_places_that_keep_room_are_those_after_which_there_is_room() -> None:
    state = CASES["place_keeps_room"].speaks()
    _, decision = seen(state)
    keep = 0
    for option in decision.options:
        tiles = FLORENCE.act(state, ANA, option).players[ANA].tiles
        keep += bool(principality.builds("workshop", tiles, adjacent=False))
    assert keep == CASES["place_keeps_room"].says["n"]


FULL: tuple[str, ...] = ("university", "laboratory", "lake", "park", "forest")
"""Tiles that leave no room for a Theatre."""


def test_money_is_not_kept_for_a_building_that_has_no_place() -> None:
    """F74."""
    full = player(hand=("poet",), kinds=FULL, florins=1200)
    assert "keeps_too_little" not in " ".join(names(bidding(full, "jester", 600, turn=3)))
    free = replace(full, tiles=())
    assert "keeps_too_little" in " ".join(names(bidding(free, "jester", 600, turn=3)))


def test_what_is_won_may_make_a_building_cheaper_or_a_work_possible() -> None:
    """F39, F59: with a Builder a Building costs 300; a Jester lifts a work from 10 to 12."""
    own = player(hand=("poet",), florins=1200)
    assert BY_NAME["keeps_too_little"](*seen(bidding(own, "builder", 600, turn=3))) is None
    near = replace(own, jesters=3, freedoms=("travel",))
    assert BY_NAME["keeps_too_little"](*seen(bidding(near, "lake", 600, turn=3))) is None
    assert BY_NAME["keeps_too_little"](*seen(bidding(near, "park", 600, turn=3))) is not None


def test_a_landscape_that_is_won_takes_no_place_before_it_lies() -> None:
    """F33: it may lie where it leaves the Theatre its place."""
    own = player(hand=("poet",), kinds=("university", "opera", "studio"), florins=1200)
    view, decision = seen(bidding(own, "forest", 600, turn=3))
    assert placeable(view, own)
    assert not placeable(view, having(own, "forest")), "on the first free squares"
    assert BY_NAME["keeps_too_little"](view, decision) is not None


def test_in_whole_games_every_decision_can_be_coached() -> None:
    words, spoken = Words("en"), set()
    for seats, seed in ((3, 4), (5, 5)):
        for journal in positions(seats, seed):
            for decision in journal.decisions:
                view = journal.view(decision.seat)
                for fact in SHOWN.coached(view, decision, words):
                    assert 0 < len(fact.text) <= LONGEST, fact.text
                    spoken.add(fact.moment)
    assert len(spoken) > 25
