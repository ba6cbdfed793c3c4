"""What is added to a private message a moment later: once, in time, unless someone clicks."""

from __future__ import annotations

import asyncio

import pytest

from bot.background.workers import WorkerFailed
from bot.interactions import late_edits
from bot.interactions.late_edits import LateEdits
from bot.interactions.message import Message, plain_message


class Screen:
    """What a person sees."""

    def __init__(self, *, fails: bool = False, made: bool = True) -> None:
        self.shown: list[Message] = []
        self.ready = asyncio.Event()
        self.fails = fails
        self.made = plain_message("verdict") if made else None

    async def make(self) -> Message | None:
        await self.ready.wait()
        if self.fails:
            raise WorkerFailed
        return self.made

    async def edit(self, message: Message) -> None:
        self.shown.append(message)


async def test_a_message_is_edited_once_when_it_is_made() -> None:
    edits, screen = LateEdits(), Screen()
    edits.begin(1, 11, screen.make, screen.edit)
    await asyncio.sleep(0)
    assert not screen.shown
    screen.ready.set()
    await edits.join()
    assert screen.shown == [screen.made]


@pytest.mark.parametrize("how", ["click", "newer", "late", "fails", "nothing", "closed"])
async def test_it_stays_as_it_is(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if how == "late":
        monkeypatch.setattr(late_edits, "WITHIN", 0.01)
    edits, screen = LateEdits(), Screen(fails=how == "fails", made=how != "nothing")
    edits.begin(1, 11, screen.make, screen.edit)
    await asyncio.sleep(0)
    other = Screen()
    match how:
        case "click":
            edits.drop(1)
            edits.drop(2)
        case "newer":
            edits.begin(1, 11, other.make, other.edit)
            other.ready.set()
        case "late":
            await asyncio.sleep(0.05)
        case "closed":
            await edits.close()
        case _:
            pass
    screen.ready.set()
    await edits.join()
    assert not screen.shown
    assert len(other.shown) == (how == "newer")


@pytest.mark.parametrize("clicks", [False, True])
async def test_two_messages_of_a_person_are_both_edited_unless_they_click(clicks: bool) -> None:
    edits, one, other = LateEdits(), Screen(), Screen()
    edits.begin(1, 11, one.make, one.edit)
    edits.begin(1, 12, other.make, other.edit)
    await asyncio.sleep(0)
    if clicks:
        edits.drop(1)
    for screen in (one, other):
        screen.ready.set()
    await edits.join()
    assert (len(one.shown), len(other.shown)) == ((0, 0) if clicks else (1, 1))
