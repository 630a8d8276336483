"""``vmap``: a function of one thing as a function of a batch. Here it is a loop, and says so.

PyTorch: torch/_functorch/{apis,vmap}.py.
"""

import functools
from collections.abc import Callable
from typing import Any

from ... import derivatives as d
from ..._core.base.generator import default_generator
from ..._core.base.state import thread
from ..._core.tensor import Tensor
from . import trees

_RANDOM = (
    "vmap: called random operation while in randomness error mode. Please either use the 'same' or 'different' "
    "randomness flags on vmap or perform the randomness operation out of vmap"
)


def vmap(
    func: Callable, in_dims: Any = 0, out_dims: Any = 0, randomness: str = "error", *, chunk_size: int | None = None
) -> Callable:
    """A function that calls ``func`` for each slice of its arguments, and stacks the results: a loop over the batch.

    PyTorch runs ``func`` once, with every operation in it batched. The numbers are the same, and the time is that of
    the loop; what PyTorch cannot batch (``item()``, ``if x > 0``) works here.

    Args:
        func: takes and returns tensors, or tuples, lists and dicts of them.
        in_dims: along which dimension each argument is cut; None for one that goes whole into every call.
        out_dims: along which dimension the results are stacked.
        randomness: ``"error"`` refuses random numbers in ``func``, ``"same"`` gives every call the same ones;
            ``"different"`` is left out.
        chunk_size: changes nothing here.

    Raises:
        ValueError: dimensions that do not fit the arguments, or results that are no tensors.
        RuntimeError: random numbers, or another word for ``randomness``.
        NotImplementedError: ``randomness="different"``.
    """
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")
    if randomness == "different":
        raise NotImplementedError(
            "vmap(randomness='different') is left out of autograd_lab: draw the numbers before, and map over them."
        )

    @functools.wraps(func)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        name = getattr(func, "__name__", repr(func))
        flat = trees.leaves(args)
        dims, count = _dims_of(name, in_dims, args, flat)
        calls = []
        for place in range(count):
            cut = trees.rebuilt(args, [_slice(leaf, dim, place) for leaf, dim in zip(flat, dims, strict=True)])
            named = trees.mapped(
                lambda leaf, at=place: leaf.select(0, at) if isinstance(leaf, Tensor) else leaf, kwargs
            )
            calls.append(_call(func, cut, named, randomness, last=place == count - 1))
            if randomness == "same" and place < count - 1:
                default_generator.set_state_bytes(calls[-1][1])
        return _joined(name, [result for result, _ in calls], out_dims)

    return wrapped


def _call(func: Callable, args: tuple, kwargs: dict, randomness: str, last: bool) -> tuple[Any, bytes]:
    """The result of one call, and the state of the random stream before it."""
    before, outside = default_generator.state_bytes(), thread.state.called_again
    thread.state.called_again = outside or not last  # `grad` in it may go through a graph that was there before
    try:
        result = func(*args, **kwargs)
    finally:
        thread.state.called_again = outside
    if randomness == "error" and default_generator.state_bytes() != before:
        default_generator.set_state_bytes(before)
        raise RuntimeError(_RANDOM)
    return result, before


def _dims_of(name: str, in_dims: Any, args: tuple, flat: list) -> tuple[list[int | None], int]:
    """For each tensor among the arguments, the dimension along which it is cut; and how long these are."""
    call = f"vmap({name}, in_dims={in_dims}, ...)(<inputs>)"
    dims = trees.spread(in_dims, args)
    if dims is None:
        raise ValueError(f"{call}: in_dims is not compatible with the structure of `inputs`.")
    for leaf, dim in zip(flat, dims, strict=True):
        if dim is None:
            continue
        if not isinstance(leaf, Tensor):
            raise ValueError(
                f"{call}: Got in_dim={dim} for an input but the input is of type {type(leaf)}. We cannot vmap over "
                "non-Tensor arguments, please use None as the respective in_dim"
            )
        if not -leaf.ndim <= dim < leaf.ndim:
            raise ValueError(
                f"{call}: Got in_dim={dim} for some input, but that input is a Tensor of dimensionality {leaf.ndim} so "
                f"expected in_dim to satisfy -{leaf.ndim} <= in_dim < {leaf.ndim}."
            )
    sizes = {leaf.shape[dim] for leaf, dim in zip(flat, dims, strict=True) if dim is not None}
    if not any(sizes):
        raise ValueError("vmap: at least one input must be cut along a dimension that is not empty.")
    if len(sizes) > 1:
        raise ValueError(
            "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
            f"{sorted(sizes)} for the mapped dimension"
        )
    return dims, sizes.pop()


def _slice(leaf: Any, dim: int | None, place: int) -> Any:
    return leaf if dim is None else leaf.select(dim, place)


def _joined(name: str, results: list, out_dims: Any) -> Any:
    """The results of all calls, stacked leaf by leaf."""
    for leaf in trees.leaves(results[0]):
        if not isinstance(leaf, Tensor):
            raise ValueError(
                f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(leaf)}. Did you mean to set "
                "out_dims= to None for output?"
            )
    dims = trees.spread(out_dims, results[0])
    if dims is None:
        raise ValueError(f"vmap({name}, ..., out_dims={out_dims})(<inputs>): out_dims does not fit the outputs.")
    columns = zip(*(trees.leaves(result) for result in results), strict=True)
    return trees.rebuilt(
        results[0],
        [column[0] if dim is None else d.stack(column, dim) for column, dim in zip(columns, dims, strict=True)],
    )
