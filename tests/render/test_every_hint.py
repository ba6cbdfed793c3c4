"""No line beside a choice leaves out what the choice costs, brings or shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from render.lacrimosa.words import amounts
from render.lacrimosa.words.hint import costs
from render.words import signed
from rules.contract import Action, Decision, Delta, Deltas
from rules.florence.actions import SellPrestige
from rules.lacrimosa import actions as does
from rules.lacrimosa import effects, exchange, requiem
from rules.lacrimosa.actions import MOVES
from rules.lacrimosa.grammar import Good, Points, item
from rules.lacrimosa.state import Costly, Paying
from rules.lacrimosa.view import View
from tests.render import florence_samples, lacrimosa_samples
from tests.render.lacrimosa_samples import EDITION
from tests.render.languages import EN

COSTLY = (does.Document, does.Commission, does.Perform, does.Sell, does.Travel, does.Compose)
MOST = 12
"""Up to this many actions of a kind in a decision are all tried; of more, a sample."""


def _some(decision: Decision, rng: Random) -> list[Action]:
    kinds: dict[type[Action], list[Action]] = {}
    for action in decision.options + decision.asides:
        kinds.setdefault(type(action), []).append(action)
    return [
        action
        for actions in kinds.values()
        for action in (actions if len(actions) <= MOST else rng.sample(actions, MOST))
    ]


def _total(price: Deltas) -> Counter[str]:
    total: Counter[str] = Counter()
    for delta in (*price.amounts, *price.later):
        total[delta.what] += delta.amount
    return total


@pytest.mark.parametrize(("seats", "seed"), [(3, 4), (5, 2)])
def test_every_line_of_florence_has_all_figures_of_its_price(seats: int, seed: int) -> None:
    rng, tried = Random(seed), set[type[Action]]()
    for journal in florence_samples.positions(seats, seed):
        for decision in journal.decisions:
            view = journal.view(decision.seat)
            for action in _some(decision, rng):
                price = journal.price(decision.seat, action)
                hint = florence_samples.SHOWN.hint(action, price, view, EN)
                if isinstance(action, SellPrestige):
                    assert "+" not in hint, "its label says both amounts"
                    continue
                figures = [
                    EN(f"florence.delta.{each.what}", amount=signed(each.amount))
                    for each in price.amounts
                ]
                figures += [
                    EN(f"florence.hint.{form}", points=-each.amount)
                    for form in ("forced", "pledged")
                    for each in getattr(price, form)
                ]
                figures += [EN("florence.hint.reveals")] if "bonus" in price.reveals else []
                assert all(each in hint for each in figures), (action, price, hint)
                tried.add(type(action))
    assert len(tried) > 12


@pytest.mark.parametrize("payment", ["tracks_first", "ask"])
@pytest.mark.parametrize("seats", [1, 3, 4])
def test_every_line_of_lacrimosa_has_all_figures_of_its_price(seats: int, payment: str) -> None:
    rng, tried = Random(seats), Counter[type[Action]]()
    for journal in lacrimosa_samples.played(seats, seats + 1, payment):
        for decision in journal.decisions:
            view = journal.view(decision.seat)
            for action in _some(decision, rng):
                price = journal.price(decision.seat, action)
                line = lacrimosa_samples.SHOWN.hint(action, price, view, EN)
                if isinstance(action, COSTLY):
                    figures = _paid_and_gained(view, action, price)
                    tried[type(action)] += bool(price.later)
                else:
                    total = _total(price if _follows(view, action) else Deltas(price.amounts))
                    if "end" in price.reveals:  # the final count follows every option
                        del total["vp"]
                    figures = [
                        amounts.change(Delta(*each), EN) for each in total.items() if each[1]
                    ]
                    tried[type(action)] += 1
                assert all(each in line for each in figures), (action, price, line)
                assert not line.endswith("…"), line
    assert tried[does.Compose] + tried[does.Travel] > 0, "some rewards wait for a choice"
    assert len(tried) > len(MOVES) - 4


def _follows(view: View, action: Action) -> bool:
    """Whether all that is certain follows at once, with no exchange or choice in between."""
    paying = view.stack[-1] if view.stack else None
    if not isinstance(action, does.BuyCounter | does.SellCounter):
        return True
    if not isinstance(paying, Paying):
        return True
    cost = effects.cost(EDITION, view, paying.action)
    after = exchange.made(view.seats[view.seat].player, action)
    return not cost.wild and not exchange.missing(after, cost)


def _paid_and_gained(view: View, action: Costly, price: Deltas) -> list[str]:
    """The cost, and all that is gained on top of it."""
    cost = effects.cost_as_paid(EDITION, view, action)
    gained = _total(price)
    gained.update(msgspec.structs.asdict(cost))
    del gained["wild"]
    figures = [costs(cost, EN)]
    figures += amounts.chosen(tuple(_printed(view, action)), EN)
    return figures + [
        EN("lacrimosa.unit.finance_up", n) if what == "finance" else amounts.amount(what, n, EN)
        for what, n in gained.items()
        if n > 0
    ]


def _printed(view: View, action: Action) -> Iterator[str]:
    """The reward printed on the tile of an action."""
    if isinstance(action, does.Travel) and (here := effects.tile_at(view, action.place)):
        yield from effects.reward(EDITION, here)
    if isinstance(action, does.Compose):
        tile = requiem.top(EDITION, view, action.side, action.movement)
        yield from tile.reward if tile else ()


def test_all_that_a_tile_shows_is_in_the_price() -> None:
    """Printed ducats, VP and counters are in it, before or after; tracks may be full."""
    waited = 0
    for seed in (3, 5, 6):
        for journal in lacrimosa_samples.played(4, seed):
            for decision in journal.decisions:
                view = journal.view(decision.seat)
                for action in decision.options[:40]:
                    if not isinstance(action, does.Travel | does.Compose):
                        continue
                    price = journal.price(decision.seat, action)
                    gained = _total(price)
                    gained.update(
                        msgspec.structs.asdict(effects.cost_as_paid(EDITION, view, action))
                    )
                    printed: Counter[str] = Counter()
                    for text in _printed(view, action):
                        match item(text):
                            case Good(("ducats" | "vp") as what, n) | Points(what, n, False):
                                printed[what] += n
                            case _:
                                pass
                    del printed["wild"]
                    for what, n in printed.items():
                        assert gained[what] >= n, (action, price, printed)
                    waited += bool(price.later)
    assert waited > 5
