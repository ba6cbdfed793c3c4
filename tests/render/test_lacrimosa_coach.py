"""Lacrimosa's coach: each moment speaks where it matters, with the figures of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

from render.coach import Amount, Figures, parted, told_as
from render.lacrimosa.words.coach import MOMENTS
from render.lacrimosa.words.coach.naming import (
    Bottom,
    Composer,
    Needs,
    Part,
    Reward,
    Story,
)
from render.words import Words
from rules.contract import Action, Decision
from rules.journal import Journal
from rules.lacrimosa import scoring
from rules.lacrimosa.actions import Commission, Compose, Sell, Travel
from rules.lacrimosa.grammar import Cost
from rules.lacrimosa.requiem import space_id
from rules.lacrimosa.state import (
    Frame,
    Laying,
    Paying,
    Placing,
    Player,
    Right,
    Splitting,
    Spreading,
    State,
    Tally,
)
from rules.lacrimosa.view import View
from tests.lacrimosa.positions import (
    ANA,
    EDITION,
    LACRIMOSA,
    acting,
    last_turn,
    note,
    on_turn,
    player,
    position,
    soloist,
    start,
)
from tests.render.coach_positions import LONGEST, Case, ducats, ids, said, texts, vp
from tests.render.lacrimosa_samples import SHOWN, played

BY_NAME = {moment.__name__: moment for moment in MOMENTS}


def at(first: Player, *stack: Frame, **fields: Any) -> State:
    return position(first, player(), stack=stack, **fields)


RICH: dict[str, Any] = {"ducats": 20, "tracks": (8, 8, 8)}
"""A seat that can pay for anything."""

TIED = (note("kyrie.strings", ANA), note("kyrie.percussion", 1, "sixteenth"))
"""In the Kyrie both composers have one marker."""

BONUS = ("bonus-1-travel",)
"""A point for each Travel in the first round, which matters; a ducat does not."""

ITS_OPERA = {"opus": ("opus-k87", "opus-k139"), "courts": ("court-types-1",)}
"""A court that requires an opera and religious music, and an opus of each."""


def beside_soloist(points: int, courts: tuple[str, ...] = ("court-types-1",)) -> State:
    solo = soloist(tally=Tally(opus=5), courts=courts)
    first, composers = player(vp=points), ("eybler",)
    return position(first, stack=(Laying(),), solo=solo, composers=composers)


def laying(*hand: str, **fields: Any) -> State:
    return at(player(hand=hand, **fields), Laying())


def storing(
    *hand: str, laid: str = start(3), turn: int = 1, bonus: tuple[str, ...] = (), **fields: Any
) -> State:
    first = on_turn(hand=hand, experiences=(laid,), story=(), **fields)
    more = {"bonus": bonus} if bonus else {}
    return at(first, Laying(story=True), turn=turn, **more)


CASES = {
    "first_turn": Case(
        lambda: laying(start(1), start(6)),
        {"turns": 4},
        lambda: at(player(hand=(start(1), start(6))), Laying(), turn=2),
    ),
    "marker_counts": Case(
        lambda: acting(on_turn(**RICH), rights=("requiem",), notes=TIED[1:]),
        {"lower": vp(1), "higher": vp(5)},
        lambda: acting(on_turn(**RICH), rights=("requiem",), notes=TIED),
    ),
    "court_needs_opus": Case(
        lambda: acting(on_turn(courts=("court-types-1",)), rights=("commission",)),
        {
            "points": vp(6),
            "missing": Needs("court-types-1", ("opera", "religious")),
            "cards": ("opus-k50",),
        },
        lambda: acting(on_turn(), rights=("commission",)),
    ),
    "court_needs_marker": Case(
        lambda: acting(on_turn(**RICH, courts=("court-instruments-1",)), rights=("requiem",)),
        {
            "points": vp(6),
            "missing": Needs("court-instruments-1", ("strings", "voice")),
            "spaces": ("kyrie.strings", "kyrie.voice"),
        },
        lambda: acting(on_turn(**RICH), rights=("requiem",)),
    ),
    "tracks_expire": Case(
        lambda: acting(last_turn(tracks=(1, 2, 0)), rights=("travel",), turn=4),
        {"points": (Amount("talent", 1), Amount("journey", 2))},
        lambda: acting(last_turn(tracks=(1, 2, 0)), turn=4),
    ),
    "spread_overflows": Case(
        lambda: at(on_turn(tracks=(7, 0, 0)), Spreading(2, track=True)),
        {"kinds": ("talent",), "most": 8},
        lambda: at(on_turn(tracks=(6, 0, 0)), Spreading(2, track=True)),
    ),
    "document_replaces": Case(
        lambda: storing(start(5), start(8), laid=start(1)),
        {"card": start(8), "story": Story(("journey 1",))},
        lambda: storing(start(5), start(8)),
    ),
    "bonus_kept_out": Case(
        lambda: storing(start(7), start(5), bonus=BONUS),
        {"n": 1, "reward": Reward(("vp 1",)), "cards": (start(7),)},
        lambda: storing(start(1), start(5)),
    ),
    "sale_breaks_court": Case(
        lambda: acting(on_turn(**ITS_OPERA), rights=("perform_or_sell",)),
        {"card": "opus-k87", "points": vp(6)},
        lambda: acting(
            on_turn(**ITS_OPERA | {"opus": ("opus-k87",)}), rights=("perform_or_sell",)
        ),
    ),
    "memory_last_round": Case(
        lambda: acting(on_turn(), rights=("document",), round=5),
        {
            "card": "memory-kammermusicus",
            "story": Story(("talent 3", "vp 4")),
            "replaced": Story(("journey 1",)),
        },
        lambda: acting(on_turn(), rights=("document",), round=4),
    ),
    "row_leaves": Case(
        lambda: acting(on_turn(), rights=("commission",), turn=4),
        {"n": 2, "cards": ("opus-k112", "opus-k50")},
        lambda: acting(on_turn(), rights=("commission",), turn=3),
    ),
    "card_pays_nothing": Case(
        lambda: laying(start(3), start(6), ducats=0, tracks=(0, 4, 0)),
        {"n": 1, "cards": (start(3),)},
        lambda: laying(start(3), start(6)),
    ),
    "court_fulfilled": Case(
        lambda: acting(
            on_turn(opus=("opus-k139",), courts=("court-types-1",)), rights=("commission",)
        ),
        {"n": 1, "cards": ("opus-k50",), "points": vp(6)},
        lambda: acting(on_turn(**ITS_OPERA), rights=("commission",)),
    ),
    "court_marked": Case(
        lambda: acting(
            on_turn(
                **RICH, hired={"strings-1": "eybler-kyrie-1"}, courts=("court-instruments-1",)
            ),
            rights=("requiem",),
            notes=(note("kyrie.strings", ANA),),
        ),
        {"space": "kyrie.voice", "points": vp(6)},
        lambda: acting(on_turn(**RICH, courts=("court-instruments-1",)), rights=("requiem",)),
    ),
    "majority_turns": Case(
        lambda: acting(on_turn(**RICH), rights=("requiem",), notes=TIED),
        {
            "n": 2,
            "movement": "kyrie",
            "composer": Composer("eybler"),
            "lower": vp(1),
            "higher": vp(3),
        },
        lambda: acting(on_turn(**RICH), rights=("requiem",), notes=TIED[:1]),
    ),
    "neutral_decides": Case(
        lambda: at(on_turn(), Placing("kyrie"), notes=TIED),
        {"n": 1, "movement": "kyrie", "composer": Composer("eybler"), "both": 1},
        lambda: at(on_turn(), Placing("kyrie"), notes=TIED[:1]),
    ),
    "offertorium_scores": Case(
        lambda: acting(
            on_turn(hired={"organ": "eybler-offertorium-1"}), rights=("commission",)
        ),
        {
            "type": "symphony",
            "points": vp(1),
            "cards": ("opus-k16", "opus-k45a"),
        },
        lambda: acting(on_turn(hired={"organ": "eybler-kyrie-1"}), rights=("commission",)),
    ),
    "court_served": Case(
        lambda: acting(
            on_turn(**RICH, opus=ITS_OPERA["opus"]),
            rights=("travel",),
            on_map={"wien": "court-types-1"},
        ),
        {"place": "wien", "points": vp(6)},
        lambda: acting(on_turn(**RICH), rights=("travel",), on_map={"wien": "court-types-1"}),
    ),
    "again_left": Case(
        lambda: acting(rights=(Right("perform", again=True),)),
        {"n": 1, "action": "perform"},
        lambda: acting(rights=("perform",)),
    ),
    "exchanges_missing": Case(
        lambda: at(
            on_turn(ducats=7, tracks=(0, 0, 0)),
            Paying(Commission("opus-k45a"), Right("commission")),
        ),
        {"n": 1, "missing": Cost(talent=1)},
        lambda: at(on_turn(ducats=7), Paying(Commission("opus-k45a"), Right("commission"))),
    ),
    "spread_least": Case(
        lambda: at(on_turn(tracks=(2, 1, 0), counters=(0, 0, 2)), Spreading(1, track=False)),
        {
            "kind": "journey",
            "points": (Amount("talent", 2), Amount("journey", 1), Amount("composition", 2)),
        },
        lambda: at(on_turn(tracks=(2, 0, 0)), Spreading(1, track=False)),
    ),
    "funds_overflow": Case(
        lambda: acting(on_turn(finance=8), rights=("sell",)),
        {"card": "start-opus-k1a", "points": vp(2)},
        lambda: acting(rights=("sell",)),
    ),
    "reward_first": Case(
        lambda: acting(on_turn(**RICH, markers=("board.percussion",)), rights=("requiem",)),
        {"part": Part("board.percussion"), "reward": Reward(("ducats 2",))},
        lambda: acting(on_turn(**RICH, markers=("board.horns",)), rights=("requiem",)),
    ),
    "no_surcharge": Case(
        lambda: acting(rights=("commission",)),
        {"card": "opus-k50", "other": "opus-k16", "cost": Cost(ducats=1, talent=1)},
        lambda: acting(rights=("commission",), row=("opus-k45a",)),
    ),
    "memory_actions": Case(
        lambda: acting(rights=("document",), round=2, row=("memory-violinsommer",)),
        {"n": 2, "card": "memory-violinsommer"},
        lambda: acting(rights=("document",), round=2, row=("memory-karneval",)),
    ),
    "stories": Case(
        lambda: storing(start(5), start(1)),
        {
            "cards": (
                Bottom(start(5), ("talent 1", "composition 1")),
                Bottom(start(1), ("talent 1",)),
            )
        },
        lambda: storing(start(1), start(8)),
    ),
    "card_left": Case(
        lambda: storing(start(8), start(9), turn=4),
        {"cards": (start(8), start(9))},
        lambda: storing(start(8), start(9), turn=3),
    ),
    "split_keeps_counters": Case(
        lambda: at(
            on_turn(tracks=(1, 0, 0), counters=(1, 1, 0)),
            Splitting(Sell("start-opus-k1a"), (1, 0, 0), Right("sell")),
            turn=3,
        ),
        {"n": 2},
        lambda: at(
            on_turn(tracks=(1, 0, 0)),
            Splitting(Sell("start-opus-k1a"), (1, 0, 0), Right("sell")),
        ),
    ),
    "soloist_ahead": Case(
        lambda: beside_soloist(3),
        {"n": 2, "courts": vp(6)},
        lambda: beside_soloist(5),
    ),
    "end_counts": Case(
        lambda: acting(
            last_turn(ducats=7, counters=(2, 1, 0)), rights=("travel",), round=5, turn=4
        ),
        {"ducats": ducats(7), "money": vp(2), "counters": 3, "points": vp(1)},
        lambda: acting(
            last_turn(ducats=7, counters=(2, 1, 0)), rights=("travel",), round=4, turn=4
        ),
    ),
}


def seen(state: State) -> tuple[View, Decision]:
    """What Ana knows in a position, and what she decides."""
    pending = LACRIMOSA.pending(state)
    assert isinstance(pending, tuple), pending
    (decision,) = (each for each in pending if each.seat == ANA)
    return LACRIMOSA.observe(state, ANA), decision


def test_every_moment_has_a_text_and_a_position_of_each_kind() -> None:
    assert len(MOMENTS) == len(BY_NAME) >= 25
    assert set(BY_NAME) == set(CASES) == ids("lacrimosa.coach.")


@pytest.mark.parametrize("name", CASES)
def test_a_moment_speaks_where_it_matters_and_nowhere_else(name: str) -> None:
    found = BY_NAME[name](EDITION, *seen(CASES[name].speaks()))
    assert found is not None
    assert said(found) == CASES[name].says
    assert BY_NAME[name](EDITION, *seen(CASES[name].silent())) is None


@pytest.mark.parametrize("name", CASES)
def test_a_text_is_short_and_has_figures_of_its_position(name: str, words: Words) -> None:
    view, decision = seen(CASES[name].speaks())
    coached = SHOWN.coached(view, decision, words)
    spoken = {parted(each.moment)[0].partition(":")[0]: each.text for each in coached}
    told = spoken[name]
    assert len(told) <= LONGEST, told
    assert "\n" not in told
    forms = texts(f"lacrimosa.coach.{name}")
    fields = {field for form in forms for _, field, _, _ in Formatter().parse(form) if field}
    assert fields, "a tip that could stand in any position"
    assert fields <= set(CASES[name].says), name


# -- the rules say the same ---------------------------------------------------------


def told(*names: str) -> Iterator[tuple[Journal[State, View], Decision, dict[str, object]]]:
    """Each time one of these moments speaks in random games, with its figures."""
    for seed in (1, 2, 3):
        for journal in played(3, seed):
            for decision in journal.decisions:
                view = journal.view(decision.seat)
                for name in names:
                    if found := BY_NAME[name](EDITION, view, decision):
                        yield journal, decision, said(found)


def test_what_a_card_brings_in_story_stands_in_the_only_brackets() -> None:
    view, decision = seen(storing(start(5), start(1)))
    facts = [each.text for each in SHOWN.coached(view, decision, Words("en"))]
    (text,) = [each for each in facts if "(1 Talent, 1 Composition)" in each]
    assert ") (" not in text


def courts(state: State) -> int:
    served = scoring.assignment(EDITION, state, ANA)
    return sum(EDITION.courts[court].vp for court in served)


@pytest.mark.parametrize(
    ("name", "sign"),
    [
        ("court_fulfilled", 1),
        ("court_marked", 1),
        ("court_served", 1),
        ("sale_breaks_court", -1),
    ],
)
def test_what_a_court_counts_is_what_the_final_count_gives(name: str, sign: int) -> None:
    state = CASES[name].speaks()
    _, decision = seen(state)
    says = CASES[name].says
    action = next(each for each in decision.options if _named(each, says))
    after = LACRIMOSA.act(state, ANA, action)
    assert vp(sign * (courts(after) - courts(state))) == says["points"]


def test_an_opus_that_one_court_needed_may_serve_a_better_one() -> None:
    """L118: periods 1 and 2 give 5 VP, then 2 and 3 give 6; the opus of 2 serves only one."""
    own = on_turn(
        **RICH, opus=("opus-k16", "opus-k183"), courts=("court-periods-1", "court-periods-2")
    )
    state = acting(own, rights=("commission",), row=("opus-k297",))
    found = BY_NAME["court_fulfilled"](EDITION, *seen(state))
    assert found is not None
    after = LACRIMOSA.act(state, ANA, Commission("opus-k297"))
    assert said(found)["points"] == vp(courts(after) - courts(state)) == vp(1)


def test_no_court_of_the_soloist_is_promised_where_he_has_none() -> None:
    assert BY_NAME["soloist_ahead"](EDITION, *seen(beside_soloist(3))) is not None
    assert BY_NAME["soloist_ahead"](EDITION, *seen(beside_soloist(3, ()))) is None


def test_every_opus_that_fulfils_a_court_is_named_and_each_court_once() -> None:
    def told(*courts: str) -> Figures | None:
        own = on_turn(**RICH, opus=("opus-k139",), courts=courts)
        state = acting(own, rights=("commission",), row=("opus-k50", "opus-k87", "opus-k16"))
        return BY_NAME["court_fulfilled"](EDITION, *seen(state))

    both = told("court-types-1")
    assert both is not None
    assert (both.n, both.named["cards"]) == (2, ("opus-k50", "opus-k87"))
    other = told("court-types-3")
    assert other is not None
    assert (other.n, other.named["cards"]) == (1, ("opus-k16",))
    assert told_as("court", other) != told_as("court", both)


def _named(action: Action, says: dict[str, object]) -> bool:
    match action:
        case Commission(card) | Sell(card):
            return card == says.get("card") or (card,) == says.get("cards")
        case Travel(place):
            return says.get("place") == place
        case Compose():
            return says.get("space") == space_id(action)
        case _:
            return False


def test_in_whole_games_every_decision_can_be_coached() -> None:
    words, spoken = Words("en"), set()
    for seats, seed in ((1, 4), (2, 5), (4, 6)):
        for journal in played(seats, seed):
            for decision in journal.decisions:
                view = journal.view(decision.seat)
                for fact in SHOWN.coached(view, decision, words):
                    assert 0 < len(fact.text) <= LONGEST, fact.text
                    spoken.add(parted(fact.moment)[0])
    assert len(spoken) >= 23
