"""The coach on the Requiem: majorities, the neutral marker, what is under a marker."""

from __future__ import annotations

from collections import Counter

from render.coach import Amount, Figures, at_stake, figures
from render.lacrimosa.words.coach.naming import Composer, Part, Reward
from rules.contract import Decision
from rules.lacrimosa import requiem
from rules.lacrimosa.actions import Compose, ToPlaceNeutral
from rules.lacrimosa.catalogue import SIDES, Edition
from rules.lacrimosa.grammar import Good, Item, Points
from rules.lacrimosa.grammar import reward as read
from rules.lacrimosa.view import View


def _parts(decision: Decision) -> list[Compose]:
    """The parts that can be written and paid for now."""
    return [each for each in decision.options if isinstance(each, Compose)]


def _sides(edition: Edition, view: View, movement: str) -> Counter[str]:
    """How many markers of a movement show each side (L122)."""
    here = (note for note in view.notes if edition.movement_of[note.space] == movement)
    return Counter(note.side for note in here)


def _own(edition: Edition, view: View, decision: Decision, movement: str, side: str) -> int:
    """How many of the seat's markers in a movement show a side."""
    return sum(
        note.seat == decision.seat
        and note.side == side
        and edition.movement_of[note.space] == movement
        for note in view.notes
    )


def _composer(view: View, side: str) -> Composer | None:
    """The composer of a side; None: the side is the Soloist's (L131)."""
    at = SIDES.index(side)
    return Composer(view.composers[at]) if at < len(view.composers) else None


def marker_counts(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """Before the seat's first marker: what a marker is worth (L122, L124)."""
    if any(note.seat == decision.seat for note in view.notes):
        return None
    shown = [edition.movements[each] for each in {part.movement for part in _parts(decision)}]
    if not shown:
        return None
    return figures(
        lower=Amount("vp", min(each.vp_lower for each in shown)),
        higher=Amount("vp", max(each.vp_higher for each in shown)),
    )


def majority_turns(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """Both composers are level: one more marker makes one lead (L122, L123, L124)."""
    found: list[tuple[int, str, str]] = []
    for movement, side in dict.fromkeys((e.movement, e.side) for e in _parts(decision)):
        counts = _sides(edition, view, movement)
        if counts[side] and counts[side] == counts[SIDES[1 - SIDES.index(side)]]:
            found.append((_own(edition, view, decision, movement, side), movement, side))
    if not found:
        return None
    own, movement, side = max(found)
    shown, composer = edition.movements[movement], _composer(view, side)
    if composer is None:
        return None
    found_ = figures(
        own + 1,
        movement=movement,
        composer=composer,
        lower=Amount("vp", shown.vp_lower),
        higher=Amount("vp", shown.vp_higher),
    )
    return at_stake((own + 1) * (shown.vp_higher - shown.vp_lower), found_)


def neutral_decides(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """The neutral marker gives the lead to a composer with the seat's markers (L92, LR35)."""
    match decision.prompt:
        case ToPlaceNeutral(movement):
            counts = _sides(edition, view, movement)
            for side in SIDES:
                other = counts[SIDES[1 - SIDES.index(side)]]
                own = _own(edition, view, decision, movement, side)
                composer = _composer(view, side)
                if own and composer and counts[side] == other:
                    return figures(own, movement=movement, composer=composer, both=other)
            return None
        case _:
            return None


def reward_first(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """What is under a marker is gained first and can go towards the price (L87, L89)."""
    del view
    for marker in dict.fromkeys(each.marker for each in _parts(decision)):
        found = requiem.place(edition, marker)
        goods = read(found.reward) if found else ()
        if found and any(isinstance(each, Points) or _ducats(each) for each in goods):
            return figures(part=Part(found.id), reward=Reward(found.reward))
    return None


def _ducats(item: Item) -> bool:
    return isinstance(item, Good) and item.what == "ducats"
