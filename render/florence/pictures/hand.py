"""A seat's private hand: what every profession would be worth, and the other cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from render.canvas import Canvas
from render.florence.pictures.board import marble
from render.florence.pictures.cards import bonus_card, prestige_card
from render.florence.pictures.moment import term
from render.florence.pictures.values import Worth, wishes, worth
from render.florence.theme import THEME as T
from render.header import band
from render.people import drawn
from render.presentation import Scene
from render.theme import COST, GOOD, IVORY, WHITE, Colour
from render.typesetting import text_width
from render.words import Words, signed
from rules.contract import Seat
from rules.florence.catalogue import EXCHANGE, PAYMENT
from rules.florence.state import (
    Acting,
    Choosing,
    Composing,
    Dealing,
    Looking,
    Ordering,
    Step,
    Tally,
)
from rules.florence.view import SeatView, View

SIZE: Final = (1200, 640)
_NARROW: Final = 780
"""The least width, which the head needs."""
_ROOMY: Final = 960
"""From this width on, the head fits on one line."""
_HEAD: Final = 72
_TOP: Final = 92
_LOW: Final = 622
_CARD: Final = 246
_WIDEST: Final = 340
"""The greatest width of a card, where a few would leave the picture empty."""
_COLUMN: Final = 392
_COLUMNS: Final = 3
_HEIGHTS: Final = {"bonus": 114, "prestige": 130}
_GAP: Final = 12
_TWO_LINES: Final = 22
"""The size of a card's name that needs two lines."""


class Page(msgspec.Struct, frozen=True):
    """What one page shows: professions, then other cards as (deck, card)."""

    professions: tuple[str, ...]
    cards: tuple[tuple[str, str], ...]
    looked: bool = False


def draw(view: View, scene: Scene, words: Words) -> tuple[Canvas, ...]:
    """The viewer's hand, page by page; nothing for a spectator."""
    seat = view.viewer
    if seat is None:
        return ()
    pages = _pages(view, view.seats[seat])
    return tuple(
        _page(view, scene, words, seat, page, (i + 1, len(pages)))
        for i, page in enumerate(pages)
    )


def held(view: View) -> View:
    """The view without what a hand never shows: items and bids, supplies, others' steps."""
    match view.step:
        case Dealing() | Choosing():
            step: Step = Choosing()
        case Looking(seat=seat) | Ordering(seat=seat) | Composing(seat=seat) if (
            seat == view.viewer
        ):
            step = view.step
        case _:
            step = Acting(view.viewer or 0)
    seats = tuple(
        side if seat == view.viewer else _compared(side) for seat, side in enumerate(view.seats)
    )
    return replace(
        view,
        start=0,
        step=step,
        seats=seats,
        stock={},
        buildings={},
        freedoms={},
        sales=(),
        declined=(),
        discards=(),
        best=None,
        sold_before=(),
    )


def _compared(side: SeatView) -> SeatView:
    """Another seat, as far as prestige cards compare with it."""
    return replace(
        side,
        prestige=0,
        tally=Tally(),
        value=0,
        deeds=(),
        cards=0,
        bonus_count=0,
        prestige_count=0,
    )


def _pages(view: View, own: SeatView) -> list[Page]:
    """The cards divided into pages: first those looked at, then the hand."""
    pages: list[Page] = []
    step = view.step
    if isinstance(step, Looking | Ordering) and step.seat == view.viewer:
        pages.append(_looked(step))
    professions = own.hand or ()
    cards = [("bonus", card) for card in own.bonus or ()]
    cards += [("prestige", card) for card in own.prestige_cards or ()]
    while professions or cards or not pages:
        across = 3 if cards or len(professions) > 4 else 4
        shown, professions = professions[:across], professions[across:]
        pages.append(Page(shown, tuple(cards)))
        cards = []
    return pages


def _looked(step: Looking | Ordering) -> Page:
    if step.deck == "professions":
        return Page(step.cards, (), looked=True)
    return Page((), tuple((step.deck, card) for card in step.cards), looked=True)


def _boxes(page: Page) -> list[tuple[int, int, int, int]]:
    """Where the cards go: beside professions while there is room, then below in columns."""
    found: list[tuple[int, int, int, int]] = []
    y = _TOP
    left = [_HEIGHTS[deck] for deck, _ in page.cards]
    while page.professions and left and y + left[0] <= _LOW:
        x = 16 + (_CARD + _GAP) * len(page.professions)
        found.append((x, y, x + _COLUMN, y + left[0]))
        y += left.pop(0) + _GAP
    lows = [_LOW + _GAP if page.professions else _TOP] * _COLUMNS
    for high in left:
        column = lows.index(min(lows))
        x, y = 16 + (_COLUMN - 4) * column, lows[column]
        found.append((x, y, x + _COLUMN - 16, y + high))
        lows[column] += high + _GAP
    return found


def _size(page: Page, boxes: Sequence[tuple[int, int, int, int]]) -> tuple[int, int]:
    """The size of a page: as wide and high as its cards need, so that no half is empty."""
    rights = [16 + (_CARD + _GAP) * len(page.professions), *(box[2] + 16 for box in boxes)]
    wide = SIZE[0] if not (page.professions or boxes) else max(_NARROW, *rights)
    high = SIZE[1] if page.professions or not boxes else 0
    return min(wide, SIZE[0]), max(high, *(box[3] + 18 for box in boxes), 0)


def _wide(page: Page, room: int) -> int:
    """How wide a profession is; a few share the width that the head needs."""
    count = len(page.professions)
    if page.cards or not count or count > 4:
        return _CARD if count <= 4 else 224
    return max(_CARD, min(_WIDEST, (room - 32 - _GAP * (count - 1)) // count))


def _page(
    view: View, scene: Scene, words: Words, seat: Seat, page: Page, number: tuple[int, int]
) -> Canvas:
    boxes = _boxes(page)
    first = isinstance(view.step, Dealing | Choosing) and len(page.professions) > 3
    canvas = marble(SIZE if first else _size(page, boxes))
    _head(canvas, view, words, drawn(scene.people[seat], seat, words), page, number)
    player = view.seats[seat].player
    if first:
        _first_cards(canvas, page.professions, words)
        return canvas
    wide = _wide(page, canvas.size[0])
    for i, card in enumerate(page.professions):
        x = 16 + (wide + _GAP) * i
        _profession(canvas, card, worth(player, card), view.minimum, (x, x + wide), words)
    for (deck, card), box in zip(page.cards, boxes, strict=True):
        if deck == "bonus":
            bonus_card(canvas, view, player, card, box, words)
        else:
            prestige_card(canvas, view, seat, card, box, words)
    if not page.professions and not page.cards:
        canvas.icon("florence.profession", 600, 300, 120, T.rule, ghost=True)
        canvas.text(
            (600, 400), words("picture.hand.empty"), "serif", 28, T.ink2, width=900, anchor="m"
        )
    return canvas


def _head(
    canvas: Canvas, view: View, words: Words, name: str, page: Page, number: tuple[int, int]
) -> None:
    """Name, round, least value, florins and prestige."""
    band(canvas, _HEAD)
    seat = view.viewer or 0
    own = view.seats[seat]
    canvas.plate(seat, 40, 32, 52)
    wide = canvas.size[0]
    setup = isinstance(view.step, Dealing | Choosing)
    if page.looked:
        what = words("picture.hand.looked")
    else:
        what = words("picture.hand.setup") if setup else words("picture.hand", turn=view.turn)
    if number[1] > 1:
        what += " · " + words("picture.hand.page", page=number[0], pages=number[1])
    if wide < _ROOMY:
        free: float = wide - 380 - 80
        canvas.text((80, 34), name, "serif_bold", 28, WHITE, width=free, name=True)
        canvas.text((80, 57), what, "serif", 20, T.light, width=free)
        canvas.icon("florence.work", wide - 354, 33, 40)
        number_at = wide - 328.0
    else:
        used = canvas.text((80, 45), name, "serif_bold", 34, WHITE, width=250, name=True)
        free = wide - 558 - 96 - used
        canvas.text((80 + used + 16, 44), what, "serif", 24, T.light, width=free)
        canvas.icon("florence.work", wide - 524, 33, 40)
        least = words("picture.hand.minimum")
        said = canvas.text((wide - 498, 42), least, "serif", 21, T.light, width=130)
        number_at = wide - 484.0 + round(said)
    minimum, florins, points = str(view.minimum), str(own.florins or 0), str(own.prestige)
    canvas.text((number_at, 46), minimum, "sans_black", 38, WHITE, width=50)
    canvas.icon("florence.florin", wide - 254, 33, 38)
    canvas.text((wide - 228, 46), florins, "sans_black", 36, WHITE, width=86)
    canvas.icon("florence.points", wide - 118, 33, 38)
    canvas.text((wide - 92, 46), points, "sans_black", 36, WHITE, width=80)


def _card_name(
    canvas: Canvas, at: tuple[float, float], text: str, size: int, width: float
) -> None:
    """The name of a card in its band: on one line, or if long on two smaller ones."""
    (x, y), lines = at, 1
    if text_width(text, "serif_bold", _TWO_LINES) > width:
        y, size, lines = y - 12, _TWO_LINES, 2
    canvas.text((x, y), text, "serif_bold", size, WHITE, width=width, lines=lines)


def _profession(
    canvas: Canvas, card: str, worth: Worth, minimum: int, across: tuple[int, int], words: Words
) -> None:
    """One profession: its wishes, its value against the least value, its payment."""
    x0, x1 = across
    enough, reachable = worth.value >= minimum, worth.reach >= minimum
    edge: Colour = GOOD if enough else (T.gold if reachable else T.past_ink)
    head: Colour = T.laurel if enough else (T.bronze if reachable else T.past_ink)
    canvas.panel((x0, _TOP, x1, _LOW), T.panel, edge, 4 if reachable else 2, 5)
    canvas.rect((x0 + 4, _TOP + 4, x1 - 4, _TOP + 62), head)
    canvas.disc(x0 + 34, _TOP + 33, 22, IVORY)
    canvas.icon("florence.profession", x0 + 34, _TOP + 32, 32)
    _card_name(canvas, (x0 + 64, _TOP + 42), term(card, words), 26, x1 - x0 - 72)
    for i, (what, points, met) in enumerate(worth.wishes):
        box = (x0 + 10, _TOP + 74 + 70 * i, x1 - 10, _TOP + 136 + 70 * i)
        _wish(canvas, box, what, term(what, words), points if met else 0)
    y = _TOP + 306
    canvas.icon("florence.jester", x0 + 36, y, 36)
    canvas.text((x0 + 60, y + 9), signed(worth.jesters), "sans_bold", 26, T.ink, width=50)
    canvas.icon("florence.profession", x0 + 142, y, 32)
    canvas.text((x0 + 166, y + 9), signed(worth.cards), "sans_bold", 26, T.ink, width=60)
    canvas.rect((x0 + 14, y + 28, x1 - 14, y + 30), T.ink)
    colour = GOOD if enough else (T.heading if reachable else COST)
    canvas.icon("florence.work", x0 + 44, _TOP + 374, 54)
    canvas.text((x0 + 76, _TOP + 392), str(worth.value), "sans_black", 48, colour, width=60)
    limit = f"{'≥' if enough else '<'} {minimum}"
    used = canvas.text(
        (x1 - 14, _TOP + 383), limit, "sans_bold", 22, colour, width=56, anchor="r"
    )
    canvas.icon("check" if enough else "no", x1 - 14 - used - 16, _TOP + 374, 24, colour)
    canvas.rect((x0 + 14, _TOP + 412, x1 - 14, _TOP + 413), T.rule)
    if worth.added:
        canvas.icon("florence.bonus", x0 + 34, _TOP + 441, 36)
        text = _sum(worth, x1 - x0 - 74)
        canvas.text((x0 + 60, _TOP + 450), text, "sans_bold", 24, T.ink, width=x1 - x0 - 74)
    paid = worth.reach if reachable and not enough else worth.value
    _payment(canvas, paid, (x0, x1), words)


def _sum(worth: Worth, free: float) -> str:
    """What the bonus cards add, one by one if that fits, and the value reached."""
    parts = " ".join(signed(points) for points in worth.added if points)
    text = f"{parts or '0'} → {worth.reach}"
    if text_width(text, "sans_bold", 18) <= free:
        return text
    return f"{signed(worth.reach - worth.value)} → {worth.reach}"


def _first_cards(canvas: Canvas, cards: tuple[str, ...], words: Words) -> None:
    """The first choice: what each profession loves, because nothing is built yet."""
    rule = words("picture.choosing.rule")
    canvas.text((600, 148), rule, "serif", 30, T.heading, width=1100, anchor="m")
    for i, card in enumerate(cards):
        x, y = 20 + 292 * i, 184
        canvas.panel((x, y, x + 284, y + 380), T.panel, T.ink, 2, 5)
        canvas.rect((x + 2, y + 2, x + 282, y + 70), T.header2)
        canvas.disc(x + 42, y + 36, 26, IVORY)
        canvas.icon("florence.profession", x + 42, y + 35, 38)
        _card_name(canvas, (x + 78, y + 46), term(card, words), 28, 198)
        for k, (what, points) in enumerate(wishes(card)):
            top = y + 90 + 94 * k
            canvas.panel((x + 14, top, x + 270, top + 82), IVORY, T.rule, 2, 5)
            canvas.icon(f"florence.{what}", x + 54, top + 41, 54)
            canvas.text(
                (x + 92, top + 49), term(what, words), "sans_semi", 23, T.ink, width=122
            )
            canvas.text(
                (x + 260, top + 50),
                signed(points),
                "sans_black",
                28,
                T.ink2,
                width=44,
                anchor="r",
            )


def _wish(
    canvas: Canvas, box: tuple[int, int, int, int], what: str, name: str, points: int
) -> None:
    """A building, landscape or freedom that the profession loves."""
    x0, y0, x1, _ = box
    met = points > 0
    canvas.panel(box, T.good if met else T.row, GOOD if met else T.rule, 2, 5)
    ink = T.ink if met else T.ink2
    canvas.icon(f"florence.{what}", x0 + 31, y0 + 31, 44)
    taken = 74 if met else 40
    canvas.text((x0 + 60, y0 + 38), name, "sans_semi", 20, ink, width=x1 - x0 - 60 - taken)
    canvas.icon("check" if met else "no", x1 - taken + 16, y0 + 31, 22)
    if met:
        text = signed(points)
        canvas.text((x1 - 8, y0 + 40), text, "sans_black", 25, GOOD, width=34, anchor="r")


def _payment(canvas: Canvas, value: int, across: tuple[int, int], words: Words) -> None:
    x0, x1 = across
    y = _TOP + 490
    canvas.icon("florence.florin", x0 + 34, y, 36)
    used = canvas.text(
        (x0 + 56, y + 9), str(value * PAYMENT), "sans_black", 25, T.ink, width=70
    )
    free = x1 - 84 - (x0 + 60 + used)
    canvas.text(
        (x0 + 60 + used, y + 7), words("picture.hand.or"), "sans", 17, T.ink2, width=free
    )
    canvas.icon("florence.points", x1 - 68, y, 28)
    most = f"≤{value * PAYMENT // EXCHANGE}"
    canvas.text((x1 - 14, y + 9), most, "sans_black", 25, T.ink, width=40, anchor="r")
