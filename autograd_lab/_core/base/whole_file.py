"""Files that are there as a whole or not at all: what was under the name before stays until all is written."""

import contextlib
import errno
import itertools
import os


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write ``content`` to ``path``; a file that is there already is replaced when all is written.

    Raises FileNotFoundError where there is no such folder, and IsADirectoryError where ``path`` is one.
    """
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, "This is a folder; give the name of a file", os.fspath(path))
    folder = os.path.dirname(path) or os.curdir
    if not os.path.isdir(folder):
        raise FileNotFoundError(errno.ENOENT, "There is no such folder", folder)
    beside = (f"{os.fspath(path)}.part{number or ''}" for number in itertools.count())
    part = next(free for free in beside if not os.path.exists(free))  # another one is somebody else's
    try:
        with open(part, "wb") as file:
            file.write(content)
        os.replace(part, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.remove(part)
