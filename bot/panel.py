"""The private panel: from a decision to one complete action, step by step."""

from __future__ import annotations

from typing import Any, Final

import discord
import msgspec

from bot import answers
from bot.answers import Acknowledge, Row, Shown, composed, written
from bot.chronicle import sentences
from bot.clicks import Click, Clicks, Option, button, select
from bot.house import House
from bot.narrowing import Branch, Path, before, first_step, parsed, path_of, step
from bot.notices import Foreign, GameEnded, NotYourMove, Stale, UnknownChoice
from bot.seating import can_take_back, waiting
from bot.table import AnyJournal, Table
from bot.tables import Played
from render.presentation import Picture, Presentation
from render.words import Words
from rules.table import Action, Decision, Seat

MOST_BUTTONS: Final = 10
"""Up to so many choices stand as buttons, more in a select."""

MOST_OPTIONS: Final = 25
"""Discord's limit of a select's options; more choices make pages."""

_ROW: Final = 5
_SAMPLE: Final = 4
_CRUMB: Final = " › "


class _Panel(msgspec.Struct, frozen=True):
    """What every part of a panel is made from."""

    table: Table
    journal: AnyJournal
    seat: Seat
    arose: int
    decision: Decision
    look: Presentation[Any]
    view: Any
    words: Words
    path: Path

    @property
    def game(self) -> int:
        return self.table.game.id

    @property
    def actions(self) -> tuple[Action, ...]:
        return self.decision.options + self.decision.asides

    def label(self, branch: Branch) -> str:
        """The choice, and before it its kind where that was no step of its own."""
        label = self.look.label(branch.path, self.view, self.words)
        if not branch.led:
            return label
        return f"{self.look.label(branch.path[:1], self.view, self.words)}{_CRUMB}{label}"

    def hint(self, branch: Branch) -> str:
        """Price and gain of a choice, if it is the same wherever the choice leads.

        Of many actions a few are asked: a step must not take the loop's time.
        """
        some = branch.actions[:: max(1, len(branch.actions) // _SAMPLE)]
        hints = {self._hint(action) for action in some}
        return hints.pop() if len(hints) == 1 else ""

    def _hint(self, action: Action) -> str:
        price = self.journal.price(self.seat, action)
        return self.look.hint(action, price, self.view, self.words)


async def opened(
    bot: House,
    table: Table,
    seat: Seat,
    words: Words,
    *,
    head: str = "",
    path: Path = (),
    page: int = 0,
) -> Shown:
    """What a seat may do now, or who is waited for.

    It has a button **Orders** (verb `orders`, registered by its own room) where the
    game offers standing orders.

    Args:
        bot: for pictures and presentations.
        table: the game.
        seat: whose panel it is.
        words: the person's language.
        head: what to say first: what has just happened.
        path: the choices made so far; unknown ones lead to the first step.
        page: of more choices than one select holds.
    """
    decision, arose = table.decision(seat), table.arose(seat)
    if table.journal is None or decision is None or arose is None:
        return await _nothing(bot, table, seat, words, head)
    panel = _Panel(
        *(table, table.journal, seat, arose, decision, bot.presentation(table)),
        *(table.view(seat), words, path),
    )
    branches = step(panel.actions, path) if path else first_step(decision)
    if not branches:
        panel, branches = msgspec.structs.replace(panel, path=()), first_step(decision)
    picture = await _picture(bot, panel, branches)
    asides = () if panel.path else step(decision.asides, skip=False)
    numbered = picture[1] and all(branch.action for branch in branches)
    labels = [
        words("panel.places.number", number=number, square=label) if numbered else label
        for number, label in enumerate(map(panel.label, branches), 1)
    ]
    rows = [
        *_choices(panel, branches, labels, page),
        *_choices(panel, asides, [panel.label(each) for each in asides], 0, "panel.asides"),
        await _steady(bot, panel),
    ]
    return composed(
        head,
        f"### {panel.look.question(decision, panel.view, words)}",
        _way(panel),
        picture[0],
        words("panel.places") if numbered else "",
        _hints(panel, branches, asides),
        rows=rows,
    )


async def _nothing(bot: House, table: Table, seat: Seat, words: Words, head: str) -> Shown:
    """The panel of a seat that has nothing to decide."""
    game = table.game.id
    if table.game.status != "playing":
        return written(head, words("panel.finished"))
    row: list[discord.ui.Item[Any]] = []
    if can_take_back(table, seat):
        row.append(button("panel_undo", game, label=words("panel.button.take_back")))
    row += await _orders(bot, table, seat, words)
    row.append(button("fresh", game, label=words("panel.button.refresh")))
    return written(head, words("panel.waiting", names=waiting(table, words)), rows=(row,))


async def _picture(
    bot: House, panel: _Panel, branches: tuple[Branch, ...]
) -> tuple[tuple[Picture, ...], bool]:
    """The picture that helps with this step, and whether it numbers the choices.

    The way to the choices may have passed over fields that leave no choice.
    """
    table, seat, words = panel.table, panel.seat, panel.words
    way = branches[0].path[:-1]
    if way:
        actions = tuple(action for branch in branches for action in branch.actions)
        places = await bot.pictures.places(table, seat, way, actions, words)
        if places is not None:
            return (places,), True
    if set(panel.decision.options) <= set(panel.decision.public):
        return (), False  # what anybody could decide needs no hand
    return await bot.pictures.hand(table, seat, words), False


def _way(panel: _Panel) -> str:
    """What has been chosen so far."""
    if not panel.path:
        return ""
    whole = step(panel.actions, panel.path)[0].path
    starts = [whole[:length] for length in range(1, len(panel.path) + 1)]
    labels = [panel.look.label(start, panel.view, panel.words) for start in starts]
    return f"**{_CRUMB.join(labels)}**"


def _hints(panel: _Panel, *groups: tuple[Branch, ...]) -> str:
    """Price and gain beside the buttons; a select carries them itself."""
    shown = [branch for group in groups if len(group) <= MOST_BUTTONS for branch in group]
    lines = [(panel.label(each), panel.hint(each)) for each in shown]
    return "\n".join(f"- **{label}**: {hint}" for label, hint in lines if hint)


def _choices(
    panel: _Panel,
    branches: tuple[Branch, ...],
    labels: list[str],
    page: int,
    title: str = "panel.choose",
) -> list[Row]:
    """The choices of a step: a few as buttons, more in a select, many on pages."""
    where = (panel.game, panel.seat, panel.arose)
    if not branches:
        return []
    if len(branches) <= MOST_BUTTONS:
        buttons = [
            button("pick", *where, branch.spelled, label=label)
            for branch, label in zip(branches, labels, strict=True)
        ]
        return [buttons[at : at + _ROW] for at in range(0, len(buttons), _ROW)]
    pages = -(-len(branches) // MOST_OPTIONS)
    page = min(max(page, 0), pages - 1)
    cut = slice(page * MOST_OPTIONS, (page + 1) * MOST_OPTIONS)
    options = tuple(
        Option(branch.spelled, label, panel.hint(branch))
        for branch, label in zip(branches[cut], labels[cut], strict=True)
    )
    words = panel.words
    if pages == 1:
        return [[select("pick", *where, options=options, placeholder=words(title))]]
    placeholder = words("panel.choose.more", page=page + 1, pages=pages)
    spelled = ".".join(panel.path)
    turns = [
        button("step", *where, to, spelled, label=words(label))
        for to, label in ((page - 1, "panel.button.previous"), (page + 1, "panel.button.next"))
        if 0 <= to < pages
    ]
    return [[select("pick", *where, options=options, placeholder=placeholder)], turns]


async def _steady(bot: House, panel: _Panel) -> Row:
    """Back, Why not, Take back, Orders."""
    words, where = panel.words, (panel.game, panel.seat, panel.arose)
    row: list[discord.ui.Item[Any]] = []
    if panel.path:
        back = ".".join(before(panel.decision, panel.path))
        row.append(button("step", *where, 0, back, label=words("panel.button.back")))
        return row
    row.append(button("why", *where, label=words("panel.button.why")))
    if can_take_back(panel.table, panel.seat):
        row.append(button("panel_undo", panel.game, label=words("panel.button.take_back")))
    return row + await _orders(bot, panel.table, panel.seat, words)


async def _orders(
    bot: House, table: Table, seat: Seat, words: Words
) -> list[discord.ui.Item[Any]]:
    user = table.seats[seat].user
    if user is None or not await bot.tables.offers(table.game.id, user):
        return []
    return [button("orders", table.game.id, label=words("panel.button.orders"))]


# -- what happened -----------------------------------------------------------------


def stale(table: Table, seat: Seat, words: Words) -> str:
    """What to say first when a button of an earlier moment was clicked."""
    return words("panel.stale" if table.decision(seat) else "panel.stale.nothing")


def done(bot: House, played: Played, seat: Seat, words: Words) -> str:
    """What an action did, as its seat may know it."""
    table = played.table
    lines = sentences(
        table.events(played.since, seat), bot.presentation(table), table.scene(seat), words
    )
    return "\n".join(lines)


def seat_of(table: Table, user: int) -> Seat:
    """The seat of the person who clicked; raises `Foreign` for all others."""
    seat = table.seat_of(user)
    if seat is None:
        raise Foreign(tuple(row.name for row in table.humans))
    return seat


# -- clicks ------------------------------------------------------------------------


async def _open(click: Click) -> None:
    """Your move, and Refresh: the panel as it is now."""
    table = await click.bot.tables.table(click.game)
    seat = seat_of(table, click.user)
    await answers.show(click.interaction, await opened(click.bot, table, seat, click.words))


async def _pick(click: Click) -> None:
    """A choice: plays it if it is complete, else goes on to the next step."""
    spelled = click.values[0] if click.values else ".".join(click.args[2:3])
    table, seat, decision = await _asked(click)
    head, path = "", parsed(spelled)
    if decision is None:
        head, path = stale(table, seat, click.words), ()
    elif decision.find(spelled) is not None:
        path = ()
        try:
            played = await click.bot.tables.play(
                click.game, click.user, seat, click.number(1), spelled
            )
        except Stale:
            table = await click.bot.tables.table(click.game)
            head = stale(table, seat, click.words)
        else:
            table, head = played.table, done(click.bot, played, seat, click.words)
    elif not step(decision.options + decision.asides, path):
        raise UnknownChoice
    await _show(click, table, seat, head, path)


async def _go(click: Click) -> None:
    """Back, and the pages of a step."""
    table, seat, decision = await _asked(click)
    if decision is None:
        await _show(click, table, seat, stale(table, seat, click.words), ())
        return
    path = parsed(".".join(click.args[3:4]))
    await _show(click, table, seat, "", path, click.number(2))


async def _why(click: Click) -> None:
    """The impossible choices that teach something, each with its reason."""
    table, seat, decision = await _asked(click)
    if decision is None or table.journal is None:
        await _show(click, table, seat, stale(table, seat, click.words), ())
        return
    words, look = click.words, click.bot.presentation(table)
    lines = blocked(look, table, seat, words)
    back = button("fresh", click.game, label=words("panel.button.back"))
    title = f"### {words('panel.blocked')}"
    text = "\n".join(f"- {line}" for line in lines) or words("rules.why.none")
    await answers.show(click.interaction, written(title, text, rows=([back],)))


def blocked(look: Presentation[Any], table: Table, seat: Seat, words: Words) -> list[str]:
    """What a seat cannot do now, one line for each reason, most instructive first.

    Choices that are impossible for the same reason stand in one line.
    """
    if table.journal is None:
        return []
    view = table.view(seat)
    grouped: dict[str, list[str]] = {}
    for action, reason in table.journal.blocked(seat):
        path = path_of(action)
        label = look.label(path[:2], view, words)
        names = grouped.setdefault(look.why(reason, words), [])
        if label not in names:
            names.append(label)
    return [
        words("rules.why.line", action=words.listed(names), reason=why)
        for why, names in grouped.items()
    ]


async def _undo(click: Click) -> None:
    """Take back, in the panel."""
    played = await click.bot.tables.take_back(click.game, click.user)
    seat = seat_of(played.table, click.user)
    await _show(click, played.table, seat, click.words("undo.done"), ())


async def _asked(click: Click) -> tuple[Table, Seat, Decision | None]:
    """The person's table and seat, and the decision clicked on while it is pending.

    Raises: NoSuchGame, Foreign, NotYourMove, GameEnded, UnknownChoice.
    """
    table = await click.bot.tables.table(click.game)
    seat = seat_of(table, click.user)
    if seat != click.number(0):
        raise NotYourMove(tuple(row.name for row in table.deciding))
    if table.game.status in {"over", "cancelled"}:
        raise GameEnded
    same = table.arose(seat) == click.number(1)
    return table, seat, table.decision(seat) if same else None


async def _show(
    click: Click, table: Table, seat: Seat, head: str, path: Path, page: int = 0
) -> None:
    shown = await opened(click.bot, table, seat, click.words, head=head, path=path, page=page)
    await answers.show(click.interaction, shown)


def register(clicks: Clicks) -> None:
    """The buttons of the panel and Your move."""
    clicks.on("move", _open, Acknowledge.PRIVATE)
    clicks.on("fresh", _open)
    clicks.on("pick", _pick)
    clicks.on("step", _go)
    clicks.on("why", _why)
    clicks.on("panel_undo", _undo)
