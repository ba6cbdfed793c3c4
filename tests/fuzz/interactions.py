"""Forged clicks and commands, given to the real bot over a simulated Discord.

Each is answered, the log stays clean, and a game changes only by what its own people
may do.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from hypothesis import strategies as st

from bot.background.workers import Limit
from bot.tables.core.refusals import NoSuchGame
from bot.tables.core.table import Table
from rules.contract import Moved, TakenBack, name
from rules.registry import GAMES, PRINTED
from tests.bot.driver import Pooled, World, table
from tests.fuzz import editions, forged

MOVES: Final = frozenset({"pick", "pick_apart", "best_place", "sure", "public", "go"})
BACK: Final = frozenset({"undo", "panel_undo", "/undo", "ask_sure"})
VOTE: Final = "vote"
ORDERS: Final = frozenset({"order", "answer_early", "decline_early", "renew_early"})
"""What may change a running game: moves, undo, votes, and orders whose moment is now."""

_LOADING: Final = 1 << 7


class Script(msgspec.Struct, frozen=True):
    """A table, and what is sent to it.

    Attributes:
        title: the game's id.
        seed: the seed of all chance.
        moves: how many random moves after the start; -1: the table still waits for players.
        sent: what is sent, in order.
        edition: the text of the host's own edition; empty: the house edition.
    """

    title: str
    seed: int
    moves: int
    sent: tuple[forged.Sent, ...]
    edition: str = ""


async def _now(world: World) -> Table | None:
    """The table as it is now, if there is one."""
    try:
        return await world.bot.games.table(1)
    except NoSuchGame:
        return None


# ---------------------------------------------------------------- the promise


async def _held(world: World, sent: forged.Sent) -> None:
    """Send one thing and check what came of it."""
    before = await _now(world)
    result = await forged.send(world, sent)
    await world.look()
    record = result._interaction
    if sent.what[:1] != "?" or record.autocomplete_choices is None:
        assert record.responded, "not acknowledged"
        response = result.response
        waits = response is not None and bool(response.flags.value & _LOADING)
        assert not waits, "a promised answer never came"
    after = await _now(world)
    if before and after and before.journal and after.journal:
        _changed(world, sent, before, after)


def _changed(world: World, sent: forged.Sent, before: Table, after: Table) -> None:
    """Check that new entries in the journal begin with what the sender was allowed to do."""
    assert before.journal is not None
    assert after.journal is not None
    old, new = before.journal.entries, after.journal.entries
    assert new[: len(old)] == old, "the journal has another past"
    seat = before.seat_of(world[sent.who].id)
    fresh = new[len(old) :]
    if seat is None:
        assert not fresh, "somebody from outside has acted"
        assert _sitting(after) == _sitting(before), "somebody from outside changed the table"
    if not fresh:
        return
    words = sent.what.split(":")
    verb = words[1] if len(words) > 1 else f"/{sent.what[1:]}"
    match fresh[0]:
        case TakenBack() if verb == VOTE:
            assert seat is not None
        case TakenBack(by):
            assert verb in BACK
            assert by == seat
        case Moved(by) if verb in ORDERS and by != seat:
            # The last answer about a sealed item has it played; another seat may bid first.
            sealed = before.sealed
            assert sealed is not None, "an order left by one seat acts for another"
            assert seat in sealed.seats, "a seat that is not asked has a lot played"
        case Moved() if verb in ORDERS:
            pass
        case Moved(by) if after.seats[by].stand_in and not before.seats[by].stand_in:
            assert by == seat, "who goes away lets an opponent act for another"
        case Moved(by, action):
            assert verb in MOVES, verb
            assert by == seat
            assert [*map(int, words[2:5])] == [1, seat, before.arose(by)]
            # A public choice is named by its button; a forged select adds nothing.
            assert name(action) in (*(sent.values or ())[:1], *words[5:6])
        case _:
            raise AssertionError("chance without an action")


def _sitting(table_: Table) -> tuple[object, ...]:
    """The part of a running game that belongs to its people."""
    seats = tuple((row.user, row.level) for row in table_.seats)
    return table_.game.status, table_.game.chosen, table_.votes, seats


# ---------------------------------------------------------------- a script


class _Here(Pooled):
    """Draws and thinks in the calling process, which knows the host's editions."""

    async def run(self, call: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return call(*args, **kwargs)

    async def run_within(
        self, limit: Limit, call: Callable[..., Any], *args: Any, **kwargs: Any
    ) -> Any:
        del limit  # the alarm has one
        return call(*args, **kwargs)


class Party(msgspec.Struct, frozen=True):
    """A table, and what is sent to it: drafts, or a kept script again."""

    title: str
    seed: int
    moves: int
    drafts: tuple[forged.Draft | forged.Sent, ...]
    edition: str = ""


PARTIES: Final = st.builds(
    Party,
    st.sampled_from(tuple(GAMES)),
    st.integers(0, 2**32 - 1),
    st.integers(-1, 120),
    st.lists(forged.DRAFTS, min_size=10, max_size=40).map(tuple),
    st.one_of(st.just(""), st.just(""), editions.reprints().map(bytes.decode)),
)


def sent_to(party: Party, sent: list[forged.Sent]) -> Script:
    """The party as a script, with what has been sent so far."""
    return Script(party.title, party.seed, party.moves, tuple(sent), party.edition)


def again(script: Script) -> Party:
    """The party of a kept script."""
    return Party(script.title, script.seed, script.moves, script.sent, script.edition)


def run(party: Party, sent: list[forged.Sent]) -> None:
    """Send everything; raise if something is answered wrongly.

    Args:
        party: the table.
        sent: the list to which what was sent is added, spelled out.
    """
    asyncio.run(_party(party, sent))


async def _party(party: Party, sent: list[forged.Sent]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        names = (*forged.SEATED, forged.OUTSIDER)
        own = _own(Path(folder), party)
        async with table(Path(folder), _Here(1), *names, seed=party.seed, **own) as world:
            await world[forged.SEATED[0]].slash("play", game=party.title)
            if party.moves >= 0:
                await _begun(world, party)
            for draft in party.drafts:
                each = (
                    draft if isinstance(draft, forged.Sent) else draft(world, await _now(world))
                )
                sent.append(each)
                await _held(world, each)


def _own(folder: Path, party: Party) -> dict[str, Any]:
    """The setting for the host's own edition, written to a file."""
    if not party.edition or party.title not in PRINTED:
        return {}
    path = folder / "edition.toml"
    path.write_text(party.edition, "utf-8")
    return {f"{party.title}_edition": path}


async def _begun(world: World, party: Party) -> None:
    """Start a game of three people, bring it to some position, and open their panels."""
    for other in forged.SEATED[1:]:
        await world[other].click("Join")
    await world[forged.SEATED[0]].click("Start")
    await _played(world, Random(party.seed), party.moves)
    for each in forged.SEATED:
        if world[each].buttons() >= {"Your move"}:
            await world[each].click("Your move")


async def _played(world: World, rng: Random, moves: int) -> None:
    """Make random moves, unseen; then let the bot show where they have led."""
    with world.unsent():
        for _ in range(moves):
            now = await world.bot.games.table(1)
            if not now.decisions:
                break
            decision = rng.choice(now.decisions)
            user, arose = now.seats[decision.seat].user, now.arose(decision.seat)
            assert user is not None
            assert arose is not None
            await world.bot.games.play(
                1, user, decision.seat, arose, name(rng.choice(decision.options))
            )
    world.bot.delivery.wake(1)
    await world.env.settle()
    await world.look()
