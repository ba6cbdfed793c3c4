"""Florence in pictures: golden files, texts in their boxes, the hardest positions."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace
from PIL import ImageChops

from render import scores
from render.canvas import Canvas
from render.florence import _SCORES, LOBBY_STYLE
from render.florence.pictures import board, hand, places, seat
from render.header import LEAST
from render.lobby import _draw as draw_card
from render.lobby import card
from render.presentation import Person, Picture, Scene
from render.presentations import LOBBY_STYLES, PRESENTATIONS
from render.words import Words
from rules.contract import Over
from rules.florence.actions import Asked, Build, Move, Place
from rules.florence.catalogue import BONUS, BUILDINGS, PRESTIGE, PROFESSIONS, RECRUITING
from rules.florence.events import Raised, Told
from rules.florence.principality import WIDTH
from rules.florence.state import Tile
from rules.florence.view import View
from rules.opponents import LEVELS
from tests.render.goldens import EN, GOLDEN, LANGUAGES, NAMES, faults, is_as_accepted

FLORENCE = PRESENTATIONS["florence"]
COMPUTERS = {"Chiara", "Lucrezia", "Federico", "Isabella"}


def _level(name: str) -> str | None:
    return LEVELS[len(name) % len(LEVELS)] if name in COMPUTERS else None


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
        people = tuple(Person(name, name in COMPUTERS, _level(name)) for name in self.people)
        return Scene(people, self.deciding, self.changed, self.over, self.history)


def position(name: str) -> Position:
    return msgspec.json.decode((GOLDEN / f"{name}.json").read_bytes(), type=Position)


def _placed(at: Position, words: Words) -> Canvas:
    canvas = places.draw(at.view, at.path, at.actions, words)
    assert canvas is not None
    return canvas


PICTURES: dict[str, Callable[[Position, Words], Canvas]] = {
    "auction": lambda at, words: board.draw(at.view, at.scene, words),
    "actions": lambda at, words: board.draw(at.view, at.scene, words),
    "setup": lambda at, words: board.draw(at.view, at.scene, words),
    "over": lambda at, words: board.draw(at.view, at.scene, words),
    # The end of a game played in the demo.
    "florence_board": lambda at, words: board.draw(at.view, at.scene, words),
    "looked": lambda at, words: hand.draw(at.view, at.scene, words)[0],
    "hand": lambda at, words: hand.draw(at.view, at.scene, words)[1],
    "first_cards": lambda at, words: hand.draw(at.view, at.scene, words)[0],
    "places": _placed,
    "ways": _placed,
}


LORENZO = Person("Lorenzo", computer=True, level="adept")


def drawn(name: str, words: Words) -> Canvas:
    if name == "scores":
        return scores.draw(_SCORES, position("over").scene, words)
    if name == "lobby":
        people = (Person("Anna"), Person("María José Fernández"), LORENZO)
        return draw_card(LOBBY_STYLE, people, (3, 5), words, marks=True)
    return PICTURES[name](position("hand" if name == "looked" else name), words)


ALL = (*PICTURES, "scores", "lobby")


@pytest.mark.parametrize("name", ALL)
def test_a_picture_is_as_it_was_accepted(name: str) -> None:
    """To accept an intended change, run this test with MAECENAS_ACCEPT=1."""
    data = drawn(name, EN).png()
    is_as_accepted(name, data, __file__)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("name", ALL)
def test_every_text_stands_in_its_box(name: str, language: str) -> None:
    assert faults(drawn(name, LANGUAGES[language])) == []


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("tied", range(1, 6))
def test_words_beside_the_marks_of_tied_players_have_the_room_that_is_left(
    tied: int, language: str
) -> None:
    at, five = position("actions"), position("auction")
    seats = tuple(
        replace(seat, value=17 * (i < tied)) for i, seat in enumerate(five.view.seats)
    )
    view = replace(five.view, seats=seats, step=at.view.step)
    scene = replace(five.scene, deciding=at.deciding, changed=())
    canvas = board.draw(view, scene, LANGUAGES[language])
    assert len(canvas.marked) > tied
    assert faults(canvas) == []


@pytest.mark.parametrize("language", ["en", "es", "fr", "ru"])
@pytest.mark.parametrize("name", ["auction", "actions", "over", "setup", "florence_board"])
def test_what_changed_on_a_board_is_read_in_a_chat_as_well(name: str, language: str) -> None:
    at = position(name)
    canvas = board.draw(at.view, at.scene, LANGUAGES[language])
    assert [each.text for each in canvas.written if each.size < LEAST] == []


def test_cards_that_have_no_room_for_names_are_shown_by_their_wishes() -> None:
    at = hardest(position("actions"))
    canvas = board.draw(at.view, at.scene, EN)
    shown = [each.text for each in canvas.written]
    first, *_, last = at.view.seats
    assert all(EN(f"term.{card}") in shown for card in first.works if card in PROFESSIONS)
    assert not any(EN(f"term.{card}") in shown for card in last.works[-3:-1])


FULL = (
    Tile("university", 0, 0),
    Tile("laboratory", 0, 3),
    Tile("lake", 0, 32),
    Tile("tower", 0, 46),
)


def hardest(at: Position) -> Position:
    """The position with the longest names, up to 200 points and many cards."""
    cards = tuple(PROFESSIONS)
    seats = tuple(
        replace(
            seat,
            prestige=200 - i,
            jesters=7,
            builders=3,
            freedoms=("travel", "religion", "opinion"),
            works=(*cards[: 4 + 3 * i], RECRUITING)[: 3 * i + 5],
            tiles=FULL,
            cards=12,
            recruiting=5,
            bonus_count=10,
            prestige_count=14,
        )
        for i, seat in enumerate(at.view.seats)
    )
    return replace(at, view=replace(at.view, seats=seats), people=NAMES[: len(seats)])


@pytest.mark.parametrize("name", ["auction", "actions", "over", "setup"])
def test_the_hardest_board_is_legible(name: str) -> None:
    at = hardest(position(name))
    canvas = board.draw(at.view, at.scene, EN)
    assert faults(canvas) == []
    assert len(canvas.png()) <= 400_000


def test_the_hardest_scores_are_legible() -> None:
    at = hardest(position("over"))
    assert at.over is not None
    lines = tuple(
        tuple(replace(line, points=line.points + 140 * (i == 0)) for i, line in enumerate(seat))
        for seat in at.over.lines
    )
    tied = replace(at, over=Over(lines, (0, 1, 2, 3, 4), None), history=())
    assert faults(scores.draw(_SCORES, tied.scene, EN)) == []


def test_a_hand_shows_every_card_on_some_page() -> None:
    at = position("hand")
    viewer = at.view.viewer
    assert viewer is not None
    own = replace(
        at.view.seats[viewer],
        hand=tuple(PROFESSIONS)[:9],
        cards=9,
        bonus=tuple(BONUS),
        prestige_cards=tuple(PRESTIGE),
        florins=12_300,
        prestige=200,
    )
    seats = tuple(own if i == viewer else seat for i, seat in enumerate(at.view.seats))
    pages = hand.draw(replace(at.view, seats=seats), at.scene, EN)
    shown = {written.text for page in pages for written in page.written}
    assert [fault for page in pages for fault in faults(page)] == []
    assert {EN(f"term.{card}") for card in own.hand or ()} <= shown
    assert {EN(f"bonus.{card}") for card in BONUS} <= shown
    assert {EN(f"prestige.{card}") for card in PRESTIGE} <= shown


@pytest.mark.parametrize(
    ("own", "other", "said"),
    [
        (0, 0, "nobody"),
        (0, 1, "behind"),
        (1, 1, "ties"),
        (2, 1, "leads"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_majority_says_who_leads_and_that_nobody_does_with_nothing(
    own: int, other: int, said: str, language: str
) -> None:
    """F44: 0 never leads, so nobody is behind either."""
    at, words = position("hand"), LANGUAGES[language]
    seats = tuple(
        replace(side, jesters=own if seat == at.view.viewer else other)
        for seat, side in enumerate(at.view.seats)
    )
    assert at.view.viewer is not None
    held = replace(seats[at.view.viewer], hand=(), bonus=(), prestige_cards=("most_jesters",))
    seats = tuple(held if seat == at.view.viewer else side for seat, side in enumerate(seats))
    pages = hand.draw(replace(at.view, seats=seats), at.scene, words)
    assert [fault for page in pages for fault in faults(page)] == []
    shown = {written.text for page in pages for written in page.written}
    states = ("nobody", "behind", "ties", "leads")
    assert {each for each in states if words(f"picture.hand.{each}") in shown} == {said}


@pytest.mark.parametrize(("count", "least"), [(1, 0.3), (2, 0.6), (3, 0.8)])
def test_a_hand_of_few_cards_is_a_narrow_picture(count: int, least: float) -> None:
    at = position("hand")
    seat = at.view.viewer
    assert seat is not None
    cards = tuple(PROFESSIONS)[:count]
    few = replace(at.view.seats[seat], hand=cards, bonus=(), prestige_cards=())
    seats = tuple(few if nth == seat else each for nth, each in enumerate(at.view.seats))
    *_, page = hand.draw(replace(at.view, seats=seats), at.scene, EN)
    low = [each.box for each in page.written if each.box[1] > page.size[1] // 2]
    across = max(box[2] for box in low) - min(box[0] for box in low)
    assert across / page.size[0] > least, "beside the frames of the cards"
    assert faults(page) == []


def test_a_spectator_has_no_hand() -> None:
    at = position("auction")
    assert at.view.viewer is None
    assert FLORENCE.hand(at.view, at.scene, EN) == ()


def test_places_are_numbered_as_the_buttons_are() -> None:
    at = position("places")
    canvas = _placed(at, EN)
    for n, action in enumerate(at.actions, start=1):
        assert isinstance(action, Build | Place)
        row, column = divmod(action.square, WIDTH)
        x, y = places._X + (column + 0.5) * places._SIDE, places._Y + (row + 0.5) * places._SIDE
        boxes = [written.box for written in canvas.written if written.text == str(n)]
        assert any(left < x < right and top < y < low for left, top, right, low in boxes)
    picture = FLORENCE.places(at.view, at.path, at.actions, EN)
    assert picture is not None
    assert f"{len(at.actions)}: " in picture.alt


def test_no_map_helps_before_a_tile_is_chosen() -> None:
    at = position("ways")
    assert FLORENCE.places(at.view, at.path[:1], at.actions, EN) is None
    assert FLORENCE.places(at.view, ("end_turn",), (), EN) is None


def test_the_board_of_every_number_of_seats_has_everybody_in_turn_order() -> None:
    for name in ("setup", "actions", "auction"):
        at = position(name)
        canvas = board.draw(at.view, at.scene, EN)
        shown = [
            each.text
            for each in sorted(canvas.written, key=lambda each: each.box[0])
            if 0 < each.box[1] - seat.TOP < 40 and each.text in at.people
        ]
        start = at.view.start
        assert shown == [*at.people[start:], *at.people[:start]]


def test_a_computer_is_marked_wherever_its_name_stands() -> None:
    at = position("auction")
    people = tuple(Person(name) for name in at.people)
    human = replace(at.scene, people=people)
    computer = replace(at.scene, people=tuple(replace(who, computer=True) for who in people))
    one, other = (board.draw(at.view, scene, EN).image for scene in (human, computer))
    for i in range(len(people)):
        band = (24 + 313 * i, seat.TOP, 324 + 313 * i, seat.TOP + 96)
        assert ImageChops.difference(one.crop(band), other.crop(band)).getbbox() is not None
    header = (330, 8, 880, 70)
    assert ImageChops.difference(one.crop(header), other.crop(header)).getbbox() is not None


def test_an_event_of_another_seat_changes_the_strip_alone_where_it_should() -> None:
    at = position("auction")
    bare = replace(at, changed=())
    told = replace(at, changed=(Raised(0, "park", 900),))
    before = board.draw(bare.view, bare.scene, EN)
    after = board.draw(told.view, told.scene, EN)
    strip = (372, 76, 1576, 118)
    same = ImageChops.difference(before.image.crop(strip), after.image.crop(strip))
    assert same.getbbox() is not None
    assert "900" in {written.text for written in after.written}
    panels = (0, seat.TOP, *before.size)
    moved = ImageChops.difference(before.image.crop(panels), after.image.crop(panels))
    assert moved.getbbox() is None


def test_pictures_cross_to_a_worker_and_back() -> None:
    at = position("auction")
    presentation, view, scene = pickle.loads(  # noqa: S301 - our own bytes
        pickle.dumps((FLORENCE, at.view, at.scene))
    )
    picture = presentation.board(view, scene, EN)
    assert isinstance(picture, Picture)
    assert picture == FLORENCE.board(at.view, at.scene, EN)
    assert picture.size == (1600, 1688)
    assert len(picture.alt) <= 1024
    assert len(picture.data) <= 200_000


def test_a_lobby_card_names_who_is_there_and_counts_the_free_seats() -> None:
    people = (Person("Anna"), LORENZO)
    picture = card(LOBBY_STYLES["florence"], people, (3, 5), EN)
    assert picture.size == (1200, 400)
    assert "Anna" in picture.alt
    canvas = draw_card(LOBBY_STYLE, people, (3, 5), EN, marks=False)
    texts = [written.text for written in canvas.written]
    assert texts.count(EN("seat.nobody")) == 3
    assert "computer, normal" in texts
    assert EN("picture.lobby.count", 2, most=5, fewest=3) in texts
    unmarked = canvas.image.crop((650, 98, 710, 140))
    marked = draw_card(LOBBY_STYLE, people, (3, 5), EN, marks=True).image.crop(
        (650, 98, 710, 140)
    )
    assert ImageChops.difference(unmarked, marked).getbbox() is not None


def test_a_lobby_card_of_a_game_that_has_begun_waits_for_nobody() -> None:
    people = (Person("Anna"), LORENZO)
    canvas = draw_card(LOBBY_STYLE, people, (3, 5), EN, marks=True, begun=True)
    texts = [written.text for written in canvas.written]
    assert EN("picture.lobby.begun") in texts
    left = ("picture.lobby.waiting", "seat.nobody", "picture.lobby.host")
    assert not {EN(each) for each in left} & set(texts)
    assert EN("picture.lobby.count", 2, most=5, fewest=3) not in texts


@pytest.mark.parametrize("kind", sorted(BUILDINGS))
def test_every_building_can_stand_on_a_board(kind: str) -> None:
    at = position("setup")
    seats = tuple(replace(seat, tiles=(Tile(kind, 0, 1),)) for seat in at.view.seats)
    view = replace(at.view, seats=seats)
    empty = board.draw(at.view, at.scene, EN).image
    built = board.draw(view, at.scene, EN).image
    assert ImageChops.difference(empty, built).getbbox() is not None


def test_three_princes_have_larger_panels() -> None:
    """Panels are larger with three seats; the list of actions has the space left over."""
    points = {}
    for name in ("setup", "actions"):
        at = position(name)
        canvas = board.draw(at.view, at.scene, EN)
        own = {str(each.prestige) for each in at.view.seats}
        panels = [each for each in canvas.written if each.box[1] > seat.TOP]
        points[len(at.view.seats)] = max(each.size for each in panels if each.text in own)
    assert points == {3: 51, 4: 45}
