"""The variables of functions that the recorded program calls, while they run: their names are gone when they return."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from types import CodeType, FrameType
from typing import Any

from .variable_names import LIBRARIES, is_module, leading_on, variables_of


class CalledFunctions:
    """Looks at each function once in a recording. ``modules`` are those that its variables led to, by name."""

    def __init__(self) -> None:
        self.home: FrameType | None = None
        """The frame around the ``with`` block, for as long as it runs; None if the learner gave the names."""
        self.modules: dict[str, Any] = {}
        self._seen: set[CodeType] = set()

    def new_variables(self) -> Iterator[dict[str, Any]]:
        """The local variables of each function between the ``with`` block and here, except those seen before."""
        frame, frames = sys._getframe(1), []
        while frame is not None and frame is not self.home:
            if frame.f_code not in self._seen:
                frames.append(frame)
            frame = frame.f_back
        if frame is None or not frames:
            return
        with ExitStack() as looks:
            for one in reversed(frames):
                self._seen.add(one.f_code)
                if one.f_globals.get("__name__", "").partition(".")[0] not in LIBRARIES:
                    own = looks.enter_context(variables_of(one))[0]
                    for name, item in leading_on(own):
                        if is_module(item):
                            self.modules.setdefault(name, item)
                    yield own
