"""A seat's private hand: what each card does now and later, and what can be spent."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from msgspec.structs import replace

from render.canvas import Box, Canvas
from render.header import band
from render.lacrimosa.pictures import tokens
from render.lacrimosa.pictures.frame import BLUE, BLUE_BAND, BLUE_FIELD, choice, framed, paper
from render.lacrimosa.pictures.tokens import Token
from render.lacrimosa.theme import THEME as T
from render.lacrimosa.words import names
from render.people import drawn
from render.presentation import Scene
from render.theme import COST, GOOD, PINK, WHITE
from render.typesetting import fitted
from render.words import Words
from rules.contract import Seat
from rules.lacrimosa import effects, gains
from rules.lacrimosa.actions import Compose
from rules.lacrimosa.catalogue import COUNTER_PRICE, Edition
from rules.lacrimosa.grammar import FREE, KINDS, Cost
from rules.lacrimosa.state import Costly, Player
from rules.lacrimosa.treasury import in_ducats
from rules.lacrimosa.view import SeatView, View

_HIGHEST: Final = 540
_HEAD: Final = 72
_TOP: Final = 92
_CARD: Final = 208
_HIGH: Final = 428
_PITCH: Final = 222
_PURSE: Final = (272, 428)
_WIDE: Final = 1100
"""From this width on, the head fits on one line."""

_FEWEST: Final = 2
_ON_A_PAGE: Final = 4
"""The picture is as wide as its cards need, from two to four."""


def draw(edition: Edition, view: View, scene: Scene, words: Words) -> tuple[Canvas, ...]:
    """The viewer's hand, four cards a page; nothing for a spectator."""
    seat = view.viewer
    if seat is None:
        return ()
    hand = view.seats[seat].hand or ()
    pages = [hand[i : i + _ON_A_PAGE] for i in range(0, max(len(hand), 1), _ON_A_PAGE)]
    return tuple(
        _page(edition, view, scene, words, seat, page, i * _ON_A_PAGE)
        for i, page in enumerate(pages)
    )


def held(view: View) -> View:
    """The view without what a hand never shows: other seats, packs, whose turn it is."""
    own = () if view.viewer is None else (view.seats[view.viewer],)
    return replace(
        view,
        turn=0,
        first=0,
        seat=0,
        seats=own * len(view.seats),
        stack=(),
        owed=(),
        upkeep=(),
        packs=(),
        bonus=(),
        card="",
        used=(),
        gone=(),
        solo=None,
        over=False,
        undealt=None,
    )


def _page(
    edition: Edition,
    view: View,
    scene: Scene,
    words: Words,
    seat: Seat,
    cards: tuple[str, ...],
    before: int,
) -> Canvas:
    wide = 24 + _PITCH * max(len(cards), _FEWEST) + _PURSE[0] + 16
    canvas = paper((wide, _HIGHEST))
    band(canvas, _HEAD)
    canvas.plate(seat, 40, 32, 50)
    said = words("picture.lacrimosa.hand")
    name = drawn(scene.people[seat], seat, words)
    if wide < _WIDE:
        canvas.text((80, 32), name, "serif_bold", 28, WHITE, width=wide - 110, name=True)
        canvas.text((80, 55), said, "serif", 20, T.light, width=wide - 110)
    else:
        used = canvas.text((80, 44), name, "serif_bold", 34, WHITE, width=420, name=True)
        free = wide - used - 110
        canvas.text((80 + used + 16, 43), said, "serif", 26, T.light, width=free)
    for i, card in enumerate(cards):
        _card(canvas, edition, view, seat, card, (16 + _PITCH * i, before + i + 1), words)
    if not cards:
        empty = words("picture.lacrimosa.hand.empty")
        canvas.text((24, 140), empty, "serif", 26, T.ink2, width=2 * _PITCH - 24, lines=3)
    _purse(canvas, view, view.seats[seat], words)
    return canvas


def _card(
    canvas: Canvas,
    edition: Edition,
    view: View,
    seat: Seat,
    card: str,
    at: tuple[int, int],
    words: Words,
) -> None:
    """A memory: what it gives and allows now, and what it gives as a story."""
    x, n = at
    right, low = x + _CARD, _TOP + _HIGH
    canvas.panel((x, _TOP, right, low), BLUE, r=22)
    canvas.panel((x + 3, _TOP + 88, right - 3, low - 3), BLUE_FIELD, r=19)
    canvas.rect((x + 3, _TOP + 88, right - 3, _TOP + 120), BLUE_FIELD)
    choice(canvas, n, x + 32, _TOP + 44, 23)
    memory, title = edition.memories[card], names.memory_title(edition, card, words)
    size, lines = fitted(title, "serif", 20, _CARD - 74, 3, 15)
    y = _TOP + 51 - (len(lines) - 1) * round(size * 0.59)
    canvas.text((x + 62, y), title, "serif", size, WHITE, width=_CARD - 74, lines=3, name=True)
    label = words("picture.lacrimosa.hand.act")
    canvas.text((x + 16, _TOP + 113), label, "sans_semi", 17, BLUE, width=_CARD - 32)
    if gained := tokens.of_reward(memory.reward):
        tokens.draw(canvas, (x + 18, _TOP + 143), gained, 32, _CARD - 36)
    else:
        none = words("picture.lacrimosa.hand.no_reward")
        canvas.text((x + 16, _TOP + 148), none, "sans", 18, T.ink2, width=_CARD - 32)
    after = gains.taken(edition, view.seats[seat].player, memory.reward)
    pitch = 66 if len(memory.actions) < 3 else 46
    for i, action in enumerate(memory.actions):
        top = _TOP + 169 + pitch * i
        _right(canvas, edition, view, after, action, (x + 10, top, right - 10, top + pitch - 6))
    for left in range(x + 10, right - 16, 12):
        canvas.rect((left, _TOP + 314, left + 7, _TOP + 316), BLUE)
    canvas.panel((x + 8, _TOP + 326, right - 8, low - 8), BLUE_BAND, r=14)
    later = words("picture.lacrimosa.hand.story")
    canvas.text((x + 18, _TOP + 351), later, "sans_semi", 17, BLUE, width=_CARD - 36)
    story = tokens.of_reward(memory.story)
    tokens.draw(canvas, (x + _CARD / 2, _TOP + 386), story, 40, _CARD - 40, anchor="m")


def _right(
    canvas: Canvas, edition: Edition, view: View, own: Player, action: str, box: Box
) -> None:
    """An action of the card: how many ways to take it are affordable, or what is missing."""
    x0, y0, x1, y1 = box
    middle = (y0 + y1) / 2
    offered, possible, missing = reckoned(edition, view, own, action)
    ground, edge = (T.good, GOOD) if possible else (PINK, T.rule)
    canvas.panel(box, ground, edge, 2, 8)
    side = min(46, round(y1 - y0) - 12)
    canvas.icon(f"lacrimosa.{action}", x0 + 8 + side / 2, middle, side)
    if possible:
        canvas.icon("check", x0 + side + 30, middle, 26)
        text = f"{possible} / {offered}"
        canvas.text((x0 + side + 50, middle + 9), text, "sans_bold", 26, GOOD, width=90)
        return
    canvas.icon("no", x0 + side + 28, middle, 22)
    if lacks := tokens.of_lack(missing):
        tokens.draw(canvas, (x0 + side + 46, middle), lacks, 28, x1 - x0 - side - 52)
    else:
        canvas.text((x0 + side + 50, middle + 9), "0", "sans_bold", 26, COST, width=60)


def reckoned(
    edition: Edition, view: View, player: Player, action: str
) -> tuple[int, int, Cost]:
    """How many ways to take an action there are, how many are affordable, the least missing.

    `player` is the seat with the card's own reward, as **Why not …?** counts it.
    """
    ways = effects.candidates(edition, view, player, action)
    things = [tuple(same) for _, same in groupby(ways, key=_thing)]
    possible = sum(
        any(effects.payable(edition, view, player, way) for way in same) for same in things
    )
    lacking = (effects.lacking(edition, view, player, way) for same in things for way in same)
    least = FREE if possible else min(lacking, key=in_ducats, default=FREE)
    return len(things), possible, least


def _thing(way: Costly) -> object:
    """What an action applies to: a space of the Requiem, whatever is placed there."""
    return (way.movement, way.space) if isinstance(way, Compose) else way


def _purse(canvas: Canvas, view: View, own: SeatView, words: Words) -> None:
    """What the seat can spend, the exchanges, and the ducats available instead of a card."""
    right, top = canvas.size[0] - 16, _TOP
    x = right - _PURSE[0]
    framed(canvas, (x, top, right, top + _PURSE[1]))
    title = words("picture.lacrimosa.hand.spend")
    canvas.text((x + 16, top + 34), title, "serif", 22, T.heading, width=right - x - 32)
    canvas.icon("lacrimosa.ducats", x + 33, top + 62, 34)
    canvas.text((x + 60, top + 73), str(own.ducats), "sans_black", 30, T.ink, width=70)
    for i, kind in enumerate(KINDS):
        y = top + 104 + 42 * i
        canvas.icon(f"lacrimosa.{kind}", x + 33, y, 34)
        total = str(own.tracks[i] + own.counters[i])
        canvas.text((x + 60, y + 11), total, "sans_black", 30, T.ink, width=46)
        parts = words(
            "picture.lacrimosa.hand.track", track=own.tracks[i], counters=own.counters[i]
        )
        canvas.text((x + 106, y + 7), parts, "sans", 18, T.ink2, width=right - x - 118)
    canvas.rect((x + 14, top + 216, right - 14, top + 217), T.rule)
    any_time = words("picture.lacrimosa.hand.any_time")
    canvas.text((x + 16, top + 243), any_time, "serif", 19, T.heading, width=right - x - 32)
    _exchange(
        canvas,
        x + 18,
        top + 268,
        Token("ducats", str(COUNTER_PRICE), cost=True),
        Token("wild", "1"),
    )
    canvas.rect((x + 137, top + 254, x + 138, top + 282), T.gold)
    _exchange(canvas, x + 150, top + 268, Token("wild", "1", cost=True), Token("ducats", "1"))
    canvas.rect((x + 14, top + 292, right - 14, top + 293), T.rule)
    instead = words("picture.lacrimosa.hand.instead")
    canvas.text((x + 16, top + 319), instead, "serif", 19, T.heading, width=right - x - 32)
    gain = (Token("ducats", str(max(view.round, 1))),)
    tokens.draw(canvas, (x + 18, top + 345), gain, 32, 120)
    canvas.rect((x + 14, top + 370, right - 14, top + 371), T.rule)
    canvas.icon("deck", x + 32, top + 399, 26)
    in_deck = len(own.unplayed) - len(own.hand or ())
    text = words("picture.lacrimosa.hand.deck", in_deck)
    canvas.text((x + 54, top + 406), text, "sans", 19, T.ink2, width=right - x - 68)


def _exchange(canvas: Canvas, x: int, y: int, gives: Token, gets: Token) -> None:
    used = tokens.draw(canvas, (x, y), (gives,), 25, 60)
    canvas.icon("lacrimosa.leads_to", x + used + 13, y, 14)
    tokens.draw(canvas, (x + used + 24, y), (gets,), 25, 60)
