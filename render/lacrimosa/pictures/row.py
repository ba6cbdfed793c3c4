"""The bonus tile of the period and the row of seven cards, each with its full price."""

from __future__ import annotations

from typing import Final

from render.canvas import Canvas
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

TOP: Final = 164
HIGH: Final = 262
WIDE: Final = 186
PITCH: Final = 197
LEFT: Final = 208
_SHOWN: Final = ("talent", "journey", "composition", "wild", "ducats")
TEXTS: Final = ("picture.lacrimosa.row", "picture.lacrimosa.row.note")


def ground(canvas: Canvas, words: Words) -> None:
    """The heading and the bracket over the cards that leave."""
    row, note = TEXTS
    heading(canvas, 24, 152, 1576, words(row), words(note))
    left = LEFT + PITCH * (ROW - REMOVED_SPACES)
    canvas.rect((left, 158, LEFT + PITCH * (ROW - 1) + WIDE, 160), WINE)
    for x in (left, LEFT + PITCH * (ROW - 1) + WIDE - 2):
        canvas.rect((x, 158, x + 2, 163), WINE)


def at(view: View, card: str) -> int:
    """The left edge of a card of the row."""
    return LEFT + PITCH * (ROW - len(view.row) + view.row.index(card))


def draw(
    canvas: Canvas, edition: Edition, view: View, words: Words, *, fresh: frozenset[str]
) -> None:
    """The bonus tile and the cards; those that just came in have a ring."""
    _bonus(canvas, edition, view, words)
    for i in range(ROW - len(view.row)):
        x = LEFT + PITCH * i
        canvas.dashed((x, TOP, x + WIDE, TOP + HIGH), T.rule, 2, 9)
    for card in view.row:
        draw_card(canvas, edition, view, words, card)
        if card in fresh:
            x = at(view, card)
            canvas.changed((x + 5, TOP + 5, x + WIDE - 5, TOP + HIGH - 5), T.ink, 8, 0)


def _bonus(canvas: Canvas, edition: Edition, view: View, words: Words) -> None:
    box = (24, TOP, 196, TOP + HIGH)
    framed(canvas, box, T.tiles["bonus"])
    if not view.bonus:
        return
    bonus = edition.bonuses[view.bonus[-1]]
    title = words("picture.lacrimosa.period", period=ROMAN[bonus.period])
    canvas.text((110, TOP + 32), title, "serif", 22, T.heading, width=152, anchor="m")
    dates = bonus.dates.replace("-", "–")
    canvas.text((110, TOP + 54), dates, "sans", 17, T.ink2, width=152, anchor="m")
    canvas.icon(f"lacrimosa.{bonus.action}", 110, TOP + 102, 60)
    each = words("picture.lacrimosa.each")
    canvas.text((110, TOP + 162), each, "sans", 18, T.ink2, width=152, anchor="m")
    gain = tokens.of_reward(bonus.reward)
    tokens.draw(canvas, (110, TOP + 188), gain, 36, 150, anchor="m")
    canvas.rect((44, TOP + 216, 176, TOP + 217), T.rule)
    pack = view.packs[max(view.round, 1) - 1]
    canvas.icon("deck", 60, TOP + 238, 24)
    left = words("picture.lacrimosa.left", pack.opus + pack.memories)
    canvas.text((80, TOP + 245), left, "sans_semi", 18, T.ink, width=104)


def draw_card(canvas: Canvas, edition: Edition, view: View, words: Words, card: str) -> None:
    """A card of the row with what it costs where it lies."""
    x = at(view, card)
    space = space_of(edition, view, card)
    if card in edition.memories:
        printed = names.memory_title(edition, card, words)
        _memory(canvas, edition.memories[card], printed, space, x, words)
    else:
        _opus(canvas, edition.opus[card], space, x, words)


def _opus(canvas: Canvas, opus: Opus, space: RowSpace, x: int, words: Words) -> None:
    canvas.panel((x, TOP, x + WIDE, TOP + HIGH), T.panel, WINE, 4, 6)
    canvas.rect((x + 2, TOP + 2, x + WIDE - 2, TOP + 36), WINE)
    genre = opus.type or "start"
    canvas.icon(f"lacrimosa.{genre}", x + 24, TOP + 18, 26, WHITE)
    band(canvas, x, words(f"picture.lacrimosa.type.{genre}") if opus.type else "", opus.period)
    canvas.rect((x + 4, TOP + 37, x + 130, TOP + 103), PINK)
    canvas.rect((x + 130, TOP + 37, x + WIDE - 4, TOP + 103), T.tiles["bonus"])
    total = opus.cost.plus(space.opus_cost)
    _price(canvas, (x + 6, x + 128), total, (opus.cost, space.opus_cost), words)
    _gain(canvas, x + 67, tokens.of_reward(space.opus_reward))
    canvas.icon("lacrimosa.vp", x + 156, TOP + 56, 30)
    canvas.text(
        (x + 156, TOP + 97), str(opus.vp), "sans_black", 26, T.ink, width=50, anchor="m"
    )
    title(canvas, opus.title, x + WIDE / 2, TOP + 125)
    line = f"KV {opus.kv} · {opus.year}"
    canvas.text((x + WIDE / 2, TOP + 170), line, "sans", 15, T.ink2, width=168, anchor="m")
    canvas.rect((x + 12, TOP + 180, x + WIDE - 12, TOP + 181), T.rule)
    performed, sold = tokens.of_performance(opus), tokens.of_sale(opus)
    _deal(canvas, x, TOP + 200, "perform", opus.perform.talent, performed)
    _deal(canvas, x, TOP + 238, "sell", opus.sell.talent, sold)


def _deal(
    canvas: Canvas, x: int, y: int, action: str, talent: int, gains: tuple[Token, ...]
) -> None:
    """What a performance or sale takes and gives."""
    canvas.icon(f"lacrimosa.{action}", x + 26, y, 30)
    tokens.draw(canvas, (x + 50, y), (Token("talent", str(talent), cost=True),), 22, 44)
    canvas.rect((x + 97, y - 14, x + 98, y + 14), T.gold)
    tokens.draw(canvas, (x + 105, y), gains, 22, 75)


def _memory(
    canvas: Canvas, memory: Memory, printed: str, space: RowSpace, x: int, words: Words
) -> None:
    """A memory; `printed` is its title in the reader's language."""
    canvas.panel((x, TOP, x + WIDE, TOP + HIGH), BLUE, r=22)
    canvas.panel((x + 3, TOP + 36, x + WIDE - 3, TOP + HIGH - 3), BLUE_FIELD, r=19)
    canvas.rect((x + 3, TOP + 37, x + WIDE - 3, TOP + 103), PINK)
    canvas.icon("lacrimosa.quill", x + 28, TOP + 18, 24, IVORY)
    band(canvas, x, words("picture.lacrimosa.memory"), memory.period)
    gain = tokens.of_reward(space.memory_reward)
    _price(canvas, (x + 8, x + WIDE - 8), space.memory_cost, (), words, noted=not gain)
    _gain(canvas, x + WIDE / 2, gain)
    title(canvas, printed, x + WIDE / 2, TOP + 125)
    if memory.year:
        year = str(memory.year)
        canvas.text((x + WIDE / 2, TOP + 176), year, "sans", 15, T.ink2, width=90, anchor="m")
    gains = (*tokens.of_reward(memory.reward), *(Token(action) for action in memory.actions))
    tokens.draw(canvas, (x + WIDE / 2, TOP + 201), gains, 31, 164, anchor="m")
    canvas.panel((x + 12, TOP + 222, x + WIDE - 12, TOP + 254), BLUE_BAND, r=15)
    story = tokens.of_reward(memory.story)
    tokens.draw(canvas, (x + WIDE / 2, TOP + 238), story, 24, 140, anchor="m")


def band(canvas: Canvas, x: int, name: str, period: int) -> None:
    """The kind of a card and its period on its band."""
    right = x + WIDE - 12
    if period:
        used = canvas.text(
            (right, TOP + 26), ROMAN[period], "serif", 20, T.light, width=34, anchor="r"
        )
        right -= round(used) + 6
    if name:
        free = right - x - 44
        canvas.text(
            (x + 44 + free / 2, TOP + 25), name, "serif", 20, WHITE, width=free, anchor="m"
        )


def title(canvas: Canvas, text: str, middle: float, y: float, free: float = 166) -> None:
    """A card's title: two large lines, or three small ones."""
    size, lines = fitted(text, "serif", 19, free, 2, 16)
    if lines[-1].endswith("…"):
        y -= 8
        size, count = 15, 3
    else:
        count = 2
        y += 12 if len(lines) == 1 else 0
    canvas.text(
        (middle, y), text, "serif", size, T.ink, width=free, anchor="m", lines=count, name=True
    )


def _price(
    canvas: Canvas,
    sides: tuple[int, int],
    total: Cost,
    parts: tuple[Cost, ...],
    words: Words,
    *,
    noted: bool = False,
) -> None:
    """What must be paid, and of it the card's and the space's part."""
    left, right = sides
    costs = [what for what in (*KINDS, WILD, "ducats") if getattr(total, what)]
    middle = (left + right) / 2
    if not costs:
        free = words("picture.lacrimosa.free")
        canvas.text(
            (middle, TOP + 76), free, "sans_semi", 19, GOOD, width=right - left, anchor="m"
        )
        return
    pitch = min(66.0, (right - left) / len(costs))
    x = middle - pitch * (len(costs) - 1) / 2
    side = 30 if pitch > 54 else 22
    for what in costs:
        amount = str(getattr(total, what))
        letters = 27 if pitch > 54 else 20
        long = side + 2 + text_width(amount, "sans_bold", letters)
        start = x - long / 2
        canvas.icon(f"lacrimosa.{what}", start + side / 2, TOP + 59, side)
        canvas.text(
            (start + side + 2, TOP + 68), amount, "sans_bold", letters, COST, width=pitch
        )
        if parts:
            shown = "+".join(str(getattr(part, what)) for part in parts)
            canvas.text((x, TOP + 96), shown, "sans", 15, T.ink2, width=pitch, anchor="m")
        x += pitch
    if noted:
        note = words("picture.lacrimosa.space_price")
        canvas.text((middle, TOP + 96), note, "sans", 15, T.ink2, width=160, anchor="m")


def _gain(canvas: Canvas, middle: float, gain: tuple[Token, ...]) -> None:
    """What the space gives beside its card, over the note of its price."""
    if not gain:
        return
    canvas.panel((middle - 44, TOP + 78, middle + 44, TOP + 102), T.good, r=8)
    shown = tuple(
        Token(token.icon, f"+{token.text}" if token.text else "", token.up) for token in gain
    )
    tokens.draw(canvas, (middle, TOP + 90), shown, 20, 84, anchor="m", ink=GOOD)
