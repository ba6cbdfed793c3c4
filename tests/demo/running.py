"""A demo in a process of its own, and the browser that views it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Error, sync_playwright

PICTURE = "img:not(.emoji)"
"""A picture of a message: its texts may have symbols, which are images too."""

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")


@contextmanager
def demo(*, pause: float) -> Iterator[str]:
    """The address of a running demo, which must stop when told to.

    Args:
        pause: seconds before a computer player acts.
    """
    command = [sys.executable, "-m", "bot", "demo", "--port", "0"]
    own = {**os.environ, "MAECENAS_OPPONENT_PAUSE": str(pause)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=own) as started:
        assert started.stdout is not None
        said = started.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", said)
        try:
            assert found, f"the demo said: {said!r}"
            yield found[0]
        finally:
            started.send_signal(signal.SIGTERM)
            code = started.wait(timeout=60)
        assert code == 0


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    path = shutil.which("chromium")
    assert path, "the page is shown in Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        except Error as error:
            raise AssertionError(
                f"{path} does not start; anew: apt-get install chromium"
            ) from error
        yield browser
        browser.close()
