"""Editions of Lacrimosa that a host could print: valid, and as odd as that allows.

Each is the house edition with other titles, ids, figures, rewards, roads and spaces. A random
game is played with it; its pictures must be drawable, and its texts must keep to every limit.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from hypothesis import strategies as st

from bot.interactions import limits
from bot.interactions.clicks import custom_id
from bot.screens.narrowing import Branch, first_step, step
from render.canvas import Canvas
from render.lacrimosa import presentation
from render.lacrimosa.pictures import board, hand, places
from render.presentation import Presentation
from render.words import Words
from rules import lacrimosa
from rules.contract import Decision, name
from rules.journal import Journal
from rules.lacrimosa.actions import BuyCounter, SellCounter
from rules.lacrimosa.edition_checks import LONGEST
from rules.lacrimosa.entry_checks import MOST_ITEMS, MOST_KV
from rules.lacrimosa.tile_checks import NEEDS
from tests.contract.games import CONTRACTS, set_up
from tests.contract.test_presentations import path, scene

WORDS: Final = Words("en")
EACH: Final = 12
"""Texts are checked every so many decisions, and pictures a third as often."""

MOST_TEXT: Final = 3_500
MOST_ALT: Final = 1_024
MOST_HINT: Final = 100

ODD: Final = (
    *("x", "W" * 40, "i" * 40, "Donaudampfschifffahrtsgesellschaft", "nb " * 13, "鎮魂歌" * 13),
    *("**bold** _it_ `code` ||spoiler||", "[a](https://example.org)", "@everyone <@1>", "# x"),
    *("\u202egnorw", "e\u0301" * 20, "Реквием", "رثاء", "🎻🦊" * 9, "a\u00a0b", "1.", "- - -"),
    *("{name} {0} %s", "„Die Zauberflöte“ (Ouvertüre) – II", "...", "\\"),
)
"""Titles and names, none of which is forbidden."""


# ---------------------------------------------------------------- printing


def printed(tables: dict[str, Any]) -> str:
    """Tables as TOML: each key on a line, with its value inline."""
    return "".join(f"{key} = {_value(value)}\n" for key, value in tables.items())


def _value(value: Any) -> str:
    match value:
        case dict():
            pairs = (f"{json.dumps(key)} = {_value(each)}" for key, each in value.items())
            return "{ " + ", ".join(pairs) + " }"
        case list():
            return "[" + ", ".join(map(_value, value)) + "]"
        case _:
            return json.dumps(value, ensure_ascii=False)


# ---------------------------------------------------------------- changing

_FIGURES: Final = st.one_of(st.integers(1, 12), st.sampled_from((1, 25, 99, 100, 999, 9_999)))
_GOODS: Final = ("ducats", "vp", "finance", "talent", "journey", "composition")
_TRACKS: Final = ("track.talent", "track.journey", "track.composition")
_GRANTS: Final = (
    *(f"action {each}" for each in ("document", "commission", "travel", "requiem", "sell")),
    *("action perform religious + ducats 7", "action sell opera + finance 2"),
)
_PER: Final = ("vp_per chamber 2", "vp_per religious 99")
_ACTIONS: Final = st.lists(
    st.sampled_from(("document", "commission", "perform_or_sell", "travel", "requiem")),
    min_size=1,
    max_size=6,
)


def _items(kinds: tuple[str, ...], most: int = 5) -> st.SearchStrategy[list[str]]:
    item = st.tuples(st.sampled_from(kinds), _FIGURES).map(lambda each: f"{each[0]} {each[1]}")
    return st.lists(item, max_size=most)


def _few(texts: tuple[str, ...], most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(texts), max_size=most)


_PLAIN: Final = _items((*_GOODS, *_TRACKS))
_WILD: Final = st.sampled_from(("wild 1", "wild 2", "wild 4", "track.wild 1", "track.wild 3"))
_SOME: Final = st.one_of(
    _PLAIN,
    st.tuples(_PLAIN, st.lists(_WILD, max_size=2)).map(
        lambda both: (both[0] + both[1])[:MOST_ITEMS]
    ),
    st.tuples(_PLAIN, _few(_PER, 2), _few(_GRANTS, 3)).map(
        lambda each: (each[0] + each[1] + each[2])[:MOST_ITEMS]
    ),
)
_EXPERIENCE: Final = _items(("ducats", *_TRACKS), 3)
_COURT: Final = _items(("ducats", "vp", "talent", "journey", "composition"))
_STORY: Final = _items(("talent", "journey", "composition", "vp"), 4)
_ANY_TEXT: Final = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=40
)
_TITLES: Final = st.one_of(st.sampled_from(ODD), _ANY_TEXT)
_LONG: Final = st.one_of(_TITLES, st.sampled_from(("W" * 60, "Ein sehr langer Titel, " * 2)))


@st.composite
def reprints(draw: st.DrawFn) -> bytes:
    """The text of an edition with a few entries of each kind changed."""
    tables = tomllib.loads(lacrimosa.HOUSE_TEXT)
    for change in draw(st.lists(st.sampled_from(_CHANGES), min_size=2, max_size=8)):
        change(draw, tables)
    return printed(tables).replace("\x7f", "").encode()


def _some(draw: st.DrawFn, entries: list[Any]) -> list[Any]:
    """A few of the entries, or all."""
    if draw(st.booleans()):
        return entries
    return [entries[draw(st.integers(0, len(entries) - 1))] for _ in range(3)]


def _titled(draw: st.DrawFn, tables: dict[str, Any]) -> None:
    for key in ("memory", "starting_memory"):
        for card in _some(draw, tables[key]):
            card["title"], card["title_en"] = draw(_LONG), draw(_LONG)
    for key in ("opus", "starting_opus"):
        for card in _some(draw, tables[key]):
            card["title"], card["kv"] = draw(_LONG), draw(_TITLES)[:MOST_KV]


def _named(draw: st.DrawFn, tables: dict[str, Any]) -> None:
    for each in _some(draw, tables["map"]["place"]):
        each["name"], each["name_en"] = draw(_TITLES), draw(_TITLES)
    for each in (*tables["requiem"]["movement"], *tables["composer"]):
        each["name"] = draw(_TITLES)


def _identified(draw: st.DrawFn, tables: dict[str, Any]) -> None:
    """Ids of up to the length that the names of actions allow."""
    for key, most in (("memory", 34), ("opus", 33), ("court", 60), ("city", 60)):
        for number, each in enumerate(tables[key]):
            each["id"] = f"{key[:2]}-{number}-".ljust(draw(st.integers(8, most)), "w")


def _rewarded(draw: st.DrawFn, tables: dict[str, Any]) -> None:
    for key in ("memory", "starting_memory"):
        for card in _some(draw, tables[key]):
            card["reward"], card["actions"] = draw(_EXPERIENCE), draw(_ACTIONS)
            card["story"] = draw(_STORY)
    for key, given in (("court", _COURT), ("city", _SOME)):
        for tile in _some(draw, tables[key]):
            tile["plain"] = draw(given)[: MOST_ITEMS - 1]
            tile["gilded"] = ["vp 1", *tile["plain"]]
    for tile in _some(draw, tables["composer_tile"]):
        tile["reward"] = draw(_SOME)
    for bonus in _some(draw, tables["period_bonus"]):
        bonus["reward"] = draw(_PLAIN)


def _uncovered(draw: st.DrawFn, tables: dict[str, Any]) -> None:
    """Rewards under the markers and along the row, which are gained before the cost is paid."""
    for each in tables["player_board"]["instrument"]:
        wild = draw(st.lists(_WILD, max_size=1))
        own = [text for text in each["reward"] if text == "neutral_marker"]
        each["reward"] = [*own, *draw(_items((*_GOODS, *_TRACKS), 2)), *wild]
    for each in tables["row"]:
        each["opus_reward"], each["memory_reward"] = draw(_PLAIN), draw(_PLAIN)
        for cost in (each["opus_cost"], each["memory_cost"]):
            cost["wild"], cost["ducats"] = draw(st.integers(0, 3)), draw(st.integers(0, 9))
            cost["talent"] = draw(st.integers(0, 2))


def _priced(draw: st.DrawFn, tables: dict[str, Any]) -> None:
    for card in _some(draw, tables["opus"]):
        card["cost"] = {"ducats": draw(_FIGURES), "talent": draw(st.integers(0, 9))}
        card["perform"] = {"talent": draw(st.integers(0, 3)), "ducats": draw(_FIGURES)}
        sell = {"talent": 0, "finance": draw(st.integers(0, 9)), "vp": draw(_FIGURES)}
        card["vp"], card["sell"] = draw(_FIGURES), sell
    for court in _some(draw, tables["court"]):
        court["vp"], court["cost"] = draw(_FIGURES), {"journey": draw(st.integers(0, 12))}
        court["needs"] = (court["needs"] * draw(st.integers(1, 2)))[:NEEDS]
    for movement in tables["requiem"]["movement"]:
        movement["vp_lower"] = draw(st.integers(0, 9_000))
        movement["vp_higher"] = movement["vp_lower"] + draw(st.integers(1, 900))


def _mapped(draw: st.DrawFn, tables: dict[str, Any]) -> None:
    """Places anywhere, even on top of each other, and more roads, expensive or free."""
    places = tables["map"]["place"]
    shares = st.sampled_from((0.0, 0.01, 0.5, 0.51, 1.0))
    for each in places:
        each["x"], each["y"] = draw(shares), draw(shares)
    known = {frozenset(road["between"]) for road in tables["map"]["road"]}
    ids = [each["id"] for each in places]
    for a, b in ((a, b) for a in ids for b in ids if a < b and frozenset((a, b)) not in known):
        if draw(st.integers(0, 5)) == 0:
            tables["map"]["road"].append({"between": [a, b], "ducats": 0})
    for road in tables["map"]["road"]:
        road["ducats"] = draw(st.sampled_from((0, 1, 2, 12, 120, 9_999)))


def _tracked(draw: st.DrawFn, tables: dict[str, Any]) -> None:
    own = tables["player_board"]
    own["story_track_max"] = draw(st.sampled_from((2, 3, 12, 40, 500)))
    for index in range(len(own["finance"]), draw(st.sampled_from((9, 14, 40)))):
        space = {"ducats": draw(_FIGURES), "wildcards": draw(st.integers(0, 3)), "vp": 1}
        own["finance"].append({"index": index, **space})


def _scarce(draw: st.DrawFn, tables: dict[str, Any]) -> None:
    """A different split of cards per period, fewer tiles than spaces, covers in any order."""
    for key in ("opus", "memory"):
        years = {card["period"]: card["year"] for card in tables[key]}
        for card in _some(draw, tables[key]):
            card["period"] = draw(st.sampled_from(sorted(years)))
            card["year"] = years[card["period"]]
    for tile in _some(draw, tables["composer_tile"]):
        tile["dots"] = draw(st.sampled_from((0, 3, 4)))
    for card in tables["constanze"]:
        card["players_4"], card["players_2"] = card["players_2"], card["players_4"]


_CHANGES: Final = (
    *(_titled, _named, _identified, _rewarded, _uncovered, _priced, _mapped, _tracked),
    _scarce,
)


# ---------------------------------------------------------------- what must hold


EXCHANGES: Final = (BuyCounter, SellCounter)
"""Actions that one payment needs thousands of, if an edition has prices in the thousands."""


def shown(raw: bytes) -> None:
    """Check that a game of a valid edition can be played, drawn and told within all limits."""
    try:
        edition = lacrimosa.load(raw.decode())
    except ValueError:
        return
    rng, look = Random(raw), presentation(edition)
    game = lacrimosa.game(edition)
    journal = Journal.start(game, set_up(game, rng.choice(game.seats)), rng)
    made = 0
    while journal.over is None:
        assert made < CONTRACTS["lacrimosa"].most, "the game does not end"
        decision = rng.choice(journal.decisions)
        if journal.number % EACH == 0:
            _told(look, journal, decision)
        if journal.number % (3 * EACH) == 0:
            _drawn(edition, look, journal, decision)
        listed = decision.asides if decision.asides and rng.random() < 0.1 else decision.options
        action = rng.choice(listed)
        made += not isinstance(action, EXCHANGES)
        journal = journal.move(decision.seat, action, rng)
    _drawn(edition, look, journal, None)


def _told(look: Presentation[Any], journal: Journal[Any, Any], decision: Decision) -> None:
    """Check every text that the deciding seat may read."""
    setting, seat = scene(journal.game, journal._state, journal.options.seats), decision.seat
    view = journal.view(seat)
    assert len(look.summary(view, setting, WORDS)) <= MOST_ALT
    for page in (*look.pages(view, setting, WORDS), look.hand_text(view, WORDS)):
        assert len(page) <= MOST_TEXT
    assert look.question(decision, view, WORDS)
    for branch in _branches(decision):
        label = look.label(branch.path, view, WORDS)
        assert 0 < len(label) <= limits.BUTTON_LABEL, label
        custom_id("pick", 10**12 - 1, seat, journal.number, branch.spelled, prefix="m1s")
    for action in (decision.options + decision.asides)[:12]:
        assert len(name(action)) <= LONGEST
        hint = look.hint(action, journal.price(seat, action), view, WORDS)
        assert len(hint) <= MOST_HINT, hint
    for action, reason in journal.blocked(seat)[:12]:
        assert len(look.label(path(action)[:2], view, WORDS)) <= limits.BUTTON_LABEL
        assert look.why(reason, WORDS)
    for event in journal.told(journal.number, seat):
        look.told(event, setting, WORDS)


def _branches(decision: Decision) -> Iterator[Branch]:
    """The branches of a panel's first step, and those after its first two choices."""
    steps = first_step(decision)
    yield from steps
    for branch in steps[:2]:
        if branch.action is None:
            yield from step(branch.actions, tuple(branch.spelled.split(".")))


def _drawn(
    edition: lacrimosa.Edition,
    look: Presentation[Any],
    journal: Journal[Any, Any],
    decision: Decision | None,
) -> None:
    """Check every picture of a position: none of its texts may be outside it."""
    setting = scene(journal.game, journal._state, journal.options.seats)
    view = journal.view(decision.seat if decision else None)
    canvases = [board.draw(edition, view, setting, WORDS)]
    if decision is None:
        assert len(look.scores(view, setting, WORDS).alt) <= MOST_ALT
    else:
        canvases += hand.draw(edition, view, setting, WORDS)
        for branch in first_step(decision):
            drawn = places.draw(edition, view, branch.path[:1], branch.actions, WORDS)
            canvases += [drawn] if drawn else []
            alt = look.places(view, branch.path[:1], branch.actions, WORDS) if drawn else None
            assert alt is None or len(alt.alt) <= MOST_ALT
    for canvas in canvases:
        assert not (found := _outside(canvas)), found


def _outside(canvas: Canvas) -> list[str]:
    wide, high = canvas.size
    return [
        written.text
        for written in canvas.written
        if not (0 <= written.box[0] <= written.box[2] <= wide)
        or not (0 <= written.box[1] <= written.box[3] <= high)
    ]
