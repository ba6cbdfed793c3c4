"""Chapter "Bonus cards": drawing them, playing them, and what each of them adds."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.florence.actions import (
    DrawBonus,
    Exchange,
    Finish,
    Keep,
    PlayBonus,
    PutUnder,
    ToKeep,
    Work,
)
from rules.florence.catalogue import BONUS, RECRUITING
from rules.florence.state import Acting, Composing, Exchanging, Player
from rules.supply import Supply
from tests.florence.positions import (
    ANA,
    BRUNO,
    FLORENCE,
    acting,
    can,
    decision,
    offered,
    owed,
    play,
    player,
    position,
    refused,
)

SAMPLE_TILES = (
    "university",
    "workshop",
    "opera",
    "tower",
    "chapel",
    "forest",
    "forest",
    "lake",
)
SAMPLE = {
    "buildings": 5,
    "small_and_landscapes": 5,
    "forests": 4,
    "freedoms": 4,
    "builders": 4,
    "landscapes": 3,
    "cards_in_hand": 2,
    "large_buildings": 4,
    "building_sizes": 6,
    "lakes": 2,
    "jesters": 0,
    "builders_and_lakes": 3,
    "landscape_types": 4,
    "medium_and_forests": 3,
    "prestige_and_freedoms": 3,
    "jesters_and_freedoms": 2,
    "categories": 5,
    "prestige_cards": 2,
    "parks": 0,
    "cards_on_table": 4,
}
"""What each card adds for the sample player, with three cards face up beforehand."""


def sample() -> Player:
    """The sample player, with the poet just laid."""
    return player(
        kinds=SAMPLE_TILES,
        builders=2,
        prestige_cards=("most_works",),
        freedoms=("travel", "opinion"),
        hand=("lawyer",),
        recruiting=1,
        works=("botanist", RECRUITING, "painter", "poet"),
    )


def added(owner: Player, card: str) -> int:
    """What a bonus card adds to the work of a seat that has just laid the poet."""
    armed = replace(owner, bonus=(card,))
    state = position(armed, player(), player(), step=Composing(ANA, "poet", 7))
    state = play(state, PlayBonus(card))
    assert isinstance(state.step, Exchanging)
    return state.step.value - 7


def test_the_sample_names_every_card() -> None:
    """F92, F93, F94, F95: twenty cards, twenty figures."""
    assert set(SAMPLE) == set(BONUS)
    assert len(SAMPLE) == 20


@pytest.mark.parametrize(("card", "points"), SAMPLE.items())
def test_bonus_sample(card: str, points: int) -> None:
    """F92, F93, F94, F95: each card for the sample player."""
    assert added(sample(), card) == points


@pytest.mark.parametrize(
    ("card", "owned", "points"),
    [
        ("builders_and_lakes", {"builders": 1, "kinds": ("lake", "forest")}, 2),
        ("medium_and_forests", {"kinds": ("opera", "library", "forest", "tower")}, 3),
        (
            "prestige_and_freedoms",
            {"prestige_cards": ("two_large",), "freedoms": ("travel",)},
            2,
        ),
        ("jesters_and_freedoms", {"jesters": 5, "freedoms": ("religion", "travel")}, 7),
        ("small_and_landscapes", {"kinds": ("tower", "opera", "park", "lake")}, 3),
    ],
)
def test_one_for_each_of_two_things(card: str, owned: dict[str, Any], points: int) -> None:
    """F92: +1 for each of both things and nothing for others."""
    assert added(player(**owned), card) == points
    assert added(player(), card) == 0


@pytest.mark.parametrize(
    ("card", "owned", "points"),
    [
        ("landscapes", {"kinds": ("forest", "forest", "lake", "park", "tower")}, 4),
        ("buildings", {"kinds": ("tower", "opera", "university", "park")}, 3),
        ("cards_in_hand", {"hand": ("lawyer",), "works": ("poet",)}, 1),
        ("cards_in_hand", {"hand": ("lawyer",), "recruiting": 3, "works": ("poet",)}, 4),
        ("categories", {"kinds": ("forest", "forest", "lake", "tower"), "jesters": 3}, 3),
        (
            "categories",
            {
                "kinds": ("forest", "lake", "park"),
                "jesters": 1,
                "builders": 1,
                "prestige_cards": ("most_works",),
                "freedoms": ("travel",),
            },
            7,
        ),
    ],
)
def test_one_for_each(card: str, owned: dict[str, Any], points: int) -> None:
    """F93: landscape, building, card in hand without the one just played, category present."""
    assert added(player(**owned), card) == points


@pytest.mark.parametrize(
    ("works", "points"),
    [(("poet",), 1), (("lawyer", "poet"), 2), ((RECRUITING, RECRUITING, "lawyer", "poet"), 4)],
)
def test_one_for_each_card_on_the_table(works: tuple[str, ...], points: int) -> None:
    """F94, F49: the one just played counts, and so do recruiting cards."""
    assert added(player(works=works, hand=("painter",)), "cards_on_table") == points


@pytest.mark.parametrize(
    ("card", "owned", "points"),
    [
        ("builders", {"builders": 3}, 6),
        ("parks", {"kinds": ("park", "park", "lake")}, 4),
        ("forests", {"kinds": ("forest", "lake")}, 2),
        ("lakes", {"kinds": ("lake", "lake", "lake", "park")}, 6),
        ("jesters", {"jesters": 4}, 8),
        ("freedoms", {"freedoms": ("travel", "religion", "opinion")}, 6),
        ("large_buildings", {"kinds": ("university", "workshop", "opera", "tower")}, 4),
        ("prestige_cards", {"prestige_cards": ("most_works", "most_parks")}, 4),
        ("building_sizes", {"kinds": ("tower", "chapel", "opera")}, 4),
        ("building_sizes", {"kinds": ("tower", "university", "opera")}, 6),
        ("landscape_types", {"kinds": ("forest", "forest", "park")}, 4),
        ("landscape_types", {"kinds": ("lake", "forest", "park")}, 6),
    ],
)
def test_two_for_each(card: str, owned: dict[str, Any], points: int) -> None:
    """F95: +2 for each; sizes and kinds count once."""
    assert added(player(**owned), card) == points
    assert added(player(), card) == 0


def test_a_look_costs_300_and_shows_five() -> None:
    """F84: look at five, keep one, put the rest under the pile in any order."""
    state = play(acting(player()), DrawBonus())
    draw = owed(state)
    assert (draw.supply, draw.count, len(draw.items)) == ("bonus", 5, 20)
    state = play(state, ("lakes", "parks", "forests", "jesters", "builders"))
    assert decision(state).prompt == ToKeep("bonus")
    state = play(state, Keep("jesters"))
    assert len(decision(state).options) == 24
    state = play(state, PutUnder((12, 14, 11, 13)))
    assert [card.card for card in state.bonus.under] == [
        "parks",
        "lakes",
        "builders",
        "forests",
    ]
    assert (state.players[ANA].bonus, state.players[ANA].florins) == (("jesters",), 3200)
    assert state.step == Acting(ANA)


def test_a_card_just_bought_may_be_played_in_the_same_turn() -> None:
    """F85: playing it is part of the work, not a separate action."""
    looked = ("lakes", "parks", "forests", "jesters", "builders")
    state = acting(player(jesters=3, hand=("poet",)))
    state = play(state, DrawBonus(), looked, Keep("jesters"))
    state = play(state, decision(state).options[0], Work("poet"), PlayBonus("jesters"))
    assert state.step == Exchanging(ANA, "poet", 13)
    state = play(state, Exchange(0))
    assert [deed.kind for deed in state.players[ANA].deeds] == ["draw_bonus", "work"]


def test_each_card_is_used_once_and_leaves_the_game() -> None:
    """F85: it goes to the discards, not under the pile; cards not played stay in hand."""
    owner = player(jesters=4, hand=("poet", "lawyer"), bonus=("jesters", "parks"))
    state = play(acting(owner), Work("poet"), PlayBonus("jesters"))
    assert offered(state, PlayBonus) == {"parks"}
    assert refused(state, PlayBonus("jesters")).code == "not_in_hand"
    state = play(state, Finish(), Exchange(0))
    assert state.discards == ("jesters",)
    assert len(state.bonus) == 18
    assert state.players[ANA].bonus == ("parks",)
    state = play(state, Work("lawyer"))
    assert offered(state, PlayBonus) == {"parks"}


def test_bonus_cards_are_played_with_works_only() -> None:
    """F85: a card in hand does nothing by itself."""
    state = acting(player(bonus=("jesters",), jesters=3))
    assert refused(state, PlayBonus("jesters")).code == "not_now"


def test_nobody_plays_a_card_of_another() -> None:
    """F85: only one's own bonus cards can be played."""
    owner = player(jesters=4, hand=("poet",), bonus=("parks",))
    state = play(acting(owner, player(bonus=("jesters",)), player()), Work("poet"))
    assert refused(state, PlayBonus("jesters")).code == "not_in_hand"
    assert FLORENCE.observe(state, ANA).seats[BRUNO].bonus is None


def test_an_empty_pile_of_bonus_cards_ends_the_action() -> None:
    """F86: not possible, with a reason; used cards do not come back."""
    state = acting(player(), bonus=Supply(()), discards=tuple(BONUS))
    assert not can(state, DrawBonus())
    reason = refused(state, DrawBonus())
    assert (reason.code, reason.what) == ("deck_empty", "bonus")
