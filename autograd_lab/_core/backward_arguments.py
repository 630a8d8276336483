"""What `backward` and `grad` are given: outputs, the gradients that arrive at them, and the inputs asked for.

PyTorch: torch/autograd/__init__.py (_make_grads, _tensor_or_tensors_to_tuple), python_engine.cpp.
"""

import math
from typing import Any

import numpy as np

from .base import dtypes
from .base.errors import NO_GRAPH, NOT_SCALAR, with_help
from .graph import AccumulateGrad, GradientEdge, MultiOutputNode, edge_of
from .graph_task import target_of
from .tensor import Tensor, wrap

TensorOrEdge = Tensor | GradientEdge


class TensorEdge(GradientEdge):
    """The edge of a tensor at hand; it knows the (shape, dtype) that a gradient must have, which a node does not."""

    expected: tuple[Any, Any]


TensorEdge.__name__ = TensorEdge.__qualname__ = "GradientEdge"


def get_gradient_edge(tensor: Any) -> GradientEdge:
    """The edge along which ``tensor``'s gradient arrives: ``(grad_fn, output_nr)``, or its AccumulateGrad.

    Raises:
        RuntimeError: when the tensor does not require grad.
        AssertionError: for a view that does, but was made in `no_grad`.
    """
    if not tensor.requires_grad:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not require gradients")
    target = tensor._edge()
    if target is None:
        raise AssertionError("Expected gradient function to be set")
    edge = TensorEdge(*edge_of(target))
    edge.expected = tensor._data.shape, tensor._data.dtype
    return edge


def as_tuple(items: Any) -> tuple:
    """Several as a tuple, one as a tuple of one."""
    return (items,) if isinstance(items, Tensor | GradientEdge) else tuple(items)


def target_slot(item: TensorOrEdge) -> tuple[Any, int]:
    """(who, which slot) the gradient of this input arrives at."""
    if isinstance(item, Tensor):
        return target_of(item._edge()) if item.requires_grad else item, item.output_nr
    node = item.node.variable if isinstance(item.node, AccumulateGrad) else item.node
    return node, item.output_nr


def inputs_of(inputs: Any, function: str) -> tuple[TensorOrEdge, ...]:
    """What was asked for, as a tuple.

    Raises:
        RuntimeError: when it is empty, or there are others than tensors and edges; for ``backward`` also for a tensor
            that needs no gradient.
    """
    items = tuple(inputs.values()) if isinstance(inputs, dict) else as_tuple(inputs)
    if not items:
        raise RuntimeError(f"`inputs` argument to `{function}()` cannot be empty.")
    for item in items:
        if not isinstance(item, Tensor | GradientEdge):
            raise RuntimeError(f"all inputs have to be Tensors or GradientEdges, but got {type(item).__name__}")
        if function == "backward" and isinstance(item, Tensor) and not item.requires_grad:
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    return items


def roots_of(outputs: tuple[TensorOrEdge, ...], gradients: Any, create_graph: bool) -> list[tuple[Any, Any]]:
    """(edge, seed) for every start, checked before anything runs.

    Raises:
        RuntimeError: when a start has no history, its seed another shape, or is missing and cannot be 1.
        TypeError: when a seed is neither a tensor nor None.
    """
    if gradients is None:
        seeds: tuple = (None,) * len(outputs)
    else:
        seeds = (gradients,) if isinstance(gradients, Tensor) else tuple(gradients)
    if len(seeds) < len(outputs):
        raise RuntimeError(f"got {len(outputs)} tensors and {len(seeds)} gradients")
    for output, seed in zip(outputs, seeds, strict=False):  # as in PyTorch, more gradients than starts do no harm
        if not isinstance(output, Tensor | GradientEdge):
            raise AssertionError("Expected output to be a torch.Tensor")
        if seed is not None and not isinstance(seed, Tensor):
            raise TypeError(f"gradients can be either Tensors or None, but got {type(seed).__name__}")
    pairs = list(enumerate(zip(outputs, seeds, strict=False)))
    ready = [_seed(output, seed, index, create_graph) for index, (output, seed) in pairs]
    edges = [
        _checked(output._edge() if isinstance(output, Tensor) else _short(output), index)
        for index, (output, _) in pairs
    ]
    return list(zip(edges, ready, strict=True))


def _seed(output: TensorOrEdge, seed: Tensor | None, index: int, create_graph: bool) -> Any:
    shape, dtype = _expected(output)
    if seed is None:
        if isinstance(output, Tensor) and not output.requires_grad:
            return None  # it will be refused, after the other seeds have been looked at
        if shape is not None and math.prod(shape) != 1:
            raise RuntimeError(
                with_help(NOT_SCALAR, f"this output has shape {list(shape)}: call .sum() first, or pass `gradient`.")
            )
        dtype = dtypes.get_default_dtype().numpy if dtype is None else dtype
        value = np.ones(shape, dtype) if shape else dtype.type(1)
        return wrap(value) if create_graph else value
    if shape is not None and seed._data.shape != shape:
        raise RuntimeError(
            f"Mismatch in shape: grad_output[{index}] has a shape of {seed.shape!r} and output[{index}] has a shape "
            f"of torch.Size({list(shape)})."
        )
    if dtype is not None and seed._data.dtype != dtype:
        seed = seed.to(dtype)
    return seed if create_graph else seed._data


def _checked(edge: Any, index: int) -> Any:
    if edge is None:
        raise RuntimeError(
            with_help(
                NO_GRAPH.format(index=index),
                "no input had requires_grad=True, or it was made inside no_grad(), by detach(), item() or NumPy.",
            )
        )
    return edge


def _short(edge: GradientEdge) -> Any:
    """The form in which nodes store an edge."""
    if isinstance(edge.node, AccumulateGrad):
        return edge.node.variable
    return GradientEdge(*edge) if isinstance(edge.node, MultiOutputNode) else edge.node


def _expected(output: TensorOrEdge) -> tuple[Any, Any]:
    """Shape and dtype that a seed must have; unknown (None) for an edge to a node that does not tell."""
    if isinstance(output, Tensor):
        return output._data.shape, output._data.dtype
    if isinstance(output.node, AccumulateGrad):
        return output.node.variable._data.shape, output.node.variable._data.dtype
    if isinstance(output.node, MultiOutputNode):
        return output.node._outputs[output.output_nr]
    return output.expected if isinstance(output, TensorEdge) else (None, None)
