"""`my_engine.py` beside the lessons: a learner's right code, kept so that later lessons can import it and let it grow.

A piece is the cell without its calls at the margin, such as ``ex.check(…)``. It is added below what the file has. What
a learner wrote is never replaced; a shipped solution, which `my_engine` puts where a piece is missing under a heading
that says so, is. Where no progress is kept, no file is written, and the engine has the solutions alone.
"""

import ast
import io
import linecache
import re
import sys
from contextlib import redirect_stdout
from types import ModuleType
from typing import Any

from .._core.base.whole_file import write_whole
from .answer_code import Code
from .learner import learner
from .message import Block, Message
from .observing import SECONDS, Raised
from .own_engine import FRAME, FRAME_NAME, PIECES, namespace
from .time_limit import within

NAME = "my_engine.py"
EXERCISES = {
    "backward": "L3.3",
    "accumulate_grad": "L4.1",
    "unbroadcast": "L7.2",
    "MatMul": "L7.3",
    "Rules": "L11.3",
}
"""What defines a piece → where it is written."""
HEAD = "# You wrote this in lesson {lesson}. autograd_lab never writes over it: change it as you like.\n"
SHIPPED = "# The solution of lesson {lesson}: answer {exercise} there, and your own code takes its place.\n"
REST = "# What holds the pieces together: tensors, nodes, and what a node sends. It comes with lesson 11.\n"


def keep(name: str, form: Code, written: Any, lesson: str) -> str:
    """Keep the cell of ``written`` in the file ``name``, and say in a sentence or two what became of it.

    Nothing is kept, and nothing said, where no progress is kept. Raises nothing.
    """
    if learner.file.path() is None:
        return ""
    cell, path = cell_of(written), learner.file.folder / name
    lacking = _lacking(form, cell)
    if lacking:
        return (
            f"It isn't saved as `{name}`, because this cell alone {lacking}: put everything that it uses into the "
            "cell, and run it again."
        )
    piece = HEAD.format(lesson=lesson.removeprefix("L").zfill(2)) + imports_for(cell) + cell
    try:
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        after = _with_piece(before, piece, form.name)
        if after not in ("", before):
            write_whole(path, after.encode())
    except OSError as error:
        return f"Your code couldn't be saved as `{name}` ({error.strerror})."
    except (SyntaxError, ValueError):
        return f"`{name}` beside this lesson isn't Python as it is now, so your code wasn't added to it."
    if after:
        return f"Your code is saved as `{name}` beside this lesson."
    return (
        f"`{name}` beside this lesson already has another `{form.name}`, which stays as it is. To save this cell "
        f"instead, delete that `{form.name}` and run the cell again."
    )


def where_kept(name: str, form: Code) -> str:
    """The sentence that says where a learner's right code is; "" if the file doesn't have it."""
    path = learner.file.folder / name
    try:
        text = path.read_text(encoding="utf-8")
        found = form.name in defined_in(text) and whose(text)[form.name] == "yours"
    except (OSError, SyntaxError, ValueError):
        return ""
    return f"You have solved this before: your code is in `{name}` beside this lesson." if found else ""


def _with_piece(text: str, piece: str, name: str) -> str:
    """The file with this piece, in the place of a shipped solution or at the end; "": it has another one."""
    if piece.strip() in text:
        return text
    if name not in defined_in(text):
        return joined(text, piece)
    for shipped in sections(text):
        if shipped.startswith(SHIPPED.partition("{")[0]) and name in defined_in(shipped):
            return text.replace(shipped, f"{piece.strip()}\n\n\n")
    return ""


def joined(*pieces: str) -> str:
    """Pieces one below the other."""
    return "\n\n\n".join(piece.strip() for piece in pieces if piece.strip()) + "\n"


def sections(text: str) -> list[str]:
    """The parts of a file, each from its heading to the next one."""
    marks = "|".join(re.escape(head.partition("{")[0]) for head in (HEAD, SHIPPED, REST))
    return re.split(rf"^(?={marks})", text, flags=re.MULTILINE)


def defined_in(text: str) -> set[str]:
    """The functions and classes at the margin of this source. Raises SyntaxError or ValueError where it is none."""
    return {each.name for each in ast.parse(text).body if isinstance(each, ast.FunctionDef | ast.ClassDef)}


def imports_for(source: str) -> str:
    """The lessons' own imports that this source uses without making them."""
    tree = ast.walk(ast.parse(source))
    names = [(each.id, each.ctx) for each in tree if isinstance(each, ast.Name)]
    used = {name for name, context in names if isinstance(context, ast.Load)}
    lines = {"al": "import autograd_lab as al", "np": "import numpy as np"}
    found = [line for name, line in lines.items() if name in used and line not in source]
    return "".join(f"{line}\n" for line in found) + "\n\n" * bool(found)


def cell_of(written: Any) -> str:
    """The source of the cell that defines a function, without what the cell does at once; "" where it is unknown."""
    if isinstance(written, type):  # a class is where its methods are
        members = (getattr(member, "__func__", member) for member in vars(written).values())
        written = next((member for member in members if hasattr(member, "__code__")), None)
    lines = linecache.getlines(getattr(getattr(written, "__code__", None), "co_filename", ""))
    try:
        statements = ast.parse("".join(lines)).body
    except SyntaxError:
        return ""
    for statement in reversed(statements):
        if isinstance(statement, ast.Expr):
            del lines[statement.lineno - 1 : statement.end_lineno]
    return f"{''.join(lines).strip()}\n"


def _lacking(form: Code, source: str) -> str:
    """What is wrong with this source by itself, without the notebook around it; "": nothing."""
    try:
        with redirect_stdout(io.StringIO()):  # what the code prints has been seen
            observed = within(2 * SECONDS, lambda: form.observe_source(source))
    except (Exception, SystemExit) as error:
        if form.name not in defined_in(source):
            return f"doesn't define `{form.name}`"
        return f"raises {type(error).__name__} ({error})"
    if form.same(observed, form.solution):
        return ""
    _, failure = observed.failure() or ("", None)
    return f"raises {failure.type} ({failure.text})" if isinstance(failure, Raised) else "gives other results"


# ----- the whole engine -----------------------------------------------------------------------------------------------
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
        rows = [
            f"{name:<17}{'lesson ' + PIECES[name][0]:<11}{who}" + f" ({EXERCISES[name]})" * (who != "yours")
            for name, who in self.pieces.items()
        ]
        where = f"`{NAME}` beside this lesson has it all." if self.__file__ else "No file is kept here."
        return Message((Block("\n".join(rows)), f"{where} `print(my_engine.source)` shows it."))

    def __repr__(self) -> str:
        return repr(self.shown())

    def _repr_markdown_(self) -> str:
        return self.shown()._repr_markdown_()
