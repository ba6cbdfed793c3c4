"""Florence in words: every event, prompt, choice and reason has its sentence."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import astuple, replace

from render.florence import naming, text
from render.florence.label import outline
from render.presentation import Person, Scene
from render.words import Words
from rules.florence import State, game
from rules.florence import actions as does
from rules.florence import events as tells
from rules.florence import orders as waits
from rules.florence.catalogue import BONUS, BUILDINGS, FREEDOMS, LOTS, PRESTIGE, PROFESSIONS
from rules.florence.state import Acting, Bidding, Deed, Looking, Ordering, Sale
from rules.florence.view import View
from rules.journal import Journal
from rules.table import (
    Action,
    Decision,
    Delta,
    Deltas,
    Event,
    Line,
    Order,
    Over,
    Prompt,
    Reason,
    TookBack,
)
from tests.render.made_up import padded

GAME = game()
PEOPLE = (
    Person("Ana"),
    Person("**Борис** @everyone"),
    Person("王小明", computer=True),
    Person("<@123> `x`"),
    Person("W" * 32, computer=True),
)
SCENE = Scene(PEOPLE)


LANGUAGES = {"en": Words("en"), "longer": padded()}


@pytest.fixture(params=list(LANGUAGES))
def words(request: pytest.FixtureRequest) -> Words:
    return LANGUAGES[request.param]


@cache
def played(seats: int, seed: int) -> Journal[State, View]:
    """A whole game of random choices."""
    rng = Random(seed)
    journal = Journal.start(GAME, GAME.options(seats, {}), rng)
    while journal.over is None:
        decision = rng.choice(journal.decisions)
        aside = decision.asides and rng.random() < 0.05
        action = rng.choice(decision.asides if aside else decision.options)
        journal = journal.move(decision.seat, action, rng)
    return journal


def positions(seats: int, seed: int) -> Iterator[Journal[State, View]]:
    """The journals of the game above after each of its entries."""
    whole = played(seats, seed)
    journal = Journal(GAME, whole.options)
    for entry in whole.entries:
        yield journal
        journal = journal.add(entry)
    yield whole


EVENTS: tuple[Event, ...] = (
    tells.Dealt(0, 4, None),
    tells.Dealt(0, 4, ("poet", "composer", "painter", "lawyer")),
    tells.GaveBack(1, None),
    tells.GaveBack(1, "poet"),
    tells.TurnBegan(4, 2, 14),
    tells.Opened(0, "prestige", 200),
    tells.Declined(1),
    tells.Raised(2, "forest", 300),
    tells.Passed(3, "recruiting"),
    tells.Bought(4, "builder", 600),
    tells.Placed(0, "lake", 3, 17),
    tells.Recruited(1, "poet", 4),
    tells.KeptRecruiting(2),
    tells.Laid(0, "poet", 15),
    tells.PlayedBonus(0, "categories", 5, 20),
    tells.Completed(0, "poet", 15, 100, 7),
    tells.Completed(0, "poet", 15, 1500, 0),
    tells.Built(1, "opera", 0, 3, 700),
    tells.Built(1, "opera", 0, 3, 0),
    tells.Looked(0, "bonus", 5, None),
    tells.Looked(0, "prestige", 2, ("most_works", "two_large")),
    tells.Kept(0, "professions", None),
    tells.Kept(0, "bonus", "builders"),
    tells.PutBack(0, "prestige", 4, None),
    tells.PutBack(0, "bonus", 2, ("lakes", "jesters")),
    tells.Paid(2, "professions", 300),
    tells.Paid(2, "bonus", 300),
    tells.Introduced(3, "travel", 300),
    tells.Scored(0, "landscapes", 3),
    tells.SoldPrestige(0, 2, 200, forced=False),
    tells.SoldPrestige(0, 2, 200, forced=True),
    tells.TurnEnded(0),
    tells.BestWork(3, 17, (1,)),
    tells.BestWork(3, 17, (1, 2)),
    tells.BestWork(1, 0, ()),
    tells.Revealed(0, "most_parks", 0),
    tells.Ended((0,)),
    tells.Ended((0, 4)),
    TookBack(1),
)
PROMPTS: tuple[Prompt, ...] = (
    does.ToGiveBack(),
    does.ToOpen(1),
    does.ToTake(),
    does.ToBid("recruiting", 300, 4),
    does.ToPlace("forest"),
    does.ToRecruit(),
    does.ToAct(2),
    does.ToEnd(),
    does.ToPlayBonus("poet", 12, 14),
    does.ToExchange("organ_builder", 15),
    does.ToKeep("professions"),
    does.ToPutUnder("bonus"),
)
REASONS: tuple[Reason, ...] = (
    Reason("not_your_decision"),
    Reason("unknown_action"),
    Reason("not_now"),
    Reason("game_over"),
    Reason("nothing_to_take_back"),
    Reason("wrong_seats", needs=3, has=2),
    Reason("unknown_option", what="colour"),
    Reason("unknown_draw"),
    Reason("cannot_pay", needs=700, has=400, remedy="sell_prestige"),
    Reason("pile_empty", what="prestige"),
    Reason("sold_this_turn", what="jester"),
    Reason("builders_full", what="builder", needs=3, has=3),
    Reason("no_room", what="laboratory", remedy="builder"),
    Reason("wrong_bid", needs=400, has=900),
    Reason("not_in_hand", what="poet", remedy="recruit"),
    Reason("below_minimum", what="poet", needs=14, has=9, remedy="bonus"),
    Reason("no_actions_left", needs=3, has=2),
    Reason("once_a_turn", what="profession"),
    Reason("once_a_turn", what="freedom"),
    Reason("already_built", what="opera"),
    Reason("sold_out", what="chapel"),
    Reason("already_introduced", what="travel"),
    Reason("freedom_gone", what="religion"),
    Reason("deck_empty", what="professions"),
    Reason("deck_empty", what="bonus"),
    Reason("outside", what="forest"),
    Reason("overlaps", what="lake"),
    Reason("touches_building", what="studio", remedy="builder"),
    Reason("exchange_too_high", needs=9, has=7),
    Reason("not_face_up", what="composer"),
    Reason("own_card", what="composer"),
    Reason("no_recruiting_card", what="recruiting"),
    Reason("too_little_prestige", needs=4, has=2),
    Reason("already_chosen"),
    Reason("not_last"),
    Reason("last_takes"),
    Reason("finish_below_minimum", needs=14, has=9, remedy="bonus"),
)
CHOICES: tuple[Action | Order, ...] = (
    does.GiveBack("poet"),
    *map(does.Open, LOTS),
    does.Take("prestige"),
    does.Decline(),
    does.Bid(300),
    does.Pass(),
    *(does.Place("forest", turn, 17) for turn in range(8)),
    does.Recruit("astronomer"),
    does.KeepRecruiting(),
    *map(does.Work, PROFESSIONS),
    *map(does.PlayBonus, BONUS),
    does.Finish(),
    does.Exchange(0),
    does.Exchange(7),
    *(does.Build(kind, turn, 48) for kind in BUILDINGS for turn in range(8)),
    does.DrawProfession(),
    *map(does.Introduce, FREEDOMS),
    does.DrawBonus(),
    *map(does.Keep, (*PROFESSIONS, *BONUS, *PRESTIGE)),
    does.PutUnder((11, 13, 15, 17)),
    does.PutUnder((17, 11, 13, 15)),
    does.EndTurn(),
    does.SellPrestige(12),
    waits.BidUpTo(4, "recruiting", 900),
    waits.PassLot(4, "prestige"),
    waits.PassRest(4),
)


def tags(union: Any) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(union)}


@pytest.mark.parametrize(
    ("samples", "union"),
    [
        (EVENTS, tells.Told | TookBack),
        (PROMPTS, does.Asked),
        (CHOICES, does.Move | waits.Standing),
    ],
)
def test_the_samples_below_cover_every_case(
    samples: tuple[msgspec.Struct, ...], union: Any
) -> None:
    assert {sample.__struct_config__.tag for sample in samples} == tags(union)


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_every_event_has_a_sentence_or_is_silent_where_cards_are_hidden(
    event: Event, words: Words
) -> None:
    sentence = text.told(event, SCENE, words)
    silent = isinstance(event, tells.Looked | tells.PutBack) and event.cards is None
    assert silent == (sentence is None)
    if sentence is not None:
        assert len(sentence) <= 350
        assert "@everyone" not in sentence
        assert "<@" not in sentence.replace("\\<@", "")


def test_hidden_cards_are_not_named_and_known_ones_are() -> None:
    words = LANGUAGES["en"]
    hidden = text.told(tells.Kept(0, "bonus", None), SCENE, words)
    known = text.told(tells.Kept(0, "bonus", "large_buildings"), SCENE, words)
    assert hidden == "Ana keeps one card (Bonus cards)."
    assert known == "Ana keeps a card (Bonus cards): Great houses."


def test_computers_are_marked_as_such() -> None:
    sentence = text.told(tells.Raised(2, "forest", 300), SCENE, LANGUAGES["en"])
    assert sentence == "王小明 (computer) bids 300 florins: Forest."


def test_tied_best_works_name_everybody() -> None:
    sentence = text.told(tells.BestWork(3, 17, (0, 2)), SCENE, LANGUAGES["en"])
    assert sentence == "Best Works of round 3: Ana and 王小明 (computer), value 17, 3 PP each."


@pytest.mark.parametrize("prompt", PROMPTS, ids=repr)
def test_every_prompt_has_a_public_phrase_and_a_question(prompt: Prompt, words: Words) -> None:
    view = largest().view(0)
    phrase = text.asked(prompt, words)
    assert 0 < len(phrase) <= 70
    question = text.question(Decision(0, prompt, ()), view, words)
    assert question.strip() not in {"", phrase}
    assert len(question) <= 500


def test_a_question_names_the_money_of_its_reader_only() -> None:
    journal = largest()
    decision = Decision(0, does.ToOpen(1), ())
    words = LANGUAGES["en"]
    assert "3500 florins and 0 PP" in text.question(decision, journal.view(0), words)
    assert "0 PP and hidden florins" in text.question(decision, journal.view(None), words)


@pytest.mark.parametrize("reason", REASONS, ids=lambda reason: str(reason.code))
def test_every_reason_is_a_sentence_with_its_figures(reason: Reason, words: Words) -> None:
    sentence = text.why(reason, words)
    assert len(sentence) <= 250
    if reason.code == "cannot_pay":
        assert {"700", "400", "300"} <= set(sentence.replace(".", " ").split())


def test_every_reason_of_the_catalogue_is_tried_and_every_code_of_the_rules_known() -> None:
    ids = {id_ for id_ in LANGUAGES["en"].ids if id_.startswith("why.")}
    codes = {id_.removeprefix("why.") for id_ in ids}
    remedies = {code for code in codes if code.startswith("remedy.")}
    assert codes - remedies - {"with_remedy"} == {reason.code for reason in REASONS}
    assert remedies == {f"remedy.{reason.remedy}" for reason in REASONS if reason.remedy}


def test_a_forged_name_in_a_reason_is_shown_but_inert() -> None:
    sentence = text.why(Reason("not_in_hand", what="@everyone **x**"), LANGUAGES["en"])
    assert "@\u200beveryone" in sentence
    assert r"\*\*x\*\*" in sentence


def paths(action: Action | Order) -> Iterator[tuple[object, ...]]:
    whole = (action.__struct_config__.tag, *astuple(action))
    for length in range(1, len(whole) + 1):
        yield whole[:length]


def ordering_view() -> View:
    """A view in which Bonus cards 11, 13, 15, 17 wait to go under the pile."""
    lying = ("builders", "forests", "jesters", "large_buildings")
    return replace(largest().view(0), step=Ordering(0, "bonus", lying, 0))


@pytest.mark.parametrize("action", CHOICES, ids=repr)
def test_every_start_of_a_choice_has_a_short_label(
    action: Action | Order, words: Words
) -> None:
    view = ordering_view()
    for path in paths(action):
        label = text.label(path, view, words)
        assert label
        assert len(label) <= (24 if words is LANGUAGES["en"] else 40), label


@pytest.mark.parametrize("action", CHOICES, ids=repr)
def test_every_choice_has_a_hint_of_one_line(action: Action | Order, words: Words) -> None:
    hint = text.hint(action, Deltas(), ordering_view(), words)
    assert len(hint) <= 100
    assert "\n" not in hint


def test_an_unknown_start_of_a_choice_is_a_fault() -> None:
    with pytest.raises(KeyError):
        text.label(("dance",), ordering_view(), LANGUAGES["en"])
    with pytest.raises(KeyError):
        text.label(("pass", 3), ordering_view(), LANGUAGES["en"])


@pytest.mark.parametrize(
    ("path", "label"),
    [
        (("build",), "Build a Building"),
        (("build", "opera"), "Opera"),
        (("build", "opera", 0), "⠋⠃ as printed"),
        (("build", "opera", 5), "⠽ flipped, turned right"),
        (("build", "opera", 5, 23), "C4"),
        (("bid", 300), "Bid 300"),
        (("keep", "most_parks"), "Most Parks"),
        (("keep", "builders"), "Builders"),
        (("open", "builder"), "Builder"),
        (("sell", 3), "3 PP → 300 florins"),
        (("under", (11, 13, 15, 17)), "As they lie: 1, 2, 3, 4"),
        (("under", (17, 11, 13, 15)), "4, 1, 2, 3"),
        (("bid_up_to", 4, "forest", 900), "up to 900"),
    ],
)
def test_labels(path: tuple[object, ...], label: str) -> None:
    assert text.label(path, ordering_view(), LANGUAGES["en"]) == label


def test_sibling_choices_have_labels_of_their_own() -> None:
    """No two buttons of one step of a panel read the same."""
    words = LANGUAGES["en"]
    for journal in positions(4, 11):
        for decision in journal.decisions:
            view = journal.view(decision.seat)
            steps: dict[tuple[object, ...], set[object]] = {}
            for action in decision.options + decision.asides:
                for path in paths(action):
                    steps.setdefault(path[:-1], set()).add(path[-1])
            for start, choices in steps.items():
                labels = {text.label((*start, choice), view, words) for choice in choices}
                assert len(labels) == len(choices), start


def test_outlines_of_one_tile_differ_where_the_tile_does() -> None:
    assert outline("tower", 0) != outline("tower", 1)
    assert outline("tower", 0) == outline("tower", 2)
    assert len({outline("forest", turn) for turn in range(8)}) == 8
    assert len({outline("chapel", turn) for turn in range(8)}) == 4


@pytest.mark.parametrize("seats", [3, 5])
def test_a_whole_game_in_words(seats: int, words: Words) -> None:
    journal = played(seats, seats)
    for number in range(1, journal.number + 1):
        for viewer in (None, 0):
            for event in journal.told(number, viewer):
                sentence = text.told(event, SCENE, words)
                assert sentence is None or len(sentence) <= 400


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_decisions_of_a_whole_game_in_words(seats: int) -> None:
    words, rng = LANGUAGES["en"], Random(seats)
    for journal in positions(seats, seats + 20):
        for decision in journal.decisions:
            view = journal.view(decision.seat)
            assert text.asked(decision.prompt, words)
            assert text.question(decision, view, words)
            offered = decision.options + decision.asides
            for action in rng.sample(offered, min(6, len(offered))):
                deltas = journal.price(decision.seat, action)
                assert len(text.hint(action, deltas, view, words)) <= 100
                for path in paths(action):
                    assert len(text.label(path, view, words)) <= 80
            for _, reason in journal.blocked(decision.seat):
                assert text.why(reason, words)


def test_a_hint_says_what_is_paid_gained_sold_and_shown() -> None:
    deltas = Deltas(
        (Delta("florins", -200), Delta("prestige", -1)), (Delta("prestige", -1),), ("bonus",)
    )
    hint = text.hint(does.DrawBonus(), deltas, ordering_view(), LANGUAGES["en"])
    assert hint == "−200 florins; −1 PP; sells 1 PP to pay; shows hidden cards"


@cache
def largest() -> Journal[State, View]:
    """Five seats at the start of the first auction."""
    rng = Random(5)
    journal = Journal.start(GAME, GAME.options(5, {}), rng)
    while decisions := [d for d in journal.decisions if isinstance(d.prompt, does.ToGiveBack)]:
        journal = journal.move(decisions[0].seat, decisions[0].options[0], rng)
    return journal


def fullest() -> tuple[View, Scene]:
    """More than five seats can ever own, with the longest names."""
    view = played(5, 5).view(None)
    tiles = tuple(tile for side in view.seats for tile in side.tiles)[:14]
    full = replace(
        view.seats[0],
        tiles=tiles,
        works=(*list(PROFESSIONS)[:12], "recruiting", "recruiting"),
        freedoms=FREEDOMS,
        jesters=7,
        builders=3,
        value=30,
        deeds=(Deed("work", "choreographer", 30), Deed("work", "organ_builder", 28)),
        hand=tuple(list(PROFESSIONS)[:9]),
        bonus=tuple(list(BONUS)[:7]),
        prestige_cards=tuple(list(PRESTIGE)[:5]),
    )
    step = Bidding("recruiting", 0, 1, 1200, 2, (3, 4))
    sales = tuple(Sale(lot, seat, 1200) for seat, lot in enumerate(LOTS[:5]))
    large = replace(
        view,
        viewer=0,
        step=step,
        seats=(full,) * 5,
        sales=sales,
        declined=(0, 1),
        discards=tuple(BONUS),
    )
    people = tuple(Person("W" * 32, computer=True) for _ in range(5))
    deciding = tuple((seat, PROMPTS[3]) for seat in range(5))
    return large, Scene(people, deciding, EVENTS[:-1] * 2)


def test_limits_in_the_largest_position(words: Words) -> None:
    view, scene = fullest()
    assert len(text.summary(view, scene, words)) <= 1024
    for page in text.pages(view, scene, words):
        assert len(page) <= 3500
        assert page.count("```") in {0, 2}, "a page was cut in its map"
    assert len(text.hand_text(view, words)) <= 3500


def test_the_summary_keeps_the_most_needed_when_it_is_long() -> None:
    view, scene = fullest()
    summary = text.summary(view, scene, LANGUAGES["en"])
    assert summary.startswith("The Princes of Florence. Round 7 of 7, auction. To decide: W")
    assert "Prestige in turn order" in summary or len(scene.deciding) == 5


def test_the_summary_names_people_with_colour_and_shape_and_without_markdown() -> None:
    journal = largest()
    deciding = tuple((d.seat, d.prompt) for d in journal.decisions)
    summary = text.summary(
        journal.view(None), replace(SCENE, deciding=deciding), LANGUAGES["en"]
    )
    assert "**Борис** @everyone (red square) 0 PP" in summary
    assert "王小明 (computer) (amber triangle) 0 PP" in summary
    assert "Round 1 of 7, auction" in summary
    assert "put an item up for auction" in summary


def test_pages_tell_a_blind_player_where_every_tile_stands() -> None:
    journal = played(5, 5)
    view = journal.view(None)
    pages = text.pages(view, replace(SCENE, over=journal.over), LANGUAGES["en"])
    assert len(pages) == 1 + 1 + 5
    everything = "\n".join(pages)
    for side in view.seats:
        for tile in side.tiles:
            assert naming.named(tile.kind, LANGUAGES["en"]) in everything
            assert naming.square(tile.square) in everything
    assert "Final scores" in pages[0]


def test_pages_of_a_seat_hide_what_others_hold() -> None:
    words, journal = LANGUAGES["en"], largest()
    for viewer in (None, 0):
        pages = "\n".join(text.pages(journal.view(viewer), SCENE, words))
        assert pages.count("Money: hidden.") == (5 if viewer is None else 4)
    spectator = "\n".join(text.pages(journal.view(None), SCENE, words))
    held = [card for seat in range(5) for card in journal.view(seat).seats[seat].hand or ()]
    assert [card for card in held if naming.named(card, words) in spectator] == []


def test_a_hand_shows_its_cards_with_what_they_would_be_worth() -> None:
    words, view = LANGUAGES["en"], largest().view(2)
    hand = text.hand_text(view, words)
    for card in view.seats[2].hand or ():
        assert naming.named(card, words) in hand
    assert "3500 florins" in hand
    assert hand.count("Value now 3") == 3  # three cards in hand and nothing else
    assert text.hand_text(largest().view(None), words) == "Spectators have no hand."


def test_a_hand_shows_the_cards_looked_at_to_their_owner() -> None:
    words, view = LANGUAGES["en"], largest().view(0)
    looking = replace(view, step=Looking(0, "prestige", ("most_parks", "two_large"), 0))
    assert "Two large Buildings: 5 PP for at least two" in text.hand_text(looking, words)
    elsewhere = replace(view, step=Looking(1, "prestige", ("?", "?"), 1))
    assert "look at" not in text.hand_text(elsewhere, words)


def test_progress_of_every_step() -> None:
    seen = {text.progress(journal.view(None), LANGUAGES["en"]) for journal in positions(3, 8)}
    assert {"Setup: Profession cards", "Round 1 of 7, auction", "Round 7 of 7, actions"} <= seen
    assert "Final scores" in seen


def test_a_shared_victory_and_a_tie_break_are_named(words: Words) -> None:
    lines = tuple((Line("works", 20), Line("sold", -4)) for _ in range(5))
    shared = replace(SCENE, over=Over(lines, (0, 2), "florins"))
    final = text.pages(played(5, 5).view(None), shared, words)[0]
    assert "Ana" in final
    assert "−4" in final
    assert words("score.florins") in final


def test_the_rules_have_chapters_that_fit_a_message(words: Words) -> None:
    topics = text.topics(words)
    assert 12 <= len(topics) <= 25
    for topic, title in topics:
        assert len(title) <= 45
        chapter = text.chapter(topic, words)
        assert chapter is not None
        assert 200 <= len(chapter) <= 3500
    assert text.chapter("no_such_topic", words) is None


@pytest.mark.parametrize("card", [*PROFESSIONS, *BONUS, *PRESTIGE])
def test_every_card_has_a_title_and_a_text(card: str, words: Words) -> None:
    assert naming.named(card, words)
    described = naming.card_text(card, words)
    assert described
    if card in PRESTIGE and words is LANGUAGES["en"]:
        assert str(PRESTIGE[card].points) in described
    if card in BONUS:
        assert f"+{BONUS[card].points}" in described


def test_two_things_never_share_a_name_in_one_list() -> None:
    words = LANGUAGES["en"]
    for ids in (PROFESSIONS, BONUS, PRESTIGE, BUILDINGS, LOTS, FREEDOMS):
        assert len({naming.named(id_, words) for id_ in ids}) == len(ids)


def test_an_acting_seat_is_in_the_actions_phase() -> None:
    view = replace(largest().view(0), turn=4, step=Acting(0))
    assert text.progress(view, LANGUAGES["en"]) == "Round 4 of 7, actions"
