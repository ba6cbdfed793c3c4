"""What people see of seats: `/seat`, direct messages, the table message, the journal."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from bot.delivery import messages
from bot.interactions.members import Members
from bot.screens.seat import check_guest
from bot.store.out import Hand
from bot.store.rows import CallRow, Due
from bot.tables.core.draft import Draft
from bot.tables.core.refusals import NotInvited, SeatTaken
from bot.tables.core.table import Table
from render.words import Words
from tests.bot.client_message import Message
from tests.bot.driver import Player, Pooled, World, table
from tests.bot.running_game import opener, three
from tests.bot.services import ANN, EVE, services

INVITE = "Invite a substitute: {}"


async def _here(world: World) -> Table:
    here = await world.bot.games.in_channel(world.channel.id)
    assert here is not None
    return here


async def _leave(player: Player) -> None:
    await player.slash("seat")
    await player.click("Leave for good", player.panel)
    await player.click("Leave for good", player.panel)


async def test_away_and_back(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        here = await _here(world)
        waiting = world[next(r.name for r in here.seats if r not in here.deciding)]
        await waiting.slash("seat")
        await waiting.click("Take a break: a computer plays for me", waiting.panel)
        assert waiting.panel.text.startswith("A computer player is playing for you now.")
        assert "A computer player is standing in for you" in waiting.hand.text
        assert "I’m back" in waiting.hand.buttons
        assert "Your move" not in waiting.hand.buttons
        assert (
            f"{waiting.name} is away: a computer player has this seat (normal)."
            in world.board.text
        )
        others = [p for p in world.players.values() if p is not waiting]
        assert not any(waiting.id in m.pinged for m in world.public)
        await others[0].slash("journal")
        assert f"{waiting.name} is away" in others[0].panel.text
        await waiting.click("Your move", world.board)
        assert waiting.panel.buttons == ("I’m back", "Refresh", "Symbols")
        picture = waiting.hand.text
        await waiting.click("I’m back", waiting.hand)
        assert waiting.hand.text != picture
        assert "Your move" in waiting.hand.buttons
        assert waiting.direct[-1].text.startswith("Welcome back. You are playing again.")


async def test_who_is_away_is_not_called(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        here = await _here(world)
        mover = world[here.deciding[0].name]
        assert mover.calls
        await mover.slash("seat")
        await mover.click("Take a break: a computer plays for me", mover.panel)
        assert all("Your move" not in call.buttons for call in mover.calls)
        here = await _here(world)
        assert here.last_move(here.seat_of(mover.id) or 0) > (here.seats_changed or 0)


async def test_who_left_sees_the_hand_no_more(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        ada, bruno = world["Ada"], world["Bruno"]
        before, hand = ada.hand.text, ada.hand.id
        await ada.slash("seat")
        await ada.click("Leave for good", ada.panel)
        assert "Leave this game for good?" in ada.panel.text
        await ada.click("Leave for good", ada.panel)
        left = next(m for m in ada.direct if m.id == hand)
        assert left.text.startswith("Your seat in The Princes of Florence is no longer yours")
        assert left.text not in before
        assert not left.buttons
        assert not left.alts
        assert not any("Your move" in m.buttons for m in ada.direct)
        await ada.slash("hand")
        assert ada.panel.text == "You are not playing here, so you have no hand to see." or (
            "hand" in ada.panel.text and not ada.panel.alts
        )
        notice = next(
            m for m in world.public if "has left" in m.text and "Take the seat" in m.buttons
        )
        assert notice.silent
        assert "The seat of ● Ada is free" in world.board.text
        await bruno.slash("journal")
        assert "● Ada has left the game for good." in bruno.panel.text


async def test_a_substitute_gets_the_hand_after_taking_the_seat(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada, dmitri = world["Ada"], world["Dmitri"]
        await ada.slash("seat")
        await ada.pick(INVITE.format("Ada"), dmitri)
        assert ada.panel.text.startswith("The invitation is sent.")
        notice = next(m for m in world.public if "No" in m.buttons)
        assert f"<@{dmitri.id}>" in notice.text
        assert "Ada invites you to take over in" in notice.text
        assert notice.silent
        assert notice.pinged == {dmitri.id}
        assert not dmitri.direct, "they have never played here"
        await world["Bruno"].click("Take the seat", notice)
        assert "Someone" not in world["Bruno"].panel.text
        assert (await _here(world)).seats[0].user == ada.id
        await dmitri.slash("hand")
        assert not dmitri.panel.alts
        hand = ada.hand.alts
        await dmitri.click("Take the seat", notice)
        assert dmitri.panel.text.startswith("The seat is yours.")
        assert dmitri.hand.alts == hand
        assert "has begun: " not in dmitri.hand.text
        acted = "● Ada gives back a Profession card."
        taken = "● Dmitri takes the seat of ● Ada."
        assert taken in world.board.text
        await opener(world).click("Builder", world.board)
        await ada.slash("journal")
        told = ada.panel.text
        over = "● Ada hands over their seat."
        assert told.index(acted) < told.index(over) < told.index(taken)
        assert told.index(taken) < told.index("opens the auction")
        assert "Take the seat" not in {label for m in world.public for label in m.buttons}


@pytest.mark.parametrize("what", ["hand", "call"])
async def test_who_leaves_a_seat_while_they_are_sent_something_keeps_nothing_of_it(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    async with three(tmp_path, workers) as world:
        ada, dmitri = world["Ada"], world["Dmitri"]
        seat = (await _here(world)).seat_of(ada.id)
        assert seat is not None
        await world.bot.seats.invite(1, ada.id, dmitri.id, seat)
        send, sent = messages.send, list[discord.Message]()

        async def send_late(channel: Any, nonce: str, message: Any) -> discord.Message:
            posted = await send(channel, nonce, message)
            if posted.channel.id == ada.member.user.dm_channel.id and not sent:
                sent.append(posted)
                await world.bot.seats.take(1, dmitri.id, "Dmitri", seat)
            return posted

        with monkeypatch.context() as late:
            late.setattr(messages, "send", send_late)
            if what == "hand":
                await world.bot.messages.set_dm(1, seat, ada.member.user.dm_channel.id, None)
            else:
                called = (await _here(world)).seats[seat].call or CallRow(entry=0)
                await world.bot.messages.set_call(
                    1, seat, replace(called, entry=0, message=None)
                )
            await world.bot.games._change(1, lambda now: Draft(now, (Hand(seat),)))
            await world.bot.delivery.join()
            await world.bot.delivery.join()
        await world.look()
        (mine,) = [m for m in ada.direct if m.id == sent[0].id]
        assert mine.text.startswith("Your seat in The Princes of Florence is no longer yours")
        row = (await _here(world)).seats[seat]
        assert row.user == dmitri.id
        assert {row.dm_channel, row.call and row.call.channel} == {
            dmitri.member.user.dm_channel.id
        }
        assert dmitri.hand.id == row.dm_message


async def test_who_takes_a_seat_keeps_their_direct_messages_open(path: Path) -> None:
    """The news that the person before them accepts none comes a moment later."""
    async with services(path) as here:
        await here.at_auction()
        await here.seats.leave(1, ANN)
        await here.seats.take(1, EVE, "Eve", 0)
        await here.messages.close_dms(1, 0, to=ANN)
        assert (await here.games.table(1)).seats[0].hands == "dm"
        await here.messages.close_dms(1, 0, to=EVE)
        assert (await here.games.table(1)).seats[0].hands == "button"


async def test_somebody_is_invited_by_their_menu(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        ada, bruno, dmitri = (world[name] for name in ("Ada", "Bruno", "Dmitri"))
        await _leave(bruno)
        await ada.member.context_menu(world.channel, "Invite to a table", target=dmitri.member)
        await world.look()
        assert ada.panel.text.startswith("The invitation is sent.")
        notice = next(m for m in world.public if "No" in m.buttons)
        assert "● Ada invites you to take the seat of ■ Bruno" in notice.text
        await dmitri.click("Take the seat", notice)
        assert (await _here(world)).seat_of(dmitri.id) == 1


@pytest.mark.parametrize("hidden", [True, False])
async def test_only_who_sees_the_tables_channel_is_invited_from_another(
    tmp_path: Path, workers: Pooled, hidden: bool
) -> None:
    async with three(tmp_path, workers) as world:
        ada, dmitri = world["Ada"], world["Dmitri"]
        elsewhere = world.guild.create_text_channel("elsewhere")
        channel = world.bot.get_channel(world.channel.id)
        assert isinstance(channel, discord.TextChannel)
        member = await channel.guild.fetch_member(dmitri.id)
        overwrite = discord.PermissionOverwrite(view_channel=not hidden)
        await channel.set_permissions(member, overwrite=overwrite)
        await world.env.settle()
        await ada.member.context_menu(elsewhere, "Invite to a table", target=dmitri.member)
        await world.look()
        invited = [row.invited for row in (await _here(world)).seats]
        assert invited == [None if hidden else dmitri.id, None, None]


async def test_no_to_an_invitation_changes_nothing(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        ada, dmitri = world["Ada"], world["Dmitri"]
        await _invited(world)
        await dmitri.click("No")
        assert dmitri.panel.text == "You said no. Nothing has changed."
        assert (await _here(world)).seats[0].user == ada.id


async def _invited(world: World) -> Message:
    """Ada has invited Dmitri to her seat: the channel's message that says so."""
    ada, dmitri = world["Ada"], world["Dmitri"]
    await ada.slash("seat")
    await ada.pick(INVITE.format("Ada"), dmitri)
    return next(m for m in world.public if "Take the seat" in m.buttons)


def _offers(world: World) -> list[Message]:
    """The messages on which someone can take a seat."""
    return [m for m in world.messages if not m.passing and "Take the seat" in m.buttons]


async def _taken(world: World) -> None:
    await world["Dmitri"].click("Take the seat")


async def _refused(world: World) -> None:
    await world["Dmitri"].click("No")


async def _expired(world: World) -> None:
    """The invitation's due time has come."""
    here = await _here(world)
    answer = await world.bot.dues._handlers["invitation"](here, Due("invitation", 0.0, 0))
    assert answer.draft is not None
    await world.bot.games._cache.change(here.game.id, lambda _: answer.draft or Draft(here))
    await world.bot.delivery.join()
    await world.look()


async def _over(world: World) -> None:
    await world.bot.games.end((await _here(world)).game.id)
    await world.bot.delivery.join()
    await world.look()


async def _deleted(world: World) -> None:
    await world.bot.privacy.delete(world["Dmitri"].id)
    await world.bot.delivery.join()
    await world.look()


@pytest.mark.parametrize("ends", [_taken, _refused, _expired, _over, _deleted])
async def test_an_invitation_that_has_ended_has_no_buttons(
    tmp_path: Path, workers: Pooled, ends: Callable[[World], Awaitable[None]]
) -> None:
    async with three(tmp_path, workers) as world:
        notice = await _invited(world)
        assert _offers(world)
        await ends(world)
        assert not _offers(world)
        (now,) = (m for m in world.messages if m.id == notice.id)
        assert now.text.startswith("The invitation to the seat of ● Ada in ")
        assert not now.buttons
        assert now.silent
        rows = await world.bot.store.offers.of_seat(1, 0, "invited")
        assert rows == (), "nothing of it is kept"


async def test_an_invitation_by_direct_message_ends_there_as_well(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada, bruno, dmitri = (world[name] for name in ("Ada", "Bruno", "Dmitri"))
        await _leave(bruno)
        await dmitri.click("Take the seat", world.board)
        await bruno.slash("seat")
        await world.bot.games.end((await _here(world)).game.id)
        await world.bot.delivery.join()
        await dmitri.slash("play", game="florence")
        for name in ("Chiara", "Bruno"):
            await world[name].click("Join")
        await dmitri.click("Start")
        await dmitri.slash("seat")
        await dmitri.pick(INVITE.format("Dmitri"), ada)
        asked = next(m for m in ada.direct if "Take the seat" in m.buttons)
        await ada.click("No", asked)
        assert not _offers(world)
        (now,) = (m for m in ada.direct if m.id == asked.id)
        # The seats were shuffled.
        assert re.match("The invitation to the seat of [●■▲] Dmitri in ", now.text)


async def test_a_seat_that_is_not_open_any_more_is_offered_nowhere(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        await _leave(world["Ada"])
        assert len(_offers(world)) == 2, "the board and the notice"
        await world["Dmitri"].click("Take the seat", world.board)
        assert not _offers(world)
        assert any(m.text.startswith("The seat of ● Ada in ") for m in world.public)


async def test_an_invitation_that_ended_before_it_was_posted_is_not_posted(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada, dmitri = world["Ada"], world["Dmitri"]
        here = await _here(world)
        with world.unsent():
            await world.bot.seats.invite(here.game.id, ada.id, dmitri.id, 0)
            await world.bot.seats.decline(here.game.id, dmitri.id, 0)
        world.bot.delivery.wake(here.game.id)
        await world.bot.delivery.join()
        await world.look()
        assert not any("invit" in m.text for m in world.public)


async def test_an_open_seat_is_taken_from_the_table_message(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        await _leave(world["Ada"])
        dmitri = world["Dmitri"]
        await dmitri.slash("seat")
        assert "The seat of ● Ada is free" in dmitri.panel.text
        await dmitri.click("Take the seat", world.board)
        assert dmitri.hand.alts
        assert "Take the seat" not in world.board.buttons


async def test_who_does_not_see_a_table_takes_no_seat_at_it(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        await _leave(world["Ada"])
        dmitri = world["Dmitri"]
        world.channel = world.guild.create_text_channel("elsewhere")
        await dmitri.slash("help")
        rules = dmitri.panel.buttons[0]
        await dmitri.forge(rules, "m1:seat_take:1:0")
        assert dmitri.panel.text == Words("en")(SeatTaken.id)
        assert (await world.bot.games.table(1)).seats[0].open_until is not None


async def test_several_open_seats_are_told_apart(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        dmitri, both = world["Dmitri"], {"Take the seat: Ada", "Take the seat: Bruno"}
        for name in ("Ada", "Bruno"):
            await _leave(world[name])
        await dmitri.slash("seat")
        assert set(dmitri.panel.buttons) == both
        assert both < set(world.board.buttons)
        await dmitri.click("Take the seat: Bruno", world.board)
        assert (await _here(world)).seat_of(dmitri.id) == 1
        assert "Take the seat" in world.board.buttons, "there is one: its name is above"


async def test_who_concedes_is_asked_once_more(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno") as world:
        ada, bruno = world["Ada"], world["Bruno"]
        await ada.slash("play", game="lacrimosa")
        await bruno.click("Join")
        await ada.click("Start")
        await ada.slash("seat")
        await ada.click("Concede", ada.panel)
        assert (await _here(world)).game.status == "playing"
        await ada.click("Concede", ada.panel)
        assert "■ Bruno wins: ● Ada concedes" in world.board.text
        assert "Rematch" in world.board.buttons
        assert any("■ Bruno wins: ● Ada concedes" in call.text for call in bruno.calls)


@pytest.mark.parametrize(
    "resolved",
    [
        {"users": {"7": {"bot": True}}, "members": {"7": {"permissions": str(1 << 10)}}},
        {"users": {"7": {}}, "members": {"7": {"permissions": "0"}}},
        {"users": {"7": {}}},
        {},
    ],
)
def test_bots_strangers_and_who_cannot_see_the_channel_are_not_invited(
    resolved: dict[str, Any],
) -> None:
    with pytest.raises(NotInvited):
        check_guest({"resolved": resolved}, 7)


def test_who_can_see_the_channel_is_invited() -> None:
    member = {"permissions": str(1 << 10)}
    check_guest({"resolved": {"users": {"7": {}}, "members": {"7": member}}}, 7)


async def test_a_host_bars_somebody_and_decides_about_seats(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno") as world:
        manages = discord.Permissions(manage_guild=True)
        role = world.guild.create_role("host", permissions=manages)
        hanna = world.add("Hanna", roles=[role])
        await hanna.slash("host bar", person=world["Bruno"].member)
        assert hanna.panel.text.startswith("Bruno can no longer join tables")
        await world["Ada"].slash("play", game="florence")
        await world["Bruno"].click("Join")
        assert world["Bruno"].panel.text == "You can’t join this table."
        await hanna.slash("host bar", person=world["Bruno"].member)
        await world["Bruno"].click("Join")
        assert (await _here(world)).seat_of(world["Bruno"].id) == 1
        await hanna.slash("host seat")
        assert hanna.panel.text.startswith("There is no seat here")


async def test_settings_bar_people_from_ones_own_tables(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno") as world:
        ada, bruno = world["Ada"], world["Bruno"]
        await ada.slash("settings")
        await ada.pick("People who can’t join my tables", bruno)
        assert ada.panel.text.startswith("1 player can’t join")
        await ada.slash("play", game="florence")
        await bruno.click("Join")
        assert bruno.panel.text == "You can’t join this table."
        await ada.slash("settings")
        await ada.pick("People who can’t join my tables", ada)
        assert await world.bot.store.bars.of_person(ada.id) == ()


def _answer(status: int, code: int) -> discord.HTTPException:
    """What discord.py raises for an answer from Discord."""
    response: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(response, {"code": code, "message": ""})


@pytest.mark.parametrize(
    ("error", "gone"),
    [
        (_answer(404, 10007), True),
        (_answer(404, 10013), False),
        (_answer(404, 10004), False),
        (_answer(403, 50007), False),
        (_answer(403, 50001), False),
        (OSError(), False),
        (None, False),
    ],
)
async def test_only_an_unknown_member_is_gone(error: Exception | None, gone: bool) -> None:
    async def get_member(guild: int, user: int) -> object:
        if error is not None:
            raise error
        return guild, user

    client: Any = SimpleNamespace(http=SimpleNamespace(get_member=get_member))
    assert await Members(client).gone(1, 2) is gone
