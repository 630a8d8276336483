"""Anomaly mode: find the operation whose backward fails or makes a NaN, and the line of the forward that called it.

While it is on, every new node remembers the call stack in ``metadata["traceback_"]``, and every backward looks at what
each node sends. That is slow, so it is for debugging only.

PyTorch: torch/autograd/anomaly_mode.py, torch/csrc/autograd/{anomaly_mode,python_anomaly_mode}.cpp.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from .base.errors import type_name
from .base.learners_line import learners_frame, warn
from .base.state import anomaly, watchers
from .graph import Node, accumulate_node, leaf_extras
from .tensor import Tensor

_ENABLED = (
    "Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for debugging."
)

_UNKNOWN = (
    "Error detected in {}. No forward pass information available. Enable detect anomaly during forward pass for more "
    "information."
)
_FAILED = "Error detected in {}. Traceback of forward call that caused the error:\n{}"


def set_anomaly_enabled(enabled: bool, check_nan: bool = True) -> None:
    """The switch itself, one for all threads; `detect_anomaly` and `set_detect_anomaly` restore it."""
    watchers.add(int(enabled) - int(anomaly.enabled))
    anomaly.enabled, anomaly.check_nan = enabled, check_nan


def is_anomaly_enabled() -> bool:
    """Whether anomaly mode is on."""
    return anomaly.enabled


def is_anomaly_check_nan_enabled() -> bool:
    """Whether anomaly mode (when it is on) looks for NaN."""
    return anomaly.check_nan


class set_detect_anomaly:
    """Switch anomaly mode on or off at once; as a context manager, switch back at the end.

    Args:
        mode: on or off.
        check_nan: raise a RuntimeError when a node sends a NaN.
    """

    def __init__(self, mode: bool, check_nan: bool = True):
        if not isinstance(mode, bool):
            kind = type_name(mode)
            raise TypeError(f"set_anomaly_enabled(): argument 'enabled' (position 1) must be bool, not {kind}")
        self._before = anomaly.enabled, anomaly.check_nan
        set_anomaly_enabled(mode, check_nan)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        set_anomaly_enabled(*self._before)


class detect_anomaly(set_detect_anomaly):
    """Inside, a backward that fails or makes a NaN says which operation did it, and which line of the forward made it.

    The forward must be inside too, for its lines to be known. Slow: for debugging only.

    Args:
        check_nan: raise a RuntimeError when a node sends a NaN.
    """

    def __init__(self, check_nan: bool = True):
        self._before = anomaly.enabled, anomaly.check_nan
        self.check_nan = check_nan
        warn(_ENABLED)

    def __enter__(self) -> None:
        set_anomaly_enabled(True, self.check_nan)


# ----- forward ------------------------------------------------------------------------------------------------------
def remember_line(node: Node) -> None:
    """Note the call stack."""
    node.metadata["traceback_"] = lines = _lines()
    _remember_leaves(node._edges, lines)


def _lines() -> list[str]:
    import traceback  # only a debugging session needs it

    return traceback.format_stack(learners_frame()[0])


def _remember_leaves(targets: Iterable, lines: list[str]) -> None:
    """The AccumulateGrad of a leaf is new too, unless it was used before."""
    for target in targets:
        if isinstance(target, Tensor):
            leaf_extras(target).metadata.setdefault("traceback_", lines)


# ----- backward -----------------------------------------------------------------------------------------------------
def remember_starts(starts: Iterable) -> None:
    """A backward that begins at a leaf meets its AccumulateGrad here."""
    _remember_leaves(starts, _lines())


def check_results(node: Node, results: list) -> None:
    """Refuse a NaN among what the node is about to send.

    Raises:
        RuntimeError: names the node and the position.
    """
    if not anomaly.check_nan:
        return
    for index, result in enumerate(results):
        array = result._data if isinstance(result, Tensor) else result
        if array is not None and np.isnan(array).any():
            raise RuntimeError(f"Function '{node.name()}' returned nan values in its {index}th output.")


def explain(target: Any) -> None:
    """Warn where in the forward the node was made that is failing."""
    node = accumulate_node(target) if isinstance(target, Tensor) else target
    lines = node.metadata.get("traceback_")
    warn(_UNKNOWN.format(node.name()) if lines is None else _FAILED.format(node.name(), "".join(lines)))
