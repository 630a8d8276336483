"""`my_engine.py` as a whole: what the learner wrote, and where a piece is missing, its solution. Then it is imported.

The file holds the pieces that `kept_code` put there. What is missing is added below, under a heading that says so.
Where no progress is kept, no file is written, and the engine has the solutions alone.
"""

import sys
from types import ModuleType

from .._core.base.whole_file import write_whole
from .kept_code import REST, SHIPPED, defined_in, imports_for, joined, sections
from .learner import learner
from .message import Block, Message
from .own_engine import FRAME, FRAME_NAME, PIECES, namespace

NAME = "my_engine.py"
EXERCISES = {"backward": "L3.3", "unbroadcast": "L7.3", "MatMul": "L7.4", "Rules": "L11.3"}
"""What defines a piece → where it is written."""


def my_engine() -> ModuleType:
    """The learner's engine as the module `my_engine`, from the file beside the lessons; print it to see whose it is.

    Missing pieces are added to the file first. Raises what the file raises, such as SyntaxError.
    """
    path = None if learner.file.path() is None else learner.file.folder / NAME
    before = path.read_text(encoding="utf-8") if path and path.exists() else ""
    whole = completed(before)
    if path and whole != before:
        write_whole(path, whole.encode())
    made = Engine("my_engine")
    made.__dict__.update(namespace(whole))
    about = {"source": whole, "pieces": whose(whole), "__file__": str(path) if path else None}
    made.__dict__.update(about)
    sys.modules["my_engine"] = made
    return made


def completed(text: str) -> str:
    """The file with every piece, each under its heading; what is there already stays as it is."""
    found = defined_in(text)
    pieces = [text]
    for name, (lesson, source) in PIECES.items():
        if name not in found:
            head = SHIPPED.format(lesson=lesson, exercise=EXERCISES[name])
            pieces.append(f"{head}{imports_for(source)}{source.strip()}")
    if FRAME_NAME not in found:
        pieces.append(f"{REST}{imports_for(FRAME)}{FRAME.strip()}")
    return joined(*pieces) if len(pieces) > 1 else text


def whose(text: str) -> dict[str, str]:
    """Each piece → "yours", or "the solution"."""
    shipped = set[str]()
    for section in sections(text):
        if section.startswith(SHIPPED.partition("{")[0]):
            shipped |= defined_in(section)
    return {name: "the solution" if name in shipped else "yours" for name in PIECES}


class Engine(ModuleType):
    """The module `my_engine`. It shows whose its pieces are."""

    def shown(self) -> Message:
        """A line for each piece."""
        rows = [
            f"{name:<13}{'lesson ' + PIECES[name][0]:<11}{who}" + f" ({EXERCISES[name]})" * (who != "yours")
            for name, who in self.pieces.items()
        ]
        where = f"`{NAME}` beside this lesson has it all." if self.__file__ else "No file is kept here."
        return Message((Block("\n".join(rows)), f"{where} `print(my_engine.source)` shows it."))

    def __repr__(self) -> str:
        return repr(self.shown())

    def _repr_markdown_(self) -> str:
        return self.shown()._repr_markdown_()
