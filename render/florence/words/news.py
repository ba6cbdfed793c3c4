"""News of Florence: what belongs together is one line, and the open auction is never cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TypeAlias

from msgspec.structs import replace

from render.florence.words.events import ROUTINE, told
from render.florence.words.names import florins, named, prestige
from render.news import each
from render.people import person
from render.presentation import Happened, News
from render.words import Words
from rules.contract import Event
from rules.florence.events import (
    Bought,
    Built,
    Completed,
    Kept,
    Laid,
    Looked,
    Opened,
    Paid,
    Passed,
    Placed,
    PlayedBonus,
    Raised,
    Scored,
)

_Bid: TypeAlias = Opened | Raised | Passed


def news(events: Sequence[Happened], words: Words) -> tuple[News, ...]:
    """The lines of some events, as everyone or one seat may know them."""
    happened = [event for event, _ in events]
    open_ = _open_auction(happened)
    closed = {at: _bids_before(happened, at) for at in _sold(happened)}
    left_out = {*open_, *_told_by_others(happened), *chain(*closed.values())}
    lines: list[News] = []
    for line in each(events, told, words, ROUTINE):
        event, at = happened[line.at], line.at
        if isinstance(event, Scored) and at and _brings(happened[at - 1], event):
            text = words(
                "florence.told.brings",
                told=lines.pop().text,
                points=prestige(event.points, words),
            )
            lines.append(replace(line, text=text))
        elif closed.get(at):
            lines.append(replace(line, text=_closed_auction(events, at, closed[at], words)))
        elif at not in left_out:
            lines.append(line)
    return (*lines, *_auction(events, open_, words))


def _sold(events: list[Event]) -> Iterator[int]:
    """The indices of the events in which something is bought."""
    return (at for at, event in enumerate(events) if isinstance(event, Bought))


def _bids_before(events: list[Event], sold: int) -> tuple[int, ...]:
    """The indices of the bids in the auction that ends with the purchase at `sold`."""
    found: list[int] = []
    for at in reversed(range(sold)):
        event = events[at]
        if not isinstance(event, Opened | Raised | Passed):
            break
        found.insert(0, at)
        if isinstance(event, Opened):
            break
    return tuple(found)


def _closed_auction(
    events: Sequence[Happened], sold: int, bids: tuple[int, ...], words: Words
) -> str:
    """An auction in one line: the buyer, the price, and the seats that passed."""
    bought, scene = events[sold]
    if not isinstance(bought, Bought):
        raise TypeError(bought)
    passed = [event.seat for at in bids if isinstance(event := events[at][0], Passed)]
    figures = {
        "lot": named(bought.lot, words),
        "name": person(bought.seat, scene, words),
        "amount": florins(bought.florins, words),
    }
    if not passed:
        return words("florence.told.auctioned.alone", **figures)
    names = words.listed(person(seat, scene, words) for seat in passed)
    return words("florence.told.auctioned", len(passed), passed=names, **figures)


def _told_by_others(events: list[Event]) -> Iterator[int]:
    """The indices of events that another one covers: a profession laid, a card kept unseen."""
    for at, event in enumerate(events):
        match event:
            case Laid() if any(_completes(event, events[at + 1 :])):
                yield at
            case Kept(seat, _, None) if _paid(events[:at], seat):
                yield at
            case _:
                pass


def _completes(laid: Laid, after: list[Event]) -> Iterator[bool]:
    """True if the Work of a profession is completed, with only Bonus cards before that."""
    for event in after:
        match event:
            case PlayedBonus(seat) if seat == laid.seat:
                continue
            case Completed(seat, profession):
                yield (seat, profession) == (laid.seat, laid.profession)
            case _:
                pass
        return


def _paid(before: list[Event], seat: int) -> bool:
    """Whether someone has just paid for the card that they keep."""
    rest = [event for event in before[-2:] if not isinstance(event, Looked)]
    return bool(rest) and isinstance(rest[-1], Paid) and rest[-1].seat == seat


def _brings(event: Event, scored: Scored) -> bool:
    """Whether points come from what was built or placed just before."""
    return isinstance(event, Built | Placed) and event.seat == scored.seat


def _open_auction(events: list[Event]) -> tuple[int, ...]:
    """The indices of the bids in the auction still open at the end; empty: there is none."""
    found: list[int] = []
    for at in reversed(range(len(events))):
        event = events[at]
        if not isinstance(event, Opened | Raised | Passed):
            break
        found.insert(0, at)
        if isinstance(event, Opened):
            break
    return tuple(found)


def _auction(events: Sequence[Happened], open_: tuple[int, ...], words: Words) -> list[News]:
    """The open auction in one line: each seat's latest bid, or that it passed."""
    if len(open_) == 1:
        (only,) = each([events[open_[0]]], told, words)
        return [replace(only, at=open_[0], weight="kept")]
    latest: dict[int, str] = {}
    lot = ""
    for at in open_:
        event, scene = events[at]
        if isinstance(event, Opened | Raised | Passed):
            lot = named(event.lot, words)
            latest.pop(event.seat, None)
            latest[event.seat] = _bid(event, person(event.seat, scene, words), words)
    if not latest:
        return []
    text = words("florence.told.auction", lot=lot, bids=words.row(latest.values()))
    return [News(open_[-1], text, "kept")]


def _bid(event: _Bid, name: str, words: Words) -> str:
    if isinstance(event, Passed):
        return words("florence.told.auction.passed", name=name)
    amount = florins(event.amount, words)
    return words("florence.told.auction.bid", name=name, amount=amount)
