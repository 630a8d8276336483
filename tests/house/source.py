"""Reads from a package's source who imports whom: late imports, those in functions and those for types included."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(frozen=True, order=True)
class Arrow:
    """One import: ``target`` is a module of the package (``""``: the package itself), or the name of a library."""

    source: str
    target: str
    how: str  # "at load", "late" (in a function) or "for types" (under TYPE_CHECKING)
    line: int

    def __str__(self) -> str:
        return f"{self.source or '__init__'}:{self.line} → {self.target or '__init__'} ({self.how})"


class Package:
    """The modules of a folder by name (``autograd.graph``; ``""``: the folder's ``__init__``), and their arrows."""

    def __init__(self, folder: Path) -> None:
        self.name, self.files = folder.name, {}
        for file in sorted(folder.rglob("*.py")):
            parts = file.relative_to(folder).with_suffix("").parts
            self.files[".".join(part for part in parts if part != "__init__")] = file

    @cached_property
    def trees(self) -> dict[str, ast.Module]:
        """The source of each module, parsed."""
        return {name: ast.parse(file.read_text(encoding="utf-8")) for name, file in self.files.items()}

    @cached_property
    def imports(self) -> list[tuple[Arrow, bool]]:
        """Every import, and whether it is one of the package's own modules."""
        found = {}
        for source in self.files:
            for name, how, line in self._imported(source):
                head, _, rest = name.partition(".")
                for target in self._loaded(source, rest) if head == self.name else [head]:
                    found[Arrow(source, target, how, line), head == self.name] = None
        return list(found)

    @property
    def arrows(self) -> list[Arrow]:
        """The imports of the package's own modules."""
        return [arrow for arrow, own in self.imports if own]

    @property
    def libraries(self) -> list[Arrow]:
        """The imports of everything else."""
        return [arrow for arrow, own in self.imports if not own]

    @cached_property
    def unreadable(self) -> list[str]:
        """The modules in which the name of an import is worked out when the program runs."""
        return sorted({source for source in self.files if None in self._names[source]})

    # ----- one file --------------------------------------------------------------------------------------------------
    @cached_property
    def _names(self) -> dict[str, list[tuple[str, str, int] | None]]:
        """(full name, how, line) of each import of each file, or None for one that cannot be read."""
        return {source: self._names_in(source) for source in self.files}

    def _names_in(self, source: str) -> list[tuple[str, str, int] | None]:
        here = f"{self.name}.{source}".rstrip(".")
        inside = here if self.files[source].name == "__init__.py" else here.rpartition(".")[0]
        found = []
        for node, how in import_nodes(self.trees[source]):
            names = names_of(node, here, inside)
            found += [None] if names is None else [(name, how, node.lineno) for name in names]
        return found

    def _imported(self, source: str) -> list[tuple[str, str, int]]:
        return [item for item in self._names[source] if item is not None]

    def _loaded(self, source: str, rest: str) -> list[str]:
        """The module that a name is, or is in, and the packages around it that Python loads first."""
        while rest and rest not in self.files:
            rest = rest.rpartition(".")[0]
        parts = rest.split(".")
        around = [".".join(parts[:count]) for count in range(1, len(parts))]
        return [name for name in [*around, rest] if name != source and (name == rest or not within(source, name))]

    # ----- all of them -----------------------------------------------------------------------------------------------
    def circles(self) -> list[list[str]]:
        """Groups of modules that all lead to each other, whatever way the imports are written."""
        direct: dict[str, set[str]] = {name: set() for name in self.files}
        for arrow in self.arrows:
            direct[arrow.source].add(arrow.target)
        reached = {name: reachable(direct, name) for name in direct}
        groups = {tuple(sorted(other for other in reached[name] if name in reached[other])) for name in direct}
        return sorted(list(group) for group in groups if group)


def within(module: str, package: str) -> bool:
    """Does the module stand in the package, or is it that?"""
    return f"{module}.".startswith(f"{package}.")


def reachable(direct: dict[str, set[str]], start: str) -> set[str]:
    """All that can be come to from there by at least one arrow."""
    seen, waiting = set(), [start]
    while waiting:
        new = direct[waiting.pop()] - seen
        seen |= new
        waiting += new
    return seen


# ----- statements -----------------------------------------------------------------------------------------------------
def import_nodes(node: ast.AST, how: str = "at load") -> Iterator[tuple[ast.AST, str]]:
    """Every import statement and call of `importlib.import_module` below a node, and how it is carried out."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom) or is_import_call(child):
            yield child, how
        if isinstance(child, ast.If) and ast.unparse(child.test).split(".")[-1] == "TYPE_CHECKING":
            yield from import_nodes(ast.Module(child.body, []), "for types")
            yield from import_nodes(ast.Module(child.orelse, []), how)
        else:
            yield from import_nodes(child, "late" if how == "at load" and isinstance(child, FUNCTIONS) else how)


def is_import_call(node: ast.AST) -> bool:
    """``importlib.import_module(…)``, under whatever name importlib goes, or ``__import__(…)``."""
    called = node.func if isinstance(node, ast.Call) else None
    return getattr(called, "attr", getattr(called, "id", None)) in ("import_module", "__import__")


def names_of(node: ast.AST, here: str, inside: str) -> list[str] | None:
    """The full names that it imports, in the module ``here`` of the package ``inside``; None where that is not said."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        base = absolute("." * node.level + (node.module or ""), inside)
        return [base if alias.name == "*" else f"{base}.{alias.name}" for alias in node.names]
    name, package = ([said(arg, here, inside) for arg in node.args[:2]] + [inside])[:2]
    return None if name is None or package is None else [absolute(name, package)]


def absolute(name: str, package: str) -> str:
    """``..graph`` in the package ``autograd_lab.autograd`` is ``autograd_lab.graph``."""
    bare = name.lstrip(".")
    level = len(name) - len(bare)
    if not level:
        return bare
    return ".".join(part for part in [*package.split(".")[: package.count(".") + 2 - level], bare] if part)


def said(node: ast.AST, here: str, inside: str) -> str | None:
    """The text that an expression stands for, if the source says it: also ``f"{__name__}.graph"``."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return {"__name__": here, "__package__": inside}.get(node.id)
    if isinstance(node, ast.FormattedValue):
        return said(node.value, here, inside)
    if isinstance(node, ast.JoinedStr):
        parts = [said(part, here, inside) for part in node.values]
        return None if None in parts else "".join(parts)
    return None
