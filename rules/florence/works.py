"""Completing a work: its value, its bonus cards, its payment.

A face-up profession makes no second work where it lies (F54). Bonus cards add to the
value (F61, F85), which is marked for all to see (F63, FR7).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from rules.contract import Decision, Reason
from rules.florence.actions import (
    Exchange,
    Finish,
    PlayBonus,
    ToExchange,
    ToPlayBonus,
    Work,
)
from rules.florence.catalogue import (
    BONUS,
    BUILDINGS,
    EXCHANGE,
    LANDSCAPES,
    MINIMUM,
    PAYMENT,
    PROFESSIONS,
    VALUE_BUILDING,
    VALUE_CARD,
    VALUE_FREEDOM,
    VALUE_JESTER,
    VALUE_LANDSCAPE,
)
from rules.florence.state import Acting, Composing, Deed, Exchanging, Player, State
from rules.florence.treasury import score, seated

_FINISH: Final = Finish()


def minimum(turn: int) -> int:
    """The least work value of a turn, or of the first one before it begins (F53)."""
    return MINIMUM[max(turn, 1) - 1]


def owned(player: Player, kind: str) -> int:
    """How many tiles of a kind are in the principality."""
    return sum(tile.kind == kind for tile in player.tiles)


def landscapes(player: Player) -> int:
    """How many landscapes are in the principality."""
    return sum(tile.kind in LANDSCAPES for tile in player.tiles)


def landscape_types(player: Player) -> int:
    """How many kinds of landscape are in the principality."""
    return len({tile.kind for tile in player.tiles if tile.kind in LANDSCAPES})


def buildings(player: Player, size: str | None = None) -> int:
    """How many buildings are in the principality, of one size or of all."""
    return sum(
        tile.kind in BUILDINGS and size in {None, BUILDINGS[tile.kind].size}
        for tile in player.tiles
    )


def categories(player: Player) -> int:
    """How many of the seven categories are present (F93)."""
    return landscape_types(player) + sum(
        map(bool, (player.jesters, player.builders, player.prestige_cards, player.freedoms))
    )


COUNTS: Final[dict[str, Callable[[Player], int]]] = {
    "builder": lambda player: player.builders,
    "jester": lambda player: player.jesters,
    "freedom": lambda player: len(player.freedoms),
    "prestige_card": lambda player: len(player.prestige_cards),
    "forest": lambda player: owned(player, "forest"),
    "lake": lambda player: owned(player, "lake"),
    "park": lambda player: owned(player, "park"),
    "landscape": landscapes,
    "landscape_type": landscape_types,
    "building": buildings,
    "large": lambda player: buildings(player, "large"),
    "medium": lambda player: buildings(player, "medium"),
    "small": lambda player: buildings(player, "small"),
    "size": lambda player: len(
        {BUILDINGS[tile.kind].size for tile in player.tiles if tile.kind in BUILDINGS}
    ),
    "category": categories,
    "card_in_hand": lambda player: len(player.hand) + player.recruiting,
    "card_on_table": lambda player: len(player.works),
}
"""What bonus cards count, once the profession of the work has been laid."""


def bonus(player: Player, card: str) -> int:
    """What a bonus card adds to a work whose profession has been laid (F92, F93, F94, F95)."""
    entry = BONUS[card]
    return entry.points * sum(COUNTS[thing](player) for thing in entry.counts)


def laid(player: Player, profession: str) -> Player:
    """The player with a profession from the hand laid face up (F52)."""
    hand = tuple(card for card in player.hand if card != profession)
    return replace(player, hand=hand, works=(*player.works, profession))


def value(player: Player, profession: str) -> int:
    """A work's value without bonus cards, its profession laid (F56, F57, F58, F59, F60)."""
    loves = PROFESSIONS[profession]
    kinds = {tile.kind for tile in player.tiles}
    return (
        VALUE_BUILDING * (loves.building in kinds)
        + VALUE_LANDSCAPE * (loves.landscape in kinds)
        + VALUE_FREEDOM * (loves.freedom in player.freedoms)
        + VALUE_JESTER * player.jesters
        + VALUE_CARD * (len(player.hand) + player.recruiting + len(player.works))
    )


def reach(player: Player, profession: str) -> int:
    """The highest value a profession in hand could reach with all bonus cards in hand."""
    after = laid(player, profession)
    return value(after, profession) + sum(bonus(after, card) for card in player.bonus)


def refuse_work(state: State, player: Player, action: Work) -> Reason | None:
    """A profession in hand whose work can reach the minimum (F52, F53, F62)."""
    if action.profession not in player.hand:
        return Reason("not_in_hand", what=action.profession)
    needs, has = minimum(state.turn), reach(player, action.profession)
    if has < needs:
        return Reason("below_minimum", what=action.profession, needs=needs, has=has)
    return None


def work(state: State, step: Acting, action: Work) -> State:
    """Lay the profession; bonus cards are asked for only if there are any."""
    player = laid(state.players[step.seat], action.profession)
    worth = value(player, action.profession)
    following = (
        Composing(step.seat, action.profession, worth)
        if player.bonus
        else Exchanging(step.seat, action.profession, worth)
    )
    return replace(state, players=seated(state, step.seat, player), step=following)


def to_play_bonus(state: State, step: Composing) -> Decision:
    """Play more bonus cards, or finish once the minimum is reached."""
    least = minimum(state.turn)
    cards = tuple(PlayBonus(card) for card in state.players[step.seat].bonus)
    options = (_FINISH, *cards) if step.value >= least else cards
    return Decision(step.seat, ToPlayBonus(step.profession, step.value, least), options)


def refuse_bonus(state: State, step: Composing, action: PlayBonus) -> Reason | None:
    """A bonus card in hand."""
    if action.card in state.players[step.seat].bonus:
        return None
    return Reason("not_in_hand", what=action.card)


def play_bonus(state: State, step: Composing, action: PlayBonus) -> State:
    """The card adds its points and is used up (F85)."""
    player = state.players[step.seat]
    worth = step.value + bonus(player, action.card)
    rest = tuple(card for card in player.bonus if card != action.card)
    played = replace(
        state,
        players=seated(state, step.seat, replace(player, bonus=rest)),
        discards=(*state.discards, action.card),
    )
    if rest:
        cards = (*step.cards, action.card)
        return replace(played, step=replace(step, value=worth, cards=cards))
    return replace(played, step=Exchanging(step.seat, step.profession, worth))


def refuse_finish(state: State, step: Composing) -> Reason | None:
    """The minimum must be reached first (F53)."""
    least = minimum(state.turn)
    if step.value >= least:
        return None
    return Reason("finish_below_minimum", needs=least, has=step.value, remedy="bonus")


def finish(state: State, step: Composing) -> State:
    """The value is final."""
    return replace(state, step=Exchanging(step.seat, step.profession, step.value))


def to_exchange(step: Exchanging) -> Decision:
    """How much of the payment becomes prestige, 0 to half the value (F65)."""
    options = tuple(Exchange(points) for points in range(step.value // 2 + 1))
    return Decision(step.seat, ToExchange(step.profession, step.value), options)


def refuse_exchange(step: Exchanging, action: Exchange) -> Reason | None:
    """Not more than half the value, rounded down."""
    most = step.value // 2
    if 0 <= action.points <= most:
        return None
    return Reason("exchange_too_high", needs=action.points, has=most)


def exchange(state: State, step: Exchanging, action: Exchange) -> State:
    """Payment and prestige; the marker shows the turn's higher value (F64, F65, F66, F67)."""
    player = state.players[step.seat]
    florins = player.florins + PAYMENT * step.value - EXCHANGE * action.points
    paid = replace(
        player,
        florins=florins,
        value=max(player.value, step.value),
        deeds=(*player.deeds, Deed("work", step.profession, step.value)),
    )
    paid = score(paid, "works", action.points)
    return replace(state, players=seated(state, step.seat, paid), step=Acting(step.seat))
