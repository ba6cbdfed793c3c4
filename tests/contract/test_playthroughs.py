"""Golden playthroughs: one whole game of novices per number of seats, as readable text.

A file has the entries by name and what a spectator was told about each. It is replayed
from its own entries, so a better computer player changes nothing; any other difference
fails. `MAECENAS_ACCEPT=1` writes files that are missing or differ.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest

from rules.contract import AnyGame, Drawn, Event, Illegal, Moved, TakenBack, name
from rules.journal import Journal
from rules.registry import GAMES, PRINTED
from tests.contract.games import TABLES, set_up, tables
from tests.opponents.players import YARDSTICK, choose
from tests.printings import FIRST_PRINTING

FOLDER = Path(__file__).parents[1] / "playthroughs"
ACCEPT = os.environ.get("MAECENAS_ACCEPT") == "1"
SEED = "playthrough"
BACK = 0.04
"""How often a player undoes an action and takes it again."""


EARLIER: Final = [("lacrimosa", 1, FIRST_PRINTING), ("lacrimosa", 3, FIRST_PRINTING)]
"""Games begun with an earlier printing of their edition, and the text of that printing."""


def path_of(title: str, seats: int) -> Path:
    return FOLDER / f"{title}-{seats}.txt"


def path_of_earlier(game: AnyGame, seats: int) -> Path:
    number = PRINTED[game.name].printing(game.edition or "")
    return FOLDER / f"{game.name}-{seats}-printing-{number}.txt"


def fresh(title: str, seats: int) -> Journal[Any, Any]:
    """A game of novices who sometimes undo an action."""
    game, rng = GAMES[title], Random(f"{SEED}/{title}/{seats}")
    journal = Journal.start(game, set_up(game, seats), rng)
    while not journal.over:
        decision = rng.choice(journal.decisions)
        view = journal.view(decision.seat)
        action = choose(title, YARDSTICK, view, decision, rng)
        journal = journal.move(decision.seat, action, rng)
        if rng.random() < BACK and journal.undo_point(decision.seat) is not None:
            journal = journal.take_back(decision.seat)
            journal = journal.move(decision.seat, action, rng)
    return journal


def written(journal: Journal[Any, Any]) -> str:
    """The playthrough as text."""
    title, seats = journal.game.name, journal.options.seats
    lines = [f"{title}, {seats} seats, rules version {journal.game.version}", ""]
    for number, entry in enumerate(journal.entries, start=1):
        lines.append(f"{number}. {_entry(entry)}")
        lines += [f"    {_event(event)}" for event in journal.told(number, None)]
    over = journal.over
    assert over is not None
    lines += ["", *_end(journal), f"position {journal.checksum()}", ""]
    return "\n".join(lines)


def _entry(entry: object) -> str:
    match entry:
        case Moved(seat, action):
            return f"seat {seat}: {name(action)}"
        case Drawn(items):
            return f"drawn: {' '.join(items)}"
        case TakenBack(seat, to):
            return f"seat {seat} takes back to {to}"
        case _:
            raise AssertionError(entry)


def _event(event: Event) -> str:
    fields = msgspec.to_builtins(event)
    kind = fields.pop("type")
    told = [f"{key}={value}" for key, value in fields.items() if value is not None]
    return " ".join([kind, *told])


def _end(journal: Journal[Any, Any]) -> Iterator[str]:
    over = journal.over
    assert over is not None
    for seat, lines in enumerate(over.lines):
        sources = " ".join(f"{line.source}={line.points}" for line in lines)
        yield f"seat {seat}: {over.totals[seat]} ({sources})"
    broken = f", tie broken by {over.tie_break}" if over.tie_break else ""
    yield f"won by {' '.join(map(str, over.winners))}{broken}"


def replayed(game: AnyGame, seats: int, text: str) -> Journal[Any, Any]:
    """The journal of the entries in a file; raises `Illegal` if they do not fit."""
    journal = Journal(game, set_up(game, seats))
    for line in text.splitlines():
        number, _, entry = line.partition(". ")
        if number.isdecimal():
            journal = journal.add(_read(journal, entry))
    return journal


def _read(journal: Journal[Any, Any], text: str) -> Moved | Drawn | TakenBack:
    who, _, what = text.partition(": ")
    if who == "drawn":
        return Drawn(tuple(what.split()))
    seat = int(who.split()[1])
    if not what:
        return TakenBack(seat, int(who.split()[-1]))
    decision = journal.decision(seat)
    action = decision.find(what) if decision else None
    assert action is not None, f"entry {journal.number + 1}: seat {seat} has no {what}"
    return Moved(seat, action)


def accept(title: str, seats: int) -> None:
    """Write the file again, from its own entries if they still make a whole game."""
    path = path_of(title, seats)
    try:
        journal = replayed(GAMES[title], seats, path.read_text())
    except (FileNotFoundError, Illegal, AssertionError):
        journal = fresh(title, seats)
    FOLDER.mkdir(exist_ok=True)
    path.write_text(written(journal if journal.over else fresh(title, seats)))


@tables
def test_playthrough(title: str, seats: int) -> None:
    path = path_of(title, seats)
    if ACCEPT:
        accept(title, seats)
    if not path.exists():
        pytest.fail(f"{path.name} is missing; MAECENAS_ACCEPT=1 writes it")
    text = path.read_text()
    journal = replayed(GAMES[title], seats, text)
    assert journal.over is not None
    assert written(journal) == text


def test_every_playthrough_belongs_to_a_table() -> None:
    known = {path_of(title, seats).name for title, seats in TABLES}
    for title, seats, edition in EARLIER:
        known.add(path_of_earlier(PRINTED[title].recall(edition), seats).name)
    assert {path.name for path in FOLDER.iterdir()} == known


@pytest.mark.parametrize(("title", "seats", "edition"), EARLIER)
def test_a_game_of_an_earlier_printing_comes_out_as_ever(
    title: str, seats: int, edition: str
) -> None:
    game = PRINTED[title].recall(edition)
    assert game.edition != GAMES[title].edition
    text = path_of_earlier(game, seats).read_text()
    journal = replayed(game, seats, text)
    assert journal.over is not None
    assert written(journal) == text


@tables
def test_playthroughs_hold_undo_and_all_kinds_of_entries(title: str, seats: int) -> None:
    journal = replayed(GAMES[title], seats, path_of(title, seats).read_text())
    assert {type(entry) for entry in journal.entries} == {Moved, Drawn, TakenBack}
