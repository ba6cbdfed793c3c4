"""What holds after every entry of every game, whoever plays it and however badly."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import msgspec

from rules.codec import Codec
from rules.contract import Agreed, Drawn, Entry, Moved, Seat, TakenBack, name
from rules.journal import Journal
from tests.contract.games import CONTRACTS
from tests.contract.test_secrets import words_of

LONGEST: Final = 48
TRIED: Final = 2
"""How many options of a decision are tried out, apart from the one that is taken."""


def added(title: str, journal: Journal[Any, Any], entry: Entry) -> Journal[Any, Any]:
    """The journal with one more entry, with every promise checked."""
    after = journal.add(entry)
    components = CONTRACTS[title].components
    assert components(after._state) == components(journal._state), "components got lost"
    _decisions(journal, after, entry)
    _undo(journal, after, entry)
    for listener in (None, after.number % journal.options.seats):
        _secrets(title, journal, after, listener)
    return after


def _decisions(journal: Journal[Any, Any], after: Journal[Any, Any], entry: Entry) -> None:
    """Names are unique and short, options succeed, numbers stay while others act."""
    acted = entry.seat if isinstance(entry, Moved | TakenBack) else None
    asked = {decision.seat: decision for decision in after.decisions}
    assert len(asked) == len(after.decisions)
    assert set(asked) <= set(range(journal.options.seats))
    assert not (asked and after.over)
    for seat, decision in asked.items():
        listed = decision.options + decision.asides
        assert decision.options, "a dead end"
        spelled = {name(action) for action in listed}
        assert len(spelled) == len(listed), "two choices have one name"
        assert max(map(len, spelled)) <= LONGEST
        same = seat != acted and journal.decision(seat) == decision
        kept = same and not isinstance(entry, Agreed)
        assert after.arose(seat) == (journal.arose(seat) if kept else after.number)
        rng = Random(after.number)
        for action in rng.sample(listed, min(TRIED, len(listed))):
            assert after.why_not(seat, action) is None
            assert after.game.act(after._state, seat, action) != after._state


def _undo(journal: Journal[Any, Any], after: Journal[Any, Any], entry: Entry) -> None:
    """Only the seat that moved last can undo that move, unless it showed a secret."""
    points = [after.undo_point(seat) for seat in range(journal.options.seats)]
    match entry:
        case Drawn():
            assert not any(point is not None for point in points)
        case Moved(mover, action):
            shown = journal.price(mover, action).reveals
            for seat, point in enumerate(points):
                if seat != mover or shown:
                    assert point is None
                else:
                    assert point is not None
                    assert after.checksum(point) == journal.checksum()
        case _:
            assert after.checksum() == after.checksum(entry.to)


def _secrets(
    title: str, journal: Journal[Any, Any], after: Journal[Any, Any], listener: Seat | None
) -> None:
    """Neither the view nor the events name what is hidden; the view can be imagined."""
    game, secrets = after.game, CONTRACTS[title].secrets
    hidden = secrets(after._state, listener)
    view = after.view(listener)
    assert hidden.isdisjoint(words_of(msgspec.to_builtins(view))), "a view tells a secret"
    still = hidden & secrets(journal._state, listener)
    told = msgspec.to_builtins(after.told(after.number, listener))
    assert still.isdisjoint(words_of(told)), "a secret is told"
    imagined = game.imagine(view, Random(after.number))
    assert game.observe(imagined, listener) == view


def stored(journal: Journal[Any, Any]) -> None:
    """Written down and read again, a game is the same, including decisions and numbers."""
    codec = Codec(journal.game)
    entries = tuple(codec.decode(codec.encode(entry)) for entry in journal.entries)
    assert entries == journal.entries
    again = Journal.fold(journal.game, journal.options, entries)
    numbers = range(journal.number + 1)
    assert [*map(again.checksum, numbers)] == [*map(journal.checksum, numbers)]
    assert again.decisions == journal.decisions
    for seat in range(journal.options.seats):
        assert again.arose(seat) == journal.arose(seat)
