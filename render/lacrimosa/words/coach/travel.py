"""The coach on the map: which tile is worth a journey now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from render.coach import Figures, figures
from render.lacrimosa.words.coach.naming import Reward
from rules.contract import Decision
from rules.lacrimosa import effects, gains, treasury
from rules.lacrimosa.actions import Travel
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.grammar import Good, Grant, Points
from rules.lacrimosa.grammar import reward as read
from rules.lacrimosa.state import Lying
from rules.lacrimosa.view import View


def _worthwhile(edition: Edition, view: View, decision: Decision) -> Iterator[Lying]:
    """The tiles that can be reached and paid now, if all that they grant is of use."""
    places: dict[str, Travel] = {}
    for each in decision.options:
        if isinstance(each, Travel):
            places.setdefault(each.place, each)
    for journey in places.values():
        lying = effects.tile_at(view, journey.place)
        if lying is not None and _usable(edition, view, decision, journey, lying):
            yield lying


def _usable(
    edition: Edition, view: View, decision: Decision, journey: Travel, lying: Lying
) -> bool:
    """Whether each action that a tile grants could be taken and paid there (L76)."""
    texts = effects.reward(edition, lying)
    grants = [each for each in read(texts) if isinstance(each, Grant)]
    if not grants:
        return True
    price = effects.cost(edition, view, journey)
    player = treasury.pay(view.seats[decision.seat].player, price, journey.wild)
    player = gains.taken(edition, player, texts)
    left = tuple(each for each in view.lying if each.place != journey.place)
    there = replace(view, mozart=journey.place, lying=left)
    return all(
        any(
            effects.payable(edition, there, player, way)
            for way in effects.candidates(edition, there, player, each.action, each.genre)
        )
        for each in grants
    )


def gilded(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """A tile within reach lies on its richer side (L77, L109)."""
    for lying in _worthwhile(edition, view, decision):
        if lying.gilded:
            tile = effects.tile(edition, lying)
            more = _more(tile.gilded, tile.plain)
            if more:
                return figures(place=lying.place, more=Reward(more))
    return None


def _more(texts: tuple[str, ...], than: tuple[str, ...]) -> tuple[str, ...]:
    """What a reward has more of than another one: goods and points by their amounts."""
    have, other = _amounts(texts), _amounts(than)
    return tuple(f"{what} {n - other[what]}" for what, n in have.items() if n > other[what])


def _amounts(texts: tuple[str, ...]) -> Counter[str]:
    found: Counter[str] = Counter()
    for text, each in zip(texts, read(texts), strict=True):
        if isinstance(each, Good | Points):
            found[text.partition(" ")[0]] += each.amount
    return found


def stays(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """Mozart stands at a tile that can be taken, for no road (L74, LR26)."""
    for lying in _worthwhile(edition, view, decision):
        if lying.place == view.mozart:
            reward = effects.reward(edition, lying)
            return figures(place=lying.place, reward=Reward(reward))
    return None
