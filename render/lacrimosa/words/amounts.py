"""Costs, rewards and changes in words: no other module spells an amount.

A cost is what is paid, a reward is what the components promise, and changes are
what really came and went. Counters are kept and steps on a track are lost in
maintenance, so a reward always says which of the two it gives.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, assert_never

from render.lacrimosa.words.names import action, deed, genre
from render.words import Words, signed
from rules.contract import Delta
from rules.lacrimosa.catalogue import Finance, Opus
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

UNITS: Final = ("ducats", *KINDS, WILD, "vp")
"""What has a plain amount, in the order in which texts name it."""


def amount(what: str, n: int, words: Words) -> str:
    """An amount of something: `2 ducats`, `1 Talent`, `3 VP`."""
    return words(f"lacrimosa.unit.{what}", n)


def cost(price: Cost, words: Words) -> str:
    """What must be paid, or the word for nothing."""
    named = ("ducats", *KINDS, WILD)
    parts = [amount(what, n, words) for what in named if (n := getattr(price, what))]
    if price.finance:
        parts.append(words("lacrimosa.unit.finance_down", price.finance))
    return words.row(parts) if parts else words("lacrimosa.free")


def owned(kind: str, track: int, counters: int, words: Words) -> str:
    """What a seat has of a kind of story point; counters only if there are any."""
    name = words(f"lacrimosa.kind.{kind}")
    if not counters:
        return words("lacrimosa.purse.kind", kind=name, track=track)
    return words("lacrimosa.purse.kind.counters", counters, kind=name, track=track)


def goods(gained: dict[str, int], words: Words, more: Iterable[str] = ()) -> str:
    """Amounts gained, by unit, and more in words; empty if there are none."""
    parts = [amount(what, n, words) for what in UNITS if (n := gained.get(what, 0)) > 0]
    if (steps := gained.get("finance", 0)) > 0:
        parts.append(words("lacrimosa.unit.finance_up", steps))
    parts += more
    return words.row(parts) if parts else ""


def reward(texts: Iterable[str], words: Words) -> str:
    """A reward as a component shows it, goods before actions."""
    parts = [item(each, words) for each in read_reward(tuple(texts))]
    return words.row(parts) if parts else words("lacrimosa.nothing")


def story(texts: Iterable[str], words: Words) -> str:
    """The bottom of a memory card; its points are steps on the tracks (L103)."""
    parts = [
        amount(each.kind, each.amount, words) if isinstance(each, Points) else item(each, words)
        for each in read_reward(tuple(texts))
    ]
    return words.row(parts) if parts else words("lacrimosa.nothing")


def chosen(texts: Iterable[str], words: Words) -> list[str]:
    """The items of a reward whose kind is still to be chosen."""
    found = read_reward(tuple(texts))
    return [item(each, words) for each in found if _is_wild(each)]


def granted(texts: Iterable[str], words: Words) -> str:
    """The items of a reward that are still to be done; empty if there are none."""
    found = read_reward(tuple(texts))
    parts = [item(each, words) for each in found if isinstance(each, Grant | Neutral)]
    return words.row(parts) if parts else ""


def _is_wild(each: Item) -> bool:
    return isinstance(each, Points) and each.kind == WILD


def item(what: Item, words: Words) -> str:
    """One item of a reward."""
    match what:
        case Good("finance", n):
            return words("lacrimosa.unit.finance_up", n)
        case Good(unit, n):
            return amount(unit, n, words)
        case Points(kind, n, True):
            return words(f"lacrimosa.unit.step.{kind}", n)
        case Points(kind, n, _):
            return words(f"lacrimosa.unit.counter.{kind}", n)
        case Grant(name, None, None):
            return words("lacrimosa.grant", action=deed(name, words))
        case Grant(name, str() as type_, None):
            return words(
                "lacrimosa.grant.type", action=deed(name, words), type=genre(type_, words)
            )
        case Grant(name, type_, Good() as extra):
            more = item(extra, words)
            does = deed(name, words)
            if type_ is None:
                return words("lacrimosa.grant.bonus", action=does, bonus=more)
            kind = genre(type_, words)
            return words("lacrimosa.grant.type.bonus", action=does, type=kind, bonus=more)
        case Grant():
            return words("lacrimosa.grant", action=deed(what.action, words))
        case PerOpus(type_, n):
            return words("lacrimosa.per_opus", n, type=genre(type_, words))
        case Neutral():
            return words("lacrimosa.neutral")
        case _:
            assert_never(what)


def repeat(text: str, words: Words) -> str:
    """The repeating reward of a composer tile."""
    effect = read_repeat(text)
    match effect:
        case TrackSteps(kind, n):
            return words("lacrimosa.repeat.track", points=amount(kind, n, words))
        case OpusPoints(type_, n):
            return words(
                "lacrimosa.repeat.opus", points=amount("vp", n, words), type=genre(type_, words)
            )
        case Again(name):
            return words("lacrimosa.repeat.again", action=deed(name, words))
        case _:
            assert_never(effect)


def change(delta: Delta, words: Words) -> str:
    """A signed change: `+3 VP`, `−2 ducats`."""
    n = abs(delta.amount)
    return words(f"lacrimosa.change.{delta.what}", n, amount=signed(delta.amount))


def changes(deltas: Iterable[Delta], words: Words) -> str:
    """Several signed changes, or the word for nothing."""
    parts = [change(delta, words) for delta in deltas if delta.amount]
    return words.row(parts) if parts else words("lacrimosa.nothing")


def kinds(letters: str, words: Words) -> str:
    """Story points that an action spells in letters: `2 Talent, 1 Journey`."""
    counted = [(kind, letters.count(kind[0])) for kind in KINDS]
    parts = [amount(kind, n, words) for kind, n in counted if n]
    return words.row(parts) if parts else words("lacrimosa.nothing")


def actions(names: Iterable[str], words: Words) -> str:
    """The actions of a card in a row."""
    return words.row(action(name, words) for name in names)


def income(found: Finance, words: Words) -> str:
    """What a space of the finance track pays in each maintenance."""
    gained = {"ducats": found.ducats, "vp": found.vp}
    wild = found.wildcards
    steps = [words("lacrimosa.unit.step.wild", wild)] if wild else []
    return goods(gained, words, steps) or words("lacrimosa.nothing")


def performance(opus: Opus, words: Words) -> str:
    """What a performance costs and pays."""
    if not opus.perform.talent and not opus.perform.ducats:
        return words("lacrimosa.opus.perform.nothing")
    return words(
        "lacrimosa.opus.perform",
        cost=cost(Cost(talent=opus.perform.talent), words),
        gain=goods({"ducats": opus.perform.ducats}, words) or words("lacrimosa.nothing"),
    )


def sale(opus: Opus, words: Words) -> str:
    """What a sale costs and pays."""
    gained = {"vp": opus.sell.vp, "finance": opus.sell.finance}
    return words(
        "lacrimosa.opus.sell",
        cost=cost(Cost(talent=opus.sell.talent), words),
        gain=goods(gained, words) or words("lacrimosa.nothing"),
    )
