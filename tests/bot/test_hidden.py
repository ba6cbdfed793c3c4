"""What is hidden from a person changes nothing that the person is shown, on any screen.

At a table in the middle of a game, everything is asked for step by step: commands, and every
button in their answers. Then the hidden things of the table are changed (hands, money, piles),
and everything is asked for again: not a letter may differ. A picture counts as what it is
drawn from.
"""

from __future__ import annotations

import hashlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from bot import run
from bot.interactions import pictures
from bot.screens import board, hand
from bot.screens.call import notice, seat_call
from bot.store.changes import Change
from bot.store.out import EndOffers, Hand, Invitation, Notice, Offer, Out
from bot.store.rows import CallKind, GameRow
from bot.tables.core.table import Table
from bot.tables.opponents import thinking
from bot.tables.seating import proposals
from render.presentation import Picture
from rules.contract import Seat
from rules.journal import Journal
from rules.opponents import LEVELS
from rules.opponents.search import never
from rules.registry import GAMES
from tests.bot.client_message import MENU, PEOPLE, Message
from tests.bot.driver import Player, Pooled, World, table
from tests.bot.english import nth_language
from tests.bot.secrets import codes, of_any_edit, telling
from tests.bot.twin import Twin
from tests.contract.games import played

SEATS: Final = 3

COMMANDS: Final[tuple[tuple[str, dict[str, str]], ...]] = (
    ("hand", {}),
    ("seat", {}),
    ("journal", {}),
    ("score", {}),
    ("history", {}),
    ("rules", {}),
    ("rules", {"topic": "why"}),
    ("turns", {}),
    ("games", {}),
    ("settings", {}),
    ("privacy", {}),
)

ACTS: Final = frozenset(
    {
        *("undo", "panel_undo", "rematch", "host_free", "host_seat"),
        *("set", "set_bars", "set_coach", "allow_data", "delete_data"),
    }
)
"""Clicks on these do not matter here: they add to a journal, or belong to no game."""

CALLS: Final[tuple[CallKind, ...]] = ("move", "proposal")

PRESSED: Final = 36
"""How many buttons are pressed after all commands."""

_encoder = msgspec.json.Encoder(order="deterministic")

games = pytest.mark.parametrize("title", sorted(GAMES))


@pytest.fixture(autouse=True)
def _time_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thinking depends on no clock: twins are compared word for word."""
    monkeypatch.setattr(thinking, "_within", lambda _: never)
    monkeypatch.setattr(thinking, "PROMPT", 600.0)


class DigestWorkers(Pooled):
    """Draws nothing: a picture is the digest of what it would be drawn from."""

    async def run_within(
        self, limit: Any, call: Callable[..., Any], *args: Any, **kwargs: Any
    ) -> Any:
        if call not in {pictures._drawn, pictures._card, pictures._symbols}:
            return call(*args, **kwargs)
        digest = hashlib.blake2b(_encoder.encode(args), digest_size=16).hexdigest()
        figures = str(int(digest, 16))  # nobody's words
        return (Picture(digest.encode(), "picture.png", figures, (1, 1)),)


@asynccontextmanager
async def started_table(folder: Path, title: str) -> AsyncIterator[World]:
    """A table of three, and Dmitri, who has no seat."""
    names = ("Ada", "Bruno", "Chiara", "Dmitri")
    still: dict[str, Any] = dict.fromkeys(("clock", "monotonic"), lambda: 1e9)
    language = nth_language(sorted(GAMES).index(title), title)
    async with table(folder, DigestWorkers(1), *names, language=language, **still) as world:
        await world["Ada"].slash("play", game=title)
        for name in ("Bruno", "Chiara"):
            await world[name].click(world.words("lobby.button.join"))
        start = world.words("lobby.button.start")
        if world.board.button(start):
            await world["Ada"].click(start)
        yield world


def moments(title: str) -> Iterator[Journal[Any, Any]]:
    """A game as it was early and late."""
    journal = played(title, SEATS, LEVELS[0])
    for part in (0.3, 0.7):
        yield journal.at(int(journal.number * part))


async def put_journal(world: World, journal: Journal[Any, Any]) -> Table:
    """Put a game on the table, in memory: nobody will act."""
    here = await world.bot.games.in_channel(world.channel.id)
    assert here is not None
    return await put_table(world, replace(here, journal=journal))


async def put_table(world: World, table: Table) -> Table:
    """Put a table there, in memory."""
    # The coach would not repeat here what it has said at another table.
    await world.bot.coach._writing.join()
    await world.bot.store._database.write("DELETE FROM coach_told")
    world.bot.games._cache.put(table)
    return table


async def worlds(
    world: World, journal: Journal[Any, Any], player: Player
) -> tuple[Table, Table]:
    """The table with a game, and with its twin."""
    here = await world.bot.games.in_channel(world.channel.id)
    assert here is not None
    twin = Twin(journal, here.seat_of(player.id))
    games = world.bot.store.games
    row = await games.game(here.game.id)
    assert row is not None
    seats = await games.seats(row.id)
    return Table(row, seats, journal), Table(row, seats, twin)


@contextmanager
def dry_run(world: World) -> Iterator[list[tuple[Table, tuple[Out, ...]]]]:
    """Store no change by a click; collect what the table would be, and who would be told."""
    made: list[tuple[Table, tuple[Out, ...]]] = []
    outs: list[tuple[Out, ...]] = []

    async def commit(row: GameRow, change: Change) -> GameRow:
        outs.append(change.outs)
        return row

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.bot.store.games, "commit", commit)
        # What a click only notes about a seat is told to nobody.
        patch.setattr(
            world.bot.games._cache,
            "put",
            lambda table: made.append((table, outs.pop() if outs else ())),
        )
        yield made


async def all_texts(world: World, here: Table, player: Player) -> list[str]:
    """All that a person can read and hold, always asked for in the same order.

    What a click would change is included: the table message then, and all that anyone would
    be told about it.
    """
    for panel in world.bot.open_panels.of_game():
        world.bot.open_panels.forget(panel.message)  # those of the previous table
    world.bot.open_lists._lists.clear()
    with dry_run(world) as made:
        return [text async for text in _texts(world, here, player, made)]


async def _texts(
    world: World, here: Table, player: Player, made: list[tuple[Table, tuple[Out, ...]]]
) -> AsyncIterator[str]:
    seat, rng = here.seat_of(player.id), Random(1)
    since = max(each.id for each in player.messages)
    public: Any = await board.message(world.bot, here)
    yield _message_text(public)
    waiting = {"m1:move:1", *_ids(public.view.to_components())}
    if seat is not None:
        shown: Any = await hand.direct_message(world.bot, here, seat, world.words)
        yield _message_text(shown)
        waiting.update(_ids(shown.view.to_components()))
        for kind in CALLS:
            shown = seat_call(
                bot=world.bot,
                table=here,
                seat=seat,
                kind=kind,
                words=world.words,
                told={},
                by_dm=True,
            )
            yield _message_text(shown)
    pressed: set[str] = set()
    verbs: Counter[str] = Counter()
    taken_back = seat is not None and here.undo_entry(seat) is not None
    # Otherwise it would undo something.
    asked: tuple[tuple[str, dict[str, str]], ...] = () if taken_back else (("undo", {}),)
    for command, options in (*COMMANDS, *asked):
        for message in await player.slash(command, **options):
            yield _read(message)
            waiting.update(_ids(message.components))
    for _ in range(PRESSED):
        choice = sorted(each for each in waiting - pressed if not _acts(here, seat, each))
        if not choice:
            break
        rarest = min(verbs[_verb(each)] for each in choice)
        custom_id = rng.choice([each for each in choice if verbs[_verb(each)] == rarest])
        pressed.add(custom_id)
        verbs[_verb(custom_id)] += 1
        for message in await _press(world, player, custom_id, since):
            yield f"{custom_id}: {_read(message)}"
            waiting.update(_ids(message.components))
        for after, outs in made:
            yield f"{custom_id}: {await _told(world, after, outs)}"
        made.clear()


def _verb(custom_id: str) -> str:
    return custom_id.split(":")[1]


async def _told(world: World, after: Table, outs: tuple[Out, ...]) -> str:
    """What everyone would be told about a table: its message, notices, calls to answer."""
    public: Any = await board.message(world.bot, after)
    said = [_message_text(public)]
    for out in outs:
        match out:
            case Notice() | Offer() | Invitation() | EndOffers():
                said.append(_message_text(notice(out, after, world.words)))
            case Hand(seat=seat) if proposals.open_proposals(after):
                call = seat_call(
                    bot=world.bot,
                    table=after,
                    seat=seat,
                    kind="proposal",
                    words=world.words,
                    told={},
                    by_dm=True,
                )
                said.append(_message_text(call))
            case _:
                pass
    return "\n".join(said)


async def _press(
    world: World, player: Player, custom_id: str, since: int
) -> tuple[Message, ...]:
    """Press a button wherever it is, or forge it: the bot must not mind.

    A choice of a select is made where the select is, in a message newer than `since`.
    """
    if "=" in custom_id:
        return await _choose(world, player, since, *custom_id.split("=", 1))
    for message in (*reversed(_newer(player, since)), world.board):
        for label in message.buttons:
            part = message.button(label)
            if part is not None and part["custom_id"] == custom_id:
                return await player.click(label, message)
    return await _forge(world, player, custom_id)


def _newer(player: Player, since: int) -> list[Message]:
    return [each for each in player.messages if each.id > since]


async def _forge(world: World, player: Player, custom_id: str) -> tuple[Message, ...]:
    """Press a button that the table message does not have: the answer is a new message."""
    part = world.board.button(world.words("table.button.move"))
    assert part is not None
    true, part["custom_id"] = part["custom_id"], custom_id
    try:
        return await player._press(world.board, custom_id, custom_id)
    finally:
        part["custom_id"] = true


async def _choose(
    world: World, player: Player, since: int, custom_id: str, value: str
) -> tuple[Message, ...]:
    """Choose where the select is; nothing if it is no longer anywhere."""
    for message in reversed(_newer(player, since)):
        for part in message.parts:
            there = str(part.get("custom_id") or "")
            if of_any_edit(there) == custom_id and part["type"] in {MENU, PEOPLE}:
                people = part["type"] == PEOPLE
                if not people and value not in {each["value"] for each in part["options"]}:
                    continue
                chosen: Any = world[value].member if people else value
                handle = world.handle(message)
                actor = player.member.user if message.direct else player.member
                await actor.select(handle, [chosen], custom_id=there)
                return await world.look(player)
    return ()


def _message_text(shown: Any) -> str:
    alts = [each.alt for each in shown.pictures]
    return str([shown.content, shown.view.to_components(), alts, shown.mentions])


def _read(message: Message) -> str:
    return "\n".join([message.words, *codes(message)])


def _ids(components: Any) -> Iterator[str]:
    """The custom_ids; a select's choice as the button that means the same, or after `=`."""
    whole = Message(0, None, False, 0, "", components, [], frozenset())
    for part in whole.parts:
        spelled = of_any_edit(str(part.get("custom_id") or ""))
        if part["type"] == MENU and ":pick:" in spelled:
            asked = ":".join(["m1", *spelled.split(":")[1:5]])
            for option in part["options"]:
                yield f"{asked}:{option['value']}"
        elif part["type"] == MENU:
            yield from (f"{spelled}={option['value']}" for option in part["options"])
        elif part["type"] == PEOPLE:
            yield f"{spelled}=Dmitri"
        elif spelled.startswith("m1:"):
            yield spelled


def _acts(here: Table, seat: Seat | None, custom_id: str) -> bool:
    """Whether a click by the seat's person could do something."""
    _, verb, _, *args = custom_id.split("=", maxsplit=1)[0].split(":")
    if verb not in {"pick", "pick_apart", "best_place", "public", "sure"}:
        return verb in ACTS and args != ["1"]  # a deletion's first question acts on nothing
    decision = None if seat != int(args[0]) else here.decision(seat)
    return decision is not None and decision.find(args[2]) is not None


async def differences(
    world: World,
    journal: Journal[Any, Any],
    player: Player,
    alive: Callable[[Table], Table] = lambda table: table,
    verbs: set[str] | None = None,
) -> list[str]:
    """What lets a person tell a table from its twin.

    Args:
        world: where it is.
        journal: of the game.
        player: who looks and clicks.
        alive: what else has happened at both tables.
        verbs: receives the verbs of the buttons that were pressed.
    """
    ours, theirs = [
        await all_texts(world, await put_table(world, alive(here)), player)
        for here in await worlds(world, journal, player)
    ]
    assert len(ours) > len(COMMANDS) + PRESSED // 2
    if verbs is not None:
        verbs |= {_verb(text) for text in ours if text.startswith(("m1:", "m1s:"))}
    return [
        f"{player.name}: {one}\n--- {two}"
        for one, two in zip(ours, theirs, strict=False)
        if one != two
    ]


@games
async def test_no_screen_tells_what_is_hidden(
    tmp_path: Path, title: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.DEBUG, "bot")
    run._log_to_stderr("DEBUG")  # what is stored and sent goes through the libraries
    async with started_table(tmp_path, title) as world:
        for journal in moments(title):
            for player in world.players.values():
                found = await differences(world, journal, player)
                assert not found, found[0]
    assert "verb=move" in caplog.text
    for game in GAMES:
        assert not telling(game).in_text(caplog.text) | telling(game).in_codes(caplog.text)


def _of_the_first(self: Table, seat: Seat | None) -> Any:
    """The first seat's view in place of everyone's."""
    assert self.journal is not None
    return self.journal.view(seat or 0)


def _of_the_next(self: Table, number: int, seat: Seat | None) -> Any:
    """Events as another seat knows them."""
    assert self.journal is not None
    other = 0 if seat is None else (seat + 1) % SEATS
    return tuple(self.journal.told(number, other))


@games
@pytest.mark.parametrize(("name", "leaky"), [("view", _of_the_first), ("told", _of_the_next)])
async def test_a_screen_that_looks_into_a_hand_is_found(
    tmp_path: Path,
    title: str,
    name: str,
    leaky: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with started_table(tmp_path, title) as world:
        journal = next(moments(title))
        assert not await differences(world, journal, world["Dmitri"])
        monkeypatch.setattr(Table, name, leaky)
        assert await differences(world, journal, world["Dmitri"])
