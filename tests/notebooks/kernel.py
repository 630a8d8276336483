"""Run a notebook's cells in this process, as IPython would, but with other sources in some of them."""

import ast
import linecache
import warnings
from collections.abc import Iterator
from typing import Any

import matplotlib


class Kernel:
    """One namespace; `run` gives back the value of a cell's last expression."""

    def __init__(self) -> None:
        matplotlib.use("Agg")
        self.namespace: dict[str, Any] = {"__name__": "__main__", "display": lambda *items, **options: None}
        self._count = 0

    def run(self, source: str) -> Any:
        """Run one cell. Its text stays findable, as in IPython, for tracebacks and ``inspect``."""
        self._count += 1
        name = f"<cell {self._count}>"
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
        body = ast.parse(source, name).body
        last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(ast.Module(body, []), name, "exec"), self.namespace)
            return None if last is None else eval(compile(ast.Expression(last.value), name, "eval"), self.namespace)

    def close(self) -> None:
        """Let go of figures and of the cells' texts."""
        import matplotlib.pyplot as plt

        plt.close("all")
        for number in range(1, self._count + 1):
            linecache.cache.pop(f"<cell {number}>", None)


def exercise_id(cell: Any) -> str | None:
    """Which exercise a cell asks for, if it is tagged as an exercise."""
    return cell.metadata.get("exercise_id") if "exercise" in cell.metadata.get("tags", []) else None


def exercise_cells(notebook: Any) -> Iterator[tuple[Any, str]]:
    """(cell, id) for every exercise cell."""
    for cell in notebook.cells:
        if cell.cell_type == "code" and exercise_id(cell):
            yield cell, exercise_id(cell)
