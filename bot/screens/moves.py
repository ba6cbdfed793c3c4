"""The clicks in the private panel: choosing, playing and undoing, and what they did."""

from __future__ import annotations

from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client
from bot.interactions.message import Message
from bot.interactions.replies import Acknowledge
from bot.screens import blocked, confirmation, journal, limit_choice, narrowing, panel
from bot.screens.journal import sentences
from bot.screens.names import undo_entry
from bot.screens.narrowing import Path, step
from bot.screens.panel_state import Since
from bot.store.rows import CLOSED
from bot.tables.core.refusals import GameEnded, NoSeatHere, NotYourMove, Stale, UnknownChoice
from bot.tables.core.table import Table, names_of
from bot.tables.orders.early_answers import asked_early
from bot.tables.play.games import Played
from render.words import Words
from rules.contract import Decision, Seat

# -- what happened -----------------------------------------------------------------


def stale_text(table: Table, seat: Seat, words: Words) -> str:
    """What to say first after a click on a button from an earlier moment."""
    return words("panel.stale" if table.decision(seat) else "panel.stale.nothing")


def result_text(bot: Client, played: Played, seat: Seat, words: Words) -> str:
    """What an action did, as its seat may know it."""
    table = played.table
    lines = sentences(
        table.events(played.since, seat), bot.presentation(table), table.scene(seat), words
    )
    return "\n".join(lines)


def undone_text(bot: Client, played: Played, seat: Seat, words: Words) -> str:
    """What was undone, as its seat may know it."""
    table = played.table
    if table.journal is None:
        return words("undo.done")
    past = table.journal.at(played.since)
    gone = [number for number in past.line if number not in table.journal.line]
    undone = [event for number in gone for event in past.told(number, seat)]
    lines = sentences(undone, bot.presentation(table), table.scene(seat), words)
    return "\n".join((words("undo.done.what"), *(f"- {line}" for line in lines)))


def seat_of(table: Table, user: int) -> Seat:
    """The seat of the person who clicked; raises `NoSeatHere` if they have none."""
    seat = table.seat_of(user)
    if seat is None:
        raise NoSeatHere(names_of(table.humans))
    return seat


# -- clicks ------------------------------------------------------------------------


async def _on_move(click: Click) -> None:
    """Refresh: the panel as it is now."""
    table = await click.table()
    seat = seat_of(table, click.user)
    await click.show(await panel.message(click.bot, table, seat, click.words))


async def _on_opened(click: Click) -> None:
    """Your move: open a panel, and show a list again that the same table has replaced."""
    await _on_move(click)
    await click.bot.open_lists.go_back(click.user, click.game)


async def _on_called(click: Click) -> None:
    """Your move or Set my bids, on a call in the channel: show the called person's panel.

    Others, and the called person once they have moved, are told what happened.
    """
    table = await click.visible_table()
    seat, words = table.seat_of(click.user), click.words
    asked = seat is not None and (table.decision(seat) or asked_early(table, seat))
    if seat is None or not asked:
        await click.show(await journal.message(click.bot, table, seat, words, click.user))
        return
    await click.show(await panel.message(click.bot, table, seat, words))
    await click.bot.open_lists.go_back(click.user, click.game)


async def _on_pick(click: Click) -> None:
    """A choice: plays it if it is complete, otherwise goes on to the next step."""
    spelled = click.values[0] if click.values else ".".join(click.args[2:3])
    table, seat, decision = await clicked_on(click)
    if decision is None:
        await _show(click, table, seat, stale_text(table, seat, click.words), ())
        return
    if decision.find(spelled) is None:
        if not step(decision.options + decision.asides, narrowing.parsed(spelled)):
            raise UnknownChoice
        await _show(click, table, seat, "", narrowing.parsed(spelled))
        return
    asked = confirmation.message(click.bot, table, seat, spelled, click.words)
    asked = asked or limit_choice.to_open(click.bot, table, seat, spelled, click.words)
    if asked is not None:
        await click.show(asked)
        return
    await play(click, seat, spelled)


async def _on_apart(click: Click) -> None:
    """Show the panel in which the person decides separately on what would go along."""
    table, seat, decision = await clicked_on(click)
    head = "" if decision else stale_text(table, seat, click.words)
    apart = decision is not None
    await click.show(
        await panel.message(click.bot, table, seat, click.words, head=head, apart=apart)
    )


async def _on_pick_apart(click: Click) -> None:
    """A choice: plays it; the person decides separately on what would go along with it."""
    spelled = click.values[0] if click.values else ".".join(click.args[2:3])
    table, seat, decision = await clicked_on(click)
    if decision is None:
        await _show(click, table, seat, stale_text(table, seat, click.words), ())
        return
    await play(click, seat, spelled, apart=True)


async def _on_best_place(click: Click) -> None:
    """Best place: `best_place:<game>:<seat>:<arose>:<action>`; it counts as advice."""
    table, seat, decision = await clicked_on(click)
    if decision is not None:
        await click.bot.advice.mark(table.game.id, click.user, seat, click.number(1))
    await _on_sure(click)


async def _on_sure(click: Click) -> None:
    """Yes: plays a choice after its confirmation."""
    table, seat, decision = await clicked_on(click)
    spelled = ".".join(click.args[2:3])
    if decision is None:
        await _show(click, table, seat, stale_text(table, seat, click.words), ())
        return
    if decision.find(spelled) is None:
        raise UnknownChoice
    await play(click, seat, spelled)


async def play(click: Click, seat: Seat, spelled: str, *, apart: bool = False) -> None:
    """Play a complete choice, and show what it did and what follows."""
    try:
        played = await click.bot.games.play(
            click.game, click.user, seat, click.number(1), spelled, apart=apart
        )
    except Stale:
        table = await click.table()
        await _show(click, table, seat, stale_text(table, seat, click.words), ())
        return
    said = await click.bot.said(click.words, played.table, click.user)
    since = Since(result_text(click.bot, played, seat, said))
    await click.show(
        await panel.message(click.bot, played.table, seat, click.words, since=since)
    )


async def _on_step(click: Click) -> None:
    """Back, and the pages of a step."""
    table, seat, decision = await clicked_on(click)
    if decision is None:
        await _show(click, table, seat, stale_text(table, seat, click.words), ())
        return
    path = narrowing.parsed(".".join(click.args[3:4]))
    await _show(click, table, seat, "", path, click.number(2))


async def _on_why(click: Click) -> None:
    """Why can't I: what is impossible, and why."""
    table, seat, decision = await clicked_on(click)
    if decision is None or table.journal is None:
        await _show(click, table, seat, stale_text(table, seat, click.words), ())
        return
    back = button("fresh", click.game, label=click.words("panel.button.back"))
    await click.show(blocked.message(click.bot, table, seat, click.words, back))


async def _on_more(click: Click) -> None:
    """⋯: `more:<game>:<seat>:<arose>`."""
    table, seat, decision = await clicked_on(click)
    if decision is None:
        await _show(click, table, seat, stale_text(table, seat, click.words), ())
        return
    await click.show(await panel.more(click.bot, table, seat, decision, click.words))


async def _on_undo(click: Click) -> None:
    """Undo, in the panel: `panel_undo:<game>:<entry>`."""
    await click.show(await take_back(click))


async def take_back(click: Click) -> Message:
    """Undo the action that a button names; returns what was undone, over a fresh panel.

    A button that names another action, or none (as in 0.1.0), undoes nothing: otherwise a
    second press would undo another action.

    Raises:
        NoSuchGame: the game is unknown.
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NoSeatHere: the person has no seat here.
        StandInPlays: a computer player plays for the person.
        NothingToTakeBack: the person has no action that can be undone.
    """
    bot, words = click.bot, click.words
    # No journal has an entry 0: it stands for the action that such a button does not name.
    entry = click.number(0) if click.args else 0
    try:
        played = await bot.games.take_back(click.game, click.user, entry)
    except Stale:
        table = await click.table()
        seat = seat_of(table, click.user)
        stands = table.journal is not None and entry in table.journal.line
        late = stands and undo_entry(table, seat) != entry
        head = words("undo.late") if late else stale_text(table, seat, words)
        return await panel.message(bot, table, seat, words, head=head)
    table, seat = played.table, seat_of(played.table, click.user)
    said = await bot.said(words, table, click.user)
    since = Since(undone_text(bot, played, seat, said))
    return await panel.message(bot, table, seat, words, since=since)


async def clicked_on(click: Click) -> tuple[Table, Seat, Decision | None]:
    """The person's table and seat, and the decision clicked on if it is still pending.

    Raises:
        NoSuchGame: the game is unknown.
        NoSeatHere: the person has no seat here.
        NotYourMove: others must decide.
        GameEnded: the game has ended.
        UnknownChoice: there is no such choice.
    """
    table = await click.table()
    seat = seat_of(table, click.user)
    if seat != click.number(0):
        raise NotYourMove(names_of(table.deciding))
    if table.game.status in CLOSED:
        raise GameEnded
    same = table.arose(seat) == click.number(1)
    return table, seat, table.decision(seat) if same else None


async def _show(
    click: Click, table: Table, seat: Seat, head: str, path: Path, page: int = 0
) -> None:
    shown = await panel.message(
        click.bot, table, seat, click.words, head=head, path=path, page=page
    )
    await click.show(shown)


def register(clicks: ClickRouter) -> None:
    """Register the buttons of the panel, and **Your move**."""
    clicks.on("move", _on_opened, Acknowledge.PRIVATE)
    clicks.on("called", _on_called, Acknowledge.PRIVATE)
    clicks.on("fresh", _on_move)
    clicks.on("pick", _on_pick)
    clicks.on("apart", _on_apart)
    clicks.on("best_place", _on_best_place)
    clicks.on("pick_apart", _on_pick_apart)
    clicks.on("sure", _on_sure)
    clicks.on("step", _on_step)
    clicks.on("why", _on_why)
    clicks.on("more", _on_more)
    clicks.on("panel_undo", _on_undo)
