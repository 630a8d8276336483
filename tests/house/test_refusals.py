"""The table holds formulas: what is said of wrong arguments is in ``_core/refusals``, and takes hardly a line there.

Counted are the lines of the table that refuse: the statements that raise, with the condition they hang on, those that
call a refusal, and where a row names one (``refuse=…``). Imports are not counted.
"""

import ast
from pathlib import Path

from source import Package

import autograd_lab

HOUSE = Package(Path(autograd_lab.__file__).parent)
MOST = 0.05
"""The share of the lines of ``derivatives/`` that may refuse."""


def names_of_refusals(package: Package) -> set[str]:
    """Every function of ``_core/refusals`` that raises, or that hands on to one that does."""
    trees = [tree for name, tree in package.trees.items() if name.startswith("_core.refusals")]
    functions = [node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]
    found = {node.name for node in functions if any(isinstance(inner, ast.Raise) for inner in ast.walk(node))}
    while more := {node.name for node in functions if called_in(node) & found} - found:
        found |= more
    return found


def called_in(tree: ast.AST) -> set[str]:
    """The names of the functions that are called somewhere in it."""
    return {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


def refusing_lines(tree: ast.Module, refusals: set[str]) -> set[int]:
    """The lines of a file that refuse."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "refuse":
            found.update(range(node.lineno, node.value.end_lineno + 1))
        elif isinstance(node, ast.stmt) and only_refuses(node, refusals):
            found.update(range(node.lineno, node.end_lineno + 1))
    return found


def only_refuses(node: ast.AST, refusals: set[str]) -> bool:
    """Whether a statement does nothing but raise, or ask a refusal; also if it depends, or is said of several."""
    if isinstance(node, ast.Raise):
        return True
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call) and bool(called_in(node) & refusals)
    if isinstance(node, ast.If | ast.For | ast.With | ast.ExceptHandler):
        inner = [*node.body, *getattr(node, "orelse", ())]
        return all(only_refuses(statement, refusals) for statement in inner)
    return False


def share(package: Package) -> float:
    """Of all lines of the table, those that refuse."""
    refusals = names_of_refusals(package)
    tables = [name for name in package.files if name.startswith("derivatives")]
    lines = sum(len(package.files[name].read_text(encoding="utf-8").splitlines()) for name in tables)
    return sum(len(refusing_lines(package.trees[name], refusals)) for name in tables) / lines


def test_the_table_holds_formulas():
    assert share(HOUSE) <= MOST


def unused(package: Package) -> set[str]:
    """The refusals that nobody asks."""
    trees = {name: tree for name, tree in package.trees.items() if name.startswith("_core.refusals")}
    defined = {node.name for tree in trees.values() for node in tree.body if isinstance(node, ast.FunctionDef)}
    named = {node.id for tree in package.trees.values() for node in ast.walk(tree) if isinstance(node, ast.Name)}
    aliases = {
        alias.name
        for tree in package.trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname not in (None, alias.name)
    }
    return defined - named - aliases


def test_every_refusal_is_asked():
    assert unused(HOUSE) == set()


TABLE = """\
def forward(x):
    check(x)
    if x < 0:
        raise ValueError(
            "x"
        )
    try:
        return root(x)
    except OSError:
        raise
row = derivative("x", forward=forward, refuse=asked)
"""


def test_what_refuses_is_found(package):
    refusals = "def check(x):\n    inner(x)\ndef inner(x):\n    raise OSError\ndef other(x):\n    return x\n"
    house = package({"_core/refusals/kinds": refusals, "derivatives/a": TABLE})
    assert names_of_refusals(house) == {"check", "inner"}
    assert refusing_lines(house.trees["derivatives.a"], {"check", "inner"}) == {2, 3, 4, 5, 6, 10, 11}
    assert share(house) == 7 / 11
    assert unused(house) == {"other"}
