"""The parts of a board: every text on them is legible on a phone, and nothing is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from render import gallery
from render.canvas import Canvas
from render.closer import LARGEST, Room, cut
from render.florence.pictures import board as florence
from render.lacrimosa.pictures import board as lacrimosa
from render.presentation import Person, Scene
from render.words import LANGUAGES, Words
from rules import record
from rules.registry import GAMES
from tests.render.lacrimosa_samples import EDITION

SHOWN = 550
"""The width in pixels at which Discord shows a picture."""

LEAST = 9
"""The least height in pixels of a text at that width."""

HEAD = 130
"""The height in pixels of a board's head, which repeats the message beside the board."""

POSITIONS = 9

TABLES = [(game, seats) for game in ("florence", "lacrimosa") for seats in GAMES[game].seats]


def boards(game: str, seats: int) -> Iterator[tuple[Canvas, tuple[Room, ...]]]:
    """Boards of a whole game with their rooms, in each language in turn."""
    read, journal = record.read((gallery.PLAYED / f"{game}-{seats}.json").read_bytes())
    people = tuple(Person(each.name, each.computer) for each in read.people)
    for nth in range(POSITIONS):
        at = journal.at(round(journal.number * nth / (POSITIONS - 1)))
        words = Words(LANGUAGES[nth % len(LANGUAGES)])
        deciding = tuple((each.seat, each.prompt) for each in at.decisions)
        view, scene = at.view(None), Scene(people, deciding=deciding, over=at.over)
        if game == "florence":
            yield florence.draw(view, scene, words), florence.rooms(view, scene, words)
        else:
            yield (
                lacrimosa.draw(EDITION, view, scene, words),
                lacrimosa.rooms(EDITION, view, scene, words),
            )


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_text_of_a_board_is_legible_in_one_of_its_parts(game: str, seats: int) -> None:
    for board, rooms in boards(game, seats):
        parts = [cut(board, room) for room in rooms]
        assert len(parts) <= 10, "one file each"
        shown = Counter(each.text for part in parts for each in part.written)
        whole = Counter(each.text for each in board.written if each.box[1] > HEAD)
        left_out = set(whole - shown)
        assert not left_out or left_out == {each.text for each in board.written[-2:]}, "empty"
        for part in parts:
            wide, high = part.size
            assert (wide, high) <= LARGEST
            assert high <= LARGEST[1]
            for each in part.written:
                x0, y0, x1, y1 = each.box
                assert 0 <= x0 < x1 <= wide, each
                assert 0 <= y0 < y1 <= high, each
                assert each.size * min(1, SHOWN / wide) >= LEAST, each


def test_a_part_that_is_too_large_is_drawn_smaller() -> None:
    (board, rooms), *_ = boards("lacrimosa", 1)
    part = cut(board, rooms[1])
    (left, _, right, _), *_ = rooms[1].strips
    assert right - left > LARGEST[0] == part.size[0]
