"""Texts from outside, spoilt in small places, and the code that must cope with them.

Every boundary takes bytes that someone else wrote. It answers with the errors that it
promises, or with something that can be used like anything of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from random import Random
from types import SimpleNamespace
from typing import Any, Final, cast

import msgspec
from hypothesis import strategies as st

from bot.interactions import clicks
from bot.screens import narrowing
from bot.tables.core.refusals import Refusal
from rules import lacrimosa, record
from rules.codec import Codec
from rules.contract import Decision, Illegal, Moved, name
from rules.journal import Journal
from rules.registry import GAMES
from tests.contract.games import CONTRACTS, TABLES, harvest, played, set_up
from tests.contract.test_decisions import forged
from tests.fuzz import editions


class Boundary(msgspec.Struct, frozen=True):
    """The texts that some code is given; `answer` raises if the code answers wrongly."""

    texts: st.SearchStrategy[bytes]
    answer: Callable[[bytes], None]
    examples: int


# ---------------------------------------------------------------- spoiling

HOSTILE: Final = (
    *("", "0", "1", "-1", "7", "99", "2026", "9223372036854775808", "9" * 30, "9" * 5_000),
    *("1e999", "0.5", "nan", "inf", "true", "null", "١", "²", "é", "vp", "a" * 200),
    *('"', "'", "\\", "\\ud800", "\\u0000", "\\n", "\x00", "\n", "\r", "\u202e"),
    *("[" * 3_000, "[{", "{}", "[]", "..", ":", "#", "=", "-", '\n"a\\nb" = 1\n'),
)
"""What is put where something else is expected."""

_TOKEN: Final = re.compile(r"\w+|\s+|[^\w\s]")


_ANY_WAY: Final = ("hostile", "other", "near", "twice", "cut")
_GENTLY: Final = ("near", "near", "near", "figure")


def one_of(texts: Callable[[], tuple[str, ...]]) -> st.SearchStrategy[str]:
    """One of many texts, which are made when one is first needed."""
    return st.integers(0, 2**20).map(lambda n: texts()[n % len(texts())])


@st.composite
def spoilt(draw: st.DrawFn, whole: st.SearchStrategy[str]) -> bytes:
    """A text with one to three of its words or figures changed, then perhaps its bytes.

    Half of the time only figures change, and only a little: such a text gets further in.
    """
    tokens = _TOKEN.findall(draw(whole)) or [""]
    figures = [at for at, token in enumerate(tokens) if token.isdecimal()]
    gently = bool(figures) and draw(st.booleans())
    places = st.integers(0, len(figures if gently else tokens) - 1)
    for _ in range(draw(st.integers(1, 3))):
        at = figures[draw(places)] if gently else draw(places)
        match draw(st.sampled_from(_GENTLY if gently else _ANY_WAY)):
            case "hostile":
                tokens[at] = draw(st.sampled_from(HOSTILE))
            case "figure":
                tokens[at] = draw(st.sampled_from([each for each in HOSTILE if each.isdigit()]))
            case "other":
                tokens[at] = tokens[draw(places)]
            case "near" if tokens[at].isdecimal() and len(tokens[at]) < 9:
                tokens[at] = str(int(tokens[at]) + draw(st.sampled_from((-1, 1, 2, 10, 100))))
            case "cut":
                for cut in range(at, min(len(tokens), at + draw(st.integers(1, 12)))):
                    tokens[cut] = ""
            case _:
                tokens[at] *= 2
    raw = "".join(tokens).encode()
    if not gently and draw(st.integers(0, 4)) == 4:
        at = draw(st.integers(0, len(raw)))
        raw = raw[:at] + draw(st.binary(max_size=4)) + raw[at + draw(st.integers(0, 2)) :]
    return raw


# ---------------------------------------------------------------- entries of journals


@cache
def _entries(title: str) -> tuple[str, ...]:
    """Entries of games, actions out of place, and actions with a lie in them."""
    codec = Codec(GAMES[title])
    seats = max(GAMES[title].seats)
    entries = [codec.encode(entry) for entry in played(title, seats).entries[::3]]
    for seat, action in harvest(title, seats)[::5]:
        entries += [codec.encode(Moved(seat, lie)) for lie in (action, *forged(action))]
    entries += [b'{"type":"taken_back","seat":%d,"to":%d}' % (s, s * 40) for s in range(-1, 4)]
    return tuple(sorted({raw.decode() for raw in entries}))


def _entry(title: str, raw: bytes) -> None:
    """Expect a `DecodeError`, or an entry that a position takes or that is `Illegal` there."""
    codec = Codec(GAMES[title])
    try:
        entry = codec.decode(raw)
    except msgspec.DecodeError:
        return
    assert codec.decode(codec.encode(entry)) == entry
    for seats in GAMES[title].seats:
        whole = played(title, seats)
        for number in Random(raw).sample(range(whole.number + 1), 4):
            journal = whole.at(number)
            legal = _taken(journal, entry)
            if isinstance(entry, Moved):
                decision = journal.decision(entry.seat)
                listed = decision.options + decision.asides if decision else ()
                assert legal == (entry.action in listed)


def _taken(journal: Journal[Any, Any], entry: Any) -> bool:
    before = journal.checksum()
    try:
        after = Journal.fold(journal.game, journal.options, (*journal.entries, entry))
    except Illegal:
        assert journal.checksum() == before
        return False
    after.checksum()
    return True


# ---------------------------------------------------------------- editions


def _edition(raw: bytes) -> None:
    """Expect a `ValueError` of one line, or an edition that a whole game can be played with."""
    try:
        edition = lacrimosa.load(raw.decode("utf-8", "replace"))
    except ValueError as refused:
        line = str(refused)
    else:
        _played(edition, Random(raw))
        return
    assert line
    assert line.isprintable(), "an error is one line"


def _played(edition: lacrimosa.Edition, rng: Random) -> None:
    game = lacrimosa.game(edition)
    seats = rng.choice(game.seats)
    journal, made = Journal.start(game, set_up(game, seats), rng), 0
    while journal.over is None:
        assert made < CONTRACTS["lacrimosa"].most, "the game does not end"
        decision = rng.choice(journal.decisions)
        assert all(len(name(action)) <= 48 for action in decision.options)
        action = rng.choice(decision.options)
        made += not isinstance(action, editions.EXCHANGES)
        journal = journal.move(decision.seat, action, rng)
        journal.view(None)
        journal.told(journal.number, None)
    journal.checksum()


# ---------------------------------------------------------------- files of games


@cache
def _files() -> tuple[str, ...]:
    files = []
    for title, seats in TABLES:
        people = tuple(record.Sitter(f"Player {seat}") for seat in range(seats))
        files.append(record.written(played(title, seats), {}, people).decode())
    return tuple(files)


def _file(raw: bytes) -> None:
    """Expect `NoRecord`, or a game that folds to the checksum that it names."""
    try:
        found, journal = record.read(raw)
    except record.NoRecord:
        return
    assert journal.checksum() == found.checksum
    assert len(found.people) == journal.options.seats


# ---------------------------------------------------------------- ids of buttons


@cache
def asked() -> tuple[Decision, ...]:
    """Decisions of all games, from every ninth entry."""
    found: list[Decision] = []
    for title, seats in TABLES:
        journal = played(title, seats)
        asked = [journal.at(number).decisions for number in range(0, journal.number, 9)]
        found += [decision for decisions in asked for decision in decisions]
    return tuple(found)


@cache
def _ids() -> tuple[str, ...]:
    """Custom_ids as the bot's screens write them, and names of actions alone."""
    spelled = [name(action) for decision in asked() for action in decision.options[:3]]
    ids = [
        clicks.custom_id(verb, game, 2, 14, part)
        for verb, game in (("choose", 1), ("play", 10**12 - 1), ("back", 0))
        for part in spelled[::11]
    ]
    return (*ids, *(each.replace("m1:", "m1s:") for each in ids), *spelled)


def _custom_id(raw: bytes) -> None:
    """Expect no click, or one whose arguments lead to actions of the decision, or nowhere."""
    text = raw.decode("utf-8", "replace")
    match = clicks.ClickItem.__discord_ui_compiled_template__.match(text)
    spelled = [text]
    if match is not None:
        args = tuple(match["args"].split(":")[1:])
        assert 0 <= int(match["game"]) < 2**63
        spelled += args
        for place in range(len(args) + 1):
            click = cast(clicks.Click, SimpleNamespace(args=args))
            try:
                assert isinstance(clicks.Click.number(click, place), int)
            except Refusal:
                continue
    for part in spelled:
        _narrowed(part)


def _narrowed(spelled: str) -> None:
    path = narrowing.parsed(spelled)
    for decision in Random(spelled).sample(asked(), 12):
        known = {name(action) for action in decision.options + decision.asides}
        found = decision.find(spelled)
        assert (found is not None) == (spelled in known)
        for listed in (decision.options, decision.asides):
            for branch in narrowing.step(listed, path):
                assert set(branch.actions) <= set(listed)
                assert narrowing.parsed(branch.spelled)[: len(path)] == path
        assert len(narrowing.previous_path(decision, path)) <= len(path)


BOUNDARIES: Final = {
    **{
        f"entry {title}": Boundary(
            spoilt(one_of(partial(_entries, title))), partial(_entry, title), 120
        )
        for title in GAMES
    },
    "reprint": Boundary(editions.reprints(), editions.shown, 6),
    "edition": Boundary(spoilt(st.just(lacrimosa.HOUSE_TEXT)), _edition, 120),
    "record": Boundary(spoilt(one_of(_files)), _file, 80),
    "custom_id": Boundary(spoilt(one_of(_ids)), _custom_id, 150),
}
"""Everything that reads someone else's text, by name, with the examples for a short run."""
