"""The catalogue of words: what it promises for code, translators and names."""

import ast
import re
from collections.abc import Iterator
from datetime import time
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages import pofile
from babel.messages.catalog import Catalog

from render.plain import Plain
from render.presentations import PRESENTATIONS
from render.words import LANGUAGES, SOURCE, Words, bare, number, plain, signed
from render.words.catalogue import best, catalogue
from rules.registry import GAMES
from tests.render.calls import calls, figures, given, given_by, sources
from tests.render.translation_checks import lacking

ROOT = Path(__file__).parents[2]
ID = re.compile(r"[a-z_]+(\.[a-z0-9_]+)+")
TABLES = {
    "rules/florence/catalogue.py": ("term.", "bonus.", "prestige.", "deck.", "score."),
    "rules/florence/actions.py": ("florence.label.",),
    "bot/screens/lobby.py": ("opponent.name.",),
}
"""Families whose ids are the keys of a table, the tags of a union, or just numbers."""


def entries(language: str = SOURCE) -> Iterator[tuple[str, tuple[str, ...]]]:
    for message in catalogue(language):
        if message.id:
            id_ = message.id if isinstance(message.id, str) else message.id[0]
            one = isinstance(message.string, str)
            yield id_, (str(message.string),) if one else tuple(message.string or ())


PLURAL = """
msgid ""
msgstr ""
"Language: ru\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=4; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && "
"(n%100<12 || n%100>14) ? 1 : n%10==0 || (n%10>=5 && n%10<=9) || "
"(n%100>=11 && n%100<=14) ? 2 : 3);\\n"

msgid "unit.florins"
msgid_plural "unit.florins"
msgstr[0] "{n} флорин"
msgstr[1] "{n} флорина"
msgstr[2] "{n} флоринов"
msgstr[3] "{n} флорина"

msgid "greeting"
msgstr "Ходит {name}"
"""


@pytest.fixture
def russian() -> Words:
    return Words("ru", pofile.read_po(BytesIO(PLURAL.encode()), locale="ru"))


def test_a_text_comes_with_its_figures() -> None:
    words = Words("en")
    assert words("why.overlaps", what="Opera") == "The tile would overlap something: Opera."


@pytest.mark.parametrize(
    ("n", "text"), [(0, "0 florins"), (1, "1 florin"), (200, "200 florins")]
)
def test_english_plurals(n: int, text: str) -> None:
    assert Words("en")("unit.florins", n) == text


@pytest.mark.parametrize(
    ("n", "text"),
    [
        (1, "1 флорин"),
        (2, "2 флорина"),
        (5, "5 флоринов"),
        (11, "11 флоринов"),
        (12, "12 флоринов"),
        (21, "21 флорин"),
        (100, "100 флоринов"),
        (104, "104 флорина"),
    ],
)
def test_a_language_with_four_plural_forms(russian: Words, n: int, text: str) -> None:
    assert russian("unit.florins", n) == text


def test_a_number_without_plural_forms_is_a_figure() -> None:
    assert Words("en")("florence.progress.auction", 3, turn=4) == "Round 4 of 7, auction"


def test_an_unknown_id_is_a_fault(russian: Words) -> None:
    with pytest.raises(KeyError, match=r"no\.such\.text"):
        Words("en")("no.such.text")
    with pytest.raises(KeyError, match=r"no\.such\.text"):
        russian("no.such.text", 3)


def test_a_missing_figure_is_a_fault() -> None:
    with pytest.raises(KeyError, match="turn"):
        Words("en")("florence.progress.auction")


def test_english_stands_in_for_each_text_that_a_language_lacks(russian: Words) -> None:
    """English text has English plural forms; its figures and lists are the language's."""
    assert russian("unit.florins", 21) == "21 флорин"
    assert russian("unit.points", 21) == "21 points"
    assert russian("unit.points", 1) == "1 point"
    assert russian("why.overlaps", what="Опера") == "The tile would overlap something: Опера."
    assert "why.overlaps" in russian
    assert "why.overlaps" not in russian.ids
    assert "no.such.text" not in russian


def test_an_unknown_language_is_a_fault() -> None:
    with pytest.raises(KeyError, match="xx"):
        Words("xx")


@pytest.mark.parametrize("locale", ["en-GB", "en-US", "en", "ja", "zh-CN", "", "x" * 40])
def test_every_locale_gets_words_and_english_is_the_fallback(locale: str) -> None:
    assert Words.pick(locale).language == "en"


def test_a_translation_is_picked_by_language_and_region() -> None:
    for language in LANGUAGES:
        assert Words.pick(language).language == language
        assert Words.pick(f"{language}-XX").language == language


@pytest.mark.parametrize(
    ("locale", "language"),
    [("es-ES", "es"), ("es_419", "es"), ("pt-BR", "pt-BR"), ("pt-PT", "en"), ("en-GB", "en")],
)
def test_the_language_of_a_region_is_found(
    locale: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The region's own translation if there is one, else the language's, else English."""
    monkeypatch.setattr("render.words.catalogue.LANGUAGES", ("en", "es", "pt-BR"))
    assert best(locale) == language


def test_lists_follow_the_language(russian: Words) -> None:
    assert Words("en").listed(["A", "B", "C"]) == "A, B and C"
    assert Words("en").listed([]) == "none"
    assert Words("en").row(["A", "B", "C"]) == "A, B, C"
    assert russian.listed(["A", "B", "C"]) == "A, B и C"


def test_a_list_of_what_has_an_and_of_its_own_has_no_other() -> None:
    """Nobody would read "Towers and gardens and Builders" as two cards."""
    for language, own, other in (
        ("en", "Towers and gardens", "Builders"),
        ("es", "Torres y jardines", "Arquitectos"),
        ("fr", "Tours et jardins", "Architectes"),
        ("ru", "Башни и сады", "Строители"),
    ):
        words = Words(language)
        assert words.listed([other, own]) == f"{other}, {own}"
        assert words.listed([own, other]) == f"{own}, {other}"
        assert words.listed([own]) == own


def _spoken(language: str) -> Words:
    """English texts, with lists and times as in another language."""
    return Words(language, catalogue(SOURCE))


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (("Ana", "Isabel"), "Ana e Isabel"),
        (("Ana", "Bruno", "Hidalgo"), "Ana, Bruno e Hidalgo"),
        (("Isabel", "Ana"), "Isabel y Ana"),
        (("Ana", "Hielo"), "Ana y Hielo"),
        (("Isabel",), "Isabel"),
    ],
)
def test_a_spanish_and_gives_way_to_an_i(names: tuple[str, ...], text: str) -> None:
    assert _spoken("es").listed(names) == text


@pytest.mark.parametrize(
    ("language", "zone", "shown"),
    [
        ("en", "Asia/Kolkata", "Kolkata (India)"),
        ("es", "Europe/Moscow", "Moscú (Rusia)"),
        ("fr", "America/New_York", "New York (États-Unis)"),
        ("ru", "Asia/Kolkata", "Калькутта (Индия)"),
        ("ru", "UTC", "UTC"),
        ("fr", "Europe/Kyiv", "Kiev (Ukraine)"),
    ],
)
def test_a_time_zone_is_called_by_its_city_and_country(
    language: str, zone: str, shown: str
) -> None:
    assert _spoken(language).zone(zone) == shown


def test_times_and_fractions_are_written_as_in_the_language() -> None:
    at = time(8, 5)
    written = {each: _spoken(each).clock(at) for each in ("en", "es", "fr", "ru")}
    assert written == {"en": "08:05", "es": "8:05", "fr": "08:05", "ru": "08:05"}
    assert [_spoken(each).decimal(51.34) for each in ("en", "es", "fr", "ru")] == [
        "51.3",
        *["51,3"] * 3,
    ]


def test_clauses_keep_their_commas() -> None:
    assert Words("en").clauses(["A, 1", "B, 2", "C"]) == "A, 1; B, 2; C"


def test_numbers_have_a_real_minus_and_no_separators() -> None:
    assert (signed(3), signed(-200), signed(0)) == ("+3", "−200", "0")
    assert (number(3500), number(-18)) == ("3500", "−18")


def test_a_figure_is_never_read_as_a_text(russian: Words) -> None:
    assert russian("greeting", name="{n} {name}") == "Ходит {n} {name}"


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("Ana", "Ana"),
        ("Jean-Luc", "Jean-Luc"),
        ("Борис", "Борис"),
        ("王小明", "王小明"),
        ("**x**", r"\*\*x\*\*"),
        ("_a_ ~~b~~ ||c||", r"\_a\_ \~\~b\~\~ \|\|c\|\|"),
        ("`rm`", r"\`rm\`"),
        ("```", r"\`\`\`"),
        ("@everyone", "@\u200beveryone"),
        ("@here", "@\u200bhere"),
        ("<@123>", "\\<@\u200b123\\>"),
        ("<#5> <@&6>", "\\<#5\\> \\<@\u200b&6\\>"),
        ("<:a:1>", r"\<\:a\:1\>"),
        ("[x](https://evil.example)", r"\[x\](https\://evil.example)"),
        ("# big", r"\# big"),
        ("> quote", r"\> quote"),
        ("- item", r"\- item"),
        ("1. item", r"1\. item"),
        ("back\\slash", r"back\\slash"),
        ("two\nlines\r\n# x", "two lines # x"),
        ("a\u202eb", "ab"),
        ("zero\u200bwidth\u2060", "zerowidth"),
        ("\u200b\u200d\u2060", "…"),
        ("", "…"),
        ("   ", "…"),
        ("\u3164\u115f \u2800", "…"),
        ("a\u3164b", "a\u3164b"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("مريم", "\u2068مريم\u2069"),
    ],
)
def test_names_are_made_safe_for_messages(name: str, safe: str) -> None:
    assert plain(name) == safe


def test_a_name_keeps_its_marks_where_no_markdown_is_read() -> None:
    assert bare("**x** @everyone") == "**x** @everyone"
    assert bare("a\nb\u202e") == "a b"


def test_a_name_is_cut_at_the_length_that_discord_allows() -> None:
    assert bare("W" * 500) == "W" * 32


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_text_and_no_figure_of_its_own(language: str) -> None:
    """It may leave out a figure; each figure it has is in English or passed by every call."""
    english = {id_: set().union(*map(figures, texts)) for id_, texts in entries()}
    theirs = {id_: set().union(*map(figures, texts)) for id_, texts in entries(language)}
    assert theirs.keys() <= english.keys()
    assert lacking(language) == []
    for id_ in Words(language).ids:
        assert theirs[id_] <= english[id_] | given().get(id_, frozenset()), id_


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_of_a_plural_is_there(language: str) -> None:
    forms, whole = catalogue(language).num_plurals, Words(language).ids
    for id_, texts in entries(language):
        assert id_ not in whole or len(texts) in {1, forms}, id_


def test_ids_are_symbolic_and_unique() -> None:
    ids = [id_ for id_, _ in entries()]
    assert len(ids) == len(set(ids))
    raw = (ROOT / "render/words/en.po").read_text(encoding="utf-8")
    assert raw.count('msgid "') - 1 == len(ids), "an id stands twice in en.po"
    assert [id_ for id_ in ids if not ID.fullmatch(id_)] == []


def test_figures_are_named_and_bare() -> None:
    """A translator sees a name, never an attribute, an index or a format."""
    for id_, texts in entries():
        for text in texts:
            for _, field, spec, conversion in Formatter().parse(text):
                assert field is None or (
                    field.isidentifier() and not spec and not conversion
                ), id_


def test_every_id_in_code_is_in_the_catalogue() -> None:
    words = Words(SOURCE)
    missing = [f"{where} {id_}" for where, id_, _ in calls() if id_ not in words]
    assert not missing, "\n".join(missing)


def test_every_call_gives_the_figures_that_its_text_names() -> None:
    """And no others: a figure that no language uses any more leaves the code."""
    wanted: dict[str, set[str]] = {}
    for language in LANGUAGES:
        for id_, texts in entries(language):
            wanted.setdefault(id_, set()).update(*map(figures, texts))
    wrong = []
    for where, id_, call in calls():
        own = given_by(call)
        if own is None:  # tested by playing instead
            continue
        if lacking := wanted.get(id_, set()) - own:
            wrong.append(f"{where} {id_}: {sorted(lacking)}")
        if spare := own - {"n"} - wanted.get(id_, own):
            wrong.append(f"{where} {id_}: no language names {sorted(spare)}")
    assert not wrong, "\n".join(wrong)


def test_plural_texts_are_asked_for_with_a_number() -> None:
    plurals = {id_ for id_, texts in entries() if len(texts) > 1}
    wrong = [where for where, id_, call in calls() if id_ in plurals and len(call.args) < 2]
    assert not wrong, "\n".join(wrong)


def spelled_in_code() -> tuple[set[str], list[re.Pattern[str]]]:
    """Literal ids in the code, and its families: f-strings that begin like an id.

    Families in `render.plain` begin with the name of each game that inherits it. The lobby
    names each option of each game.
    """
    plain = "|".join(title for title, each in PRESENTATIONS.items() if isinstance(each, Plain))
    literals = {
        f"{title}.option.{each.key}" for title in GAMES for each in GAMES[title].choices
    }
    families: list[re.Pattern[str]] = []
    for _, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                literals.add(node.value)
            if not isinstance(node, ast.JoinedStr):
                continue
            first, *rest = (
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[a-z0-9_.]+"
                for part in node.values
            )
            begins = node.values[0]
            own = isinstance(begins, ast.FormattedValue) and ast.unparse(begins.value)
            if own == "self.game" and plain:
                families.append(re.compile("".join([f"(?:{plain})", *rest])))
            elif re.match(r"[a-z_]+\\\.", first):
                families.append(re.compile("".join([first, *rest])))
    return literals, families


def test_every_text_is_used() -> None:
    literals, families = spelled_in_code()
    tables = tuple(prefix for prefixes in TABLES.values() for prefix in prefixes)
    unused = [
        id_
        for id_, _ in entries()
        if id_ not in literals
        and not id_.startswith(tables)
        and not any(family.fullmatch(id_) for family in families)
    ]
    assert not unused, "\n".join(unused)


def test_a_fuzzy_or_empty_translation_is_not_shown() -> None:
    draft = Catalog(locale="en")
    draft.add("a.good", "good")
    draft.add("a.fuzzy", "perhaps", flags=("fuzzy",))
    draft.add("an.empty", "")
    assert Words("en", draft).ids == {"a.good"}


@pytest.mark.parametrize("language", ["de", "es", "fr", "ru"])
def test_a_row_of_things_has_no_and_in_any_language(language: str) -> None:
    assert Words(language, catalogue(SOURCE)).row("ABC") == "A, B, C"
