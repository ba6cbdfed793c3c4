"""Votes as people see them: who is asked, what is shown at each step, who may press."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store.rows import ProposalKind
from bot.tables.core.draft import Draft
from bot.tables.core.moment import Moment
from bot.tables.core.table import Table
from bot.tables.seating import proposals
from render.people import with_shape
from render.words import Words
from tests.bot.client_message import Message
from tests.bot.driver import Player, Pooled, World
from tests.bot.running_game import three

NAMES = ("Ada", "Bruno", "Chiara")


def shaped(name: str) -> str:
    """A name as messages show it: people sit in this order."""
    return with_shape(NAMES.index(name), name, Words("en"))


SAID: dict[ProposalKind, str] = {
    "end": "{name} proposes to end the game without a winner.",
    "pause": "{name} proposes a pause until <t:2000000000:f>",
    "stand_in": "{name}. Keep waiting, or let a computer player play until they are back?",
}
"""What the table message says of each kind of vote about who is there; for the others, see
`test_absent_holders` and `test_undo`."""

LABELS: dict[ProposalKind, tuple[str, str]] = {
    "end": ("Agree", "No"),
    "pause": ("Agree", "No"),
    "stand_in": ("Let a computer player in", "Wait"),
}
BECOMES: dict[ProposalKind, str] = {
    "end": "The table agreed to end this game, without a winner. Agreed: ",
    "pause": "Paused until <t:2000000000:f>",
    "stand_in": "is away: a computer player has this seat",
}
"""What people read somewhere in the channel once it is agreed to."""

REFUSED: dict[ProposalKind, str] = {
    "end": "Not everyone agreed, so the game goes on.",
    "pause": "Not everyone agreed, so there is no pause.",
}
"""What people read after a no, where the kind is named."""

kinds = pytest.mark.parametrize("kind", sorted(SAID))


async def ask(world: World, kind: ProposalKind) -> tuple[Table, Player, list[Player]]:
    """A vote is open; the table, the person it is about or from, and the others."""
    here = await world.bot.games.in_channel(world.channel.id)
    assert here is not None
    seat = here.deciding[0].seat
    value = "2e9" if kind == "pause" else ""

    def asking(now: Table, moment: Moment) -> Draft:
        return proposals.opened(now, kind, seat, value, moment)

    table = await world.bot.proposals.ask(here.game.id, asking)
    await world.bot.delivery.join()
    await world.look()
    concerned = world[table.seats[seat].name]
    return table, concerned, [world[name] for name in NAMES if name != concerned.name]


def live(message: Message) -> list[str]:
    """The buttons of votes that can be pressed."""
    ids = (str(part.get("custom_id")) for part in message.parts if not part.get("disabled"))
    return [each for each in ids if ":answer:" in each or ":withdraw:" in each]


def answer(player: Player) -> str:
    """The newest private answer, wherever the question was asked."""
    return [message.text for message in player.messages if message.passing][-1]


def called(player: Player) -> list[Message]:
    return [each for each in player.calls if "The table needs your answer" in each.text]


async def bystanders_are_refused(world: World, concerned: Player, yes: str) -> None:
    """Neither the person it is about nor a person without a seat can press."""
    before = world.board.text
    await concerned.click(yes, world.board)
    assert concerned.panel.text == "That question is for others."
    await world["Dmitri"].click(yes, world.board)
    assert (
        "no seat at this table" in world["Dmitri"].panel.text
        or "not play" in world["Dmitri"].panel.text
    )
    assert world.board.text == before


@kinds
async def test_who_is_asked_sees_it_on_the_table_and_in_one_call(
    tmp_path: Path, workers: Pooled, kind: ProposalKind
) -> None:
    async with three(tmp_path, workers) as world:
        _, concerned, others = await ask(world, kind)
        said = SAID[kind].format(name=concerned.name)
        assert said in world.board.text
        names = [shaped(name) for name in NAMES if name != concerned.name]
        assert f"Still to answer: {' and '.join(names)}" in world.board.text or (
            f"Still to answer: {' and '.join(reversed(names))}" in world.board.text
        )
        yes, no = LABELS[kind]
        assert {yes, no} <= set(world.board.buttons)
        assert ("Withdraw" in world.board.buttons) == (kind in {"end", "pause"})
        for player in others:
            (call,) = called(player)
            assert said in call.text
            assert {yes, no} <= set(call.buttons)
            assert "Withdraw" not in call.buttons
        assert not called(concerned)
        assert not called(world["Dmitri"])
        await bystanders_are_refused(world, concerned, yes)


@kinds
async def test_each_answer_is_told_and_the_last_one_decides(
    tmp_path: Path, workers: Pooled, kind: ProposalKind
) -> None:
    async with three(tmp_path, workers) as world:
        table, concerned, (first, second) = await ask(world, kind)
        yes, _ = LABELS[kind]
        await first.click(yes, world.board)
        assert first.panel.text == (
            "Your answer counts. You can change it until everyone has answered."
        )
        assert f"Still to answer: {shaped(second.name)}" in world.board.text
        assert not called(first), "who has answered is called no more"
        await second.click(yes, called(second)[0])
        assert answer(second) == "Your answer has decided it."
        read = "\n".join(message.text for message in world.public)
        assert BECOMES[kind] in read
        after = await world.bot.games.table(table.game.id)
        assert after.proposals[-1].ended == "agreed"
        nothing_is_live(world, concerned, first, second)


@kinds
async def test_one_may_change_ones_mind_and_a_no_ends_it(
    tmp_path: Path, workers: Pooled, kind: ProposalKind
) -> None:
    async with three(tmp_path, workers) as world:
        table, concerned, (first, second) = await ask(world, kind)
        yes, no = LABELS[kind]
        await first.click(yes, world.board)
        old = world.board
        await first.click(no, world.board)
        assert first.panel.text == "Your answer has decided it."
        assert REFUSED.get(kind, "The proposal was refused.") in world.board.text
        after = await world.bot.games.table(table.game.id)
        assert after.proposals[-1].ended == "refused"
        assert after.game.status == "playing"
        assert [row.sits for row in after.seats] == [row.sits for row in table.seats]
        nothing_is_live(world, concerned, first, second)
        await second.forge("Your move", live(old)[0])
        assert second.panel.text == "That question is closed."


@pytest.mark.parametrize("forged", ["maybe", "no:no", ""])
async def test_an_answer_that_is_neither_yes_nor_no_is_none(
    tmp_path: Path, workers: Pooled, forged: str
) -> None:
    async with three(tmp_path, workers) as world:
        table, _, (first, _) = await ask(world, "end")
        number = table.proposals[-1].number
        await first.forge("Agree", f"m1:answer:1:{number}:{forged}")
        assert first.panel.text == world.words("refuse.unknown_button")
        (proposal,) = (await world.bot.games.table(1)).proposals
        assert (proposal.answers, proposal.ended) == ((), None)


@pytest.mark.parametrize("kind", ["end", "pause"])
async def test_who_asks_withdraws_and_nobody_else(
    tmp_path: Path, workers: Pooled, kind: ProposalKind
) -> None:
    async with three(tmp_path, workers) as world:
        _, concerned, (first, second) = await ask(world, kind)
        await first.click("Withdraw", world.board)
        assert first.panel.text == "That question is for others."
        await concerned.click("Withdraw", world.board)
        assert concerned.panel.text == "Withdrawn."
        assert "The proposal was withdrawn." in world.board.text
        nothing_is_live(world, concerned, first, second)


async def test_votes_that_stand_together_have_buttons_of_their_own(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        for kind in ("end", "pause", "stand_in"):
            await ask(world, kind)
        answers = [each for each in live(world.board) if ":answer:" in each]
        assert sorted(each.split(":")[3] for each in answers) == ["1", "1", "2", "2", "3", "3"]
        assert len(set(answers)) == 6


async def test_a_vote_stands_after_a_restart_and_calls_nobody_again(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        table, concerned, (first, second) = await ask(world, "pause")
        await first.click("Agree", world.board)
        before, calls = world.board.text, [called(each) for each in (concerned, first, second)]
        await world.restart()
        assert world.board.text == before
        assert [called(each) for each in (concerned, first, second)] == calls
        await second.click("Agree", called(second)[0])
        assert BECOMES["pause"] in world.board.text
        after = await world.bot.games.table(table.game.id)
        assert [each.ended for each in after.proposals] == ["agreed"]
        nothing_is_live(world, concerned, first, second)


async def test_who_took_a_seat_just_now_is_asked_before_the_game_ends(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada, bruno, chiara, dmitri = (world[name] for name in (*NAMES, "Dmitri"))
        await bruno.slash("seat")
        await bruno.click("Leave for good", bruno.panel)
        await bruno.click("Leave for good", bruno.panel)
        await dmitri.click("Take the seat", world.board)
        await chiara.slash("seat")
        await chiara.click("Take a break: a computer plays for me", chiara.panel)
        await ada.slash("seat")
        await ada.click("Propose to end the game", ada.panel)
        assert ada.panel.text.startswith("I have asked the others.")
        here = await world.bot.games.in_channel(world.channel.id)
        assert here is not None
        assert here.game.status == "playing"
        await dmitri.click("Agree", world.board)
        await chiara.click("Agree", called(chiara)[0])  # a person who is away has a say as well
        assert any(BECOMES["end"] in message.text for message in world.public)


def nothing_is_live(world: World, *players: Player) -> None:
    """No button of a vote can be pressed anywhere, and no call for an answer is left."""
    for message in world.messages:
        assert not live(message), message
    for player in players:
        assert not called(player)
