"""Editions with an entry that contradicts the rulebook: one line names entry and rule."""

from __future__ import annotations

import pytest

from rules.lacrimosa import HOUSE_TEXT
from tests.lacrimosa.altered import changed, complaint, doubled, edited, moved, without

ENTRIES = [
    (without("opus-k50"), "opus: 45 entries, the game has 46 opus cards"),
    (without("memory-star"), "memory: 33 entries, the game has 34"),
    (without("start-memory-1"), "starting_memory: 8 entries"),
    (without("start-opus-k1a"), "starting_opus: 3 entries"),
    (without("court-types-1"), "court: 15 entries"),
    (without("city-oper"), "city: 14 entries"),
    (without("bonus-1-travel"), "period_bonus: 14 entries"),
    (without("eybler-kyrie-1"), "composer_tile: 59 entries"),
    (without("soloist-3"), "soloist: 10 entries"),
    (without("constanze-3"), "constanze: 4 entries"),
    (without("berlin"), "map.place: 10 entries"),
    (doubled("opus-k50"), "opus: 47 entries"),
    (changed("opus-k50", '"opus-k50"', '"opus-k16"'), "opus opus-k16: this id stands twice"),
    (changed("opus-k50", '"opus-k50"', '"memory-star"'), "memory-star: this id stands twice"),
    (changed("city-oper", '"city-oper"', '"court-types-1"'), "court-types-1: this id stands"),
    (changed("city-oper", '"city-oper"', '"Oper am Platz"'), "city 'Oper am Platz': an id is"),
    (
        changed("sequentia", '"sequentia.strings-2"', '"sequentia.strings-1"'),
        "requiem space sequentia.strings-1: this id stands twice",
    ),
    (edited("space = 3", "space = 4"), "row 3: space is 4, entries are numbered in order"),
    (changed("berlin", "number = 4", "number = 5"), "map.place 4: number is 5"),
    (changed("opus-k50", 'title = "', 'title = "  " # "'), "opus opus-k50: '  ' is no title"),
    (changed("opus-k50", 'title = "', r'title = "\u200b" # "'), "is no title to read in one"),
    (changed("berlin", 'name = "Berlin"', r'name = "Ber\nlin"'), r"'Ber\nlin' is no name"),
    (changed("opus-k50", 'kv = "', r'kv = "\t'), "opus opus-k50: kv"),
    (
        changed("opus-k50", 'title = "', f'title = "{"W" * 60}'),
        "opus-k50: a title of 81 letters",
    ),
    (
        changed("berlin", 'name = "Berlin"', f'name = "{"W" * 41}"'),
        "berlin: a name of 41 letters",
    ),
    (changed("opus-k50", 'kv = "', f'kv = "{"9" * 20}'), "kv has 22 letters, at most 20"),
    (
        changed("memory-star", "actions = [", "actions = [" + '"travel", ' * 7),
        "actions, at most 6",
    ),
    (
        changed("memory-star", "reward = [", "reward = [" + '"vp 1", ' * 7),
        "memory memory-star: 8 items, at most 6 in a reward",
    ),
    (
        changed("memory-star", "story = [", "story = [" + '"vp 1", ' * 7),
        "items, at most 6 in a story",
    ),
    (
        edited("printing = 2", "printing = 0"),
        "printing: it is 0, printings are numbered from 1",
    ),
    (changed("opus-k50", "vp = 3", "vp = -3"), "opus opus-k50: vp is negative"),
    (
        changed("opus-k50", "talent = 2, ducats = 1", "talent = 2, ducats = -1"),
        "opus opus-k50.cost: ducats is negative",
    ),
    (
        changed("kyrie", "vp_lower = 1", "vp_lower = 3"),
        "kyrie: vp_higher is not above vp_lower",
    ),
    (
        changed("city-goenner", "ducats 5", "dukaten 5"),
        "city city-goenner plain: 'dukaten 5' is no reward",
    ),
    (
        changed("city-oper", '"vp 3", "action perform"', '"action perform", "vp 3"'),
        "city city-oper gilded: 'vp 3' stands after an action; goods are gained first",
    ),
    (
        changed("city-tagebuch", '"action document"', '"action document opera"'),
        "city city-tagebuch plain: document takes no type of opus",
    ),
    (
        changed("city-tagebuch", '"action document"', '"action document + vp 1"'),
        "adds a bonus to an action other than perform or sell",
    ),
    (
        changed("city-goenner", "ducats 5", "neutral_marker"),
        "'neutral_marker' cannot be gained",
    ),
    (
        edited('memory_reward = ["ducats 1"]', 'memory_reward = ["action travel"]'),
        "row 7: 'action travel' cannot be gained here",
    ),
    (
        edited('memory_reward = ["ducats 1"]', 'memory_reward = ["wild 1"]'),
        "row 7: 'wild 1' leaves a choice, which is not possible here",
    ),
    (
        changed("board.voice-2", '"wild 1"', '"wild 1", "track.wild 1"'),
        "player_board.instrument board.voice-2: more than one wildcard item",
    ),
    (
        changed("bonus-1-travel", "vp 1", "action travel"),
        "period_bonus bonus-1-travel: 'action travel' cannot be gained here",
    ),
    (
        changed("start-memory-1", "talent 1", "track.talent 1"),
        "memory start-memory-1: story 'track.talent 1' is neither points of a kind nor vp",
    ),
    (
        changed("start-memory-1", "talent 1", "wild 1"),
        "memory start-memory-1: story 'wild 1' is neither points of a kind nor vp",
    ),
    (
        changed("start-memory-1", "talent 1", "genius 1"),
        "memory start-memory-1: 'genius 1' is no reward",
    ),
    (
        changed("eybler-sequentia-1", "track.journey 1", "track.wild 1"),
        "composer_tile eybler-sequentia-1: 'track.wild 1' is no repeating reward",
    ),
    (
        changed("court-types-1", "journey = 2", "journey = 2, ducats = 1"),
        "court court-types-1: a cost in ducats, only journey can be asked",
    ),
    (
        changed("eybler-kyrie-1", "composition = 1", "talent = 1"),
        "eybler-kyrie-1: a cost in talent, only composition, ducats, finance can be asked",
    ),
    (
        changed("memory-star", '"document"', '"applause"'),
        "memory memory-star: 'applause' is no action",
    ),
    (changed("memory-star", '["document"]', "[]"), "memory memory-star: no action"),
    (changed("opus-k50", '"opera"', '"ballet"'), "opus opus-k50: type 'ballet' is none of"),
    (
        changed("start-opus-k1a", "year = 1761", 'year = 1761\ntype = "opera"'),
        "starting_opus start-opus-k1a: a starting opus has no type",
    ),
    (
        changed("start-memory-1", "reward = []", "reward = []\nperiod = 1"),
        "starting_memory start-memory-1: a starting card has no period",
    ),
    (
        changed("bonus-1-travel", 'action = "travel"', 'action = "walk"'),
        "period_bonus bonus-1-travel: 'walk' is no action",
    ),
    (
        changed("opus-k50", "period = 1", "period = 6"),
        "opus opus-k50: there is no period 6",
    ),
    (
        moved("memory", 4, 5, 1791, keep=1),
        "period 4: 1 memory cards, at least 2",
    ),
    (
        changed("memory-star", "reward = [", 'reward = ["action travel", '),
        "memory memory-star: 'action travel' cannot be gained here",
    ),
    (
        changed("start-memory-1", "talent 1", "action travel"),
        "memory start-memory-1: story 'action travel' is neither points of a kind nor vp",
    ),
    (
        changed("court-movements-4", '"ducats 2"', '"action travel"'),
        "court court-movements-4 gilded: 'action travel' cannot be gained here",
    ),
    (
        changed("court-movements-4", '"wild 1"', '"track.wild 1"'),
        "court court-movements-4 plain: 'track.wild 1' cannot be gained here",
    ),
    (
        changed("bonus-1-travel", "period = 1", "period = 2"),
        "period 1: 2 bonus tiles, it has 3",
    ),
    (
        changed("bonus-1-travel", "1761-1772", "1761-1773"),
        "period_bonus bonus-1-travel: dates '1761-1773' are not its period's",
    ),
    (
        HOUSE_TEXT.replace("1761-1772", "1761-1773"),
        "period_bonus: period 2 begins before period 1 has ended",
    ),
    (changed("opus-k50", "1768", "1773"), "opus opus-k50: year 1773 is outside period 1"),
    (
        changed("memory-star", "track.wild 2", "track.wild 10"),
        "memory memory-star: 'track.wild 10' has more than 9 wildcards",
    ),
]


@pytest.mark.parametrize(("text", "rule"), ENTRIES, ids=[rule for _, rule in ENTRIES])
def test_single_entries(text: str, rule: str) -> None:
    """L4, L5, L60, L75, L88, L103, LR13: counts, ids, grammar, costs, periods."""
    assert rule in complaint(text)


ROAD = 'between = ["wien", "praha"]\nducats = 1\n'
