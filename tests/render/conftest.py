"""What the tests of sentences share: each is said in every language they are tried in."""

from __future__ import annotations

import pytest

from render.words import Words
from tests.render.languages import LANGUAGES


@pytest.fixture(params=list(LANGUAGES))
def words(request: pytest.FixtureRequest) -> Words:
    """A language."""
    return LANGUAGES[request.param]
