"""Every step of panels of whole games, and what is wrong with the labels on them."""

from __future__ import annotations

from collections.abc import Iterator

from bot.interactions import limits
from bot.screens.labels import MOST_BUTTONS, OPTION, OPTION_HEAD, PHONE, SEPARATOR, SYMBOL, WIDE
from bot.screens.narrowing import Branch, Path, first_step, parsed, step
from bot.screens.panel_step import Address, Choice, Panel, described, offered
from bot.store.rows import SeatRow
from bot.tables.core.table import Table
from render.presentations import PRESENTATIONS
from render.words import LANGUAGES, Words
from rules.contract import Decision
from rules.journal import AnyJournal
from tests.bot.services import game_row
from tests.render import florence_samples, lacrimosa_samples


def panel(game: str, journal: AnyJournal, decision: Decision, language: str = "en") -> Panel:
    """The panel of a seat, without a table around it."""
    look = PRESENTATIONS[game]
    return Panel(
        position=Table(
            game_row(game=game, status="playing"), (SeatRow(1, 0, 1, "A"),), journal
        ),
        address=Address((decision.seat, 0), 1),
        journal=journal,
        seat=decision.seat,
        decision=offered(decision, look, journal.view(decision.seat)),
        look=look,
        view=journal.view(decision.seat),
        words=Words(language),
        path=(),
    )


def steps(shown: Panel) -> Iterator[tuple[Path, tuple[Choice, ...], str]]:
    """Every step of a decision that has a choice, and of what is possible beside it."""
    open_: list[tuple[Path, tuple[Branch, ...]]] = [
        ((), first_step(shown.decision)),
        ((), step(shown.decision.asides, skip=False)),
    ]
    while open_:
        path, branches = open_.pop()
        yield path, *described(shown, branches)
        further = [parsed(branch.spelled) for branch in branches if branch.action is None]
        open_ += [(each, step(shown.actions, each)) for each in further]


def game_by_chance(seed: int) -> tuple[str, tuple[AnyJournal, ...]]:
    """A game's id and its positions: seeds cover both games, at every number of seats."""
    number = seed // 2
    if seed % 2:
        return "florence", tuple(florence_samples.positions(3 + number % 3, seed))
    split = "ask" if number % 3 else "tracks_first"
    return "lacrimosa", tuple(lacrimosa_samples.steps(1 + number % 4, seed, payment=split))


def faults_of_labels(seed: int, *, every: bool = False) -> Iterator[str]:
    """What is wrong with the labels of a game's panels as they are sent, one line each.

    Args:
        seed: of the game.
        every: whether each position is read in each language; if not, in one of them.
    """
    game, journals = game_by_chance(seed)
    for number, journal in enumerate(journals):
        languages = LANGUAGES if every else (LANGUAGES[(seed + number) % len(LANGUAGES)],)
        for decision in journal.decisions:
            if number % 3 and len(decision.options) > 100:
                continue  # the placings of a tile, which are alike
            for language in languages:
                where = f"{game} {seed}, entry {journal.number}, {language}"
                for path, choices, _ in steps(panel(game, journal, decision, language)):
                    yield from (f"{where}, {path}: {fault}" for fault in faults(choices))


def faults(choices: tuple[Choice, ...]) -> Iterator[str]:
    """What is wrong with the labels of one step, as a phone shows them."""
    symbols = any(choice.icon for choice in choices)
    for in_menu, longest, seen in (
        (False, PHONE - SYMBOL * symbols, PHONE - SYMBOL * symbols),
        (True, OPTION, OPTION_HEAD),
    ):
        shown = [choice for choice in choices if choice.in_menu is in_menu]
        heads = [limits.cut(choice.label, seen) for choice in shown]
        if len(set(heads)) < len(heads):
            yield f"alike within {seen}: {sorted(heads)}"
        for choice in shown:
            if len(choice.label) > longest:
                yield f"longer than {longest}: {choice.label}"
            last = choice.name.rpartition(SEPARATOR)[2]
            if len(last) <= longest and not choice.label.endswith(last):
                yield f"the last step is cut: {choice.label}"
    things = [each for each in choices if "." in each.spelled and not each.in_menu]
    if len(things) > 1:
        if len(choices) > MOST_BUTTONS:
            yield f"so many buttons: {[each.label for each in things]}"
        yield from (f"too wide: {each.label}" for each in things if len(each.label) > WIDE)
