"""A seat in words: money, tracks, opus cards, courts, tiles, cards played.

Everything here is public; hands are described elsewhere, for their owners only.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from render.counted import source_name
from render.lacrimosa.words import amounts
from render.lacrimosa.words.hand import laid
from render.lacrimosa.words.names import card, cards, demand, genre, part
from render.lacrimosa.words.table import tile_reward
from render.people import marked
from render.presentation import Scene
from render.words import Words, number
from rules.contract import Seat
from rules.lacrimosa import scoring
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.grammar import KINDS
from rules.lacrimosa.state import Held, Tally
from rules.lacrimosa.view import SeatView, SoloView, View


def seat_lines(
    edition: Edition, seat: Seat, view: View, scene: Scene, words: Words
) -> Iterator[str]:
    """One seat's side of the table."""
    side = view.seats[seat]
    points = amounts.amount("vp", side.vp, words)
    yield words("lacrimosa.words.seat", name=marked(seat, scene, words), points=points)
    yield from _tally(side.tally, words)
    yield words(
        "lacrimosa.words.money",
        ducats=amounts.amount("ducats", side.ducats, words),
        finance=side.finance,
        income=amounts.income(edition.player.finance[side.finance], words),
    )
    yield words("lacrimosa.words.tracks", points=_points(side.tracks, words))
    yield words("lacrimosa.words.counters", points=_points(side.counters, words))
    yield from _opus(edition, side, words)
    yield from _courts(edition, side.courts, words)
    yield from _markers(edition, side, words)
    yield from laid(edition, side, words)
    unplayed = cards(edition, side.unplayed, words)
    yield words("lacrimosa.words.unplayed", side.cards, cards=unplayed)


def _tally(tally: Tally, words: Words, rival: str | None = None) -> Iterator[str]:
    scored = [
        words("words.scored", what=source_name(source, words, rival), points=number(points))
        for source, points in msgspec.structs.asdict(tally).items()
        if points
    ]
    if scored:
        yield words("lacrimosa.words.tally", items=words.row(scored))


def _points(points: tuple[int, int, int], words: Words) -> str:
    return words.row(
        words("words.scored", what=words(f"lacrimosa.kind.{kind}"), points=n)
        for kind, n in zip(KINDS, points, strict=True)
    )


def _opus(edition: Edition, side: SeatView, words: Words) -> Iterator[str]:
    if not side.opus:
        yield words("lacrimosa.words.opus.none")
        return
    yield words("lacrimosa.words.opus")
    for held in side.opus:
        yield words("words.line", text=_held(edition, held, words))


def _held(edition: Edition, held: Held, words: Words) -> str:
    opus = edition.opus[held.id]
    title = card(edition, held.id, words)
    if held.rotated:
        state = words("lacrimosa.words.opus.rotated")
    else:
        perform, sell = amounts.performance(opus, words), amounts.sale(opus, words)
        state = words("hint.joined", first=perform, second=sell)
    if opus.type is None:
        return words("lacrimosa.words.opus.start", card=title, state=state)
    return words(
        "lacrimosa.words.opus.card",
        card=title,
        type=genre(opus.type, words),
        period=opus.period,
        state=state,
    )


def _courts(edition: Edition, courts: tuple[str, ...], words: Words) -> Iterator[str]:
    if not courts:
        return
    row = words.row(
        words(
            "lacrimosa.words.court",
            demand=demand(edition, edition.courts[each], words),
            points=amounts.amount("vp", edition.courts[each].vp, words),
        )
        for each in courts
    )
    yield words("lacrimosa.words.courts", courts=row)


def _markers(edition: Edition, side: SeatView, words: Words) -> Iterator[str]:
    """Markers still on the player board with what is under them, and the tiles taken."""
    left = [
        words(
            "lacrimosa.label.marker",
            part=part(edition, marker, words),
            reward=amounts.reward(edition.board[marker].reward, words),
        )
        for marker in side.markers
    ]
    yield words("lacrimosa.words.markers", markers=words.row(left))
    for hired in side.hired:
        tile = edition.tiles[hired.tile]
        yield words(
            "lacrimosa.words.hired",
            movement=edition.movements[tile.movement].name,
            part=part(edition, hired.place, words),
            reward=tile_reward(tile, words),
        )


def soloist_lines(edition: Edition, solo: SoloView, words: Words) -> Iterator[str]:
    """The Soloist's side of the table, and what each of his cards would do."""
    yield words(
        "lacrimosa.words.solo",
        level=words(f"lacrimosa.option.level.{solo.level}"),
        points=amounts.amount("vp", solo.vp, words),
    )
    yield from _tally(solo.tally, words, scoring.NAME)
    yield words("lacrimosa.words.solo.board", finance=solo.finance, markers=solo.markers)
    yield from _courts(edition, solo.courts, words)
    if solo.played:
        numbers = words.row(str(edition.soloist[each].number) for each in solo.played)
        yield words("lacrimosa.words.solo.played", cards=numbers)
    yield words("lacrimosa.words.solo.deck", len(solo.deck))
    for each in solo.deck:
        yield words("words.line", text=_solo_card(edition, each, words))


def _solo_card(edition: Edition, what: str, words: Words) -> str:
    found = edition.soloist[what]
    return words(
        "lacrimosa.words.solo.card",
        number=found.number,
        actions=amounts.actions(found.actions, words),
        row=words(f"lacrimosa.solo.row.{found.row_side}"),
        direction=words(f"lacrimosa.solo.direction.{found.travel.direction}"),
        courts=found.travel.courts,
        movement=edition.movements[found.requiem.movement].name,
        order=words(f"lacrimosa.solo.order.{found.requiem.order}"),
    )
