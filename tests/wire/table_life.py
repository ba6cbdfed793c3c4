"""People who go away, come back, leave, invite, take seats, propose an end, delete their data.

They do all of this through the messages that they see. `faults` compares what they were told
with what is stored.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

from render.words import Words
from tests.bot.client_message import PEOPLE, Component, Message
from tests.wire.queries import answered, ask_anything
from tests.wire.server import Person, SentInteraction, Sight

if TYPE_CHECKING:
    from tests.wire.clicker import Party
    from tests.wire.stored_games import StoredGame

_WORDS: Final = Words("en")

TAKE: Final = _WORDS("seat.button.take")
NO: Final = _WORDS("seat.button.no")
PAUSED: Final = _WORDS("table.paused")

GO_ON: Final = "pause.button.end"

PAUSE_OVER: Final = _WORDS("pause.ended", name="|").partition("|")[0]
"""How a notice that someone ends a pause begins."""

ENDING: Final = _WORDS("proposal.end", name="").strip()
"""What the table message says while someone proposes to end the game."""

Act: TypeAlias = Callable[["Party", Person], Awaitable[None]]


async def do_anything(party: Party, person: Person) -> None:
    """Do something about seats, or about one's own data."""
    if person.id in party.deleted:
        await _take(party, person)
        return
    acts, weights = zip(*ACTS.items(), strict=True)
    (act,) = party.rng.choices(acts, weights)
    await act(party, person)


async def return_if_paused(party: Party, person: Person) -> None:
    """Come back where only computer players would play on; end a pause that was agreed to."""
    board = party.board(person)
    if board is None:
        return
    if PAUSED in board.text:
        await _back(party, person)
    await _press(party, person, board, label=GO_ON, what="go_on", done="pause.done.ended")


def is_answer(part: Component) -> bool:
    """Whether a part of a message answers what the table is asked."""
    return ":answer:" in str(part.get("custom_id"))


def answers(board: Message, person: Person, rng: Random) -> Sequence[str]:
    """The answers that a person may give to what the table is asked, as custom_ids: mostly yes.

    No one agrees to end the game, because it must be played to its end.
    """
    del person
    found = [str(part["custom_id"]) for part in board.parts if is_answer(part)]
    if ENDING in board.text:
        return [each for each in found if each.endswith(":no")]
    agreeing = [each for each in found if each.endswith(":yes")]
    return agreeing if rng.random() < 0.6 else found


# -- what people do ----------------------------------------------------------------------


async def _panel(party: Party, person: Person) -> Message | None:
    return await answered(await person.slash(party.channel, "seat"))


async def _press(
    party: Party, person: Person, page: Message | None, *, label: str, what: str, done: str
) -> Message | None:
    """Press a button if it is there; note that it was tried, and whether the bot said done."""
    part = page.button(_WORDS(label)) if page else None
    if page is None or part is None:
        return None
    party.tried[person.id, what] += 1
    question = await person.press(page, part["custom_id"])
    answer = await answered(question)
    _note(party, question, what, done)
    return answer


def _note(party: Party, question: SentInteraction, what: str, done: str) -> None:
    told = _WORDS(done)
    party.told[question.user.id, what] += any(told in text for text in question.texts)


def _pressing(what: str, done: str, *, alone: bool = False) -> Act:
    """An act that presses one button of the panel `/seat`.

    Args:
        what: the button.
        done: what is said then.
        alone: whether it has another label where nobody else plays.
    """

    async def act(party: Party, person: Person) -> None:
        page = await _panel(party, person)
        label = f"seat.button.{what}"
        if alone and page and page.button(_WORDS(f"{label}.alone")):
            label = f"{label}.alone"
        await _press(
            *(party, person, page),
            label=label,
            what=what,
            done=f"seat.done.{done}",
        )

    return act


go_away = _pressing("away", "away", alone=True)
_back = _pressing("back", "back")
# Someone alone at the table is asked once more, and thinks better of it.
propose_end = _pressing("end", "asked")


async def leave(party: Party, person: Person) -> None:
    """Leave for good, where someone else may take the seat; the first person never does."""
    leavers = sum(what == "leave" and n > 0 for (_, what), n in party.tried.items())
    # Only once: leaving again would post the same notice again.
    again = party.tried[person.id, "leave"] > 0
    if again or person is party.people[0] or leavers >= max(len(party.watchers), 1):
        return
    page = await _panel(party, person)
    part = page.button(_WORDS("seat.button.leave")) if page else None
    if page is None or part is None:
        return
    page = await answered(await person.press(page, part["custom_id"]))
    await _press(
        party, person, page, label="seat.button.leave", what="leave", done="seat.done.leave"
    )


async def _take(party: Party, person: Person) -> None:
    """Take a seat that is offered on the table message or in a notice."""
    page = person.newest(party.channel, lambda m: m.button(TAKE) is not None)
    await _press(
        party, person, page, label="seat.button.take", what="take", done="seat.done.taken"
    )


async def _decline(party: Party, person: Person) -> None:
    page = person.newest(party.channel, lambda m: bool(m.button(TAKE) and m.button(NO)))
    await _press(
        party, person, page, label="seat.button.no", what="decline", done="seat.done.declined"
    )


async def _invite(party: Party, person: Person) -> None:
    """Invite a person from a menu of the panel."""
    page = await _panel(party, person)
    menus = [part for part in page.parts if part["type"] == PEOPLE] if page else []
    if page is None or not menus:
        return
    guest = party.rng.choice([each for each in party.everybody if each is not person])
    party.tried[person.id, "invite"] += 1
    custom_id = party.rng.choice(menus)["custom_id"]
    question = await person.choose(page, custom_id, [str(guest.id)])
    await answered(question)
    _note(party, question, "invite", "seat.done.invited")


async def _pause(party: Party, person: Person) -> None:
    """Propose a pause of some days; if no one else is asked, it begins at once."""
    page = await _panel(party, person)
    menus = (
        [part for part in page.parts if ":seat_pause:" in str(part.get("custom_id"))]
        if page
        else []
    )
    if page is None or not menus:
        return
    party.tried[person.id, "pause"] += 1
    value = str(party.rng.choice(menus[0]["options"])["value"])
    question = await person.choose(page, menus[0]["custom_id"], [value])
    await answered(question)
    _note(party, question, "pause", "seat.done.asked")


async def _withdraw(party: Party, person: Person) -> None:
    """Withdraw what was proposed; no one else may."""
    await _press(
        party,
        person,
        party.board(person),
        label="proposal.button.withdraw",
        what="withdraw",
        done="proposal.withdrawn.done",
    )


async def _delete(party: Party, person: Person) -> None:
    """Have everything deleted, asked twice; one person per table does so, never the first."""
    seat = _own_seat(party, person)
    if person is party.people[0] or party.deleted or seat is None:
        return
    page = await answered(await person.slash(party.channel, "privacy"))
    for label in ("privacy.button.delete", "privacy.button.delete.1"):
        part = page.button(_WORDS(label)) if page else None
        if page is None or part is None:
            return
        page = await answered(await person.press(page, part["custom_id"]))
    party.deleted[person.id] = seat, time.time()
    await _press(
        *(party, person, page),
        label="privacy.button.delete.2",
        what="delete",
        done="privacy.done",
    )
    party.deleted[person.id] = seat, time.time()


def _own_seat(party: Party, person: Person) -> int | None:
    """The seat for which a person has decided in their own panel."""
    for click in reversed(party.clicks):
        verb, _, *args = click.custom_id.removeprefix("m1s:").removeprefix("m1:").split(":")
        if click.person == person.id and not click.board and verb in {"pick", "sure"}:
            return int(args[0])
    return None


ACTS: Final[dict[Act, float]] = {
    ask_anything: 3,
    go_away: 6,
    _back: 3,
    leave: 1,
    _take: 5,
    _decline: 0.5,
    _invite: 1,
    propose_end: 1,
    _pause: 1,
    _withdraw: 0.5,
    _delete: 1,
}
"""Everything that can be done, and how often."""


# -- what became of it -------------------------------------------------------------------


def faults(game: StoredGame, party: Party) -> Iterator[str]:
    """What was said to be done but is not stored, or is stored but no one has asked for."""
    agreed = Counter(
        {seat: n for (kind, seat, how), n in game.proposals.items() if (kind, how) == _AWAY}
    )
    for person in party.everybody:
        if person.id in party.deleted and person.id not in game.users:
            continue  # their changes no longer belong to anyone
        if party.told[person.id, "delete"]:
            yield f"{person.name} was told that everything is deleted, and holds a seat"
        tried = Counter({what: n for (who, what), n in party.tried.items() if who == person.id})
        told = Counter({what: n for (who, what), n in party.told.items() if who == person.id})
        own = [each for each in game.changes if each.user == person.id]
        stored = Counter(each.what for each in own)
        seats = {each.seat for each in own}
        if len(seats) > 1:
            yield f"{person.name} has held two seats: {own}"
        taken = sum(each.what == "substitute" and each.seat in seats for each in game.changes)
        votes = sum(agreed[seat] for seat in seats)
        for what, least, most in (
            ("left", told["leave"], tried["leave"] + taken),
            ("stand_in", min(told["away"], 1), tried["away"] + votes),
            ("back", told["back"], tried["back"] + tried["take"]),
            ("substitute", 0, tried["take"]),
        ):
            if not least <= stored[what] <= most:
                yield f"{person.name} {what}: {stored[what]} of {least} to {most}: {own}"
        if told["take"] > stored["substitute"] + stored["back"]:
            yield f"{person.name} has taken a seat {told['take']} times: {own}"
    for kind in ("end", "pause"):
        proposed = sum(n for (each, _, _), n in game.proposals.items() if each == kind)
        least, most = (
            sum(n for (_, what), n in each.items() if what == kind)
            for each in (party.told, party.tried)
        )
        if not least <= proposed <= most:
            yield f"{kind} is proposed {proposed} times, of {least} to {most}"


def pauses(game: StoredGame) -> int:
    """How many pauses were agreed to."""
    return sum(
        n for (kind, _, how), n in game.proposals.items() if (kind, how) == ("pause", "agreed")
    )


def ends_of_pauses(sights: Iterable[Sight], channel: int) -> list[str]:
    """What was posted in a channel about someone who ends a pause."""
    posted = (each for each in sights if each.channel == channel and each.kind == "posted")
    return [each.message.words for each in posted if PAUSE_OVER in each.message.words]


_AWAY: Final = ("stand_in", "agreed")
