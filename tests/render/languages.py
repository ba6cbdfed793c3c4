"""The languages that sentences are tested in: all catalogues, and English a third longer."""

from __future__ import annotations

from render import words
from tests.render.made_up import padded

LANGUAGES = {code: words.Words(code) for code in words.LANGUAGES} | {"longer": padded()}
EN = LANGUAGES[words.SOURCE]
