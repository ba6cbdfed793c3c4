"""Costs, rewards and lasting effects as rows of icons with figures.

A row fits its room: icons shrink together, and only when three or more must fit
a narrow cell the figure 1 is left out. Of a row that some edition makes too long even
then, the beginning is drawn; the words tell all of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, assert_never

import msgspec

from render.canvas import SMALLEST, Anchor, Canvas, width
from render.theme import COST, INK, PINK, Colour
from render.words import number
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
"""How a cost is read, left to right."""
_MORE: Final = "…"
_SLACK: Final = 1
"""Pixels that a row may take from the gap beside it."""
_LEAST: Final = 15
"""The smallest icons, in pixels."""


class Token(msgspec.Struct, frozen=True):
    """An icon with its figure; `up` for steps on a track, `cost` in red."""

    icon: str
    text: str = ""
    up: bool = False
    cost: bool = False

    @property
    def is_one(self) -> bool:
        """Whether the figure may go when there is no room."""
        return self.text == "1"


def of_cost(cost: Cost) -> tuple[Token, ...]:
    """What must be paid."""
    amounts = ((what, getattr(cost, what)) for what in _ORDER)
    return tuple(
        Token(what, number(-n if what == "finance" else n), cost=True)
        for what, n in amounts
        if n
    )


def of_lack(cost: Cost) -> tuple[Token, ...]:
    """What is missing, each amount below nothing."""
    amounts = ((what, getattr(cost, what)) for what in _ORDER)
    return tuple(Token(what, number(-n), cost=True) for what, n in amounts if n)


def of_reward(texts: Iterable[str]) -> tuple[Token, ...]:
    """What is gained."""
    return tuple(token for item in read_reward(tuple(texts)) for token in _of_item(item))


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
    ones: bool = True

    def of(self, token: Token) -> float:
        """The width of a token."""
        text = self.text(token)
        long = width(text, "sans_bold", self.letters) + 2 if text else 0
        return self.side + (self.side * 0.62 if token.up else 0) + long

    def text(self, token: Token) -> str:
        """The figure that is drawn."""
        return "" if token.is_one and not self.ones else token.text

    def row(self, tokens: tuple[Token, ...]) -> float:
        """The width of a whole row."""
        return sum(map(self.of, tokens)) + self.gap * (len(tokens) - 1)


def measure(tokens: tuple[Token, ...], side: int, room: float) -> Measure:
    """The largest size, at most `side`, at which a row fits its room."""
    for ones in (True, False):
        for smaller in range(side, _LEAST - 1, -1):
            letters = max(SMALLEST, round(smaller * 0.9))
            for share in (0.32, 0.15):
                found = Measure(smaller, letters, smaller * share, ones)
                if found.row(tokens) <= room:
                    return found
        if len(tokens) < 3:
            break
    return Measure(_LEAST, SMALLEST, 1, ones=False)


def draw(
    canvas: Canvas,
    at: tuple[float, float],
    tokens: tuple[Token, ...],
    side: int,
    room: float,
    *,
    anchor: Anchor = "l",
    ink: Colour = INK,
) -> float:
    """A row of tokens, centred on a height; answers its width."""
    if not tokens:
        return 0
    size = measure(tokens, side, room)
    shown, rest = _shown(tokens, size, room)
    long = size.row(shown) + (width(rest, "sans_bold", size.letters) if rest else 0)
    x, y = at[0] - {"l": 0.0, "m": long / 2, "r": long}[anchor], at[1]
    for token in shown:
        _token(canvas, (x, y), token, size, ink)
        x += size.of(token) + size.gap
    if rest:
        low = y + size.letters * 0.35
        canvas.text((x - size.gap, low), rest, "sans_bold", size.letters, ink, room=90)
    return long


def _shown(
    tokens: tuple[Token, ...], size: Measure, room: float
) -> tuple[tuple[Token, ...], str]:
    """As many tokens as there is room for, at least one, and the mark that some are left."""
    if size.row(tokens) <= room + _SLACK:
        return tokens, ""
    left = room - width(_MORE, "sans_bold", size.letters)
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
    if text := size.text(token):
        canvas.text(
            (x + 2, y + size.letters * 0.35), text, "sans_bold", size.letters, colour, room=90
        )


def priced(
    canvas: Canvas,
    at: tuple[float, float],
    cost: tuple[Token, ...],
    gain: tuple[Token, ...],
    side: int,
    room: float,
) -> None:
    """A cost on pink, then what it brings."""
    x, y = at
    if not cost:
        draw(canvas, (x + 4, y), gain, side, room - 4)
        return
    size = measure((*cost, *gain), side, room - 20 if gain else room - 10)
    wide = size.row(cost)
    half = size.side / 2 + 3
    canvas.panel((x, y - half, x + wide + 8, y + half), PINK, r=3)
    draw(canvas, (x + 4, y), cost, size.side, wide + 0.5)
    if gain:
        rest = min(size.row(gain) + 0.5, room - wide - 20)
        draw(canvas, (x + wide + 14, y), gain, size.side, rest)
