"""Files that are there as a whole or not at all: what was under the name before stays until all is written."""

import os
from pathlib import Path


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write ``content`` to ``path``; a file that is there already is replaced when all is written."""
    part = Path(f"{os.fspath(path)}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
