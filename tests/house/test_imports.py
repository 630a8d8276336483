"""Who may import whom. The arrows are read from the source, so a shortcut shows at once."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import autograd_lab

PACKAGE = Path(autograd_lab.__file__).parent
NOT_AT_START = {"matplotlib", "networkx", "ipywidgets", "IPython", "anywidget", "traitlets", "torch"}
SIDES = ("tracing", "views", "exercises", "cli")
CHAIN = ("autograd.graph", "_tensor", "_call", "_opdef", "derivatives")
ALLOWED = {
    "core": {"core", "tracing"},  # tracing: only through the one switch, see test_the_engine_knows_no_recorder
    "tracing": {"tracing", "core"},
    "views": {"views", "tracing", "core"},
    "exercises": {"exercises", "views", "tracing", "core"},
    "cli": {"cli", "core"},
}
LIBRARIES = {
    "core": {"numpy"},
    "tracing": {"numpy", "networkx"},
    "views": {"numpy", "networkx", "matplotlib", "anywidget", "traitlets"},
    "exercises": {"numpy", "matplotlib", "ipywidgets", "IPython", "torch"},
    "cli": set(),
}


# ----- reading --------------------------------------------------------------------------------------------------------
def module_name(file: Path) -> str:
    """``autograd.graph`` for ``autograd_lab/autograd/graph.py``; empty for the package itself."""
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def side(module: str) -> str:
    """The part of the house a module stands in."""
    first = module.partition(".")[0]
    return first if first in SIDES else "core"


def is_for_types(node: ast.AST) -> bool:
    """``if TYPE_CHECKING:``"""
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def imports(node: ast.AST, inside_functions: bool) -> list[ast.Import | ast.ImportFrom]:
    """The import statements below a node that are carried out; those of functions only on request."""
    found = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            found.append(child)
        elif is_for_types(child):
            continue
        elif inside_functions or not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            found += imports(child, inside_functions)
    return found


def targets(file: Path, inside_functions: bool = False) -> set[str]:
    """The full names of what a file imports."""
    here = ["autograd_lab", *module_name(file).split(".")]
    if file.name != "__init__.py":
        here.pop()
    here = [part for part in here if part]
    names = set()
    for statement in imports(ast.parse(file.read_text(encoding="utf-8")), inside_functions):
        if isinstance(statement, ast.Import):
            names |= {alias.name for alias in statement.names}
            continue
        base = here[: len(here) - statement.level + 1] if statement.level else []
        base = ".".join([*base, *filter(None, [statement.module])])
        names |= {f"{base}.{alias.name}" for alias in statement.names}
    return names


FILES = sorted(PACKAGE.rglob("*.py"))
MODULES = {module_name(file): file for file in FILES}


def own(names: set[str]) -> set[str]:
    """The modules of this package among some full names."""
    found = set()
    for name in names:
        head, _, rest = name.partition(".")
        if head == "autograd_lab":
            found.add(rest if rest in MODULES else rest.rpartition(".")[0])
    return found


# ----- the arrows -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("file", FILES, ids=module_name)
def test_imports_run_one_way(file):
    name = module_name(file)
    if name == "":
        return  # the public face offers everything
    allowed = ALLOWED[side(name)]
    wrong = {target for target in own(targets(file, inside_functions=True)) if side(target) not in allowed}
    assert not wrong, f"{name} imports {sorted(wrong)}"


@pytest.mark.parametrize("place", range(len(CHAIN)))
def test_the_engine_chain_runs_one_way(place):
    later = set(CHAIN[place + 1 :])
    assert not later & own(targets(MODULES[CHAIN[place]])), CHAIN[place]


def test_the_engine_knows_no_recorder():
    """The core reaches tracing in one way only: the public face offers `record` and `Trace`."""
    for name, file in MODULES.items():
        if name and side(name) == "core":
            seen = {target for target in own(targets(file)) if side(target) == "tracing"}
            assert not seen, f"{name} imports {sorted(seen)} when it is loaded"


@pytest.mark.parametrize("file", FILES, ids=module_name)
def test_libraries(file):
    names = {target.partition(".")[0] for target in targets(file, inside_functions=True)}
    strange = names - set(sys.stdlib_module_names) - {"autograd_lab"} - LIBRARIES[side(module_name(file))]
    assert not strange


# ----- what is loaded -------------------------------------------------------------------------------------------------
def output_of(code: str) -> str:
    """What a fresh Python prints that runs ``code``."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return done.stdout


def modules_after(code: str) -> set[str]:
    """All modules in a fresh Python after ``code``."""
    return set(output_of(f"{code}\nimport sys\nprint(*sys.modules)").splitlines()[-1].split())


def loaded_by(code: str) -> set[str]:
    """Top-level modules in a fresh Python after ``code``."""
    return {name.partition(".")[0] for name in modules_after(code)}


FIRST_BACKWARD = """
import autograd_lab as torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
(x * x).sum().backward()
text = str(x.grad)
"""


def test_the_name_alone_loads_nothing():
    for code in ("import autograd_lab as torch", "import autograd_lab; autograd_lab.__version__"):
        assert modules_after(code) - modules_after("import importlib, typing") == {"autograd_lab"}


def test_a_first_backward_loads_only_what_it_needs():
    loaded = modules_after(FIRST_BACKWARD) - modules_after("import numpy")
    own = {name.removeprefix("autograd_lab.") for name in loaded if name.startswith("autograd_lab.")}
    assert {"derivatives", "_guards", "autograd.engine"} <= own
    assert not {name.partition(".")[0] for name in own} & {"func", "linalg", "nn", "optim", "tracing"}
    assert not own & {"_arguments", "_catalogue.finding", "autograd.functional", "autograd.forward_ad"}
    assert not loaded & {"ast", "dataclasses", "difflib", "inspect", "json", "numpy.random", "pathlib", "traceback"}


def test_a_first_backward_works_out_only_its_rows():
    rows = "[op.name for op in torch.derivatives.TABLE.values() if type(op) is torch.derivatives.Op]"
    done = output_of(f"{FIRST_BACKWARD}print(*{rows})")
    assert done.split() == ["mul.Tensor", "sum"]


@pytest.mark.parametrize(
    "first",
    [
        "from autograd_lab import Tensor",
        "from autograd_lab import *",
        "import autograd_lab.autograd._tensor",
        "import autograd_lab.derivatives, autograd_lab.autograd",
        "import autograd_lab.autograd.engine",
        "from autograd_lab.nn import functional",
        "from autograd_lab.tracing import Trace",
        "import autograd_lab.cli",
    ],
)
def test_whatever_comes_first_a_tensor_has_its_operators(first):
    done = output_of(
        f"{first}\n"
        "from autograd_lab.autograd._tensor import Tensor, wrap\n"
        "import numpy\n"
        "x = wrap(numpy.array([3.0])).requires_grad_()\n"
        "(x * x).exp_().sum().backward()\n"
        "print(x.grad.shape, numpy.exp(x.detach()).__class__ is Tensor)"
    )
    assert done == "torch.Size([1]) True\n"


def test_threads_that_come_together_all_find_the_names():
    done = output_of(
        "import threading\n"
        "import autograd_lab as torch\n"
        "def work():\n"
        "    start.wait()\n"
        "    x = torch.tensor(3.0, requires_grad=True)\n"
        "    (x * x).backward()\n"
        "    print(f'{x.grad.item()}\\n', end='')\n"
        "start = threading.Barrier(8)\n"
        "threads = [threading.Thread(target=work) for _ in range(8)]\n"
        "for thread in threads: thread.start()\n"
        "for thread in threads: thread.join()"
    )
    assert done.split() == ["6.0"] * 8


def test_the_names_are_there_before_they_are_loaded():
    names = set(output_of("import autograd_lab\nprint(*dir(autograd_lab))").split())
    assert {"tensor", "Tensor", "nn", "record", "linalg", "derivatives", "float32", "__version__"} <= names
    starred = set(output_of("from autograd_lab import *\nprint(*dir())").split())
    assert {"tensor", "Tensor", "record", "vmap", "linalg", "float32"} <= starred
    assert not starred & {"views", "exercises", "_generate_call"}
    hidden = {name for name in names - starred if not name.startswith("_")}
    assert hidden == {"exercises", "nn", "optim", "utils", "views"}


def test_the_core_loads_numpy_and_nothing_heavy():
    loaded = loaded_by(
        "import autograd_lab as al\n"
        "x = al.tensor(3.0, requires_grad=True)\n"
        "with al.record() as trace:\n"
        "    (x * x).backward()\n"
        "print(x.grad, trace.text())"
    )
    assert "numpy" in loaded
    assert not loaded & NOT_AT_START


def test_the_command_loads_nothing_heavy():
    assert not loaded_by("import autograd_lab.cli") & NOT_AT_START


def test_lazy_parts_are_found_by_name():
    loaded_by("import autograd_lab as al\nal.views, al.exercises, al.nn, al.optim, al.tracing")
