"""Costs, rewards and lasting effects as rows of icons with figures.

A row fits its width: icons shrink first, because figures are harder to read, then both.
Every figure is drawn, even 1. If an edition makes a row too long even then, only its
beginning is drawn; the texts have all of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, assert_never

import msgspec

from render.canvas import Anchor, Canvas
from render.theme import COST, INK, PINK, Colour
from render.typesetting import SMALLEST, text_width
from render.words import number
from rules.lacrimosa.catalogue import Opus
from rules.lacrimosa.grammar import (
    KINDS,
    WILD,
    Again,
    Cost,
    Good,
    Grant,
    Item,
    Neutral,
    OpusPoints,
    PerOpus,
    Points,
    TrackSteps,
)
from rules.lacrimosa.grammar import repeat as read_repeat
from rules.lacrimosa.grammar import reward as read_reward

_ORDER: Final = (*KINDS, WILD, "ducats", "finance")
"""The order of a cost, from left to right."""
_MORE: Final = "…"
_SLACK: Final = 1
"""Pixels that a row may take from the gap beside it."""
_LEAST: Final = 15
"""The smallest icons, in pixels."""
_GAPS: Final = (0.32, 0.12)
"""The gap between tokens as a share of an icon, wide and narrow."""


class Token(msgspec.Struct, frozen=True):
    """An icon with its figure; `up` for steps on a track, `cost` in red."""

    icon: str
    text: str = ""
    up: bool = False
    cost: bool = False


def of_cost(cost: Cost) -> tuple[Token, ...]:
    """What must be paid."""
    amounts = ((what, getattr(cost, what)) for what in _ORDER)
    return tuple(
        Token(what, number(-n if what == "finance" else n), cost=True)
        for what, n in amounts
        if n
    )


def of_lack(cost: Cost) -> tuple[Token, ...]:
    """What is missing, each amount as a negative figure."""
    amounts = ((what, getattr(cost, what)) for what in _ORDER)
    return tuple(Token(what, number(-n), cost=True) for what, n in amounts if n)


def of_reward(texts: Iterable[str]) -> tuple[Token, ...]:
    """What is gained."""
    return tuple(token for item in read_reward(tuple(texts)) for token in _of_item(item))


def of_performance(opus: Opus) -> tuple[Token, ...]:
    """What a performance gives (L66)."""
    return (Token("ducats", str(opus.perform.ducats)),)


def of_sale(opus: Opus) -> tuple[Token, ...]:
    """What a sale gives (L67)."""
    amounts = (("finance", opus.sell.finance), ("vp", opus.sell.vp))
    return tuple(Token(what, str(n)) for what, n in amounts if n) or (Token("vp", "0"),)


def _of_item(item: Item) -> tuple[Token, ...]:
    match item:
        case Good(what, n):
            return (Token(what, str(n)),)
        case Points(kind, n, track):
            return (Token(kind, str(n), up=track),)
        case Grant(action, genre, bonus):
            of_type = (Token(genre),) if genre else ()
            more = (Token(bonus.what, f"+{bonus.amount}"),) if bonus else ()
            return (Token(action), *of_type, *more)
        case PerOpus(genre, n):
            return (Token("vp", f"{n}/"), Token(genre))
        case Neutral():
            return (Token("neutral"),)
        case _:
            assert_never(item)


def of_repeat(text: str | None, *, sign: bool = True) -> tuple[Token, ...]:
    """A lasting effect, after the round arrow."""
    if text is None:
        return ()
    arrow = (Token("again"),) if sign else ()
    effect = read_repeat(text)
    match effect:
        case TrackSteps(kind, n):
            return (*arrow, Token(kind, str(n), up=True))
        case OpusPoints(genre, n):
            return (*arrow, Token(genre), Token("vp", str(n)))
        case Again(action):
            return (*arrow, Token(action))
        case _:
            assert_never(effect)


class Measure(msgspec.Struct, frozen=True):
    """How large a row of tokens is drawn: icon, letters, gap between tokens."""

    side: int
    letters: int
    gap: float

    def of(self, token: Token) -> float:
        """The width of a token."""
        long = text_width(token.text, "sans_bold", self.letters) + 2 if token.text else 0
        return self.side + (self.side * 0.62 if token.up else 0) + long

    def row(self, tokens: tuple[Token, ...]) -> float:
        """The width of a whole row."""
        return sum(map(self.of, tokens)) + self.gap * (len(tokens) - 1)


@lru_cache(maxsize=1024)
def measure(
    tokens: tuple[Token, ...], side: int, free: float, least: int = SMALLEST
) -> Measure:
    """The largest size, at most `side` pixels, at which a row fits `free` pixels.

    Its letters are at least `least` pixels high.
    """
    letters, small = max(least, round(side * 0.9)), max(_LEAST, round(side * 0.75))
    icons = ((smaller, letters) for smaller in range(side, small - 1, -1))
    both = ((max(_LEAST, min(small, size)), size) for size in range(letters, least - 1, -1))
    for smaller, size in (*icons, *both):
        for share in _GAPS:
            found = Measure(smaller, size, smaller * share)
            if found.row(tokens) <= free:
                return found
    return Measure(_LEAST, least, 1)


def draw(
    canvas: Canvas,
    at: tuple[float, float],
    tokens: tuple[Token, ...],
    side: int,
    free: float,
    *,
    anchor: Anchor = "l",
    ink: Colour = INK,
    least: int = SMALLEST,
) -> float:
    """A row of tokens, centred on a height; returns its width."""
    size = measure(tokens, side, free, least)
    return _row(canvas, at, tokens, size, free, anchor, ink)


def _row(
    canvas: Canvas,
    at: tuple[float, float],
    tokens: tuple[Token, ...],
    size: Measure,
    free: float,
    anchor: Anchor = "l",
    ink: Colour = INK,
) -> float:
    """A row of tokens at a size; returns its width."""
    if not tokens:
        return 0
    shown, rest = _shown(tokens, size, free)
    long = size.row(shown) + (text_width(rest, "sans_bold", size.letters) if rest else 0)
    x, y = at[0] - {"l": 0.0, "m": long / 2, "r": long}[anchor], at[1]
    for token in shown:
        _token(canvas, (x, y), token, size, ink)
        x += size.of(token) + size.gap
    if rest:
        low = y + size.letters * 0.35
        canvas.text((x - size.gap, low), rest, "sans_bold", size.letters, ink, width=90)
    return long


def _shown(
    tokens: tuple[Token, ...], size: Measure, free: float
) -> tuple[tuple[Token, ...], str]:
    """As many tokens as fit, at least one, and a mark if some are left out."""
    if size.row(tokens) <= free + _SLACK:
        return tokens, ""
    left = free - text_width(_MORE, "sans_bold", size.letters)
    count = sum(size.row(tokens[:n]) <= left for n in range(2, len(tokens)))
    return (tokens[: count + 1], _MORE) if len(tokens) > 1 else (tokens, "")


def _token(
    canvas: Canvas, at: tuple[float, float], token: Token, size: Measure, ink: Colour
) -> None:
    x, y = at
    canvas.icon(f"lacrimosa.{token.icon}", x + size.side / 2, y, size.side)
    x += size.side
    colour = COST if token.cost else ink
    if token.up:
        small = round(size.side * 0.58)
        canvas.icon("lacrimosa.up", x + small / 2 + 1, y, small, colour)
        x += size.side * 0.62
    if token.text:
        low = y + size.letters * 0.35
        canvas.text((x + 2, low), token.text, "sans_bold", size.letters, colour, width=90)


def priced(
    canvas: Canvas,
    at: tuple[float, float],
    cost: tuple[Token, ...],
    gain: tuple[Token, ...],
    side: int,
    free: float,
) -> None:
    """A cost on pink, then what it brings."""
    x, y = at
    if not cost:
        draw(canvas, (x + 4, y), gain, side, free - 4)
        return
    size = measure((*cost, *gain), side, free - 18 if gain else free - 10)
    wide = size.row(cost)
    half = size.side / 2 + 3
    canvas.panel((x, y - half, x + wide + 8, y + half), PINK, r=3)
    _row(canvas, (x + 4, y), cost, size, wide)
    _row(canvas, (x + wide + 14, y), gain, size, free - wide - 14)
