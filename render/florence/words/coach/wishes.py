"""What the professions of a hand love, and what one more thing would be worth to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from rules.florence import phase_b, principality
from rules.florence.catalogue import (
    BUILDINGS,
    FREEDOMS,
    LANDSCAPES,
    PROFESSIONS,
    VALUE_BUILDING,
    VALUE_FREEDOM,
    VALUE_LANDSCAPE,
)
from rules.florence.principality import SPOTS
from rules.florence.state import Player, Tile
from rules.florence.view import View

VALUES: Final = (
    dict.fromkeys(BUILDINGS, VALUE_BUILDING)
    | dict.fromkeys(LANDSCAPES, VALUE_LANDSCAPE)
    | dict.fromkeys(FREEDOMS, VALUE_FREEDOM)
)
"""What a loved thing adds to a work (F56, F57, F58)."""

UNSEEN: Final = "unseen"
"""A card that is not known yet, where only the number of cards counts."""


def loved(card: str) -> tuple[str, str, str]:
    """The building, landscape and freedom that a profession loves."""
    profession = PROFESSIONS[card]
    return profession.building, profession.landscape, profession.freedom


def lovers(cards: Iterable[str], thing: str) -> tuple[str, ...]:
    """Which of some professions love a thing."""
    return tuple(card for card in cards if thing in loved(card))


def shared(card: str, others: Iterable[str]) -> int:
    """The work value of a profession's wishes that other professions share.

    A building, landscape or freedom that two of them love is bought once and adds to the
    works of both (F56, F57, F58).
    """
    return sum(
        VALUES[thing]
        for other in others
        if other != card
        for thing in loved(card)
        if thing in loved(other)
    )


def has(player: Player, thing: str) -> bool:
    """Whether a player owns a thing that professions love."""
    return thing in player.freedoms or any(tile.kind == thing for tile in player.tiles)


def wanted(view: View, player: Player) -> tuple[str, ...]:
    """The buildings left that professions in hand love and that are not built yet (F71)."""
    kinds = dict.fromkeys(PROFESSIONS[card].building for card in player.hand)
    return tuple(kind for kind in kinds if view.buildings[kind] and not has(player, kind))


def placeable(view: View, player: Player) -> tuple[str, ...]:
    """The buildings of `wanted` that have a place in the principality (F74, F75)."""
    adjacent = player.builders >= phase_b.FREE_HANDS
    return tuple(
        kind
        for kind in wanted(view, player)
        if principality.builds(kind, player.tiles, adjacent=adjacent)
    )


def drawing(player: Player, card: str = UNSEEN) -> Player:
    """The player with one more profession in hand, by default whichever it is (F60)."""
    return replace(player, hand=(*player.hand, card))


def face_up(view: View, seat: int) -> tuple[str, ...]:
    """The professions that lie face up elsewhere and could be recruited (F45)."""
    others = (side for number, side in enumerate(view.seats) if number != seat)
    return tuple(card for side in others for card in side.works if card in PROFESSIONS)


def recruited(player: Player, card: str) -> Player:
    """The player with a profession recruited: the recruiting card is gone (F45)."""
    return replace(player, hand=(*player.hand, card), recruiting=player.recruiting - 1)


def having(player: Player, thing: str) -> Player:
    """The player with one more thing, ignoring its price; a tile goes on free squares."""
    match thing:
        case "jester":
            return replace(player, jesters=player.jesters + 1)
        case "builder":
            return replace(player, builders=player.builders + 1)
        case "recruiting":
            return replace(player, recruiting=player.recruiting + 1)
        case "prestige":
            return replace(player, prestige_cards=(*player.prestige_cards, UNSEEN))
        case _ if thing in FREEDOMS:
            return replace(player, freedoms=(*player.freedoms, thing))
        case _ if thing in BUILDINGS or thing in LANDSCAPES:
            taken, _ = principality.ground(player.tiles)
            spot = next((each for each in SPOTS[thing] if not each.mask & taken), None)
            if spot is None:
                return player
            tile = Tile(thing, spot.orientation, spot.square)
            return replace(player, tiles=(*player.tiles, tile))
        case _:
            return player
