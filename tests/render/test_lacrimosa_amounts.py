"""Lacrimosa's amounts in words: the rewards, costs and income of every component."""

from itertools import pairwise

import pytest

from render.lacrimosa.words import amounts
from render.words import Words
from rules.lacrimosa.grammar import Cost
from tests.render.lacrimosa_samples import EDITION
from tests.render.languages import EN


def test_performances_and_sales() -> None:
    opera, symphony = EDITION.opus["opus-k50"], EDITION.opus["opus-k16"]
    assert amounts.performance(opera, EN) == "perform: 1 Talent → 5 ducats"
    assert amounts.performance(symphony, EN) == "perform: free → 2 ducats"
    assert amounts.sale(opera, EN) == "sell: 1 Talent → 2 VP, +1 finance step"
    assert amounts.sale(symphony, EN) == "sell: 1 Talent → 2 VP"


@pytest.mark.parametrize(
    ("texts", "spelled"),
    [
        ((), "nothing"),
        (("ducats 1",), "1 ducat"),
        (("ducats 2", "vp 1"), "2 ducats, 1 VP"),
        (("talent 1",), "1 Talent counter"),
        (("track.talent 1",), "1 Talent step"),
        (("wild 2",), "2 Wildcard counters"),
        (("track.wild 1",), "1 Wildcard step"),
        (("finance 2",), "+2 finance steps"),
        (("action travel",), "then Travel"),
        (("action perform opera",), "then Perform (Opera)"),
        (("action document + vp 1",), "then Document, plus 1 VP"),
        (
            ("action sell religious + finance 2",),
            "then Sell (Religious Music), plus +2 finance steps",
        ),
        (("vp_per chamber 2",), "2 VP for each Opus (Chamber Music)"),
        (("neutral_marker",), "neutral marker"),
    ],
)
def test_rewards(texts: tuple[str, ...], spelled: str) -> None:
    assert amounts.reward(texts, EN) == spelled


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("track.journey 1", "1 Journey each round"),
        ("opus.opera 2", "2 VP per Opera action"),
        ("repeat requiem", "repeats Requiem"),
    ],
)
def test_repeating_rewards(text: str, spelled: str) -> None:
    assert amounts.repeat(text, EN) == spelled


def test_costs() -> None:
    everything = Cost(1, 2, 3, 4, 1, 2)
    spelled = "1 ducat, 2 Talent, 3 Journey, 4 Composition, 1 Wildcard, 2 finance steps down"
    assert amounts.cost(everything, EN) == spelled
    assert amounts.cost(Cost(), EN) == "free"


def test_the_bottom_of_a_memory_is_x_tracks() -> None:
    assert amounts.story(("talent 2", "vp 1"), EN) == "2 Talent, 1 VP"


def test_every_component_can_be_spelled(words: Words) -> None:
    for tile in EDITION.tiles.values():
        assert amounts.reward(tile.reward, words)
        assert amounts.cost(tile.cost, words)
        assert tile.repeat is None or amounts.repeat(tile.repeat, words)
    sides = [(each.plain, each.gilded) for each in EDITION.tables.court]
    sides += [(each.plain, each.gilded) for each in EDITION.tables.city]
    for plain, gilded in sides:
        assert amounts.reward(plain, words)
        assert amounts.reward(gilded, words)
    for space in EDITION.player.finance:
        assert amounts.income(space, words)
    rising = [amounts.income(space, EN) for space in EDITION.player.finance]
    assert all(a != b for a, b in pairwise(rising))
