"""What a machine can check of docs/voice.md: lengths, marks in a line, words not ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest

from render.words import LANGUAGES
from render.words.catalogue import catalogue
from tests.render.translation_checks import texts

SENTENCE: Final = 25
"""The most words in a sentence."""

LABEL: Final = 38
"""The most characters in a label."""

HINT: Final = 100
"""The most characters in a hint."""

LABELS: Final = re.compile(r"\.button\.|^(?:florence|lacrimosa)\.label\.")
HINTS: Final = re.compile(r"^(?!lesson\.).*\.hint(?:\.|$)")
"""Hints of options; those of lessons are sentences which stand alone."""

RULES: Final = re.compile(r"\.rules\.|^lesson\.lacrimosa\.soloist\.begin")
IN_RULES: Final = re.compile(r"(?i)opponents?|you may|соперник")
"""Words that are right where rules speak of rivals and of rights."""

FORBIDDEN: Final = {
    "en": r"(?i)\b(?:somebody|everybody|opponents?|revoked?|lobb(?:y|ies)|besides"
    r"|standing orders?|as things stand)\b|\b(?:take[sn]?|took) (?:\w+ ){0,3}back\b"
    r"|^There is only|^Who (?!.*\?)|\byou may\b|\bof (?:your|their|its|his|her) own\b",
    "es": r"(?i)\boponentes?\b|\bla máquina\b|\bórdenes\b|\btu orden\b|(?-i:^Quien(?:es)? )",
    "fr": r"(?i)\badversaires?\b|\bl’ordinateur\b|\bvos ordres?\b|\bvotre ordre\b"
    r"|(?-i:^Qui (?!.*\?))",
    "ru": r"(?i)\bсоперник|\bраспоряжени",
}
"""Words that the page replaces with others, by language."""

_FIGURE: Final = re.compile(r"\{\w+\}")
_END: Final = re.compile(r"(?<=[.?!…])[»”)*]*\s+|\n")
_WORD: Final = re.compile(r"\w")
_COLON: Final = re.compile(r"(?<=[^\d\s])[\u00a0\u202f]?:(?=\s|$)")
_LIST: Final = re.compile(r":(?:[^,;]*[,;]){3}.*")
"""A list after a colon, which is read item by item."""
_NESTED: Final = re.compile(r"\([^)]*\(")


def faults(language: str, id_: str, text: str) -> Iterator[str]:
    """What the page does not allow in a text."""
    plain = _FIGURE.sub("x", text)
    for sentence in _END.split(plain):
        count = len([each for each in _LIST.sub(":", sentence).split() if _WORD.search(each)])
        if count > SENTENCE:
            yield f"a sentence of {count} words"
        if len(_COLON.findall(sentence)) > 1:
            yield "two colons in a sentence"
    if _NESTED.search(text):
        yield "brackets in brackets"
    if LABELS.search(id_) and len(plain) > LABEL:
        yield f"a label of {len(plain)} characters"
    if HINTS.search(id_) and len(plain) > HINT:
        yield f"a hint of {len(plain)} characters"
    if id_.startswith("command."):
        return
    for found in re.finditer(FORBIDDEN[language], plain):
        if not (RULES.search(id_) and IN_RULES.fullmatch(found[0])):
            yield f"{found[0]!r} has another word"


@pytest.mark.parametrize("language", sorted(FORBIDDEN))
def test_texts_keep_to_the_page(language: str) -> None:
    told = [
        f"{id_}: {fault}: {text!r}"
        for id_, forms in texts(catalogue(language)).items()
        for text in dict.fromkeys(forms)
        for fault in faults(language, id_, text)
    ]
    assert not told, "\n".join(told)


def test_every_language_of_the_house_has_words_that_are_not_ours() -> None:
    assert set(FORBIDDEN) == set(LANGUAGES)


@pytest.mark.parametrize(
    ("language", "id_", "text", "fault"),
    [
        ("en", "a.text", " ".join(["word"] * 26), "a sentence of 26 words"),
        ("en", "a.text", " ".join(["word"] * 25) + ". More.", ""),
        ("en", "a.text", "{game}: waits for: {names}", "two colons"),
        ("fr", "a.text", "{game}\u00a0: on attend\u00a0: {names}", "two colons"),
        ("en", "a.text", "A 10:30 start: {names}", ""),
        ("en", "a.text", "the item (now (maybe))", "brackets in brackets"),
        ("en", "a.button.b", "x" * 39, "a label of 39"),
        ("en", "florence.hint.b", "x" * 101, "a hint of 101"),
        ("en", "a.text", "Somebody has acted.", "has another word"),
        ("en", "a.text", "Ada takes her last action back.", "has another word"),
        ("en", "a.text", "Who opens bids 200.", "has another word"),
        ("en", "a.text", "Who wins?", ""),
        ("en", "a.text", "You may pass.", "has another word"),
        ("en", "a.rules.b", "You may pass.", ""),
        ("en", "a.text", "a card of its own", "has another word"),
        ("en", "a.text", "It has: " + ", ".join(["word"] * 26), ""),
        ("es", "a.text", "Quien pasa no puja.", "has another word"),
        ("fr", "a.text", "Qui passe ne mise plus.", "has another word"),
        ("es", "a.text", "Juega la máquina.", "has another word"),
        ("fr", "a.text", "Un adversaire joue.", "has another word"),
        ("ru", "a.text", "Играет соперник.", "has another word"),
    ],
)
def test_each_fault_is_found(language: str, id_: str, text: str, fault: str) -> None:
    told = [*faults(language, id_, text)]
    assert any(fault in each for each in told) if fault else not told, told
