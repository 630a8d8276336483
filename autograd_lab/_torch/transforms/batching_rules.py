"""Rules for many gradients at once: what arrives has a first dimension more, and so has what is sent on.

Most rules compute element by element, and NumPy aligns shapes at their ends: such a rule takes a batch as it takes one
gradient (`ELEMENT_BY_ELEMENT`). Rules that name shapes, dimensions or matrices have a form of their own here, in
`OF_BATCHES`. It is written as the rule in the table is, and its arguments too say what it needs. A node whose row is in
neither runs its rule once for each gradient of the batch (`batched_backward.each_alone`).

PyTorch: aten/src/ATen/functorch/BatchRules*.cpp.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ...derivatives._operands import axes_of, count_of

ELEMENT_BY_ELEMENT = frozenset({
    "add.Tensor", "sub.Tensor", "mul.Tensor", "div.Tensor", "neg", "reciprocal", "add.Scalar", "sub.Scalar",
    "mul.Scalar", "div.Scalar", "rsub.Scalar", "exp", "log", "log1p", "expm1", "sqrt", "rsqrt", "pow.Tensor_Scalar",
    "pow.Tensor_Tensor", "abs", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos", "atan", "sigmoid", "erf",
    "relu", "threshold_backward", "leaky_relu", "leaky_relu_backward", "softplus", "clone", "where.self", "maximum",
    "minimum",
})  # fmt: skip
"""The rows whose own rules take a batch."""


def times_matrix(grads: Any, matrix: Any) -> Any:
    """``grad @ matrix`` for each gradient: one long product."""
    rows = grads.reshape(-1, grads.shape[-1]) @ matrix
    return rows.reshape(*grads.shape[:-1], matrix.shape[-1])


def matrix_times(matrix: Any, grads: Any) -> Any:
    """``matrix @ grad`` for each gradient: one long product."""
    return np.swapaxes(times_matrix(np.swapaxes(grads, 1, 2), matrix.T), 1, 2)


def _reshaped(grad: Any, self_sizes: tuple[int, ...]) -> Any:
    return grad.reshape(len(grad), *self_sizes)


def _swapped(grad: Any, dim0: int, dim1: int) -> Any:
    if grad.ndim == 1:  # the gradients of a single number, which has no dimensions to swap
        return grad
    first, second = (dim + 1 if dim >= 0 else dim for dim in (dim0, dim1))
    return np.swapaxes(grad, first, second)


def _permuted(grad: Any, dims: tuple[int, ...]) -> Any:
    axes = [dim % len(dims) for dim in dims]
    return np.transpose(grad, [0, *(axes.index(i) + 1 for i in range(len(axes)))])


def _spread(grad: Any, sizes: tuple[int, ...], dim: Any) -> Any:
    """Every summand of a sum over ``dim`` gets the gradient of its sum."""
    axes = axes_of(dim, len(sizes))
    ones = (1 if axis in axes else length for axis, length in enumerate(sizes))
    return np.broadcast_to(grad.reshape(len(grad), *ones), (len(grad), *sizes))


def _multiple(grad: Any, factor: Any) -> Any:
    return grad if factor == 1 else grad * factor


OF_BATCHES: dict[str, dict[str, Callable]] = {
    **{name: {"self": _reshaped} for name in ("view", "_unsafe_view", "squeeze", "squeeze.dim", "squeeze.dims")},
    "unsqueeze": {"self": lambda grad, dim: grad.squeeze(dim + 1 if dim >= 0 else dim)},
    "t": {"self": lambda grad: np.swapaxes(grad, 1, 2) if grad.ndim == 3 else grad},
    "transpose.int": {"self": _swapped},
    "permute": {"self": _permuted},
    "sum": {"self": lambda grad, self_sizes: _spread(grad, self_sizes, None)},
    "sum.dim_IntList": {"self": lambda grad, self_sizes, dim: _spread(grad, self_sizes, dim)},
    "mean": {"self": lambda grad, self_sizes, self_numel: _spread(grad / self_numel, self_sizes, None)},
    "mean.dim": {
        "self": lambda grad, self_sizes, dim: _spread(grad / count_of(self_sizes, dim), self_sizes, dim),
    },
    "dot": {
        "self": lambda grad, tensor: grad[:, None] * tensor,
        "tensor": lambda grad, self: grad[:, None] * self,
    },
    "mv": {
        "self": lambda grad, vec: grad[:, :, None] * vec,
        "vec": lambda grad, self: grad @ self,
    },
    "mm": {
        "self": lambda grad, mat2: times_matrix(grad, mat2.T),
        "mat2": lambda grad, self: matrix_times(self.T, grad),
    },
    "addmm": {
        "self": lambda grad, beta: _multiple(grad, beta),
        "mat1": lambda grad, mat2, alpha: _multiple(times_matrix(grad, mat2.T), alpha),
        "mat2": lambda grad, mat1, alpha: _multiple(matrix_times(mat1.T, grad), alpha),
    },
}  # fmt: skip
"""For each row, for each of its inputs: the rule that takes a batch."""


def run_rules(node: Any, grads: Any, values: list) -> list | None:
    """What a batch of gradients gives for each edge of a node; None if its row's rules take no batches.

    ``values`` is what the node saved, in its plan's order.
    """
    plan = node.plan
    if plan is None:
        return None
    if plan.name in ELEMENT_BY_ELEMENT:
        return list(plan.run_rules(grads, values, node._edges))
    if plan.name not in OF_BATCHES:
        return None
    named = dict(zip((*plan.saved_names, *plan.attribute_names), values, strict=True))
    results: list[Any] = []
    for position, edge in zip(plan.differentiable, node._edges, strict=True):
        rule = OF_BATCHES[plan.name][plan.parameters[position].name]
        needs = rule.__code__.co_varnames[1 : rule.__code__.co_argcount]
        results.append(None if edge is None else rule(grads, *(named[name] for name in needs)))
    return results
