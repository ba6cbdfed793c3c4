"""The position of Lacrimosa in words: complete enough to play without the picture.

The summary is the alt text of the board. The pages are the whole position: the
row, the map, the Requiem, each seat, the Soloist, and the end of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from render import scores
from render.lacrimosa.words import amounts
from render.lacrimosa.words.events import tell, told
from render.lacrimosa.words.names import action, card
from render.lacrimosa.words.questions import asked, progress
from render.lacrimosa.words.seat import seat_lines, soloist_lines
from render.lacrimosa.words.table import map_lines, requiem_lines, row_lines
from render.lengths import ALT, PAGE, filled
from render.people import Spelling, marked
from render.presentation import Scene
from render.words import Words, bare, plain
from rules.contract import Over, Seat
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.view import View

_SHOWN_EVENTS: Final = 16


def turn_order(view: View) -> tuple[Seat, ...]:
    """The seats as they play this round, starting with the first player."""
    count = len(view.seats)
    return tuple((view.first + step) % count for step in range(count))


# -- the summary -------------------------------------------------------------------


def summary(edition: Edition, view: View, scene: Scene, words: Words) -> str:
    """The position in brief, in sentences, as many as 1,024 characters hold."""
    return filled(_in_brief(edition, view, scene, words), ALT, " ")


def _in_brief(edition: Edition, view: View, scene: Scene, words: Words) -> Iterator[str]:
    """The sentences of the summary, the most important first."""
    yield words(
        "summary.title",
        game=words("game.lacrimosa"),
        progress=progress(view, words),
    )
    if scene.over:
        yield _won(scene.over, scene, words, bare)
    for seat, prompt in scene.deciding:
        name = marked(seat, scene, words, bare)
        yield words("summary.deciding", name=name, asked=asked(edition, prompt, words))
    sums = [
        words(
            "summary.score",
            name=marked(seat, scene, words, bare),
            points=amounts.amount("vp", view.seats[seat].vp, words),
        )
        for seat in turn_order(view)
    ]
    if view.solo:
        points = amounts.amount("vp", view.solo.vp, words)
        name = words("lacrimosa.soloist")
        sums.append(words("summary.score", name=name, points=points))
    yield words("lacrimosa.summary.scores", scores=words.row(sums))
    last = [tell(edition, event, scene, words, bare) for event in scene.changed]
    if heard := [text for text in last if text]:
        yield words("summary.last", text=heard[-1])
    if view.round and not scene.over:
        yield words("lacrimosa.words.mozart", place=edition.places[view.mozart].name)
        row = words.row(card(edition, each, words) for each in view.row)
        yield words("lacrimosa.summary.row", cards=row)


def _won(over: Over, scene: Scene, words: Words, spelling: Spelling = plain) -> str:
    if not over.winners:
        return words("lacrimosa.over.soloist")
    return scores.won(over, scene, words, spelling)


# -- the pages ---------------------------------------------------------------------


def pages(edition: Edition, view: View, scene: Scene, words: Words) -> tuple[str, ...]:
    """The whole position, in as many pages as it needs; each chapter begins a new page."""
    chapters = [
        _table(edition, view, scene, words),
        map_lines(edition, view, words),
        requiem_lines(edition, view, scene, words),
        *(seat_lines(edition, seat, view, scene, words) for seat in turn_order(view)),
    ]
    if view.solo:
        chapters.append(soloist_lines(edition, view.solo, words))
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


def _table(edition: Edition, view: View, scene: Scene, words: Words) -> Iterator[str]:
    yield words("words.table", game=words("game.lacrimosa"), progress=progress(view, words))
    for seat, prompt in scene.deciding:
        name, what = marked(seat, scene, words), asked(edition, prompt, words)
        yield words("words.deciding", name=name, asked=what)
    order = words.listed(marked(seat, scene, words) for seat in turn_order(view))
    yield words("words.order", names=order)
    if view.bonus and not scene.over:
        bonus = edition.bonuses[view.bonus[-1]]
        yield words(
            "lacrimosa.words.bonus",
            action=action(bonus.action, words),
            reward=amounts.reward(bonus.reward, words),
        )
    if not scene.over:
        yield from row_lines(edition, view, words)
    happened = [t for event in scene.changed if (t := told(edition, event, scene, words))]
    if happened:
        yield words("words.last")
        for text in happened[-_SHOWN_EVENTS:]:
            yield words("words.line", text=text)


def _final(over: Over, view: View, scene: Scene, words: Words) -> Iterator[str]:
    yield words("words.over")
    yield _won(over, scene, words)
    yield from scores.told(over, scene, words, lambda vp: amounts.amount("vp", vp, words))
    if view.solo:
        points = amounts.amount("vp", view.solo.vp, words)
        yield words("lacrimosa.words.over.solo", points=points)
