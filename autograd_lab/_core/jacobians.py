"""The Jacobian of a function in two ways: by moving its inputs a little, and by asking backward.

PyTorch: torch/autograd/gradcheck.py.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .backward import grad
from .tensor import Tensor, wrap

Jacobian = np.ndarray
"""One row for each element of the input, one column for each element of the output."""


def numerical_jacobians(func: Callable, inputs: tuple, outputs: tuple, eps: float) -> dict[int, list[Jacobian]]:
    """By moving one input element at a time: for each output's place, one Jacobian for each input."""
    places = [place for place, output in enumerate(outputs) if output._data.dtype.kind == "f"]
    found: dict[int, list[Jacobian]] = {place: [] for place in places}
    for item in requiring_grad(inputs):
        for place in places:
            found[place].append(np.zeros((item._data.size, outputs[place]._data.size), outputs[place]._data.dtype))
        for row in range(item._data.size):
            low, high = (_outputs_near(func, inputs, item, row, step) for step in (-eps, eps))
            for place in places:
                _check_same_form(low[place], high[place], np.unravel_index(row, item._data.shape), eps)
                found[place][-1][row] = np.ravel((high[place] - low[place]) / (2 * eps))
    return found


def _outputs_near(func: Callable, inputs: tuple, item: Tensor, row: int, step: float) -> list[np.ndarray]:
    """What ``func`` returns while one element of ``item`` is moved by ``step``; copied, since it is put back."""
    before = item._data
    moved = np.array(before)
    moved.flat[row] += step
    item._data = moved if isinstance(before, np.ndarray) else moved[()]
    try:
        return [np.array(output._data) for output in as_tuple(func(*inputs))]
    finally:
        item._data = before


def _check_same_form(low: np.ndarray, high: np.ndarray, index: tuple, eps: float) -> None:
    one, two = wrap(low), wrap(high)
    for what, first, second in (("shape", one.shape, two.shape), ("dtype", one.dtype, two.dtype)):
        if first != second:
            raise AssertionError(
                f"Expected `func` to return outputs with the same {what} when inputs are perturbed on index "
                f"{tuple(int(i) for i in index)} by {eps}, but got: {what}s {first} and {second}."
            )


def analytical_jacobians(output: Tensor, inputs: tuple) -> list[Jacobian]:
    """By backward, one seed for each output element."""
    wanted = requiring_grad(inputs)
    jacobians = [np.zeros((item._data.size, output._data.size), item._data.dtype) for item in wanted]
    for column in range(output._data.size):
        seed = np.zeros(output._data.shape, output._data.dtype)
        seed.flat[column] = 1
        found = grad(output, wanted, wrap(seed), retain_graph=True, allow_unused=True)
        for jacobian, gradient in zip(jacobians, found, strict=True):
            if gradient is None:
                continue
            jacobian[:, column] = np.ravel(gradient._data)
    return jacobians


def as_tuple(items: Any) -> tuple:
    """A sequence as a tuple, anything else as a tuple of one."""
    return tuple(items) if isinstance(items, Sequence) and not isinstance(items, Tensor | str) else (items,)


def requiring_grad(items: Sequence) -> tuple[Tensor, ...]:
    """The tensors among ``items`` that need a gradient."""
    return tuple(item for item in items if isinstance(item, Tensor) and item.requires_grad)
