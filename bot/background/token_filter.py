"""Keeps the tokens of interactions out of the log, whichever library would write them there.

With a token anyone can edit and delete a private answer for 15 minutes; URLs contain tokens.
"""

from __future__ import annotations

import logging
import re
from typing import Final

HIDDEN: Final = "[token]"
"""The text in place of a token."""

_PLACES: Final = (
    re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s?\"'<>)\],]+"),
    re.compile(r"""(["']token["']: ?["'])[^"']+"""),
    re.compile(r"()\baW50ZXJhY3Rpb246[\w\-=]+"),  # each begins with "interaction:", encoded
)


def without_tokens(text: str) -> str:
    """A text in which every token of an interaction is hidden."""
    for place in _PLACES:
        text = place.sub(rf"\1{HIDDEN}", text)
    return text


class TokenFilter(logging.Filter):
    """A handler's filter: hides tokens in messages, their arguments and tracebacks."""

    _formatter: Final = logging.Formatter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, without tokens."""
        said = record.getMessage()
        hidden = without_tokens(said)
        if hidden != said:
            record.msg, record.args = hidden, ()
        if record.exc_info and not record.exc_text:
            record.exc_text = self._formatter.formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = without_tokens(record.exc_text)
        return True


def hide_tokens() -> None:
    """Let no handler of the root logger write a token, whichever logger it comes from."""
    for handler in logging.getLogger().handlers:
        handler.addFilter(TokenFilter())
