"""People who ask for everything that shows something, and type options with completions.

They decide nothing, except that they use `/undo` now and then, or ask the table for an undo.
What they are shown is searched for leaks like everything else. People without a seat may ask
for as much, and for more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from render.words import SOURCE, Words
from tests.bot.client_message import MENU, Component, Message
from tests.wire.server import Person, SentInteraction

if TYPE_CHECKING:
    from tests.wire.clicker import Party

LEAVES: Final = (
    "table.button.hand",
    "table.button.words",
    "panel.button.next",
    "panel.button.previous",
    "panel.button.why",
    "journal.button.older",
    "journal.button.newer",
    "history.button.first",
    "history.button.back",
    "history.button.on",
    "history.button.last",
    "history.button.round_back",
    "history.button.round_on",
    "history.button.file",
    "history.button.undone",
    "rules.why",
    "symbols.button",
    "counted.button",
    "follow.button.follow",
    "follow.button.unfollow",
)
"""The buttons that show something, wherever they are."""

TURNED: Final = 3
"""The most further pages that a person looks at."""

Way: TypeAlias = Callable[["Party", Person], Awaitable[SentInteraction | None]]


AGAIN: Final = 10
"""How often a press that was too fast is tried again, three seconds later."""


async def ask_anything(party: Party, person: Person) -> None:
    """Ask for something, and leaf through the answer."""
    question = await party.rng.choice(WAYS)(party, person)
    for _ in range(party.rng.randint(0, TURNED)):
        page = await answered(question)
        if page is None:
            return
        question = await _leafed(party, person, page)


async def look_back(party: Party, person: Person) -> None:
    """At the end of a game, look at the last position and get the game as a file."""
    page = await _in_time(party, lambda: _history(party, person))
    part = page.button(party.words("history.button.file")) if page else None
    assert page is not None, "no history at the end"
    assert part is not None, f"no file at the end: {page}"
    filed = await _in_time(party, lambda: person.press(page, part["custom_id"]))
    assert filed is not None, "no answer to who asks for the file"
    assert filed.files, f"no file: {filed}"


async def _in_time(
    party: Party, ask: Callable[[], Awaitable[SentInteraction | None]]
) -> Message | None:
    """The answer, once it is not that the person was too fast, as after a puzzle."""
    page = None
    for _ in range(AGAIN):
        page = await answered(await ask())
        if page is None or party.words("refuse.too_fast") not in page.text:
            break
        await asyncio.sleep(3.0)
    return page


async def answered(question: SentInteraction | None) -> Message | None:
    if question is None or question.failed or not await question.done():
        return None
    return question.answers[-1].message if question.answers else None


async def _leafed(party: Party, person: Person, page: Message) -> SentInteraction | None:
    """Choose another page, a chapter of the rules, or how far to ask the table to go back."""
    leaves = party.labels(LEAVES)
    parts = [part for label in page.buttons if label in leaves and (part := page.button(label))]
    menus = [part for part in page.parts if part["type"] == MENU]
    parts += [p for p in menus if any(verb in p["custom_id"] for verb in (":rules:", ":ask:"))]
    if not parts:
        return None
    return await _chosen(party, person, page, party.rng.choice(parts))


async def _chosen(
    party: Party, person: Person, page: Message, part: Component
) -> SentInteraction:
    """Press a button, or choose something in a menu."""
    if part["type"] == MENU:
        value = str(party.rng.choice(part["options"])["value"])
        return await person.choose(page, part["custom_id"], [value])
    return await person.press(page, part["custom_id"])


# -- ways to ask -------------------------------------------------------------------------


async def _hand(party: Party, person: Person) -> SentInteraction:
    return await person.slash(party.channel, "hand")


async def _journal(party: Party, person: Person) -> SentInteraction:
    return await person.slash(party.channel, "journal")


async def _score(party: Party, person: Person) -> SentInteraction:
    return await person.slash(party.channel, "score")


async def _history(party: Party, person: Person) -> SentInteraction:
    return await person.slash(party.channel, "history")


async def _chapters(party: Party, person: Person) -> SentInteraction:
    return await person.slash(party.channel, "rules")


async def _why(party: Party, person: Person) -> SentInteraction:
    return await person.slash(party.channel, "rules", topic="why")


async def _status(party: Party, person: Person) -> SentInteraction:
    return await person.slash(party.channel, "host", sub="status")


async def _record(party: Party, person: Person) -> SentInteraction:
    """Ask for one's own results, or someone's, by the command or in that person's menu."""
    other = party.rng.choice(party.people)
    match party.rng.randrange(3):
        case 0:
            return await person.slash(party.channel, "record", game=party.game)
        case 1:
            return await person.slash(party.channel, "record", person=other)
        case _:
            return await person.menu(
                party.channel, Words(SOURCE)("command.record.menu.name"), other
            )


async def _show_record(party: Party, person: Person) -> SentInteraction | None:
    """Show one's own results to everyone, once; the same again would count as a double."""
    if person.id in party.shown:
        return None
    party.shown.add(person.id)
    page = await answered(await person.slash(party.channel, "record"))
    part = page.button(party.words("record.button.show")) if page else None
    return await person.press(page, part["custom_id"]) if page and part else None


async def _undo(party: Party, person: Person) -> SentInteraction:
    party.note_undo(person)
    return await person.slash(party.channel, "undo")


async def _topics(party: Party, person: Person) -> SentInteraction:
    return await person.typing(party.channel, "rules", topic=party.rng.choice(["", "e"]))


async def _tables(party: Party, person: Person) -> SentInteraction:
    return await person.typing(party.channel, "host", "free", table="")


async def _board(party: Party, person: Person) -> SentInteraction | None:
    """Press a button of the table message; a person without a seat presses any of them."""
    board = party.board(person)
    if board is None:
        return None
    anything = person in party.watchers and not party.life  # these may have one by now
    leaves = party.labels(LEAVES)
    labels = [each for each in board.buttons if each in leaves or anything]
    part = board.button(party.rng.choice(labels)) if labels else None
    return None if part is None else await person.press(board, part["custom_id"])


async def _file(party: Party, person: Person) -> SentInteraction | None:
    """Ask for the game as a file, by a button that is not offered before the end."""
    page = await answered(await _history(party, person))
    if page is None:
        return None
    numbers = [
        str(part["custom_id"]).split(":")[2]
        for part in page.parts
        if ":history_at:" in str(part.get("custom_id"))
    ]  # none if the table is still a lobby
    return await person.press(page, f"m1:history_file:{numbers[0]}") if numbers else None


async def _turns(party: Party, person: Person) -> SentInteraction:
    return await person.slash(party.channel, "turns")


async def _games(party: Party, person: Person) -> SentInteraction:
    return await person.slash(party.channel, "games")


async def _settings(party: Party, person: Person) -> SentInteraction:
    return await person.slash(party.channel, "settings")


async def _puzzle(party: Party, person: Person) -> SentInteraction | None:
    """Answer a puzzle at random, then perhaps disagree, or ask for the next one."""
    page = await answered(await person.slash(party.channel, "puzzle"))
    answer = await answered(await _pressed(party, person, page, ":puzzle_pick:"))
    verb = party.rng.choice((":puzzle:", ":puzzle_disagree:"))
    return await _pressed(party, person, answer, verb)


async def _pressed(
    party: Party, person: Person, page: Message | None, verb: str
) -> SentInteraction | None:
    """Press something of a kind on a message, if there is anything."""
    parts = [p for p in page.parts if verb in str(p.get("custom_id"))] if page else []
    if page is None or not parts:
        return None
    return await _chosen(party, person, page, party.rng.choice(parts))


async def _nudge(party: Party, person: Person) -> SentInteraction | None:
    """Remind those who are waited for; mostly it is too soon after the last time."""
    board = party.board(person)
    part = board.button(party.words("table.button.nudge")) if board else None
    if board is None or part is None:
        return None
    return await person.press(board, part["custom_id"])


WAYS: Final[tuple[Way, ...]] = (
    *(_hand, _journal, _score, _history, _chapters, _why, _status),
    *(_record, _show_record, _undo, _topics, _tables, _board, _file),
    *(_turns, _games, _settings, _nudge, _puzzle),
)
"""Everything that can be asked for, all equally likely."""
