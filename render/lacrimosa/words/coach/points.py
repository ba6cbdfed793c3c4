"""The coach on story points and ducats: what is lost, exchanged, granted, counted."""

from __future__ import annotations

from render.coach import Amount, Figures, at_stake, figures
from render.lacrimosa.words import plan
from rules.contract import Decision
from rules.lacrimosa import exchange, treasury
from rules.lacrimosa.actions import (
    ToAct,
    ToLayExperience,
    ToPay,
    ToSplit,
    ToSpread,
    ToUse,
)
from rules.lacrimosa.catalogue import (
    NEEDED_DUCATS,
    NEEDED_POINTS,
    ROUNDS,
    TURNS,
    Edition,
)
from rules.lacrimosa.grammar import KINDS
from rules.lacrimosa.state import Granted, Right, Turn
from rules.lacrimosa.view import View


def _rights(view: View) -> tuple[Right, ...]:
    """The actions that the active seat may take with this decision."""
    match view.stack[-1] if view.stack else None:
        case Turn(rights):
            return rights
        case Granted(right):
            return (right,)
        case _:
            return ()


def first_turn(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """The very first cards: what must be spent in this round (L45)."""
    del edition
    first = view.round == 1 and view.turn == 1
    if not first or not isinstance(decision.prompt, ToLayExperience):
        return None
    return figures(turns=TURNS)


def tracks_expire(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """In the last turn of a round: what maintenance takes from the tracks (L45, L103)."""
    del edition
    if view.turn != TURNS or view.upkeep:
        return None
    if not isinstance(decision.prompt, ToLayExperience | ToUse | ToAct):
        return None
    if isinstance(decision.prompt, ToAct) and not decision.prompt.rights:
        return None  # nothing can be done with them any more
    tracks = view.seats[decision.seat].tracks
    if not sum(tracks):
        return None
    points = (Amount(kind, n) for kind, n in zip(KINDS, tracks, strict=True) if n)
    return at_stake(sum(tracks), figures(points=tuple(points)))


def spread_overflows(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """Steps past the end of a track become ducats (L46, LR8)."""
    match decision.prompt:
        case ToSpread(amount, True):
            tracks = view.seats[decision.seat].tracks
            most = edition.player.story_track_max
            full = tuple(
                kind for kind, track in zip(KINDS, tracks, strict=True) if track + amount > most
            )
            return figures(kinds=full, most=most) if full else None
        case _:
            return None


def spread_least(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """The kind of story point that the seat has least of, with counters (L42, L44)."""
    del edition
    if not isinstance(decision.prompt, ToSpread):
        return None
    owned = treasury.owned(view.seats[decision.seat].player)
    least = min(owned)
    if owned.count(least) > 1:
        return None
    points = tuple(Amount(kind, n) for kind, n in zip(KINDS, owned, strict=True))
    return figures(kind=KINDS[owned.index(least)], points=points)


def split_keeps_counters(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """Points on tracks are lost in maintenance, counters stay: the turns left (L44, L45)."""
    del edition
    if not isinstance(decision.prompt, ToSplit) or len(decision.options) < 2:
        return None
    return figures(TURNS - view.turn + 1)


def exchanges_missing(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """How many exchanges a payment still needs (L38, LR5)."""
    del edition
    match decision.prompt:
        case ToPay(_, price):
            player = view.seats[decision.seat].player
            count = exchange.missing(player, price)
            if not count:
                return None
            return figures(count, missing=treasury.lacking(player, price))
        case _:
            return None


def again_left(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """An Agnus Dei tile allows an action once more, and it can be paid for (L99, LR36)."""
    if not isinstance(decision.prompt, ToAct):
        return None
    for right in _rights(view):
        if right.again and (things := plan.possible(edition, decision, right)):
            return figures(things, action=right.action)
    return None


def soloist_ahead(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """The Soloist has more points, and his courts will all count (L159)."""
    if view.solo is None or not isinstance(decision.prompt, ToLayExperience):
        return None
    behind = view.solo.vp - view.seats[decision.seat].vp
    courts = sum(edition.courts[court].vp for court in view.solo.courts)
    if behind <= 0 or not courts:
        return None
    return figures(behind, courts=Amount("vp", courts))


def end_counts(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """What ducats and counters would be worth at the end (L126, L127, L129)."""
    del edition
    last = view.round == ROUNDS and view.turn == TURNS
    if not last or not isinstance(decision.prompt, ToUse | ToAct):
        return None
    side = view.seats[decision.seat]
    counters = sum(side.counters)
    return figures(
        ducats=Amount("ducats", side.ducats),
        money=Amount("vp", side.ducats // NEEDED_DUCATS),
        counters=counters,
        points=Amount("vp", counters // NEEDED_POINTS),
    )
