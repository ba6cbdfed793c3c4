"""What distinguishes the choices of a step in Florence, where their prices do not."""

from __future__ import annotations

from typing import Final

from render.florence.words.coach.wishes import VALUES, face_up, has, having, lovers
from render.florence.words.names import named
from render.florence.words.room import room
from render.lengths import HINT, clipped_after
from render.words import Words
from rules.contract import Action
from rules.florence import works
from rules.florence.catalogue import (
    BUILDERS_MOST,
    BUILDING_COST,
    LANDSCAPES,
    PRESTIGE_BUILDER,
    PRESTIGE_LANDSCAPE,
    VALUE_CARD,
    VALUE_JESTER,
    VALUE_LANDSCAPE,
)
from rules.florence.principality import cells
from rules.florence.state import Player
from rules.florence.view import View

_EACH: Final = 2
"""How many Works a line has room for with their values before and after."""


def detail(
    path: tuple[object, ...],
    actions: tuple[Action, ...],
    view: View,
    words: Words,
    longest: int | None = HINT,
) -> str:
    """Size, places left, what the viewer's professions gain, room; at most `longest` long."""
    match path:
        case ("build", str() as kind):
            size = words("florence.hint.size", len(cells(kind, 0)))
            parts = [gain(kind, view, words), size, _places(actions, words)]
        case ("freedom", str() as freedom):
            parts = [
                gain(freedom, view, words),
                words("florence.hint.left", view.freedoms[freedom]),
            ]
        case ("build" | "place", _, int()):
            # A single place is described once, with its square.
            left = room(actions, view, words) if len(actions) > 1 else ""
            parts = [_places(actions, words), left]
        case ("build" | "place", _, int(), int()):
            parts = [room(actions, view, words)]
        case _:
            parts = []
    return clipped_after(in_row(parts, words), longest)


def in_row(parts: list[str], words: Words) -> str:
    """The parts that say something, in one line."""
    text = ""
    for part in filter(None, parts):
        text = words("hint.joined", first=text, second=part) if text else part
    return text


def gain(thing: str, view: View, words: Words) -> str:
    """Which professions in the viewer's hand would gain from a thing (F56)."""
    if view.viewer is None:
        return ""
    player = view.seats[view.viewer].player
    cards = _gaining(thing, player)
    if len(cards) > _EACH:
        listed = words.listed(named(card, words) for card in cards)
        return words("florence.hint.gain", points=VALUES[thing], cards=listed)
    return _rises(cards, thing, player, view.minimum, words) if cards else ""


def _gaining(thing: str, player: Player) -> tuple[str, ...]:
    """The professions in hand that love a thing; a second one adds nothing."""
    return () if has(player, thing) else lovers(player.hand, thing)


def _rises(
    cards: tuple[str, ...], thing: str, player: Player, minimum: int, words: Words
) -> str:
    """What Works could reach with all Bonus cards in hand, now and then, and need now (F61)."""
    after = having(player, thing)
    rises = [
        words(
            "florence.hint.rise",
            card=named(card, words),
            before=works.reach(player, card),
            after=works.reach(after, card),
        )
        for card in cards
    ]
    return words("florence.hint.rises", cards=words.row(rises), minimum=minimum)


def item(lot: str, view: View, words: Words) -> list[str]:
    """What an item does or gains, how many are left and owned, and its prices so far."""
    parts = [
        *_purpose(lot, view, words),
        words("florence.hint.left", left(view, lot)),
        _with_bonus(lot, view, words),
        _prices(lot, view, words),
        _owned(lot, view, words),
    ]
    return list(dict.fromkeys(parts))


def item_gains(lot: str, view: View, words: Words) -> list[str]:
    """What an item gains the viewer, without what it could do for others or later."""
    bonus = _with_bonus(lot, view, words)
    if lot not in LANDSCAPES:
        card = "florence.hint.card"  # it counts as one, and so does the card it takes (F49)
        more = words(card, points=VALUE_CARD) if lot == "recruiting" else ""
        return [*_purpose(lot, view, words), more, bonus]
    own = None if view.viewer is None else view.seats[view.viewer]
    again = own is not None and works.owned(own.player, lot)
    further = words("florence.lot.landscape.again", points=PRESTIGE_LANDSCAPE)
    return [gain(lot, view, words), bonus, further if again else ""]


def left(view: View, lot: str) -> int:
    """How many of an item are left for sale."""
    return len(view.prestige) if lot == "prestige" else view.stock[lot]


def _purpose(lot: str, view: View, words: Words) -> list[str]:
    """What an item is good for; where a hand or a principality is known, what it gains."""
    own = None if view.viewer is None else view.seats[view.viewer]
    if lot in LANDSCAPES:
        return _landscape(lot, view, words)
    if lot == "jester" and own is not None and own.hand:
        return [words("florence.hint.jester", len(own.hand), points=VALUE_JESTER)]
    if lot == "builder" and own is not None and own.builders < BUILDERS_MOST:
        return [_hired(own.builders, words)]
    if lot == "recruiting" and view.viewer is not None and not face_up(view, view.viewer):
        return [words("florence.lot.recruiting.none")]
    return [words(f"florence.lot.{lot}")]


def _landscape(lot: str, view: View, words: Words) -> list[str]:
    """Which Works a landscape raises, and the prestige of a further one of its kind (F35)."""
    own = None if view.viewer is None else view.seats[view.viewer]
    gains = gain(lot, view, words) or _with_bonus(lot, view, words)
    if not gains:
        form = "florence.lot.landscape.none" if own and own.hand else "florence.lot.landscape"
        gains = words(form, points=VALUE_LANDSCAPE)
    again = own is not None and works.owned(own.player, lot)
    form = "florence.lot.landscape.again" if again else "florence.lot.landscape.further"
    return [gains, words(form, points=PRESTIGE_LANDSCAPE)]


def _with_bonus(thing: str, view: View, words: Words) -> str:
    """How much more the viewer's bonus cards add to a Work with one more thing (F85).

    Nothing is said where the values of single Works are: those include it.
    """
    if view.viewer is None:
        return ""
    player = view.seats[view.viewer].player
    if 0 < len(_gaining(thing, player)) <= _EACH:
        return ""
    after = having(player, thing)
    added = {
        card: works.bonus(after, card) - works.bonus(player, card) for card in player.bonus
    }
    points = sum(added.values())
    cards = words.listed(named(card, words) for card in added if added[card])
    return words("florence.hint.gain.bonus", points=points, cards=cards) if points else ""


def _hired(builders: int, words: Words) -> str:
    """What one more Builder changes for someone who has `builders` (F39, F40, F41)."""
    before, after = BUILDING_COST[builders], BUILDING_COST[builders + 1]
    if before == after:
        return words("florence.hint.builder.touch", points=PRESTIGE_BUILDER)
    if not builders:
        return words("florence.hint.builder", before=before, after=after)
    return words("florence.hint.builder.more", points=PRESTIGE_BUILDER)


def _owned(lot: str, view: View, words: Words) -> str:
    """How many of an item the viewer has, if any."""
    if view.viewer is None or lot not in works.COUNTS:
        return ""
    count = works.COUNTS[lot](view.seats[view.viewer].player)
    return words("florence.hint.owned", count) if count else ""


def _prices(lot: str, view: View, words: Words) -> str:
    """What an item was sold for so far in this game."""
    paid = view.prices(lot)
    return words("florence.hint.prices", prices=words.row(map(str, paid))) if paid else ""


def _places(actions: tuple[Action, ...], words: Words) -> str:
    """How many places are left; the label names a single one."""
    return words("florence.hint.places", len(actions)) if len(actions) > 1 else ""
