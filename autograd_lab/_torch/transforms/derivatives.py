"""Functions that make of a function its derivative: `grad`, `vjp`, `jacrev`, `hessian`.

The inputs are replaced by tensors that want a gradient, the function is run, and backward is asked with
``create_graph``, so that what is returned can be differentiated again: by another of these around it, or by the
caller, if something outside wanted a gradient. If nothing did, the results come without a history.

PyTorch: torch/_functorch/eager_transforms.py.
"""

import functools
from collections.abc import Callable
from typing import Any

from ... import derivatives as d
from ..._core.backward import grad as gradients
from ..._core.grad_mode import enable_grad, is_grad_enabled
from ..._core.graph import AccumulateGrad
from ..._core.tensor import Tensor
from ..creation.filled import zeros_like
from . import trees

Argnums = int | tuple[int, ...]


# ----- inputs and results --------------------------------------------------------------------------------------------
def _fresh(tree: Any, made: set[int]) -> Any:
    """The tree with tensors that want a gradient; those that want one already stay connected to what they are."""

    def one(leaf: Any) -> Tensor:
        if not isinstance(leaf, Tensor):
            raise ValueError(f"Thing passed to transform API must be Tensor, got {type(leaf)}")
        if leaf.requires_grad:
            return leaf.view_as(leaf)
        found = leaf.detach().requires_grad_()
        made.add(id(found))
        return found

    return trees.mapped(one, tree)


def _chosen(args: tuple, argnums: Argnums) -> Any:
    for number in (argnums,) if isinstance(argnums, int) else argnums:
        if not -len(args) <= number < len(args):
            raise RuntimeError(f"Got argnum={number}, but only {len(args)} positional inputs")
    return args[argnums] if isinstance(argnums, int) else tuple(args[number] for number in argnums)


def _replaced(args: tuple, argnums: Argnums, chosen: Any) -> tuple:
    found = list(args)
    pairs = [(argnums, chosen)] if isinstance(argnums, int) else zip(argnums, chosen, strict=True)
    for number, value in pairs:
        found[number] = value
    return tuple(found)


def _reaches_outside(tensor: Tensor, made: set[int]) -> bool:
    """Whether a leaf that was not made here stands at an end of the tensor's history."""
    if tensor.grad_fn is None:
        return tensor.requires_grad and id(tensor) not in made
    waiting, seen = [tensor.grad_fn], set()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, AccumulateGrad) and id(node.variable) not in made:
            return True
        waiting += [edge for edge, _ in node.next_functions if edge is not None]
    return False


def _released(tree: Any, made: set[int]) -> Any:
    """The results, without a history that ends at our own leaves only, or that the caller did not want."""
    keep = is_grad_enabled()

    def one(leaf: Any) -> Any:
        if not isinstance(leaf, Tensor) or not leaf.requires_grad or (keep and _reaches_outside(leaf, made)):
            return leaf
        return leaf.detach()

    return trees.mapped(one, tree)


def _refuse_aux(has_aux: bool) -> None:
    if has_aux:
        raise NotImplementedError("has_aux=True is left out of autograd_lab: call the function once more for the rest.")


def _only_tensors(name: str, tree: Any) -> list[Tensor]:
    for leaf in trees.leaves(tree):
        if not isinstance(leaf, Tensor):
            raise RuntimeError(
                f"{name}: expected f(*primals) to return only tensors, got unsupported type {type(leaf)}"
            )
    return trees.leaves(tree)


def _gradients(
    outputs: list[Tensor], inputs: list[Tensor], seeds: list[Any] | None, create_graph: bool = True
) -> list[Tensor]:
    """vᵀJ with a graph of its own, zeros where nothing depends."""
    pairs = [(output, place) for place, output in enumerate(outputs) if output.requires_grad]
    if not pairs:
        return [zeros_like(item) for item in inputs]
    roots = tuple(output for output, _ in pairs)
    vectors = None if seeds is None else tuple(seeds[place] for _, place in pairs)
    return list(gradients(roots, inputs, vectors, retain_graph=True, create_graph=create_graph, materialize_grads=True))


# ----- the functions -------------------------------------------------------------------------------------------------
def grad_and_value(func: Callable, argnums: Argnums = 0, has_aux: bool = False) -> Callable:
    """A function that returns the gradient of ``func`` and its value.

    Args:
        func: takes tensors, or tuples, lists and dicts of them, and returns a tensor with one element.
        argnums: the argument, or a tuple of those, with respect to which.
        has_aux: not here, and refused.

    Raises:
        RuntimeError: ``func`` returns something else, or there is no such argument.
        ValueError: an argument to differentiate by is no tensor.
    """
    _refuse_aux(has_aux)
    name = "grad_and_value(f)(*args)"

    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> tuple:
        made: set[int] = set()
        with enable_grad():
            inputs = _fresh(_chosen(args, argnums), made)
            output = func(*_replaced(args, argnums, inputs), **kwargs)
            if not isinstance(output, Tensor):
                raise RuntimeError(f"{name}: Expected f(*args) to return a Tensor, got {type(output)}")
            if output.ndim:
                raise RuntimeError(
                    f"{name}: Expected f(*args) to return a scalar Tensor, got tensor with {output.ndim} dims. Maybe "
                    "you wanted to use the vjp or jacrev APIs instead?"
                )
            found = _gradients([output], trees.leaves(inputs), None)
        return _released((trees.rebuilt(inputs, found), output), made)

    return wrapper


def grad(func: Callable, argnums: Argnums = 0, has_aux: bool = False) -> Callable:
    """A function that returns the gradient of ``func``: ``grad(torch.sin)(x)`` is ``cos(x)``; ``grad(grad(f))`` works.

    Arguments and errors are those of `grad_and_value`.
    """
    both = grad_and_value(func, argnums, has_aux)

    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return both(*args, **kwargs)[0]

    return wrapper


def vjp(func: Callable, *primals: Any, has_aux: bool = False) -> tuple:
    """``(func(*primals), vjp_fn)``: what ``func`` returns, and a function of v that returns vᵀJ for each primal.

    ``vjp_fn`` takes v in the form of the outputs, and returns a tuple. ``has_aux`` is not here, and refused.

    Raises:
        RuntimeError: outputs that are no tensors, or, from ``vjp_fn``, another shape.
    """
    _refuse_aux(has_aux)
    made: set[int] = set()
    with enable_grad():
        inputs = _fresh(primals, made)
        output = func(*inputs)
        flat = _only_tensors("vjp(f, *primals)", output)

    def vjp_fn(*cotangents: Any) -> tuple:
        seeds = trees.leaves(cotangents)
        for place, (seed, one) in enumerate(zip(seeds, flat, strict=True)):
            if seed.shape != one.shape:
                raise RuntimeError(
                    f"Mismatch in shape: grad_output[{place}] has a shape of {seed.shape} and output[{place}] has a "
                    f"shape of {one.shape}."
                )
        with enable_grad():
            found = _gradients(flat, trees.leaves(inputs), seeds)
        return _released(trees.rebuilt(inputs, found), made)

    return _released(output, made), vjp_fn


def jacrev(func: Callable, argnums: Argnums = 0, *, has_aux: bool = False, chunk_size: int | None = None) -> Callable:
    """A function that returns the Jacobian of ``func``: one backward for each element of its outputs.

    For an output and an input, a tensor of shape ``output.shape + input.shape``; several of either give trees of them.
    ``chunk_size`` changes nothing here. The rest is as for `grad`.

    Raises:
        RuntimeError: outputs that are no tensors.
    """
    _refuse_aux(has_aux)

    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        made: set[int] = set()
        with enable_grad():
            inputs = _fresh(_chosen(args, argnums), made)
            output = func(*_replaced(args, argnums, inputs), **kwargs)
            _only_tensors("vjp(f, *primals)", output)
            jacobian = trees.mapped(lambda one: _jacobian(one, inputs, made), output)
        return _released(jacobian, made)

    return wrapper


def _jacobian(output: Tensor, inputs: Any, made: set[int]) -> Any:
    flat = trees.leaves(inputs)
    asked_again = _reaches_outside(output, made)  # by a transform around this one, or by the caller
    done = [
        (d.cat(found) if found else item.new_zeros((0, *item.shape))).reshape(output.size() + item.size())
        for item, found in zip(flat, _rows(output, flat, asked_again), strict=True)
    ]
    return trees.rebuilt(inputs, done)


def _rows(output: Tensor, inputs: list[Tensor], asked_again: bool) -> list[list[Tensor]]:
    """For each input, the rows of the Jacobian: one backward for each."""
    rows: list[list[Tensor]] = [[] for _ in inputs]
    for place in range(output.numel()):
        found = _gradients([output.reshape(-1)[place]], inputs, None, create_graph=asked_again)
        for row, gradient in zip(rows, found, strict=True):
            row.append(gradient.unsqueeze(0))
    return rows


def jacfwd(func: Callable, argnums: Argnums = 0, has_aux: bool = False, *, randomness: str = "error") -> Callable:
    """A function that returns the Jacobian of ``func``. It is `jacrev`: the same numbers, by backward.

    There is no forward mode here, which computes a column for each element of the inputs; backward computes a row for
    each element of the outputs.

    Raises:
        RuntimeError: outputs that are no tensors.
    """
    return jacrev(func, argnums, has_aux=has_aux)


def hessian(func: Callable, argnums: Argnums = 0) -> Callable:
    """A function that returns all second derivatives of ``func``: the Jacobian of its Jacobian, both by backward.

    Raises:
        RuntimeError: outputs that are no tensors.
    """
    return jacrev(jacrev(func, argnums), argnums)
