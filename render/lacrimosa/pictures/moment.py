"""The seats, their names and order, and what each of them just did.

This is the part of a Lacrimosa picture that is not drawing. The Soloist is shown
as the second seat of a solo game, with the mark of that seat.
"""

from __future__ import annotations

from typing import Final

import msgspec

from render import scores
from render.header import Change, EventLine
from render.lacrimosa.words import names
from render.lacrimosa.words.position import turn_order
from render.people import drawn
from render.presentation import Scene
from render.words import Words, signed
from rules.contract import Delta, Event, Over, Seat, TookBack, WentBack, tag_of
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
    Rewarded,
    RoundBegan,
    Sold,
    SoloDid,
    TookDucats,
    Travelled,
    TurnEnded,
    UsedCard,
)
from rules.lacrimosa.view import View

SOLOIST: Final = 1
"""The seat whose mark stands for the Soloist."""

ROMAN: Final = ("", "I", "II", "III", "IV", "V")

_FIRST: Final = ("vp", "ducats", "finance")
"""Figures shown before others."""


class Moment(msgspec.Struct, frozen=True):
    """What the parts of a board share: the position and who did what.

    `order` is the turn order, `active` the seats that must decide (after the end:
    the winners), `told` what changed since the last turn. In all of them the
    Soloist has his own seat.
    """

    edition: Edition
    view: View
    scene: Scene
    words: Words
    order: tuple[Seat, ...]
    active: tuple[Seat, ...]
    told: tuple[EventLine, ...]

    @staticmethod
    def of(edition: Edition, view: View, scene: Scene, words: Words) -> Moment:
        """The moment of a position."""
        told = event_lines(edition, scene, words)
        return Moment(edition, view, scene, words, order(view), acting(scene), told)

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


def winners(over: Over) -> tuple[Seat, ...]:
    """The winners, with the Soloist as a seat."""
    return tuple(SOLOIST if seat is None else seat for seat in scores.winners(over))


def acting(scene: Scene) -> tuple[Seat, ...]:
    """The seats whose decisions are pending; after the end, the winners."""
    if scene.over is not None:
        return winners(scene.over)
    return tuple(seat for seat, _ in scene.deciding)


def stage(moment: Moment) -> str:
    """Where the game stands, e.g. "Round 3 · turn 3 of 4"."""
    view, words = moment.view, moment.words
    if moment.over:
        return words("scores.title")
    if not view.round:
        return words("picture.stage.setup")
    if view.upkeep:
        return words("picture.lacrimosa.stage.upkeep", round=view.round)
    return words("picture.lacrimosa.stage.turn", round=view.round, turn=view.turn)


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
    return words(f"picture.lacrimosa.does.{tag_of(prompt)}")


def gained(line: EventLine) -> bool:
    """Whether a line reports points won or lost."""
    return any(change.icon == "vp" for change in line.changes)


def event_lines(edition: Edition, scene: Scene, words: Words) -> tuple[EventLine, ...]:
    """What changed since the last turn, oldest first."""
    lines: list[EventLine] = []
    for event in scene.changed:
        line = _line(edition, event, words)
        if line is None:
            continue
        same = bool(lines) and lines[-1].seat == line.seat
        if same and isinstance(event, TurnEnded | Chose | Rewarded):
            for change in line.changes:
                lines[-1] = lines[-1].with_change(change)
            continue
        while lines and lines[-1].seat == line.seat and lines[-1].provisional:
            lines.pop()
        lines.append(line)
    return tuple(lines)


def _line(edition: Edition, event: Event, words: Words) -> EventLine | None:
    """One event as a line, or None if it needs no line."""
    tag = tag_of(event)
    told = f"picture.lacrimosa.told.{tag}"
    match event:
        case LaidExperience(seat, card) | LaidStory(seat, card):
            text = words(told, what=names.short(edition, card, words))
            return EventLine(seat, text, (), provisional=True)
        case UsedCard(seat, card, changes):
            return EventLine(
                seat,
                words(told, what=names.short(edition, card, words)),
                _signed(changes),
                True,
            )
        case TookDucats(seat, ducats):
            return EventLine(seat, words(told), _signed((Delta("ducats", ducats),)))
        case (
            Documented(seat, thing, _, changes)
            | Commissioned(seat, thing, changes)
            | Performed(seat, thing, changes)
            | Sold(seat, thing, changes)
        ):
            text = words(told, what=names.short(edition, thing, words))
            return EventLine(seat, text, _signed(changes))
        case Travelled(seat, place, _, changes):
            text = words(told, what=edition.places[place].name)
            return EventLine(seat, text, _signed(changes))
        case Composed(seat, space, composer, _, changes):
            text = words(
                told,
                what=names.space(edition, space, words),
                composer=names.composer(edition, composer, words),
            )
            return EventLine(seat, text, _signed(changes))
        case NeutralPlaced(seat, space):
            return EventLine(seat, words(told, what=names.space(edition, space, words)), ())
        case Declined(seat, action):
            return EventLine(seat, words(told, what=names.action(action, words)), ())
        case (
            Chose(seat, changes)
            | Gained(seat, changes)
            | Rewarded(seat, changes)
            | Exchanged(seat, changes)
            | Maintained(seat, changes)
        ):
            return EventLine(seat, words(told), _signed(changes))
        case TurnEnded(seat) | TookBack(seat) | WentBack(seat):
            return EventLine(seat, words(f"picture.told.{tag}"), ())
        case RoundBegan(number, first):
            return EventLine(first, words(told, round=number), ())
        case SoloDid():
            return _solo_line(edition, event, words)
        case Counted(seat, courts, requiem, points, ducats):
            total = Delta("vp", courts + requiem + points + ducats)
            return EventLine(seat, words(told), _signed((total,)))
        case _:
            return None


def _solo_line(edition: Edition, event: SoloDid, words: Words) -> EventLine:
    deltas = (Delta("vp", event.vp), Delta("finance", event.finance))
    return EventLine(
        SOLOIST, solo_deed(edition, event.action, event.what, words), _signed(deltas)
    )


def solo_deed(edition: Edition, action: str, what: str | None, words: Words) -> str:
    """What the Soloist did, e.g. "Commission: Idomeneo, KV 366"."""
    name = names.action(action, words)
    if what is None:
        return words("picture.lacrimosa.solo.nothing", action=name)
    card = what in edition.memories or what in edition.opus
    named = names.short if card else names.named
    return words("picture.lacrimosa.solo.did", action=name, what=named(edition, what, words))


def _signed(changes: tuple[Delta, ...]) -> tuple[Change, ...]:
    """Signed figures, points first."""
    known = [delta for delta in changes if delta.amount]
    known.sort(key=lambda delta: _FIRST.index(delta.what) if delta.what in _FIRST else 3)
    return tuple(
        Change(delta.what, signed(delta.amount), loss=delta.amount < 0) for delta in known
    )
