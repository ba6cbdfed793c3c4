"""The languages that sentences are tried in: English, and one a third longer."""

from __future__ import annotations

from render.words import Words
from tests.render.made_up import padded

EN = Words("en")
LANGUAGES = {"en": EN, "longer": padded()}
