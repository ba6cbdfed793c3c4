"""Lacrimosa's hints: what a choice costs and gains according to the rules."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from render.lacrimosa.words import amounts
from render.lacrimosa.words.hint import Part, costs, fitted
from render.lengths import HINT
from rules.contract import Action, Delta, Deltas
from rules.lacrimosa import actions as does
from rules.lacrimosa import effects
from rules.lacrimosa.catalogue import RowSpace
from rules.lacrimosa.grammar import Cost, Good, Grant, Points, reward
from rules.lacrimosa.state import Held, LacrimosaOptions, Lying, State
from rules.lacrimosa.view import View
from tests.lacrimosa.positions import ANA, acting, on_turn, play
from tests.lacrimosa.positions import decision as pending
from tests.lacrimosa.rows import row
from tests.render.lacrimosa_samples import EDITION, GAME, OPUS, SCENE, SHOWN, moment, played
from tests.render.languages import EN


def would(cost: Cost, texts: tuple[str, ...], reveals: tuple[str, ...] = ()) -> Deltas:
    """What changes when a cost is paid and a reward gained, choices aside."""
    total = {what: -n for what, n in msgspec.structs.asdict(cost).items()}
    for item in reward(texts):
        if isinstance(item, Good):
            total[item.what] = total.get(item.what, 0) + item.amount
        elif isinstance(item, Points) and item.kind != "wild":
            total[item.kind] += item.amount
    return Deltas(tuple(Delta(what, n) for what, n in total.items() if n), reveals=reveals)


def dearest() -> Iterator[tuple[Action, Deltas, View]]:
    """An action for every tile and card in many places of the board, its price and a view."""
    view, _, _ = moment(does.ToAct)
    for tile in EDITION.tiles.values():
        there = replace(view, stacks=tuple((tile.id,) for _ in view.stacks))
        for under in EDITION.player.instrument:
            gain = "t" if any(text.startswith("wild") for text in under.reward) else ""
            part = does.Compose(tile.movement, "organ", "eighth", under.index, gain)
            texts = (*under.reward, *tile.reward, *(["talent 1"] if gain else []))
            yield part, would(tile.cost, texts), there
    sides = [(each.id, each.plain, each.gilded) for each in EDITION.tables.court]
    sides += [(each.id, each.plain, each.gilded) for each in EDITION.tables.city]
    for id_, plain, gilded in sides:
        for texts in (plain, gilded):
            lying = (Lying("london", id_, texts is gilded),)
            there = replace(view, mozart="wien", lying=lying)
            cost = effects.cost_as_paid(EDITION, there, does.Travel("london"))
            yield does.Travel("london"), would(cost, texts), there
    for card in (*EDITION.memories, *EDITION.opus):
        for at, space in enumerate(EDITION.row):
            row = (*["memory-star"] * at, card, *["memory-star"] * (6 - at))
            for number in (1, 5):
                there = replace(view, row=row, round=number)
                yield _bought(card, space, there)


def _bought(card: str, space: RowSpace, view: View) -> tuple[Action, Deltas, View]:
    if card in EDITION.memories:
        memory = does.Document(card, "t" * space.memory_cost.wild)
        cost = effects.cost_as_paid(EDITION, view, memory)
        return memory, would(cost, space.memory_reward, ("row",)), view
    opus = does.Commission(card)
    texts = (*space.opus_reward, f"vp {EDITION.opus[card].vp or 1}")
    return opus, would(effects.cost_as_paid(EDITION, view, opus), texts, ("row",)), view


def test_price_and_gain_of_every_component_fit_a_hint() -> None:
    for action, deltas, view in dearest():
        hint = SHOWN.hint(action, deltas, view, EN)
        assert hint.startswith(("costs ", "free"))
        assert len(hint) <= 100
        assert not hint.endswith("…"), hint


def test_price_and_gain_of_a_hint_are_those_of_the_rules() -> None:
    """The costs and gains in a hint add up to what the rules would change."""
    tried = 0
    for journal in played(3, 4):
        for decision in journal.decisions:
            view = journal.view(decision.seat)
            for action in decision.options:
                if isinstance(action, does.Travel | does.Commission):
                    tried += 1
                    deltas = journal.price(decision.seat, action)
                    cost = effects.cost_as_paid(EDITION, view, action)
                    hint = SHOWN.hint(action, deltas, view, EN)
                    assert hint.startswith(costs(cost, EN)), hint
                    paid = {delta.what: delta.amount for delta in deltas.amounts}
                    gained = paid.get("ducats", 0) + cost.ducats
                    assert gained >= 0
                    if gained:
                        assert amounts.amount("ducats", gained, EN) in hint
    assert tried > 50


def test_a_performance_that_yields_nothing_says_so_before() -> None:
    view, _, _ = moment(does.ToAct)
    hint = SHOWN.hint(does.Perform(OPUS), Deltas(), view, EN)
    again = "used up for this round"
    assert hint == f"free; gives nothing now; {again}"
    paid = SHOWN.hint(does.Perform("opus-k366"), Deltas((Delta("talent", -1),)), view, EN)
    assert "gives nothing" in paid
    well = Deltas((Delta("talent", -1), Delta("ducats", 8)))
    paid = SHOWN.hint(does.Perform("opus-k366"), well, view, EN)
    assert paid == f"costs 1 Talent; gives 8 ducats; {again}"


def test_memories_of_the_last_round_are_story_only() -> None:
    view, _, _ = moment(does.ToAct)
    view = replace(view, row=("memory-miserere",))
    action = does.Document("memory-miserere", "c")
    deltas = Deltas((Delta("ducats", 1), Delta("composition", -1)))
    early = SHOWN.hint(action, deltas, replace(view, round=4), EN)
    late = SHOWN.hint(action, deltas, replace(view, round=5), EN)
    paid = "costs 1 Composition; gives 1 ducat; "
    below = "2 Composition, 1 VP"
    assert early == f"{paid}Story: {below}; later 1 Composition step, Requiem"
    assert late == f"{paid}Story only: {below}"
    page = SHOWN.pages(replace(view, round=5), SCENE, EN)[0]
    assert "Story only" in page


def test_a_memory_says_which_bottom_it_replaces() -> None:
    """L52, LR15: that of this turn's Story card; in a plan no Story card is laid yet."""
    state = acting(on_turn(), rights=("document",), row=row({7: "memory-st-james"}))
    action = does.Document("memory-st-james", "t")
    view = GAME.observe(state, ANA)
    replaced = EDITION.memories[view.seats[ANA].story[-1]]
    lost = f"replaces your Story card: {amounts.story(replaced.story, EN)}"
    hint = partial(SHOWN.hint, action, Deltas(), words=EN, longest=None)
    assert lost in hint(view).split("; ")
    assert lost in hint(replace(view, round=5)).split("; ")
    assert "replaces" not in hint(replace(view, viewer=ANA + 1))


def test_a_hint_says_what_is_shown() -> None:
    view, _, _ = moment(does.ToAct)
    deltas = Deltas(reveals=("row", "hand", "cities", "courts"))
    hint = SHOWN.hint(does.Skip(), deltas, view, EN)
    assert hint == "you won’t get it again; refills the row; draws cards; reveals new tiles"


def test_a_payment_that_is_asked_for_is_no_gain() -> None:
    """With the option, an action first asks for the split and changes nothing."""
    view, _, _ = moment(does.ToAct)
    options = view.options
    assert isinstance(options, LacrimosaOptions)
    owners = tuple(replace(each, tracks=(2, 0, 0), counters=(1, 0, 0)) for each in view.seats)
    asking = replace(view, options=replace(options, split=True), seats=owners)
    later = Deltas(later=(Delta("vp", 3), Delta("finance", 1), Delta("talent", -2)))
    hint = SHOWN.hint(does.Sell("opus-k366"), later, asking, EN)
    assert hint == "costs 2 Talent; gives 3 VP, +1 finance step; it leaves the game"


def test_a_payment_after_exchanges_is_no_gain() -> None:
    """The counter under the strings marker is sold for the missing ducat."""
    view, _, _ = moment(does.ToAct)
    poor = tuple(
        replace(
            each, ducats=3, tracks=(0, 0, 1), counters=(0, 0, 0), markers=tuple(EDITION.board)
        )
        for each in view.seats
    )
    tiles = [
        EDITION.stack(each, movement, 4)
        for each in view.composers
        for movement in EDITION.movements
    ]
    view = replace(view, seats=poor, notes=(), covers=(), stacks=tuple(tiles))
    action = does.Compose("kyrie", "strings", "eighth", 3)
    cost = amounts.cost(effects.cost_as_paid(EDITION, view, action), EN)
    later = (Delta("ducats", -4), Delta("composition", -1))
    hint = SHOWN.hint(action, Deltas((Delta("journey", 1),), later=later), view, EN)
    assert cost == "4 ducats, 1 Composition"
    assert hint.startswith(f"costs {cost}; gives 1 Journey; exchange first")


STRINGS = does.Compose("kyrie", "strings", "eighth", 3)
"""A journey counter is under the marker; the tile costs 4 ducats and 1 Composition."""


def paying(**purse: Any) -> State:
    """A part of the Requiem has been begun, and exchanges are needed to pay for it."""
    state = acting(on_turn(**purse), rights=("requiem",), card="constanze-2")
    return play(state, STRINGS)


def offered(state: State) -> list[str]:
    view = GAME.observe(state, ANA)
    price = partial(GAME.price, state, ANA)
    options = pending(state).options
    return [SHOWN.hint(each, price(each), view, EN) for each in options]


def test_the_payment_is_counted_only_with_the_exchange_that_makes_it_possible() -> None:
    """LR5: an exchange alone, with how many more are needed, then the one that pays."""
    state = paying(ducats=2, tracks=(1, 0, 1), counters=(1, 0, 0))
    more = "one more exchange before you can pay"
    assert offered(state) == [f"+1 ducat, −1 Talent; {more}", f"+1 ducat, −1 Journey; {more}"]
    state = play(state, does.SellCounter("talent"))
    paid = "−3 ducats, −1 Journey, +1 VP, +1 Talent, −1 Composition"
    assert offered(state) == [f"with Requiem: {paid}"]


def test_an_exchange_whose_payment_leaves_a_choice_is_told_alone() -> None:
    """LR6: a wildcard can be paid with the counter just bought or with something else."""
    poor = on_turn(ducats=2, tracks=(0, 0, 0), counters=(0, 0, 0))
    row_ = row({7: "memory-st-james"})
    state = play(acting(poor, rights=("document",), row=row_), does.Document("memory-st-james"))
    assert offered(state)[0] == "−3 ducats, +1 Talent"


def test_what_is_being_paid_is_not_sought_on_other_cards() -> None:
    state = paying(ducats=3, tracks=(0, 0, 1), counters=(0, 0, 0))
    view = GAME.observe(state, ANA)
    lines = [each for each in SHOWN.outlook(pending(state), view, EN) if "Requiem" in each]
    assert lines == ["- **Requiem**: pay 4 ducats, 1 Composition now"]


def test_price_and_gain_are_whole_where_a_line_has_no_room_for_the_exchange() -> None:
    """The longest hint: a tile with points at once and repeated ones, paid with a wildcard."""
    costs, gain = "costs 4 ducats, 2 Composition", "gives 1 Composition, 2 VP"
    repeats = "1 VP per Religious Music action"
    parts = [Part(costs), Part(gain), Part("exchange first", spare=True), Part(repeats)]
    assert fitted(parts, EN) == f"{costs}; {gain}; {repeats}"
    short = [Part(costs), *parts[2:]]
    assert fitted(short, EN) == f"{costs}; exchange first; {repeats}"


def test_that_something_is_shown_comes_before_what_is_nice_to_know() -> None:
    """A choice that shows a card cannot be undone; how a card performs is printed on it."""
    view, _, _ = moment(does.ToAct)
    for card in EDITION.opus:
        row = (card, *["memory-star"] * 6)
        action, deltas, there = _bought(card, EDITION.row[0], replace(view, row=row))
        shown = replace(deltas, reveals=("row",))
        assert "refills the row" in SHOWN.hint(action, shown, there, EN)


def test_an_action_granted_for_a_type_that_one_has_not_says_so() -> None:
    """A tile's Sell or Perform of a type only helps a seat that has such an opus."""
    view, _, _ = moment(does.ToAct)
    tiles = {each.id: each.plain for each in EDITION.tables.city}
    grants = {
        id_: grant
        for id_, texts in tiles.items()
        for grant in reward(texts)
        if isinstance(grant, Grant) and grant.genre and grant.action == "sell"
    }
    id_, grant = next(iter(grants.items()))
    there = replace(view, mozart="wien", lying=(Lying("london", id_, gilded=False),))
    seats = list(there.seats)
    own = Held(next(each.id for each in EDITION.opus.values() if each.type == grant.genre))
    said, travel = [], does.Travel("london")
    for opus in ((), (own,)):
        seats[view.seat] = replace(seats[view.seat], opus=opus)
        now = replace(there, seats=tuple(seats))
        price = would(effects.cost_as_paid(EDITION, now, travel), tiles[id_])
        said.append(SHOWN.hint(travel, price, now, EN))
    assert "then Sell" in said[0]
    assert said[0].endswith("; you have no such Opus")
    assert "you have none" not in said[1]


def test_a_warning_is_the_last_to_be_cut() -> None:
    """This applies in a select; a list of choices has no limit."""
    parts = [
        Part("costs " + "1 ducat, " * 12),
        Part("but you have none for it", warning=True),
        Part("so"),
    ]
    text = fitted(parts, EN)
    assert len(text) <= HINT
    assert "…" in text
    assert text.endswith("but you have none for it")
    whole = fitted(parts, EN, None)
    assert [each.text for each in parts] == whole.split("; ")
