"""Lacrimosa in words: every event, prompt, choice and reason has its sentence."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import astuple, replace

from render.lacrimosa import amounts, naming, prices
from render.lacrimosa.text import Text
from render.presentation import Person, Scene
from render.words import Words
from rules.journal import Journal
from rules.lacrimosa import HOUSE_TEXT, Edition, State, game
from rules.lacrimosa import actions as does
from rules.lacrimosa import events as tells
from rules.lacrimosa.catalogue import RowSpace
from rules.lacrimosa.grammar import Cost, Good, Points, reward
from rules.lacrimosa.state import Held, Hired, LacrimosaOptions, Lying, Right, Turn
from rules.lacrimosa.view import View
from rules.table import (
    Action,
    Decision,
    Delta,
    Deltas,
    Event,
    Line,
    Over,
    Prompt,
    Reason,
    Standings,
    TookBack,
)
from tests.render.made_up import padded

ROOT = Path(__file__).parents[2]
BOOK = Edition(HOUSE_TEXT)
GAME = game(BOOK)
TEXT = Text(BOOK)
PEOPLE = (
    Person("Ana"),
    Person("**Борис** @everyone"),
    Person("王小明", computer=True),
    Person("W" * 32, computer=True),
)
SCENE = Scene(PEOPLE)
SOME = (Delta("ducats", -3), Delta("vp", 5), Delta("composition", -1))


EN = Words("en")
LANGUAGES = {"en": EN, "longer": padded()}


@pytest.fixture(params=list(LANGUAGES))
def words(request: pytest.FixtureRequest) -> Words:
    return LANGUAGES[request.param]


# -- positions ---------------------------------------------------------------------


def steps(seats: int, seed: int, **chosen: str) -> Iterator[Journal[State, View]]:
    """A whole game of random choices that prefers to act, position by position."""
    rng = Random(seed)
    journal = Journal.start(GAME, GAME.options(seats, chosen), rng)
    idle = does.TakeDucats | does.EndTurn | does.Skip
    while journal.over is None:
        yield journal
        decision = rng.choice(journal.decisions)
        busy = tuple(each for each in decision.options if not isinstance(each, idle))
        options = busy if busy and rng.random() < 0.9 else decision.options
        if decision.asides and rng.random() < 0.1:
            options = decision.asides
        journal = journal.move(decision.seat, rng.choice(options), rng)
    yield journal


@cache
def played(seats: int, seed: int, split: str = "tracks_first") -> tuple[Any, ...]:
    return tuple(steps(seats, seed, composers="random", payment=split))


def finished() -> View:
    journal: Journal[State, View] = played(4, 1)[-1]
    return journal.view(None)


@cache
def moment(kind: type[Prompt], seats: int = 4, *, busy: bool = False) -> Any:
    """A position whose pending decision is of a kind; `busy`: with something to pay."""
    for seed in range(1, 12):
        for journal in played(seats, seed):
            for decision in journal.decisions:
                if isinstance(decision.prompt, kind) and (
                    len(decision.options) > 3 or not busy
                ):
                    return journal.view(decision.seat), decision, journal
    raise AssertionError(kind)


# -- samples of everything ---------------------------------------------------------

COURT, CITY = BOOK.tables.court[0].id, BOOK.tables.city[0].id
MEMORY, OPUS = "memory-grauer-bote", "opus-k257"
EVENTS: tuple[Event, ...] = (
    tells.ComposersChosen(("eybler", "suessmayr")),
    tells.ComposersChosen(("stadler",)),
    tells.Covered("constanze-1", BOOK.constanze["constanze-1"].players_2),
    tells.RoundBegan(2, 1, "bonus-2-travel"),
    tells.Dealt(0, 2, None),
    tells.Dealt(0, 2, ("start-memory-1", MEMORY)),
    tells.RowFilled((MEMORY, OPUS)),
    tells.TileLaid("wien", COURT),
    tells.TileLaid("berlin", CITY),
    tells.LaidExperience(0, MEMORY),
    tells.LaidStory(3, MEMORY),
    tells.UsedCard(0, MEMORY, SOME),
    tells.UsedCard(0, MEMORY, ()),
    tells.TookDucats(0, 3),
    tells.Documented(0, MEMORY, "start-memory-4", SOME),
    tells.Commissioned(0, OPUS, SOME),
    tells.Performed(0, OPUS, ()),
    tells.Sold(0, OPUS, SOME),
    tells.Travelled(0, "wien", COURT, SOME),
    tells.Travelled(0, "berlin", CITY, SOME),
    tells.Travelled(0, "berlin", None, SOME),
    tells.Composed(0, "sequentia.strings-1", "eybler", "eybler-sequentia-1", SOME),
    tells.NeutralPlaced(0, "kyrie.organ", "stadler"),
    tells.NeutralPlaced(0, "kyrie.organ", None),
    tells.Declined(0, "travel"),
    tells.Chose(0, SOME),
    tells.Gained(0, SOME),
    tells.Exchanged(0, SOME),
    tells.TurnEnded(0),
    tells.Maintained(0, SOME),
    tells.SoloDid("document", MEMORY, 3, 0, ()),
    tells.SoloDid("commission", OPUS, 4, 0, ()),
    tells.SoloDid("perform_or_sell", OPUS, 3, 2, ()),
    tells.SoloDid("travel", "wien", 0, 0, (COURT,)),
    tells.SoloDid("requiem", "kyrie.organ", 1, 0, ()),
    tells.SoloDid("travel", None, 0, 0, ()),
    tells.Counted(0, 12, 18, 5, 3),
    tells.Ended((0,)),
    tells.Ended((0, 1)),
    tells.Ended(()),
    TookBack(1),
    Standings((3, 4, 5, 6)),
)
PROMPTS: tuple[Prompt, ...] = (
    does.ToLayExperience(2),
    does.ToLayStory(MEMORY),
    does.ToUse(MEMORY, 4),
    does.ToAct(("perform_or_sell", "document")),
    does.ToGrant("perform", "religious"),
    does.ToGrant("travel"),
    does.ToSpread(2, True),
    does.ToSpread(1, False),
    does.ToPlaceNeutral("agnus-dei"),
    does.ToSplit((2, 1, 0)),
    does.ToPay("requiem", Cost(ducats=2, composition=1)),
)
REASONS: tuple[Reason, ...] = (
    Reason("not_your_decision"),
    Reason("unknown_action"),
    Reason("not_now"),
    Reason("game_over"),
    Reason("nothing_to_take_back"),
    Reason("wrong_seats", needs=1, has=0),
    Reason("unknown_option", what="colour"),
    Reason("unknown_draw"),
    Reason("cannot_pay_ducats", needs=7, has=4),
    Reason("cannot_pay_finance", needs=2, has=1),
    Reason("cannot_pay_points", what="talent", needs=3, has=1, remedy="buy"),
    Reason("cannot_pay_wild", needs=2, has=1, remedy="buy"),
    Reason("no_such_right", what="perform_or_sell"),
    Reason("not_in_row", what=OPUS),
    Reason("not_in_front", what=OPUS),
    Reason("not_in_hand", what=MEMORY),
    Reason("already_performed", what=OPUS),
    Reason("nothing_here", what="muenchen"),
    Reason("space_taken", what="sequentia.voice-2"),
    Reason("no_marker", what="percussion"),
    Reason("no_composer", what="sanctus"),
    Reason("no_counter", what="journey", needs=1, has=0),
)
CHOICES: tuple[Action, ...] = (
    does.LayExperience(MEMORY),
    does.LayStory(MEMORY),
    does.UseCard(),
    does.TakeDucats(),
    *(does.Document(each.id, "tj") for each in BOOK.tables.memory),
    *(does.Commission(each.id) for each in BOOK.tables.opus),
    *(does.Perform(each) for each in BOOK.opus),
    does.Sell(OPUS),
    *(does.Travel(each) for each in BOOK.places),
    does.Compose("sequentia", "voice-2", "eighth", 6, "t", ""),
    does.Compose("kyrie", "horns", "sixteenth", 1),
    does.Skip(),
    does.Spread("ttj"),
    does.Spread("c"),
    does.PlaceNeutral("sanctus.percussion", "eighth"),
    does.Split((0, 0, 0)),
    does.Split((2, 1, 3)),
    *map(does.BuyCounter, ("talent", "journey", "composition")),
    *map(does.SellCounter, ("talent", "journey", "composition")),
    does.EndTurn(),
)


def tags(union: Any) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(union)}


@pytest.mark.parametrize(
    ("samples", "union"),
    [
        (EVENTS, tells.Told | TookBack | Standings),
        (PROMPTS, does.Asked),
        (CHOICES, does.Move),
    ],
)
def test_the_samples_cover_every_case(samples: tuple[msgspec.Struct, ...], union: Any) -> None:
    assert {sample.__struct_config__.tag for sample in samples} == tags(union)


# -- what happened -----------------------------------------------------------------


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_every_event_has_a_sentence_or_is_silent(event: Event, words: Words) -> None:
    sentence = TEXT.told(event, SCENE, words)
    silent = isinstance(event, Standings) or event == tells.Dealt(0, 2, None)
    assert silent == (sentence is None)
    if sentence is not None:
        assert len(sentence) <= 400
        assert "@everyone" not in sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (EVENTS[11], "Ana uses Der graue Bote: −3 ducats, +5 VP, −1 Composition."),
        (
            tells.Performed(0, OPUS, ()),
            "Ana, Perform, Missa C-Dur „Credo-Messe“ KV 257: nothing.",
        ),
        (
            tells.SoloDid("travel", "wien", 0, 0, (COURT,)),
            "Soloist, Travel, Wien: 1 Royal Court tile taken.",
        ),
        (
            tells.NeutralPlaced(2, "kyrie.organ", None),
            "王小明 (computer) places the neutral marker: Kyrie, Organ, Soloist’s side.",
        ),
        (tells.Ended(()), "The Soloist wins the game."),
    ],
)
def test_sentences(event: Event, sentence: str) -> None:
    assert TEXT.told(event, SCENE, EN) == sentence


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_whole_game_in_words(seats: int, words: Words) -> None:
    journal = played(seats, seats)[-1]
    for number in range(1, journal.number + 1):
        for viewer in (None, 0):
            for event in journal.told(number, viewer):
                sentence = TEXT.told(event, SCENE, words)
                assert sentence is None or len(sentence) <= 500


# -- what is asked -----------------------------------------------------------------


@pytest.mark.parametrize("prompt", PROMPTS, ids=repr)
def test_every_prompt_has_a_public_phrase_and_a_question(prompt: Prompt, words: Words) -> None:
    view, _, _ = moment(does.ToLayExperience)
    phrase = TEXT.asked(prompt, words)
    assert 0 < len(phrase) <= 70
    question = TEXT.question(Decision(view.seat, prompt, ()), view, words)
    assert question.strip() not in {"", phrase}
    assert len(question) <= 900


def test_the_question_of_a_turn_is_its_plan() -> None:
    view, decision, _ = moment(does.ToAct, busy=True)
    question = TEXT.question(decision, view, EN)
    head, *plan, purse = question.split("\n")
    assert head.startswith("Turn ")
    assert len(plan) == len(view.stack[-1].rights)
    assert any("that you can pay" in line for line in plan)
    assert (
        f"You have {amounts.amount('ducats', view.seats[decision.seat].ducats, EN)};" in purse
    )


def test_a_plan_names_what_is_missing_for_the_nearest_choice() -> None:
    view, _, _ = moment(does.ToLayExperience)
    poor = replace(
        view.seats[view.seat], ducats=1, tracks=(0, 0, 0), counters=(0, 0, 0), opus=()
    )
    seats = tuple(poor if s == view.seat else side for s, side in enumerate(view.seats))
    rights = (Right("commission"), Right("travel"), Right("perform_or_sell"), Right("requiem"))
    view = replace(view, seats=seats, stack=(Turn(rights),))
    prompt = does.ToAct(tuple(right.action for right in rights))
    plan = TEXT.question(Decision(view.seat, prompt, ()), view, EN).split("\n")[1:-1]
    assert re.fullmatch(
        r"- \*\*Commission an Opus\*\*: nothing payable; missing .+ for the nearest \(.+\)",
        plan[0],
    )
    assert "missing" in plan[1] or "nothing to do" in plan[1]
    assert plan[2] == "- **Perform or Sell**: nothing to do this with"
    assert "Composition" in plan[3]


def test_without_rights_a_turn_has_nothing_left() -> None:
    view, _, _ = moment(does.ToLayExperience)
    view = replace(view, stack=(Turn(()),))
    question = TEXT.question(Decision(view.seat, does.ToAct(()), ()), view, EN)
    assert question.startswith("Nothing is left to do")


def test_progress_of_every_phase() -> None:
    seen = {TEXT.progress(journal.view(None), EN) for journal in played(2, 2)}
    assert {"Round 1 of 5 · turn 1 of 4", "Round 5 of 5 · turn 4 of 4", "Final scores"} <= seen
    waiting = [
        TEXT.progress(journal.view(None), EN)
        for seed in range(1, 8)
        for journal in played(4, seed)
        if journal.view(None).upkeep
    ]
    assert any("maintenance" in text for text in waiting)


# -- why not -----------------------------------------------------------------------


@pytest.mark.parametrize("reason", REASONS, ids=lambda reason: str(reason.code))
def test_every_reason_is_a_sentence_with_its_figures(reason: Reason, words: Words) -> None:
    sentence = TEXT.why(reason, words)
    assert len(sentence) <= 250
    if reason.missing:
        assert {str(reason.needs), str(reason.has), str(reason.missing)} <= set(
            re.findall(r"\d+", sentence)
        ) or reason.code in {"no_counter", "wrong_seats"}


def test_every_code_of_the_rules_is_tried_and_every_text_used() -> None:
    rooms = [*(ROOT / "rules/lacrimosa").glob("*.py"), *(ROOT / "rules").glob("*.py")]
    codes = {
        code
        for room in rooms
        for code in re.findall(r"Reason\(\s*\"(\w+)\"", room.read_text(encoding="utf-8"))
    }
    assert codes <= {reason.code for reason in REASONS}
    own = {id_.split(".")[2] for id_ in EN.ids if id_.startswith("lacrimosa.why.")}
    assert own <= codes


def test_a_forged_name_in_a_reason_is_shown_but_inert() -> None:
    sentence = TEXT.why(Reason("not_in_row", what="@everyone **x**"), EN)
    assert "@\u200beveryone" in sentence
    assert r"\*\*x\*\*" in sentence


# -- labels and hints --------------------------------------------------------------


def paths(action: Action) -> Iterator[tuple[object, ...]]:
    whole = (action.__struct_config__.tag, *astuple(action))
    for length in range(1, len(whole) + 1):
        yield whole[:length]


@pytest.mark.parametrize("action", CHOICES, ids=repr)
def test_every_start_of_a_choice_has_a_short_label(action: Action, words: Words) -> None:
    view, _, _ = moment(does.ToAct)
    for path in paths(action):
        label = TEXT.label(path, view, words)
        assert label
        assert len(label) <= (45 if words is EN else 65), label


@pytest.mark.parametrize("action", CHOICES, ids=repr)
def test_every_choice_has_a_hint_of_one_line(action: Action, words: Words) -> None:
    view, _, _ = moment(does.ToAct)
    hint = TEXT.hint(action, Deltas(SOME), view, words)
    assert len(hint) <= 100
    assert "\n" not in hint


def test_an_unknown_start_of_a_choice_is_a_fault() -> None:
    view = finished()
    for path in ((), ("dance",), ("skip", 3), ("requiem", "kyrie", "organ", "eighth", 99)):
        with pytest.raises(KeyError):
            TEXT.label(path, view, EN)


@pytest.mark.parametrize(
    ("path", "label"),
    [
        (("document",), "Document Memories"),
        (("document", "memory-miserere"), "Das Miserere aus dem…"),
        (("document", MEMORY, "tj"), "Pay 1 Talent, 1 Journey"),
        (("commission", "opus-k297"), "Sinfonie Nr. 31 D-Dur KV 297"),
        (("commission", "opus-k297", ""), "Sinfonie Nr. 31 D-Dur KV 297"),
        (("commission", "opus-k339"), "Vesperae solennes de… KV 339"),
        (("perform", "start-opus-k1a"), "Andante C-Dur KV 1a"),
        (("requiem", "agnus-dei"), "Agnus Dei"),
        (("requiem", "sequentia", "strings-2"), "Strings 2"),
        (("requiem", "kyrie", "organ", "eighth", 7), "Organ: up 1 finance step"),
        (("requiem", "kyrie", "voice", "eighth", 6, "c"), "Gain 1 Composition"),
        (("spread", "ttj"), "2 Talent, 1 Journey"),
        (("split", (0, 0, 0)), "All from the tracks"),
        (("split", (1, 0, 2)), "Counters: 1 Talent, 2 Composition"),
        (("buy", "talent"), "3 ducats → 1 Talent"),
        (("cash", "journey"), "1 Journey → 1 ducat"),
    ],
)
def test_labels(path: tuple[object, ...], label: str) -> None:
    view, _, _ = moment(does.ToAct)
    assert TEXT.label(path, view, EN) == label


def test_two_cards_never_share_a_title_on_a_button() -> None:
    ids = [*BOOK.memories, *BOOK.opus]
    titles = {naming.short(BOOK, each, EN) for each in ids}
    assert len(titles) == len(ids)
    assert max(map(len, titles)) <= naming.SHORT


def test_the_second_side_of_a_solo_game_is_the_soloists() -> None:
    view = played(1, 1)[0].view(0)
    assert TEXT.label(("neutral", "kyrie.organ", "sixteenth"), view, EN) == "Soloist’s side"


@pytest.mark.parametrize(("seats", "seed", "split"), [(4, 3, "ask"), (2, 5, ""), (1, 6, "")])
def test_choices_of_a_whole_game_in_words(seats: int, seed: int, split: str) -> None:
    """Nothing is cut, and no two buttons of one step of a panel read the same."""
    rng = Random(seed)
    for journal in played(seats, seed, split or "tracks_first"):
        for decision in journal.decisions:
            view = journal.view(decision.seat)
            assert TEXT.asked(decision.prompt, EN)
            assert len(TEXT.question(decision, view, EN)) <= 900
            offered = decision.options + decision.asides
            levels: dict[tuple[object, ...], set[object]] = {}
            for action in offered:
                for path in paths(action):
                    levels.setdefault(path[:-1], set()).add(path[-1])
            for start, chosen in levels.items():
                labels = {TEXT.label((*start, each), view, EN) for each in chosen}
                assert len(labels) == len(chosen), start
                assert max(map(len, labels)) <= 45
            for action in rng.sample(offered, min(5, len(offered))):
                hint = TEXT.hint(action, journal.price(decision.seat, action), view, EN)
                assert len(hint) <= 100
                assert not hint.endswith("…"), hint
            for _, reason in journal.blocked(decision.seat):
                assert TEXT.why(reason, EN)


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


# -- amounts -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "spelled"),
    [
        ((), "nothing"),
        (("ducats 1",), "1 ducat"),
        (("ducats 2", "vp 1"), "2 ducats, 1 VP"),
        (("talent 1",), "1 Talent counter"),
        (("track.talent 1",), "1 Talent step"),
        (("wild 2",), "2 Wildcard counters"),
        (("track.wild 1",), "1 Wildcard step"),
        (("finance 2",), "up 2 finance steps"),
        (("action travel",), "then: Travel"),
        (("action perform opera",), "then: Perform (Opera)"),
        (("action document + vp 1",), "then: Document, with it 1 VP"),
        (
            ("action sell religious + finance 2",),
            "then: Sell (Religious Music), with it up 2 finance steps",
        ),
        (("vp_per chamber 2",), "2 VP per Opus: Chamber Music"),
        (("neutral_marker",), "neutral marker"),
    ],
)
def test_rewards(texts: tuple[str, ...], spelled: str) -> None:
    assert amounts.reward(texts, EN) == spelled


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("track.journey 1", "each round: 1 Journey"),
        ("opus.opera 2", "always: 2 VP with Opera"),
        ("repeat requiem", "repeat: Requiem"),
    ],
)
def test_repeating_rewards(text: str, spelled: str) -> None:
    assert amounts.repeat(text, EN) == spelled


def test_costs() -> None:
    everything = Cost(1, 2, 3, 4, 1, 2)
    spelled = "1 ducat, 2 Talent, 3 Journey, 4 Composition, 1 Wildcard, down 2 finance steps"
    assert amounts.cost(everything, EN) == spelled
    assert amounts.cost(Cost(), EN) == "nothing"


def test_the_bottom_of_a_memory_is_x_tracks() -> None:
    assert amounts.story(("talent 2", "vp 1"), EN) == "2 Talent, 1 VP"


def test_every_component_can_be_spelled(words: Words) -> None:
    for tile in BOOK.tiles.values():
        assert amounts.reward(tile.reward, words)
        assert amounts.cost(tile.cost, words)
        assert tile.repeat is None or amounts.repeat(tile.repeat, words)
    sides = [(each.plain, each.gilded) for each in BOOK.tables.court]
    sides += [(each.plain, each.gilded) for each in BOOK.tables.city]
    for plain, gilded in sides:
        assert amounts.reward(plain, words)
        assert amounts.reward(gilded, words)
    for space in BOOK.player.finance:
        assert amounts.income(space, words)
    rising = [amounts.income(space, EN) for space in BOOK.player.finance]
    assert all(a != b for a, b in pairwise(rising))


# -- the position ------------------------------------------------------------------


def fullest() -> tuple[View, Scene]:
    """More than four seats can ever own, with the longest names."""
    view = finished()
    full = replace(
        view.seats[0],
        opus=tuple(Held(each) for each in list(BOOK.opus)[:24]),
        courts=tuple(BOOK.courts),
        markers=tuple(BOOK.board),
        hired=tuple(
            Hired(place, tile) for place, tile in zip(BOOK.board, BOOK.tiles, strict=False)
        ),
        experiences=tuple(each.id for each in BOOK.tables.memory[:4]),
        story=tuple(each.id for each in BOOK.tables.memory[4:8]),
        hand=tuple(each.id for each in BOOK.tables.memory[8:12]),
        unplayed=tuple(each.id for each in BOOK.tables.memory[8:17]),
    )
    row = tuple(each.id for each in BOOK.tables.opus[:7])
    large = replace(view, viewer=0, over=False, seats=(full,) * 4, row=row)
    people = tuple(Person("W" * 32, computer=True) for _ in range(4))
    deciding = tuple((seat, PROMPTS[6]) for seat in range(4))
    return large, Scene(people, deciding, tuple(event for event in EVENTS * 2))


def test_limits_in_the_largest_position(words: Words) -> None:
    view, scene = fullest()
    assert len(TEXT.summary(view, scene, words)) <= 1024
    pages = TEXT.pages(view, scene, words)
    assert all(0 < len(page) <= 3500 for page in pages)
    assert len(TEXT.hand_text(view, words)) <= 3500


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_limits_in_a_whole_game(seats: int, words: Words) -> None:
    for journal in played(seats, seats)[::7]:
        for viewer in (None, 0):
            view = journal.view(viewer)
            deciding = tuple((each.seat, each.prompt) for each in journal.decisions)
            scene = replace(SCENE, deciding=deciding, over=journal.over)
            assert len(TEXT.summary(view, scene, words)) <= 1024
            assert all(0 < len(page) <= 3500 for page in TEXT.pages(view, scene, words))
            assert len(TEXT.hand_text(view, words)) <= 3500


def test_the_summary_names_turn_seats_scores_and_the_last_change() -> None:
    view, decision, _ = moment(does.ToAct)
    scene = replace(SCENE, deciding=((decision.seat, decision.prompt),), changed=(EVENTS[15],))
    summary = TEXT.summary(view, scene, EN)
    assert summary.startswith(f"Lacrimosa. Round {view.round} of 5 · turn {view.turn} of 4. ")
    assert ", take the actions left." in summary
    assert "**Борис** @everyone (red square)" in summary
    assert (
        "Last: Ana, Commission, Missa C-Dur „Credo-Messe“ KV 257: −3 ducats, +5 VP" in summary
    )
    assert f"Mozart is in {BOOK.places[view.mozart].name}." in summary


def test_pages_tell_a_blind_player_everything_on_the_table() -> None:
    view, _, journal = moment(does.ToAct, busy=True)
    everything = "\n".join(TEXT.pages(view, SCENE, EN))
    for card in view.row:
        assert naming.card(BOOK, card, EN) in everything
        action = does.Document(card) if card in BOOK.memories else does.Commission(card)
        assert amounts.cost(prices.price(BOOK, view, action), EN) in everything
    for place in BOOK.tables.map.place:
        assert f"{place.number}. {place.name}: roads " in everything
    for lying in view.lying:
        tile = prices.tile(BOOK, lying)
        assert amounts.reward(prices.reward(BOOK, lying), EN) in everything
        assert amounts.cost(tile.cost, EN) in everything
    for movement in BOOK.movements:
        for side in ("eighth", "sixteenth"):
            top = prices.top(BOOK, view, side, movement)
            assert top is None or f"costs {amounts.cost(top.cost, EN)}:" in everything
    for side_view in view.seats:
        for held in side_view.opus:
            assert naming.card(BOOK, held.id, EN) in everything
    for note in view.notes:
        assert naming.part(BOOK, note.space, EN) in everything
    assert journal.over is None


def test_pages_are_the_same_for_everybody() -> None:
    """Which cards are in hand stands on no page, not even on their owner's."""
    _, _, journal = moment(does.ToAct)
    public = TEXT.pages(journal.view(None), SCENE, EN)
    assert all(TEXT.pages(journal.view(seat), SCENE, EN) == public for seat in range(4))


def test_pages_of_a_solo_game_show_the_soloist_and_his_cards() -> None:
    view = played(1, 1)[40].view(0)
    pages = TEXT.pages(view, SCENE, EN)
    assert pages[-1].startswith("**Soloist** (Easy): ")
    assert view.solo is not None
    for card in view.solo.deck:
        assert f"- {BOOK.soloist[card].number}: does " in pages[-1]


def test_a_hand_shows_its_cards_and_what_is_still_in_the_deck() -> None:
    view = played(4, 1)[0].view(2)
    side = view.seats[2]
    hand = TEXT.hand_text(view, EN)
    assert "**Your hand**, 4 cards" in hand
    assert "**Your deck**, 5 cards still to come" in hand
    before, after = hand.split("**Your deck**")
    for card in side.hand or ():
        assert naming.card(BOOK, card, EN) in before
    for card in set(side.unplayed) - set(side.hand or ()):
        assert naming.card(BOOK, card, EN) in after
    assert TEXT.hand_text(finished(), EN) == "Spectators have no hand."


def test_the_end_names_winners_tie_break_and_lines(words: Words) -> None:
    lines = tuple((Line("opus", 20), Line("requiem", 9)) for _ in range(4))
    shared = replace(SCENE, over=Over(lines, (0, 2), "requiem_markers"))
    final = TEXT.pages(finished(), shared, words)[0]
    assert "Ana" in final
    assert words("score.requiem_markers") in final
    lost = replace(SCENE, over=Over(lines[:1], ()))
    solo = played(1, 1)[-1].view(None)
    assert words("lacrimosa.over.soloist") in TEXT.pages(solo, lost, words)[0]
    assert words("lacrimosa.over.soloist") in TEXT.summary(solo, lost, words)


def test_every_line_of_a_score_has_a_name() -> None:
    over = played(4, 1)[-1].over
    for line in over.lines[0]:
        assert EN(f"score.{line.source}")


# -- rules and options -------------------------------------------------------------


def test_the_rules_have_chapters_that_fit_a_message(words: Words) -> None:
    topics = TEXT.topics(words)
    assert 16 <= len(topics) <= 25
    for topic, title in topics:
        assert len(title) <= 45
        chapter = TEXT.chapter(topic, words)
        assert chapter is not None
        assert 200 <= len(chapter) <= 3500
    assert TEXT.chapter("no_such_topic", words) is None


def test_every_table_option_has_a_text(words: Words) -> None:
    for choice in GAME.choices:
        assert words(f"lacrimosa.option.{choice.key}")
        texts = {TEXT.option(choice.key, value, words) for value in choice.values}
        assert len(texts) == len(choice.values)
    assert TEXT.option("composers", "eybler+suessmayr", EN) == "Eybler and Süßmayr"


def test_a_composer_of_another_edition_is_called_as_it_spells_him() -> None:
    other = Edition(
        HOUSE_TEXT.replace('"eybler"', '"salieri"').replace("Joseph Eybler", "A. Salieri")
    )
    assert Text(other).option("composers", "salieri+stadler", EN) == "Salieri and Stadler"
