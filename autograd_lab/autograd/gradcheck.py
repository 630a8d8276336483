"""`gradcheck`: is a backward right? Ask the function itself, by changing its inputs a little.

The *numerical* Jacobian moves one input element at a time by ``eps`` to both sides and watches every output. The
*analytical* one asks backward: one seed with a single 1 for each output element gives one column. The two must agree.
Both are computed in ``_core/jacobians.py``.
Use float64: a difference of two float32 numbers that are 1e-6 apart has no correct digit left.

PyTorch: torch/autograd/gradcheck.py (its slow mode, which compares whole Jacobians).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .._core.backward import grad
from .._core.base import draws
from .._core.base.errors import with_help
from .._core.base.learners_line import warn
from .._core.jacobians import Jacobian, analytical_jacobians, as_tuple, numerical_jacobians, requiring_grad
from .._core.tensor import Tensor, wrap


def gradcheck(
    func: Callable[..., Any],
    inputs: Any,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_batched_forward_grad: bool = False,
    check_forward_ad: bool = False,
    check_backward_ad: bool = True,
    fast_mode: bool = False,
    masked: bool | None = None,
) -> bool:
    """Compare backward with finite differences, for every input that requires grad. True when all agrees.

    Args:
        func: takes the inputs, returns a tensor or a tuple of tensors.
        inputs: one tensor, or a sequence of tensors and anything else that ``func`` takes. Use float64.
        eps: how far an input element is moved to each side.
        atol, rtol: agreement means ``|analytical - numerical| <= atol + rtol * |numerical|``.
        raise_exception: with False, a failed check returns False instead.
        nondet_tol: how much two runs of the same backward may differ.
        check_undefined_grad, fast_mode, masked: accepted, and without effect.

    Raises:
        GradcheckError: with both Jacobians (one row for each input element, one column for each output element).
        ValueError: no input requires grad.
        NotImplementedError: what is left out here: forward mode, batched gradients, dtypes.
    """
    _refuse_left_out(
        check_forward_ad=check_forward_ad or not check_backward_ad, check_batched_grad=check_batched_grad,
        check_batched_forward_grad=check_batched_forward_grad, check_grad_dtypes=check_grad_dtypes,
    )  # fmt: skip
    try:
        check(func, as_tuple(inputs), Options(eps, atol, rtol, nondet_tol))
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def gradgradcheck(
    func: Callable[..., Any],
    inputs: Any,
    grad_outputs: Any = None,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    gen_non_contig_grad_outputs: bool = False,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_fwd_over_rev: bool = False,
    check_rev_over_rev: bool = True,
    fast_mode: bool = False,
    masked: bool = False,
) -> bool:
    """`gradcheck` of the backward itself: are second derivatives right, with respect to inputs and seeds?

    Args:
        func, inputs: as for `gradcheck`.
        grad_outputs: the seeds; drawn uniformly from [-1, 1) when not given.

    Other arguments, result and errors are those of `gradcheck`.
    """
    _refuse_left_out(
        check_fwd_over_rev=check_fwd_over_rev or not check_rev_over_rev,
        gen_non_contig_grad_outputs=gen_non_contig_grad_outputs,
    )
    inputs = as_tuple(inputs)
    seeds = _random_seeds(func, inputs) if grad_outputs is None else as_tuple(grad_outputs)
    return gradcheck(
        _first_derivatives(func, len(inputs)), inputs + seeds, eps=eps, atol=atol, rtol=rtol,
        raise_exception=raise_exception, nondet_tol=nondet_tol, check_undefined_grad=check_undefined_grad,
        check_grad_dtypes=check_grad_dtypes, check_batched_grad=check_batched_grad, fast_mode=fast_mode, masked=masked,
    )  # fmt: skip


def _first_derivatives(func: Callable, count: int) -> Callable[..., tuple[Tensor, ...]]:
    """The function that gradgradcheck checks: from the inputs of ``func`` (so many) and seeds to their gradients."""

    def first_derivatives(*args: Any) -> tuple[Tensor, ...]:
        outputs = requiring_grad(as_tuple(func(*args[:count])))
        found = grad(outputs, requiring_grad(args[:count]), args[count:], create_graph=True, allow_unused=True)
        return tuple(gradient for gradient in found if gradient is not None)

    return first_derivatives


def _random_seeds(func: Callable, inputs: tuple) -> tuple[Tensor, ...]:
    """A seed for each output, drawn as PyTorch does from the program's own stream, so that it goes on as there."""
    outputs = requiring_grad(as_tuple(func(*inputs)))
    drawn = (draws.uniform(output._data.shape, -1.0, 1.0, output._data.dtype) for output in outputs)
    return tuple(wrap(numbers).requires_grad_() for numbers in drawn)


# ----- what is refused ---------------------------------------------------------------------------------------------
def _refuse_left_out(**flags: bool) -> None:
    for name, wanted in flags.items():
        if wanted:
            raise NotImplementedError(
                f"{name} is left out of autograd_lab: gradcheck compares whole Jacobians of backward, nothing else."
            )


class GradcheckError(RuntimeError):
    """The gradients that backward computes are not those of the function."""


class Options(NamedTuple):
    """What `gradcheck` was told: how exact the agreement must be, and what else to look at."""

    eps: float
    atol: float
    rtol: float
    nondet_tol: float


def check(func: Callable, inputs: tuple, options: Options) -> None:
    """All the checks.

    Raises:
        GradcheckError: when one fails.
    """
    check_inputs(inputs)
    every_output = as_tuple(func(*inputs))
    places = [place for place, output in enumerate(every_output) if output.requires_grad]
    outputs = tuple(every_output[place] for place in places)
    numerical = numerical_jacobians(func, inputs, every_output, options.eps)
    if not outputs and any(np.any(jacobian != 0) for jacobians in numerical.values() for jacobian in jacobians):
        raise GradcheckError(
            with_help(
                "Numerical gradient for function expected to be zero",
                "the outputs change with the inputs, but none requires grad: the history was lost on the way "
                "(detach(), item(), NumPy, no_grad()).",
            )
        )
    for number, place in enumerate(places):
        analytical = checked_jacobians(outputs[number], inputs, options)
        for index, (ours, theirs) in enumerate(zip(analytical, numerical[place], strict=True)):
            if not np.allclose(ours, theirs, rtol=options.rtol, atol=options.atol):
                raise GradcheckError(mismatch(ours, theirs, number, index, options))
    if outputs:
        check_zero_in_zero_out(outputs, inputs)


def check_inputs(inputs: tuple) -> None:
    """Some input must need a gradient, be of float64, and have its elements apart in memory."""
    if not requiring_grad(inputs):
        raise ValueError(
            with_help(
                "gradcheck expects at least one input tensor to require gradient, "
                "but none of them have requires_grad=True.",
                "make the input with requires_grad=True and dtype=torch.float64.",
            )
        )
    for index, item in enumerate(inputs):
        if not isinstance(item, Tensor) or not item.requires_grad:
            continue
        if item._data.dtype != np.float64:
            warn(
                f"Input #{index} requires gradient and is not a double precision floating point or complex. "
                "This check will likely fail if all the inputs are not of double precision floating point or complex. "
            )
        if any(size > 1 and step == 0 for size, step in zip(item._data.shape, item._data.strides, strict=True)):
            raise RuntimeError(
                f"The {index}th input has a dimension with stride 0. gradcheck only supports inputs that are "
                "non-overlapping to be able to compute the numerical gradients correctly. You should call "
                ".contiguous on the input before passing it to gradcheck."
            )


def checked_jacobians(output: Tensor, inputs: tuple, options: Options) -> list[Jacobian]:
    """What backward says, asked twice: the same question must get the same answer."""
    first, second = analytical_jacobians(output, inputs), analytical_jacobians(output, inputs)
    if any(np.any(np.abs(one - two) > options.nondet_tol) for one, two in zip(first, second, strict=True)):
        raise GradcheckError(
            with_help(
                "Backward is not reentrant, i.e., running backward with same input and grad_output multiple times "
                "gives different values, although analytical gradient matches numerical gradient.The tolerance for "
                f"nondeterminism was {options.nondet_tol}.",
                "look for random numbers, counters or other state in this backward; nondet_tol allows a difference.",
            )
        )
    return first


def check_zero_in_zero_out(outputs: tuple[Tensor, ...], inputs: tuple) -> None:
    """Backward is linear in what arrives: zeros in must give zeros out."""
    seeds = [wrap(np.zeros_like(output._data)) for output in outputs]
    for gradient in grad(outputs, requiring_grad(inputs), seeds, allow_unused=True):
        if gradient is not None and np.any(gradient._data != 0):
            raise GradcheckError(
                with_help(
                    "backward not multiplied by grad_output",
                    "zeros arrived and something else was sent on: each returned gradient must have grad_output as "
                    "a factor.",
                )
            )


def mismatch(ours: Jacobian, theirs: Jacobian, output: int, index: int, options: Options) -> str:
    """PyTorch's text, and where the two Jacobians are furthest apart."""
    apart = np.abs(ours - theirs) - (options.atol + options.rtol * np.abs(theirs))
    row, column = np.unravel_index(np.argmax(np.where(np.isnan(apart), np.inf, apart)), apart.shape)
    return with_help(
        f"Jacobian mismatch for output {output} with respect to input {index},\n"
        f"numerical:{wrap(theirs)!r}\nanalytical:{wrap(ours)!r}\n",
        f"a row for each input element, a column for each output element. Furthest apart in row {row}, column "
        f"{column}: backward says {ours[row, column]:.6g}, the function itself {theirs[row, column]:.6g}.",
    )
