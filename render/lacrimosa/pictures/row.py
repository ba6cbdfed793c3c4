"""The bonus tile of the period and the row of seven cards, each with its full price.

The row has two lines: the cards that stay, and below them those that leave.
"""

from __future__ import annotations

from typing import Final

from render.canvas import Box, Canvas
from render.header import LEAST
from render.lacrimosa.pictures import tokens
from render.lacrimosa.pictures.frame import BLUE, BLUE_BAND, BLUE_FIELD, WINE, framed, heading
from render.lacrimosa.pictures.moment import ROMAN
from render.lacrimosa.pictures.tokens import Token
from render.lacrimosa.theme import THEME as T
from render.lacrimosa.words import names
from render.theme import COST, GOOD, IVORY, PINK, WHITE
from render.typesetting import fitted, text_width
from render.words import Words
from rules.lacrimosa.catalogue import REMOVED_SPACES, ROW, Edition, Memory, Opus, RowSpace
from rules.lacrimosa.grammar import KINDS, WILD, Cost
from rules.lacrimosa.row import space as space_of
from rules.lacrimosa.view import View

LEFT: Final = 24
TOP: Final = 944
WIDE: Final = 277
HIGH: Final = 366
PITCH: Final = 289
GAP: Final = 54
"""Pixels between the two lines, including the heading of the second."""
LENGTH: Final = 3 * PITCH + WIDE
"""The width of a line in pixels."""
TEXTS: Final = (
    "picture.lacrimosa.row",
    "picture.lacrimosa.row.note",
    "picture.lacrimosa.row.leaving",
)
_ABOVE: Final = 18
"""Pixels between a heading and its cards."""
_PRICES: Final = (46, 138)
"""Where the price of a card begins and ends."""
_VALUE: Final = 76
"""Pixels of width for the points of an opus at the end of the game."""
_TITLE: Final = (138, 238)
"""Where the title of a card begins and ends."""


def ground(canvas: Canvas, words: Words, gap: int = GAP) -> None:
    """The headings, and the bracket over the cards that leave."""
    title, note, leaving = map(words, TEXTS)
    right, low = LEFT + LENGTH, TOP + HIGH + gap
    heading(canvas, LEFT, TOP - _ABOVE, right, title, note, 30)
    heading(canvas, LEFT, low - _ABOVE, right, leaving, size=30)
    canvas.rect((LEFT, low - 7, right, low - 4), WINE)
    for x in (LEFT, right - 3):
        canvas.rect((x, low - 7, x + 3, low + 1), WINE)


def corner(view: View, card: str, gap: int = GAP) -> tuple[int, int]:
    """The top left corner of a card in the row."""
    return _corner(ROW - len(view.row) + view.row.index(card), gap)


def _corner(index: int, gap: int) -> tuple[int, int]:
    """The top left corner of a space; the bonus tile comes before the spaces."""
    line, place = divmod(index + 1, REMOVED_SPACES)
    return LEFT + PITCH * place, TOP + (HIGH + gap) * line


def draw(
    canvas: Canvas,
    edition: Edition,
    view: View,
    words: Words,
    *,
    fresh: frozenset[str],
    gap: int = GAP,
) -> None:
    """The bonus tile and the cards; those that just came in have a ring."""
    _bonus(canvas, edition, view, words)
    for i in range(ROW - len(view.row)):
        x, y = _corner(i, gap)
        canvas.dashed((x, y, x + WIDE, y + HIGH), T.rule, 2, 9)
    for card in view.row:
        x, y = corner(view, card, gap)
        draw_card(canvas, edition, view, words, card, (x, y))
        if card in fresh:
            canvas.changed((x + 4, y + 4, x + WIDE - 4, y + HIGH - 4), T.ink, 8, 0)


def _bonus(canvas: Canvas, edition: Edition, view: View, words: Words) -> None:
    x, middle = LEFT, LEFT + WIDE / 2
    framed(canvas, (x, TOP, x + WIDE, TOP + HIGH), T.tiles["bonus"])
    if not view.bonus:
        return
    bonus, free = edition.bonuses[view.bonus[-1]], WIDE - 32
    period = words("picture.lacrimosa.period", period=ROMAN[bonus.period])
    canvas.text((middle, TOP + 50), period, "serif", 34, T.heading, width=free, anchor="m")
    dates = bonus.dates.replace("-", "–")
    canvas.text(
        (middle, TOP + 82), dates, "sans", 22, T.ink2, width=free, anchor="m", decoration=True
    )
    canvas.icon(f"lacrimosa.{bonus.action}", middle, TOP + 144, 84)
    each = words("picture.lacrimosa.each")
    canvas.text((middle, TOP + 222), each, "sans", LEAST, T.ink2, width=free, anchor="m")
    gain = tokens.of_reward(bonus.reward)
    tokens.draw(canvas, (middle, TOP + 260), gain, 48, free, anchor="m", least=LEAST)
    canvas.rect((x + 24, TOP + 298, x + WIDE - 24, TOP + 299), T.rule)
    pack = view.packs[max(view.round, 1) - 1]
    left = words("picture.lacrimosa.left", pack.opus + pack.memories)
    start = middle - (text_width(left, "sans_semi", LEAST) + 42) / 2
    canvas.icon("deck", start + 16, TOP + 330, 32)
    canvas.text((start + 42, TOP + 340), left, "sans_semi", LEAST, T.ink, width=free - 42)


def draw_card(
    canvas: Canvas,
    edition: Edition,
    view: View,
    words: Words,
    card: str,
    at: tuple[int, int],
) -> None:
    """A card of the row with what it costs in its space."""
    space = space_of(edition, view, card)
    if card in edition.memories:
        printed = names.memory_title(edition, card, words)
        _memory(canvas, edition.memories[card], printed, space, at, words)
    else:
        _opus(canvas, edition.opus[card], space, at, words)


def _opus(
    canvas: Canvas, opus: Opus, space: RowSpace, at: tuple[int, int], words: Words
) -> None:
    x, y = at
    right, low = x + WIDE, y + HIGH
    canvas.panel((x, y, right, low), T.panel, WINE, 4, 6)
    canvas.rect((x + 2, y + 2, right - 2, y + _PRICES[0]), WINE)
    genre = opus.type or "start"
    canvas.icon(f"lacrimosa.{genre}", x + 28, y + 24, 34, WHITE)
    kind = words(f"picture.lacrimosa.type.{genre}") if opus.type else ""
    _band(canvas, at, kind, opus.period)
    value = right - 4 - _VALUE
    canvas.rect((x + 4, y + _PRICES[0], value, y + _PRICES[1]), PINK)
    canvas.rect((value, y + _PRICES[0], right - 4, y + _PRICES[1]), T.tiles["bonus"])
    total = opus.cost.plus(space.opus_cost)
    _price(canvas, (x + 4, value, y), total, (opus.cost, space.opus_cost), words)
    _gain(canvas, ((x + 4 + value) / 2, y + 120), tokens.of_reward(space.opus_reward))
    middle = value + _VALUE / 2
    canvas.icon("lacrimosa.vp", middle, y + 75, 40)
    points = str(opus.vp)
    canvas.text((middle, y + 129), points, "sans_black", 34, T.ink, width=_VALUE, anchor="m")
    _title(canvas, opus.title, x + WIDE / 2, y)
    _note(canvas, f"KV {opus.kv} · {opus.year}", x + WIDE / 2, y)
    canvas.rect((x + 16, y + 268, right - 16, y + 269), T.rule)
    performed, sold = tokens.of_performance(opus), tokens.of_sale(opus)
    _deal(canvas, (x, y + 293), "perform", opus.perform.talent, performed)
    _deal(canvas, (x, y + 334), "sell", opus.sell.talent, sold)


def _deal(
    canvas: Canvas, at: tuple[int, int], action: str, talent: int, gains: tuple[Token, ...]
) -> None:
    """What a performance or sale costs and gives."""
    x, y = at
    canvas.icon(f"lacrimosa.{action}", x + 36, y, 36)
    cost = (Token("talent", str(talent), cost=True),)
    tokens.draw(canvas, (x + 72, y), cost, 32, 60, least=28)
    canvas.rect((x + 134, y - 15, x + 136, y + 15), T.gold)
    tokens.draw(canvas, (x + 150, y), gains, 32, WIDE - 162, least=28)


def _memory(
    canvas: Canvas,
    memory: Memory,
    printed: str,
    space: RowSpace,
    at: tuple[int, int],
    words: Words,
) -> None:
    """A memory; `printed` is its title in the reader's language."""
    (x, y), (top, low) = at, _PRICES
    middle, right = x + WIDE / 2, x + WIDE
    canvas.panel((x, y, right, y + HIGH), BLUE, r=26)
    canvas.panel((x + 4, y + top - 2, right - 4, y + HIGH - 4), BLUE_FIELD, r=22)
    canvas.rect((x + 4, y + top, right - 4, y + low), PINK)
    canvas.icon("lacrimosa.quill", x + 34, y + 24, 32, IVORY)
    _band(canvas, at, words("picture.lacrimosa.memory"), memory.period)
    gain = tokens.of_reward(space.memory_reward)
    _price(canvas, (x + 8, right - 8, y), space.memory_cost, (), words, alone=not gain)
    _gain(canvas, (middle, y + 118), gain)
    _title(canvas, printed, middle, y)
    if memory.year:
        _note(canvas, str(memory.year), middle, y)
    gains = (*tokens.of_reward(memory.reward), *(Token(action) for action in memory.actions))
    tokens.draw(canvas, (middle, y + 288), gains, 40, WIDE - 24, anchor="m", least=LEAST)
    canvas.panel((x + 18, y + 313, right - 18, y + 351), BLUE_BAND, r=19)
    story = tokens.of_reward(memory.story)
    tokens.draw(canvas, (middle, y + 332), story, 32, WIDE - 60, anchor="m", least=LEAST)


def _band(canvas: Canvas, at: tuple[int, int], name: str, period: int) -> None:
    """The kind of a card and its period on its band."""
    x, y = at[0], at[1] + 34
    right = x + WIDE - 14
    if period:
        used = canvas.text(
            (right, y), ROMAN[period], "serif", 28, T.light, width=60, anchor="r"
        )
        right -= round(used) + 8
    if name:
        canvas.text((x + 56, y), name, "serif", 28, WHITE, width=right - x - 56, least=LEAST)


def _title(canvas: Canvas, text: str, middle: float, y: float) -> None:
    """A card's title, in the middle of its place."""
    top, low = _TITLE
    text, free = text.replace(". ", ".\N{NO-BREAK SPACE}"), WIDE - 22
    size, lines = fitted(text, "serif", 28, free, 3, LEAST)
    high = round(size * 1.18)
    first = y + (top + low) / 2 + size * 0.35 - high * (len(lines) - 1) / 2
    canvas.text(
        (middle, first),
        text,
        "serif",
        size,
        T.ink,
        width=free,
        anchor="m",
        lines=3,
        name=True,
        least=LEAST,
    )


def _note(canvas: Canvas, text: str, middle: float, y: float) -> None:
    """Catalogue number and year, which nobody needs to play."""
    canvas.text(
        (middle, y + 257), text, "sans", 20, T.ink2, width=230, anchor="m", decoration=True
    )


def _price(
    canvas: Canvas,
    sides: tuple[int, int, int],
    total: Cost,
    parts: tuple[Cost, ...],
    words: Words,
    *,
    alone: bool = False,
) -> None:
    """What must be paid, with the card's and the space's shares of it.

    `sides` are left, right, and the top of the card; a price without a gain below it
    (`alone`) has the whole height.
    """
    left, right, top = sides
    costs = [what for what in (*KINDS, WILD, "ducats") if getattr(total, what)]
    middle, y = (left + right) / 2, top + (92 if alone or not costs else 75)
    if not costs:
        free = words("picture.lacrimosa.free")
        canvas.text(
            (middle, y + 10), free, "sans_semi", 30, GOOD, width=right - left, anchor="m"
        )
        return
    pitch = min(94.0, (right - left) / len(costs))
    x = middle - pitch * (len(costs) - 1) / 2
    side, letters = (40, 36) if pitch > 80 else (30, 30)
    for what in costs:
        amount = str(getattr(total, what))
        long = side + 4 + text_width(amount, "sans_bold", letters)
        start = x - long / 2
        canvas.icon(f"lacrimosa.{what}", start + side / 2, y, side)
        canvas.text(
            (start + side + 4, y + letters * 0.35),
            amount,
            "sans_bold",
            letters,
            COST,
            width=pitch,
        )
        if parts:
            shown = "+".join(str(getattr(part, what)) for part in parts)
            canvas.text((x, top + 127), shown, "sans", LEAST, T.ink2, width=pitch, anchor="m")
        x += pitch


def _gain(canvas: Canvas, at: tuple[float, float], gain: tuple[Token, ...]) -> None:
    """What the space gives in addition to its card, shown below its price."""
    if not gain:
        return
    x, y = at
    box: Box = (x - 56, y - 17, x + 56, y + 17)
    canvas.panel(box, T.good, r=10)
    shown = tuple(
        Token(token.icon, f"+{token.text}" if token.text else "", token.up) for token in gain
    )
    tokens.draw(canvas, at, shown, 28, 104, anchor="m", ink=GOOD, least=LEAST)
