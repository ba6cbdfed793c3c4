"""The final count: courts, Requiem, story points, money (L116, L126, L127).

Court tiles are assigned exactly: each opus and each marker serves one demand, and
the best set of courts that can be served together is found (L117, L118, LR44).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Final

import msgspec
from msgspec.structs import replace

from rules.contract import Count, CountedLine, Line, Over, Rival, Seat
from rules.lacrimosa import soloist, treasury
from rules.lacrimosa.catalogue import (
    NEEDED_DUCATS,
    NEEDED_POINTS,
    Court,
    Edition,
)
from rules.lacrimosa.state import Note, Player, State, Tally
from rules.lacrimosa.view import Position, View

BY_OPUS: Final = frozenset({"types", "periods"})
"""The kinds of courts that opus cards serve; markers serve the others (L117)."""

NAME: Final = "lacrimosa.soloist"
"""The id of the Soloist's name."""


def assignment(edition: Edition, state: State, seat: Seat) -> tuple[str, ...]:
    """The court tiles that a seat fulfils: the best set that can be served at once."""
    return fulfilled(edition, state.players[seat], state.notes, seat)


def fulfilled(
    edition: Edition, player: Player, notes: tuple[Note, ...], seat: Seat
) -> tuple[str, ...]:
    """The court tiles of `player` that its opus cards and its markers among `notes` serve."""
    owned = [edition.courts[court] for court in player.courts]
    by_opus = [court for court in owned if court.kind in BY_OPUS]
    by_marker = [court for court in owned if court.kind not in BY_OPUS]
    best = _best(by_opus, _opus_serves(edition, player))
    best += _best(by_marker, _markers_serve(edition, notes, seat))
    return tuple(court for court in player.courts if court in best)


def missing(
    edition: Edition, player: Player, notes: tuple[Note, ...], seat: Seat, court: str
) -> tuple[str | int, ...]:
    """What a court tile of `player` still needs, given those that are fulfilled (L118)."""
    served = fulfilled(edition, player, notes, seat)
    if court in served:
        return ()
    wanted = edition.courts[court]
    by_opus = wanted.kind in BY_OPUS
    alike = (edition.courts[each] for each in served)
    before = [n for c in alike if (c.kind in BY_OPUS) == by_opus for n in c.needs]
    things = _opus_serves(edition, player) if by_opus else _markers_serve(edition, notes, seat)
    placed = [*_placed([str(need) for need in (*before, *wanted.needs)], things)]
    left = zip(wanted.needs, placed[len(before) :], strict=True)
    return tuple(need for need, has in left if not has)


def _opus_serves(edition: Edition, player: Player) -> list[set[str]]:
    opus = [edition.opus[held.id] for held in player.opus]
    return [{str(card.type), str(card.period)} for card in opus]


def _markers_serve(edition: Edition, notes: tuple[Note, ...], seat: Seat) -> list[set[str]]:
    spaces = [note.space for note in notes if note.seat == seat]
    return [{edition.spaces[s].instrument, edition.movement_of[s]} for s in spaces]


def _best(courts: list[Court], serves: list[set[str]]) -> tuple[str, ...]:
    sets = (
        chosen
        for count in range(len(courts), 0, -1)
        for chosen in combinations(courts, count)
        if _served([str(need) for court in chosen for need in court.needs], serves)
    )
    best = max(sets, key=lambda chosen: sum(court.vp for court in chosen), default=())
    return tuple(court.id for court in best)


def _served(needs: list[str], serves: list[set[str]]) -> bool:
    """Whether every need finds a thing of its own."""
    return all(_placed(needs, serves))


def _placed(needs: list[str], serves: list[set[str]]) -> Iterator[bool]:
    """Whether each need finds a thing of its own, given those before it.

    Uses augmenting paths: a need that has found a thing keeps one.
    """
    owner: dict[int, int] = {}

    def place(need: int, tried: set[int]) -> bool:
        for thing, kinds in enumerate(serves):
            if needs[need] in kinds and thing not in tried:
                tried.add(thing)
                if thing not in owner or place(owner[thing], tried):
                    owner[thing] = need
                    return True
        return False

    for need in range(len(needs)):
        yield place(need, set())


def requiem_points(edition: Edition, position: Position, seat: Seat) -> int:
    """A seat's markers for both composers, by majority in each movement (L122, L123, L124)."""
    points = 0
    for movement in edition.tables.requiem.movement:
        here = [n for n in position.notes if edition.movement_of[n.space] == movement.id]
        counts = Counter(note.side for note in here)
        most = max(counts.values(), default=0)
        alone = list(counts.values()).count(most) == 1
        for note in here:
            if note.seat == seat:
                leads = alone and counts[note.side] == most
                points += movement.vp_higher if leads else movement.vp_lower
    return points


def finish(edition: Edition, state: State) -> State:
    """Every seat's and the Soloist's last points, in the order of the count (L116)."""
    players = tuple(_counted(edition, state, seat) for seat in range(state.options.seats))
    solo = state.solo
    if solo is not None:
        tally = solo.tally
        for source, points in _soloist_added(edition, state, solo.courts).items():
            tally = treasury.tallied(tally, source, points)
        solo = replace(solo, tally=tally)
    return replace(state, players=players, solo=solo)


def _counted(edition: Edition, state: State, seat: Seat) -> Player:
    player = state.players[seat]
    for source, points in _added(edition, state, seat, player).items():
        player = treasury.score(player, source, points)
    return player


def _added(edition: Edition, position: Position, seat: Seat, player: Player) -> dict[str, int]:
    """What the final count adds to a seat, by line of the score (L116, L126, L127)."""
    served = fulfilled(edition, player, position.notes, seat)
    return {
        "courts": sum(edition.courts[court].vp for court in served),
        "requiem": requiem_points(edition, position, seat),
        "story_points": sum(treasury.owned(player)) // NEEDED_POINTS,
        "ducats": player.ducats // NEEDED_DUCATS,
    }


def _soloist_added(
    edition: Edition, position: Position, courts: tuple[str, ...]
) -> dict[str, int]:
    """What the final count adds to the Soloist."""
    return {
        "courts": sum(edition.courts[court].vp for court in courts),
        "requiem": requiem_points(edition, position, soloist.SEAT),
    }


def counted(edition: Edition, view: View) -> tuple[Count, ...]:
    """The points of every seat and what the final count would add now; all of it is public."""
    counts = [
        _count(side.tally, {} if view.over else _added(edition, view, seat, side.player))
        for seat, side in enumerate(view.seats)
    ]
    if (solo := view.solo) is not None:
        added = {} if view.over else _soloist_added(edition, view, solo.courts)
        counts.append(_count(solo.tally, added, NAME))
    return tuple(counts)


def _count(tally: Tally, added: dict[str, int], rival: str | None = None) -> Count:
    lines = tuple(
        CountedLine(line.source, line.points, added.get(line.source, 0))
        for line in _lines(tally)
    )
    return Count(lines, rival)


def over(state: State) -> Over:
    """Most points win; ties go to most markers in the Requiem, then to most opus cards (L128).

    In a solo game nobody wins if the Soloist is ahead. If all is equal, both win (LR45,
    LR54).
    """
    ranks = [
        (player.vp, sum(note.seat == seat for note in state.notes), len(player.opus))
        for seat, player in enumerate(state.players)
    ]
    rivals = list(ranks)
    if state.solo is not None:
        placed = sum(note.seat == soloist.SEAT for note in state.notes)
        rivals.append((state.solo.vp, placed, 0))
    best = max(rivals)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == best)
    lines = tuple(_lines(player.tally) for player in state.players)
    solo = state.solo
    rival = Rival(NAME, _lines(solo.tally), shares=ranks[0] == rivals[-1]) if solo else None
    return Over(lines, winners, _tie_break(rivals), rival)


def _tie_break(ranks: list[tuple[int, int, int]]) -> str | None:
    """What decided between equal points: markers, opus, or nothing."""
    best = max(ranks)
    level = [rank for rank in ranks if rank[0] == best[0]]
    if len(level) == 1 or all(rank == best for rank in level):
        return None
    opus = {rank[2] for rank in level if rank[1] == best[1]}
    return "requiem_markers" if len(opus) == 1 else "opus_cards"


def _lines(tally: Tally) -> tuple[Line, ...]:
    return tuple(Line(name, points) for name, points in msgspec.structs.asdict(tally).items())
