"""The box on the right of the board: the auction, the actions, the final scores."""

from __future__ import annotations

from typing import Final

from render.canvas import Canvas, Edges
from render.florence.pictures.header import in_auction
from render.florence.pictures.market import HALVES, LOW, RIGHT, heading
from render.florence.pictures.moment import Moment, term
from render.florence.theme import THEME as T
from render.header import LEAST
from render.scores import place, ranked
from render.theme import GOOD, IVORY, Colour
from render.typesetting import Face
from rules.contract import Over, Seat, tag_of
from rules.florence.catalogue import RAISE
from rules.florence.events import (
    BestWork,
    Bought,
    Built,
    Completed,
    Declined,
    GaveBack,
    Introduced,
    Kept,
    Laid,
    Opened,
    Paid,
    Passed,
    Raised,
)
from rules.florence.state import Bidding, Deed, Landing, Offering
from rules.florence.view import View

BOX: Final = (HALVES[1], 172, RIGHT, LOW)
_INNER: Final = (BOX[0] + 15, BOX[2] - 15)
_GAP: Final = 10
_WIDEST: Final = 190
_SEATS: Final = (306, 426)
"""Where the row of seats begins and ends."""

_BEST: Final = 488
"""The middle of the line about the best Work."""

_DEED_ICONS: Final = {
    "profession": "profession",
    "draw_bonus": "bonus",
    "recruit": "recruiting",
}


def draw(canvas: Canvas, moment: Moment) -> None:
    """The box that belongs to the phase."""
    words, view = moment.words, moment.view
    auction = in_auction(view)
    if moment.over:
        head = "scores.title"
    elif not view.turn:
        head = "picture.choosing"
    else:
        head = "picture.auction" if auction else "picture.actions"
    heading(canvas, BOX[0], BOX[1] - 12, BOX[2], words(head))
    canvas.panel(BOX, T.panel, T.ink, 2, 2)
    for x in (BOX[0] + 5, BOX[2] - 13):
        for y in (BOX[1] + 5, BOX[3] - 13):
            canvas.rect((x, y, x + 8, y + 8), T.accent)
    if moment.over:
        _final(canvas, moment)
    elif not view.turn:
        _choosing(canvas, moment)
    elif auction:
        _auction(canvas, moment)
    else:
        _actions(canvas, moment)


def _slots(count: int, top: int, low: int) -> list[Edges]:
    """A slot for every seat, side by side and centred in the box."""
    left, right = _INNER
    wide = min(_WIDEST, (right - left - _GAP * (count - 1)) // count)
    first = (left + right - count * wide - (count - 1) * _GAP) // 2
    lefts = [first + i * (wide + _GAP) for i in range(count)]
    return [(x, top, x + wide, low) for x in lefts]


def _choosing(canvas: Canvas, moment: Moment) -> None:
    """Setup: which seats have chosen their professions."""
    words = moment.words
    canvas.icon("florence.profession", 872, 254, 96)
    rule = words("picture.choosing.rule")
    canvas.text((936, 265), rule, "serif", 32, T.ink, width=_INNER[1] - 936)
    done = {event.seat for event in moment.scene.changed if isinstance(event, GaveBack)}
    slots = _slots(len(moment.order), 350, 490)
    for box, seat in zip(slots, moment.order, strict=True):
        waits = seat in moment.active
        label = words(f"picture.seat.{'chooses' if waits else 'ready'}")
        _seat_slot(
            canvas,
            seat,
            box,
            label,
            now=waits,
            quiet=not waits,
            sign=None if waits else "check",
        )
        if seat in done and not waits:
            canvas.changed(box, T.ink, 5, -3)


def _auction(canvas: Canvas, moment: Moment) -> None:
    """The item, the standing bid, and where every seat stands."""
    view, words, step = moment.view, moment.words, moment.view.step
    if isinstance(step, Bidding):
        canvas.icon(f"florence.{step.lot}", 872, 239, 98)
        canvas.text((936, 230), term(step.lot, words), "serif", 38, T.ink, width=330)
        amount = words("picture.auction.next", amount=step.amount + RAISE)
        canvas.text((936, 271), amount, "sans_semi", LEAST, T.heading, width=350)
        bid = str(step.amount)
        used = canvas.text(
            (_INNER[1] - 7, 259), bid, "sans_black", 60, T.ink, width=140, anchor="r"
        )
        canvas.icon("florence.florin", _INNER[1] - 44 - used, 239, 50)
        canvas.mark(step.leader, _INNER[1] - 112 - used, 239, 60)
    else:
        _between(canvas, moment)
    changed = _touched(moment, Opened, Raised, Passed, Declined, Bought)
    slots = _slots(len(moment.order), *_SEATS)
    for box, seat in zip(slots, moment.order, strict=True):
        label, sign, quiet = _standing(view, seat)
        money = label.isdigit()
        now = seat in moment.active
        text = label if money else words(f"picture.seat.{label}")
        _seat_slot(
            canvas, seat, box, text, now=now, quiet=quiet and not now, sign=sign, money=money
        )
        if seat in changed and not now:
            canvas.changed(box, T.ink, 5, -3)
    _best_before(canvas, moment)


def _between(canvas: Canvas, moment: Moment) -> None:
    """No bids are running: an item is about to be put up, or was just sold."""
    view, words = moment.view, moment.words
    last = len(view.seats) - len(view.sales) - len(view.declined) <= 1
    delivered = tag_of(view.step) != "opening"
    wide = _INNER[1] - 936
    if delivered and view.sales:
        sale = view.sales[-1]
        canvas.icon(f"florence.{sale.lot}", 872, 239, 98)
        text = words("picture.auction.bought", what=term(sale.lot, words))
        canvas.text((936, 226), text, "serif", 34, T.ink, width=wide)
        canvas.mark(sale.seat, 960, 268, 46)
        canvas.icon("florence.florin", 1020, 268, 40)
        canvas.text((1050, 284), str(sale.florins), "sans_black", 44, T.ink, width=140)
        return
    canvas.icon("hour", 872, 239, 76, T.header)
    head = words("picture.auction.takes" if last else "picture.auction.opens")
    canvas.text((936, 231), head, "serif", 34, T.ink, width=wide)
    note = words("picture.auction.fixed" if last else "picture.auction.price")
    canvas.icon("florence.florin", 957, 263, 32)
    canvas.text((982, 273), note, "sans_semi", 28, T.heading, width=wide - 40)


def _standing(view: View, seat: Seat) -> tuple[str, str | None, bool]:
    """A seat's part in the auctions: a word or its bid, a sign, whether it is done."""
    step = view.step
    if isinstance(step, Landing | Offering) and step.seat == seat:
        return ("places" if isinstance(step, Landing) else "bought"), None, False
    if any(sale.seat == seat for sale in view.sales):
        return "bought", "check", True
    if seat in view.declined:
        return "declined", "no", True
    if isinstance(step, Bidding):
        if seat == step.leader:
            return str(step.amount), None, False
        if seat == step.seat:
            return "bids", None, False
        return ("waits", None, False) if seat in step.waiting else ("out", "no", True)
    if getattr(step, "seat", None) == seat:
        return "opens", None, False
    return "waits", None, False


def _seat_slot(
    canvas: Canvas,
    seat: Seat,
    box: Edges,
    label: str,
    *,
    now: bool,
    quiet: bool,
    sign: str | None,
    money: bool = False,
) -> None:
    """One seat: its mark over a word or a figure."""
    x, top, right, low = box
    if quiet:
        canvas.panel(box, T.past, r=5)
    else:
        edge = T.header if now else T.rule
        canvas.panel(box, IVORY if now else T.panel, edge, 5 if now else 2, 5)
    middle = (x + right) / 2
    canvas.mark(seat, middle, (top + low) / 2 - 18, 56)
    if sign is not None:
        canvas.icon(sign, right - 24, top + 24, 28)
    colour = T.past_ink if quiet else T.ink
    face: Face = "sans_black" if money else ("sans_semi" if now else "sans")
    size = 30 if money else LEAST
    canvas.text((middle, low - 18), label, face, size, colour, width=right - x - 4, anchor="m")


def _actions(canvas: Canvas, moment: Moment) -> None:
    """Two action slots per seat, and the best work so far."""
    changed = _touched(moment, Laid, Completed, Built, Introduced, Paid, Kept)
    slots = _slots(len(moment.order), 187, 431)
    for box, seat in zip(slots, moment.order, strict=True):
        x, top, right, _ = box
        now = seat in moment.active
        canvas.panel(box, T.panel, T.header if now else T.rule, 5 if now else 2, 5)
        canvas.mark(seat, (x + right) / 2, top + 40, 52)
        deeds = moment.view.seats[seat].deeds
        for k in range(2):
            y = top + 78 + k * 80
            cell = (x + 14, y, right - 14, y + 70)
            if k < len(deeds):
                _deed(canvas, cell, deeds[k])
                if now and seat in changed and k == len(deeds) - 1:
                    canvas.changed(cell, T.ink, 4, -3)
            else:
                nearest = now and k == len(deeds)
                canvas.dashed(cell, T.ink if nearest else T.rule, 2, 7)
                if nearest:
                    middle = ((x + right) / 2, y + 46)
                    canvas.text(
                        middle, str(k + 1), "sans_bold", 32, T.ink, width=40, anchor="m"
                    )
        if seat in changed and not now:
            canvas.changed(box, T.ink, 5, -3)
    value = max(seat.value for seat in moment.view.seats)
    best = [seat for seat in moment.order if moment.view.seats[seat].value == value > 0]
    right = _INNER[1] - 7
    if value:
        canvas.icon("florence.points", right - 21, _BEST, 42)
        canvas.text(
            (right - 50, _BEST + 12), "= +3", "sans_black", 34, GOOD, width=80, anchor="r"
        )
        right -= 146
    _best(canvas, moment, moment.words("picture.best.now"), best, value, right)


def _deed(canvas: Canvas, cell: Edges, deed: Deed) -> None:
    """One action taken: a work with its value, or the icon of what was gained."""
    canvas.panel(cell, T.row, T.accent, 2, 3)
    x0, y0, x1, _ = cell
    middle = (x0 + x1) / 2
    if deed.value is not None:
        canvas.icon("florence.work", middle - 25, y0 + 35, 42)
        canvas.text((middle + 4, y0 + 48), str(deed.value), "sans_black", 36, T.ink, width=44)
        return
    icon = deed.what if deed.kind in {"build", "freedom"} else _DEED_ICONS.get(deed.kind)
    if icon is not None:
        canvas.icon(f"florence.{icon}", middle, y0 + 35, 52)


def _best_before(canvas: Canvas, moment: Moment) -> None:
    """The best Work of the previous round."""
    best, words = moment.view.best, moment.words
    right = _INNER[1] - 7
    if best is None:
        none = "picture.best.none" if moment.view.turn > 1 else "picture.best.first"
        _best(canvas, moment, words(none), [], None, right)
        return
    label = words("picture.best", turn=best.turn)
    _best(canvas, moment, label, list(best.seats), best.value, right)
    if any(isinstance(event, BestWork) for event in moment.scene.changed):
        canvas.changed((_INNER[0], _BEST - 34, _INNER[1], _BEST + 34), T.ink, 5, -3)


def _best(
    canvas: Canvas, moment: Moment, label: str, seats: list[Seat], value: int | None, right: int
) -> None:
    """A line: what is said about the best Work, the marks of its seats, its value."""
    canvas.rect((_INNER[0], _BEST - 45, _INNER[1], _BEST - 43), T.rule)
    canvas.icon("florence.work", 848, _BEST, 46)
    ink = T.ink if seats else T.ink2
    width = right - 884 - len(seats) * 46 - 90
    used = canvas.text((884, _BEST + 9), label, "sans_semi", LEAST, ink, width=width)
    x = 884 + used + 20
    for seat in seats:
        canvas.mark(seat, x + 20, _BEST, 40)
        x += 46
    if value is not None:
        figure = str(value)
        wide = canvas.text(
            (right, _BEST + 14), figure, "sans_black", 40, ink, width=60, anchor="r"
        )
        right -= round(wide) + 16
    if len(seats) == 1:
        name = moment.name(seats[0])
        canvas.text(
            (x + 4, _BEST + 10),
            name,
            "serif",
            28,
            T.ink,
            width=right - x - 4,
            name=True,
            least=LEAST,
        )


def _final(canvas: Canvas, moment: Moment) -> None:
    """The ranking with totals, and the last best Work."""
    over = moment.scene.over
    if over is None:
        return
    ranking = ranked(over, moment.order)
    pitch = min(60, 252 // len(ranking))
    top = 185 + (252 - pitch * len(ranking)) // 2
    for i, seat in enumerate(ranking):
        _ranked(canvas, moment, over, seat, (_INNER[0], top + i * pitch, _INNER[1], pitch))
    _best_before(canvas, moment)


def _ranked(canvas: Canvas, moment: Moment, over: Over, seat: Seat, at: Edges) -> None:
    """A seat in the ranking; `at` has left, top, right and the height of a line."""
    left, y, right, pitch = at
    won = seat in over.winners
    if won:
        canvas.panel((left, y, right, y + pitch - 4), T.chosen, T.gold, 2, 5)
    middle = y + pitch / 2 - 2
    ink: Colour = T.ink if won else T.ink2
    canvas.text(
        (left + 14, middle + 10), f"{place(over, seat)}.", "sans_bold", 28, ink, width=36
    )
    canvas.mark(seat, left + 84, middle, min(42, pitch - 10))
    computer = moment.scene.people[seat].computer
    used = canvas.text(
        (left + 124, middle + 10),
        moment.name(seat),
        "serif",
        30,
        T.ink,
        width=390 if computer else 430,
        name=True,
        least=LEAST,
    )
    if computer:
        canvas.icon("computer", left + 124 + used + 24, middle, 30, T.ink2)
    canvas.icon("florence.points", right - 118, middle, 38)
    points = str(over.totals[seat])
    canvas.text(
        (right - 10, middle + 14), points, "sans_black", 40, T.ink, width=78, anchor="r"
    )


def _touched(moment: Moment, *kinds: type) -> set[Seat]:
    """The seats that took part in events of these kinds since the last turn."""
    return {
        getattr(event, "seat", -1) for event in moment.scene.changed if isinstance(event, kinds)
    }
