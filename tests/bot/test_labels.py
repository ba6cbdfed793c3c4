"""Labels of the choices of a step: within a limit, the last part whole, told apart."""

from __future__ import annotations

import pytest

from bot.interactions import limits
from bot.screens.labels import (
    OPTION,
    OPTION_HEAD,
    PHONE,
    SEPARATOR,
    fitted,
    laid_out,
    numbered,
    parts_of,
    told_apart,
)
from rules.florence.catalogue import FREEDOMS
from tests.render.florence_samples import SHOWN, largest
from tests.render.languages import LANGUAGES

TITLE = "An evening with the whole orchestra at the house of the Archbishop (Requiem, Document)"
KINDS = ("Pay 1 Talent", "Pay 1 Journey", "Pay 1 Composition")


def heads(labels: list[str]) -> set[str]:
    return {limits.cut(label, PHONE) for label in labels}


def test_what_fits_is_not_touched() -> None:
    assert fitted(("Build", "Tower", "A1"), 80) == "Build › Tower › A1"
    assert told_apart((("Bid", "300"), ("Pass",)), 80) == ["Bid › 300", "Pass"]


def test_the_last_part_is_whole_whatever_stands_before_it() -> None:
    for longest in range(20, 100):
        label = fitted((TITLE, TITLE, KINDS[2]), longest)
        assert label.endswith(KINDS[2])
        assert len(label) <= longest


def test_parts_in_the_middle_are_left_out_before_a_part_is_a_letter() -> None:
    parts = ("Resolve", "Story", "Play a card", "Eybler", "under it: 2 ducats")
    assert fitted(parts, 50) == "Reso… › Story › Play… › Eybl… › under it: 2 ducats"
    assert fitted(parts, 40) == "Resol… › … › Eybler › under it: 2 ducats"
    assert fitted(parts, 32) == "Resolve › … › under it: 2 ducats"
    assert fitted(parts, 28) == "under it: 2 ducats"


def test_a_last_part_that_is_too_long_is_cut_at_its_end() -> None:
    assert fitted(("Document", TITLE), 30) == "An evening with the whole…"


def test_ways_to_pay_for_one_card_are_told_apart_on_a_phone() -> None:
    labels = told_apart([(TITLE, kind) for kind in KINDS], limits.BUTTON_LABEL)
    assert len(heads(labels)) == 3
    assert [label.rpartition(" › ")[2] for label in labels] == list(KINDS)


def test_what_all_of_a_kind_share_is_left_out_where_it_hides_the_rest() -> None:
    shared = ("Voice 1", "Eybler", "Voice 2: 1 Wildcard counter")
    labels = told_apart([("Sequentia", *shared, f"+1 {kind}") for kind in "TJC"], 80)
    assert labels == ["Sequentia › … › +1 T", "Sequentia › … › +1 J", "Sequentia › … › +1 C"]
    others = [("Voice 1", name, shared[2], f"+1 {kind}") for name in "EF" for kind in "TJC"]
    assert told_apart(others, 80)[0] == "Voice 1 › E › … › +1 T"


def test_parts_in_the_middle_are_left_out_if_short_ones_do_not_tell_apart() -> None:
    shared = ("Agnus Dei", "Voz", "Eybler", "Voz 2: 1 ficha comodín")
    kinds = ("talento", "ruta", "escritura")
    others = [
        (shared[0], "Percusión", each, "bajo la ficha: 2 ducados")
        for each in ("Eybler", "Stadler")
    ]
    choices = [*((*shared, f"+1 de {each}") for each in kinds), *others]
    labels = told_apart(choices, OPTION, OPTION_HEAD)
    assert labels[0] == "Agnus… › … › Voz 2… › +1 de talento"
    assert len({label[: OPTION_HEAD - 1] for label in labels}) == len(labels)


def test_a_few_short_choices_are_buttons_and_others_a_menu_beside_their_kinds() -> None:
    kind, few = ("End turn",), [("Lake",), ("Park",), ("Forest",)]
    kinds = [True, False, False, False]
    labels, menu = laid_out([kind, *few], kinds, 0, symbols=True)
    assert (labels, menu) == (["End turn", "Lake", "Park", "Forest"], [False] * 4)
    many = [(f"Place {n}",) for n in range(6)]
    assert laid_out([kind, *many], [True] + [False] * 6, 0, symbols=True)[1] == [
        False,
        *[True] * 6,
    ]
    wide = [(TITLE, each) for each in KINDS]
    labels, menu = laid_out([kind, *wide], kinds, 0, symbols=True)
    assert menu == [False, True, True, True]
    assert max(map(len, labels)) <= OPTION
    assert len({label[: OPTION_HEAD - 1] for label in labels}) == 4


def test_a_single_choice_beside_kinds_is_a_button_if_it_is_whole() -> None:
    short = ("Perform", "Andante KV 1a")
    assert laid_out([("End turn",), short], [True, False], 0, symbols=True)[1] == [False] * 2
    long = ("Perform", "Streichquartett G-Dur KV 80")
    assert laid_out([("End turn",), long], [True, False], 0, symbols=True)[1] == [False, True]


def test_those_that_are_told_apart_stay_as_they_are() -> None:
    labels = told_apart([("Buy", TITLE[:40]), *((TITLE, kind) for kind in KINDS)], 80)
    assert labels[0] == f"Buy › {TITLE[:40]}"


def test_what_reads_the_same_has_a_number() -> None:
    assert numbered(["A", "B", "A"]) == ["A", "B", "A (2)"]
    assert told_apart([(TITLE,), (TITLE,)], 20) == [
        "An evening with the…",
        "An evening with… (2)",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_freedoms_beside_their_kind_are_not_cut(language: str) -> None:
    words, view = LANGUAGES[language], largest().view(0)
    starts = [[("freedom",), ("freedom", each)] for each in FREEDOMS]
    choices = [parts_of(SHOWN, each, view, words) for each in starts]
    kinds = [True, *[False] * len(choices)]
    labels, _ = laid_out([("End turn",), *choices], kinds, 0, symbols=True)
    assert labels[1:] == [SEPARATOR.join(each) for each in choices]
