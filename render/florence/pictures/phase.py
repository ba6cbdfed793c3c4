"""The box at the right of the board: the auction, the actions, the final scores."""

from __future__ import annotations

from typing import Final

from render.canvas import Canvas
from render.florence.pictures.header import in_auction
from render.florence.pictures.market import heading
from render.florence.pictures.moment import Moment, term
from render.florence.theme import THEME as T
from render.scores import place, ranked
from render.theme import GOOD, IVORY, Colour
from render.typesetting import Face
from rules.contract import Seat, tag_of
from rules.florence.catalogue import RAISE
from rules.florence.events import (
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

BOX: Final = (1056, 160, 1576, 408)
_SLOT: Final = 88
_GAP: Final = 11
_FEW_TIED: Final = 3
"""The marks of more who are level for the best Work are smaller, and leave its words room."""

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
    heading(canvas, 1056, 152, 1576, words(head))
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


def _slots(count: int) -> list[int]:
    """Left edges of a slot for every seat, centred in the box."""
    used = count * _SLOT + (count - 1) * _GAP
    first = (BOX[0] + BOX[2] - used) // 2
    return [first + i * (_SLOT + _GAP) for i in range(count)]


def _choosing(canvas: Canvas, moment: Moment) -> None:
    """Setup: who has chosen its professions."""
    words = moment.words
    canvas.icon("florence.profession", 1120, 218, 72)
    rule = words("picture.choosing.rule")
    canvas.text((1176, 214), rule, "serif", 23, T.ink, width=370, lines=2)
    done = {event.seat for event in moment.scene.changed if isinstance(event, GaveBack)}
    for x, seat in zip(_slots(len(moment.order)), moment.order, strict=True):
        waits = seat in moment.active
        label = words(f"picture.seat.{'chooses' if waits else 'ready'}")
        _seat_slot(
            canvas, seat, x, label, now=waits, quiet=not waits, sign=None if waits else "check"
        )
        if seat in done and not waits:
            canvas.changed((x, 288, x + _SLOT, 390), T.ink, 5, -3)


def _auction(canvas: Canvas, moment: Moment) -> None:
    """The item, the standing bid, and where every seat stands."""
    view, words, step = moment.view, moment.words, moment.view.step
    if isinstance(step, Bidding):
        canvas.icon(f"florence.{step.lot}", 1122, 224, 84)
        canvas.text((1182, 206), term(step.lot, words), "serif", 30, T.ink, width=128)
        canvas.text(
            (1182, 236), words("picture.auction.highest"), "sans", 18, T.ink2, width=150
        )
        amount = words("picture.auction.next", amount=step.amount + RAISE)
        canvas.text((1182, 266), amount, "sans_semi", 20, T.heading, width=370)
        canvas.mark(step.leader, 1352, 212, 60)
        canvas.icon("florence.florin", 1416, 213, 44)
        canvas.text(
            (1554, 231), str(step.amount), "sans_black", 50, T.ink, width=112, anchor="r"
        )
    else:
        _between(canvas, moment)
    changed = _touched(moment, Opened, Raised, Passed, Declined, Bought)
    for x, seat in zip(_slots(len(moment.order)), moment.order, strict=True):
        label, sign, quiet = _standing(view, seat)
        money = label.isdigit()
        now = seat in moment.active
        text = label if money else words(f"picture.seat.{label}")
        _seat_slot(
            canvas, seat, x, text, now=now, quiet=quiet and not now, sign=sign, money=money
        )
        if seat in changed and not now:
            canvas.changed((x, 288, x + _SLOT, 390), T.ink, 5, -3)


def _between(canvas: Canvas, moment: Moment) -> None:
    """No bids are running: an item is about to be put up, or was just sold."""
    view, words = moment.view, moment.words
    last = len(view.seats) - len(view.sales) - len(view.declined) <= 1
    delivered = tag_of(view.step) != "opening"
    if delivered and view.sales:
        sale = view.sales[-1]
        canvas.icon(f"florence.{sale.lot}", 1122, 224, 84)
        text = words("picture.auction.bought", what=term(sale.lot, words))
        canvas.text((1182, 212), text, "serif", 28, T.ink, width=370)
        canvas.mark(sale.seat, 1206, 250, 44)
        canvas.icon("florence.florin", 1256, 251, 38)
        canvas.text((1284, 265), str(sale.florins), "sans_black", 40, T.ink, width=130)
        return
    canvas.icon("hour", 1118, 224, 60, T.header)
    head = words("picture.auction.takes" if last else "picture.auction.opens")
    canvas.text((1172, 218), head, "serif", 26, T.ink, width=380)
    note = words("picture.auction.fixed" if last else "picture.auction.price")
    canvas.icon("florence.florin", 1186, 248, 26)
    canvas.text((1206, 255), note, "sans_semi", 20, T.heading, width=340)


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
    x: int,
    label: str,
    *,
    now: bool,
    quiet: bool,
    sign: str | None,
    money: bool = False,
) -> None:
    """One seat: its mark over a word or a figure."""
    box = (x, 288, x + _SLOT, 390)
    if quiet:
        canvas.panel(box, T.past, r=5)
    else:
        edge = T.header if now else T.rule
        canvas.panel(box, IVORY if now else T.panel, edge, 5 if now else 2, 5)
    canvas.mark(seat, x + _SLOT / 2, 320, 48)
    if sign is not None:
        canvas.icon(sign, x + _SLOT - 15, 302, 20)
    colour = T.past_ink if quiet else T.ink
    face: Face = "sans_black" if money else ("sans_bold" if now else "sans")
    size = 25 if money else 20
    canvas.text((x + _SLOT / 2, 374), label, face, size, colour, width=_SLOT - 10, anchor="m")


def _actions(canvas: Canvas, moment: Moment) -> None:
    """Two action slots a seat, and the best work so far."""
    changed = _touched(moment, Laid, Completed, Built, Introduced, Paid, Kept)
    for x, seat in zip(_slots(len(moment.order)), moment.order, strict=True):
        now = seat in moment.active
        box = (x, 174, x + _SLOT, 342)
        canvas.panel(box, T.panel, T.header if now else T.rule, 5 if now else 2, 5)
        canvas.mark(seat, x + _SLOT / 2, 204, 44)
        deeds = moment.view.seats[seat].deeds
        for k in range(2):
            y = 234 + k * 52
            cell = (x + 10, y, x + _SLOT - 10, y + 46)
            if k < len(deeds):
                _deed(canvas, cell, deeds[k])
                if now and seat in changed and k == len(deeds) - 1:
                    canvas.changed(cell, T.ink, 4, -3)
            else:
                nearest = now and k == len(deeds)
                canvas.dashed(cell, T.ink if nearest else T.rule, 2, 5)
                if nearest:
                    middle = (x + _SLOT / 2, y + 31)
                    canvas.text(
                        middle, str(k + 1), "sans_bold", 22, T.ink, width=40, anchor="m"
                    )
        if seat in changed and not now:
            canvas.changed(box, T.ink, 5, -3)
    _best_so_far(canvas, moment)


def _deed(canvas: Canvas, cell: tuple[int, int, int, int], deed: Deed) -> None:
    """One action taken: a work with its value, or the sign of what was had."""
    canvas.panel(cell, T.row, T.accent, 2, 3)
    x0, y0, x1, _ = cell
    if deed.value is not None:
        canvas.icon("florence.work", x0 + 19, y0 + 23, 26)
        canvas.text(
            (x1 - 6, y0 + 32), str(deed.value), "sans_black", 25, T.ink, width=34, anchor="r"
        )
        return
    icon = deed.what if deed.kind in {"build", "freedom"} else _DEED_ICONS.get(deed.kind)
    if icon is not None:
        canvas.icon(f"florence.{icon}", (x0 + x1) / 2, y0 + 23, 34)


def _best_so_far(canvas: Canvas, moment: Moment) -> None:
    value = max(seat.value for seat in moment.view.seats)
    canvas.icon("florence.work", 1098, 374, 40)
    best = [seat for seat in moment.order if moment.view.seats[seat].value == value > 0]
    side = 34 if len(best) <= _FEW_TIED else 24
    width = min(186, 1403 - len(best) * side - 1126 - 4)
    canvas.text(
        (1126, 381), moment.words("picture.best.now"), "sans_semi", 20, T.ink, width=width
    )
    if not value:
        canvas.text((1330, 382), "0", "sans_black", 30, T.past_ink, width=40)
        return
    for i, seat in enumerate(best):
        canvas.mark(seat, 1403 - (len(best) - i - 0.5) * side, 374, side)
    canvas.text((1412, 386), str(value), "sans_black", 34, T.ink, width=46)
    canvas.text((1520, 384), "= +3", "sans_black", 26, GOOD, width=62, anchor="r")
    canvas.icon("florence.points", 1542, 374, 34)


def _final(canvas: Canvas, moment: Moment) -> None:
    """The ranking with totals."""
    over = moment.scene.over
    if over is None:
        return
    totals = over.totals
    ranking = ranked(over, moment.order)
    pitch = min(56, 224 // len(ranking))
    for i, seat in enumerate(ranking):
        y = 184 + (224 - pitch * len(ranking)) // 2 - 12 + i * pitch
        won = seat in over.winners
        if won:
            canvas.panel((1076, y, 1556, y + pitch - 4), T.chosen, T.gold, 2, 5)
        middle = y + pitch / 2 - 2
        ink: Colour = T.ink if won else T.ink2
        canvas.text((1094, middle + 8), f"{place(over, seat)}.", "sans_bold", 22, ink, width=30)
        canvas.mark(seat, 1148, middle, min(40, pitch - 8))
        computer = moment.scene.people[seat].computer
        used = canvas.text(
            (1184, middle + 9),
            moment.name(seat),
            "serif",
            26,
            T.ink,
            width=218 if computer else 250,
            name=True,
        )
        if computer:
            canvas.icon("computer", 1184 + used + 18, middle, 24, T.ink2)
        canvas.icon("florence.points", 1460, middle, 32)
        canvas.text(
            (1546, middle + 12),
            str(totals[seat]),
            "sans_black",
            34,
            T.ink,
            width=66,
            anchor="r",
        )


def _touched(moment: Moment, *kinds: type) -> set[Seat]:
    """The seats that took part in events of these kinds since the last turn."""
    return {
        getattr(event, "seat", -1) for event in moment.scene.changed if isinstance(event, kinds)
    }
