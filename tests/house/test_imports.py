"""Who may import whom. The arrows are read from the source, so a shortcut shows at once.

Late imports, those in functions, those for types and `importlib.import_module` count like all others: to read a file
one has to know what it names, whenever that is loaded.
"""

import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from source import Arrow, Package

import autograd_lab

HOUSE = Package(Path(autograd_lab.__file__).parent)

STOREYS = (
    {"_core.base"},
    {"_core"},
    {"_core.table", "_core.refusals"},
    {"derivatives", "autograd"},
    {"_torch.creation", "random"},
    {"_torch.functions"},
    {"_torch", "_torch.surface"},
    {"_torch.transforms"},
    {
        *("nn", "optim", "utils", "distributions", "linalg", "func", "functional", "testing"),
        *("amp", "cuda", "backends", "accelerator", "distributed", "jit"),
    },
)
"""The engine and PyTorch's surface from the ground up. A room may import those below it, and those beside it."""

HEIGHT = {name: height for height, rooms in enumerate(STOREYS) for name in rooms}

SIDES = {
    "small": set(),
    "tracing": {"_core", "small"},
    "views": {"_core", "tracing"},
    "exercises": {"_core", "tracing", "autograd", "views", "small"},
    "site": {"_core", "views", "exercises"},
    "classroom": {"_core", "site", "exercises"},
    "cli": {"_core", "site", "classroom"},
}
"""Watching and the course, beside them, and what they may import. Neither wing below may import any of it."""

INSIDE_TRACING = {
    "recording": {"trace", "why", "pytorch"},  # the vocabulary of events; the `Trace` that `record` makes, its `Answer`
    "trace": {"recording", "telling", "why"},  # a `Trace` answers in their words
    "telling": {"recording", "trace", "why"},
    "why": {"recording", "trace", "telling"},
    "pytorch": {"recording", "trace"},
    "experiments": {"recording", "trace"},
}
"""What each part of tracing may import: none needs the experiments, and recording alone knows PyTorch."""

FACE_LEAVES_OUT = {"small", "views", "exercises", "site", "classroom", "cli"}
"""`autograd_lab/__init__.py` offers everything else by an import statement or by name."""

EXCEPTIONS: dict[tuple[str, str], str] = {
    ("exercises.*", ""): "programs of the exercises are written as learners write them: import autograd_lab as al",
    ("exercises.lesson_04", "optim"): "one of its programs is a training loop with an optimiser",
    ("cli", ""): "it asks for the version",
}
"""(module, room): why. Shell-style patterns. What is not needed any more is an error, see below."""

LIBRARIES = {
    "tracing": {"numpy", "networkx", "torch"},
    "views": {"numpy", "networkx", "matplotlib", "anywidget", "traitlets", "ipywidgets", "PIL", "IPython"},
    "exercises": {"numpy", "traitlets", "IPython", "sklearn"},  # the digits of lesson 11, when it asks for them
    "site": {"nbconvert", "nbformat", "jinja2", "bleach"},
    "classroom": set(),
    "cli": set(),
}
"""What other people's libraries a room may import. The core has NumPy alone."""

UNREADABLE = {
    "": "the parts that are loaded when they are named",
    "views": "each view is loaded when it is named",
    "tracing.trace.trace": "a trace asks the views for pictures of itself, and does not know them",
    "exercises.bank": "the exercises of a lesson are loaded when one is asked for",
}
"""Where the name of a module is worked out, so that the arrows cannot be read: module, why."""

HEAVY_LIBRARIES = {
    "matplotlib",
    "networkx",
    "ipywidgets",
    "IPython",
    "anywidget",
    "traitlets",
    "torch",
    "bleach",
    "nbconvert",
    "nbformat",
}
HEAVY_PARTS = {"views", "exercises", "nn", "optim", "utils", "distributions", "tracing", "site", "classroom", "cli"}
"""What `import autograd_lab` does not load."""


# ----- rooms ----------------------------------------------------------------------------------------------------------
def room(module: str) -> str:
    """The room a module stands in, by its longest name that is one; ``""`` is the face, the package's ``__init__``."""
    while module and module not in HEIGHT and module not in SIDES and "." in module:
        module = module.rpartition(".")[0]
    return module


ROOMS = sorted({room(name) for name in HOUSE.files})


def allowed(source: str, target: str) -> bool:
    """May a module of the one room import a module of the other?"""
    if source == target:
        return True
    if source == "":
        return target not in FACE_LEAVES_OUT
    if source in SIDES:
        return target.partition(".")[0] in SIDES[source]
    return source in HEIGHT and HEIGHT.get(target, len(STOREYS)) <= HEIGHT[source]


def forbidden(package: Package) -> list[Arrow]:
    """The arrows that run the wrong way, excepted or not."""
    return [arrow for arrow in package.arrows if not allowed(room(arrow.source), room(arrow.target))]


def excepted(arrow: Arrow) -> list[tuple[str, str]]:
    """The entries of `EXCEPTIONS` that speak of this arrow."""
    return [entry for entry in EXCEPTIONS if fnmatchcase(arrow.source, entry[0]) and room(arrow.target) == entry[1]]


def test_every_room_is_known():
    assert set(ROOMS) == {"", *HEIGHT, *SIDES}


@pytest.mark.parametrize("name", ROOMS)
def test_imports_run_one_way(name):
    wrong = [arrow for arrow in forbidden(HOUSE) if room(arrow.source) == name]
    assert not [str(arrow) for arrow in wrong if not excepted(arrow)]


def wrong_inside_tracing(package: Package) -> list[str]:
    """The arrows between the parts of tracing that `INSIDE_TRACING` does not have."""
    found = []
    for arrow in package.arrows:
        source, target = arrow.source.split("."), arrow.target.split(".")
        if source[0] == target[0] == "tracing" and source[1:] and target[2:]:
            part, other = source[1], target[1]
            if part != other and other not in INSIDE_TRACING.get(part, ()):
                found.append(str(arrow))
    return found


def test_imports_inside_tracing():
    assert not wrong_inside_tracing(HOUSE)


def test_a_planted_import_inside_tracing_is_found(package):
    files = {"tracing/why/zero": "from ..trace import events", "tracing/trace/events": "", "tracing/pytorch/mode": ""}
    assert not wrong_inside_tracing(package(files))
    planted = {**files, "tracing/why/zero": "from ..pytorch import mode"}
    assert [line.partition(":")[0] for line in wrong_inside_tracing(package(planted))] == ["tracing.why.zero"]


def test_no_files_lead_in_a_circle():
    assert HOUSE.circles() == []


@pytest.mark.parametrize("name", ROOMS)
def test_libraries(name):
    known = {*sys.stdlib_module_names, *LIBRARIES.get(name, {"numpy"})}
    assert not [str(arrow) for arrow in HOUSE.libraries if room(arrow.source) == name and arrow.target not in known]


def test_every_exception_is_needed():
    assert {entry for arrow in forbidden(HOUSE) for entry in excepted(arrow)} == set(EXCEPTIONS)


def test_arrows_can_be_read():
    assert set(HOUSE.unreadable) == set(UNREADABLE)


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("_core.table", "_core", True),
        ("_core", "_core.table", False),
        ("_core", "autograd", False),
        ("derivatives", "_torch.surface", False),
        ("_torch.surface", "derivatives", True),
        ("_torch.surface", "nn", False),
        ("_torch.surface", "tracing", False),
        ("views", "_core.table", True),
        ("autograd", "tracing", False),
        ("autograd", "", False),
        ("views", "autograd", False),
        ("views", "exercises", False),
        ("exercises", "views", True),
        ("", "nn", True),
        ("", "views", False),
    ],
)
def test_the_rule_itself(source, target, expected):
    assert allowed(source, target) == expected


@pytest.mark.parametrize("text", ["from .table import row", "def run():\n    from .table.row import Row"])
def test_a_planted_upward_import_is_found(package, text):
    """`test_source` has all ways to import."""
    files = {"__init__": "from ._core import engine", "_core/table/row": "from .. import engine"}
    assert forbidden(package({**files, "_core/engine": ""})) == []
    found = forbidden(package({**files, "_core/engine": text}))
    assert {str(arrow).partition(":")[0] for arrow in found} == {"_core.engine"}


# ----- what is loaded -------------------------------------------------------------------------------------------------
def output_of(code: str) -> str:
    """What a fresh Python prints that runs ``code``."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return done.stdout


def loaded_by(code: str) -> set[str]:
    """All modules in a fresh Python after ``code``."""
    return set(output_of(f"{code}\nimport sys\nprint(*sys.modules)").splitlines()[-1].split())


def test_the_package_loads_numpy_and_nothing_heavy():
    loaded = loaded_by("import autograd_lab")
    assert "numpy" in loaded
    assert not HEAVY_LIBRARIES & loaded
    assert not {f"autograd_lab.{part}" for part in HEAVY_PARTS} & loaded
    assert {"autograd_lab.derivatives", "autograd_lab._core.engine"} <= loaded


def test_recording_loads_nothing_heavy():
    program = (
        "import autograd_lab as al\n"
        "x = al.tensor(3.0, requires_grad=True)\n"
        "with al.record() as trace:\n"
        "    (x * x).backward()\n"
        "print(x.grad, trace.text())"
    )
    assert not HEAVY_LIBRARIES & loaded_by(program)


def test_the_command_loads_nothing_heavy():
    assert not HEAVY_LIBRARIES & loaded_by("import autograd_lab.cli")


def test_heavy_parts_come_when_they_are_named():
    named = HEAVY_PARTS - {"cli", "site", "classroom"}
    loaded = loaded_by(f"import autograd_lab as al\n{', '.join(f'al.{part}' for part in sorted(named))}")
    assert {f"autograd_lab.{part}" for part in named} <= loaded


def test_the_names_are_there_before_they_are_loaded():
    names = set(output_of("import autograd_lab\nprint(*dir(autograd_lab))").split())
    starred = set(output_of("from autograd_lab import *\nprint(*dir())").split())
    assert {"tensor", "Tensor", "nn", "record", "linalg", "derivatives", "float32", "__version__"} <= names
    assert {"tensor", "Tensor", "record", "linalg", "float32"} <= starred
    hidden = {name for name in names - starred if not name.startswith("_")}
    modules = {"amp", "distributed", "distributions", "jit", "nn", "optim", "testing", "utils"}  # PyTorch's
    assert hidden == modules | {"exercises", "views"}


def test_a_first_backward_works_out_only_its_rows():
    program = (
        "import autograd_lab as torch\n"
        "x = torch.tensor([1.0, 2.0], requires_grad=True)\n"
        "(x * x).sum().backward()\n"
        "print(*[row.name for row in torch.derivatives.TABLE.values() if 'plan' in vars(row)])"
    )
    assert output_of(program).split() == ["mul.Tensor", "sum"]
