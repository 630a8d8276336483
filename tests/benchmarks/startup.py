"""How long a Python process takes that imports an engine and does nothing else, or asks it for one gradient."""

import os
import resource
import statistics
import subprocess
import sys

PROGRAMS = {
    "numpy": "import numpy",
    "autograd_lab": "import autograd_lab",
    "torch": "import torch",
    "autograd": "import autograd.numpy, autograd",
    "mygrad": "import mygrad",
    "micrograd": "import micrograd.engine",
}
LIKE_TORCH = "x = {0}.tensor([1.0, 2.0], requires_grad=True); (x * x).sum().backward()"
FIRST_GRADIENTS = {
    "numpy": "x = numpy.array([1.0, 2.0]); (x * x).sum(), 2 * x",
    "autograd_lab": LIKE_TORCH.format("autograd_lab"),
    "torch": LIKE_TORCH.format("torch"),
    "autograd": "autograd.grad(lambda x: autograd.numpy.sum(x * x))(autograd.numpy.array([1.0, 2.0]))",
    "mygrad": "x = mygrad.tensor([1.0, 2.0]); (x * x).sum().backward()",
    "micrograd": "x = micrograd.engine.Value(2.0); (x * x).backward()",
}
# Modules are compiled once, in the first round, as for a user; with this set they would be compiled at each start.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def run(*arguments):
    """CPU seconds of a whole Python process, and what it wrote on stderr."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, *arguments], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stderr


def whole(names, rounds):
    """CPU seconds of each round, for each engine, of an import and of a first gradient; in turns, so that ratios are
    of neighbours.
    """
    imports, gradients = ({name: [] for name in names} for _ in range(2))
    for number in range(rounds + 1):
        for name in names:
            seconds, _ = run("-c", PROGRAMS[name])
            with_gradient, _ = run("-c", f"{PROGRAMS[name]}\n{FIRST_GRADIENTS[name]}")
            if number > 0:
                imports[name].append(seconds)
                gradients[name].append(with_gradient)
    return imports, gradients


def own(name, rounds):
    """Seconds in which an engine and what it brings is imported, NumPy being there already."""
    return statistics.median(after_numpy(name) for _ in range(rounds))


def after_numpy(name):
    _, report = run("-X", "importtime", "-c", f"import numpy\n{PROGRAMS[name]}")
    lines = [line.removeprefix("import time:").split("|") for line in report.splitlines() if "|" in line]
    numpy_done = next(place for place, line in enumerate(lines) if line[2] == " numpy")
    return sum(int(own_time) for own_time, _, _ in lines[numpy_done + 1 :]) / 1e6
