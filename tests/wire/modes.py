"""`python -m tests.wire.modes MODULE ...`: runs a module for which file modes count.

For root they do not count, and tests often run as root. The right to override them is given
up for good before the module starts.
"""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Final

PR_CAPBSET_DROP: Final = 24
CAP_DAC_OVERRIDE: Final = 1


def main() -> None:
    """Give up the right, and become the module."""
    if os.geteuid() == 0:
        system = ctypes.CDLL(None, use_errno=True)
        if system.prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0):
            raise OSError(ctypes.get_errno(), "the modes of files cannot be made to count")
    os.execv(sys.executable, [sys.executable, "-m", *sys.argv[1:]])  # noqa: S606 - ourselves


if __name__ == "__main__":
    main()
