"""What a file may be called: a name that promises another kind of file is refused before anything is drawn."""

import os
from pathlib import Path


def check_ending(path: str | os.PathLike[str], *endings: str) -> None:
    """Raise ValueError for a name with another ending than these; a name without any is left as it is."""
    path = Path(path)
    if path.suffix and path.suffix.lower() not in endings:
        raise ValueError(f"this writes a {endings[0]} file, so call it {path.stem + endings[0]!r}, not {path.name!r}")
