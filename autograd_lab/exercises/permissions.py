"""What an instructor lets learners have: hints, and the solution on request."""

import os
from dataclasses import dataclass

EXAM = "AUTOGRAD_LAB_EXAM"
"""Environment variable: with "1" there are no hints and no solutions, whatever a cell says."""


@dataclass
class Permissions:
    """Both are given until `allow` or the environment takes them away."""

    _hints: bool = True
    _reveal: bool = True

    def allow(self, hints: bool = True, reveal: bool = True) -> None:
        """Give or take away."""
        self._hints, self._reveal = bool(hints), bool(reveal)

    @property
    def hints(self) -> bool:
        """Whether there are hints."""
        return self._hints and not _is_exam()

    @property
    def reveal(self) -> bool:
        """Whether the solution is shown to whom asks for it."""
        return self._reveal and not _is_exam()


def _is_exam() -> bool:
    return os.environ.get(EXAM, "") == "1"


permissions = Permissions()
"""Those of this kernel."""
