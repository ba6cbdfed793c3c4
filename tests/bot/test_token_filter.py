"""No interaction token gets into the log, whoever might write it there."""

from __future__ import annotations

import io
import logging

import pytest

from bot import run
from bot.background.token_filter import TokenFilter, hide_tokens

TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDpBYkNkRWZHaElq"
OTHER = "simulated-token-of_a.test"
URL = "https://discord.com/api/v10/webhooks/123/{}/messages/@original"


@pytest.mark.parametrize(
    "logger", ["discord.webhook.async_", "aiohttp.client", "asyncio", "bot"]
)
def test_a_token_is_hidden_whichever_library_logs_it(
    logger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    monkeypatch.setattr(logging.getLogger(), "handlers", [handler])
    hide_tokens()
    log = logging.getLogger(logger)
    log.warning("PATCH with %s has returned %s", URL.format(OTHER), 404)
    log.warning(f"POST {URL.format(TOKEN)}")  # noqa: G004 - what a library may do
    log.warning("event: %s", {"t": "INTERACTION_CREATE", "d": {"token": OTHER, "id": "5"}})
    log.warning("a callback /interactions/99/%s/callback failed", TOKEN)
    log.warning("alone: %s", TOKEN)
    log.error("an edit failed", exc_info=ConnectionError(f"{URL.format(OTHER)} is not there"))
    text = written.getvalue()
    assert TOKEN not in text
    assert OTHER not in text
    assert text.count("[token]") == 6
    assert "has returned 404" in text
    assert "ConnectionError: https://discord.com/api/v10/webhooks/123/" in text


def test_the_process_hides_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    run._log_to_stderr("INFO")
    handlers = logging.getLogger().handlers
    assert handlers
    for handler in handlers:
        assert any(isinstance(each, TokenFilter) for each in handler.filters)
