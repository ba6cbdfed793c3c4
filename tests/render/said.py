"""All that whole games say in a language: journals, panels, hands, pages, status lines, calls.

A seam shows only where a text is filled into another, so everything is made as people see it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, Final

import msgspec

from render.presentation import Person, Scene
from render.presentations import PRESENTATIONS
from render.words import Words
from rules.contract import Action, Decision, Over
from rules.journal import Journal
from rules.opponents import LEVELS
from rules.registry import GAMES
from tests.contract.games import TABLES, played
from tests.render.languages import LANGUAGES

NAMES: Final = ("Ana", "Oleg", "Zoë", "Ида", "Émile")
EVERY: Final = 7
"""One in so many positions of a game is put into words."""

FEW: Final = 6
"""The most actions of a kind in a decision that are put into words."""

Said = tuple[str, str]
"""Where a text appears, and the text."""


def games(seed: int = 0) -> Iterator[tuple[str, Journal[Any, Any]]]:
    """A whole game at each number of seats, by random and by better players in turn."""
    for number, (title, seats) in enumerate(TABLES):
        yield title, played(title, seats, *((LEVELS[0],) if number % 2 else ()), seed=seed)


@cache
def said(language: str) -> tuple[Said, ...]:
    """All that the games say, each text once."""
    return tuple(dict.fromkeys(spoken(LANGUAGES[language])))


def spoken(words: Words) -> Iterator[Said]:
    """All that the games say, as often as they say it."""
    for title, journal in games():
        yield from _game(title, journal, words)


def _game(title: str, journal: Journal[Any, Any], words: Words) -> Iterator[Said]:
    game, shown, rng = GAMES[title], PRESENTATIONS[title], Random(title)
    for number in range(journal.number + 1):
        state = journal._positions[number]
        pending = game.pending(state)
        deciding = pending if isinstance(pending, tuple) else ()
        scene = Scene(
            people=tuple(Person(name) for name in NAMES[: journal.options.seats]),
            deciding=tuple((each.seat, each.prompt) for each in deciding),
            over=pending if isinstance(pending, Over) else None,
        )
        for listener in (None, *range(journal.options.seats)) if number else ():
            for event in journal.told(number, listener):
                if text := shown.told(event, scene, words):
                    yield "journal", text
        for decision in deciding:
            yield from _asked(shown, decision, game.observe(state, None), words)
        if number % EVERY and number < journal.number:
            continue
        view = game.observe(state, None)
        yield "summary", shown.summary(view, scene, words)
        for page in shown.pages(view, scene, words):
            yield from (("page", line) for line in page.split("\n"))
        for decision in deciding:
            yield from _panel(game, state, decision, words, rng)


def _asked(shown: Any, decision: Decision, view: Any, words: Words) -> Iterator[Said]:
    """What is pending, in each sentence of the bot that includes it."""
    asked, game = shown.asked(decision.prompt, words), words("game.lacrimosa")
    name, link, when = NAMES[1], "<#1>", "<t:1:R>"
    progress = shown.progress(view, words)
    yield "asked", asked
    figures = {"progress": progress, "name": name, "asked": asked, "when": when}
    yield "status", words("table.status", **figures)
    both = words.listed(list(NAMES[:2]))
    yield "status", words("table.status.several", **figures, names=both)
    yield "call", words("call.move", table=game, asked=asked[:1].upper() + asked[1:])
    yield (
        "call",
        words("call.remind", table=game, asked=asked[:1].upper() + asked[1:], time="—"),
    )
    yield "call", words("dm.your_move", game=game, asked=asked, link=link)
    yield "turns", words("turns.asked", asked=words("turns.ask.move", asked=asked), when=when)
    yield "hand", words("hand.now", asked=asked)


def _some(actions: tuple[Action, ...], rng: Random) -> Iterator[Action]:
    kinds: dict[type[Action], list[Action]] = {}
    for action in actions:
        kinds.setdefault(type(action), []).append(action)
    for each in kinds.values():
        yield from each if len(each) <= FEW else rng.sample(each, FEW)


def _panel(
    game: Any, state: Any, decision: Decision, words: Words, rng: Random
) -> Iterator[Said]:
    shown, seat = PRESENTATIONS[game.name], decision.seat
    view = game.observe(state, seat)
    question = shown.question(decision, view, words)
    yield from (("question", line) for line in question.split("\n"))
    yield from (("hand", line) for line in shown.hand_text(view, words).split("\n"))
    yield from (("coach", fact.text) for fact in shown.coached(view, decision, words))
    yield from (("outlook", line) for line in shown.outlook(decision, view, words))
    for action in _some(decision.options + decision.asides, rng):
        path = (action.__struct_config__.tag, *msgspec.structs.astuple(action))
        price = game.price(state, seat, action)
        for length in range(1, len(path) + 1):
            yield "label", shown.label(path[:length], view, words)
        yield "detail", shown.detail(path, (action,), view, words)
        whole = shown.hint(action, price, view, words, None)
        yield "hint", whole
        short = shown.hint(action, price, view, words)
        if short.count("…") > whole.count("…"):
            yield "cut", short
        yield "effect", shown.effect(action, price, view, words)
        yield "warning", shown.warning(action, decision, price, view, words)
    for _, reason in game.blocked(state, seat):
        yield "why", shown.why(reason, words)
