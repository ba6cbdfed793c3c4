"""What is hidden from a person changes nothing that the person is shown, in any room.

At a table in the middle of a game everything is asked for: commands, every button that
these answers have, step by step. Then the hidden things of the table are changed (hands,
money, piles), and everything is asked for again: not a letter may differ. A picture is
taken for what it is drawn from.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest

from bot import board, hands, pictures
from bot.table import Table
from render.presentation import Picture
from render.words import Words
from rules.games import GAMES
from rules.journal import Journal
from rules.opponents import LEVELS
from rules.table import Seat
from tests.bot.driver import Lasting, Player, World, table
from tests.bot.secrecy import codes, telling
from tests.bot.seen import MENU, Message
from tests.bot.twin import Twin
from tests.contract.games import played

WORDS: Final = Words("en")
SEATS: Final = 3

COMMANDS: Final[tuple[tuple[str, dict[str, str]], ...]] = (
    ("hand", {}),
    ("journal", {}),
    ("history", {}),
    ("rules", {}),
    ("rules", {"topic": "why"}),
)

ACTS: Final = frozenset({"undo", "panel_undo", "order", "revoke", "rematch", "host_free"})
"""What a click on these does is no matter here."""

PRESSED: Final = 36
"""How many buttons are pressed after all commands."""

_encoder = msgspec.json.Encoder(order="deterministic")

games = pytest.mark.parametrize("title", sorted(GAMES))


class Sketching(Lasting):
    """Draws nothing: a picture is the digest of what it would be drawn from."""

    async def run(self, call: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if call not in {pictures._drawn, pictures._card}:
            return call(*args, **kwargs)
        digest = hashlib.blake2b(_encoder.encode(args), digest_size=16).hexdigest()
        return (Picture(digest.encode(), "picture.png", digest, (1, 1)),)


@asynccontextmanager
async def begun(folder: Path, title: str) -> AsyncIterator[World]:
    """A table of three, and Dmitri, who has no seat."""
    async with table(folder, Sketching(1), "Ada", "Bruno", "Chiara", "Dmitri") as world:
        await world["Ada"].slash("play", game=title)
        for name in ("Bruno", "Chiara"):
            await world[name].click("Join")
        if world.board.button("Start"):
            await world["Ada"].click("Start")
        yield world


def moments(title: str) -> Iterator[Journal[Any, Any]]:
    """A game as it stood early and late."""
    journal = played(title, SEATS, LEVELS[0])
    for part in (0.3, 0.7):
        yield journal.at(int(journal.number * part))


async def lay(world: World, journal: Journal[Any, Any]) -> Table:
    """Put a game on the table, in memory: nobody will act."""
    here = await world.bot.tables.in_channel(world.channel.id)
    assert here is not None
    laid = msgspec.structs.replace(here, journal=journal)
    world.bot.tables._shelf.put(laid)
    return laid


async def everything(world: World, here: Table, player: Player) -> list[str]:
    """All that a person can read and hold, asked for in an order that is always the same."""
    seat, rng = here.seat_of(player.id), Random(1)
    open_: Any = await board.shown(world.bot, here)
    told = [_spelled(open_)]
    if seat is not None:
        told.append(_spelled(await hands.direct(world.bot, here, seat, WORDS)))
    waiting = {"m1:move:1", *_ids(open_.view.to_components())}
    pressed: set[str] = set()
    for command, options in COMMANDS:
        for message in await player.slash(command, **options):
            told.append(_read(message))
            waiting.update(_ids(message.components))
    for _ in range(PRESSED):
        choice = sorted(each for each in waiting - pressed if not _acts(here, each))
        if not choice:
            break
        custom_id = rng.choice(choice)
        pressed.add(custom_id)
        for message in await _press(world, player, custom_id):
            told.append(f"{custom_id}: {_read(message)}")
            waiting.update(_ids(message.components))
    return told


async def _press(world: World, player: Player, custom_id: str) -> tuple[Message, ...]:
    """Press a button wherever it stands, or make it up: the bot must not mind."""
    for message in reversed(player.messages):
        for label in message.buttons:
            part = message.button(label)
            if part is not None and part["custom_id"] == custom_id:
                return await player.click(label, message)
    return await player.forge("Your move", custom_id)


def _spelled(shown: Any) -> str:
    alts = [each.alt for each in shown.pictures]
    return str([shown.view.to_components(), alts, shown.mentions])


def _read(message: Message) -> str:
    return "\n".join([message.words, *codes(message)])


def _ids(components: Any) -> Iterator[str]:
    """The custom_ids; a choice of a select as the button that means the same."""
    whole = Message(0, None, False, 0, "", components, [], frozenset())
    for part in whole.parts:
        spelled = str(part.get("custom_id") or "")
        if part["type"] == MENU and ":pick:" in spelled:
            for option in part["options"]:
                yield f"{spelled.replace('m1s:', 'm1:')}:{option['value']}"
        elif spelled.startswith("m1:"):
            yield spelled


def _acts(here: Table, custom_id: str) -> bool:
    """Whether the click could do something."""
    _, verb, _, *args = custom_id.split(":")
    if verb not in {"pick", "public"}:
        return verb in ACTS
    decision = here.decision(int(args[0]))
    return decision is not None and decision.find(args[2]) is not None


async def differences(world: World, journal: Journal[Any, Any], player: Player) -> list[str]:
    """What a person can tell a table and its twin by."""
    here = await lay(world, journal)
    ours = await everything(world, here, player)
    other = await lay(world, Twin(journal, here.seat_of(player.id)))
    theirs = await everything(world, other, player)
    assert len(ours) > len(COMMANDS) + PRESSED // 2
    return [
        f"{player.name}: {one}\n--- {two}"
        for one, two in zip(ours, theirs, strict=False)
        if one != two
    ]


@games
async def test_no_room_tells_what_is_hidden(
    tmp_path: Path, title: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with begun(tmp_path, title) as world:
        for journal in moments(title):
            for player in world.players.values():
                found = await differences(world, journal, player)
                assert not found, found[0]
    assert "verb=move" in caplog.text
    for game in GAMES:
        assert not telling(game).in_text(caplog.text) | telling(game).in_codes(caplog.text)


def _of_the_first(self: Table, seat: Seat | None) -> Any:
    """A view that is the first seat's where it should be everybody's."""
    assert self.journal is not None
    return self.journal.view(seat or 0)


def _of_the_next(self: Table, since: int, seat: Seat | None) -> Any:
    """Events as another seat knows them."""
    assert self.journal is not None
    other = 0 if seat is None else (seat + 1) % SEATS
    numbers = range(since + 1, self.number + 1)
    return tuple(event for n in numbers for event in self.journal.told(n, other))


@games
@pytest.mark.parametrize(("name", "leaky"), [("view", _of_the_first), ("events", _of_the_next)])
async def test_a_room_that_looks_into_a_hand_is_found(
    tmp_path: Path,
    title: str,
    name: str,
    leaky: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with begun(tmp_path, title) as world:
        journal = next(moments(title))
        assert not await differences(world, journal, world["Dmitri"])
        monkeypatch.setattr(Table, name, leaky)
        assert await differences(world, journal, world["Dmitri"])
