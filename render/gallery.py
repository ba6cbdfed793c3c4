"""Every picture of every game in every phase, from recorded games.

The records are files of this package, one for each number of seats, so the pictures
are the same on every machine. They show the latest position, which is the fullest, for
each kind of decision; the one with the most to choose from for each kind of action; and
the first position of each round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import Final

import msgspec

from render import emojis, lobby, review
from render.presentation import Person, Picture, Scene
from render.presentations import LOBBY_STYLES, PRESENTATIONS
from render.review import Course
from render.words import Words
from rules import record, stops
from rules.contract import Action, Decision, Seat, Standings, path_of, tag_of
from rules.journal import AnyJournal
from rules.opponents.search import lead
from rules.registry import GAMES

PLAYED: Final = resources.files("render") / "played"
"""The games, each as `<game>-<seats>.json`."""


class Shot(msgspec.Struct, frozen=True):
    """A picture of the gallery; `name` is unique: game, seats, phase and kind."""

    name: str
    picture: Picture


def shots(game: str, seats: int, words: Words) -> Iterator[Shot]:
    """The pictures of one game at one number of seats."""
    stored = (PLAYED / f"{game}-{seats}.json").read_bytes()
    read, journal = record.read(stored)
    people = tuple(Person(each.name, each.computer) for each in read.people)
    drawn = _Pictures(game, people, words)
    if seats == GAMES[game].seats[0]:  # it is the same for every number of seats
        yield Shot(f"{game}-symbols", PRESENTATIONS[game].symbols(words))
    for joined in sorted({1, seats}):
        yield Shot(f"{game}-{seats}-lobby-{joined}", _lobby(game, people[:joined], words))
    for phase, number in _phases(journal).items():
        for kind, picture in drawn.pictures(journal.at(number)):
            yield Shot(f"{game}-{seats}-{phase}-{kind}", picture)
    for tag, (number, seat) in _widest(journal).items():
        for length, picture in drawn.places(journal.at(number), seat, tag):
            yield Shot(f"{game}-{seats}-{tag}-places-{length}", picture)
    for turn, number in enumerate(stops.rounds(journal)[:-1], start=2):
        yield Shot(f"{game}-{seats}-round{turn}-board", drawn.board(journal.at(number)))


def charts(game: str, seats: int, words: Words) -> Iterator[Shot]:
    """The charts of a review of that game for its first seat."""
    read, journal = record.read((PLAYED / f"{game}-{seats}.json").read_bytes())
    people = tuple(Person(each.name, each.computer) for each in read.people)
    drawn = review.picture(_course(journal), people, words(f"game.{game}"), words)
    yield Shot(f"{game}-{seats}-review", drawn)


def _lobby(game: str, people: tuple[Person, ...], words: Words) -> Picture:
    limits = (GAMES[game].seats[0], GAMES[game].seats[-1])
    return lobby.card(LOBBY_STYLES[game], people, limits, words, marks=len(people) == limits[1])


def _phases(journal: AnyJournal) -> dict[str, int]:
    """For each kind of decision, the last entry after which it was pending; then the end."""
    found: dict[str, int] = {}
    for number in range(journal.number):
        for decision in journal.at(number).decisions:
            found[_kind(decision)] = number
    return {**dict(sorted(found.items())), "end": journal.number}


def _widest(journal: AnyJournal) -> dict[str, tuple[int, Seat]]:
    """For each kind of action, the entry with the most to choose from, and the seat."""
    most: dict[str, tuple[int, int, Seat]] = {}
    for number in range(journal.number):
        for decision in journal.at(number).decisions:
            tags = Counter(map(tag_of, decision.options))
            for tag, count in tags.items():
                most[tag] = max(most.get(tag, (0, 0, 0)), (count, number, decision.seat))
    return {tag: (number, seat) for tag, (_, number, seat) in sorted(most.items())}


def _kind(decision: Decision) -> str:
    return type(decision.prompt).__name__.lower()


class _Pictures:
    """Draws positions of one game for everyone and for the seat that must decide."""

    def __init__(self, game: str, people: tuple[Person, ...], words: Words) -> None:
        self._look = PRESENTATIONS[game]
        self._people = people
        self._words = words

    def pictures(self, journal: AnyJournal) -> Iterator[tuple[str, Picture]]:
        """The pictures of a position, each with its kind."""
        look, words = self._look, self._words
        view = journal.view(None)
        yield "board", self.board(journal)
        if journal.over is not None:
            yield "scores", look.scores(view, self._scene(journal, None), words)
        for decision in journal.decisions[:1]:
            seat = decision.seat
            view, scene = journal.view(seat), self._scene(journal, seat)
            for page, picture in enumerate(look.hand(view, scene, words), start=1):
                yield f"hand-{page}", picture

    def board(self, journal: AnyJournal) -> Picture:
        """The board as everyone sees it."""
        return self._look.board(journal.view(None), self._scene(journal, None), self._words)

    def places(
        self, journal: AnyJournal, seat: Seat, tag: str
    ) -> Iterator[tuple[int, Picture]]:
        """The numbered places for one kind of action, by the length of the path so far."""
        decision = journal.decision(seat)
        options = () if decision is None else decision.options
        for path, actions in _paths(options, tag):
            picture = self._look.places(journal.view(seat), path, actions, self._words)
            if picture is not None:
                yield len(path), picture

    def _scene(self, journal: AnyJournal, seat: Seat | None) -> Scene:
        turns = stops.turns(journal)
        since = turns[max(0, len(turns) - 1 - len(self._people))]
        told = {n: journal.told(n, seat) for n in range(1, journal.number + 1)}
        events = [event for n in told for event in told[n]]
        return Scene(
            people=self._people,
            deciding=tuple((each.seat, each.prompt) for each in journal.decisions),
            changed=tuple(event for n in told if n > since for event in told[n]),
            over=journal.over,
            points_by_round=tuple(e.points for e in events if isinstance(e, Standings)),
        )


def _course(journal: AnyJournal) -> Course:
    """How a game went for its first seat; its actual lead replaces the expected one."""
    events = (event for n in journal.line for event in journal.told(n, None))
    points = [event.points for event in events if isinstance(event, Standings)]
    count = len(points)
    places = [(nth + 1) / count for nth in range(count)]
    ahead = [
        (0.0, 0.0),
        *((at, lead(list(each), 0)) for at, each in zip(places, points, strict=True)),
    ]
    return Course(
        seat=0,
        points=((0.0, (0,) * len(points[0])), *zip(places, points, strict=True)),
        ahead=tuple(ahead),
        rounds=tuple(places),
        costly=(0.55, 0.2, 0.86),
    )


def _paths(
    options: tuple[Action, ...], tag: str
) -> Iterator[tuple[tuple[object, ...], tuple[Action, ...]]]:
    """The steps to one action of a kind, each with the actions still left.

    Each step goes the way with the most actions.
    """
    left = tuple(each for each in options if tag_of(each) == tag)
    for length in range(1, max(len(path_of(each)) for each in left)):
        ways = Counter(path_of(each)[:length] for each in left)
        start, _ = ways.most_common(1)[0]
        left = tuple(each for each in left if path_of(each)[:length] == start)
        yield start, left


def write(folder: Path, language: str = "en") -> int:
    """Writes all pictures to a folder, with a page that shows them; returns their number."""
    folder.mkdir(parents=True, exist_ok=True)
    words = Words.pick(language)
    figures = []
    for shot in (*_of_games(words), Shot("emojis", _emojis())):
        (folder / f"{shot.name}.png").write_bytes(shot.picture.data)
        figures.append(_figure(shot))
    (folder / "index.html").write_text(_PAGE.format("\n".join(figures)), "utf-8")
    return len(figures)


def _of_games(words: Words) -> Iterator[Shot]:
    for game in PRESENTATIONS:
        for seats in GAMES[game].seats:
            yield from shots(game, seats, words)
            yield from charts(game, seats, words)


def _emojis() -> Picture:
    """The emojis on every ground."""
    drawn, file = emojis.sheet(), BytesIO()
    drawn.save(file, "PNG")
    return Picture(file.getvalue(), "emojis.png", " ".join(emojis.EMOJIS), drawn.size)


_PAGE: Final = """<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Maecenas</title>
<style>
body {{ background: #313338; color: #dbdee1; font: 15px/1.4 sans-serif; margin: 1rem; }}
main {{ display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: start; }}
figure {{ margin: 0; width: 550px; max-width: 100%; }}
img {{ width: 100%; display: block; }}
</style>
<main>
{}
</main>
"""


def _figure(shot: Shot) -> str:
    picture = shot.picture
    wide, high = picture.size
    file, alt = f"{shot.name}.png", escape(picture.alt, quote=True)
    said = f"{shot.name}, {wide} × {high}, {len(picture.data) / 1000:.0f} kB"
    return (
        f'<figure><a href="{file}"><img src="{file}" alt="{alt}" loading="lazy"></a>'
        f"<figcaption>{said}</figcaption></figure>"
    )
