"""The arguments of `Tensor.backward`, `torch.autograd.backward` and `torch.autograd.grad`."""

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import torch
from torch.autograd.graph import GradientEdge

from .nodes import NotRecordedError

BACKWARD, GRAD = torch.autograd.backward, torch.autograd.grad
STARTING = {torch.Tensor.backward, BACKWARD, GRAD}
"""The functions that start a backward."""

TensorOrEdge = torch.Tensor | GradientEdge


@dataclass(frozen=True)
class Call:
    """One call that starts a backward. ``inputs`` is None if every leaf gets its ``.grad``.

    ``accumulates``: whether it writes ``.grad``, as `grad` does not.
    """

    roots: tuple[TensorOrEdge, ...]
    seeds: tuple[torch.Tensor, ...]
    inputs: tuple[TensorOrEdge, ...] | None
    retain_graph: bool
    create_graph: bool
    accumulates: bool


@cache
def _signature(function: Callable) -> inspect.Signature:
    return inspect.signature(function)


def read_call(function: Callable, args: tuple, kwargs: dict) -> Call | None:
    """The call; None if PyTorch will refuse it with an error of its own."""
    try:
        given = _signature(function).bind(*args, **kwargs)
    except TypeError:
        return None
    given.apply_defaults()
    values = given.arguments
    if values.get("is_grads_batched"):
        raise NotRecordedError("it runs for several vectors at once (is_grads_batched)")
    outputs = _items(values.get("self", values.get("tensors", values.get("outputs"))))
    seeds = values.get("gradient", values.get("grad_tensors", values.get("grad_outputs")))
    if seeds is None:
        seeds = values.get("grad_variables")
    seeds = (None,) * len(outputs) if seeds is None else _items(seeds)
    inputs = values["inputs"]
    wanted = None if inputs is None else _items(inputs)
    if wanted == () or len(seeds) < len(outputs) or not all(map(_has_edge, (*outputs, *(wanted or ())))):
        return None
    started = tuple(_seed(output, seed) for output, seed in zip(outputs, seeds, strict=False))
    if any(seed is None for seed in started):
        return None
    create = bool(values["create_graph"])
    keep = create if values["retain_graph"] is None else bool(values["retain_graph"])
    return Call(outputs, started, wanted, keep, create, accumulates=function is not GRAD)


def _items(given: Any) -> tuple:
    if isinstance(given, TensorOrEdge):
        return (given,)
    if isinstance(given, dict):
        return tuple(given.values())
    return tuple(given) if isinstance(given, Iterable) else ()


def _has_edge(item: Any) -> bool:
    return isinstance(item, GradientEdge) or (isinstance(item, torch.Tensor) and item.requires_grad)


def _seed(output: TensorOrEdge, seed: Any) -> torch.Tensor | None:
    """The first gradient; None if it is missing or has the wrong shape, which PyTorch refuses."""
    is_tensor = isinstance(output, torch.Tensor)
    expected = output if is_tensor else output.node._input_metadata[output.output_nr]
    shape = torch.Size(expected.shape)
    if seed is None:
        return torch.ones(shape, dtype=expected.dtype, device=expected.device) if shape.numel() == 1 else None
    if not isinstance(seed, torch.Tensor) or seed.shape != shape:
        return None
    return seed.detach().to(expected.dtype)
