"""A learner's right code, kept in a file beside the lessons, so that later lessons can import it and let it grow.

The file is the cell without its calls at the margin, such as ``ex.check(…)``. One that is there already is left alone.
"""

import ast
import errno
import io
import linecache
import os
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

from .._core.base.whole_file import write_whole
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
    cell, path = cell_of(written), learner.file.folder / name
    if not _is_right(form, cell):
        return (
            f"It isn't kept as `{name}`, because this cell alone doesn't define `{form.name}`: put everything that it "
            "uses into the cell, and run it again."
        )
    content = (HEAD.format(lesson=lesson.removeprefix("L").zfill(2)) + cell).encode()
    try:
        if not path.exists():
            write_whole(path, content)
        if path.read_bytes() == content:
            return f"Your code is kept as `{name}` beside this lesson."
    except OSError as error:
        return f"Your code couldn't be kept as `{name}` ({os.strerror(error.errno or errno.EIO)})."
    return (
        f"There is already a `{name}` beside this lesson, with other content. It stays as it is: to keep this cell "
        "instead, rename that file and run the cell again."
    )


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
            return form.same(within(2 * SECONDS, lambda: form.observe_source(source)), form.solution)
    except (Exception, SystemExit):
        return False
