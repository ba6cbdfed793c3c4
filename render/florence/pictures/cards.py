"""Bonus and prestige cards as their owner sees them, with what they are worth now."""

from __future__ import annotations

from typing import Final

from render.canvas import Canvas
from render.florence.pictures.values import Prospect, bonus, prospect
from render.florence.theme import THEME as T
from render.theme import COST, GOOD, PINK
from render.words import Words, signed
from rules.contract import Seat
from rules.florence.catalogue import BONUS, FREEDOMS, LANDSCAPES, PRESTIGE
from rules.florence.state import Player
from rules.florence.view import View

_SIZES: Final = ("large", "medium", "small")
_ICONS: Final[dict[str, tuple[str, ...]]] = {
    "landscape": tuple(f"florence.{kind}" for kind in LANDSCAPES),
    "landscape_type": tuple(f"florence.{kind}" for kind in LANDSCAPES),
    "landscapes": tuple(f"florence.{kind}" for kind in LANDSCAPES),
    "freedom": tuple(f"florence.{kind}" for kind in FREEDOMS),
    "building": tuple(f"florence.{size}" for size in _SIZES),
    "size": tuple(f"florence.{size}" for size in _SIZES),
    "category": tuple(
        f"florence.{kind}" for kind in (*LANDSCAPES, "jester", "builder", "prestige", "travel")
    ),
    "prestige_card": ("florence.prestige",),
    "card_in_hand": ("deck",),
    "card_on_table": ("florence.profession", "florence.recruiting"),
}
"""The icons of things that cards count; other things have an icon of their own name."""

PRESTIGE_ICONS: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "most_works": (("florence.profession",),),
    "most_buildings": (_ICONS["building"],),
    "most_jesters": (("florence.jester",),),
    "most_builders": (("florence.builder",),),
    "most_forests": (("florence.forest",),),
    "most_lakes": (("florence.lake",),),
    "most_parks": (("florence.park",),),
    "most_landscapes": (_ICONS["landscape"],),
    "fewest_empty": (("florence.grid",),),
    "three_landscapes": (_ICONS["landscape"],),
    "three_freedoms": (_ICONS["freedom"],),
    "two_large": (("florence.large",),),
    "builder_jester_landscapes": (
        ("florence.builder",),
        ("florence.jester",),
        _ICONS["landscape"],
    ),
    "buildings_freedoms_works": (
        _ICONS["building"],
        _ICONS["freedom"],
        ("florence.profession",),
    ),
}
"""The icons of a prestige card: those of the thing compared, or of each of its demands."""


def _row(canvas: Canvas, icons: tuple[str, ...], x: float, y: float, side: int) -> float:
    """Icons side by side; returns where they end."""
    for i, icon in enumerate(icons):
        canvas.icon(icon, x + side / 2 + i * (side + 4), y, side)
    return x + len(icons) * (side + 4)


def bonus_card(
    canvas: Canvas,
    view: View,
    player: Player,
    card: str,
    box: tuple[int, int, int, int],
    words: Words,
) -> None:
    """A bonus card: what it counts, and what it adds to the next work."""
    x0, y0, x1, _ = box
    count, points = bonus(view, player, card)
    entry = BONUS[card]
    canvas.panel(box, T.panel, T.bronze, 2, 6)
    canvas.icon("florence.bonus", x0 + 40, y0 + 40, 54)
    canvas.text(
        (x0 + 76, y0 + 36), words(f"bonus.{card}"), "serif", 23, T.ink, width=x1 - x0 - 88
    )
    icons = tuple(
        icon for thing in entry.counts for icon in _ICONS.get(thing, (f"florence.{thing}",))
    )
    side = 32 if len(icons) < 4 else (24 if len(icons) == 4 else 18)
    right = _row(canvas, icons, x0 + 76, y0 + 78, side)
    text = f"{signed(entry.points)} × {count}"
    canvas.text((right + 6, y0 + 87), text, "sans_bold", 24, T.ink, width=90)
    colour = GOOD if points else T.past_ink
    total = f"= {signed(points)}"
    canvas.text((x1 - 14, y0 + 88), total, "sans_black", 28, colour, width=82, anchor="r")


def prestige_card(
    canvas: Canvas,
    view: View,
    seat: Seat,
    card: str,
    box: tuple[int, int, int, int],
    words: Words,
) -> None:
    """A prestige card: how its owner stands, and what it would pay now."""
    x0, y0, x1, _ = box
    seen, entry = prospect(view, seat, card), PRESTIGE[card]
    canvas.panel(box, T.panel, T.header2, 2, 6)
    canvas.icon("florence.prestige", x0 + 40, y0 + 40, 54)
    canvas.text(
        (x0 + 76, y0 + 34), words(f"prestige.{card}"), "serif", 22, T.ink, width=x1 - x0 - 88
    )
    if seen.own is not None:
        _comparison(canvas, view, seat, card, seen, (x0 + 76, y0))
        state = words(f"picture.hand.{_standing(seen, entry.points)}")
        rival = words("picture.hand.next_best", n=_rival(view, seat, card, seen))
        canvas.text((x0 + 76, y0 + 103), rival, "sans", 17, T.ink2, width=150)
        tied = words("picture.hand.tied", points=entry.tied)
        canvas.text((x0 + 76, y0 + 121), tied, "sans", 17, T.ink2, width=150)
    else:
        _demands(canvas, PRESTIGE_ICONS[card], seen.demands, x0 + 76, y0 + 66)
        state = _progress(seen, words)
    colour = GOOD if seen.points else T.past_ink
    canvas.icon("florence.points", x1 - 80, y0 + 72, 40)
    points = str(seen.points or entry.points)
    canvas.text((x1 - 14, y0 + 86), points, "sans_black", 36, colour, width=40, anchor="r")
    canvas.text((x1 - 14, y0 + 116), state, "sans_semi", 17, colour, width=132, anchor="r")


def _comparison(
    canvas: Canvas, view: View, seat: Seat, card: str, seen: Prospect, at: tuple[int, int]
) -> None:
    """The thing that a majority compares, and how much of it the seat has."""
    x, y = at
    right = _row(canvas, PRESTIGE_ICONS[card][0], x, y + 64, 32)
    own = view.seats[seat].empty if card == "fewest_empty" else seen.own
    canvas.text((right + 4, y + 74), str(own), "sans_bold", 26, T.ink, width=40)


def _standing(seen: Prospect, most: int) -> str:
    """How a seat stands in what a majority compares; with nothing, no seat leads (F44)."""
    if seen.points:
        return "leads" if seen.points == most else "ties"
    return "behind" if seen.rival else "nobody"


def _rival(view: View, seat: Seat, card: str, seen: Prospect) -> int:
    """What the best other seat has; of empty squares, the fewest."""
    if card == "fewest_empty":
        return min(other.empty for i, other in enumerate(view.seats) if i != seat)
    return seen.rival or 0


def _progress(seen: Prospect, words: Words) -> str:
    """How far a condition is met: how many of its demands, or how much of its only one."""
    if seen.points:
        return words("picture.hand.met")
    if len(seen.demands) == 1:
        has, needs = seen.demands[0]
    else:
        has, needs = sum(has >= needs for has, needs in seen.demands), len(seen.demands)
    return words("picture.hand.met_of", has=has, needs=needs)


def _demands(
    canvas: Canvas,
    icons: tuple[tuple[str, ...], ...],
    demands: tuple[tuple[int, int], ...],
    x: float,
    y: float,
) -> None:
    """What a condition needs, and what the seat has; pink where something is missing."""
    side = 30 if len(demands) == 1 else 20
    for row, (has, needs) in zip(icons, demands, strict=True):
        text = f"{has}/{needs}"
        wide = len(row) * (side + 4)
        canvas.panel(
            (x - 4, y - 22, x + wide + 2, y + 40), T.good if has >= needs else PINK, r=5
        )
        _row(canvas, row, x, y - 2, side)
        colour = GOOD if has >= needs else COST
        canvas.text((x + wide / 2, y + 33), text, "sans_bold", 18, colour, width=70, anchor="m")
        x += wide + 12
