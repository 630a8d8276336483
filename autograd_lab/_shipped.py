"""The lessons that travel with the package, as the command finds them."""

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

TITLE = re.compile(r"^#\s+(.+?)\s*$", re.MULTILINE)


class UserError(Exception):
    """Something the user can put right; the message says what, without a traceback."""


@dataclass(frozen=True)
class Lesson:
    """One lesson as shipped."""

    name: str
    content: bytes

    @property
    def title(self) -> str:
        """The first heading of the notebook; its file name where it has none."""
        cells = json.loads(self.content)["cells"]
        found = TITLE.search("\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"))
        return found.group(1).replace("`", "") if found else self.name

    @property
    def version(self) -> str:
        """A fingerprint of the content."""
        return fingerprint(self.content)


def shipped_lessons() -> list[Lesson]:
    """The lessons in order, out of the installed package or, in a checkout, out of ``notebooks/``.

    Raises UserError when there are none.
    """
    package = Path(__file__).parent
    for home in (package / "_lessons", package.parent / "notebooks"):
        files = sorted(home.glob("[0-9]*.ipynb"))
        if files:
            return [Lesson(file.name, file.read_bytes()) for file in files]
    raise UserError("this installation has no lessons in it; install autograd-lab again")


def fingerprint(content: bytes) -> str:
    """A text that is the same for the same bytes, and another for others."""
    return hashlib.sha256(content).hexdigest()
