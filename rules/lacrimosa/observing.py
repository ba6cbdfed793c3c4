"""From the position to what a seat may know, and back to a possible position."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.state import Player, Solo, State
from rules.lacrimosa.view import Pack, SeatView, SoloView, View
from rules.table import Seat


def observe(book: Edition, state: State, viewer: Seat | None) -> View:
    """All that a seat (None: a spectator) may know; everything once over."""
    return View(
        viewer=viewer,
        options=state.options,
        round=state.round,
        turn=state.turn,
        first=state.first,
        seat=state.seat,
        seats=tuple(
            _seat_view(player, open_hand=state.over or seat == viewer)
            for seat, player in enumerate(state.players)
        ),
        stack=state.stack,
        owed=state.owed,
        upkeep=state.upkeep,
        row=state.row,
        packs=tuple(_pack(book, pack) for pack in state.packs),
        bonus=state.bonus,
        composers=state.composers,
        stacks=state.stacks,
        card=state.card,
        covers=state.covers,
        notes=state.notes,
        mozart=state.mozart,
        lying=state.lying,
        courts=state.courts,
        cities=state.cities,
        used=state.used,
        gone=state.gone,
        solo=_solo_view(state.solo) if state.solo else None,
        over=state.over,
        undealt=(*state.packs, state.removed) if state.over else None,
    )


def _seat_view(player: Player, *, open_hand: bool) -> SeatView:
    return SeatView(
        vp=player.vp,
        tally=player.tally,
        ducats=player.ducats,
        tracks=player.tracks,
        counters=player.counters,
        finance=player.finance,
        unplayed=tuple(sorted(player.hand + player.deck)),
        cards=len(player.hand),
        hand=player.hand if open_hand else None,
        experiences=player.experiences,
        story=player.story,
        opus=player.opus,
        courts=player.courts,
        markers=player.markers,
        hired=player.hired,
        neutral=player.neutral,
    )


def _pack(book: Edition, pack: tuple[str, ...]) -> Pack:
    opus = sum(card in book.opus for card in pack)
    return Pack(opus, len(pack) - opus)


def _solo_view(solo: Solo) -> SoloView:
    return SoloView(
        solo.level,
        solo.deck,
        solo.played,
        solo.finance,
        solo.markers,
        solo.courts,
        solo.did,
        solo.tally,
        solo.vp,
    )


def imagine(book: Edition, view: View, rng: Random) -> State:
    """A full state that is consistent with the view: hands and packs dealt anew."""
    packs, removed = _packs(book, view, rng)
    solo = view.solo
    return State(
        options=view.options,
        players=tuple(_player(seat, rng) for seat in view.seats),
        packs=packs,
        courts=view.courts,
        cities=view.cities,
        owed=view.owed,
        mozart=view.mozart,
        round=view.round,
        turn=view.turn,
        first=view.first,
        seat=view.seat,
        stack=view.stack,
        upkeep=view.upkeep,
        row=view.row,
        removed=removed,
        bonus=view.bonus,
        composers=view.composers,
        stacks=view.stacks,
        covers=view.covers,
        card=view.card,
        notes=view.notes,
        lying=view.lying,
        used=view.used,
        gone=view.gone,
        solo=Solo(
            solo.level,
            solo.deck,
            solo.played,
            solo.finance,
            solo.markers,
            solo.courts,
            solo.did,
            solo.tally,
        )
        if solo
        else None,
        over=view.over,
    )


def _player(seat: SeatView, rng: Random) -> Player:
    if seat.hand is not None:
        return seat.player
    hand = tuple(sorted(rng.sample(seat.unplayed, seat.cards)))
    return replace(seat, hand=hand).player


def _packs(
    book: Edition, view: View, rng: Random
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """What each pack may hold, and the rest, taken out unseen."""
    if view.undealt is not None:
        return view.undealt[:-1], view.undealt[-1]
    seen = {*view.row, *view.gone}
    for seat in view.seats:
        seen.update(seat.unplayed, seat.experiences, seat.story)
        seen.update(held.id for held in seat.opus)
    packs: list[tuple[str, ...]] = []
    removed: list[str] = []
    for period, pack in enumerate(view.packs, 1):
        chosen: list[str] = []
        opus = [o.id for o in book.tables.opus if o.period == period and o.id not in seen]
        memories = [m.id for m in book.tables.memory if m.period == period and m.id not in seen]
        for cards, count in ((opus, pack.opus), (memories, pack.memories)):
            dealt = rng.sample(cards, count)
            chosen += dealt
            removed += [card for card in cards if card not in dealt]
        packs.append(tuple(sorted(chosen)))
    return tuple(packs), tuple(sorted(removed))
