"""Chapter "Components": what is in the box, in the house edition."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.contract import Illegal
from rules.lacrimosa import edition_checks, grammar
from rules.lacrimosa.actions import BuyCounter
from rules.lacrimosa.catalogue import Tile
from rules.lacrimosa.grammar import Grant, reward
from tests.lacrimosa.positions import EDITION, LACRIMOSA, acting, on_turn, play, settled

TABLES = EDITION.tables


def grants(texts: tuple[str, ...]) -> set[str]:
    return {item.action for item in reward(texts) if isinstance(item, Grant)}


def tile_grants() -> set[str]:
    return {action for tile in TABLES.composer_tile for action in grants(tile.reward)}


def city_grants(side: str) -> list[set[str]]:
    return [grants(getattr(city, side)) for city in TABLES.city]


def test_one_to_four_seats_play() -> None:
    """L1: 1 to 4 players."""
    assert list(LACRIMOSA.seats) == [1, 2, 3, 4]
    for seats in (1, 2, 3, 4):
        assert LACRIMOSA.options(seats, {}).seats == seats
    for seats in (0, 5):
        with pytest.raises(Illegal) as caught:
            LACRIMOSA.options(seats, {})
        assert caught.value.reason.code == "wrong_seats"


def test_cards() -> None:
    """L4: 46 opus and 34 memories, 10 starting cards a player, 5 Constanze, 11 Soloist."""
    assert (len(TABLES.opus), len(TABLES.memory)) == (46, 34)
    assert (len(TABLES.starting_opus), len(TABLES.starting_memory)) == (4, 9)
    assert (len(TABLES.constanze), len(TABLES.soloist)) == (5, 11)


def test_tiles() -> None:
    """L5: 60 composer tiles, 15 cities, 16 courts, 3 bonus tiles for each period."""
    tiles = Counter(tile.composer for tile in TABLES.composer_tile)
    assert tiles == {"eybler": 16, "stadler": 15, "suessmayr": 16, "freystaedtler": 13}
    assert (len(TABLES.city), len(TABLES.court)) == (15, 16)
    assert Counter(bonus.period for bonus in TABLES.period_bonus) == dict.fromkeys(
        range(1, 6), 3
    )


def test_markers_of_a_player() -> None:
    """L6: seven markers, three story tracks, a funds marker, a neutral marker."""
    begun = settled(LACRIMOSA.start(LACRIMOSA.options(4, {})))
    for owner in begun.players:
        assert len(owner.markers) == 7
        assert len(owner.tracks) == 3
        assert owner.neutral


def test_every_opus_has_a_type_and_a_period() -> None:
    """L60, LR20: four types and five periods; a starting opus has neither."""
    assert {opus.type for opus in TABLES.opus} == {"opera", "religious", "symphony", "chamber"}
    assert {opus.period for opus in TABLES.opus} == {1, 2, 3, 4, 5}
    assert {(opus.type, opus.period) for opus in TABLES.starting_opus} == {(None, 0)}


def test_each_action_stands_on_memory_cards() -> None:
    """L55, L61, L71, L83, L95: all five actions, even among the starting cards alone."""
    for cards in (TABLES.starting_memory, TABLES.memory):
        shown = {action for card in cards for action in card.actions}
        assert shown == set(grammar.ACTIONS)


def test_which_tiles_grant_actions() -> None:
    """L55, L61, L71, L83, L95: cities grant document, perform or sell; composers the others."""
    for side in ("plain", "gilded"):
        cities = city_grants(side)
        assert set().union(*cities) == {"document", "perform", "sell"}
        assert not [each for each in cities if {"perform", "sell"} <= each]
    assert tile_grants() == {"commission", "perform_or_sell", "travel", "requiem"}


def test_icons_of_points_for_opus_cards() -> None:
    """L94: 2 points per chamber opus and 3 per religious one are among the tiles."""
    shown = {text for tile in TABLES.composer_tile for text in tile.reward}
    assert {"vp_per chamber 2", "vp_per religious 3"} <= shown


def test_the_two_religious_cities() -> None:
    """L81, L82: a sale brings two more finance steps, a performance seven more ducats."""
    plain = {text for city in TABLES.city for text in city.plain}
    assert "action sell religious + finance 2" in plain
    assert "action perform religious + ducats 7" in plain


def worth(texts: tuple[str, ...]) -> float:
    """Roughly what a reward is worth in ducats, apart from the actions that it grants."""
    weights = {"vp": 1.5, "finance": 1.5}
    return sum(
        getattr(item, "amount", 0) * weights.get(getattr(item, "what", ""), 1)
        for item in reward(texts)
        if isinstance(item, grammar.Good | grammar.Points)
    )


@pytest.mark.parametrize("tile", [*TABLES.city, *TABLES.court], ids=lambda tile: tile.id)
def test_the_gilded_side_is_the_more_generous_one(tile: Tile) -> None:
    """L77: with the same actions."""
    plain, gilded = tile.plain, tile.gilded  # type: ignore[attr-defined]  # city or court
    assert worth(gilded) > worth(plain)
    assert grants(gilded) == grants(plain)


def test_costs_of_tiles() -> None:
    """L75, L88: courts cost journey, cities talent too; composers neither."""
    for court in TABLES.court:
        assert court.cost == grammar.Cost(journey=court.cost.journey)
    for city in TABLES.city:
        assert city.cost == grammar.Cost(journey=city.cost.journey, talent=city.cost.talent)
    for tile in TABLES.composer_tile:
        price = tile.cost
        assert price.talent == price.journey == price.wild == 0


def test_real_cards() -> None:
    """L56, L66, L67: the three opus cards whose printed values are known are exact."""
    real = {opus.id: opus for opus in TABLES.opus if opus.source == "real"}
    shown = {
        id_: (
            opus.period,
            opus.year,
            opus.type,
            opus.cost,
            opus.vp,
            (opus.perform.talent, opus.perform.ducats),
            (opus.sell.talent, opus.sell.finance, opus.sell.vp),
        )
        for id_, opus in real.items()
    }
    cost = grammar.Cost
    assert shown == {
        "opus-k45a": (1, 1767, "symphony", cost(talent=1, ducats=2), 3, (0, 3), (1, 0, 2)),
        "opus-k287": (2, 1777, "chamber", cost(talent=1, ducats=2), 3, (0, 2), (1, 1, 2)),
        "opus-k339": (3, 1780, "religious", cost(talent=2, ducats=4), 5, (1, 0), (1, 0, 3)),
    }


def test_known_values() -> None:
    """L125: Kyrie 3 / 1, Sequentia 4 / 2 with at least six spaces."""
    assert [(m.vp_higher, m.vp_lower) for m in TABLES.requiem.movement[:2]] == [(3, 1), (4, 2)]
    assert len(EDITION.movements["sequentia"].spaces) >= 6


def test_no_limit_to_story_counters() -> None:
    """L3, LR7: more than the printed fifteen of a kind can be owned."""
    state = acting(on_turn(counters=(15, 0, 0)))
    assert play(state, BuyCounter("talent")).players[0].counters == (16, 0, 0)


def test_the_house_edition_is_fit() -> None:
    """L4, L5, L15, L17, L133, LR47: it keeps every rule that is checked."""
    assert edition_checks.faults(EDITION) == ()


@pytest.mark.parametrize("card", sorted(EDITION.constanze))
def test_constanze_cards(card: str) -> None:
    """L17, LR47: 3, 6 and 10 spaces at four, three and two seats, each set within the next."""
    four, three, two = (set(EDITION.covered(card, seats)) for seats in (4, 3, 2))
    assert four < three < two
    assert (len(four), len(three), len(two)) == (3, 6, 10)
    assert set(EDITION.covered(card, 1)) == two
