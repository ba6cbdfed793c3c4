"""What happened in Florence, one sentence for each event worth a line.

The sentences name people and cards but inflect neither. An event whose cards
the reader may not know has a sentence without them, or none.
"""

from __future__ import annotations

from typing import Final, assert_never, cast

from render.florence.words.names import cards, deck, florins, named, prestige, square
from render.people import Spelling, person
from render.presentation import Scene
from render.words import Words, plain
from rules.contract import Event, Seat, Standings, TookBack, WentBack, tag_of
from rules.florence.events import (
    BestWork,
    Bought,
    Built,
    Completed,
    Dealt,
    Declined,
    Ended,
    GaveBack,
    Introduced,
    Kept,
    KeptRecruiting,
    Laid,
    Looked,
    Opened,
    Paid,
    Passed,
    Placed,
    PlayedBonus,
    PutBack,
    Raised,
    Recruited,
    Revealed,
    Scored,
    SoldPrestige,
    Told,
    TurnBegan,
    TurnEnded,
)

ROUTINE: Final = (Opened, Raised, Passed, TurnEnded)
"""What is left out first where there is no room for all."""


def told(event: Event, scene: Scene, words: Words) -> str | None:
    """One event as a sentence for a message, or None if it is not worth a line."""
    return tell(event, scene, words, plain)


def tell(event: Event, scene: Scene, words: Words, spelling: Spelling) -> str | None:
    """One event as a sentence, with names in a given spelling."""

    def who(seat: Seat) -> str:
        return person(seat, scene, words, spelling)

    def says(form: str, n: int | None = None, /, **figures: object) -> str:
        return words(f"florence.told.{form}", n, **figures)

    def money(amount: int) -> str:
        return florins(amount, words)

    def points(amount: int) -> str:
        return prestige(amount, words)

    def thing(what: str) -> str:
        return named(what, words)

    if isinstance(event, Standings):
        return None  # for charts: earlier sentences have reported the points
    if isinstance(event, TookBack | WentBack):
        return words(f"told.{tag_of(event)}", name=who(event.seat))
    known = cast(Told, event)
    match known:
        case Dealt(seat, count, seen):
            if seen is None:
                return says("dealt", count, name=who(seat))
            return says("dealt.seen", name=who(seat), cards=cards(seen, words))
        case GaveBack(seat, secret):
            if secret is None:
                return says("gave_back", name=who(seat))
            return says("gave_back.seen", name=who(seat), profession=thing(secret))
        case TurnBegan(turn, start, minimum):
            return says("turn_began", turn=turn, name=who(start), minimum=minimum)
        case Opened(seat, lot, amount):
            return says("opened", name=who(seat), lot=thing(lot), amount=money(amount))
        case Declined(seat):
            return says("declined", name=who(seat))
        case Raised(seat, lot, amount):
            return says("raised", name=who(seat), lot=thing(lot), amount=money(amount))
        case Passed(seat, lot):
            return says("passed", name=who(seat), lot=thing(lot))
        case Bought(seat, lot, paid):
            return says("bought", name=who(seat), lot=thing(lot), amount=money(paid))
        case Placed(seat, landscape, _, handle):
            where = square(handle)
            return says("placed", name=who(seat), landscape=thing(landscape), square=where)
        case Recruited(seat, card, owner):
            return says("recruited", name=who(seat), profession=thing(card), owner=who(owner))
        case KeptRecruiting(seat):
            return says("kept_recruiting", name=who(seat))
        case Laid(seat, card, value):
            return says("laid", name=who(seat), profession=thing(card), value=value)
        case PlayedBonus(seat, card, added, value):
            return says(
                "played_bonus", name=who(seat), card=thing(card), points=added, value=value
            )
        case Completed(seat, card, value, paid, 0):
            return says(
                "completed.money",
                name=who(seat),
                profession=thing(card),
                value=value,
                florins=money(paid),
            )
        case Completed(seat, card, value, 0, bought):
            return says(
                "completed.prestige",
                name=who(seat),
                profession=thing(card),
                value=value,
                prestige=points(bought),
            )
        case Completed(seat, card, value, paid, bought):
            return says(
                "completed",
                name=who(seat),
                profession=thing(card),
                value=value,
                florins=money(paid),
                prestige=points(bought),
            )
        case Built(seat, building, _, handle, 0):
            where = square(handle)
            return says("built.free", name=who(seat), building=thing(building), square=where)
        case Built(seat, building, _, handle, paid):
            return says(
                "built",
                name=who(seat),
                building=thing(building),
                square=square(handle),
                amount=money(paid),
            )
        case Looked(seat, _, _, seen) | PutBack(seat, _, _, seen):
            if seen is None:
                return None  # the payment and the card kept say it
            form = "looked.seen" if isinstance(known, Looked) else "put_back.seen"
            return says(form, name=who(seat), cards=cards(seen, words))
        case Kept(seat, pile, secret):
            if secret is None:
                return says("kept", name=who(seat), deck=deck(pile, words))
            return says("kept.seen", name=who(seat), card=thing(secret))
        case Paid(seat, what, paid):
            return says(f"paid.{what}", name=who(seat), amount=money(paid))
        case Introduced(seat, freedom, paid):
            return says(
                "introduced", name=who(seat), freedom=thing(freedom), amount=money(paid)
            )
        case Scored(seat, source, gained):
            line = words(f"score.{source}")
            return says("scored", name=who(seat), points=points(gained), source=line)
        case SoldPrestige(seat, sold, got, forced):
            form = "sold_prestige.forced" if forced else "sold_prestige"
            return says(form, name=who(seat), points=points(sold), amount=money(got))
        case TurnEnded(seat):
            return words("told.turn_ended", name=who(seat))
        case BestWork(turn, value, seats):
            return _best_work(turn, value, tuple(map(who, seats)), words)
        case Revealed(seat, card, paid):
            return says("revealed", name=who(seat), card=thing(card), points=points(paid))
        case Ended((winner,)):
            return words("words.over.winner", name=who(winner))
        case Ended(winners):
            return words("words.over.winners", names=words.listed(map(who, winners)))
        case _:
            assert_never(known)


def _best_work(turn: int, value: int, names: tuple[str, ...], words: Words) -> str:
    match names:
        case ():
            return words("florence.told.best_work.none", turn=turn)
        case (name,):
            return words("florence.told.best_work", turn=turn, name=name, value=value)
        case _:
            together = words.listed(names)
            return words("florence.told.best_work.tied", turn=turn, names=together, value=value)
