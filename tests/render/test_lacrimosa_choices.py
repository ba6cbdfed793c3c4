"""Lacrimosa's choices in words: each button has a short, distinct label."""

from collections.abc import Iterator
from itertools import groupby
from random import Random

import pytest
from msgspec.structs import astuple, replace

from render.lacrimosa.words import names
from render.words import Words
from rules.contract import Action, Deltas
from rules.lacrimosa import actions as does
from tests.lacrimosa.positions import ANA, BRUNO, LACRIMOSA, acting, last_turn, note
from tests.render.lacrimosa_samples import (
    CHOICES,
    EDITION,
    MEMORY,
    SHOWN,
    SOME,
    finished,
    moment,
    played,
)
from tests.render.languages import EN


def paths(action: Action) -> Iterator[tuple[object, ...]]:
    whole = (action.__struct_config__.tag, *astuple(action))
    for length in range(1, len(whole) + 1):
        yield whole[:length]


@pytest.mark.parametrize("action", CHOICES, ids=repr)
def test_every_start_of_a_choice_has_a_short_label(action: Action, words: Words) -> None:
    view, _, _ = moment(does.ToAct)
    for path in paths(action):
        label = SHOWN.label(path, view, words)
        assert label
        assert len(label) <= (60 if words is EN else 80), label


@pytest.mark.parametrize("action", CHOICES, ids=repr)
def test_every_choice_has_a_hint_of_one_line(action: Action, words: Words) -> None:
    view, _, _ = moment(does.ToAct)
    if isinstance(action, does.Document | does.Commission):
        view = replace(view, row=(action.card, *view.row[1:]))
    hint = SHOWN.hint(action, Deltas(SOME), view, words)
    assert len(hint) <= 100
    assert "\n" not in hint


def test_an_unknown_start_of_a_choice_is_a_fault() -> None:
    view = finished()
    for path in ((), ("dance",), ("skip", 3), ("requiem", "kyrie", "organ", "eighth", 99)):
        with pytest.raises(KeyError):
            SHOWN.label(path, view, EN)


@pytest.mark.parametrize(
    ("path", "label"),
    [
        (("document",), "Document Memories"),
        (("document", "memory-miserere"), "The Miserere by heart (Requiem)"),
        (("document", MEMORY, "tj"), "Pay 1 Talent, 1 Journey"),
        (("commission", "opus-k297"), "Sinfonie Nr. 31 D-Dur KV 297"),
        (("commission", "opus-k297", ""), "Sinfonie Nr. 31 D-Dur KV 297"),
        (("commission", "opus-k339"), "Vesperae solennes de… KV 339"),
        (("perform", "start-opus-k1a"), "Andante C-Dur KV 1a"),
        (("requiem", "agnus-dei"), "Agnus Dei"),
        (("requiem", "sequentia", "strings-2"), "Strings 2"),
        (("requiem", "kyrie", "organ", "eighth", 7), "+1 finance step"),
        (("requiem", "kyrie", "voice", "eighth", 6, "c"), "+1 Composition"),
        (("spread", "ttj"), "2 Talent, 1 Journey"),
        (("split", (0, 0, 0)), "All from the tracks"),
        (("split", (1, 0, 2)), "Counters: 1 Talent, 2 Composition"),
        (("buy", "talent"), "Talent"),
        (("cash", "journey"), "Journey"),
    ],
)
def test_labels(path: tuple[object, ...], label: str) -> None:
    view, _, _ = moment(does.ToAct)
    assert SHOWN.label(path, view, EN) == label


def test_cards_with_the_same_bottom_have_their_actions_on_the_button(words: Words) -> None:
    view, _, _ = moment(does.ToLayStory)
    by_story = groupby(
        sorted(EDITION.memories, key=lambda each: EDITION.memories[each].story),
        lambda each: EDITION.memories[each].story,
    )
    for _, cards in by_story:
        ids = {EDITION.memories[each].actions: each for each in cards}
        labels = {SHOWN.label(("story", each), view, words) for each in ids.values()}
        assert len(labels) == len(ids), labels


def test_two_cards_never_share_a_title_on_a_button() -> None:
    ids = [*EDITION.memories, *EDITION.opus]
    titles = {names.short(EDITION, each, EN) for each in ids}
    assert len(titles) == len(ids)
    assert max(map(len, titles)) <= names.SHORT


def test_the_second_side_of_a_solo_game_is_the_soloists() -> None:
    view = played(1, 1)[0].view(0)
    assert SHOWN.label(("neutral", "kyrie.organ", "sixteenth"), view, EN) == "the Soloist"


@pytest.mark.parametrize(("seats", "seed", "split"), [(4, 3, "ask"), (2, 5, ""), (1, 6, "")])
def test_choices_of_a_whole_game_in_words(seats: int, seed: int, split: str) -> None:
    """Nothing is cut, and no two buttons in one step of a panel read the same."""
    rng = Random(seed)
    for journal in played(seats, seed, split or "tracks_first"):
        for decision in journal.decisions:
            view = journal.view(decision.seat)
            assert SHOWN.asked(decision.prompt, EN)
            assert len(SHOWN.question(decision, view, EN)) <= 900
            offered = decision.options + decision.asides
            levels: dict[tuple[object, ...], set[object]] = {}
            for action in offered:
                for path in paths(action):
                    levels.setdefault(path[:-1], set()).add(path[-1])
            for start, chosen in levels.items():
                labels = {SHOWN.label((*start, each), view, EN) for each in chosen}
                assert len(labels) == len(chosen), start
                assert max(map(len, labels)) <= 70
            for action in rng.sample(offered, min(5, len(offered))):
                hint = SHOWN.hint(action, journal.price(decision.seat, action), view, EN)
                assert len(hint) <= 100
                assert not hint.endswith("…"), hint
            for _, reason in journal.blocked(decision.seat):
                assert SHOWN.why(reason, EN)


def test_a_neutral_marker_that_finds_no_space_is_told_before_it_is_lost() -> None:
    horns = next(each.index for each in EDITION.board.values() if each.instrument == "horns")
    spaces = [each.id for each in EDITION.movements["sanctus"].spaces]

    def told(*taken: str) -> str:
        notes = tuple(note(space, BRUNO) for space in taken)
        state = acting(seats=4, rights=("requiem",), notes=notes)
        action = does.Compose("sanctus", "horns", "eighth", horns)
        return SHOWN.hint(action, Deltas(), LACRIMOSA.observe(state, ANA), EN, None)

    lost = "no space left for the neutral marker"
    assert lost not in told()
    assert lost in told(*(each for each in spaces if each != "sanctus.horns"))


def test_what_ends_the_game_is_told_without_the_final_count() -> None:
    shown = ("start-memory-1", "start-memory-6", "start-memory-7", "start-memory-5")
    story = ("start-memory-2", "start-memory-3", "start-memory-4", "start-memory-8")
    owner = last_turn(experiences=shown, story=story, finance=0, ducats=9)
    bonus = ("", "", "", "", "bonus-5-commission")
    state = acting(owner, owner, seat=BRUNO, turn=4, round=5, bonus=bonus)
    price = LACRIMOSA.price(state, BRUNO, does.EndTurn())
    assert {each.what: each.amount for each in price.amounts}["vp"] == 5
    told = SHOWN.hint(does.EndTurn(), price, LACRIMOSA.observe(state, BRUNO), EN, None)
    assert "ends the game" in told
    assert "VP" not in told, "it follows whatever is done"
