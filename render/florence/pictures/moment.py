"""The seats, their names and order, and what each of them just did.

This is the part of a Florence picture that is not drawing: names as they can be
shown, the turn order, the last action with its figures, and what it changed.
"""

from __future__ import annotations

from typing import Final

import msgspec

from render.florence.words.position import turn_order
from render.header import Change, EventLine
from render.people import drawn
from render.presentation import Scene
from render.words import Words, signed
from rules.contract import Event, Seat, TookBack, WentBack, tag_of
from rules.florence.catalogue import FREEDOMS, PRESTIGE_BEST_WORK
from rules.florence.events import (
    BestWork,
    Bought,
    Built,
    Completed,
    Declined,
    GaveBack,
    Introduced,
    Kept,
    KeptRecruiting,
    Laid,
    Opened,
    Paid,
    Passed,
    Placed,
    PlayedBonus,
    Raised,
    Recruited,
    Revealed,
    Scored,
    SoldPrestige,
    TurnBegan,
    TurnEnded,
)
from rules.florence.state import (
    Acting,
    Bidding,
    Composing,
    Drawing,
    Exchanging,
    Landing,
    Looking,
    Offering,
    Opening,
    Ordering,
)
from rules.florence.view import View

_SHORT: Final = {
    "prestige": "picture.pile.prestige",
    "recruiting": "picture.pile.recruiting",
} | {freedom: f"picture.freedom.{freedom}" for freedom in FREEDOMS}
"""Ids whose full term is too long for a picture."""


def gained(line: EventLine) -> bool:
    """Whether a line reports prestige won or lost."""
    return any(change.icon == "points" for change in line.changes)


class Moment(msgspec.Struct, frozen=True):
    """What the parts of a board share: the position and who did what.

    `order` is the turn order, `active` the seats that must decide (after the end:
    the winners), `told` what changed since the last turn.
    """

    view: View
    scene: Scene
    words: Words
    order: tuple[Seat, ...]
    active: tuple[Seat, ...]
    told: tuple[EventLine, ...]

    @staticmethod
    def of(view: View, scene: Scene, words: Words) -> Moment:
        """The moment of a position."""
        active = scene.over.winners if scene.over else acting(view, scene)
        return Moment(view, scene, words, turn_order(view), active, event_lines(scene, words))

    def name(self, seat: Seat) -> str:
        """A seat's name in letters that the fonts have."""
        return drawn(self.scene.people[seat], seat, self.words)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.scene.over is not None


def acting(view: View, scene: Scene) -> tuple[Seat, ...]:
    """The seats whose decisions are pending; none once the game is over."""
    if scene.over is not None:
        return ()
    if scene.deciding:
        return tuple(seat for seat, _ in scene.deciding)
    match view.step:
        case (
            Opening(seat=seat)
            | Bidding(seat=seat)
            | Landing(seat=seat)
            | Offering(seat=seat)
            | Acting(seat=seat)
            | Composing(seat=seat)
            | Exchanging(seat=seat)
            | Drawing(seat=seat)
            | Looking(seat=seat)
            | Ordering(seat=seat)
        ):
            return (seat,)
        case _:
            return ()


def term(what: str, words: Words) -> str:
    """A thing's name, in the short form that fits a picture."""
    return words(_SHORT.get(what, f"term.{what}"))


def event_lines(scene: Scene, words: Words) -> tuple[EventLine, ...]:
    """What changed since the last turn, oldest first; scores join their cause."""
    lines: list[EventLine] = []
    for event in scene.changed:
        match event:
            case BestWork(turn, value, seats):
                best = (
                    Change("work", str(value)),
                    Change("points", signed(PRESTIGE_BEST_WORK)),
                )
                text = words("picture.told.best_work", turn=turn)
                lines += [EventLine(seat, text, best) for seat in seats]
            case Scored(seat, _, points) if lines and lines[-1].seat == seat:
                lines[-1] = lines[-1].with_change(Change("points", signed(points)))
            case SoldPrestige(seat, points, _, True) if lines and lines[-1].seat == seat:
                sold = Change("points", signed(-points), loss=True)
                lines[-1] = lines[-1].with_change(sold)
            case _:
                line = _line(event, words)
                if line is None or _told_already(event, lines):
                    continue
                if isinstance(event, Completed):
                    while lines and lines[-1].seat == event.seat and lines[-1].provisional:
                        lines.pop()
                lines.append(line)
    return tuple(lines)


def _told_already(event: Event, lines: list[EventLine]) -> bool:
    """Whether an event only rounds off what the seat's previous line says."""
    rounds_off = isinstance(event, TurnEnded | Kept | Placed)
    return rounds_off and bool(lines) and lines[-1].seat == getattr(event, "seat", None)


def _line(event: Event, words: Words) -> EventLine | None:
    """One event as a line, or None if it needs no line."""
    tag = tag_of(event)
    told = f"picture.told.{tag}"
    match event:
        case Opened(seat, lot, amount) | Raised(seat, lot, amount):
            return _did(seat, told, words, lot, Change("florin", str(amount)))
        case Passed(seat, lot):
            return _did(seat, told, words, lot)
        case Bought(seat, lot, florins):
            return _did(seat, told, words, lot, _cost(florins))
        case Placed(seat, landscape):
            return _did(seat, told, words, landscape)
        case Built(seat, building, _, _, florins):
            return _did(seat, told, words, building, _cost(florins))
        case Introduced(seat, freedom, florins):
            return _did(seat, told, words, freedom, _cost(florins))
        case Recruited(seat, profession):
            return _did(seat, told, words, profession)
        case Laid(seat, profession, value):
            text = words(told, what=term(profession, words))
            return EventLine(seat, text, (Change("work", str(value)),), provisional=True)
        case Completed(seat, profession, value, florins, prestige):
            gains = (Change("work", str(value)), Change("florin", signed(florins)))
            more = (Change("points", signed(prestige)),) if prestige else ()
            return _did(seat, told, words, profession, *gains, *more)
        case PlayedBonus(seat, _, points, value):
            gain = (Change("bonus", signed(points)), Change("work", str(value)))
            return EventLine(seat, words(told), gain, provisional=True)
        case Kept(seat, deck):
            return EventLine(seat, words(told, what=words(f"picture.deck.{deck}")), ())
        case Paid(seat, what, florins):
            text = words(told, what=words(f"picture.deck.{what}"))
            return EventLine(seat, text, (_cost(florins),))
        case SoldPrestige(seat, points, florins):
            gain = (
                Change("points", signed(-points), loss=True),
                Change("florin", signed(florins)),
            )
            return EventLine(seat, words(told), gain)
        case Revealed(seat, card, points):
            text = words(told, what=words(f"prestige.{card}"))
            gained = (Change("points", signed(points)),) if points else ()
            return EventLine(seat, text, gained)
        case TurnBegan(turn, start, minimum):
            return EventLine(start, words(told, turn=turn), (Change("work", f"≥ {minimum}"),))
        case (
            GaveBack(seat=seat)
            | Declined(seat=seat)
            | KeptRecruiting(seat=seat)
            | TurnEnded(seat=seat)
            | TookBack(seat=seat)
            | WentBack(seat=seat)
        ):
            return EventLine(seat, words(told), ())
        case _:
            return None


def _did(seat: Seat, told: str, words: Words, what: str, *changes: Change) -> EventLine:
    return EventLine(seat, words(told, what=term(what, words)), changes)


def _cost(florins: int) -> Change:
    return Change("florin", signed(-florins), loss=florins > 0)
