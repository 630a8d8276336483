"""Jacobians, Hessians and their products with vectors, out of `grad` alone. PyTorch: torch/autograd/functional.py.

Backward answers one question: vᵀJ, a vector from the left. All else here is that question asked again. A Jacobian asks
once for each output element. ``jvp`` wants Jv, a vector from the right, and asks twice: vᵀJ is linear in v, so its
derivative with respect to v is J itself, transposed (the double-backward trick). ``hvp`` and ``vhp`` do the same to
the gradient.

Every function takes ``func`` and ``inputs`` (a tensor or a tuple of tensors). What belongs to inputs is returned in
their form, what belongs to outputs in the form of what ``func`` returns. ``create_graph`` keeps the results
differentiable. Where an output does not depend on an input, zeros stand there; PyTorch's ``strict``, which makes an
error of it, is left out.

TypeError is raised when ``inputs``, ``v`` or what ``func`` returns is neither a tensor nor a tuple of tensors, and
RuntimeError when ``v`` has another form than it should, or is missing where it must not be.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .._core.backward import grad, stacked
from .._core.grad_mode import enable_grad, is_grad_enabled, set_grad_enabled
from .._core.tensor import Tensor, wrap

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]

Tensors = Tensor | tuple[Tensor, ...]
_OUTPUTS = "outputs of the user-provided function"
_NO_VECTOR = "The vector v can only be None if {} a single Tensor with a single element."
_ONE_INPUT = _NO_VECTOR.format("the input to the user-provided function is")
_ONE_OUTPUT = _NO_VECTOR.format("the user-provided function returns")


def vjp(
    func: Callable[..., Any],
    inputs: Tensors,
    v: Tensors | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensors, Tensors]:
    """``(func(inputs), vᵀJ)``: what backward computes when ``v`` arrives at the outputs.

    ``v`` has the outputs' form and shapes; it may be None when there is one output with one element.
    """
    _refuse_strict(strict)
    with enable_grad():
        inputs, unpack_inputs = _ready(inputs, "vjp", create_graph)
        outputs, unpack_outputs = _run(func, inputs, "vjp")
        v = _vector(v, "vjp", outputs, unpack_outputs, create_graph, _ONE_OUTPUT)
    with set_grad_enabled(create_graph or is_grad_enabled()):
        found = _gradients(outputs, inputs, v, create_graph=create_graph)
        result = fill_in_zeros(found, inputs)
    return _finish(outputs, unpack_outputs, create_graph), _finish(result, unpack_inputs, create_graph)


def jvp(
    func: Callable[..., Any],
    inputs: Tensors,
    v: Tensors | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensors, Tensors]:
    """``(func(inputs), Jv)``: how the outputs change when the inputs move along ``v``.

    ``v`` has the inputs' form and shapes; it may be None when there is one input with one element.
    """
    _refuse_strict(strict)
    with enable_grad():
        inputs, unpack_inputs = _ready(inputs, "jvp", create_graph)
        v = _vector(v, "jvp", inputs, unpack_inputs, create_graph, _ONE_INPUT)
        outputs, unpack_outputs = _run(func, inputs, "jvp")
        dummies = tuple(zeros_like(output).requires_grad_() for output in outputs)
        first = _gradients(outputs, inputs, dummies, create_graph=True)
    with set_grad_enabled(create_graph or is_grad_enabled()):
        found = _gradients(first, dummies, v, create_graph=create_graph)
        result = fill_in_zeros(found, outputs)
    return _finish(outputs, unpack_outputs, create_graph), _finish(result, unpack_outputs, create_graph)


def jacobian(
    func: Callable[..., Any],
    inputs: Tensors,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    strategy: str = "reverse-mode",
) -> Any:
    """All derivatives: for one output and one input, a tensor of shape ``output.shape + input.shape``.

    Several outputs give a tuple with an entry for each; several inputs make each entry a tuple.
    ``vectorize`` and ``strategy`` change nothing here: the numbers come one backward at a time.
    """
    _refuse_strict(strict, strategy)
    with enable_grad():
        inputs, unpack_inputs = _ready(inputs, "jacobian", create_graph)
        outputs, unpack_outputs = _run(func, inputs, "jacobian")
        blocks = tuple(_rows(output, inputs, create_graph) for output in outputs)
    found = tuple(_finish(block, unpack_inputs, create_graph) for block in blocks)
    return found[0] if unpack_outputs else found


def hessian(
    func: Callable[..., Any],
    inputs: Tensors,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    outer_jacobian_strategy: str = "reverse-mode",
) -> Any:
    """All second derivatives of a function with one number as its result: the Jacobian of its Jacobian.

    For one input a tensor of shape ``input.shape + input.shape``; for a tuple of inputs a tuple of tuples. RuntimeError
    when ``func`` returns more than one number. ``vectorize`` and the strategy change nothing here.
    """
    is_tuple = _as_tuple(inputs, "inputs", "hessian")[1] is False
    _refuse_strict(strict, outer_jacobian_strategy)

    def single(*args: Tensor) -> Tensor:
        outputs, is_single = _as_tuple(func(*args), _OUTPUTS, "hessian")
        return _only_number(outputs, is_single, "hessian").squeeze()

    def first_derivatives(*args: Tensor) -> tuple[Tensor, ...]:
        found = jacobian(single, args, create_graph=True)
        return found

    found = jacobian(first_derivatives, inputs, create_graph=create_graph)
    return found if is_tuple else found[0]


def vhp(
    func: Callable[..., Any],
    inputs: Tensors,
    v: Tensors | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensor, Tensors]:
    """``(func(inputs), vᵀH)`` for a function with one number as its result: one more backward, through the gradient.

    ``v`` has the inputs' form and shapes; it may be None when there is one input with one element.
    """
    _refuse_strict(strict)
    with enable_grad():
        inputs, unpack, v, output, first = _first_derivatives(func, inputs, v, "vhp", create_graph)
    with set_grad_enabled(create_graph or is_grad_enabled()):
        found = _gradients(first, inputs, v, create_graph=create_graph)
        result = fill_in_zeros(found, inputs)
    return _finish(output, True, create_graph), _finish(result, unpack, create_graph)


def hvp(
    func: Callable[..., Any],
    inputs: Tensors,
    v: Tensors | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensor, Tensors]:
    """``(func(inputs), Hv)`` for a function with one number as its result. Where H is symmetric, `vhp` is cheaper.

    ``v`` as for `vhp`.
    """
    _refuse_strict(strict)
    with enable_grad():
        inputs, unpack, v, output, first = _first_derivatives(func, inputs, v, "hvp", create_graph)
        dummies = tuple(zeros_like(item).requires_grad_() for item in inputs)
        second = _gradients(first, inputs, dummies, create_graph=True)
    with set_grad_enabled(create_graph or is_grad_enabled()):
        found = _gradients(second, dummies, v, create_graph=create_graph)
        result = fill_in_zeros(found, inputs)
    return _finish(output, True, create_graph), _finish(result, unpack, create_graph)


# ----- arguments ---------------------------------------------------------------------------------------------------
def _refuse_strict(strict: bool, strategy: str = "reverse-mode") -> None:
    if strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode".')
    if strict:
        raise NotImplementedError("strict=True is left out here: the result is 0 where an output ignores an input.")


def zeros_like(tensor: Tensor) -> Tensor:
    """Zeros of its shape and dtype, a leaf."""
    return wrap(np.zeros_like(tensor._data))


def fill_in_zeros(found: Sequence[Tensor | None], like: Sequence[Tensor]) -> tuple[Tensor, ...]:
    """Zeros where no gradient came."""
    return tuple(zeros_like(one) if gradient is None else gradient for gradient, one in zip(found, like, strict=True))


# ----- steps -------------------------------------------------------------------------------------------------------
def _rows(output: Tensor, inputs: tuple, create_graph: bool) -> tuple[Tensor, ...]:
    """One output's part of the Jacobian: one backward for each of its elements, stacked."""
    rows: list[list[Tensor]] = [[] for _ in inputs]
    for position in range(output.numel()):
        element = output.reshape(-1)[position]
        found = _gradients((element,), inputs, None, create_graph=create_graph, retain_graph=True)
        for index, gradient in enumerate(found):
            rows[index].append(zeros_like(inputs[index]) if gradient is None else gradient)
    return tuple(stacked(row).view(output.size() + item.size()) for row, item in zip(rows, inputs, strict=True))


def _first_derivatives(
    func: Callable, inputs: Any, v: Any, name: str, create_graph: bool
) -> tuple[tuple, bool, tuple | None, tuple, tuple]:
    """What `vhp` and `hvp` begin with: inputs and their form, vector, output, gradient (with a graph of its own)."""
    inputs, unpack = _ready(inputs, name, create_graph)
    v = _vector(v, name, inputs, unpack, create_graph, _ONE_INPUT)
    outputs, is_single = _run(func, inputs, name)
    _only_number(outputs, is_single, name)
    first = _gradients(outputs, inputs, None, create_graph=True)
    return inputs, unpack, v, outputs, first


def _ready(
    items: Any, name: str, create_graph: bool, argument: str = "inputs", need: bool = True
) -> tuple[tuple, bool]:
    """The inputs as tensors of their own, so that ``func`` is differentiated only by what it was handed.

    With ``create_graph`` they stay connected to the caller's tensors.
    """
    items, unpack = _as_tuple(items, argument, name)
    made = (
        item.view_as(item) if create_graph and item.requires_grad else item.detach().requires_grad_(need)
        for item in items
    )
    return tuple(made), unpack


def _run(func: Callable, inputs: tuple, name: str) -> tuple[tuple, bool]:
    return _as_tuple(func(*inputs), _OUTPUTS, name)


def _as_tuple(items: Any, argument: str, name: str) -> tuple[tuple[Tensor, ...], bool]:
    """A tuple of tensors, and whether a bare tensor was given (then the result will be bare, too)."""
    bare = not isinstance(items, tuple)
    for index, item in enumerate((items,) if bare else items):
        if not isinstance(item, Tensor):
            which = f"given {argument} has" if bare else f"value at index {index} has"
            raise TypeError(
                f"The {argument} given to {name} must be either a Tensor or a tuple of Tensors but the {which} type "
                f"{type(item)}."
            )
    return (items,) if bare else items, bare


def _vector(v: Any, name: str, beside: tuple, is_bare: bool, create_graph: bool, refusal: str) -> tuple | None:
    """``v`` in the form of the tensors it will stand beside."""
    if v is None:
        if len(beside) != 1 or beside[0].numel() != 1:
            raise RuntimeError(refusal)
        return None
    v, _ = _ready(v, name, create_graph, "v", need=False)
    if len(v) != len(beside):
        if is_bare:
            raise RuntimeError("The given v should contain a single Tensor.")
        raise RuntimeError(f"v is a tuple of invalid length: should be {len(beside)} but got {len(v)}.")
    for index, (mine, other) in enumerate(zip(v, beside, strict=True)):
        if mine.size() != other.size():
            entry = "" if is_bare else f"Entry {index} in "
            raise RuntimeError(f"{entry}v has invalid size: should be {other.size()} but got {mine.size()}.")
    return v


def _gradients(outputs: Sequence, inputs: tuple, vectors: Sequence | None, **options: Any) -> tuple:
    """`grad` that leaves out the outputs without a history; with none left, everything is None."""
    vectors = (None,) * len(outputs) if vectors is None else vectors
    pairs = zip(outputs, vectors, strict=True)
    asked = [(output, vector) for output, vector in pairs if output is not None and output.requires_grad]
    if not asked:
        return (None,) * len(inputs)
    roots, seeds = (tuple(column) for column in zip(*asked, strict=True))
    return grad(roots, inputs, seeds, allow_unused=True, **options)


def _only_number(outputs: tuple, is_single: bool, name: str) -> Tensor:
    if not is_single:
        raise RuntimeError(f"The function given to {name} should return a single Tensor")
    if outputs[0].numel() != 1:
        raise RuntimeError(f"The Tensor returned by the function given to {name} should contain a single element")
    return outputs[0]


def _finish(tensors: tuple, unpack: bool, create_graph: bool) -> Tensors:
    """The results in the caller's form, without a history unless one was wanted."""
    done = tensors if create_graph else tuple(tensor.detach() for tensor in tensors)
    return done[0] if unpack else done
