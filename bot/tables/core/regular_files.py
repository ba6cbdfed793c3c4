"""Files that a host names: read up to a size; never a pipe, which could block the start."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def read_file(path: Path, most: int) -> bytes:
    """The content of a file, up to one byte more than `most`.

    Raises:
        OSError: it cannot be read, or is not a regular file: a pipe, a folder, a device.
    """
    with open(path, "rb", opener=_at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is not a file")
        return file.read(most + 1)


def _at_once(path: str, flags: int) -> int:
    """Open a file without waiting for the writer of a pipe; Windows has no pipes as files."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
