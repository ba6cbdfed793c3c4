"""People who play at random, knowing only what their client shows."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from bot.screens.labels import MORE
from bot.tables.core.own_notes import LONGEST
from render.words import SOURCE, Words
from tests.bot.client_message import MENU, V2, Component, Message
from tests.wire import table_life
from tests.wire.live_panels import OpenPanelsSeen
from tests.wire.queries import ask_anything, look_back
from tests.wire.server import Loopback, Person, SentInteraction
from tests.wire.server.world import Channel

MOVE: Final = Words(SOURCE)("table.button.move")

STEADY: Final = (
    "table.button.move",
    "table.button.hand",
    "table.button.words",
    "table.button.take_back",
    "table.button.nudge",
    "review.button",
)
"""The buttons of the table message that decide nothing."""

ASIDE: Final = (
    *STEADY,
    "panel.button.back",
    "panel.button.next",
    "panel.button.previous",
    "panel.button.refresh",
    "panel.button.why",
    "advice.button",
    "panel.button.take_back",
    "panel.button.orders",
    "symbols.button",
    "counted.button",
    "closer.button",
    "call.button.since",
    "own_note.button",
)
"""The buttons of a panel that lead nowhere or back; they are pressed now and then."""

REMATCH: Final = "table.button.rematch"
WANDERS: Final = 0.04
PLANS: Final = 0.2
"""How often someone with nothing to decide looks for something else to do."""

ASKING: Final = 0.08
"""How often someone who must decide asks for something else first."""

PACE: Final = 0.4
"""Average seconds between two questions from a watcher."""

STEPS: Final = 60
"""After this many steps in one panel a person is lost, if the table has not changed."""

LAG: Final = 10.0
"""Seconds by which a table message may lag; an old one is edited only now and then."""

SHUT: Final = 45.0
"""Seconds without a change of the table message after which a table is stuck."""


@dataclass(eq=False)
class Click:
    """One press, kept to be counted afterwards.

    Attributes:
        value: what was chosen in a select; None for a button.
        board: whether the pressed message was a public one.
        seen: whether the table message has changed since, as after a public choice that counts.
    """

    person: int
    channel: int
    custom_id: str
    value: str | None
    question: SentInteraction
    board: bool
    seen: bool = False


@dataclass
class Party:
    """One table: its channel, its people, and all their clicks.

    Attributes:
        game: the id of what is played.
        watchers: people without a seat, who ask for everything there is; if there are any,
            the people at the table ask for more, too.
        wanders: how often a button that leads nowhere is pressed.
        thinks: average seconds before a decision.
        paused: cleared while no one may click (for example while the bot is down).
        shown: the people who have shown their results in the channel.
        life: how often someone does something about seats instead of playing.
        tried, told: how often each person did something of that kind, and how often they
            were told that it was done.
        deleted: the people who asked for their data to be deleted: the seat, and when.
        language: the language that they all read.
        given: how many entries the game had before these people came.
    """

    discord: Loopback
    channel: Channel
    people: Sequence[Person]
    rng: Random
    game: str = "florence"
    watchers: Sequence[Person] = ()
    wanders: float = WANDERS
    thinks: float = 0.0
    clicks: list[Click] = field(default_factory=list)
    paused: asyncio.Event = field(default_factory=asyncio.Event)
    stopped: bool = False
    shown: set[int] = field(default_factory=set)
    life: float = 0.0
    tried: Counter[tuple[int, str]] = field(default_factory=Counter)
    told: Counter[tuple[int, str]] = field(default_factory=Counter)
    deleted: dict[int, tuple[int, float]] = field(default_factory=dict)
    language: str = SOURCE
    given: int = 0

    def __post_init__(self) -> None:
        self.paused.set()
        self.panels = OpenPanelsSeen(self.discord, self.channel, self.words)

    @property
    def words(self) -> Words:
        """The texts that everyone here reads."""
        return Words.pick(self.language)

    @property
    def move(self) -> str:
        """The label of the button that leads to a decision."""
        return self.words("table.button.move")

    def labels(self, ids: Iterable[str]) -> frozenset[str]:
        """The labels of some buttons."""
        return frozenset(map(self.words, ids))

    @property
    def everybody(self) -> tuple[Person, ...]:
        """The people at the table, and those who have no seat or had none at first."""
        return (*self.people, *self.watchers)

    # -- what the channel shows ------------------------------------------------------

    def board(self, person: Person) -> Message | None:
        """The table message: the newest public one with a button to move or for a rematch."""
        return person.newest(
            self.channel,
            lambda m: (
                bool(m.flags & V2)
                and m.owner is None
                and (m.button(self.move) or m.button(self.words(REMATCH))) is not None
            ),
        )

    @property
    def over(self) -> bool:
        """Whether the table says that the game has ended."""
        board = self.board(self.people[0])
        return board is not None and board.button(self.words(REMATCH)) is not None

    def called(self, person: Person) -> bool:
        """Whether the table message says that the table waits for a person."""
        board = self.board(person)
        if board is None or not board.waits_for(person.name):
            return False
        computer = self.words("seat.computer", name=person.name)
        return computer not in board.text.split("\n", 1)[0]

    @property
    def _version(self) -> int:
        return self.discord.version(self.channel.id)

    async def _news(self, since: int, patience: float) -> bool:
        return await self.discord.news(since, patience, self.channel.id)

    # -- before the game -----------------------------------------------------------------

    async def gather(
        self,
        *,
        opponents: int = 0,
        level: str | None = None,
        auctions: str | None = None,
        pace: str | None = None,
        advice: str | None = None,
        patience: float = 30.0,
    ) -> None:
        """Open a lobby and start the game.

        Args:
            opponents: how many computer players take part.
            level: how well they play; None: as the lobby proposes.
            auctions: how auctions go; None: as the lobby proposes.
            pace: the pace of the game; None: as the lobby proposes.
            advice: who gets advice; None: as the lobby proposes.
            patience: how many seconds each step may take.

        Raises:
            AssertionError: the game does not begin.
        """
        first, *others = self.people
        words = self.words
        until = time.monotonic() + patience
        while self._too_fast(await first.slash(self.channel, "play", game=self.game)):
            assert time.monotonic() < until, "no table opens"
            await self._news(self._version, 0.5)
        for person in others:
            await self._press_when_there(person, words("lobby.button.join"), patience)
        for number in range(opponents):
            await self._press_when_there(first, words("lobby.button.add_opponent"), patience)
            if level is not None and not number:  # the others get the level chosen last
                await self._fill_when_there(first, "0", level, patience)
        for key, value in {"auctions": auctions, "pace": pace, "advice": advice}.items():
            if value is not None:
                await self._fill_when_there(first, key, value, patience)
        start = words(f"lobby.button.start{'' if others or opponents else '_alone'}")
        until = time.monotonic() + patience
        while self.board(first) is None:
            assert time.monotonic() < until, "the game does not begin"
            lobby = first.newest(self.channel, lambda m: m.button(start) is not None)
            if lobby is not None:  # a lobby that is full may have started by itself
                await self._press(first, lobby, start)
            await self._news(self._version, 1.0)

    async def _press_when_there(self, person: Person, label: str, patience: float) -> None:
        until = time.monotonic() + patience
        while True:
            since = self._version
            message = person.newest(self.channel, lambda m: m.button(label) is not None)
            part = message.button(label) if message else None
            if message is not None and part is not None:
                question = await person.press(message, part["custom_id"])
                if not question.failed and not self._too_fast(question):
                    return
            assert time.monotonic() < until, f"{person.name} finds no {label}"
            await self._news(since, 0.5)

    def _too_fast(self, question: SentInteraction) -> bool:
        """Whether a request was ignored, as its first answer says: others must end first."""
        return any(self.words("refuse.too_fast") in text for text in question.texts)

    async def _fill_when_there(
        self, person: Person, key: str, value: str, patience: float
    ) -> None:
        """Choose a value in the form with such a field, behind the lobby's ⋯."""
        until = time.monotonic() + patience
        while not await self._fill(person, key, value):
            assert time.monotonic() < until, f"{person.name} finds no {key}"
            await self._news(self._version, 0.5)

    async def _fill(self, person: Person, key: str, value: str) -> bool:
        lobby = person.newest(self.channel, lambda m: _more(m) is not None)
        part = None if lobby is None else _more(lobby)
        if lobby is None or part is None:
            return False
        more = await person.press(lobby, part["custom_id"])
        if not await more.done() or not more.answers:
            return False
        panel = more.answers[-1].message
        for each in panel.parts:
            if ":lobby_form:" not in str(each.get("custom_id")):
                continue
            opened = await person.press(panel, each["custom_id"])
            if not await opened.done() or opened.form is None:
                return False
            if key in opened.form.answers({}):
                return await (await person.fill(opened, {key: value})).done()
        return False

    # -- the game ------------------------------------------------------------------------

    async def play(
        self, *, seconds: float = 600.0, moves: int | None = None, looks_back: bool = True
    ) -> bool:
        """Let everyone play at once; return whether the game has ended.

        Args:
            seconds: stop after so many seconds.
            moves: stop after so many more presses.
            looks_back: whether people look at the history of a game that has ended.

        Raises:
            AssertionError: the table is stuck, or someone is lost.
        """
        self.stopped = False
        most = None if moves is None else len(self.clicks) + moves
        watchers = () if self.life else self.watchers  # they may come to play instead
        watching = [asyncio.create_task(self._watches(person)) for person in watchers]
        players = self.everybody if self.life else self.people
        tasks = [asyncio.create_task(self._plays(person, most)) for person in players]
        looking = asyncio.create_task(self.panels.watch(tuple(players), self.called))
        try:
            async with asyncio.timeout(seconds):
                await asyncio.gather(*tasks)
        except TimeoutError:
            pass
        finally:
            for task in (*tasks, *watching, looking):
                task.cancel()
            ended = await asyncio.gather(*watching, *tasks, return_exceptions=True)
        faults = [each for each in ended[: len(watching)] if isinstance(each, Exception)]
        if faults:
            raise AssertionError("somebody does not watch any more") from faults[0]
        if looks_back and self.watchers and self.over:
            for person in (*self.people, *self.watchers):
                await look_back(self, person)
        return self.over

    async def _watches(self, person: Person) -> None:
        while True:
            await self.paused.wait()
            await ask_anything(self, person)
            await asyncio.sleep(self.rng.uniform(0.0, 2 * PACE))

    def note_undo(self, person: Person) -> None:
        """Count a typed `/undo` as a click."""
        question = SentInteraction(2, person.user, self.channel, {})
        self.clicks.append(Click(person.id, self.channel.id, "undo:", None, question, False))

    def stop(self) -> None:
        """Stop playing after the clicks in progress."""
        self.stopped = True
        self.paused.set()

    async def _plays(self, person: Person, most: int | None) -> None:
        still, board = time.monotonic(), self.board(person)
        while not (self.over or self.stopped) and (most is None or len(self.clicks) < most):
            since = self._version
            if not self.paused.is_set():
                await self.paused.wait()
                still = time.monotonic()
                continue
            if self.life and self.rng.random() < self.life:
                await table_life.do_anything(self, person)
            if self.life:
                await table_life.return_if_paused(self, person)
            if self.called(person):
                if self.watchers and not self.life and self.rng.random() < ASKING:
                    await ask_anything(self, person)
                await asyncio.sleep(self.rng.uniform(0.0, 2 * self.thinks))
                await self._decide(person)
            await self._answer(person)
            await self._news(since, 1.0)
            if board != (board := self.board(person)):
                still = time.monotonic()
            if time.monotonic() - still > SHUT:
                raise AssertionError(f"stuck at {self.board(person)}")

    async def _answer(self, person: Person) -> None:
        """Now and then, answer what the table is asked, even if others must decide."""
        board = self.board(person)
        if board is None or self.rng.random() < 0.5:
            return
        answers = table_life.answers(board, person, self.rng)
        if answers:
            await self._click(person, board, self.rng.choice(answers), None)

    async def _decide(self, person: Person) -> None:
        """Make one decision, or as much of it as is possible without an interruption."""
        board = self.board(person)
        if board is None or board.button(self.move) is None:  # the game has just ended
            return
        steady = self.labels(STEADY)
        # `_answer` gives these: no one agrees by chance to end the game.
        answers = {part.get("label") for part in board.parts if table_life.is_answer(part)}
        public = [each for each in board.buttons if each not in steady and each not in answers]
        if public and self.rng.random() < 0.5:
            await self._press(person, board, self.rng.choice(public))
            return
        called = self.rng.choice([board, *self._calls(person)])
        panel = await self._press(person, called, self.move)
        for _ in range(STEPS):
            if panel is None or not self.called(person):
                return
            if self.stopped or not self.paused.is_set():
                return
            if self._waiting in panel.text and self.rng.random() > PLANS:
                await self._moves_on(person, board, 1.0)
                return
            deeds = [each for each in _deeds(panel) if self._tried(each[0])]
            if not deeds:
                return
            # The way back from orders, plans and hands.
            back = [each for each in deeds if each[0] == self.move]
            _, part, value = self.rng.choice(
                back if back and self.rng.random() < 0.5 else deeds
            )
            panel = await self._click(person, panel, part["custom_id"], value) or panel
        if panel is not None and self._asks_limits(panel):
            return  # some limits are still open, or someone else must answer
        if not await self._moves_on(person, board, LAG):
            raise AssertionError(f"{person.name} is lost in {panel}")

    @property
    def _waiting(self) -> str:
        """How a panel with nothing to decide begins."""
        return self.words("panel.waiting", names="\n").split("\n", 1)[0]

    def _asks_limits(self, panel: Message) -> bool:
        """Whether a panel asks how far a person goes, for a round or for one item."""
        return any(self.words(each) in panel.text for each in ("limit.phase", "limit.lot"))

    async def _moves_on(self, person: Person, board: Message, patience: float) -> bool:
        """Whether the table message differs from `board`, or does so within the patience."""
        until = time.monotonic() + patience
        while (now := self.board(person)) is not None and now.text == board.text:
            if time.monotonic() > until:
                return False
            await self._news(self._version, min(1.0, patience))
        return True

    def _tried(self, label: str) -> bool:
        # From orders and hands, the way back is Your move.
        aside = label != self.move and label in {*self.labels(ASIDE), MORE}
        return not aside or self.rng.random() < self.wanders

    def _calls(self, person: Person) -> list[Message]:
        """The direct message with a button to the move, if there is one."""
        found = person.newest(person.direct, lambda m: m.button(self.move) is not None)
        return [] if found is None else [found]

    async def _press(self, person: Person, on: Message, label: str) -> Message | None:
        part = on.button(label)
        return None if part is None else await self._click(person, on, part["custom_id"], None)

    async def _click(
        self, person: Person, on: Message, custom_id: str, value: str | None
    ) -> Message | None:
        """Click, and wait for the result; return the private answer if there is one."""
        before = self._version
        doing = (
            person.press(on, custom_id)
            if value is None
            else person.choose(on, custom_id, [value])
        )
        question = SentInteraction(3, person.user, self.channel, {})
        click = Click(person.id, self.channel.id, custom_id, value, question, on.owner is None)
        self.clicks.append(click)
        click.question = await doing
        await self._settle(person, click, before)
        if click.question.form is not None and ":note:" in custom_id:
            return await self._note_down(person, click.question)
        answers = click.question.answers
        return answers[-1].message if answers and answers[-1].owner else None

    async def _note_down(self, person: Person, opened: SentInteraction) -> Message | None:
        """Write something, or nothing, into the form of a note."""
        written = self.rng.choice(("", f"*{self.rng.random()}*\n@everyone", "7" * LONGEST))
        done = await person.fill(opened, {"text": written})
        await done.done()
        return done.answers[-1].message if done.answers and done.answers[-1].owner else None

    async def _settle(self, person: Person, click: Click, before: int) -> None:
        """Wait until the click has been answered, or the table has moved on."""
        question = click.question
        until = time.monotonic() + 10.0
        era = self.discord.era
        while not question.failed and time.monotonic() < until and era == self.discord.era:
            if question.finished.is_set():
                return
            board = self.board(person)
            ids = () if board is None else [part.get("custom_id") for part in board.parts]
            if click.board and self._version > before and click.custom_id not in ids:
                click.seen = True
                return
            if click.board:
                await self._news(self._version, 0.3)
            else:
                await question.done(0.3)


def _more(message: Message) -> Component | None:
    """The button that leads from a lobby to its rarer choices."""
    ids = ((each, str(each.get("custom_id"))) for each in message.parts)
    return next((each for each, id_ in ids if ":lobby_more:" in id_), None)


def _deeds(panel: Message) -> Iterator[tuple[str, Component, str | None]]:
    """What can be done in a panel: label, component, and the value in a select.

    Actions about seats are left to `table_life`, which counts them.
    """
    for part in panel.parts:
        if part.get("disabled") or ":seat" in str(part.get("custom_id", ":seat")):
            continue
        if part["type"] == MENU:
            for option in part["options"]:
                yield str(option["label"]), part, str(option["value"])
        else:
            yield str(part["label"]), part, None
