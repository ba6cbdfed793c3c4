"""A table of people who use the real bot over a simulated Discord.

People here know only what they see: they press a button by its label and choose
from a menu by the words of the choice, on the newest message that offers it. After
every step, each new or changed message is checked against Discord's limits.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import time
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Generator,
    Iterable,
    Iterator,
    Mapping,
)
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, ParamSpec, TypeVar, cast

import pytest
import simcord
from cachetools import LRUCache
from pydantic import SecretStr

from bot import app
from bot.background.workers import CLOSE_TIMEOUT, Limit, Workers
from bot.delivery.panel_plan import Pauses
from bot.demo import simulation
from bot.interactions import pictures
from bot.open_bot import open_bot
from bot.screens.labels import MORE
from bot.settings import Settings
from bot.tables.opponents.thinking import advise
from render import emojis
from render.presentation import Picture
from render.words import SOURCE, Words
from tests.bot.client_message import MENU, PEOPLE, V2, Form, Message, within_limits
from tests.bot.english import english

NAMES: Final = ("Ada", "Bruno", "Chiara", "Dmitri", "Elena")

PATIENCE: Final = 120.0
"""Seconds that one step may take, including the moves of computer players and pictures."""

LEFT_ALONE: Final = Pauses(between=0, untouched=3600)
"""Waiting panels follow at once; steps and questions stay as long as any test lasts."""

AHEAD: Final = 600.0
"""Seconds until verdicts are worked out ahead: no step waits for that; a test asks for it."""

LAST: Final = 60
"""How many lines of the transcript a failure shows."""

KEPT: Final = 500
"""How many results of workers are kept: thousands of tests begin at the same position."""

P = ParamSpec("P")
T = TypeVar("T")


class Pooled(Workers):
    """Workers in a pool that outlives the bots: closing a bot leaves the processes running.

    Starting processes takes a second or two, and thousands of tests begin with a new bot.
    What was drawn or advised for one test is kept for the others: the same arguments give the
    same result. The coach would think about the same first decisions in each.
    """

    def __init__(self, count: int = 2, prepare: Callable[[], None] | None = None) -> None:
        # At the tests' own priority: the suite fills every core, and steps wait for pictures.
        super().__init__(count, prepare, niceness=0)
        self._kept: LRUCache[bytes, Any] = LRUCache(KEPT)

    async def run_within(
        self, limit: Limit, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function in a process, unless its result was kept earlier."""
        if call.__module__ in {pictures.__name__, emojis.__name__}:
            asked: tuple[Any, ...] = (args, kwargs)
        elif call == advise:
            game, view, decision, rng, _since, seconds = args
            asked = (game, view, decision, rng, seconds)
        else:
            return await super().run_within(limit, call, *args, **kwargs)
        key = pickle.dumps((call.__qualname__, asked))
        if key not in self._kept:
            self._kept[key] = await super().run_within(limit, call, *args, **kwargs)
        found: T = self._kept[key]
        return found

    def forget(self) -> None:
        """Draw and think again: a kept result comes sooner than a worker can think."""
        self._kept.clear()

    async def close(self) -> None:
        """End the jobs but not the processes: the next bot has another loop."""
        await self.finish_jobs(CLOSE_TIMEOUT, worker_ends=False)
        self._free = self._queue()

    def end(self) -> None:
        """End the processes."""
        asyncio.run(super().close())


class Undrawn(Pooled):
    """Workers that draw nothing, for whole games in which no picture is looked at."""

    async def run_within(
        self, limit: Limit, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function in a process, unless it draws."""
        if call.__module__ != pictures.__name__:
            return await super().run_within(limit, call, *args, **kwargs)
        drawn: Any = (Picture(b"drawn", "picture.png", "1", (1, 1)),)  # in no language
        return cast("T", drawn)


class Player:
    """One person: does what can be done by hand, and sees what can be seen."""

    def __init__(self, world: World, name: str, member: simcord.MemberActor) -> None:
        self.world = world
        self.name = name
        self.member = member
        self.id = member.id
        self._form: simcord.InteractionResult | None = None
        self._form_by: simcord.MemberActor | simcord.UserHandle = member

    # -- what a person does ------------------------------------------------

    async def slash(self, command: str, **options: Any) -> tuple[Message, ...]:
        """Run a command in the channel; what is then new or changed for this person."""
        self.world.note(f"{self.name} /{command} {options or ''}")
        await self.member.slash(self.world.channel, command, **options)
        return await self.world.look(self)

    async def slash_directly(self, command: str, **options: Any) -> tuple[Message, ...]:
        """Run a command in the direct messages with the bot."""
        self.world.note(f"{self.name} /{command} {options or ''} by direct message")
        await self.member.user.slash(command, **options)
        return await self.world.look(self)

    async def more(self, label: str, panel: Message) -> None:
        """Press a button behind the ⋯ of a panel."""
        await self.click(MORE, panel)
        opened = next(each for each in self.messages if each.id == panel.id)
        await self.click(label, opened)

    async def click(self, label: str, on: Message | None = None) -> tuple[Message, ...]:
        """Press a button, or choose its words from a menu.

        This is on a given message, or on the newest one that has the button.
        """
        message = on or self.offering(label)
        part = message.button(label)
        if part is None and message.choice(label) is not None:
            return await self.select(label, message)
        assert part is not None, f"no button {label!r} on {message}"
        return await self._press(message, label, part["custom_id"])

    async def select(self, label: str, on: Message | None = None) -> tuple[Message, ...]:
        """Choose from a menu on a given message, or on the newest one that has the choice."""
        message = on or self.choosing(label)
        found = message.choice(label)
        assert found is not None, f"no choice {label!r} on {message}"
        part, value = found
        self.world.note(f"{self.name} <{label}>")
        handle = self.world.handle(message)
        await self._on(message).select(handle, [value], custom_id=part["custom_id"])
        return await self.world.look(self)

    async def pick(self, place: str, person: Player) -> tuple[Message, ...]:
        """Choose a person in the newest menu of people with that placeholder."""
        for message in reversed(self.messages):
            for part in message.parts:
                if part["type"] == PEOPLE and part.get("placeholder") == place:
                    self.world.note(f"{self.name} <{place}: {person.name}>")
                    handle, custom_id = self.world.handle(message), part["custom_id"]
                    choose = self._on(message).select
                    await choose(handle, [person.member], custom_id=custom_id)
                    return await self.world.look(self)
        raise AssertionError(f"no menu of people {place!r}")

    async def forge(self, label: str, custom_id: str) -> tuple[Message, ...]:
        """Press a button whose custom_id was changed, as a hostile client can."""
        message = self.offering(label)
        part = message.button(label)
        assert part is not None
        true, part["custom_id"] = part["custom_id"], custom_id
        try:
            return await self._press(message, f"{label} as {custom_id}", custom_id)
        finally:
            part["custom_id"] = true

    async def _press(self, message: Message, label: str, custom_id: str) -> tuple[Message, ...]:
        self.world.note(f"{self.name} [{label}]")
        self._form_by = self._on(message)
        done = await self._form_by.click(self.world.handle(message), custom_id=custom_id)
        self._form = None if done.modal is None else done
        if done.modal is not None:
            self.world.note(f"    form {self.form.words!r}")
            self.world.check_language(self.form.words)
        return await self.world.look(self)

    async def fill(self, given: Mapping[str, str]) -> tuple[Message, ...]:
        """Send the open form; `given` maps the label above a field to its value."""
        form, shown, self._form = self.form, self._form, None
        assert shown is not None
        self.world.note(f"{self.name} {form.title} {given}")
        kinds = {each["custom_id"]: each["type"] for each in form.fields.values()}
        values = {
            key: [each] if kinds[key] == MENU else each
            for key, each in form.answers(given).items()
        }
        await self._form_by.submit_modal(shown, values)
        return await self.world.look(self)

    async def click_more(self, label: str) -> tuple[Message, ...]:
        """Press a button behind the lobby's ⋯."""
        await self.click(MORE)
        return await self.click(label, self.panel)

    async def open_field(self, name: str) -> Form:
        """Open the form behind the lobby's ⋯ that has a field of that name."""
        await self.click(MORE)
        panel = self.panel
        for part in list(panel.parts):
            if ":lobby_form:" in str(part.get("custom_id")):
                await self.click(str(part["label"]), panel)
                if name in self.form.fields:
                    return self.form
        raise AssertionError(f"no {name!r} in the forms of {panel}")

    async def choose(self, name: str, value: str) -> tuple[Message, ...]:
        """Choose an option or a level in the forms of the lobby, by their words."""
        await self.open_field(name)
        return await self.fill({name: value})

    def _on(self, message: Message) -> simcord.MemberActor | simcord.UserHandle:
        return self.member.user if message.direct else self.member

    # -- what a person sees --------------------------------------------------

    @property
    def form(self) -> Form:
        """The form that is open."""
        assert self._form is not None, f"{self.name} sees no form"
        assert self._form.modal is not None
        return Form.read(self._form.modal)

    @property
    def messages(self) -> tuple[Message, ...]:
        """All that this person sees, oldest first."""
        return tuple(m for m in self.world.messages if m.owner in {None, self.name})

    @property
    def private(self) -> tuple[Message, ...]:
        """The answers in the channel that only this person sees, oldest first."""
        return tuple(m for m in self.messages if m.owner and not m.direct)

    @property
    def direct(self) -> tuple[Message, ...]:
        """The direct messages, oldest first."""
        return tuple(m for m in self.messages if m.direct)

    @property
    def hand(self) -> Message:
        """The direct message that shows the hand."""
        lasting = [m for m in self.direct if not m.passing and m.flags & V2]
        assert lasting, f"{self.name} has no direct message with a hand"
        return lasting[-1]

    @property
    def calls(self) -> tuple[Message, ...]:
        """The calls of this person that can be seen, by direct message or in the channel."""
        return tuple(
            m
            for m in self.messages
            if not (m.passing or m.flags & V2) and (m.direct or self.id in m.pinged)
        )

    @property
    def panel(self) -> Message:
        """The newest private answer."""
        assert self.private, f"{self.name} has no private answer"
        return self.private[-1]

    def offering(self, label: str) -> Message:
        """The newest message with that button: private, in the channel, or direct."""
        return self._newest(lambda m: m.button(label) is not None, f"button {label!r}")

    def choosing(self, label: str) -> Message:
        """The newest message with that choice in a menu."""
        return self._newest(lambda m: m.choice(label) is not None, f"choice {label!r}")

    def _newest(self, fits: Callable[[Message], bool], what: str) -> Message:
        found = [m for m in self.messages if fits(m)]
        assert found, f"{self.name} sees no {what}"
        return max(found, key=lambda m: (not m.direct, m.owner is not None, m.id))

    def texts(self) -> str:
        """All that this person can read now."""
        return "\n".join(m.text for m in self.messages)

    def buttons(self) -> frozenset[str]:
        """The labels of all buttons that this person could press now."""
        return frozenset(label for m in self.messages for label in m.buttons)


class World:
    """A server with one channel, the people in it, and the bot under test.

    Attributes:
        language: of everyone's Discord; unless it is English, no message may contain English.
    """

    def __init__(
        self,
        env: simcord.Env,
        start: Callable[[], Awaitable[app.Maecenas]],
        language: str = SOURCE,
    ) -> None:
        self.env = env
        self.language = language
        self._start = start
        self.guild = env.create_guild("Maecenas")
        self.channel = self.guild.create_text_channel("salon")
        self.players: dict[str, Player] = {}
        self.watchers: list[Callable[[Message], Awaitable[None]]] = []
        self.transcript: list[str] = []
        self._seen: dict[int, Message] = {}

    def add(self, name: str, **member: Any) -> Player:
        """Add a person to the server; `name` is shown everywhere."""
        user = self.env.create_user(f"user{len(self.players)}", global_name=name)
        simulation.set_locale(self.env, user.id, simulation.discord_locale(self.language))
        player = Player(self, name, self.guild.add_member(user, **member))
        self.players[name] = player
        return player

    def __getitem__(self, name: str) -> Player:
        return self.players[name]

    @property
    def words(self) -> Words:
        """The texts that everyone here reads."""
        return Words.pick(self.language)

    @property
    def bot(self) -> app.Maecenas:
        """The bot that is running now."""
        assert isinstance(self.env.bot, app.Maecenas)
        return self.env.bot

    async def restart(self, within: float = 15.0) -> None:
        """Stop the bot in the middle of its work, and start another on the same file.

        Args:
            within: seconds that its start may take; longer sleeps are not waited for.
        """
        self.note("-- restart")
        old = self.bot
        settle = self.env._settle_internal

        async def settle_in_time(**options: Any) -> None:
            # The simulator allows five, too few for pictures on a busy machine.
            await settle(**{**options, "timeout": within})

        try:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(self.env, "_settle_internal", settle_in_time)
                await self.env.restart_bot(await self._start())
        finally:
            await old.close()
        await self.look()

    @contextmanager
    def unsent(self) -> Iterator[None]:
        """Nothing is sent meanwhile."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(self.bot.delivery, "wake", lambda _: None)
            yield

    async def delete_channel(self, channel: Any) -> None:
        """Delete a channel or thread with everything in it."""
        self.note(f"-- #{channel.name} is deleted")
        simulation.delete_channel(self.env, channel.id)
        await self.env.settle()
        await self.look()

    async def passes(self, seconds: float) -> None:
        """Let time pass."""
        await self.env.advance_time(seconds)
        await self.look()

    async def together(self, *doings: Coroutine[Any, Any, Any]) -> None:
        """Do several things at the same moment: all are sent before the bot receives any."""
        await _Together(doings)
        await self.look()

    # -- messages --------------------------------------------------------------

    @property
    def messages(self) -> tuple[Message, ...]:
        """Every message there is, as of the latest look, oldest first."""
        return tuple(self._seen.values())

    @property
    def public(self) -> tuple[Message, ...]:
        """What everyone in the channel sees, oldest first."""
        return tuple(m for m in self.messages if m.owner is None)

    @property
    def board(self) -> Message:
        """The newest public message with buttons, other than calls."""
        offering = [m for m in self.public if m.buttons and m.flags & V2]
        return offering[-1]

    def handle(self, message: Message) -> simcord.ResponseMessage:
        """A message in the form that simcord needs for an action."""
        stored: Any = next(each for each in self._stored() if each.id == message.id)
        return simcord.ResponseMessage(self.env, stored)

    async def look(self, by: Player | None = None) -> tuple[Message, ...]:
        """Note what is new or changed; the messages among these that `by` can see.

        Each of them is checked against Discord's limits and shown to the watchers.
        """
        news = []
        before, self._seen = self._seen, {}
        for stored in self._stored():
            message = before.get(stored.id)
            if message is None or not _same(message, stored):
                message = self._message(stored)
                news.append(message)
            self._seen[message.id] = message
        for message in news:
            self.note(f"    {message}")
            within_limits(message)
            self.check_language(message.words)
            for watcher in self.watchers:
                await watcher(message)
        return tuple(m for m in news if by is None or m.owner in {None, by.name})

    def check_language(self, words: str) -> None:
        """Check that nothing read in another language contains an English word."""
        left = list(english(words, self.language, (*self.players, "Maecenas")))
        assert not left, f"English in {words}: {left}"

    def note(self, line: str) -> None:
        """Add a line to the transcript that a failure shows."""
        self.transcript.append(line)

    def _stored(self) -> list[Any]:
        # The channels' public history() would rebuild each message, thousands of times a game.
        channels = self.env.backend.messages.values()
        return sorted((m for each in channels for m in each.values()), key=lambda m: m.id)

    def _message(self, stored: Any) -> Message:
        homes = {p.member.user.dm_channel.id: p for p in self.players.values()}
        home = homes.get(stored.channel_id)
        readers = [p.name for p in self.players.values() if stored.visible_to(p.id)]
        return Message(
            stored.id,
            home.name if home else readers[0] if stored.is_ephemeral else None,
            home is not None,
            stored.flags,
            stored.content,
            stored.components,
            stored.attachments,
            frozenset(stored.ping_user_ids),
        )


def _same(message: Message, stored: Any) -> bool:
    """Whether a message is unchanged: simcord gives each edit new lists."""
    return (
        message.components is stored.components
        and message.files is stored.attachments
        and message.content == stored.content
        and message.flags == stored.flags
    )


class _Together:
    """Awaits coroutines so that each has sent what it sends before the loop goes on."""

    def __init__(self, doings: Iterable[Coroutine[Any, Any, Any]]) -> None:
        self._doings = [doing.__await__() for doing in doings]

    def __await__(self) -> Generator[Any, None, None]:
        for doing in self._doings:
            # A step of simcord sends at once, and only then first yields to the loop.
            assert next(doing) is None
        for doing in self._doings:
            yield from doing


class _Faults(logging.Handler):
    """Keeps what the bot logs as an error: people must not be the first to notice."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(logging.Formatter().format(record))


@asynccontextmanager
async def table(
    folder: Path,
    workers: Pooled,
    *names: str,
    seed: int = 1,
    faults: bool = False,
    away: float = 0,
    monotonic: Callable[[], float] = time.monotonic,
    clock: Callable[[], float] = time.time,
    language: str = SOURCE,
    end_pause: float = 600.0,
    panel_pauses: Pauses = LEFT_ALONE,
    **more: Any,
) -> AsyncIterator[World]:
    """A world with people in it and the bot running.

    Args:
        folder: where the database is, unless another one is given.
        workers: for drawing and thinking; they stay open.
        names: who is there; the usual five if nobody is named.
        seed: for all of the bot's random choices.
        faults: the bot may log errors.
        away: seconds after a click during which a person is not called.
        monotonic, clock: the bot's clocks; a test may move them by hand.
        language: of everyone's Discord.
        end_pause: seconds until a turn ends by itself.
        panel_pauses: how long private panels are left alone.
        more: settings of the bot.
    """
    given = {"database": folder / "bot.db", **more}
    settings = Settings(_env_file=None, token=SecretStr("t"), **given)
    rng = Random(seed)

    bots = AsyncExitStack()

    async def start() -> app.Maecenas:
        bot = await open_bot(
            settings,
            rng=rng,
            pause=0,
            undo_pause=0,
            end_pause=end_pause,
            workers=workers,
            burst=0,
            away=away,
            ahead=AHEAD,
            panel_pauses=panel_pauses,
            monotonic=monotonic,
            clock=clock,
        )
        bots.push_async_callback(bot.close)  # an open one would keep the process alive
        return bot

    log = _Faults()
    logging.getLogger().addHandler(log)
    try:
        async with simulation.run(await start(), settle_timeout=PATIENCE) as env:
            world = World(env, start, language)
            for name in names or NAMES:
                world.add(name)
            await env.settle()
            await world.look()
            try:
                yield world
                assert faults or not log.lines, "\n".join(log.lines)
            except BaseException as error:
                error.add_note("\n".join(["The transcript:", *world.transcript[-LAST:]]))
                error.add_note("\n".join(["The log:", *log.lines]))
                raise
            finally:
                await world.bot.close()
    finally:
        logging.getLogger().removeHandler(log)
        await bots.aclose()
