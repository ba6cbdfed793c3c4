"""The games of a running demo, as a host sees them."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys


def test_the_demo_says_where_its_games_are_to_be_explained() -> None:
    command = [sys.executable, "-m", "bot"]
    demo_command = [*command, "demo", "--port", "0"]
    with subprocess.Popen(demo_command, stdout=subprocess.PIPE, text=True) as demo:
        assert demo.stdout is not None
        try:
            said = [demo.stdout.readline() for _ in range(2)]
            found = re.search(r"until then its games are in (\S+)", said[1])
            assert found, said
            told = subprocess.run(
                [*command, "explain", "--game", "1"],
                env={**os.environ, "MAECENAS_DATABASE": found[1]},
                capture_output=True,
                text=True,
                timeout=60,
                check=True,
            ).stdout
        finally:
            demo.send_signal(signal.SIGTERM)
            demo.wait(timeout=60)
    assert told.startswith("game 1 (florence): lobby, entry 0\nwaits for nobody\n")
