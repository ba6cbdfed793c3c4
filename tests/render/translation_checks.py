"""Checks of translations: `python -m tests.render.translation_checks es` lists the faults.

Each language has a file of facts, `translations/<language>.toml`: its glossary, forbidden
variants, and what may be the same as in English. A language without such a file is only
checked for what applies to every language.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Final

import msgspec
from babel import Locale
from babel.messages.catalog import Catalog
from msgspec.structs import replace

from render.words import LANGUAGES, SOURCE, Words, coverage
from render.words.catalogue import catalogue
from rules.registry import GAMES
from tests.render.calls import given
from tests.render.seams import seams

FACTS: Final = Path(__file__).parent / "translations"
_FLORENCE: Final[dict[str, dict[str, str]]] = msgspec.json.decode(
    FACTS.with_name("florence_terms.json").read_bytes()
)

REACHED: Final = range(10_000)
"""The numbers that a text may be asked for with."""

FEW: Final[dict[str, range]] = {
    "florence.coach.place_keeps_room": range(1, 50),
    "florence.coach.wish_alone": range(1, 5),
    "lacrimosa.asked.to_spread": range(1, 21),
    "lacrimosa.asked.to_spread.track": range(1, 21),
    "lacrimosa.coach.court_fulfilled": range(1, 21),
    "lacrimosa.question.to_spread": range(1, 21),
    "lacrimosa.question.to_spread.track": range(1, 21),
}
"""The numbers of texts that are asked for with only a few: never 0, and mostly never 21.

A form that serves only 1 of these need not say it. In French it also serves 0, in Russian 21.
"""

LABEL: Final = 80
BUTTONS: Final = re.compile(r"\.button\.|^(?:florence|lacrimosa)\.label\.")
"""The ids of labels, which Discord limits to `LABEL` characters."""

_ENGLISH: Final = frozenset(
    {
        *(
            "the",
            "of",
            "and",
            "your",
            "you",
            "is",
            "are",
            "with",
            "this",
            "that",
            "for",
            "from",
        ),
        *(
            "have",
            "who",
            "what",
            "which",
            "when",
            "where",
            "not",
            "may",
            "must",
            "will",
            "each",
        ),
        *("all", "other", "until", "seat", "than", "then", "they", "their", "there", "was"),
        *("were", "been", "its", "nobody", "somebody", "everybody", "cannot"),
    }
)
"""Common English words that are not words of any language that has a catalogue."""

CYRILLIC: Final = frozenset({"ru"})
"""The languages that have no words in Latin letters."""

_NO_PROSE: Final = re.compile(r"\{\w+\}|https?://\S+|`[^`]*`|<[@#t/:][^>]*>|/\w+")
_FIGURE: Final = re.compile(r"\{\w+\}")
_WORD: Final = re.compile(r"[^\W\d_]+")
_LINE: Final = re.compile(r"^(?:#{1,3} |-# |- |> )?", re.MULTILINE)
_COMMAND: Final = re.compile(r"(?<![\w/.])/([a-z]+)(?: ([a-z]+))?")
_CODE: Final = re.compile(r"`([a-z_]+)`")


class Facts(msgspec.Struct, frozen=True):
    """What is known of a language.

    Attributes:
        exact: the only texts that an id may have.
        terms: patterns found in English texts, each with the pattern required in the
            translation.
        forbidden: patterns that may not occur, each with the reason.
        same: ids whose text may be the same as in English.
        names: words that are the same in every language.
        games: the games whose texts it all has, as well as all texts that belong to no game;
            it may lack texts of other games. None: the language is not complete yet.
    """

    exact: dict[str, tuple[str, ...]] = {}
    terms: dict[str, str] = {}
    forbidden: dict[str, str] = {}
    same: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    games: tuple[str, ...] | None = None


@cache
def facts(language: str) -> Facts:
    """The facts in the file of a language; empty if there is no file."""
    file = FACTS / f"{language}.toml"
    if not file.exists():
        return Facts()
    known = msgspec.convert(tomllib.loads(file.read_text("utf-8")), Facts)
    florence = {id_: (term,) for id_, term in _FLORENCE.get(language, {}).items()}
    return replace(known, exact={**florence, **known.exact})


Texts = dict[str, tuple[str, ...]]
"""The forms of each text, by its id."""


def texts(found: Catalog) -> Texts:
    """The texts of a catalogue."""
    read: Texts = {}
    for message in found:
        if message.id:
            one = isinstance(message.id, str)
            forms = (str(message.string),) if one else tuple(map(str, message.string or ()))
            read[message.id if isinstance(message.id, str) else message.id[0]] = forms
    return read


@cache
def _source() -> Texts:
    return texts(catalogue(SOURCE))


def faults(language: str, found: Catalog | None = None) -> list[str]:
    """Everything that is wrong with a catalogue, each as `id: what: text`."""
    found = catalogue(language) if found is None else found
    known, source = facts(language), _source()
    told = [
        *_incomplete(language, found, source),
        *_plurals(language, found),
        *_figures(language, found, source),
        *_lengths(found),
    ]
    for id_, forms in texts(found).items():
        english = source.get(id_, ("",))
        for text in filter(None, forms):  # English is shown in place of an empty form
            told += [f"{id_}: {fault}: {text!r}" for fault in _marks(text, english)]
            told += [f"{id_}: {fault}: {text!r}" for fault in typography(language, text)]
            told += [f"{id_}: {fault}: {text!r}" for fault in seams(language, id_, text)]
            told += [
                f"{id_}: {fault}: {text!r}" for fault in _english(language, id_, text, english)
            ]
            told += [f"{id_}: {fault}: {text!r}" for fault in _terms(known, id_, text, english)]
    return [*told, *_commands(language, found, source)]


# -- complete ------------------------------------------------------------------------------


def lacking(language: str, found: Catalog | None = None) -> list[str]:
    """The ids of texts that a language promises but does not have in full."""
    games, words = facts(language).games, Words(language, found)
    if language != SOURCE and games is None:
        return []
    return sorted(coverage.missing(words, games or GAMES))


def _incomplete(language: str, found: Catalog, source: Texts) -> Iterator[str]:
    own = texts(found)
    fuzzy = {m.id if isinstance(m.id, str) else m.id[0] for m in found if m.id and m.fuzzy}
    for id_ in lacking(language, found):
        if id_ in fuzzy:
            yield f"{id_}: is fuzzy"
        else:
            yield f"{id_}: has an empty form" if id_ in own else f"{id_}: is missing"
    yield from (f"{id_}: is no text of English" for id_ in own if id_ not in source)
    for id_, forms in own.items():
        several = len(source.get(id_, forms)) > 1
        if several != (len(forms) > 1):
            yield f"{id_}: is a text with plural forms in one language and not in the other"


def _form(found: Catalog) -> dict[int, int]:
    """The form for each number, by the header of the catalogue."""
    probe = Catalog(locale=found.locale)
    rule = f"nplurals={found.num_plurals}; plural={found.plural_expr};"
    probe.mime_headers = [("Plural-Forms", rule)]
    probe.add(("n", "n"), [str(form) for form in range(found.num_plurals)])
    words = Words(str(found.locale or SOURCE).replace("_", "-"), probe)
    return {n: int(words("n", n)) for n in REACHED}


def _plurals(language: str, found: Catalog) -> Iterator[str]:
    """Each CLDR category that whole numbers reach has a form; the others may have one too.

    Programs that create catalogues differ on the others: Spanish "many" begins at a million.
    """
    locale = Locale.parse(language, sep="-")
    categories = {n: locale.plural_form(n) for n in REACHED}
    least, most = len(set(categories.values())), len({*locale.plural_form.tags, "other"})
    if not least <= found.num_plurals <= most:
        yield f"the header has {found.num_plurals} plural forms, CLDR {least} to {most}"
        return
    chosen = _form(found)
    meant = dict[str, int]()
    for n in REACHED:
        if meant.setdefault(categories[n], chosen[n]) != chosen[n]:
            yield f"the header gives {n} another form than other numbers of {categories[n]!r}"
            return
    if len(set(meant.values())) < len(meant):
        yield "the header gives two categories of CLDR the same form"


def _fields(text: str) -> Counter[str]:
    return Counter(field for _, field, _, _ in Formatter().parse(text) if field is not None)


def _figures(language: str, found: Catalog, source: Texts) -> Iterator[str]:
    """Only figures that the code passes; `{n}` in each form for several numbers, or in none."""
    chosen = _form(found) if found.num_plurals > 1 else {}
    all_counts = Counter(chosen.values())
    for id_, forms in texts(found).items():
        few = FEW.get(id_)
        counts = Counter(chosen[n] for n in few) if few and chosen else all_counts
        known = set().union(*(_fields(text) for text in source.get(id_, ())))
        counted = any("n" in _fields(text) for text in forms)
        for number, text in enumerate(forms):
            names = set(_fields(text))
            if text and not names <= known and not names <= known | given().get(id_, set()):
                yield f"{id_}: the figures are {sorted(names)}, not {sorted(known)}: {text!r}"
            many = len(forms) == 1 or counts[number] != 1
            if text and counted and "n" not in names and many:
                yield f"{id_}: {{n}} is missing where the form serves several numbers: {text!r}"


def dropped(language: str, found: Catalog | None = None) -> list[str]:
    """Where a language leaves out a figure of English: no fault, but worth a second look."""
    told = []
    for id_, forms in texts(catalogue(language) if found is None else found).items():
        known = set().union(*(_fields(text) for text in _source().get(id_, ())))
        named = set().union(*(_fields(text) for text in forms))
        if all(forms) and (without := known - named):
            told.append(f"{id_}: without {', '.join(sorted(without))}: {forms[-1]!r}")
    return told


def _lengths(found: Catalog) -> Iterator[str]:
    for id_, forms in texts(found).items():
        if BUTTONS.search(id_):
            for text in forms:
                length = len(_FIGURE.sub("0", text))
                if length > LABEL:
                    yield f"{id_}: a label of {length} characters: {text!r}"


# -- as a text ------------------------------------------------------------------------------


def _marks(text: str, english: tuple[str, ...]) -> Iterator[str]:
    """Marks of Discord's markdown and beginnings of lines that differ from English."""
    first = english[-1]
    for mark in ("**", "`", "\n"):
        if text.count(mark) not in {each.count(mark) for each in english}:
            yield f"{text.count(mark)} times {mark!r}, English {first.count(mark)}"
    if sorted(_LINE.findall(text)) != sorted(_LINE.findall(first)) and "\n" in first:
        yield "other beginnings of lines than English"
    if (text[:1].isspace(), text[-1:].isspace()) != (first[:1].isspace(), first[-1:].isspace()):
        yield "a blank at the beginning or the end"
    if re.search(r"\S  ", text):
        yield "two blanks"


_UNKNOWN: Final = re.compile(r"(?:^|(?<=[+] )|(?<=[«“])|(?<=«\u00a0))[?](?=$|[»”\u00a0])")
"""A question mark in place of an unknown figure."""


def typography(language: str, text: str) -> Iterator[str]:
    """Faults in the language's punctuation, outside code, addresses and figures."""
    prose = re.sub(r"https?://\S+|`[^`]*`|<[@#t/:][^>]*>", "", text)
    prose = _UNKNOWN.sub("", prose)
    if '"' in prose or re.search(r"\w'\w", prose) or "..." in prose:
        yield "a straight quotation mark, a straight apostrophe or three dots"
    for pattern, why in _TYPOGRAPHY.get(language, ()):
        if hit := pattern.search(prose):
            yield f"{why} ({hit[0]!r})"
    if language == "es":
        for opens, closes in ("¿?", "¡!"):
            if prose.count(opens) != prose.count(closes):
                yield f"{opens} and {closes} are no pairs"


_YO: Final = (
    "еще|ее|мое|твое|свое|чье|моем|твоем|своем|нее|причем|вдвоем|втроем"
    "|идет|берет|дает|ждет|придет|пойдет|уйдет|найдет|вернет|начнет|займет|возьмет|кладет|ведет"
    "|партнер|зеленый|желтый|черный|четырех|трех|счет|счета|счетом|учет|отчет|расчет|подсчет"
    "|прием|объем|легкий|тяжелый|твердый|мертвый|актер|дирижер|ребенок|самолет"
    "|включен|завершен|удален|приглашен|сохранен|изменен|разрешен|запрещен"
)
"""Common Russian words with ё, spelled here without it."""

_TYPOGRAPHY: Final = {
    language: tuple((re.compile(pattern), why) for pattern, why in rules)
    for language, rules in {
        "fr": (
            (r"[^\s!?…(][;!?]|[ \t][;!?]", "no no-break space before a mark"),
            (r"(?:^|[^\s\d:]| ):(?=\s|$)", "no no-break space before a colon"),
            (r"«(?![\u00a0\u202f])|(?<![\u00a0\u202f])»", "no no-break space in « »"),
            (r"[“”„]", "other quotation marks than « »"),
        ),
        "es": (
            (r"[“”„]", "other quotation marks than « »"),
            (r"«\s|\s»", "a blank inside « »"),
            (r"\s[;:!?](?:\s|$)", "a blank before a mark"),
        ),
        "ru": (
            (r"[“”„]", "other quotation marks than « »"),
            (r"«\s|\s»", "a blank inside « »"),
            (r"\S[ \u00a0][-\N{EN DASH}]\s", "a hyphen where a dash belongs"),
            (r"\s[;:!?](?:\s|$)", "a blank before a mark"),
            (rf"(?i)\b(?:{_YO})\b", "е where ё is written"),
        ),
    }.items()
}


def _english(language: str, id_: str, text: str, english: tuple[str, ...]) -> Iterator[str]:
    """What was left in English; names that are the same in all languages are allowed."""
    known = facts(language)
    allowed = {each.casefold() for each in known.names}
    own = _WORD.findall(_NO_PROSE.sub(" ", text))
    if id_ in known.same or id_ in known.exact:
        return
    strange = [each for each in own if each.casefold() not in allowed]
    if text in english and strange:
        yield "as in English"
        return
    for word in strange:
        latin = language in CYRILLIC and word.isascii() and len(word) > 1
        if word.casefold() in _ENGLISH or latin:
            yield f"an English word, {word}"


def _terms(known: Facts, id_: str, text: str, english: tuple[str, ...]) -> Iterator[str]:
    if id_ in known.exact:  # no other check applies
        wanted = known.exact[id_]
        if text.casefold() not in {each.casefold() for each in wanted}:
            yield f"the term is {' or '.join(wanted)}"
        return
    for said, pattern in known.terms.items():
        asked = any(re.search(rf"\b{said}\b", _FIGURE.sub("", each)) for each in english)
        if asked and not re.search(pattern, text, re.IGNORECASE):
            yield f"for {said!r} it needs {pattern!r}"
    for pattern, why in known.forbidden.items():
        if hit := re.search(pattern, text):
            yield f"{hit[0]!r} is forbidden, {why}"


def _commands(language: str, found: Catalog, source: Texts) -> Iterator[str]:
    """Commands and options that a text does not call by their names in that language."""
    own = texts(found)
    for id_, english in source.items():
        if id_ not in own or id_.startswith("command."):
            continue
        for wanted in _named_commands(english[-1], own):
            for text in filter(None, own[id_]):
                if wanted not in text:
                    yield f"{id_}: names no {wanted!r}: {text!r}"


def _named_commands(text: str, own: Texts) -> Iterator[str]:
    for first, second in _COMMAND.findall(text):
        name = own.get(f"command.{first}.name")
        if not name or not name[0]:
            continue
        inner = own.get(f"command.{first}.{second}.name") if second else None
        yield f"/{name[0]}" + (f" {inner[0]}" if inner else "")
    for code in _CODE.findall(text):
        for id_, forms in own.items():
            if id_.startswith("command.") and id_.endswith(f".{code}.name") and forms[0]:
                yield f"`{forms[0]}`"
                break


def _part(language: str, game: str) -> float:
    """The share that a language has of the texts at a game's tables."""
    read = len(coverage.missing(Words("en", Catalog()), (game,)))
    return 1 - len(coverage.missing(Words(language), (game,))) / read


def main(*asked: str) -> int:
    """Print the faults of languages; 1 if there are any, 2 if a language does not exist."""
    count = 0
    for language in sorted({*asked} - {*LANGUAGES}):
        print(f"there is no render/words/{language}.po", file=sys.stderr)  # noqa: T201
        return 2
    for language in asked or LANGUAGES:
        told = faults(language) if language != SOURCE else []
        whole = {game: _part(language, game) for game in GAMES}
        has = ", ".join(f"{game} {part:.1%}" for game, part in whole.items())
        print(f"{language}: {len(told)} faults; {has}", *told, sep="\n")  # noqa: T201 - the report
        print(*(f"? {each}" for each in dropped(language)), sep="\n")  # noqa: T201 - for a reader
        count += len(told)
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
