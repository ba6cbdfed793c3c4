"""The coach on Royal Courts: what each is worth, and what a seat still lacks for it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from render.coach import Amount, Figures, at_stake, figures, naming
from render.lacrimosa.words.coach.naming import Needs
from rules.contract import Decision
from rules.lacrimosa import requiem, scoring
from rules.lacrimosa.actions import Commission, Compose, Sell, Travel
from rules.lacrimosa.catalogue import SIDES, Court, Edition
from rules.lacrimosa.effects import tile_at
from rules.lacrimosa.state import Held, Note, Player
from rules.lacrimosa.view import View

_EXAMPLES: Final = 2
"""How many names fit on a line."""


def _counted(
    edition: Edition,
    view: View,
    decision: Decision,
    player: Player,
    *more: Note,
) -> int:
    """What a seat's courts would be worth with more markers in the Requiem (L117, L118)."""
    return _points(edition, _fulfilled(edition, view, decision, player, *more))


def _fulfilled(
    edition: Edition,
    view: View,
    decision: Decision,
    player: Player,
    *more: Note,
) -> frozenset[str]:
    """The seat's courts that would be fulfilled with more markers in the Requiem."""
    notes = (*view.notes, *more)
    return frozenset(scoring.fulfilled(edition, player, notes, decision.seat))


def _points(edition: Edition, courts: Collection[str]) -> int:
    """What courts are worth at the end."""
    return sum(edition.courts[court].vp for court in courts)


def _with_opus(player: Player, card: str) -> Player:
    return replace(player, opus=(*player.opus, Held(card)))


def _marker(space: str, decision: Decision) -> Note:
    return Note(space, SIDES[0], decision.seat)


def _cards(decision: Decision) -> tuple[str, ...]:
    """The opus cards that can be commissioned and paid for now, each once."""
    cards = (each.card for each in decision.options if isinstance(each, Commission))
    return tuple(dict.fromkeys(cards))


def _spaces(decision: Decision) -> tuple[str, ...]:
    """The spaces of the Requiem where a part can be written and paid for now, each once."""
    parts = (each for each in decision.options if isinstance(each, Compose))
    return tuple(dict.fromkeys(map(requiem.space_id, parts)))


# -- fulfilled by this decision ------------------------------------------------------


def court_fulfilled(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """Opus cards that fulfil the seat's courts, once per set of courts (L117, L118, L119)."""
    player = view.seats[decision.seat].player
    cards = _cards(decision)
    if not player.courts or not cards:
        return None
    now = _fulfilled(edition, view, decision, player)
    ways: dict[frozenset[str], list[str]] = {}
    for card in cards:
        after = _fulfilled(edition, view, decision, _with_opus(player, card))
        ways.setdefault(after, []).append(card)
    courts = max(ways, key=lambda each: _points(edition, each))
    # An opus that one court needed may serve another then, so the difference counts.
    points = _points(edition, courts) - _points(edition, now)
    if points <= 0:
        return None
    able = ways[courts]
    said = figures(
        len(able),
        cards=tuple(able),
        points=Amount("vp", points),
        again="-".join(sorted(courts - now)),
    )
    return said if len(able) > 1 else naming(said, "commission", able[0])


def court_marked(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """A part whose marker fulfils one of the seat's courts (L117, L118)."""
    player = view.seats[decision.seat].player
    if not any(edition.courts[each].kind not in scoring.BY_OPUS for each in player.courts):
        return None
    spaces = _spaces(decision)
    now = _counted(edition, view, decision, player) if spaces else 0
    for space in spaces:
        points = _counted(edition, view, decision, player, _marker(space, decision)) - now
        if points > 0:
            return figures(space=space, points=Amount("vp", points))
    return None


def sale_breaks_court(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """A sale after which one of the seat's courts is unfulfilled (L68, L117, L120)."""
    for sale in decision.options:
        if isinstance(sale, Sell) and (lost := court_loss(edition, view, decision, sale.opus)):
            return figures(card=sale.opus, points=Amount("vp", lost))
    return None


def court_loss(edition: Edition, view: View, decision: Decision, card: str) -> int:
    """How much less the seat's courts are worth without an opus (L68, L117, L118)."""
    player = view.seats[decision.seat].player
    if not player.courts:
        return 0
    after = replace(player, opus=tuple(held for held in player.opus if held.id != card))
    now = _counted(edition, view, decision, player)
    return now - _counted(edition, view, decision, after)


# -- what is still missing -------------------------------------------------------------


def _lacking(
    edition: Edition, view: View, decision: Decision, player: Player, *, by_opus: bool
) -> Iterator[tuple[Court, tuple[str | int, ...]]]:
    """The seat's unfulfilled courts, each with what it still lacks."""
    for id_ in player.courts:
        court = edition.courts[id_]
        if (court.kind in scoring.BY_OPUS) == by_opus:
            needs = scoring.missing(edition, player, view.notes, decision.seat, id_)
            if needs:
                yield court, needs


def _said(court: Court, needs: tuple[str | int, ...], **named: object) -> Figures:
    """One missing thing is more urgent than two: the moment is then repeated."""
    lacking = {"points": Amount("vp", court.vp), "missing": Needs(court.id, needs)}
    found = Figures(n=None, named={**lacking, **named})
    return at_stake(2 if len(needs) == 1 else 1, found)


def court_needs_opus(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """Payable opus cards that bring one of the seat's courts nearer (L117, L118, L119)."""
    serves = {
        card: {edition.opus[card].type, edition.opus[card].period} for card in _cards(decision)
    }
    return _nearer(edition, view, decision, serves, "cards", by_opus=True)


def court_needs_marker(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """Payable spaces of the Requiem that bring one of the seat's courts nearer (L117, L118)."""
    serves = {
        space: {edition.spaces[space].instrument, edition.movement_of[space]}
        for space in _spaces(decision)
    }
    return _nearer(edition, view, decision, serves, "spaces", by_opus=False)


def _nearer(
    edition: Edition,
    view: View,
    decision: Decision,
    serves: Mapping[str, Collection[str | int | None]],
    name: str,
    *,
    by_opus: bool,
) -> Figures | None:
    """What brings one of the seat's courts nearer; None where something fulfils one.

    Args:
        edition: the table's edition.
        view: what the seat sees.
        decision: what the seat decides.
        serves: what can be had now, with the needs that it serves.
        name: the name of the figure with the first two of them.
        by_opus: whether it is about courts served by opus cards, or by markers.
    """
    found = None
    player = view.seats[decision.seat].player
    lacking = _lacking(edition, view, decision, player, by_opus=by_opus) if serves else ()
    for court, needs in lacking:
        nearer = tuple(each for each, kinds in serves.items() if {*needs}.intersection(kinds))
        if nearer and len(needs) == 1:
            return None
        if nearer and found is None:
            found = _said(court, needs, **{name: nearer[:_EXAMPLES]})
    return found


def _tiles(view: View, decision: Decision) -> Iterator[tuple[str, str]]:
    """The places that can be reached and paid for now, each once, with their tiles."""
    places = (each.place for each in decision.options if isinstance(each, Travel))
    for place in dict.fromkeys(places):
        lying = tile_at(view, place)
        if lying is not None:
            yield place, lying.tile


def court_served(edition: Edition, view: View, decision: Decision) -> Figures | None:
    """A court within reach whose demand the seat already fulfils (L76, L117, L118)."""
    player, now = view.seats[decision.seat].player, None
    for place, tile in _tiles(view, decision):
        if tile in edition.courts:
            now = _counted(edition, view, decision, player) if now is None else now
            after = replace(player, courts=(*player.courts, tile))
            points = _counted(edition, view, decision, after) - now
            if points > 0:
                return naming(
                    figures(place=place, points=Amount("vp", points)), "travel", place
                )
    return None
