"""The folder of a site: its files are written whole, its old ones taken away, and nobody else's are touched."""

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path

from .._base.whole_file import write_whole
from .._shipped import UserError

MARK = ".autograd-lab-site.json"
"""A list of the files that were written, in the folder itself: by this it is known as one of ours."""


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write ``files`` (by their paths inside of ``folder``), and remove what an earlier run wrote besides them.

    Raises UserError where ``folder`` holds something and was not written by this command, and OSError.
    """
    before = _written_before(folder)
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, content)
    write_whole(folder / MARK, (json.dumps(sorted(files), indent=1) + "\n").encode())
    for name in before - set(files):
        (folder / name).unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # something else is in it
            (folder / name).parent.rmdir()


def _written_before(folder: Path) -> set[str]:
    """The files of an earlier run; empty for a folder that is new or empty."""
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder} is a file, not a folder")
    if not folder.exists() or not any(folder.iterdir()):
        return set()
    try:
        names = json.loads((folder / MARK).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        names = None
    if not isinstance(names, list) or not all(_is_inside(name) for name in names):
        raise UserError(
            f"{folder} holds files that this command did not write, so nothing is written there;\n"
            "name a new folder, or empty this one"
        )
    return set(names)


def _is_inside(name: object) -> bool:
    """Whether this is a path that stays in the folder: a record may have been changed by others."""
    return isinstance(name, str) and not Path(name).is_absolute() and ".." not in Path(name).parts
