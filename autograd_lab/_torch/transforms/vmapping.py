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
    _check_options(randomness, chunk_size)

    @functools.wraps(func)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        name = getattr(func, "__name__", repr(func))
        flat = trees.leaves(args)
        dims = _dims_of(name, in_dims, args, flat)
        count = _count_of(flat, dims)
        calls = []
        for place in range(count):
            cut = trees.rebuilt(args, [_slice(leaf, dim, place) for leaf, dim in zip(flat, dims, strict=True)])
            named = trees.mapped(
                lambda leaf, at=place: leaf.select(0, at) if isinstance(leaf, Tensor) else leaf, kwargs
            )
            calls.append(_call(func, cut, named, randomness, last=place == count - 1))
            if randomness == "same" and place < count - 1:
                default_generator.set_state_bytes(calls[-1][1])
        if not count:
            return _of_nothing(name, func, args, flat, dims, kwargs, out_dims)
        return _joined(name, [result for result, _ in calls], out_dims)

    return wrapped


def _check_options(randomness: str, chunk_size: int | None) -> None:
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")
    if randomness == "different":
        raise NotImplementedError(
            "vmap(randomness='different') is left out of autograd_lab: draw the numbers before, and map over them."
        )
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")


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


# ----- arguments -----------------------------------------------------------------------------------------------------
def _dims_of(name: str, in_dims: Any, args: tuple, flat: list) -> list[int | None]:
    """For each tensor among the arguments, the dimension along which it is cut."""
    call = f"vmap({name}, in_dims={in_dims}, ...)(<inputs>)"
    if not isinstance(in_dims, int | tuple):
        raise ValueError(
            f"{call}: expected `in_dims` to be int or a (potentially nested) tuple matching the structure of inputs, "
            f"got: {type(in_dims)}."
        )
    if not args:
        raise ValueError(
            f"vmap({name})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to vmap over a "
            "function with no inputs. The latter is unsupported."
        )
    dims = trees.spread(in_dims, args)
    if dims is None:
        raise ValueError(
            f"{call}: in_dims is not compatible with the structure of `inputs`. in_dims has structure "
            f"{trees.spec(in_dims)} but inputs has structure {trees.spec(args)}."
        )
    return [_checked(call, leaf, dim) for leaf, dim in zip(flat, dims, strict=True)]


def _checked(call: str, leaf: Any, dim: Any) -> int | None:
    if dim is None:
        return None
    if not isinstance(dim, int):
        raise ValueError(
            f"{call}: Got in_dim={dim} for an input but in_dim must be either an integer dimension or None."
        )
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
    return dim % leaf.ndim


def _count_of(flat: list, dims: list[int | None]) -> int:
    sizes = [leaf.shape[dim] for leaf, dim in zip(flat, dims, strict=True) if dim is not None]
    if not sizes:
        raise ValueError("vmap: at least one input must be cut along a dimension: every in_dim is None.")
    if len(set(sizes)) > 1:
        raise ValueError(
            "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
            f"{list(dict.fromkeys(sizes))} for the mapped dimension"
        )
    return sizes[0]


def _slice(leaf: Any, dim: int | None, place: int) -> Any:
    return leaf if dim is None else leaf.select(dim, place)


# ----- results -------------------------------------------------------------------------------------------------------
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
        raise ValueError(
            f"vmap({name}, ..., out_dims={out_dims})(<inputs>): out_dims is not compatible with the structure of "
            f"`outputs`. out_dims has structure {trees.spec(out_dims)} but outputs has structure "
            f"{trees.spec(results[0])}."
        )
    columns = zip(*(trees.leaves(result) for result in results), strict=True)
    return trees.rebuilt(
        results[0],
        [column[0] if dim is None else d.stack(column, dim) for column, dim in zip(columns, dims, strict=True)],
    )


def _of_nothing(name: str, func: Callable, args: tuple, flat: list, dims: list, kwargs: dict, out_dims: Any) -> Any:
    """An empty batch: one call with zeros tells the shapes."""
    zeros = [
        leaf if dim is None else leaf.new_zeros((*leaf.shape[:dim], *leaf.shape[dim + 1 :]))
        for leaf, dim in zip(flat, dims, strict=True)
    ]
    one = _joined(name, [func(*trees.rebuilt(args, zeros), **kwargs)], out_dims)
    along = trees.spread(out_dims, one) or []
    return trees.rebuilt(one, [leaf.narrow(dim, 0, 0) for leaf, dim in zip(trees.leaves(one), along, strict=True)])
