"""Chapter "Setup": from the box to the first turn, for one to four players."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from rules.contract import Draw, Illegal
from rules.journal import Journal
from rules.lacrimosa.actions import ToLayExperience
from rules.lacrimosa.state import State
from tests.lacrimosa.positions import (
    EDITION,
    LACRIMOSA,
    NINE,
    OUT,
    cards_of,
    decision,
    owed,
)

COMPOSERS = ("eybler", "stadler", "suessmayr", "freystaedtler")


def begun(seats: int, seed: int = 1, **chosen: str) -> State:
    options = LACRIMOSA.options(seats, chosen)
    return Journal.start(LACRIMOSA, options, Random(seed))._state


def draws(seats: int, **chosen: str) -> list[Draw]:
    """Everything that chance decides before the first turn."""
    state = LACRIMOSA.start(LACRIMOSA.options(seats, chosen))
    found = []
    while isinstance(draw := LACRIMOSA.pending(state), Draw):
        found.append(draw)
        state = LACRIMOSA.drawn(state, draw.items[: draw.count])
    return found


SEATS = pytest.mark.parametrize("seats", [1, 2, 3, 4])


@SEATS
def test_mozart_starts_in_salzburg(seats: int) -> None:
    """L7: place 1."""
    state = begun(seats)
    assert state.mozart == "salzburg"
    assert EDITION.places["salzburg"].number == 1


@SEATS
def test_starting_cards_are_no_part_of_the_deck(seats: int) -> None:
    """L8: neither the memories nor the opus."""
    state = begun(seats)
    deck = {card for pack in state.packs for card in pack} | set(state.row)
    assert not [card for card in deck if card.startswith("start")]


@SEATS
def test_cards_are_taken_out_of_each_period(seats: int) -> None:
    """L9, L130: at random, two opus and two memories below three seats, one each at three."""
    state = begun(seats)
    asked = {draw.supply: draw for draw in draws(seats)}
    for period in range(1, 6):
        for opus, supply in ((True, "opus-out"), (False, "memory-out")):
            every = cards_of(period, opus=opus)
            assert sum(card in state.removed for card in every) == OUT[seats]
            draw = asked.get(f"{supply}.{period}")
            if OUT[seats]:
                assert draw is not None
                assert (set(draw.items), draw.count) == (set(every), OUT[seats])
            else:
                assert draw is None


@SEATS
def test_periods_lie_in_order(seats: int) -> None:
    """L10, L12: the first seven cards are of period 1, and each pack holds one period."""
    state = begun(seats)
    assert len(state.row) == 7
    one = {*cards_of(1, opus=True), *cards_of(1, opus=False)}
    assert set(state.row) <= one
    for period, pack in enumerate(state.packs, 1):
        here = {*cards_of(period, opus=True), *cards_of(period, opus=False)}
        assert set(pack) <= here
        lying = 7 if period == 1 else 0
        assert len(pack) == 16 - 2 * OUT[seats] - lying


@SEATS
def test_one_bonus_tile_of_the_period(seats: int) -> None:
    """L11, L12: one of three is turned up by chance; the others stay out unseen."""
    draw = next(draw for draw in draws(seats) if draw.supply == "bonus.1")
    assert len(draw.items) == 3
    assert draw.count == 1
    state = begun(seats)
    assert len(state.bonus) == 1
    assert EDITION.bonuses[state.bonus[0]].period == 1


def test_a_row_space_has_a_cost_for_each_kind_of_card() -> None:
    """L13: one for opus cards and another for memories."""
    assert [space.space for space in EDITION.row] == [1, 2, 3, 4, 5, 6, 7]
    assert any(space.opus_cost != space.memory_cost for space in EDITION.row)
    assert EDITION.row[6].memory_reward
    assert not EDITION.row[6].opus_reward


def test_composers_of_the_first_game() -> None:
    """L14, LR47: Eybler and Stadler, even in stored games that name nobody."""
    assert begun(3, composers="first").composers == ("eybler", "stadler")
    assert begun(3).composers == ("eybler", "stadler")
    for choice in LACRIMOSA.choices:
        if choice.key in {"composers", "composer"}:
            assert (choice.values[0], choice.newcomers) == ("random", "first")


def test_chosen_composers() -> None:
    """L14, L16, LR47: every ordered pair; the first is on the eighth-note side."""
    offered = next(choice for choice in LACRIMOSA.choices if choice.key == "composers")
    pairs = {f"{a}+{b}" for a in COMPOSERS for b in COMPOSERS if a != b}
    assert set(offered.values) == pairs | {"first", "random"}
    assert begun(2, composers="suessmayr+eybler").composers == ("suessmayr", "eybler")
    with pytest.raises(Illegal):
        LACRIMOSA.options(2, {"composers": "eybler+eybler"})


def test_random_composers() -> None:
    """L14, LR47: two of four are drawn."""
    draw = next(draw for draw in draws(2, composers="random") if draw.supply == "composers")
    assert (set(draw.items), draw.count) == (set(COMPOSERS), 2)
    assert len({begun(2, seed, composers="random").composers for seed in range(20)}) > 3


@pytest.mark.parametrize(
    ("seats", "dots"), [(1, {0, 3, 4}), (2, {0}), (3, {0, 3}), (4, {0, 3, 4})]
)
def test_composer_tiles_by_number_of_players(seats: int, dots: set[int]) -> None:
    """L15, L131, LR47: by their dots; solo uses all tiles of one composer."""
    state = begun(seats)
    tiles = [tile for stack in state.stacks for tile in stack]
    wanted = {
        tile.id
        for tile in EDITION.tables.composer_tile
        if tile.composer in state.composers and tile.dots in dots
    }
    assert set(tiles) == wanted
    assert len(tiles) == len(wanted)
    assert len(state.composers) == (1 if seats == 1 else 2)


@pytest.mark.parametrize("composer", COMPOSERS)
def test_stacks_are_sorted_by_cost(composer: str) -> None:
    """L16: for each composer and movement, with the cheapest on top."""
    for movement in EDITION.movements:
        stack = EDITION.stack(composer, movement, 4)
        assert stack
        costs = [EDITION.tiles[tile].cost for tile in stack]
        totals = [c.ducats + 3 * c.composition + 3 * c.finance for c in costs]
        assert all(a < b for a, b in pairwise(totals))


@SEATS
def test_one_constanze_card(seats: int) -> None:
    """L17, L130: one of five; the number of players sets how many spaces it covers."""
    draw = next(draw for draw in draws(seats) if draw.supply == "constanze")
    assert (len(draw.items), draw.count) == (5, 1)
    state = begun(seats)
    assert state.covers == EDITION.covered(state.card, seats)
    assert len(state.covers) == {1: 10, 2: 10, 3: 6, 4: 3}[seats]


@SEATS
def test_tiles_on_the_map(seats: int) -> None:
    """L18, L19: three courts and eight cities, gilded side down; the rest in stacks."""
    state = begun(seats)
    for lying in state.lying:
        kind = EDITION.places[lying.place].kind
        assert lying.tile in (EDITION.courts if kind == "court" else EDITION.cities)
        assert not lying.gilded
    assert [lying.place for lying in state.lying] == list(EDITION.places)
    assert (len(state.courts), len(state.cities), state.used) == (13, 7, ())


@SEATS
def test_boards(seats: int) -> None:
    """L20, L21: markers on their seven places, tracks on 2, funds on 2 ducats."""
    for owner in begun(seats).players:
        assert owner.markers == tuple(place.id for place in EDITION.player.instrument)
        assert owner.neutral
        assert owner.tracks == (2, 2, 2)
        assert owner.counters == (0, 0, 0)
        assert EDITION.player.finance[owner.finance].ducats == 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_player_is_random(seats: int) -> None:
    """L22: any seat."""
    draw = next(draw for draw in draws(seats) if draw.supply == "start")
    assert draw.items == tuple(map(str, range(seats)))
    state = begun(seats)
    assert decision(state).seat == state.first


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_money_and_points_in_turn_order(seats: int, seed: int) -> None:
    """L23, LR46: 10 and 0, 11 and 0, 10 and 1, 11 and 1 from the first player on."""
    state = begun(seats, seed)
    owners = [state.players[(state.first + n) % seats] for n in range(seats)]
    table = [(10, 0), (11, 0), (10, 1), (11, 1)]
    assert [(owner.ducats, owner.vp) for owner in owners] == table[:seats]


def test_equal_starts() -> None:
    """LR46: a table option gives everyone 10 ducats and no points."""
    state = begun(4, starts="equal")
    assert {(owner.ducats, owner.vp) for owner in state.players} == {(10, 0)}


@SEATS
def test_four_of_nine_starting_cards(seats: int) -> None:
    """L24: in hand, five in the deck, and the starting opus in front."""
    state = begun(seats)
    for seat, owner in enumerate(state.players):
        assert len(owner.hand) == 4
        assert sorted(owner.hand + owner.deck) == sorted(NINE)
        assert [held.id for held in owner.opus] == [EDITION.tables.starting_opus[seat].id]
    assert decision(state).prompt == ToLayExperience(1)
    assert state.round == 1


def test_chance_is_drawn_from_what_is_there() -> None:
    """L24: an outcome that is too small, too large or not in the supply is refused."""
    state = LACRIMOSA.start(LACRIMOSA.options(4, {}))
    draw = owed(state)
    for wrong in ((), ("nothing",), draw.items[: draw.count + 1]):
        with pytest.raises(Illegal) as caught:
            LACRIMOSA.drawn(state, wrong)
        assert caught.value.reason.code == "unknown_draw"
