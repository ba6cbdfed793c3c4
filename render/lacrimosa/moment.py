"""Who sits where, in which order, and what each of them just did.

The part of a Lacrimosa picture that is not drawing. The Soloist is shown as the
second seat of a solo game, with the mark of that seat.
"""

from __future__ import annotations

from typing import Final

import msgspec

from render.header import Change, Deedline
from render.lacrimosa import naming
from render.lacrimosa.position import turn_order
from render.people import drawn
from render.presentation import Scene
from render.words import Words, signed
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.events import (
    Chose,
    Commissioned,
    Composed,
    Counted,
    Declined,
    Documented,
    Exchanged,
    Gained,
    LaidExperience,
    LaidStory,
    Maintained,
    NeutralPlaced,
    Performed,
    RoundBegan,
    Sold,
    SoloDid,
    TookDucats,
    Travelled,
    TurnEnded,
    UsedCard,
)
from rules.lacrimosa.view import View
from rules.table import Delta, Event, Seat, TookBack

SOLOIST: Final = 1
"""The seat whose mark the Soloist wears."""

ROMAN: Final = ("", "I", "II", "III", "IV", "V")

_FIRST: Final = ("vp", "ducats", "finance")
"""Figures shown before others, where not all have room."""


class Moment(msgspec.Struct, frozen=True):
    """What the parts of a board share: the position and who did what.

    `order` is the turn order, `active` who must decide (after the end: the
    winners), `told` what changed since the last turn; all with the Soloist as a
    seat of his own.
    """

    book: Edition
    view: View
    scene: Scene
    words: Words
    order: tuple[Seat, ...]
    active: tuple[Seat, ...]
    told: tuple[Deedline, ...]

    @staticmethod
    def of(book: Edition, view: View, scene: Scene, words: Words) -> Moment:
        """The moment of a position."""
        told = deeds(book, scene, words)
        return Moment(book, view, scene, words, order(view), acting(view, scene), told)

    def name(self, seat: Seat) -> str:
        """A seat's name in letters that the fonts have."""
        if self.is_solo(seat):
            return self.words("lacrimosa.soloist")
        return drawn(self.scene.people[seat], seat, self.words)

    def is_solo(self, seat: Seat) -> bool:
        """Whether a seat is the Soloist."""
        return self.view.solo is not None and seat == SOLOIST

    def is_computer(self, seat: Seat) -> bool:
        """Whether a computer plays a seat."""
        return not self.is_solo(seat) and self.scene.people[seat].computer

    def vp(self, seat: Seat) -> int:
        """A seat's victory points."""
        if self.view.solo is not None and seat == SOLOIST:
            return self.view.solo.vp
        return self.view.seats[seat].vp

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.scene.over is not None


def order(view: View) -> tuple[Seat, ...]:
    """The seats in turn order, the Soloist last."""
    seats = turn_order(view)
    return (*seats, SOLOIST) if view.solo is not None else seats


def acting(view: View, scene: Scene) -> tuple[Seat, ...]:
    """The seats whose decision the table waits for; after the end the winners."""
    if scene.over is not None:
        beaten = () if view.solo is None else (SOLOIST,)
        return scene.over.winners or beaten
    return tuple(seat for seat, _ in scene.deciding)


def stage(moment: Moment) -> str:
    """Where the game stands, e.g. "Period III · turn 3 of 4"."""
    view, words = moment.view, moment.words
    if moment.over:
        return words("picture.stage.over")
    if not view.round:
        return words("picture.stage.setup")
    period = ROMAN[view.round]
    if view.upkeep:
        return words("picture.lacrimosa.stage.upkeep", period=period)
    return words("picture.lacrimosa.stage.turn", period=period, turn=view.turn)


def verb(moment: Moment) -> str:
    """What the active seats do, for the header."""
    words, scene = moment.words, moment.scene
    if not moment.active:
        return ""
    if scene.over is not None:
        return words("picture.share" if len(moment.active) > 1 else "picture.wins")
    if len(moment.active) > 1:
        return words("picture.lacrimosa.several", len(moment.active))
    prompt = scene.deciding[0][1]
    return words(f"picture.lacrimosa.does.{prompt.__struct_config__.tag}")


def gained(line: Deedline) -> bool:
    """Whether a line tells of points won or lost."""
    return any(change.icon == "vp" for change in line.changes)


def deeds(book: Edition, scene: Scene, words: Words) -> tuple[Deedline, ...]:
    """What changed since the last turn, the oldest first."""
    lines: list[Deedline] = []
    for event in scene.changed:
        line = _line(book, event, words)
        if line is None:
            continue
        same = bool(lines) and lines[-1].seat == line.seat
        if same and isinstance(event, TurnEnded | Chose):
            more = [each for each in line.changes if len(lines[-1].changes) < 3]
            for change in more:
                lines[-1] = lines[-1].with_change(change)
            continue
        while lines and lines[-1].seat == line.seat and lines[-1].provisional:
            lines.pop()
        lines.append(line)
    return tuple(lines)


def _line(book: Edition, event: Event, words: Words) -> Deedline | None:
    """One event as a line, or None if another line tells it."""
    tag: str = event.__struct_config__.tag  # type: ignore[assignment]  # ours are str
    told = f"picture.lacrimosa.told.{tag}"
    match event:
        case LaidExperience(seat, card) | LaidStory(seat, card):
            text = words(told, what=naming.short(book, card, words))
            return Deedline(seat, text, (), provisional=True)
        case UsedCard(seat, card, changes):
            return Deedline(
                seat, words(told, what=naming.short(book, card, words)), _signed(changes), True
            )
        case TookDucats(seat, ducats):
            return Deedline(seat, words(told), _signed((Delta("ducats", ducats),)))
        case (
            Documented(seat, thing, _, changes)
            | Commissioned(seat, thing, changes)
            | Performed(seat, thing, changes)
            | Sold(seat, thing, changes)
        ):
            text = words(told, what=naming.short(book, thing, words))
            return Deedline(seat, text, _signed(changes))
        case Travelled(seat, place, _, changes):
            text = words(told, what=book.places[place].name)
            return Deedline(seat, text, _signed(changes))
        case Composed(seat, space, composer, _, changes):
            text = words(
                told,
                what=naming.space(book, space, words),
                composer=naming.composer(book, composer, words),
            )
            return Deedline(seat, text, _signed(changes))
        case NeutralPlaced(seat, space):
            return Deedline(seat, words(told, what=naming.space(book, space, words)), ())
        case Declined(seat, action):
            return Deedline(seat, words(told, what=naming.action(action, words)), ())
        case (
            Chose(seat, changes)
            | Gained(seat, changes)
            | Exchanged(seat, changes)
            | Maintained(seat, changes)
        ):
            return Deedline(seat, words(told), _signed(changes))
        case TurnEnded(seat) | TookBack(seat):
            return Deedline(seat, words(told), ())
        case RoundBegan(number, first):
            return Deedline(first, words(told, period=ROMAN[number]), ())
        case SoloDid():
            return _solo_line(book, event, words)
        case Counted(seat, courts, requiem, points, ducats):
            total = Delta("vp", courts + requiem + points + ducats)
            return Deedline(seat, words(told), _signed((total,)))
        case _:
            return None


def _solo_line(book: Edition, event: SoloDid, words: Words) -> Deedline:
    deltas = (Delta("vp", event.vp), Delta("finance", event.finance))
    return Deedline(SOLOIST, solo_deed(book, event.action, event.what, words), _signed(deltas))


def solo_deed(book: Edition, action: str, what: str | None, words: Words) -> str:
    """What the Soloist did, e.g. "Commission: Idomeneo, KV 366"."""
    name = naming.action(action, words)
    if what is None:
        return words("picture.lacrimosa.solo.nothing", action=name)
    card = what in book.memories or what in book.opus
    named = naming.short if card else naming.named
    return words("picture.lacrimosa.solo.did", action=name, what=named(book, what, words))


def _signed(changes: tuple[Delta, ...]) -> tuple[Change, ...]:
    """Signed figures, points first."""
    known = [delta for delta in changes if delta.amount]
    known.sort(key=lambda delta: _FIRST.index(delta.what) if delta.what in _FIRST else 3)
    return tuple(
        Change(delta.what, signed(delta.amount), loss=delta.amount < 0) for delta in known
    )
