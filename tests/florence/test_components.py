"""Chapter "Components": what is in the box, and the tables of the catalogue."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from rules.contract import Illegal
from rules.florence import catalogue, principality
from rules.florence.catalogue import BONUS, BUILDINGS, LANDSCAPES, PRESTIGE, PROFESSIONS
from rules.florence.state import FlorenceOptions, Opening
from tests.florence.components import components
from tests.florence.positions import FLORENCE, player, position

LIKES = {
    1: ("mathematician", "university", "lake", "religion"),
    2: ("theologian", "university", "park", "travel"),
    3: ("philosopher", "university", "forest", "opinion"),
    4: ("botanist", "laboratory", "park", "religion"),
    5: ("alchemist", "laboratory", "lake", "opinion"),
    6: ("physicist", "laboratory", "forest", "travel"),
    7: ("watchmaker", "workshop", "lake", "travel"),
    8: ("goldsmith", "workshop", "park", "opinion"),
    9: ("bell_maker", "workshop", "forest", "religion"),
    10: ("cartographer", "library", "lake", "religion"),
    11: ("lawyer", "library", "forest", "opinion"),
    12: ("choreographer", "opera", "forest", "travel"),
    13: ("composer", "opera", "lake", "opinion"),
    14: ("sculptor", "studio", "forest", "religion"),
    15: ("painter", "studio", "lake", "travel"),
    16: ("pharmacist", "hospital", "park", "opinion"),
    17: ("physician", "hospital", "forest", "travel"),
    18: ("dramatist", "theatre", "park", "religion"),
    19: ("poet", "theatre", "lake", "travel"),
    20: ("astronomer", "tower", "forest", "religion"),
    21: ("organ_builder", "chapel", "forest", "opinion"),
}


def squares(kind: str) -> int:
    return principality.OUTLINES[kind].count("#")


def test_three_to_five_seats_play() -> None:
    """F1: 3 to 5 players."""
    assert list(FLORENCE.seats) == [3, 4, 5]
    for seats in (3, 4, 5):
        assert FLORENCE.options(seats, {}) == FlorenceOptions(seats)
    for seats in (0, 1, 2, 6):
        with pytest.raises(Illegal) as caught:
            FLORENCE.options(seats, {})
        assert caught.value.reason.code == "wrong_seats"


def test_supply_of_items() -> None:
    """F2: 6 builders, 7 jesters, 6 of each landscape, and at most 4 of each freedom."""
    start = FLORENCE.start(FlorenceOptions(5))
    counts = components(start)
    assert {lot: counts[lot] for lot in ("builder", "jester", "forest", "park", "lake")} == {
        "builder": 6,
        "jester": 7,
        "forest": 6,
        "park": 6,
        "lake": 6,
    }
    assert [counts[kind] for kind in ("opinion", "travel", "religion")] == [4, 4, 4]


def test_thirty_buildings_in_ten_types() -> None:
    """F4: 3 copies of 10 types; 3 large of 7 squares, 5 medium of 5, 2 small of 3."""
    start = FLORENCE.start(FlorenceOptions(3))
    assert start.buildings == (3,) * 10
    assert Counter(entry.size for entry in BUILDINGS.values()) == {
        "large": 3,
        "medium": 5,
        "small": 2,
    }
    for kind, entry in BUILDINGS.items():
        assert squares(kind) == {"large": 7, "medium": 5, "small": 3}[entry.size]


def test_size_of_each_building() -> None:
    """F5: which buildings are large, medium and small."""
    sizes = {
        size: {kind for kind, entry in BUILDINGS.items() if entry.size == size}
        for size in ("large", "medium", "small")
    }
    assert sizes["large"] == {"laboratory", "university", "workshop"}
    assert sizes["medium"] == {"theatre", "library", "opera", "studio", "hospital"}
    assert sizes["small"] == {"chapel", "tower"}


def test_sixty_cards() -> None:
    """F6: 20 bonus, 14 prestige, 5 recruiting cards and 21 professions."""
    counts = components(FLORENCE.start(FlorenceOptions(3)))
    decks = {deck: counts[deck] for deck in ("bonus", "prestige", "recruiting", "professions")}
    assert decks == {"bonus": 20, "prestige": 14, "recruiting": 5, "professions": 21}
    for deck in (BONUS, PRESTIGE, PROFESSIONS):
        numbers = sorted(entry.number for entry in deck.values())
        assert numbers == list(range(1, len(deck) + 1))


def test_minimum_of_each_turn_stands_on_the_board() -> None:
    """F7: the board shows seven turns and their least work values; so does every view."""
    state = position(player(), player(), player(), step=Opening(0))
    seen = []
    for turn in range(1, 8):
        view = FLORENCE.observe(position(*state.players, step=state.step, turn=turn), None)
        seen.append((view.turn, view.minimum))
    assert seen == [(1, 7), (2, 10), (3, 12), (4, 14), (5, 15), (6, 16), (7, 17)]


def test_professions_that_love_each_landscape() -> None:
    """F34: 9 professions love forests, 7 lakes, 5 parks."""
    assert Counter(card.landscape for card in PROFESSIONS.values()) == {
        "forest": 9,
        "lake": 7,
        "park": 5,
    }


def test_landscapes_differ_in_size() -> None:
    """F37: the forest is the largest landscape, the park the smallest."""
    assert {kind: squares(kind) for kind in LANDSCAPES} == {"forest": 5, "lake": 4, "park": 3}


def test_prestige_cards_pay_up_to_eight() -> None:
    """F43: no prestige card pays more than 8 points, and some pay that many."""
    assert max(card.points for card in PRESTIGE.values()) == 8


def test_ties_pay_about_half() -> None:
    """F44: the figures for a sole lead and for a tie, which is half, rounded up."""
    pairs = [(card.points, card.tied) for card in PRESTIGE.values() if card.tied is not None]
    assert Counter(pairs) == {(7, 4): 3, (6, 3): 4, (5, 3): 1, (8, 4): 1}
    assert all(tied == (points + 1) // 2 for points, tied in pairs)


def test_professions_and_what_they_love() -> None:
    """F98: the list of the player board, in order."""
    assert {
        card.number: (name, card.building, card.landscape, card.freedom)
        for name, card in PROFESSIONS.items()
    } == LIKES


def test_no_two_professions_love_the_same() -> None:
    """F98: each freedom is loved by 7, each building exists, no two share all three."""
    assert Counter(card.freedom for card in PROFESSIONS.values()) == {
        "travel": 7,
        "religion": 7,
        "opinion": 7,
    }
    assert {card.building for card in PROFESSIONS.values()} == set(BUILDINGS)
    for one, other in combinations(PROFESSIONS.values(), 2):
        assert (one.building, one.landscape, one.freedom) != (
            other.building,
            other.landscape,
            other.freedom,
        )


def test_figures_of_the_summary() -> None:
    """F99: the base price of 200, the costs of 300 and 700, and 3 points for what scores."""
    assert (catalogue.OPENING, catalogue.RAISE) == (200, 100)
    assert (catalogue.DRAW_COST, catalogue.FREEDOM_COST) == (300, 300)
    assert catalogue.BUILDING_COST == (700, 300, 300, 0)
    assert (
        catalogue.PRESTIGE_BUILDING,
        catalogue.PRESTIGE_LANDSCAPE,
        catalogue.PRESTIGE_BUILDER,
        catalogue.PRESTIGE_BEST_WORK,
    ) == (3, 3, 3, 3)
