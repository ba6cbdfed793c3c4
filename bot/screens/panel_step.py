"""One step of a panel: its choices in words and as buttons, with the picture that helps."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from types import MappingProxyType
from typing import Any, Final

import discord
import msgspec
from msgspec.structs import replace

from bot.interactions import limits
from bot.interactions.clicks import Option, button, select
from bot.interactions.client import Client
from bot.interactions.message import Message, Row, Spare, compose, in_rows
from bot.screens.labels import SEPARATOR, Parts, laid_out, numbered, parts_of
from bot.screens.narrowing import (
    Branch,
    Path,
    first_step,
    previous_path,
    shared_path,
    step,
    under,
    values,
)
from bot.store.rows import GameId
from bot.tables.core.position import Position
from render.lengths import HINT, joined
from render.presentation import Picture, Presentation
from render.words import Words
from rules import unasked
from rules.contract import Action, Decision, Seat, path_of
from rules.journal import AnyJournal

_SAMPLE: Final = 4
ADDED: Final = " + "
"""The sign between a choice and what goes along with it."""


class Address(msgspec.Struct, frozen=True):
    """What the buttons of a panel name, so that a click finds the decision again.

    Attributes:
        args: the seat and entry of a table's decision, or the ids that a lesson or puzzle uses.
        game: the number of the game; 0: a lesson or a puzzle.
        prefix: what the verbs that answer begin with.
    """

    args: tuple[str | int, ...]
    game: GameId = 0
    prefix: str = ""

    def button(
        self,
        verb: str,
        *args: str | int,
        label: str,
        emoji: discord.PartialEmoji | None = None,
    ) -> discord.ui.Button[Any]:
        """A button of the panel."""
        spelled = self.prefix + verb
        return button(spelled, self.game, *self.args, *args, label=label, emoji=emoji)

    def select(
        self, verb: str, *args: str | int, options: tuple[Option, ...], asked: str
    ) -> Row:
        """A select of the panel, in its own row."""
        spelled, args = self.prefix + verb, (*self.args, *args)
        return [select(spelled, self.game, *args, options=options, placeholder=asked)]


class Panel(msgspec.Struct, frozen=True):
    """What every part of a panel is made from.

    Attributes:
        symbols: whether the person wants symbols on buttons.
        said: the words of texts that show symbols; None: no text does.
        apart: whether the person decides separately on what would go along with the choice.
        ends: whether the turn will end by itself if it is not ended now.
    """

    position: Position
    address: Address
    journal: AnyJournal
    seat: Seat
    decision: Decision
    look: Presentation[Any]
    view: Any
    words: Words
    path: Path
    symbols: bool = True
    said: Words | None = None
    apart: bool = False
    ends: bool = False

    @property
    def actions(self) -> tuple[Action, ...]:
        """Everything that can be chosen."""
        return self.decision.options + self.decision.asides

    def parts(self, branch: Branch) -> Parts:
        """The labels of a choice, including whatever is not a separate step."""
        if self.ends and branch.actions[0] in self.decision.options:
            return (self.words("panel.button.end_now"),)
        parts = parts_of(self.look, branch.starts, self.view, self.words)
        if len(branch.actions) > 1:
            return parts
        forced = unasked.forced(self.journal, self.seat, branch.actions[0])
        more = (path_of(action) for action in forced)
        labels = (self.look.label(path, self.view, self.words) for path in more)
        return (*parts[:-1], ADDED.join((parts[-1], *labels)))

    @property
    def verb(self) -> str:
        """The verb of the choices."""
        return "pick_apart" if self.apart else "pick"

    def icon(self, branch: Branch) -> str:
        """The icon beside the label of a choice; empty if there is none."""
        return self.look.icon(branch.path, self.view) or ""

    def emoji(self, bot: Client, icon: str) -> discord.PartialEmoji | None:
        """The symbol of an icon, if the person wants symbols."""
        return bot.application_emojis.emoji(icon) if self.symbols else None

    def hint(self, branch: Branch, longest: int | None) -> str:
        """The price and gain of a choice, if they are the same wherever it leads.

        Of many actions, only a few are priced: a step must not hold up the event loop.
        """
        some = branch.actions[:: max(1, len(branch.actions) // _SAMPLE)]
        hints = {self._hint(action, longest) for action in some}
        return hints.pop() if len(hints) == 1 else ""

    def _hint(self, action: Action, longest: int | None) -> str:
        price = self.journal.price(self.seat, action)
        return self.look.hint(action, price, self.view, self._words(longest), longest)

    def _words(self, longest: int | None) -> Words:
        """The words of a text: only options have a limit, and they show no symbols."""
        return self.said if self.said is not None and longest is None else self.words

    def detail(self, branch: Branch, longest: int | None) -> str:
        """The details of a choice, apart from its price and gain."""
        text = ""
        for start in branch.starts:
            words = self._words(longest)
            more = self.look.detail(start, branch.actions, self.view, words, longest)
            text = joined(text, more, self.words, longest)
        return text


class Choice(msgspec.Struct, frozen=True):
    """A choice of a step in words.

    Attributes:
        spelled: how it is named in a custom_id.
        label: the text of its button or option, within a limit and unlike the others.
        name: the whole label, without the number in the picture.
        text: what sets it apart from the others: use, price and gain.
        icon: the icon beside the label; empty if all choices would have the same one.
        in_menu: whether it is an option of a select; if not, it is a button.
        kind: the kind of its action, in words.
    """

    spelled: str
    label: str
    name: str
    text: str
    icon: str = ""
    in_menu: bool = False
    kind: str = ""


def offered(decision: Decision, look: Presentation[Any], view: Any) -> Decision:
    """The decision, with one option for all that have the same effect."""
    return replace(decision, options=look.distinct(decision.options, view))


def opened(panel: Panel) -> tuple[Panel, tuple[Branch, ...]]:
    """The panel and the choices of its step; an unknown path leads to the first step."""
    branches = step(panel.actions, panel.path) if panel.path else first_step(panel.decision)
    if branches:
        return panel, branches
    return replace(panel, path=()), first_step(panel.decision)


async def drawn(
    bot: Client,
    panel: Panel,
    branches: tuple[Branch, ...],
    question: str,
    navigation: Row,
    *,
    head: str = "",
    page: int = 0,
    above: tuple[Picture, ...] = (),
    coached: str = "",
    noted: Spare | str = "",
    beside: Row = (),
    first: Row = (),
    hand: bool = True,
) -> Message:
    """A panel with its picture, its choices, and the row below them.

    Args:
        bot: for pictures.
        panel: as `opened` returns it.
        branches: the choices of this step, as `opened` returns them.
        question: what is asked.
        navigation: the last row.
        head: what to say first.
        page: which page of the choices, if one select cannot hold them all.
        above: pictures between the head and the question.
        coached: what the coach says.
        noted: the person's own note.
        beside: buttons after the first choice.
        first: buttons above the choices.
        hand: whether the hand is shown if no other picture helps.
    """
    decision, words = panel.decision, panel.words
    pictures, numbers = await _picture(bot, panel, branches, hand=hand)
    branches = tuple(sorted(branches, key=lambda each: numbers.get(each.spelled, inf)))
    choices, shared = described(panel, branches, numbers)
    asides, _ = described(panel, () if panel.path else step(decision.asides, skip=False))
    rows = [
        *([first] if first else []),
        *choice_rows(bot, panel, choices, page, beside=beside),
        *choice_rows(bot, panel, asides, 0, are_asides=True),
        *in_rows(navigation),
    ]
    return compose(
        head,
        above,
        f"### {question}",
        _breadcrumb(panel),
        coached,
        noted,
        pictures,
        words("panel.places") if numbers else "",
        words("panel.each", hint=shared) if shared else "",
        _lines(panel.words, choices, asides),
        rows=rows,
    )


async def _picture(
    bot: Client, panel: Panel, branches: tuple[Branch, ...], *, hand: bool
) -> tuple[tuple[Picture, ...], dict[str, int]]:
    """The picture that helps with this step, and the numbers that it gives to choices."""
    position, seat, words = panel.position, panel.seat, panel.words
    path = shared_path(branches)
    choices = tuple(branch for branch in branches if len(branch.path) > max(len(path), 1))
    actions = tuple(action for branch in choices for action in branch.actions)
    places = await bot.pictures.places(position, seat, path, actions, words)
    if places is not None:
        numbers = panel.look.numbers(path, actions)
        numbered = choices if numbers else ()
        return (places,), {
            each.spelled: numbers[str(each.path[len(path)])] for each in numbered
        }
    if not hand or set(panel.decision.options) <= set(panel.decision.public):
        return (), {}  # options that everyone sees need no hand
    return await bot.pictures.hand(position, seat, words), {}


def _breadcrumb(panel: Panel) -> str:
    """What has been chosen so far."""
    if not panel.path:
        return ""
    chosen = values(under(panel.actions, panel.path)[0], len(panel.path))
    starts = [chosen[:length] for length in range(1, len(chosen) + 1)]
    labels = [panel.look.label(start, panel.view, panel.words) for start in starts]
    return f"**{SEPARATOR.join(labels)}**"


def described(
    panel: Panel,
    branches: tuple[Branch, ...],
    numbers: Mapping[str, int] = MappingProxyType({}),
) -> tuple[tuple[Choice, ...], str]:
    """The choices of a step in words, and what is the same for all of them, to be said once.

    Args:
        panel: the panel that offers them.
        branches: the choices.
        numbers: the numbers that the picture gives to choices, by `spelled`.
    """
    icons, _ = _own_and_shared([panel.icon(branch) for branch in branches])
    labels, names, menu = _labels(panel, branches, numbers, symbols=any(icons))
    # Only the texts of a select have a limit, which is Discord's.
    longest = [HINT if each else None for each in menu]
    pairs = list(zip(branches, longest, strict=True))
    details, detail = _own_and_shared([panel.detail(*each) for each in pairs])
    hints, hint = _own_and_shared([panel.hint(*each) for each in pairs])
    texts = [
        joined(first, second, panel.words, limit)
        for first, second, limit in zip(details, hints, longest, strict=True)
    ]
    kinds = [panel.look.label(each.path[:1], panel.view, panel.words) for each in branches]
    columns = (labels, names, texts, icons, menu, kinds)
    choices = tuple(
        Choice(branch.spelled, *each) for branch, *each in zip(branches, *columns, strict=True)
    )
    return choices, joined(detail, hint, panel.words, None)


def _own_and_shared(texts: list[str]) -> tuple[list[str], str]:
    """What is left to say for each choice, and what would be the same for all of them."""
    if len(texts) > 1 and len(set(texts)) == 1:
        return [""] * len(texts), texts[0]
    return texts, ""


def _labels(
    panel: Panel, branches: tuple[Branch, ...], numbers: Mapping[str, int], *, symbols: bool
) -> tuple[list[str], list[str], list[bool]]:
    """The labels of a step's buttons or options, the same in full, and which are options."""
    words, parts = panel.words, [panel.parts(branch) for branch in branches]
    if panel.path and len(parts) == 1:
        parts = [parts[0][-1:]]  # the text above says what leads to it
    kinds = [len(branch.path) == 1 for branch in branches]
    first = words("panel.places.number", number=max(numbers.values(), default=0), square="")
    room = len(first) if numbers else 0
    labels, menu = laid_out(parts, kinds, room, symbols=symbols)
    shown = [
        label
        if branch.spelled not in numbers
        else words("panel.places.number", number=numbers[branch.spelled], square=label)
        for branch, label in zip(branches, labels, strict=True)
    ]
    return shown, numbered([SEPARATOR.join(each) for each in parts]), menu


def _lines(words: Words, *groups: tuple[Choice, ...]) -> str:
    """The texts of the choices that are buttons; a select shows them in its options."""
    choices = [choice for group in groups for choice in group if not choice.in_menu]
    named = ((f"**{each.name}**", each.text) for each in choices if each.text)
    return "\n".join(f"- {words('list.named', name=name, text=text)}" for name, text in named)


def choice_rows(
    bot: Client,
    panel: Panel,
    choices: tuple[Choice, ...],
    page: int,
    *,
    are_asides: bool = False,
    beside: Row = (),
) -> list[Row]:
    """The choices of a step: menu choices in a select, the others as buttons."""
    address = panel.address
    buttons = [
        address.button(
            *(panel.verb, each.spelled), label=each.label, emoji=panel.emoji(bot, each.icon)
        )
        for each in choices
        if not each.in_menu
    ]
    options = tuple(
        Option(each.spelled, each.label, each.text, emoji=panel.emoji(bot, each.icon))
        for each in choices
        if each.in_menu
    )
    rows = in_rows([*buttons[:1], *beside, *buttons[1:]])
    if not options:
        return rows
    if are_asides:
        asked = panel.words("panel.asides")
        # Its custom_id differs from that of the choices, whose menu may be above it.
        return [address.select(panel.verb, 1, options=options, asked=asked), *rows]
    kinds = dict.fromkeys(each.kind for each in choices if each.in_menu)
    return [*_menu(panel, options, page, tuple(kinds)), *rows]


def _menu(
    panel: Panel, options: tuple[Option, ...], page: int, kinds: tuple[str, ...]
) -> list[Row]:
    """The options of a step in a select, on several pages if there are many.

    While closed, the menu of a first step says what kinds of choices it holds.
    """
    address, words = panel.address, panel.words
    pages = -(-len(options) // limits.OPTIONS)
    page = min(max(page, 0), pages - 1)
    shown = options[page * limits.OPTIONS : (page + 1) * limits.OPTIONS]
    if pages == 1:
        asked = words("panel.choose") if panel.path else " · ".join(kinds)
        return [address.select(panel.verb, options=shown, asked=asked)]
    placeholder = words("panel.choose.more", page=page + 1, pages=pages)
    spelled = ".".join(panel.path)
    turns = [
        address.button("step", to, spelled, label=words(label))
        for to, label in ((page - 1, "panel.button.previous"), (page + 1, "panel.button.next"))
        if 0 <= to < pages
    ]
    return [address.select(panel.verb, options=shown, asked=placeholder), turns]


def back_of(panel: Panel) -> discord.ui.Button[Any]:
    """The button **Back**, to the previous step."""
    spelled = ".".join(previous_path(panel.decision, panel.path))
    return panel.address.button("step", 0, spelled, label=panel.words("panel.button.back"))
