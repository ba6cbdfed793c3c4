"""Every translation is complete, with the rulebooks' terms and its language's typography.

`python -m tests.render.translation_checks` lists the faults of all translations.
"""

from __future__ import annotations

import pytest
from babel.messages.catalog import Catalog

from render.words import LANGUAGES, SOURCE, Words
from render.words.catalogue import catalogue
from tests.render.seams import seams
from tests.render.translation_checks import FACTS, dropped, facts, faults, texts

RUSSIAN = (
    "nplurals=4; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 ||"
    " n%100>14) ? 1 : n%10==0 || (n%10>=5 && n%10<=9) || (n%100>=11 && n%100<=14) ? 2 : 3);"
)
PLURALS = {
    "es": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "ru": RUSSIAN,
}


def test_no_translation_has_a_fault() -> None:
    for language in LANGUAGES:
        if language != SOURCE:
            told = faults(language)
            assert not told, "\n".join([f"{language}: {len(told)} faults", *told])


def test_the_source_has_no_fault_at_its_seams() -> None:
    told = [
        f"{id_}: {fault}: {text}"
        for id_, forms in texts(catalogue(SOURCE)).items()
        for text in forms
        for fault in seams(SOURCE, id_, text)
    ]
    assert told == []
    assert [*seams("en", "call.move", "{table} since {when}")]


def test_the_facts_are_of_texts_that_there_are() -> None:
    """A text whose id has changed would no longer be checked."""
    for file in FACTS.iterdir():
        known = facts(file.stem)
        assert set(known.exact) | set(known.same) <= Words(SOURCE).ids, file.name


def made(language: str, texts: dict[str, str | tuple[str, ...]], plurals: str = "") -> Catalog:
    """A catalogue of a few texts."""
    header = [("Plural-Forms", plurals or PLURALS[language])]
    catalogue = Catalog(locale=language)
    catalogue.mime_headers = header
    for id_, text in texts.items():
        catalogue.add(id_ if isinstance(text, str) else (id_, id_), text)
    return catalogue


GOOD: dict[str, dict[str, str | tuple[str, ...]]] = {
    "es": {
        "lobby.button.join": "Participar",
        "game.unofficial": "Una versión no oficial y no comercial, sin arte de la editorial.",
        "unit.florins": ("{n} florín", "{n} florines"),
        "rules.why": "¿Por qué no puedo…?",
    },
    "fr": {
        "lobby.button.join": "Participer",
        "rules.why": "Pourquoi ne puis-je pas…\N{NARROW NO-BREAK SPACE}?",
        "unit.florins": ("{n} florin", "{n} florins"),
        "hint.joined": "{first}\N{NO-BREAK SPACE}; {second}",
    },
    "ru": {
        "lobby.button.join": "Участвовать",
        "rules.why": "Почему нельзя…?",
        "unit.florins": ("{n} флорин", "{n} флорина", "{n} флоринов", "{n} флорина"),
    },
}


def test_a_language_may_do_without_a_figure() -> None:
    """Or leave out the number in all forms: both are reported for a second look."""
    found = made("es", GOOD["es"] | {"seat.with_mark": "{name}", "unit.points": ("PP", "PP")})
    assert [each for each in faults("es", found) if not each.endswith(": is missing")] == []
    assert [each.split(": ")[:2] for each in dropped("es", found)] == [
        ["seat.with_mark", "without mark"],
        ["unit.points", "without n"],
    ]


@pytest.mark.parametrize("language", sorted(GOOD))
def test_good_texts_have_no_fault(language: str) -> None:
    told = faults(language, made(language, GOOD[language]))
    assert [each for each in told if not each.endswith(": is missing")] == []


@pytest.mark.parametrize(
    ("language", "id_", "text", "fault"),
    [
        ("es", "lobby.button.join", "Join", "as in English"),
        ("es", "game.unofficial", "Una versión not oficial", "an English word, not"),
        ("ru", "game.unofficial", "Неофициальная версия tables", "an English word, tables"),
        ("es", "seat.with_mark", "{name} {what}", "the figures are ['name', 'what']"),
        ("es", "rules.why", "Por qué no puedo…?", "¿ and ? are no pairs"),
        ("es", "lobby.button.join", 'El "plan"', "straight quotation mark"),
        ("es", "unit.florins", ("{n} florín",), "plural forms in one language"),
        ("fr", "unit.florins", ("florin", "{n} florins"), "{n} is missing"),
        ("fr", "rules.why", "Pourquoi pas ?", "no no-break space before a mark"),
        ("fr", "lobby.option", "{name}: {value}", "no no-break space before a colon"),
        ("fr", "lobby.option", "{name} : {value}", "no no-break space before a colon"),
        ("fr", "note.stale", "« plan »", "no no-break space in « »"),
        ("ru", "game.unofficial", "Ещё - еще", "a hyphen where a dash"),
        ("ru", "game.unofficial", "Еще один", "е where ё is written"),
        ("ru", "lobby.button.join", "Ваш ход, Вы ждёте", "вы has no capital"),
        ("ru", "seat.with_mark", "{name} взял {mark}", "no past tense of a person"),
        ("es", "lacrimosa.instrument.horns", "Trompas", "the term is Vientos"),
        ("es", "unit.florins", ("{n} moneda", "{n} monedas"), "for '[Ff]lorins?' it needs"),
        ("es", "lobby.button.join", "Coge un sitio", "is forbidden"),
        ("es", "settings.time_zone", "{zone} {offset} {time} `time_zone`", "names no '`zona`'"),
        ("es", "lobby.button.join", "x" * 81, "a label of 81"),
        ("es", "lobby.button.join", "**Participar**", "times '**'"),
        ("es", "lobby.button.join", "Participar ", "a blank at the beginning or the end"),
        ("es", "no.such.text", "Nada", "is no text of English"),
        ("fr", "table.status", "{progress} {name} {asked} depuis {when}", "il y a 5 minutes"),
        ("fr", "lobby.line", "Ouverte jusqu’à {when}.", "a date without its article"),
        ("es", "lobby.line", "Abierta hasta {when}.", "a date without its article"),
        ("fr", "scores.winner", "Victoire de {name}", "no elision"),
        ("fr", "seat.open", "Une place ({name})", "can have brackets of its own"),
        ("es", "call.move", "{table} ({asked})", "can have brackets of its own"),
        ("fr", "florence.coach.last_copy", "**{what}** le dernier, {cards}", "a gender"),
        ("es", "why.cannot_pay", "{needs} {has} Faltan: {missing}", "faltan 1"),
        ("ru", "lacrimosa.coach.stays", "**{place}** {reward} дадут", "cannot agree"),
        ("fr", "privacy.page.none", "docs/confidentialité.md", "there is no page docs/conf"),
    ],
)
def test_each_fault_is_found(
    language: str, id_: str, text: str | tuple[str, ...], fault: str
) -> None:
    found = made(
        language, GOOD[language] | {id_: text} | {"command.settings.time_zone.name": "zona"}
    )
    told = [each for each in faults(language, found) if each.startswith(f"{id_}: ")]
    assert any(fault in each for each in told), told


@pytest.mark.parametrize(
    ("language", "plurals", "fault"),
    [
        ("ru", "nplurals=2; plural=(n != 1);", "the header has 2 plural forms, CLDR 3 to 4"),
        ("fr", "nplurals=2; plural=(n != 1);", "another form than other numbers of 'one'"),
        ("es", "nplurals=4; plural=(n != 1);", "the header has 4 plural forms, CLDR 2 to 3"),
    ],
)
def test_the_header_gives_the_forms_of_cldr(language: str, plurals: str, fault: str) -> None:
    told = faults(language, made(language, {}, plurals))
    assert any(fault in each for each in told), told[-3:]


def test_a_fuzzy_or_missing_text_is_a_fault() -> None:
    found = made("es", GOOD["es"])
    found.add("lobby.button.leave", "Salir", flags=("fuzzy",))
    told = faults("es", found)
    assert "lobby.button.leave: is fuzzy" in told
    assert "lobby.button.start: is missing" in told
