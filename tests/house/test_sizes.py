"""No file of machinery is longer than a learner reads at one sitting, and no function longer than one looks at."""

import ast
from fnmatch import fnmatchcase
from pathlib import Path

from source import Package

import autograd_lab

HOUSE = Package(Path(autograd_lab.__file__).parent)
LONGEST_FILE, LONGEST_FUNCTION = 450, 45
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

LONG_FILES = {
    "derivatives.*": "tables: one row after the other, each to be read alone",
    "exercises.lesson_0?": "what a lesson asks, and answers to wrong answers",
}
"""Module: why it may have more lines. Shell-style patterns. (Stubs are written by a tool, and not looked at.)"""

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
