"""Lacrimosa's hints: what a choice pays and gains, as the rules will have it."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from render.lacrimosa import amounts, prices
from rules.lacrimosa import actions as does
from rules.lacrimosa.catalogue import RowSpace
from rules.lacrimosa.grammar import Cost, Good, Points, reward
from rules.lacrimosa.state import LacrimosaOptions, Lying
from rules.lacrimosa.view import View
from rules.table import Action, Delta, Deltas
from tests.render.lacrimosa_samples import BOOK, OPUS, SCENE, TEXT, moment, played
from tests.render.languages import EN


def would(cost: Cost, texts: tuple[str, ...], reveals: tuple[str, ...] = ()) -> Deltas:
    """What paying a cost and gaining a reward changes, choices aside."""
    total = {what: -n for what, n in msgspec.structs.asdict(cost).items()}
    for item in reward(texts):
        if isinstance(item, Good):
            total[item.what] = total.get(item.what, 0) + item.amount
        elif isinstance(item, Points) and item.kind != "wild":
            total[item.kind] += item.amount
    return Deltas(tuple(Delta(what, n) for what, n in total.items() if n), (), reveals)


def dearest() -> Iterator[tuple[Action, Deltas, View]]:
    """Every tile and every card of the edition where it costs most."""
    view, _, _ = moment(does.ToAct)
    for tile in BOOK.tiles.values():
        there = replace(view, stacks=tuple((tile.id,) for _ in view.stacks))
        for under in BOOK.player.instrument:
            gain = "t" if any(text.startswith("wild") for text in under.reward) else ""
            part = does.Compose(tile.movement, "organ", "eighth", under.index, gain)
            texts = (*under.reward, *tile.reward, *(["talent 1"] if gain else []))
            yield part, would(tile.cost, texts), there
    sides = [(each.id, each.plain, each.gilded) for each in BOOK.tables.court]
    sides += [(each.id, each.plain, each.gilded) for each in BOOK.tables.city]
    for id_, plain, gilded in sides:
        for texts in (plain, gilded):
            lying = (Lying("london", id_, texts is gilded),)
            there = replace(view, mozart="wien", lying=lying)
            cost = prices.price(BOOK, there, does.Travel("london"))
            yield does.Travel("london"), would(cost, texts), there
    for card in (*BOOK.memories, *BOOK.opus):
        for at, space in enumerate(BOOK.row):
            row = (*["memory-star"] * at, card, *["memory-star"] * (6 - at))
            for number in (1, 5):
                there = replace(view, row=row, round=number)
                yield _bought(card, space, there)


def _bought(card: str, space: RowSpace, view: View) -> tuple[Action, Deltas, View]:
    if card in BOOK.memories:
        memory = does.Document(card, "t" * space.memory_cost.wild)
        cost = prices.price(BOOK, view, memory)
        return memory, would(cost, space.memory_reward, ("row",)), view
    opus = does.Commission(card)
    texts = (*space.opus_reward, f"vp {BOOK.opus[card].vp or 1}")
    return opus, would(prices.price(BOOK, view, opus), texts, ("row",)), view


def test_price_and_gain_of_every_component_fit_a_hint() -> None:
    for action, deltas, view in dearest():
        hint = TEXT.hint(action, deltas, view, EN)
        assert hint.startswith("pay ")
        assert len(hint) <= 100
        assert not hint.endswith("…"), hint


def test_price_and_gain_of_a_hint_are_those_of_the_rules() -> None:
    """What a hint pays and gains adds up to what the rules would change."""
    tried = 0
    for journal in played(3, 4):
        for decision in journal.decisions:
            view = journal.view(decision.seat)
            for action in decision.options:
                if isinstance(action, does.Travel | does.Commission):
                    tried += 1
                    deltas = journal.price(decision.seat, action)
                    cost = prices.price(BOOK, view, action)
                    hint = TEXT.hint(action, deltas, view, EN)
                    assert hint.startswith(f"pay {amounts.cost(cost, EN)}"), hint
                    paid = {delta.what: delta.amount for delta in deltas.amounts}
                    gained = paid.get("ducats", 0) + cost.ducats
                    assert gained >= 0
                    if gained:
                        assert amounts.amount("ducats", gained, EN) in hint
    assert tried > 50


def test_a_performance_that_yields_nothing_says_so_before() -> None:
    view, _, _ = moment(does.ToAct)
    hint = TEXT.hint(does.Perform(OPUS), Deltas(), view, EN)
    assert hint == "pay nothing; yields nothing now"
    paid = TEXT.hint(does.Perform("opus-k366"), Deltas((Delta("talent", -1),)), view, EN)
    assert "yields nothing" in paid
    well = Deltas((Delta("talent", -1), Delta("ducats", 8)))
    assert TEXT.hint(does.Perform("opus-k366"), well, view, EN) == "pay 1 Talent; gain 8 ducats"


def test_memories_of_the_last_round_are_story_only() -> None:
    view, _, _ = moment(does.ToAct)
    view = replace(view, row=("memory-miserere",))
    action = does.Document("memory-miserere", "c")
    deltas = Deltas((Delta("ducats", 1), Delta("composition", -1)))
    early = TEXT.hint(action, deltas, replace(view, round=4), EN)
    late = TEXT.hint(action, deltas, replace(view, round=5), EN)
    paid = "pay 1 Composition; gain 1 ducat; "
    assert early == (f"{paid}Story: 2 Composition; later: 1 Composition step, Requiem")
    assert late == f"{paid}Story only: 2 Composition"
    page = TEXT.pages(replace(view, round=5), SCENE, EN)[0]
    assert "Story only" in page


def test_a_hint_says_what_is_shown() -> None:
    view, _, _ = moment(does.ToAct)
    deltas = Deltas((), (), ("row", "hand", "cities", "courts"))
    hint = TEXT.hint(does.Skip(), deltas, view, EN)
    assert hint == "it does not come back; shows a new card; draws cards; new tiles on the map"


def test_a_payment_that_is_asked_for_is_no_gain() -> None:
    """With the option, an action first asks for the split and changes nothing."""
    view, _, _ = moment(does.ToAct)
    options = view.options
    assert isinstance(options, LacrimosaOptions)
    owners = tuple(replace(each, tracks=(2, 0, 0), counters=(1, 0, 0)) for each in view.seats)
    asking = replace(view, options=replace(options, split=True), seats=owners)
    hint = TEXT.hint(does.Sell("opus-k366"), Deltas(), asking, EN)
    assert hint == "pay 2 Talent; the card leaves the game"


def test_a_payment_after_exchanges_is_no_gain() -> None:
    """What lies under the strings is sold for the ducat that is missing."""
    view, _, _ = moment(does.ToAct)
    poor = tuple(
        replace(each, ducats=3, tracks=(0, 0, 1), counters=(0, 0, 0), markers=tuple(BOOK.board))
        for each in view.seats
    )
    tiles = [
        BOOK.stack(each, movement, 4) for each in view.composers for movement in BOOK.movements
    ]
    view = replace(view, seats=poor, notes=(), covers=(), stacks=tuple(tiles))
    action = does.Compose("kyrie", "strings", "eighth", 3)
    price = amounts.cost(prices.price(BOOK, view, action), EN)
    hint = TEXT.hint(action, Deltas((Delta("journey", 1),)), view, EN)
    assert hint.startswith(f"pay {price}; exchange before paying")
