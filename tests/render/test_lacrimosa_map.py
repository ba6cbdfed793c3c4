"""Lacrimosa's map: every amount of a tile is drawn, and nothing covers anything else."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from msgspec.structs import replace

from render.canvas import Box, Canvas
from render.lacrimosa.pictures import journeys, tokens
from render.lacrimosa.theme import THEME
from rules.lacrimosa import HOUSE_TEXT, Edition, effects
from rules.lacrimosa.grammar import Cost
from rules.lacrimosa.state import Lying
from tests.render.test_lacrimosa_pictures import position

EDITION = Edition(HOUSE_TEXT)
DUCATS = 5
"""What the roads to a place cost, as a part of the price of a whole journey."""


def lying(where: str) -> list[Lying]:
    """Every tile that can lie at a place, on both sides."""
    court = EDITION.places[where].kind == "court"
    kind = EDITION.courts if court else EDITION.cities
    return [Lying(where, tile, gilded) for tile in kind for gilded in (False, True)]


def widest(where: str) -> Box:
    """The box that holds any tile of a place."""
    boxes = [
        journeys.extent(EDITION, each, roads) for each in lying(where) for roads in (0, DUCATS)
    ]
    left, top, right, low = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(low)


def apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize("where", sorted(EDITION.places))
@pytest.mark.parametrize("roads", [0, DUCATS])
def test_every_amount_of_a_tile_is_drawn(where: str, roads: int) -> None:
    """Even a 1, and even where many amounts are side by side."""
    for each in lying(where):
        canvas = Canvas((800, 900), THEME)
        view = replace(position("turn").view, lying=(each,))
        reached = {where: roads}
        journeys.draw(canvas, EDITION, view, changed=frozenset(), reached=reached)
        tile = effects.tile(EDITION, each)
        cost = tokens.of_cost(tile.cost.plus(Cost(ducats=roads)))
        gain = tokens.of_reward(effects.reward(EDITION, each))
        assert all(token.text for token in cost), "no amount without its number"
        wanted = Counter(token.text for token in (*cost, *gain) if token.text)
        drawn = Counter(written.text for written in canvas.written)
        assert wanted <= drawn, (each, drawn)
        assert "…" not in drawn


def test_no_tile_lies_on_another_or_on_the_cost_of_a_road() -> None:
    boxes = {where: widest(where) for where in EDITION.places}
    for one, other in combinations(boxes, 2):
        assert apart(boxes[one], boxes[other]), (one, other)
    for road in EDITION.tables.map.road:
        x, y = journeys._disc(EDITION, road.between)
        for where, box in boxes.items():
            assert apart(box, (x - 13, y - 13, x + 13, y + 13)), (where, road.between)
