"""Rules that an edition's entries keep one by one: counts, ids, grammar, periods.

`rules.lacrimosa.edition_checks` runs them first, as rules that join several entries can
only be checked once those are sound.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any, Final, TypeAlias
from unicodedata import category

import msgspec

from rules.contract import tag_of
from rules.lacrimosa import grammar
from rules.lacrimosa.catalogue import ROUNDS, ROW, Edition, Tile
from rules.lacrimosa.grammar import ACTIONS, TYPES, WILD, Cost, Good, Points

Faults: TypeAlias = Iterator[str]

COUNTS: Final = (
    ("row", ROW, "spaces of the card row"),
    ("map.place", 11, "places"),
    ("requiem.movement", 5, "movements"),
    ("constanze", 5, "Constanze cards"),
    ("player_board.instrument", 7, "instrument places"),
    ("starting_memory", 9, "starting memory cards"),
    ("memory", 34, "memory cards"),
    ("starting_opus", 4, "starting opus cards"),
    ("opus", 46, "opus cards"),
    ("period_bonus", 15, "bonus tiles"),
    ("court", 16, "court tiles"),
    ("city", 15, "city tiles"),
    ("composer", 4, "composers"),
    ("composer_tile", 60, "composer tiles"),
    ("soloist", 11, "soloist cards"),
)
"""How many entries each table holds (L4, L5, L6)."""

LEAST: Final = 2
"""The fewest opus cards, and memory cards, of a period: two players remove 2 of each (L9)."""

MOST: Final = 9_999
"""The highest figure: years are the highest, and wildcards are spelled out one by one."""

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MOST_TITLE, MOST_NAME, MOST_KV = 60, 40, 20
"""The most letters of card titles, of other names, of numbers in the catalogue of works."""

MOST_WILD: Final = 9
"""The most wildcards in one item of a reward: someone chooses the kind of each."""

MOST_ITEMS: Final = 6
"""The most items in a reward, and actions on a card: pages of words have limited space."""

_BREAKS: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode categories of characters that end a line or control something."""

_DATES: Final = re.compile(r"(\d{4})-(\d{4})")

# Groups of tables whose ids must all differ, as the engine looks them up together.
_SHARED: Final = (
    ("starting_memory", "memory", "starting_opus", "opus"),
    ("court", "city"),
    ("map.place",),
    ("requiem.movement",),
    ("constanze",),
    ("player_board.instrument",),
    ("period_bonus",),
    ("composer",),
    ("composer_tile",),
    ("soloist",),
)


def _table(edition: Edition, path: str) -> tuple[Any, ...]:
    found: Any = edition.tables
    for part in path.split("."):
        found = getattr(found, part)
    return tuple(found)


# ---------------------------------------------------------------- single entries


def _counts(edition: Edition) -> Faults:
    for path, count, what in COUNTS:
        has = len(_table(edition, path))
        if has != count:
            yield f"{path}: {has} entries, the game has {count} {what}"


def _ids(edition: Edition) -> Faults:
    spaces = [space.id for movement in edition.movements.values() for space in movement.spaces]
    for group in _SHARED:
        entries = [(path, entry.id) for path in group for entry in _table(edition, path)]
        for path, id_ in entries:
            pattern = id_.removeprefix("board.") if path.startswith("player") else id_
            if not _ID.fullmatch(pattern):
                yield f"{path} {id_!r}: an id is written in small letters, digits and hyphens"
        yield from _doubled(entries)
    yield from _doubled(("requiem space", id_) for id_ in spaces)


def _doubled(entries: Iterable[tuple[str, str]]) -> Faults:
    seen: set[str] = set()
    for path, id_ in entries:
        if id_ in seen:
            yield f"{path} {id_}: this id stands twice"
        seen.add(id_)


def _numbers(edition: Edition) -> Faults:
    tables = edition.tables
    if tables.printing < 1:
        yield f"printing: it is {tables.printing}, printings are numbered from 1"
    columns = (
        ("row", "space", [each.space for each in tables.row], 1),
        ("map.place", "number", [each.number for each in tables.map.place], 1),
        ("requiem.movement", "number", [m.number for m in tables.requiem.movement], 1),
        ("player_board.finance", "index", [f.index for f in edition.player.finance], 0),
        ("player_board.instrument", "index", [i.index for i in edition.player.instrument], 1),
        ("soloist", "number", [card.number for card in tables.soloist], 1),
    )
    for path, field, numbers, first in columns:
        for at, number in enumerate(numbers, first):
            if number != at:
                yield f"{path} {at}: {field} is {number}, entries are numbered in order"
                break


def _amounts(edition: Edition) -> Faults:
    """No figure is negative or huge; VP that the final count compares are in order."""
    for path, what, figure in _figures(msgspec.to_builtins(edition.tables), ""):
        if figure < 0:
            yield f"{path}: {what} is negative"
        elif figure > MOST:
            yield f"{path}: {what} is more than {MOST}"
    for movement in edition.tables.requiem.movement:
        if movement.vp_higher <= movement.vp_lower:
            yield f"requiem.movement {movement.id}: vp_higher is not above vp_lower"


def _figures(value: object, path: str) -> Iterator[tuple[str, str, float]]:
    """Every figure below a path, with its entry and field."""
    if isinstance(value, dict):
        named = f"{path} {value['id']}" if "id" in value else path
        for key, inner in value.items():
            if isinstance(inner, int | float):
                yield named or key, key, inner
            else:
                yield from _figures(inner, f"{named}.{key}" if named else str(key))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _figures(inner, path)


def _titles(edition: Edition) -> Faults:
    """Text on buttons is visible, is one line, and is not too long."""
    tables = edition.tables
    entries = (
        ("memory", (*tables.starting_memory, *tables.memory), "title"),
        ("opus", (*tables.starting_opus, *tables.opus), "title"),
        ("map.place", tables.map.place, "name"),
        ("requiem.movement", tables.requiem.movement, "name"),
        ("composer", tables.composer, "name"),
    )
    for path, of, field in entries:
        for each in of:
            text = getattr(each, field)
            seen = any(sign.isprintable() and not sign.isspace() for sign in text)
            if not seen or any(category(sign) in _BREAKS for sign in text):
                yield f"{path} {each.id}: {text!r} is no {field} to read in one line"
            most = MOST_TITLE if field == "title" else MOST_NAME
            if len(text) > most:
                yield f"{path} {each.id}: a {field} of {len(text)} letters, at most {most}"
    for opus in (*tables.starting_opus, *tables.opus):
        if any(category(sign) in _BREAKS for sign in opus.kv):
            yield f"opus {opus.id}: kv {opus.kv!r} is not one line"
        if len(opus.kv) > MOST_KV:
            yield f"opus {opus.id}: kv has {len(opus.kv)} letters, at most {MOST_KV}"


# ---------------------------------------------------------------- rewards and costs

_GOODS: Final = frozenset({"ducats", "vp", "finance", "counter", "track"})
_ANY: Final = _GOODS | {"grant", "per_opus"}
_EXPERIENCE: Final = frozenset({"ducats", "track"})
"""What the top of a memory card may give (L34)."""

_COURT: Final = frozenset({"ducats", "vp", "counter"})
"""What a court tile may give at once; only city tiles may also grant actions."""


def _kind(item: grammar.Item) -> str:
    """The kind of a reward's item, as the sets of what can be gained name it."""
    match item:
        case Good(what):
            return what
        case Points(track=track):
            return "track" if track else "counter"
        case _:
            return tag_of(item)


def _rewards(edition: Edition) -> Faults:
    """Every reward can be read, and holds nothing that its place cannot give."""
    tables = edition.tables
    for space in tables.row:
        for texts in (space.opus_reward, space.memory_reward):
            yield from _reward(f"row {space.space}", texts, _GOODS, wild=False)
    for place in edition.player.instrument:
        allowed = _GOODS | {"neutral"}
        yield from _reward(f"player_board.instrument {place.id}", place.reward, allowed)
        if sum("wild" in text for text in place.reward) > 1:
            yield f"player_board.instrument {place.id}: more than one wildcard item"
    for card in (*tables.starting_memory, *tables.memory):
        yield from _reward(f"memory {card.id}", card.reward, _EXPERIENCE)
        yield from _story(card.id, card.story)
    for bonus in tables.period_bonus:
        yield from _reward(f"period_bonus {bonus.id}", bonus.reward, _GOODS)
    for kind, tiles, given in (("court", tables.court, _COURT), ("city", tables.city, _ANY)):
        for tile in tiles:
            yield from _reward(f"{kind} {tile.id} plain", tile.plain, given)
            yield from _reward(f"{kind} {tile.id} gilded", tile.gilded, given)
    for hired in tables.composer_tile:
        yield from _reward(f"composer_tile {hired.id}", hired.reward, _ANY)
        yield from _repeat(hired)


def _reward(
    entry: str, texts: tuple[str, ...], allowed: frozenset[str], *, wild: bool = True
) -> Faults:
    if len(texts) > MOST_ITEMS:
        yield f"{entry}: {len(texts)} items, at most {MOST_ITEMS} in a reward"
    granted = False
    for text in texts:
        try:
            item = grammar.item(text)
        except ValueError as error:
            yield f"{entry}: {error}"
            continue
        if _kind(item) not in allowed:
            yield f"{entry}: {text!r} cannot be gained here"
        elif isinstance(item, Points) and item.kind == WILD and not wild:
            yield f"{entry}: {text!r} leaves a choice, which is not possible here"
        elif isinstance(item, Points) and item.kind == WILD and item.amount > MOST_WILD:
            yield f"{entry}: {text!r} has more than {MOST_WILD} wildcards"
        elif isinstance(item, grammar.Grant):
            granted = True
            shows = item.action in {"perform", "sell", "perform_or_sell"}
            if item.bonus and not shows:
                yield f"{entry}: {text!r} adds a bonus to an action other than perform or sell"
        elif granted:
            yield f"{entry}: {text!r} stands after an action; goods are gained first"


def _story(card: str, texts: tuple[str, ...]) -> Faults:
    """The bottom of a memory card gives story points of the three kinds and VP (L103)."""
    if len(texts) > MOST_ITEMS:
        yield f"memory {card}: {len(texts)} items, at most {MOST_ITEMS} in a story"
    for text in texts:
        try:
            item = grammar.item(text)
        except ValueError as error:
            yield f"memory {card}: {error}"
            continue
        points = isinstance(item, Points) and item.kind != WILD and not item.track
        if not points and not (isinstance(item, Good) and item.what == "vp"):
            yield f"memory {card}: story {text!r} is neither points of a kind nor vp"


def _repeat(tile: Tile) -> Faults:
    if tile.repeat is not None:
        try:
            grammar.repeat(tile.repeat)
        except ValueError as error:
            yield f"composer_tile {tile.id}: {error}"


def _costs(edition: Edition) -> Faults:
    """What a cost may take, by the kind of component (L56, L75, L88)."""
    tables = edition.tables
    allowed: tuple[tuple[str, tuple[Any, ...], frozenset[str]], ...] = (
        ("opus", tables.opus, frozenset({"ducats", "talent"})),
        ("court", tables.court, frozenset({"journey"})),
        ("city", tables.city, frozenset({"journey", "talent"})),
        (
            "composer_tile",
            tables.composer_tile,
            frozenset({"ducats", "composition", "finance"}),
        ),
    )
    for path, entries, kinds in allowed:
        for entry in entries:
            amounts = msgspec.structs.asdict(entry.cost)
            paid = {kind for kind, amount in amounts.items() if amount}
            for kind in sorted(paid - kinds):
                yield f"{path} {entry.id}: a cost in {kind}, only {_list(kinds)} can be asked"


def _list(words: Iterable[str]) -> str:
    return ", ".join(sorted(words))


# ---------------------------------------------------------------- cards


def _cards(edition: Edition) -> Faults:
    tables = edition.tables
    for memory in (*tables.starting_memory, *tables.memory):
        yield from _known(f"memory {memory.id}", memory.actions, ACTIONS, "action")
        if not memory.actions:
            yield f"memory {memory.id}: no action"
        if len(memory.actions) > MOST_ITEMS:
            yield f"memory {memory.id}: {len(memory.actions)} actions, at most {MOST_ITEMS}"
    for opus in tables.opus:
        if opus.type not in TYPES:
            yield f"opus {opus.id}: type {opus.type!r} is none of {_list(TYPES)}"
    for opus in tables.starting_opus:
        if opus.type is not None or opus.period or opus.cost != Cost() or opus.vp:
            yield f"starting_opus {opus.id}: a starting opus has no type, period, cost or vp"
    for card in tables.starting_memory:
        if card.period:
            yield f"starting_memory {card.id}: a starting card has no period"
    for bonus in tables.period_bonus:
        yield from _known(f"period_bonus {bonus.id}", (bonus.action,), ACTIONS, "action")


def _known(entry: str, words: Iterable[str], known: Iterable[str], what: str) -> Faults:
    every = set(known)
    for word in words:
        if word not in every:
            yield f"{entry}: {word!r} is no {what} ({_list(every)})"


def _periods(edition: Edition) -> Faults:
    """Cards for each period, three bonus tiles, and years inside the period's dates."""
    tables = edition.tables
    bonuses = Counter(bonus.period for bonus in tables.period_bonus)
    for path, cards in (("opus", tables.opus), ("memory", tables.memory)):
        counts = Counter(card.period for card in cards)
        for period in range(1, ROUNDS + 1):
            if counts[period] < LEAST:
                yield f"period {period}: {counts[period]} {path} cards, at least {LEAST}"
        for card in cards:
            if not 1 <= card.period <= ROUNDS:
                yield f"{path} {card.id}: there is no period {card.period}"
    for period in range(1, ROUNDS + 1):
        if bonuses[period] != len(tables.period_bonus) // ROUNDS:
            yield f"period {period}: {bonuses[period]} bonus tiles, it has 3"
    dates = _dates(edition)
    for bonus in tables.period_bonus:
        if not _DATES.fullmatch(bonus.dates) or dates.get(bonus.period) != bonus.dates:
            yield f"period_bonus {bonus.id}: dates {bonus.dates!r} are not its period's"
    for before, after in pairwise(sorted(dates)):
        if dates[before][5:] >= dates[after][:4]:
            yield f"period_bonus: period {after} begins before period {before} has ended"
    for path, cards in (("opus", tables.opus), ("memory", tables.memory)):
        for card in cards:
            first, _, last = dates.get(card.period, "").partition("-")
            if first and not first <= str(card.year) <= last:
                yield f"{path} {card.id}: year {card.year} is outside period {card.period}"


def _dates(edition: Edition) -> dict[int, str]:
    """The dates of each period, as its first bonus tile gives them."""
    dates: dict[int, str] = {}
    for bonus in edition.tables.period_bonus:
        dates.setdefault(bonus.period, bonus.dates)
    return dates


ENTRIES: Final[tuple[Callable[[Edition], Faults], ...]] = (
    _counts,
    _ids,
    _numbers,
    _amounts,
    _titles,
    _rewards,
    _costs,
    _cards,
    _periods,
)
"""The checks of single entries, in the order in which their faults are reported."""
