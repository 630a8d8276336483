"""Finds the programs and runs one of them with ``torch`` bound to real PyTorch or to autograd_lab.

A file of ``programs/`` is cut at lines ``# %% name``; each piece is one program, called ``file.name``. What follows the
name on that line may widen a tolerance: ``# %% name rtol=1e-5``.
"""

import ast
import contextlib
import importlib
import io
import re
import sys
import traceback
import warnings
from dataclasses import dataclass
from pathlib import Path

from normalise import text
from report import Report

PROGRAMS = Path(__file__).parent / "programs"
DATA = Path(__file__).parent.parent / "data" / "parity" / "programs.json"
HEADER = re.compile(r"^# %% (\w+)(?: rtol=(\S+))?$", re.MULTILINE)

SUBMODULES = (
    "amp", "autograd", "autograd.function", "autograd.graph", "cuda.amp",
    "nn", "nn.functional", "nn.init", "nn.modules", "nn.modules.batchnorm", "nn.modules.conv",
    "nn.modules.instancenorm", "nn.modules.loss", "nn.modules.utils", "nn.parameter",
    "nn.utils", "nn.utils.rnn",
    "optim", "optim.lr_scheduler", "optim.optimizer",
    "utils", "utils.data", "utils.data.dataloader", "utils.data.dataset", "utils.data.sampler", "utils.hooks",
    "distributions", "distributions.constraints", "distributions.utils", "distributions.kl",
)  # fmt: skip


@dataclass(frozen=True)
class Program:
    """One program: its file's stem, its name in the file, its source, and its relative tolerance (0: the dtype's)."""

    file: str
    name: str
    source: str
    rtol: float = 0.0

    @property
    def id(self) -> str:
        """``errors.second_backward``"""
        return f"{self.file}.{self.name}"


def split(file: str, source: str) -> list[Program]:
    """The programs of one file, in order."""
    pieces = HEADER.split(source)[1:]
    triples = zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True)
    return [Program(file, name, body.strip() + "\n", float(rtol or 0)) for name, rtol, body in triples]


def load() -> dict[str, Program]:
    """All programs by id, files in alphabetical order."""
    found = {}
    for path in sorted(PROGRAMS.glob("*.py")):
        for program in split(path.stem, path.read_text(encoding="utf-8")):
            if program.id in found:
                raise ValueError(f"two programs are called {program.id}")
            found[program.id] = program
    return found


@contextlib.contextmanager
def torch_is(package):
    """Inside, ``import torch`` (and ``torch.nn``, ``torch.autograd.function`` …) gives this package."""
    aliases = {"torch": package}
    if package.__name__ != "torch":
        for name in SUBMODULES:
            with contextlib.suppress(ModuleNotFoundError):
                aliases[f"torch.{name}"] = importlib.import_module(f"{package.__name__}.{name}")
    before = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "torch"}
    if package.__name__ != "torch":
        for name in before:
            del sys.modules[name]
    sys.modules.update(aliases)
    try:
        yield
    finally:
        for name in aliases:
            del sys.modules[name]
        sys.modules.update(before)


def end_is_reached(program: Program, error: Exception) -> None:
    """Refuse a program that raises before its last statement: what follows there would never be compared."""
    last = ast.parse(program.source).body[-1].lineno
    line = max(step.lineno for step in traceback.extract_tb(error.__traceback__) if step.name == "<module>")
    if line < last:
        raise ValueError(f"{program.id} ends at its line {line} of {last}") from error


def run(program: Program, package) -> dict:
    """What the program printed, showed, warned and raised, as plain data with nothing random in it."""
    report, printed, error = Report(package), io.StringIO(), None
    report.namespace["__name__"] = "__main__"
    package.set_warn_always(True)  # else what a program warns about depends on the programs before it
    with torch_is(package), warnings.catch_warnings(record=True) as caught, contextlib.redirect_stdout(printed):
        warnings.simplefilter("always")
        try:
            exec(compile(program.source, f"<{program.id}>", "exec"), report.namespace)
        except Exception as exception:
            end_is_reached(program, exception)
            error = [type(exception).__name__, text(str(exception))]
        finally:
            package.set_grad_enabled(True)
    result = {"id": program.id, "stdout": text(printed.getvalue()), "records": report.records}
    if error:
        result["raised"] = {"error": error}
    result["warnings"] = sorted({(item.category.__name__, text(str(item.message))) for item in caught})
    result["warnings"] = [list(pair) for pair in result["warnings"]]
    return result
