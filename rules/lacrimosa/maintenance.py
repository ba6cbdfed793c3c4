"""Maintenance: income, clean-up, map and row, and on to the next round.

Seats get their income in turn order, step by step (L102, LR39, LR42). Only wildcards
leave a choice, which all seats make at the same time (LR40).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.contract import Seat
from rules.lacrimosa import gains, row, scoring, treasury
from rules.lacrimosa.catalogue import HAND, ROUNDS, Edition
from rules.lacrimosa.grammar import WILD, Good, Item, Points, TrackSteps, repeat, reward
from rules.lacrimosa.state import Held, Laying, Lying, Owed, Player, State, Upkeep


def begin(edition: Edition, state: State) -> State:
    """Income in turn order; wildcards wait for their owners (L103, L104, L105, L106)."""
    seats = state.options.seats
    upkeep = []
    for offset in range(seats):
        seat = (state.first + offset) % seats
        player, waiting = income(edition, state, seat)
        state = treasury.seated(state, seat, player)
        if waiting.track or waiting.counters:
            upkeep.append(waiting)
    waiting_all = tuple(sorted(upkeep, key=lambda each: each.seat))
    begun = replace(state, stack=(), upkeep=waiting_all)
    return begun if waiting_all else finish(edition, begun)


def income(edition: Edition, state: State, seat: Seat) -> tuple[Player, Upkeep]:
    """One seat's steps 1 to 4, and the wildcards that it may spread."""
    after = dict(steps(edition, state, seat))
    # The bonus may move the Funds marker after the finances have been paid.
    space = edition.player.finance[after["finances"].finance]
    player = after["bonus"]
    return player, _wildcards(edition, state, player, Upkeep(seat, space.wildcards, 0))


def steps(edition: Edition, state: State, seat: Seat) -> Iterator[tuple[str, Player]]:
    """One seat after each step: the tracks lost, the Story cards, tiles, funds, the bonus."""
    player = replace(state.players[seat], tracks=(0, 0, 0))
    yield "lost", player
    player = _story(edition, player)
    yield "story", player
    player = _tiles(edition, player)
    yield "tiles", player
    space = edition.player.finance[player.finance]
    player = replace(player, ducats=player.ducats + space.ducats)
    player = treasury.score(player, "finances", space.vp)
    yield "finances", player
    for item in _bonus(edition, state, player):
        if isinstance(item, Good) or (isinstance(item, Points) and item.kind != WILD):
            player = gains.take(edition, player, item, "bonus")
    yield "bonus", player


def _story(edition: Edition, player: Player) -> Player:
    for card in player.story:
        for item in reward(edition.memories[card].story):
            if isinstance(item, Points):
                points = gains.one_of(item.kind, item.amount)
                player = treasury.advance(edition, player, points)
            elif isinstance(item, Good):
                player = gains.take(edition, player, item, "story")
    return player


def _tiles(edition: Edition, player: Player) -> Player:
    for hired in player.hired:
        text = edition.tiles[hired.tile].repeat
        effect = repeat(text) if text else None
        if isinstance(effect, TrackSteps):
            points = gains.one_of(effect.kind, effect.amount)
            player = treasury.advance(edition, player, points)
    return player


def _bonus(edition: Edition, state: State, player: Player) -> tuple[Item, ...]:
    """The period's bonus for each of its icons on the Experiences cards (L106, LR41)."""
    tile = edition.bonuses[state.bonus[-1]]
    cards = player.experiences
    times = sum(edition.memories[card].actions.count(tile.action) for card in cards)
    return reward(tile.reward) * times


def _wildcards(edition: Edition, state: State, player: Player, waiting: Upkeep) -> Upkeep:
    """The wildcards to spread, with those of the bonus added."""
    for item in _bonus(edition, state, player):
        if isinstance(item, Points) and item.kind == WILD:
            track = item.amount if item.track else 0
            waiting = Upkeep(
                waiting.seat, waiting.track + track, waiting.counters + item.amount - track
            )
    return waiting


def spread(edition: Edition, state: State, seat: Seat, letters: str) -> State:
    """A seat spreads its wildcards: the track steps first, then the counters."""
    waiting = next(each for each in state.upkeep if each.seat == seat)
    track = waiting.track > 0
    player = gains.spread(edition, state.players[seat], letters, track=track)
    rest = replace(waiting, track=0) if track else replace(waiting, counters=0)
    others = tuple(each for each in state.upkeep if each.seat != seat)
    left = (*others, rest) if rest.track or rest.counters else others
    after = treasury.seated(state, seat, player)
    after = replace(after, upkeep=tuple(sorted(left, key=lambda each: each.seat)))
    return after if left else finish(edition, after)


def finish(edition: Edition, state: State) -> State:
    """Clean up; then comes the next round or, after the fifth, the final count (L115)."""
    carried = tuple(() if player.deck else player.hand for player in state.players)
    players = tuple(_tidied(player) for player in state.players)
    state = replace(state, players=players, carried=carried)
    if state.solo is not None:
        solo = state.solo
        deck = tuple(sorted((*solo.deck, *solo.played)))
        state = replace(state, solo=replace(solo, deck=deck, played=()))
    if state.round == ROUNDS:
        return scoring.finish(edition, replace(state, over=True, stack=()))
    return _next_round(edition, row.cleared(state))


def _tidied(player: Player) -> Player:
    """Rotated cards are turned back, and played ones make the new deck (L108)."""
    return replace(
        player,
        opus=tuple(Held(held.id) for held in player.opus),
        deck=tuple(sorted((*player.experiences, *player.story))),
        experiences=(),
        story=(),
    )


def _next_round(edition: Edition, state: State) -> State:
    """Map, bonus tile, row, first player, hands (L109, L110, L111, L112, L113, L114, L26)."""
    seats = state.options.seats
    lying = tuple(Lying(each.place, each.tile, gilded=True) for each in state.lying)
    taken = {each.place for each in lying}
    places = sorted(edition.tables.map.place, key=lambda place: place.number)
    courts = len(state.courts)
    owed = []
    for place in places:
        if place.id in taken:
            continue
        if place.kind == "city":
            owed.append(Owed("cities", 1, place.id))
        elif courts:
            courts -= 1
            owed.append(Owed("courts", 1, place.id))
    number = state.round + 1
    owed.append(Owed("bonus", 1, str(number)))
    first = (state.first + 1) % seats
    hands = [Owed("hand", HAND - len(p.hand), str(s)) for s, p in enumerate(state.players)]
    begun = replace(
        state, lying=lying, round=number, turn=1, first=first, seat=first, owed=tuple(owed)
    )
    begun = row.filled(begun)
    return replace(begun, owed=(*begun.owed, *hands), stack=(Laying(),))
