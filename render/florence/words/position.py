"""The position of Florence in words: complete enough to play without the picture.

The summary is the alt text of the board; the pages are the whole position, one
for the table and one for each principality; the hand is for its owner only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from render import scores
from render.florence.words.events import tell, told
from render.florence.words.names import (
    COLUMNS,
    cards,
    deck,
    florins,
    named,
    prestige,
    square,
    wishes,
)
from render.florence.words.questions import asked, progress
from render.florence.words.rulebook import lists
from render.lengths import ALT, PAGE, clipped, filled
from render.people import Spelling, marked, people, person
from render.presentation import Scene
from render.words import Words, bare, number, plain
from rules.contract import Over, Seat
from rules.florence.catalogue import BUILDINGS, DECKS, PROFESSIONS, SCORES
from rules.florence.events import TurnBegan
from rules.florence.principality import PALAZZO, SQUARES, WIDTH, spot
from rules.florence.state import Bidding, Deed, Tile
from rules.florence.view import SeatView, View

_SHOWN_EVENTS: Final = 12


def turn_order(view: View) -> tuple[Seat, ...]:
    """The seats as they play this turn, beginning with the start player."""
    count = len(view.seats)
    return tuple((view.start + step) % count for step in range(count))


def summary(view: View, scene: Scene, words: Words) -> str:
    """The position in brief, in sentences, as many as 1,024 characters hold."""
    return filled(_in_brief(view, scene, words), ALT, " ")


def _in_brief(view: View, scene: Scene, words: Words) -> Iterator[str]:
    """The sentences of the summary, the most important first."""
    yield words(
        "summary.title",
        game=words("game.florence"),
        progress=progress(view, words),
    )
    if scene.over:
        yield scores.won(scene.over, scene, words, bare)
    for seat, prompt in scene.deciding:
        name = marked(seat, scene, words, bare)
        yield words("summary.deciding", name=name, asked=asked(prompt, words))
    if isinstance(view.step, Bidding):
        yield words(
            "florence.summary.auction",
            lot=named(view.step.lot, words),
            amount=florins(view.step.amount, words),
            name=person(view.step.leader, scene, words, bare),
        )
    sums = (
        words(
            "summary.score",
            name=marked(seat, scene, words, bare),
            points=prestige(view.seats[seat].prestige, words),
        )
        for seat in turn_order(view)
    )
    yield words("florence.summary.prestige", scores=words.row(sums))
    last = [tell(event, scene, words, bare) for event in scene.changed]
    if heard := [text for text in last if text]:
        yield words("summary.last", text=heard[-1])
    # The sentence for a new round includes its minimum.
    begins = bool(scene.changed) and isinstance(scene.changed[-1], TurnBegan)
    if view.turn and not scene.over and not begins:
        yield words("florence.summary.minimum", minimum=view.minimum)
    if view.sales and not scene.over:
        yield words("florence.summary.sold", sales=_sales(view, scene, words, bare))


def pages(view: View, scene: Scene, words: Words) -> tuple[str, ...]:
    """The whole position: the table, each principality in turn order, the lists of cards."""
    written = [_page(_table(view, scene, words))]
    written += [_page(_principality(seat, view, scene, words)) for seat in turn_order(view)]
    if scene.over:
        written.insert(0, _page(_final(scene.over, scene, words)))
    return (*written, *lists(words))


def _page(lines: Iterable[str]) -> str:
    return clipped("\n".join(lines), PAGE)


def _sales(view: View, scene: Scene, words: Words, spelling: Spelling) -> str:
    return words.row(
        words(
            "florence.summary.sale",
            lot=named(sale.lot, words),
            name=person(sale.seat, scene, words, spelling),
            amount=florins(sale.florins, words),
        )
        for sale in view.sales
    )


def _table(view: View, scene: Scene, words: Words) -> Iterator[str]:
    yield words("words.table", game=words("game.florence"), progress=progress(view, words))
    for seat, prompt in scene.deciding:
        name = marked(seat, scene, words)
        yield words("words.deciding", name=name, asked=asked(prompt, words))
    if view.turn and not scene.over:
        start = person(view.start, scene, words)
        yield words("florence.words.start", name=start, minimum=view.minimum)
    order = words.listed(marked(seat, scene, words) for seat in turn_order(view))
    yield words("words.order", names=order)
    if view.turn and not scene.over:
        yield from _auction(view, scene, words)
    yield words("florence.words.stock", items=_counted(view.stock.items(), words))
    yield words("florence.words.buildings", items=_counted(view.buildings.items(), words))
    yield words("florence.words.freedoms", items=_counted(view.freedoms.items(), words))
    piles = zip(DECKS, map(len, (view.professions, view.bonus, view.prestige)), strict=True)
    counted = (words("florence.words.counted", n, what=deck(pile, words)) for pile, n in piles)
    yield words("florence.words.decks", items=words.row(counted))
    if view.discards:
        yield words("florence.words.discards", cards=cards(view.discards, words))
    if view.best:
        names = people(view.best.seats, scene, words)
        turn, value = view.best.turn, view.best.value
        yield words("florence.words.best", turn=turn, names=names, value=value)
    happened = [text for text in (told(event, scene, words) for event in scene.changed) if text]
    if happened:
        yield words("words.last")
        for text in happened[-_SHOWN_EVENTS:]:
            yield words("words.line", text=text)


def _auction(view: View, scene: Scene, words: Words) -> Iterator[str]:
    if isinstance(view.step, Bidding):
        yield words(
            "florence.words.auction",
            lot=named(view.step.lot, words),
            amount=florins(view.step.amount, words),
            name=person(view.step.leader, scene, words),
        )
        waiting = (view.step.seat, *view.step.waiting)
        yield words("florence.words.auction.waiting", names=people(waiting, scene, words))
    if view.sales:
        sales = _sales(view, scene, words, plain)
        yield words("florence.words.sold", sales=sales)
    else:
        yield words("florence.words.sold.none")
    if view.declined:
        names = people(view.declined, scene, words)
        yield words("florence.words.declined", names=names)


def _counted(items: Iterable[tuple[str, int]], words: Words) -> str:
    return words.row(
        words("florence.words.counted", n, what=named(what, words)) for what, n in items
    )


def _principality(seat: Seat, view: View, scene: Scene, words: Words) -> Iterator[str]:
    side = view.seats[seat]
    yield words(
        "florence.words.principality",
        name=marked(seat, scene, words),
        points=prestige(side.prestige, words),
    )
    tally = [(source, getattr(side.tally, source)) for source in SCORES]
    scored = [
        words("words.scored", what=words(f"score.{source}"), points=number(points))
        for source, points in tally
        if points
    ]
    if scored:
        yield words("florence.words.tally", items=words.row(scored))
    if side.florins is None:
        yield words("florence.words.money.hidden")
    else:
        yield words("florence.words.money", florins=florins(side.florins, words))
    yield words(
        "florence.words.staff",
        jesters=side.jesters,
        builders=side.builders,
        recruiting=side.recruiting,
    )
    yield words("florence.words.freedoms_own", items=cards(side.freedoms, words))
    yield words(
        "florence.words.hidden",
        cards=side.cards,
        bonus=side.bonus_count,
        prestige=side.prestige_count,
    )
    if side.works:
        laid = words.row(_face_up(card, count, words) for card, count in _grouped(side.works))
        yield words("florence.words.works", items=laid)
    else:
        yield words("florence.words.works.none")
    if side.value:
        yield words("florence.words.value", value=side.value)
    if side.deeds:
        deeds = words.row(_deed(deed, words) for deed in side.deeds)
        yield words("florence.words.deeds", items=deeds)
    yield from _grid(side, words)


def _grouped(items: tuple[str, ...]) -> list[tuple[str, int]]:
    return list(Counter(items).items())


def _face_up(card: str, count: int, words: Words) -> str:
    name = named(card, words)
    if card in PROFESSIONS:
        return words("florence.words.works.item", card=name, wishes=wishes(card, words))
    return words("florence.words.counted", count, what=name)


def _deed(deed: Deed, words: Words) -> str:
    action = words(f"florence.label.{deed.kind}")
    if deed.what is None:
        return action
    what = named(deed.what, words)
    if deed.value is None:
        return words("florence.words.deed", action=action, what=what)
    return words("florence.words.deed.work", action=action, what=what, value=deed.value)


def squares(tile: Tile) -> tuple[int, ...]:
    """The squares that a tile covers, in reading order."""
    laid = spot(tile.kind, tile.orientation, tile.square)
    mask = laid.mask if laid else 0
    return tuple(here for here in range(SQUARES) if mask >> here & 1)


def _grid(side: SeatView, words: Words) -> Iterator[str]:
    """The tiles with their squares, the empty squares, and a map in characters."""
    marks = {here: "P" for here in range(SQUARES) if PALAZZO >> here & 1}
    if side.tiles:
        yield words("florence.words.tiles")
    else:
        yield words("florence.words.tiles.none")
    for count, tile in enumerate(side.tiles, 1):
        covered = squares(tile)
        marks |= dict.fromkeys(covered, str(count))
        where = " ".join(map(square, covered))
        name = named(tile.kind, words)
        if tile.kind in BUILDINGS:
            size = named(BUILDINGS[tile.kind].size, words)
            yield words(
                "florence.words.tile.building",
                number=count,
                tile=name,
                size=size,
                squares=where,
            )
        else:
            yield words("florence.words.tile", number=count, tile=name, squares=where)
    empty = [square(here) for here in range(SQUARES) if here not in marks]
    full = words("list.none")
    yield words("florence.words.free", len(empty), squares=" ".join(empty) or full)
    yield words("florence.words.map")
    yield "```"
    yield "   " + " ".join(f"{column:>2}" for column in COLUMNS)
    for row in range(WIDTH):
        line = (marks.get(row * WIDTH + column, ".") for column in range(WIDTH))
        yield f"{row + 1:>2} " + " ".join(f"{mark:>2}" for mark in line)
    yield "```"


def _final(over: Over, scene: Scene, words: Words) -> Iterator[str]:
    yield words("words.over")
    yield scores.won(over, scene, words)
    yield from scores.told(over, scene, words, lambda points: prestige(points, words))
