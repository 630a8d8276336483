"""The engines that are compared, each driven the way its own documentation does it.

A peer has the operations that engines spell differently (``relu``, ``linear`` …) and one method for each style of
workload. The method returns ``(step, gradients)``: what is timed, and a function that says what it found.
"""

import importlib
from importlib.metadata import version
from importlib.util import find_spec

import numpy as np
from workloads import WORKLOADS

MODULES = {  # name: the module with its `Peer`, and what it is given
    "autograd_lab": ("with_torch_names", ["autograd_lab"]),
    "torch": ("with_torch_names", ["torch"]),
    "autograd": ("with_autograd", []),
    "mygrad": ("with_mygrad", []),
    "micrograd": ("with_micrograd", []),
}
DISTRIBUTION = {"autograd_lab": "autograd-lab"}


def installed(name):
    return find_spec(name) is not None


def load(name):
    """The peer of this name; ImportError where it is not installed."""
    module, arguments = MODULES[name]
    return importlib.import_module(f"peers.{module}").Peer(*arguments)


def version_of(name):
    return version(DISTRIBUTION.get(name, name))


def prepare(peer, workload):
    """The step of a workload to be timed, with right gradients; None where the peer has no means for it."""
    workload = WORKLOADS[workload]
    style = getattr(peer, workload.style, None)
    if style is None or workload.loss.__name__ in peer.lacks:
        return None
    step, gradients = style(workload.loss, workload.data())
    step()
    by_hand, expected = workload.floor(workload.data())
    by_hand()
    check(gradients(), expected())
    return step


def check(gradients, expected):
    """The same shapes and, up to rounding (in units of the largest entry), the same numbers, or an AssertionError."""
    expected = [np.asarray(gradient) for gradient in expected]
    tolerance = 1e-10 if expected[0].dtype == np.float64 else 1e-4
    tolerance *= max(abs(gradient).max() for gradient in expected)
    for place, (one, other) in enumerate(zip(map(np.asarray, gradients), expected, strict=True)):
        assert one.shape == other.shape, f"gradient {place}: shape {one.shape}, not {other.shape}"
        wrong = abs(one - other).max()
        assert wrong <= tolerance, f"gradient {place} is off by {wrong:.1e}"
