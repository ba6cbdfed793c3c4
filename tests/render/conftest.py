"""What the tests of sentences share: each runs in every language of `LANGUAGES`."""

from __future__ import annotations

import pytest

from render.words import Words
from tests.render.languages import LANGUAGES


@pytest.fixture(params=list(LANGUAGES))
def words(request: pytest.FixtureRequest) -> Words:
    """A language."""
    return LANGUAGES[request.param]
