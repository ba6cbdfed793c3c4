"""What a game can lack: as its contract says, it has it, or nothing of the kind anywhere.

`rules.plain` and `render.plain` have empty answers for each of these. A game that claims to
lack one must never have it, and a game that does not claim so must have it somewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
import pytest

from render.presentation import Person, Presentation, Scene
from render.presentations import PRESENTATIONS
from render.words import Words
from rules.contract import Action, AnyGame, Decision, Deltas, Seat, Standings, path_of
from rules.registry import GAMES
from tests.contract.games import CONTRACTS, Contract, decisions, games

WORDS: Final = Words("en")
PEOPLE: Final = Scene(tuple(Person(name) for name in ("Ada", "Ben", "Cy", "Dee", "Eva")))
EVERY: Final = 6


class Asked(msgspec.Struct, frozen=True):
    """A seat in a position, with all that can be asked about it."""

    game: AnyGame
    look: Presentation[Any]
    state: Any
    seat: Seat
    view: Any
    told: tuple[Any, ...]
    decision: Decision | None = None

    @property
    def actions(self) -> tuple[Action, ...]:
        """What the seat can choose; from a long list, only some."""
        if self.decision is None:
            return ()
        listed = self.decision.options + self.decision.asides
        return listed[:: max(1, len(listed) // 12)]

    def prices(self) -> Iterator[tuple[Action, Deltas]]:
        """Those actions with their prices."""
        return ((each, self.game.price(self.state, self.seat, each)) for each in self.actions)

    def paths(self) -> Iterator[tuple[object, ...]]:
        """The start of each of those actions at each step of its choice."""
        return (
            path_of(each)[:length]
            for each in self.actions
            for length in range(len(path_of(each)) + 1)
        )


def _warned(at: Asked) -> bool:
    return at.decision is not None and any(
        at.look.warning(action, at.decision, price, at.view, WORDS)
        for action, price in at.prices()
    )


def _detailed(at: Asked) -> bool:
    actions = at.actions
    return any(at.look.detail(path, actions, at.view, WORDS) for path in at.paths() if path)


def _placed(at: Asked) -> bool:
    """Whether a picture helps; if none does, none is drawn and nothing is numbered."""
    for path in at.paths():
        actions = tuple(each for each in at.actions if path_of(each)[: len(path)] == path)
        if at.look.mapped(path, actions):
            return True
        assert at.look.places(at.view, path, actions, WORDS) is None
        assert not at.look.numbers(path, actions)
    return False


def _routine(at: Asked) -> bool:
    news = at.look.news([(event, PEOPLE) for event in at.told], WORDS)
    return any(line.weight != "usual" for line in news)


ANSWERS: Final[dict[str, Callable[[Asked], bool]]] = {
    "orders": lambda at: bool(at.game.offers(at.view)),
    "plans": lambda at: any(at.game.plans(at.view)),
    "blocked": lambda at: bool(at.game.blocked(at.state, at.seat)),
    "places": _placed,
    "held": lambda at: bool(at.look.held(at.view) != at.view),
    "details": _detailed,
    "warnings": _warned,
    "coached": lambda at: (
        at.decision is not None and any(at.look.coached(at.view, at.decision, WORDS))
    ),
    "outlook": lambda at: (
        at.decision is not None and any(at.look.outlook(at.decision, at.view, WORDS))
    ),
    "declines": lambda at: any(map(at.look.declines, at.actions)),
    "alike": lambda at: (
        at.decision is not None
        and at.look.distinct(at.decision.options, at.view) != at.decision.options
    ),
    "routine": _routine,
    "rounds": lambda at: any(isinstance(each, Standings) for each in at.told),
}


def asked(title: str) -> Iterator[Asked]:
    """Every seat in some positions of games of all sizes."""
    game, look = GAMES[title], PRESENTATIONS[title]
    for seats in game.seats:
        for journal in games(title, seats):
            for number in range(1, journal.number + 1):
                told = journal.told(number, None)
                if number % EVERY and not any(isinstance(each, Standings) for each in told):
                    continue
                state = journal._positions[number]
                own = {each.seat: each for each in decisions(game, state)}
                for seat in range(seats):
                    view = game.observe(state, seat)
                    yield Asked(game, look, state, seat, view, told, own.get(seat))


def test_each_of_them_is_a_flag_of_the_contract() -> None:
    assert {*ANSWERS} <= {*Contract.__struct_fields__}


@pytest.mark.parametrize("what", ANSWERS)
@pytest.mark.parametrize("title", CONTRACTS)
def test_a_game_has_what_its_contract_does_not_lack(title: str, what: str) -> None:
    assert any(map(ANSWERS[what], asked(title))) == getattr(CONTRACTS[title], what)
