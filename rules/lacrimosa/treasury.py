"""Ducats, story points, the finance track and victory points of one seat.

What a cost takes, what a gain brings, and what goes past the end of a track (L42, L43,
L48, LR8).
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

from msgspec.structs import replace

from rules.contract import Reason, Seat
from rules.lacrimosa.catalogue import COUNTER_PRICE, Edition
from rules.lacrimosa.grammar import KINDS, Cost
from rules.lacrimosa.state import Player, State, Tally, Triple

LETTERS: Final = tuple(kind[0] for kind in KINDS)
"""How actions spell kinds of story points."""


def spelled(letters: str) -> Triple:
    """How many points of each kind the letters spell."""
    if not letters:
        return 0, 0, 0
    talent, journey, composition = (letters.count(letter) for letter in LETTERS)
    return talent, journey, composition


def plus(a: Triple, b: Triple) -> Triple:
    """The sum of two amounts of story points."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def seated(state: State, seat: Seat, player: Player) -> State:
    """The position with one player replaced."""
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return replace(state, players=players)


def owned(player: Player) -> Triple:
    """Story points of each kind, tracks and counters together (L44)."""
    return plus(player.tracks, player.counters)


def wilds(player: Player, cost: Cost) -> tuple[str, ...]:
    """The ways to pay a cost's wildcards along with its fixed kinds; the proposal first.

    Track points go first, as they are lost in maintenance anyway. Without wildcards
    there is one way, the empty one.
    """
    if not cost.wild:
        return ("",)
    left = tuple(has - need for has, need in zip(owned(player), cost.points, strict=True))
    on_tracks = tuple(
        track - need for track, need in zip(player.tracks, cost.points, strict=True)
    )
    order = sorted(range(len(KINDS)), key=lambda kind: -on_tracks[kind])
    ways = combinations_with_replacement((LETTERS[kind] for kind in order), cost.wild)
    return tuple(
        "".join(way)
        for way in ways
        if all(
            need <= has for need, has in zip(spelled("".join(way)), left, strict=True) if need
        )
    )


def affords(player: Player, cost: Cost) -> bool:
    """Whether a seat can pay a cost as it is, wildcards with any kinds."""
    talent, journey, composition = owned(player)
    if (
        player.ducats < cost.ducats
        or player.finance < cost.finance
        or talent < cost.talent
        or journey < cost.journey
        or composition < cost.composition
    ):
        return False
    return talent + journey + composition >= sum(cost.points) + cost.wild


def short(player: Player, cost: Cost, wild: str) -> Reason | None:
    """Why a seat cannot pay, or None; `wild` spells the kinds for wildcards."""
    if wild and (set(wild) - set(LETTERS) or len(wild) > cost.wild):
        return Reason("unknown_action")
    if player.ducats < cost.ducats:
        return Reason("cannot_pay_ducats", needs=cost.ducats, has=player.ducats)
    if player.finance < cost.finance:
        return Reason("cannot_pay_finance", needs=cost.finance, has=player.finance)
    needs = plus(cost.points, spelled(wild))
    for kind, need, has in zip(KINDS, needs, owned(player), strict=True):
        if need > has:
            return Reason("cannot_pay_points", what=kind, needs=need, has=has)
    if len(wild) != cost.wild:
        has = sum(owned(player)) - sum(cost.points)
        return Reason("cannot_pay_wild", needs=cost.wild, has=has)
    if wild and wild not in wilds(player, cost):
        return Reason("unknown_action")
    return None


def lacking(player: Player, cost: Cost) -> Cost:
    """What a seat still lacks for a cost."""
    spare = [has - need for has, need in zip(owned(player), cost.points, strict=True)]
    talent, journey, composition = (max(-points, 0) for points in spare)
    return Cost(
        ducats=max(cost.ducats - player.ducats, 0),
        talent=talent,
        journey=journey,
        composition=composition,
        wild=max(cost.wild - sum(max(points, 0) for points in spare), 0),
        finance=max(cost.finance - player.finance, 0),
    )


def in_ducats(cost: Cost) -> int:
    """A cost as ducats; a story point or finance step counts as one counter at the bank."""
    return cost.ducats + COUNTER_PRICE * (sum(cost.points) + cost.wild + cost.finance)


def pay(player: Player, cost: Cost, wild: str, counters: Triple | None = None) -> Player:
    """The seat after paying (L44).

    Tracks pay first; with `counters`, that many of each kind pay and the tracks the rest.
    """
    needs = plus(cost.points, spelled(wild))
    if counters is None:
        (a, b, c), (talent, journey, composition) = needs, player.tracks
        counters = max(a - talent, 0), max(b - journey, 0), max(c - composition, 0)
    steps = plus(needs, (-counters[0], -counters[1], -counters[2]))
    return replace(
        player,
        ducats=player.ducats - cost.ducats,
        finance=player.finance - cost.finance,
        tracks=plus(player.tracks, (-steps[0], -steps[1], -steps[2])),
        counters=plus(player.counters, (-counters[0], -counters[1], -counters[2])),
    )


def splits(player: Player, points: Triple) -> tuple[Triple, ...]:
    """Every way to split a payment, by the counters it takes; fewest counters first."""
    ranges = [
        range(max(need - track, 0), min(need, counter) + 1)
        for need, track, counter in zip(points, player.tracks, player.counters, strict=True)
    ]
    return tuple(
        (talent, journey, composition)
        for talent in ranges[0]
        for journey in ranges[1]
        for composition in ranges[2]
    )


def gain_counters(player: Player, points: Triple) -> Player:
    """Story counters, without limit (LR7)."""
    return replace(player, counters=plus(player.counters, points))


def advance(edition: Edition, player: Player, points: Triple) -> Player:
    """Steps on the story tracks; each step past the end is a ducat (L46)."""
    most = edition.player.story_track_max
    reached = plus(player.tracks, points)
    over = sum(max(track - most, 0) for track in reached)
    talent, journey, composition = (min(track, most) for track in reached)
    return replace(
        player,
        tracks=(talent, journey, composition),
        ducats=player.ducats + over * edition.player.story_overflow_ducats,
    )


def raised(edition: Edition, finance: int, steps: int) -> tuple[int, int]:
    """A funds marker after steps up, and the points for those past the end (L49)."""
    last = len(edition.player.finance) - 1
    over = max(finance + steps - last, 0)
    return min(finance + steps, last), over * edition.player.finance_overflow_vp


def raise_finance(edition: Edition, player: Player, steps: int) -> Player:
    """The seat's funds marker goes up."""
    finance, points = raised(edition, player.finance, steps)
    return score(replace(player, finance=finance), "finances", points)


def tallied(tally: Tally, source: str, points: int) -> Tally:
    """A tally with more points in one line."""
    if not points:
        return tally
    return replace(tally, **{source: getattr(tally, source) + points})


def score(player: Player, source: str, points: int) -> Player:
    """Victory points for a seat."""
    return replace(player, tally=tallied(player.tally, source, points)) if points else player
