"""The coach on the map: which tile is worth a journey now."""

from __future__ import annotations

from msgspec.structs import replace

from render.coach import Amount, Figures, figures
from render.lacrimosa.words.coach.naming import Reward
from rules.contract import Decision
from rules.lacrimosa import effects, scoring
from rules.lacrimosa.actions import Travel
from rules.lacrimosa.catalogue import Court, Edition
from rules.lacrimosa.state import Lying
from rules.lacrimosa.view import View


def _tiles(view: View, decision: Decision) -> list[Lying]:
    """The tiles that can be reached and paid now, each once."""
    places = (each.place for each in decision.options if isinstance(each, Travel))
    found = (effects.tile_at(view, place) for place in dict.fromkeys(places))
    return [lying for lying in found if lying is not None]


def court_served(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """A court within reach whose demand the seat fulfils already (L76, L117, L118)."""
    tiles, side = _tiles(view, decision), view.seats[decision.seat]
    if not tiles:
        return None
    now = set(scoring.fulfilled(edition, side.player, view.notes, decision.seat))
    worth = sum(edition.courts[court].vp for court in now)
    for lying in tiles:
        if isinstance(effects.tile(edition, lying), Court):
            after = replace(side.player, courts=(*side.courts, lying.tile))
            then = scoring.fulfilled(edition, after, view.notes, decision.seat)
            points = sum(edition.courts[court].vp for court in then) - worth
            if points > 0:
                return figures(place=lying.place, points=Amount("vp", points))
    return None


def gilded(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """A tile within reach lies on its richer side (L77, L109)."""
    for lying in _tiles(view, decision):
        if lying.gilded:
            tile = effects.tile(edition, lying)
            return figures(
                place=lying.place, gilded=Reward(tile.gilded), plain=Reward(tile.plain)
            )
    return None


def stays(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """Mozart stands at a tile that can be taken, for no road (L74, LR26)."""
    for lying in _tiles(view, decision):
        if lying.place == view.mozart:
            reward = effects.reward(edition, lying)
            return figures(place=lying.place, reward=Reward(reward))
    return None
