"""From the position to what a seat may know, and back to a possible position."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from rules.contract import Seat
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.state import Player, Solo, State
from rules.lacrimosa.view import Pack, SeatView, SoloView, View


def observe(edition: Edition, state: State, viewer: Seat | None) -> View:
    """All that a seat (None: a spectator) may know; everything once the game is over."""
    carried = state.carried or ((),) * len(state.players)
    return View(
        viewer=viewer,
        options=state.options,
        round=state.round,
        turn=state.turn,
        first=state.first,
        seat=state.seat,
        seats=tuple(
            _seat_view(
                player,
                carried[seat],
                open_hand=state.over or seat == viewer or not player.deck,
            )
            for seat, player in enumerate(state.players)
        ),
        stack=state.stack,
        owed=state.owed,
        upkeep=state.upkeep,
        row=state.row,
        packs=tuple(_pack(edition, pack) for pack in state.packs),
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


def _seat_view(player: Player, carried: tuple[str, ...], *, open_hand: bool) -> SeatView:
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
        carried=tuple(card for card in carried if card in player.hand),
    )


def _pack(edition: Edition, pack: tuple[str, ...]) -> Pack:
    opus = sum(card in edition.opus for card in pack)
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


def imagine(edition: Edition, view: View, rng: Random) -> State:
    """A full state that is consistent with the view: hands and packs are dealt again."""
    packs, removed = _packs(edition, view, rng)
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
        carried=tuple(seat.carried for seat in view.seats),
    )


def _player(seat: SeatView, rng: Random) -> Player:
    if seat.hand is not None:
        return seat.player
    rest = tuple(card for card in seat.unplayed if card not in seat.carried)
    drawn = rng.sample(rest, seat.cards - len(seat.carried))
    return replace(seat, hand=tuple(sorted((*seat.carried, *drawn)))).player


def _packs(
    edition: Edition, view: View, rng: Random
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """What each pack may hold, and the rest, which was taken out unseen."""
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
        opus = [o.id for o in edition.tables.opus if o.period == period and o.id not in seen]
        memories = [
            m.id for m in edition.tables.memory if m.period == period and m.id not in seen
        ]
        for cards, count in ((opus, pack.opus), (memories, pack.memories)):
            dealt = rng.sample(cards, count)
            chosen += dealt
            removed += [card for card in cards if card not in dealt]
        packs.append(tuple(sorted(chosen)))
    return tuple(packs), tuple(sorted(removed))
