"""Abuse: what a hostile client can send that a person at a real client cannot."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random
from typing import Final

from bot.tables.lobby.lobbies import MOST_WAITING
from tests.bot.client_message import Form, Message
from tests.wire import stored_games
from tests.wire.clicker import MOVE, Party
from tests.wire.environment import Environment, Figures, environment
from tests.wire.server import Person, SentInteraction
from tests.wire.server.world import PUBLIC_THREAD, Channel
from tests.wire.trials import crossed_out

AT_ONCE: Final = 50
"""How many commands one person sends at the same moment."""

LIMIT: Final = f"You already have {MOST_WAITING} tables waiting"

TOO_FAST: Final = "too fast for me"
"""The reply to a click by someone whose other clicks are still waiting for answers."""

STRANGE_NAMES: Final = (
    "@everyone",
    "**Bold** <@1> `code`",
    "[here](https://example.org)",
    "\u202egnorw ||spoiler||",
    "# Title\n> quote",
)

FORGED: Final = (
    "",
    "m1",
    "m1:pick",
    "m1:pick:{game}",
    "m1:pick:{game}:0",
    "m1:pick:{game}:0:{entry}:",
    "m1:pick:{game}:0:{entry}:no.such.choice",
    "m1:pick:{game}:0:{entry}:....",
    "m1:pick:{game}:-1:{entry}:pass",
    "m1:pick:{game}:99:{entry}:pass",
    "m1:pick:{game}:0:99999999999999999999:pass",
    "m1:pick:999999999999:0:0:pass",
    "m1:public:{game}:0:{entry}:bid.999999",
    "m1:public:{game}:0:{entry}",
    "m1:step:{game}:0:{entry}:99999999999:x",
    "m1:step:{game}:0:{entry}:-5:a.b.c.d.e",
    "m1:page:{game}:99999999999999999999",
    "m1:page:{game}:-7",
    "m1:words:{game}:x:y:z",
    "m1:why:{game}:x:y",
    "m1:vote:{game}:continue",
    "m1:vote:{game}:burn",
    "m1:join:{game}",
    "m1:start:{game}",
    "m1:cancel:{game}",
    "m1:rematch:{game}",
    "m1:orders:{game}",
    "m1:leave:{game}",
    "m1:lobby_more:{game}",
    "m1:lobby_form:{game}:options:0",
    "m1:lobby_form:{game}:levels:99999999999999999999",
    "m1:lobby_hour:{game}",
    "m1:lobby_options:{game}",
    "m1:thread:{game}:nothing:xx",
    "m1:undo:{game}",
    "m1:unknown_verb:{game}",
    "m2:pick:{game}:0:1:pass",
    "m1s:pick:{game}:0:{entry}",
    "m1s:pick:{game}:0:{entry}:x",
    "m1s:lobby_remove:{game}",
    "m1f:lobby_options:{game}",
    "m1f:lobby_levels:{game}:x",
    "m1f:lobby_hour:{game}",
    "m1f:start:{game}",
    "m1f:pick:{game}:0:{entry}:pass",
    "m1f::::",
    "../../etc/passwd",
    "'; DROP TABLE entries; --",
    "é" * 100,
)
VALUES: Final[tuple[list[str], ...]] = (
    [],
    ["x" * 100],
    ["pass"] * 25,
    ["'; DROP TABLE games; --"],
    ["🎭" * 50],
)


async def forged(folder: Path, seed: int = 0) -> Figures:
    """Made-up custom_ids from outsiders and players are answered, and nothing happens."""
    rng = Random(seed)
    async with environment(folder, 3, seed=seed) as here:
        party = here.parties[0]
        stranger = here.discord.person("Mallory")
        await here.begin()
        await here.play(moves=30, seconds=60.0)
        await here.settle()
        before = stored_games.read(here.bot.database)[party.channel.id]
        board = party.board(stranger)
        assert board is not None
        for custom_id in _spelled(before):
            await _refused(stranger, board, custom_id, rng)
        stands = party.board(stranger)
        assert stands == board, f"a forged click changed the table message: {stands}"
        await _copied(party, stranger)
        after = stored_games.read(here.bot.database)[party.channel.id]
        assert after.rows == before.rows, "a forged click was accepted"
        stands = party.board(stranger)
        assert stands == board, f"a forged click changed the table message: {stands}"
        _without_faults(here)
        await here.play(moves=20, seconds=60.0)
        await here.settle()
        return await here.check()


def _spelled(game: stored_games.StoredGame) -> list[str]:
    return [each.format(game=1, entry=len(game.rows)) for each in FORGED]


async def _refused(person: Person, board: Message, custom_id: str, rng: Random) -> None:
    if custom_id.startswith("m1f"):
        given = {key: rng.choice(VALUES[1:])[0] for key in ("pace", "0", "day", "hour", "é")}
        question = await person.send(board, Form("made up", custom_id, {}), given)
    elif custom_id.startswith("m1s") or rng.random() < 0.2:
        question = await person.choose(board, custom_id, rng.choice(VALUES))
    else:
        question = await person.press(board, custom_id)
    assert not question.failed, f"no answer to {custom_id!r}"
    assert question.response == 6 or await question.done(5.0), f"nothing said to {custom_id!r}"


async def _copied(party: Party, stranger: Person) -> None:
    """An outsider sends what a player could send, and a player what another player could."""
    called = [person for person in party.people if party.called(person)]
    board = party.board(called[0])
    part = board.button(MOVE) if board else None
    assert board is not None
    assert part is not None
    question = await called[0].press(board, part["custom_id"])
    assert await question.done()
    panel = question.answers[-1].message
    picks = [p for p in panel.parts if str(p.get("custom_id")).startswith("m1:pick")]
    others = [person for person in party.people if person not in called]
    for person in (stranger, *others):
        for pick in picks[:3]:
            asked = await person.press(board, pick["custom_id"])
            assert await asked.done(5.0), "the other person is told nothing"


def _without_faults(here: Environment) -> None:
    log = here.bot.log.read_text("utf-8", "replace")
    assert " ERROR " not in log, log[log.index(" ERROR ") - 30 :][:1500]


async def hasty(folder: Path, seconds: float = 4.0, seed: int = 0) -> Figures:
    """One person clicks fifty times a second; no one else waits for an answer."""
    async with environment(folder, 3, seed=seed) as here:
        party = here.parties[0]
        fast, *others = party.people
        await here.begin()
        await here.settle()
        board = party.board(fast)
        assert board is not None
        parts = [p for label in board.buttons if (p := board.button(label)) is not None]
        flood: list[asyncio.Task[SentInteraction]] = []
        waits: list[float] = []
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for _ in range(10):
                part = parts[len(flood) % len(parts)]
                flood.append(asyncio.create_task(fast.press(board, part["custom_id"])))
            begun = time.monotonic()
            question = await others[0].press(board, parts[0]["custom_id"])
            waits.append(time.monotonic() - begun)
            assert not question.failed, "somebody else had no answer"
            await asyncio.sleep(max(0.0, 0.2 - (time.monotonic() - begun)))
        answered = await asyncio.gather(*flood)
        assert not any(each.failed for each in answered), "a click had no answer in 3 s"
        assert all([await each.done(30.0) for each in answered[-20:]])
        assert sorted(waits)[len(waits) // 2] < 1.0
        begun = time.monotonic()
        question = await fast.press(board, parts[0]["custom_id"])
        assert await question.done(30.0)
        assert time.monotonic() - begun < 3.0, "its own panel waits for the flood"
        await here.play(moves=20, seconds=60.0)
        await here.settle()
        return await here.check()


async def crowding(folder: Path, count: int = 1000, seed: int = 0) -> Figures:
    """One person tries to open a lobby in every channel and thread; only a few open."""
    async with environment(folder, 3, seed=seed) as here:
        party, world = here.parties[0], here.discord.world
        mallory, honest = here.discord.person("Mallory"), here.discord.person("Nora")
        await here.begin()
        channels = [await _channel(here, thread=n % 4 == 3) for n in range(count)]
        playing = asyncio.create_task(here.play())
        try:
            first = await _opening(mallory, channels[0])
            told = await _in_threads(mallory, party.channel)
            for at in range(1, count, AT_ONCE):
                some = channels[at : at + AT_ONCE]
                told += await asyncio.gather(*(_opening(mallory, channel) for channel in some))
            last = await _opening(honest, channels[-1])
        finally:
            party.stop()
            await playing
        assert "Your table is open" in first
        assert "Your table is open" in last, "nobody else can open one"
        refused = [each for each in told if LIMIT in each]
        left_out = sum(TOO_FAST in each for each in told)
        opened = len(told) - len(refused) - left_out
        assert opened == MOST_WAITING - 1, "more lobbies were opened"
        assert all(each.count("https://") == MOST_WAITING for each in refused), refused[-1]
        threads = [each for each in world.channels.values() if each.type == PUBLIC_THREAD]
        assert len(threads) == count // 4 + MOST_WAITING - 1, "more threads were opened"
        await crossed_out(here)
        lobbies = [
            channel
            for channel in channels
            if any(post.reader is None for post in channel.posts)
        ]
        assert lobbies == [channels[0], channels[-1]], f"{len(lobbies)} lobbies stand"
        assert not here.discord.record.late, "somebody had no answer in 3 s"
        _without_faults(here)
        await here.settle()
        return await here.check()


async def _in_threads(person: Person, channel: Channel) -> list[str]:
    """Get the offer of a thread many times, and accept all offers at the same moment."""
    offers: list[Message] = []
    for _ in range(AT_ONCE):
        question = await person.slash(channel, "play", game="florence")
        await _said(question)
        offers.append(question.answers[-1].message)
    parts = [(offer, offer.button("Open a thread")) for offer in offers]
    presses = [person.press(offer, part["custom_id"]) for offer, part in parts if part]
    assert len(presses) == AT_ONCE, "no thread is offered"
    return [await _said(each) for each in await asyncio.gather(*presses)]


async def _opening(person: Person, channel: Channel) -> str:
    return await _said(await person.slash(channel, "play", game="florence"))


async def _said(question: SentInteraction) -> str:
    assert not question.failed, "no answer in 3 s"
    assert await question.done(), "nothing is said"
    return question.texts[-1]


async def _channel(here: Environment, *, thread: bool) -> Channel:
    """Add a channel or a thread to the server of the environment."""
    party, world = here.parties[0], here.discord.world
    guild = world.guilds[party.channel.guild or 0]
    if thread:
        channel = world.channel(guild, "thread", PUBLIC_THREAD, party.channel.id)
        await here.discord.gateway.dispatch("THREAD_CREATE", channel.payload, guild.id)
    else:
        channel = world.channel(guild, "channel")
        await here.discord.gateway.dispatch("CHANNEL_CREATE", channel.payload, guild.id)
    return channel


async def strange_names(folder: Path, seed: int = 0) -> Figures:
    """Names full of Markdown and mentions distort no message and call no one."""
    async with environment(folder, 5, seed=seed, names=STRANGE_NAMES) as here:
        party = here.parties[0]
        await here.begin()
        await here.play(moves=60, seconds=60.0)
        await here.settle()
        people = {person.id for person in party.people}
        for sight in here.discord.record.sights:
            assert sight.message.pinged <= people
            for raw in ("**Bold** <@1>", "[here](https", "||spoiler||", "\n> quote"):
                assert raw not in sight.message.text, sight.message
        _without_faults(here)
        return await here.check()


async def strange_places(folder: Path, seed: int = 0) -> Figures:
    """Commands with huge options, in direct messages, and a game in an archived thread."""
    async with environment(folder, 3, seed=seed) as here:
        party = here.parties[0]
        ada = party.people[0]
        huge = "x" * 6000
        for channel in (party.channel, ada.direct):
            for name, options in (
                ("play", {"game": huge}),
                ("play", {"game": "florence", "language": huge}),
                ("rules", {"topic": huge}),
                ("table", {}),
                ("hand", {}),
                ("journal", {}),
                ("undo", {}),
            ):
                question = await ada.slash(channel, name, **options)
                assert await question.done(5.0), f"/{name} is not answered"
        completed = await ada.typing(party.channel, "rules", topic=huge[:100])
        assert completed.choices is not None
        _without_faults(here)
        guild = here.discord.world.guilds[party.channel.guild or 0]
        thread = here.discord.world.channel(guild, "thread", PUBLIC_THREAD, party.channel.id)
        await here.discord.gateway.dispatch("THREAD_CREATE", thread.payload, guild.id)
        party.channel = thread
        await here.begin()
        for _ in range(3):
            await here.play(moves=10, seconds=30.0)
            await here.settle()  # otherwise what is already shown would be posted again
            thread.archived = True
        await here.play(moves=10, seconds=30.0)
        await here.settle()
        return await here.check()
