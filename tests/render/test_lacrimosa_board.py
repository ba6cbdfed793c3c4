"""Lacrimosa's board: what it says about the last actions, and what is legible in a chat."""

from __future__ import annotations

from collections import Counter
from math import hypot
from typing import TypeAlias

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

from render.canvas import Canvas, Written
from render.lacrimosa.pictures import board, frame, places, requiem, row, seat
from render.lacrimosa.pictures.moment import ROMAN
from render.lacrimosa.theme import THEME
from render.lacrimosa.words.questions import progress
from render.words import signed
from rules.contract import Delta
from rules.lacrimosa.actions import Compose, ToPlaceNeutral
from rules.lacrimosa.events import Maintained
from rules.lacrimosa.view import View
from tests.render.goldens import EN, LANGUAGES, faults
from tests.render.test_lacrimosa_map import lying
from tests.render.test_lacrimosa_pictures import EDITION, hardest, placed, position, texts

Pixels: TypeAlias = tuple[int, int, int, int]
AMOUNTS = ("ducats", "vp", "finance", "talent", "journey", "composition")


@pytest.mark.parametrize("name", ["two", "maintenance", "solo"])
def test_every_amount_of_an_income_is_drawn(name: str) -> None:
    """In the strip and, if there is one, in the list of the last actions."""
    at = position(name)
    deltas = tuple(Delta(what, 21 + i) for i, what in enumerate(AMOUNTS))
    scene = replace(at.scene, changed=(Maintained(0, deltas),))
    canvas = board.draw(EDITION, at.view, scene, EN)
    shown = texts(canvas)
    listed = EN("picture.last") in shown
    assert [shown.count(signed(each.amount)) for each in deltas] == [1 + listed] * len(deltas)
    assert faults(canvas) == []


@pytest.mark.parametrize("name", ["turn", "two", "solo", "maintenance"])
def test_the_board_counts_rounds_as_the_text_does(name: str) -> None:
    """Periods belong to cards and bonus tiles; play is counted in rounds."""
    at = position(name)
    counted = progress(at.view, EN).partition(" of ")[0]
    assert counted == f"Round {at.view.round}"
    shown = texts(board.draw(EDITION, at.view, at.scene, EN))
    assert sum(each.startswith(f"{counted} · ") for each in shown) == 1
    assert [each for each in shown if "eriod" in each] == [
        EN("picture.lacrimosa.period", period=ROMAN[at.view.round])
    ]


CHAT = 550
"""The width in pixels of a picture in a chat."""
LEGIBLE = 9
"""The least height in pixels of letters that are legible there."""
LONGEST = {each("lacrimosa.composer.freystaedtler") for each in LANGUAGES.values()}
"""Names that are a little smaller, as they are below an icon."""


def in_chat(canvas: Canvas) -> dict[str, float]:
    """The texts of the map and the Requiem, with their heights in a chat."""
    layout = board.FEW
    right, top = layout.journeys[0] + max(layout.wide), layout.journeys[1]
    found: dict[str, float] = {}
    for each in canvas.written:
        if each.box[2] <= right and each.box[1] >= top:
            high = each.size * CHAT / canvas.size[0]
            found[each.text] = min(high, found.get(each.text, high))
    return found


@pytest.mark.parametrize("name", ["turn", "two", "solo"])
@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_map_and_requiem_are_read_in_a_chat(name: str, language: str) -> None:
    for at in (position(name), hardest(position(name))):
        read = in_chat(board.draw(EDITION, at.view, at.scene, LANGUAGES[language]))
        assert {place.name.partition(" ")[0] for place in EDITION.tables.map.place} <= {
            each.partition(" ")[0] for each in read
        }
        assert {each.name for each in EDITION.tables.requiem.movement} <= set(read)
        assert {text: high for text, high in read.items() if high < LEGIBLE} == {}


@pytest.mark.nightly
def test_every_tile_of_a_place_and_composer_is_read_in_a_chat() -> None:
    at, movements = position("two"), EDITION.tables.requiem.movement
    for place in EDITION.places:
        for each in lying(place):
            canvas = board.draw(EDITION, replace(at.view, lying=(each,)), at.scene, EN)
            assert min(in_chat(canvas).values()) >= LEGIBLE, each
    for composer in EDITION.tables.composer:
        stacks = [EDITION.stack(composer.id, movement.id, 4) for movement in movements]
        for taken in range(max(map(len, stacks))):
            left = tuple(stack[taken:] for stack in stacks) * 2
            view = replace(at.view, composers=(composer.id, composer.id), stacks=left)
            read = in_chat(board.draw(EDITION, view, at.scene, EN))
            small = {text for text, high in read.items() if high < LEGIBLE}
            assert small <= LONGEST, composer.id
            assert min(read.values()) >= 8


@pytest.mark.parametrize("name", ["two", "solo", "solo_over"])
def test_no_panel_of_a_board_for_few_is_empty(name: str) -> None:
    """Below the row, every part of the paper shows the map, the Requiem, a panel or a list."""
    at = position(name)
    canvas = board.draw(EDITION, at.view, at.scene, EN)
    layout = board.layout(at.view)
    assert canvas.size == layout.size
    lows = (*(y for _, y in layout.panels[1:]), layout.low)
    for (x, top), low in zip(layout.panels, lows, strict=True):
        assert any(
            x <= each.box[0] < x + seat.WIDE and top <= each.box[1] < low
            for each in canvas.written
        )


@pytest.mark.parametrize("name", ["movement", "space", "side", "marker", "neutral", "journey"])
def test_no_number_of_a_choice_covers_or_touches_a_text(name: str) -> None:
    """Neither the name of a movement nor a number of tiles or goods."""
    at = position(name)
    canvas = placed(at, EN)
    if name != "journey":
        plain = places._cut(places._score(EDITION, at.view, EN), places._REQUIEM)
        assert Counter(texts(plain)) <= Counter(texts(canvas))
    found = set(map(str, places.numbered(EDITION, at.path, at.actions).values()))
    discs = [each for each in canvas.written if each.text in found and on_disc(canvas, each)]
    assert {each.text for each in discs} == found
    for disc in discs:
        x, y = (disc.box[0] + disc.box[2]) / 2, (disc.box[1] + disc.box[3]) / 2
        r = disc.size / 1.15
        for each in canvas.written:
            if each is not disc:
                nearest = (
                    min(max(x, each.box[0]), each.box[2]) - x,
                    min(max(y, each.box[1]), each.box[3]) - y,
                )
                assert hypot(*nearest) > r, (disc.text, each.text)


@pytest.mark.parametrize("name", ["row", "memories"])
def test_no_number_and_no_badge_covers_anything_of_a_card(name: str) -> None:
    """Neither its kind nor its period: every card looks as on the board, or is veiled."""
    at = position(name)
    for poor in (False, True):
        actions = at.actions[:1] if poor else at.actions
        view = penniless(at.view) if poor else at.view
        canvas = places.draw(EDITION, view, at.path, actions, EN)
        assert canvas is not None
        assert faults(canvas) == []
        numbers = places.numbered(EDITION, at.path, actions)
        plain = board.ground(EDITION, EN, places._PARTS)
        row.draw(plain, EDITION, view, EN, fresh=frozenset(), gap=places._GAP)
        lows = {}
        for card in view.row:
            x, y = row.corner(view, card, places._GAP)
            lows[card] = (x, y + row.HIGH - places._ROW[1])
            if card not in numbers:
                frame.veil(plain, (x, y, x + row.WIDE, y + row.HIGH))
            within = (x + 12, y + 12, x + row.WIDE - 12, y + row.HIGH - 12)
            assert is_alike(plain, canvas, within, places._ROW), card
        if poor:  # the badges are below the cards
            kind = EDITION.memories if name == "memories" else EDITION.opus
            for card, (x, low) in lows.items():
                badge = [
                    each.text
                    for each in canvas.written
                    if low < each.box[1] < low + places._BELOW
                    and x < each.box[0] + places._ROW[0] < x + row.WIDE
                ]
                wanted = card in kind and card not in numbers
                assert any(text.startswith("−") for text in badge) == wanted


def penniless(view: View) -> View:
    """The view of a seat that has nothing to pay with."""
    seats = tuple(
        replace(seat, ducats=0, tracks=(0, 0, 0), counters=(0, 0, 0)) for seat in view.seats
    )
    return replace(view, seats=seats)


def test_the_veil_of_a_choice_leaves_the_row_of_the_soloist_alone() -> None:
    view = position("solo").view
    plain = places._score(EDITION, view, EN)
    actions = (Compose("sequentia", "voice-1", "eighth", 1, "", ""),)
    for path in (("requiem", "sequentia"), ("requiem", "sequentia", "voice-1")):
        canvas = places.draw(EDITION, view, path, actions, EN)
        assert canvas is not None
        left, right = requiem.LEFT + 90, requiem.LEFT + requiem.WIDE
        soloist = (left, requiem.TOP + 314, right, requiem.TOP + requiem.HIGH)
        assert is_alike(plain, canvas, soloist, places._REQUIEM)


def is_alike(board: Canvas, cut: Canvas, box: Pixels, part: Pixels) -> bool:
    """Whether a box of a board looks the same on a picture of a part of that board."""
    (x0, y0, x1, y1), (left, top, _, _) = box, part
    moved = (x0 - left, y0 - top, x1 - left, y1 - top)
    pair = board.image.crop(box), cut.image.crop(moved)
    return ImageChops.difference(*pair).getbbox() is None


def on_disc(canvas: Canvas, each: Written) -> bool:
    """Whether a figure is on the ivory disc of a choice, within its ring of ink."""
    x, y = (each.box[0] + each.box[2]) // 2, (each.box[1] + each.box[3]) // 2
    r = each.size / 1.15
    edges = (round(x + 1.5 - r), round(x + r - 1.5))
    dots = [canvas.image.crop((edge, y, edge + 1, y + 1)) for edge in edges]
    ink = Image.new("RGB", (1, 1), THEME.ink)
    return all(sum(ImageStat.Stat(ImageChops.difference(dot, ink)).sum) < 60 for dot in dots)


def test_no_line_of_the_grid_runs_through_the_note_of_a_solo_game() -> None:
    at = position("solo")
    canvas = board.draw(EDITION, at.view, at.scene, EN)
    note = EN("picture.lacrimosa.solo.no_tiles")
    x0, y0, x1, _ = next(each.box for each in canvas.written if each.text == note)
    above = canvas.image.crop((x0, y0 - 6, x1, y0 - 5)).getcolors()
    assert above is not None
    assert len(above) == 1


def test_what_the_active_seat_does_is_as_large_as_the_room_allows() -> None:
    at = position("two")
    asked = ((0, ToPlaceNeutral("kyrie")),)
    canvas = board.draw(EDITION, at.view, replace(at.scene, deciding=asked), EN)
    said = EN("picture.lacrimosa.does.to_place_neutral")
    assert [each.size for each in canvas.written if each.text == said] == [30]
