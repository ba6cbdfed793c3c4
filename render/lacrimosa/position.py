"""The position of Lacrimosa in words: complete enough to play without the picture.

The summary is the alt text of the board. The pages are the whole position: the
row, the map, the Requiem, each seat, the Soloist, and the end of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from render.lacrimosa import amounts
from render.lacrimosa.asking import asked, progress
from render.lacrimosa.chronicle import tell, told
from render.lacrimosa.naming import action, card
from render.lacrimosa.seat_words import seat_lines, soloist_lines
from render.lacrimosa.table_words import map_lines, requiem_lines, row_lines
from render.lengths import ALT, PAGE, filled
from render.people import marked, person
from render.presentation import Scene
from render.words import Words, bare, number, plain
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.view import View
from rules.table import Over, Seat

_SHOWN_EVENTS: Final = 16


def turn_order(view: View) -> tuple[Seat, ...]:
    """The seats as they play this round, the first player first."""
    count = len(view.seats)
    return tuple((view.first + step) % count for step in range(count))


# -- the summary -------------------------------------------------------------------


def summary(book: Edition, view: View, scene: Scene, words: Words) -> str:
    """The position in brief, in sentences, as many as 1,024 characters hold."""
    return filled(_in_brief(book, view, scene, words), ALT, " ")


def _in_brief(book: Edition, view: View, scene: Scene, words: Words) -> Iterator[str]:
    """The sentences of the summary, the most needed first."""
    yield words(
        "lacrimosa.summary.title",
        game=words("game.lacrimosa"),
        progress=progress(view, words),
    )
    if scene.over:
        yield _won(scene.over, scene, words, short=True)
    for seat, prompt in scene.deciding:
        name = marked(seat, scene, words, bare)
        yield words("lacrimosa.summary.deciding", name=name, asked=asked(book, prompt, words))
    scores = [
        words(
            "lacrimosa.summary.score",
            name=marked(seat, scene, words, bare),
            points=amounts.amount("vp", view.seats[seat].vp, words),
        )
        for seat in turn_order(view)
    ]
    if view.solo:
        points = amounts.amount("vp", view.solo.vp, words)
        name = words("lacrimosa.soloist")
        scores.append(words("lacrimosa.summary.score", name=name, points=points))
    yield words("lacrimosa.summary.scores", scores=words.row(scores))
    last = [tell(book, event, scene, words, bare) for event in scene.changed]
    if heard := [text for text in last if text]:
        yield words("lacrimosa.summary.last", text=heard[-1])
    if view.round and not scene.over:
        yield words("lacrimosa.summary.mozart", place=book.places[view.mozart].name)
        row = words.row(card(book, each, words) for each in view.row)
        yield words("lacrimosa.summary.row", cards=row)


def _won(over: Over, scene: Scene, words: Words, *, short: bool) -> str:
    spelling = bare if short else plain
    names = [person(seat, scene, words, spelling) for seat in over.winners]
    match names:
        case []:
            return words("lacrimosa.over.soloist")
        case [name]:
            return words("lacrimosa.over.winner", name=name)
        case _:
            return words("lacrimosa.over.winners", names=words.listed(names))


# -- the pages ---------------------------------------------------------------------


def pages(book: Edition, view: View, scene: Scene, words: Words) -> tuple[str, ...]:
    """The whole position, in as many pages as it needs; each chapter begins a new one."""
    chapters = [
        _table(book, view, scene, words),
        map_lines(book, view, words),
        requiem_lines(book, view, scene, words),
        *(seat_lines(book, seat, view, scene, words) for seat in turn_order(view)),
    ]
    if view.solo:
        chapters.append(soloist_lines(book, view.solo, words))
    if scene.over:
        chapters.insert(0, _final(scene.over, view, scene, words))
    return tuple(page for lines in chapters for page in _paged(lines))


def _paged(lines: Iterable[str]) -> Iterator[str]:
    """Whole lines on pages that a message can hold."""
    page = ""
    for line in lines:
        longer = f"{page}\n{line}" if page else line
        if len(longer) > PAGE:
            yield page
            page = line
        else:
            page = longer
    yield page


def _table(book: Edition, view: View, scene: Scene, words: Words) -> Iterator[str]:
    yield words(
        "lacrimosa.words.table", game=words("game.lacrimosa"), progress=progress(view, words)
    )
    for seat, prompt in scene.deciding:
        name, what = marked(seat, scene, words), asked(book, prompt, words)
        yield words("lacrimosa.words.deciding", name=name, asked=what)
    order = words.listed(marked(seat, scene, words) for seat in turn_order(view))
    yield words("lacrimosa.words.order", names=order)
    if view.bonus and not scene.over:
        bonus = book.bonuses[view.bonus[-1]]
        yield words(
            "lacrimosa.words.bonus",
            action=action(bonus.action, words),
            reward=amounts.reward(bonus.reward, words),
        )
    if not scene.over:
        yield from row_lines(book, view, words)
    happened = [t for event in scene.changed if (t := told(book, event, scene, words))]
    if happened:
        yield words("lacrimosa.words.last")
        for text in happened[-_SHOWN_EVENTS:]:
            yield words("lacrimosa.words.line", text=text)


def _final(over: Over, view: View, scene: Scene, words: Words) -> Iterator[str]:
    yield words("lacrimosa.words.over")
    yield _won(over, scene, words, short=False)
    if over.tie_break:
        source = words(f"score.{over.tie_break}")
        yield words("lacrimosa.words.over.tie_break", source=source)
    ranking = sorted(range(len(over.totals)), key=lambda seat: -over.totals[seat])
    for seat in ranking:
        items = words.row(
            words(
                "lacrimosa.words.scored",
                what=words(f"score.{line.source}"),
                points=number(line.points),
            )
            for line in over.lines[seat]
            if line.points
        )
        yield words(
            "lacrimosa.words.over.line",
            name=marked(seat, scene, words),
            points=amounts.amount("vp", over.totals[seat], words),
            items=items,
        )
    if view.solo:
        points = amounts.amount("vp", view.solo.vp, words)
        yield words("lacrimosa.words.over.solo", points=points)
