"""Lacrimosa in pictures: golden files, texts in their boxes, the hardest positions."""

from __future__ import annotations

import pickle
from functools import cache
from math import hypot

import msgspec
import pytest
from msgspec.structs import astuple, replace
from PIL import ImageChops

from render import scores
from render.canvas import Canvas
from render.lacrimosa import LOBBY_STYLE, presentation, score_style, with_soloist
from render.lacrimosa.pictures import (
    board,
    hand,
    journeys,
    places,
    requiem,
    row,
    seat,
    soloist,
)
from render.lacrimosa.pictures.frame import paper
from render.lacrimosa.pictures.moment import Moment, order
from render.lacrimosa.words import events, names, plan
from render.lacrimosa.words.position import pages
from render.lobby import _draw as draw_card
from render.presentation import Person, Picture, Scene
from render.words import Words
from rules.contract import Delta, Over, Rival
from rules.lacrimosa import HOUSE_TEXT, Edition
from rules.lacrimosa.actions import Asked, Compose, Move
from rules.lacrimosa.events import Commissioned, Composed, Ended, Told, Travelled
from rules.lacrimosa.state import Held, Hired, Lying, Note, Right
from rules.lacrimosa.view import View
from tests.render.goldens import EN, GOLDEN, LANGUAGES, NAMES, faults, is_as_accepted

EDITION = Edition(HOUSE_TEXT)
LOOK = presentation(EDITION)


class Position(msgspec.Struct, frozen=True):
    """A position with all that a picture needs, kept as JSON beside its golden picture."""

    view: View
    people: tuple[str, ...]
    deciding: tuple[tuple[int, Asked], ...]
    changed: tuple[Told, ...]
    over: Over | None
    path: tuple[str | int, ...]
    actions: tuple[Move, ...]
    history: tuple[tuple[int, ...], ...]

    @property
    def scene(self) -> Scene:
        people = tuple(Person(name, name == "Chiara") for name in self.people)
        return Scene(people, self.deciding, self.changed, self.over, self.history)


@cache
def position(name: str) -> Position:
    return msgspec.json.decode((GOLDEN / f"lacrimosa_{name}.json").read_bytes(), type=Position)


BOARDS = ("setup", "turn", "maintenance", "two", "solo", "over", "solo_over")
PLACES = (
    "row",
    "memories",
    "journey",
    "perform",
    "sell",
    "deals",
    "movement",
    "space",
    "side",
    "marker",
    "neutral",
)
ALL = (*BOARDS, *PLACES, "hand", "scores", "solo_scores", "lobby")


LORENZO = Person("Lorenzo", computer=True, level="adept")


def drawn(name: str, words: Words) -> Canvas:
    if name == "lobby":
        people = (Person("Anna"), Person("María José Fernández"), LORENZO)
        return draw_card(LOBBY_STYLE, people, (1, 4), words, marks=True)
    if name.endswith("scores"):
        at = position(name.replace("scores", "over"))
        return scores.draw(score_style(at.view), with_soloist(at.view, at.scene, words), words)
    at = position(name)
    if name in PLACES:
        return placed(at, words)
    if name == "hand":
        return hand.draw(EDITION, at.view, at.scene, words)[0]
    return board.draw(EDITION, at.view, at.scene, words)


def placed(at: Position, words: Words) -> Canvas:
    canvas = places.draw(EDITION, at.view, at.path, at.actions, words)
    assert canvas is not None
    return canvas


def texts(canvas: Canvas) -> list[str]:
    return [written.text for written in canvas.written]


def differs(one: Canvas, other: Canvas, box: tuple[int, int, int, int]) -> bool:
    pair = (canvas.image.crop(box) for canvas in (one, other))
    return ImageChops.difference(*pair).getbbox() is not None


@pytest.mark.parametrize("name", ALL)
def test_a_picture_is_as_it_was_accepted(name: str) -> None:
    """To accept an intended change, run this test with MAECENAS_ACCEPT=1."""
    is_as_accepted(f"lacrimosa_{name}", drawn(name, EN).png(), __file__)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("name", ALL)
def test_every_text_stands_in_its_box(name: str, language: str) -> None:
    assert faults(drawn(name, LANGUAGES[language])) == []


def hardest(at: Position) -> Position:
    """The position with the longest names, 228 points, full tracks, all spaces taken."""
    opus = tuple(EDITION.opus)
    instruments = tuple(part.id for part in EDITION.player.instrument)
    tiles = tuple(tile for tile in EDITION.tiles.values() if tile.repeat)
    cards = tuple(EDITION.memories)
    most = EDITION.player.story_track_max
    seats = tuple(
        replace(
            seat,
            vp=228 - i,
            ducats=127,
            tracks=(most, most, most),
            counters=(17, 8 + i, 12),
            finance=len(EDITION.player.finance) - 1,
            experiences=cards[i : i + 4],
            story=cards[-4 - i : -i or None],
            opus=tuple(Held(card, bool(n % 2)) for n, card in enumerate(opus[: 6 * i + 4])),
            courts=tuple(EDITION.courts)[: 4 * i + 2],
            markers=(),
            hired=tuple(
                Hired(where, tiles[(n + 7 * i) % len(tiles)].id)
                for n, where in enumerate(instruments)
            ),
        )
        for i, seat in enumerate(at.view.seats)
    )
    free = [space for space in EDITION.spaces if space not in at.view.covers]
    notes = tuple(
        Note(space, ("eighth", "sixteenth")[n % 2], (0, 1, 2, 3, None)[n % 5])
        for n, space in enumerate(free)
    )
    view = replace(
        at.view,
        seats=seats,
        notes=notes,
        lying=tuple(_tile(n, where) for n, where in enumerate(EDITION.places)),
        stacks=tuple(() for _ in at.view.stacks),
    )
    return replace(at, view=view, people=NAMES[: len(seats)])


def _tile(n: int, where: str) -> Lying:
    """One of the widest tiles for a place, a court or a city."""
    court = EDITION.places[where].kind == "court"
    kind = EDITION.courts if court else EDITION.cities
    wide = sorted(kind, key=lambda tile: -sum(map(len, kind[tile].gilded)))
    return Lying(where, wide[n % len(wide)], gilded=bool(n % 3))


@pytest.mark.parametrize("name", ["turn", "over", "maintenance", "two", "solo"])
def test_the_hardest_board_is_legible(name: str) -> None:
    at = hardest(position(name))
    canvas = board.draw(EDITION, at.view, at.scene, EN)
    assert faults(canvas) == []
    assert len(canvas.png()) <= 250_000


@pytest.mark.parametrize("where", sorted(EDITION.places))
def test_mozart_can_stand_anywhere_and_his_ring_hides_no_text(where: str) -> None:
    """Nor is he on the tile of another place, whatever tile is at his own."""
    at = hardest(position("turn"))
    others = tuple(each for each in at.view.lying if each.place != where)
    kind = EDITION.courts if EDITION.places[where].kind == "court" else EDITION.cities
    lying = [Lying(where, tile, gilded) for tile in kind for gilded in (False, True)]
    for there in ((), *((each,) for each in lying)):
        view = replace(at.view, mozart=where, lying=(*others, *there))
        canvas = paper((1600, 900))
        journeys.ground(canvas, EDITION, EN)
        journeys.draw(canvas, EDITION, view, changed=frozenset({where}))
        x, y = journeys.mozart_at(EDITION, view)
        assert 24 + journeys.RING <= x <= 784 - journeys.RING
        assert 466 + journeys.RING <= y <= 848 - journeys.RING
        for each in canvas.written:
            assert far((x, y), each.box) >= journeys.RING, (there, each.text)
        for other in others:
            assert far((x, y), journeys.extent(EDITION, other)) >= 22, (there, other.place)


def far(point: tuple[float, float], box: tuple[int, int, int, int]) -> float:
    """The distance of a point from a box."""
    (x, y), (x0, y0, x1, y1) = point, box
    return hypot(min(max(x, x0), x1) - x, min(max(y, y0), y1) - y)


def test_the_ring_of_a_new_marker_covers_no_count_and_no_value() -> None:
    at = position("turn")
    for space in EDITION.spaces:
        view = replace(at.view, notes=(Note(space, "eighth", 0),), covers=())
        canvas = paper((1600, 900))
        requiem.ground(canvas, EDITION, EN)
        changed = frozenset({space})
        requiem.draw(canvas, EDITION, view, EN, changed=changed, bought=frozenset())
        _, y = requiem.point(EDITION, space)
        assert min(abs(each.box[3] - y) for each in canvas.written) >= requiem.RING
        assert y - requiem.RING >= requiem.TOP + 41 + 9  # the icons of the counts
        assert y + requiem.RING <= requiem.TOP + 246  # the rule above the tiles


def test_every_tile_fits_its_place_on_the_map() -> None:
    at = position("turn")
    seen = set()
    for turn in range(max(len(EDITION.courts), len(EDITION.cities))):
        for gilded in (False, True):
            lying = []
            for number, (where, spot) in enumerate(sorted(EDITION.places.items())):
                kind = tuple(EDITION.courts if spot.kind == "court" else EDITION.cities)
                lying.append(Lying(where, kind[(turn + number) % len(kind)], gilded))
            view = replace(at.view, lying=tuple(lying))
            assert faults(board.draw(EDITION, view, replace(at.scene, changed=()), EN)) == []
            seen.update(lying)
    for where, spot in EDITION.places.items():
        for tile in EDITION.courts if spot.kind == "court" else EDITION.cities:
            assert {Lying(where, tile, False), Lying(where, tile, True)} <= seen


def test_every_card_can_lie_on_every_space_of_the_row() -> None:
    at = position("turn")
    cards = [
        card for card in (*EDITION.memories, *EDITION.opus) if not card.startswith("start")
    ]
    for first in range(0, len(cards), 3):
        some = tuple((cards[first:] + cards)[:7])
        canvas = board.draw(EDITION, replace(at.view, row=some), at.scene, EN)
        assert faults(canvas) == []
        assert not [each for each in canvas.written if each.text.endswith("…")]


def test_every_composer_tile_and_effect_can_be_shown() -> None:
    at = position("turn")
    for composer in EDITION.tables.composer:
        stacks = tuple(
            EDITION.stack(composer.id, movement.id, 4)
            for _ in range(2)
            for movement in EDITION.tables.requiem.movement
        )
        view = replace(at.view, composers=(composer.id, composer.id), stacks=stacks)
        assert faults(board.draw(EDITION, view, at.scene, EN)) == []


def test_the_sum_of_card_and_space_stands_on_an_opus() -> None:
    at = position("turn")
    card = next(each for each in at.view.row if each in EDITION.opus)
    index = 7 - len(at.view.row) + at.view.row.index(card)
    price = EDITION.opus[card].cost.plus(EDITION.row[index].opus_cost)
    left, top = board.layout(at.view).cards
    x, y = row.corner(at.view, card)
    x, y = x - row.LEFT + left, y - row.TOP + top
    band = {
        each.text
        for each in board.draw(EDITION, at.view, at.scene, EN).written
        if x < each.box[0] < x + 200 and y + 46 < each.box[1] < y + 138
    }
    wanted = {str(n) for n in (*price.points, price.ducats) if n}
    assert wanted <= band


def test_the_board_has_everybody_in_turn_order() -> None:
    for name in ("setup", "turn", "two"):
        at = position(name)
        canvas = board.draw(EDITION, at.view, at.scene, EN)
        panels = board.layout(at.view).panels
        shown = [
            each.text
            for x, top in panels
            for each in canvas.written
            if x < each.box[0] < x + seat.WIDE
            and top < each.box[1] < top + 62
            and each.text in at.people
        ]
        first = at.view.first
        assert shown == [*at.people[first:], *at.people[:first]]


def test_the_soloist_is_shown_with_what_he_did() -> None:
    at = position("solo")
    solo = at.view.solo
    assert solo is not None
    canvas = board.draw(EDITION, at.view, at.scene, EN)
    _, (x, top), (_, below) = board.layout(at.view).panels
    assert EN("lacrimosa.soloist") in texts(canvas)
    quiet = replace(at.view, solo=replace(solo, did=()))
    assert differs(
        canvas,
        board.draw(EDITION, quiet, at.scene, EN),
        (x, below, x + seat.WIDE, canvas.size[1]),
    )
    fewer = replace(at.view, solo=replace(solo, markers=0))
    assert differs(
        canvas, board.draw(EDITION, fewer, at.scene, EN), (x, top, x + seat.WIDE, below)
    )


def test_of_what_the_soloist_did_the_last_is_shown_for_which_there_is_room() -> None:
    at = position("solo")
    moment = Moment.of(EDITION, at.view, at.scene, EN)
    shown = []
    for high in (600, 250, 60):
        canvas = paper((400, 600))
        end = soloist.steps(canvas, moment, (0, 0, 392, high))
        shown.append(" ".join(texts(canvas)))
        assert end <= high or end == soloist.steps(canvas, moment, (0, 0, 392, 0))
    assert [each.count("Document Memories") for each in shown] == [2, 0, 0]
    assert [each.count("Requiem") for each in shown] == [1, 1, 0]


def test_of_three_goods_in_story_only_one_of_a_kind_has_no_figure() -> None:
    canvas = paper((400, 100))
    seat._story(canvas, ("talent 1", "journey 1", "vp 11"), (200, 50))
    assert texts(canvas) == ["11"]


def test_a_lost_solo_game_has_the_soloist_as_its_winner() -> None:
    at = position("solo_over")
    assert at.over is not None
    assert at.view.solo is not None
    beaten = replace(at, over=replace(at.over, winners=()))
    moment = Moment.of(EDITION, beaten.view, beaten.scene, EN)
    assert moment.active == (1,)
    full = with_soloist(beaten.view, beaten.scene, EN)
    assert full.over is not None
    assert full.over.winners == (1,)
    assert full.over.totals[1] == at.view.solo.vp


def test_a_solo_game_that_is_level_is_won_by_both() -> None:
    at = position("solo_over")
    assert at.over is not None
    rival = Rival("lacrimosa.soloist", (), shares=True)
    level = replace(at, over=replace(at.over, winners=(0,), rival=rival))
    assert Moment.of(EDITION, level.view, level.scene, EN).active == (0, 1)
    full = with_soloist(level.view, level.scene, EN)
    assert full.over is not None
    assert full.over.winners == (0, 1)
    told = pages(EDITION, level.view, level.scene, EN)[0]
    assert "and Soloist share the victory" in told
    assert "and Soloist share the victory" in (
        events.told(EDITION, Ended((0,), "lacrimosa.soloist"), level.scene, EN) or ""
    )


def test_what_the_last_turn_changed_has_a_ring() -> None:
    at = position("turn")
    quiet = replace(at, changed=())
    before = board.draw(EDITION, quiet.view, quiet.scene, EN)
    boxes = [each.strips[0] for each in board.rooms(EDITION, quiet.view, quiet.scene, EN)]
    seat, view = at.view.seat, at.view
    note = view.notes[0]
    composer = view.composers[0]
    changes = (Delta("vp", 3), Delta("ducats", -4))
    composed = Composed(seat, note.space, composer, "tile", changes)
    after = board.draw(EDITION, view, replace(quiet.scene, changed=(composed,)), EN)
    cards, europe, score, *panels = boxes
    assert differs(before, after, score)
    assert differs(before, after, (330, 76, 1576, 118))
    assert {"+3", "−4"} <= set(texts(after))
    travelled = Travelled(seat, view.mozart, None, ())
    after = board.draw(EDITION, view, replace(quiet.scene, changed=(travelled,)), EN)
    assert differs(before, after, europe)
    assert not differs(before, after, score)
    assert not differs(before, after, cards)
    opus = view.seats[seat].opus[-1].id
    bought = Commissioned(seat, opus, ())
    after = board.draw(EDITION, view, replace(quiet.scene, changed=(bought,)), EN)
    assert differs(before, after, panels[order(view).index(seat)])


@pytest.mark.parametrize(
    "name", ["row", "memories", "journey", "perform", "sell", "movement", "space"]
)
def test_numbers_are_those_of_the_buttons(name: str) -> None:
    at = position(name)
    depth = len(at.path)
    values = list(
        dict.fromkeys(
            str((action.__struct_config__.tag, *astuple(action))[depth])
            for action in at.actions
        )
    )
    numbers = places.numbered(EDITION, at.path, at.actions)
    assert list(numbers) == values
    of_board = [EDITION.places[each].number for each in values if each in EDITION.places]
    assert list(numbers.values()) == (of_board or list(range(1, len(values) + 1)))
    shown = texts(placed(at, EN))
    assert all(str(n) in shown for n in numbers.values())
    picture = LOOK.places(at.view, at.path, at.actions, EN)
    assert picture is not None
    assert all(f"{n}: " in picture.alt for n in numbers.values())
    assert len(picture.alt) <= 1024


def test_a_place_that_is_left_out_takes_no_number_from_the_others() -> None:
    at = position("journey")
    fewer = places.numbered(EDITION, at.path, at.actions[1:])
    assert fewer.items() < places.numbered(EDITION, at.path, at.actions).items()


def test_composers_are_numbered_from_the_top_of_the_picture() -> None:
    """Whichever composer comes first among the actions."""
    path = ("requiem", "kyrie", "organ")
    actions = [Compose("kyrie", "organ", side, 7) for side in ("sixteenth", "eighth")]
    assert places.numbered(EDITION, path, tuple(actions)) == {"eighth": 1, "sixteenth": 2}


@pytest.mark.parametrize("name", PLACES)
def test_a_picture_of_a_choice_shows_the_price_or_the_place(name: str) -> None:
    at = position(name)
    picture = LOOK.places(at.view, at.path, at.actions, EN)
    assert picture is not None
    assert len(picture.data) <= 80_000


def test_no_picture_helps_where_only_kinds_are_left_to_choose() -> None:
    at = position("journey")
    first = at.actions[0]
    whole = (first.__struct_config__.tag, *astuple(first))
    assert LOOK.places(at.view, whole[:2], (first,), EN) is None
    assert LOOK.places(at.view, (), (), EN) is None


def test_a_hand_shows_its_cards_and_what_can_be_done() -> None:
    at = position("hand")
    viewer = at.view.viewer
    assert viewer is not None
    own = at.view.seats[viewer]
    canvas = hand.draw(EDITION, at.view, at.scene, EN)[0]
    shown = " ".join(texts(canvas))
    assert all(word in shown for card in own.hand or () for word in _words(card))
    rich = replace(own, ducats=99, counters=(9, 9, 9))
    seats = tuple(rich if i == viewer else seat for i, seat in enumerate(at.view.seats))
    for action in ("document", "commission", "travel", "requiem"):
        offered, possible, lack = hand.reckoned(EDITION, at.view, rich.player, action)
        assert offered == possible
        told = plan.prospect(EDITION, at.view, rich.player, Right(action), EN)
        assert f": {possible} " in told, "the panel counts the same things"
        assert not any(lack.points)
    poor = replace(own, ducats=0, counters=(0, 0, 0), tracks=(0, 0, 0), finance=0)
    _, possible, lack = hand.reckoned(EDITION, at.view, poor.player, "requiem")
    assert possible == 0
    assert lack.ducats > 0
    picture = LOOK.hand(replace(at.view, seats=seats), at.scene, EN)[0]
    assert len(picture.data) <= 90_000


def _words(card: str) -> list[str]:
    return names.memory_title(EDITION, card, EN).split()


def test_every_memory_can_be_held() -> None:
    at = position("hand")
    viewer = at.view.viewer
    assert viewer is not None
    cards = tuple(EDITION.memories)
    own = replace(at.view.seats[viewer], hand=cards)
    seats = tuple(own if i == viewer else seat for i, seat in enumerate(at.view.seats))
    pages = hand.draw(EDITION, replace(at.view, seats=seats), at.scene, LANGUAGES["longer"])
    assert [fault for page in pages for fault in faults(page)] == []
    assert len(pages) == -(-len(cards) // 4)


def test_an_empty_hand_says_so_and_a_spectator_has_none() -> None:
    at = position("hand")
    viewer = at.view.viewer
    assert viewer is not None
    own = replace(at.view.seats[viewer], hand=())
    seats = tuple(own if i == viewer else seat for i, seat in enumerate(at.view.seats))
    canvas = hand.draw(EDITION, replace(at.view, seats=seats), at.scene, EN)[0]
    assert EN("picture.lacrimosa.hand.empty") in texts(canvas)
    assert LOOK.hand(position("turn").view, position("turn").scene, EN) == ()


def test_pictures_cross_to_a_worker_and_back() -> None:
    at = position("turn")
    look, view, scene = pickle.loads(  # noqa: S301 - our own bytes
        pickle.dumps((LOOK, at.view, at.scene))
    )
    picture = look.board(view, scene, EN)
    assert isinstance(picture, Picture)
    assert picture == LOOK.board(at.view, at.scene, EN)
    assert picture.size == (1600, 2234)
    assert 0 < len(picture.alt) <= 1024
    assert len(picture.data) <= 250_000


def test_an_own_edition_with_other_names_and_places_is_drawn() -> None:
    text = HOUSE_TEXT.replace('"salzburg"', '"venezia"').replace(
        'name = "Salzburg"', 'name = "Venezia"'
    )
    edition = Edition(text)
    at = position("setup")
    lying = tuple(each for each in at.view.lying if each.place != "salzburg")
    view = replace(at.view, mozart="venezia", lying=(*lying, Lying("venezia", "city-oper")))
    canvas = board.draw(edition, view, at.scene, EN)
    assert "Venezia" in texts(canvas)
    assert "Salzburg" not in texts(canvas)


def test_more_than_one_seat_can_be_asked_at_once() -> None:
    at = position("maintenance")
    assert len(at.deciding) > 1
    canvas = board.draw(EDITION, at.view, at.scene, EN)
    assert EN("picture.lacrimosa.several", len(at.deciding)) in texts(canvas)
