"""A learner's right code, kept in a file beside the lessons, so that later lessons can import it and let it grow.

The file is the cell without its calls at the margin, such as ``ex.check(…)``. One that is there already is left alone.
"""

import ast
import io
import linecache
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any

from .answer_code import Code
from .learner import learner
from .observing import SECONDS
from .time_limit import within

HEAD = "# You wrote this in lesson {lesson}. autograd_lab never writes over this file: change it as you like.\n"


def keep(name: str, form: Code, written: Callable, lesson: str) -> str:
    """Keep the cell of ``written`` as the file ``name``, and say in a sentence or two what became of it.

    Nothing is kept, and nothing said, where no progress is kept. Raises nothing.
    """
    if learner.file.path() is None:
        return ""
    cell = cell_of(written)
    if not _is_right(form, cell):
        return (
            f"It isn't kept as `{name}`, because this cell alone doesn't define `{form.name}`: put everything that it "
            "uses into the cell, and run it again."
        )
    return _kept(learner.file.folder / name, HEAD.format(lesson=lesson.removeprefix("L").zfill(2)) + cell)


def cell_of(written: Any) -> str:
    """The source of the cell that defines a function, without what the cell does at once; "" where it is unknown."""
    lines = linecache.getlines(getattr(getattr(written, "__code__", None), "co_filename", ""))
    try:
        statements = ast.parse("".join(lines)).body
    except SyntaxError:
        return ""
    for statement in reversed(statements):
        if isinstance(statement, ast.Expr):
            del lines[statement.lineno - 1 : statement.end_lineno]
    return f"{''.join(lines).strip()}\n"


def _is_right(form: Code, source: str) -> bool:
    """Whether this source is right by itself, without the notebook around it."""
    try:
        with redirect_stdout(io.StringIO()):  # what the code prints has been seen
            observed = within(2 * SECONDS, lambda: form.observe_source(source))
    except (Exception, SystemExit):
        return False
    return form.same(observed, form.solution)


def _kept(path: Path, text: str) -> str:
    """Write a new file; one with other content stays."""
    content = text.encode()
    try:
        if not path.exists():
            _write(path, content)
        if path.read_bytes() == content:
            return f"Your code is kept as `{path.name}` beside this lesson."
    except OSError as error:
        return f"Your code couldn't be kept as `{path.name}` ({error.strerror or type(error).__name__})."
    return (
        f"There is already a `{path.name}` beside this lesson, with other content. It stays as it is: to keep this "
        "cell instead, rename that file and run the cell again."
    )


def _write(path: Path, content: bytes) -> None:
    """Write a file that isn't there yet, whole or not at all."""
    with suppress(FileExistsError), path.open("xb") as file:
        try:
            file.write(content)
            file.flush()
        except OSError:
            path.unlink(missing_ok=True)
            raise
