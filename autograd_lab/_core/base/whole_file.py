"""Files that are there as a whole or not at all: what was under the name before stays until all is written."""

import errno
import itertools
import os
from pathlib import Path


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write ``content`` to ``path``; a file that is there already is replaced when all is written.

    Raises FileNotFoundError where there is no such folder, and IsADirectoryError where ``path`` is one.
    """
    if Path(path).is_dir():
        raise IsADirectoryError(errno.EISDIR, "This is a folder; give the name of a file", os.fspath(path))
    if not Path(path).parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "There is no such folder", str(Path(path).parent))
    beside = (Path(f"{os.fspath(path)}.part{number or ''}") for number in itertools.count())
    part = next(free for free in beside if not free.exists())  # another one is somebody else's
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
