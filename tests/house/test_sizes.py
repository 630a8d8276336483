"""No file of machinery is longer than a learner reads at one sitting, and no function longer than one looks at.

And no file is a splinter: one of less than fifty lines has a reason.
"""

import ast
from fnmatch import fnmatchcase
from pathlib import Path

from source import Package

import autograd_lab

HOUSE = Package(Path(autograd_lab.__file__).parent)
LONGEST_FILE, LONGEST_FUNCTION, SHORTEST_FILE = 450, 45, 50
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

LONG_FILES = {"exercises.lesson_??": "what a lesson asks, and answers to wrong answers"}
"""Module: why it may have more lines. Shell-style patterns. (Stubs are written by a tool, and not looked at.)"""

SHORT_FILES = {
    **dict.fromkeys(
        (
            "accelerator",
            "autograd.*",
            "backends.cudnn",
            "cuda.amp",
            "distributed",
            "functional",
            "jit",
            "nn.functional",
            "nn.modules.utils",
            "nn.parallel",
            "utils.hooks",
            "_core.base.return_types",
        ),
        "a module that PyTorch has under this name",
    ),
    "_core.base.dtype_names": "its names hide Python's float, int and bool, so they stay apart from the rest",
    "_core.base.whole_file": "every room that writes files uses it, so it lies under all of them",
    "_core.freeing": "one question that readers ask by name",
    "_core.table.compiled": "generated functions of calls and of backwards are both compiled here",
    "derivatives.sequences": "a subject of the table",
    "tracing.pytorch.mirror": "every recording loads it, also where PyTorch is not installed",
    "tracing.recording.live_nodes": "in any other file it would close a circle of imports",
    "views.picture.parameter_boxes": "levels cut functions in the order of the engine, which leaves have no part in",
    "views.picture.layout": "the sizes that Python and the browser share",
}
"""Module: why it may have fewer lines. A folder's ``__init__`` may have any number."""

LONG_FUNCTIONS = {}
"""``module:function``: why it may have more lines."""


def too_long(package: Package) -> dict[str, int]:
    """``module`` or ``module:function`` → lines, for all that have too many."""
    found = {}
    for name, tree in package.trees.items():
        found[name] = (len(package.files[name].read_text(encoding="utf-8").splitlines()), LONGEST_FILE)
        functions = [
            node for node in ast.walk(tree) if isinstance(node, FUNCTIONS) and not isinstance(node, ast.Lambda)
        ]
        found |= {f"{name}:{node.name}": (node.end_lineno - node.lineno + 1, LONGEST_FUNCTION) for node in functions}
    return {name: lines for name, (lines, most) in found.items() if lines > most}


def too_short(package: Package) -> dict[str, int]:
    """``module`` → lines, for all that have too few."""
    lines = {name: len(file.read_text(encoding="utf-8").splitlines()) for name, file in package.files.items()}
    return {
        name: count
        for name, count in lines.items()
        if count < SHORTEST_FILE and package.files[name].name != "__init__.py"
    }


def reasons(name: str) -> list[str]:
    """The entries that say why this file may be short."""
    return [pattern for pattern in SHORT_FILES if fnmatchcase(name, pattern)]


def test_no_file_is_a_splinter():
    assert not {name: lines for name, lines in too_short(HOUSE).items() if not reasons(name)}
    assert {entry for name in too_short(HOUSE) for entry in reasons(name)} == {*SHORT_FILES}


def test_a_splinter_is_found(package):
    made = package({"a": "x = 1\n" * 49, "b/c": "x = 1\n" * 50})
    assert too_short(made) == {"a": 49}


def excepted(name: str) -> list[str]:
    """The entries that speak of this file or function."""
    return [pattern for pattern in (LONG_FUNCTIONS if ":" in name else LONG_FILES) if fnmatchcase(name, pattern)]


def test_files_and_functions_are_short():
    assert not {name: lines for name, lines in too_long(HOUSE).items() if not excepted(name)}


def test_every_exception_is_needed():
    assert {entry for name in too_long(HOUSE) for entry in excepted(name)} == {*LONG_FILES, *LONG_FUNCTIONS}


def test_what_is_too_long_is_found(package):
    def function(lines):
        return "class Kind:\n    def work(self):\n" + "        pass\n" * (lines - 1)

    assert too_long(package({"a": "x = 1\n" * 450, "b/c": function(45)})) == {}
    assert too_long(package({"a": "x = 1\n" * 451, "b/c": function(46)})) == {"a": 451, "b.c:work": 46}
