"""What `gradcheck` checks, in PyTorch's order.

PyTorch: torch/autograd/gradcheck.py.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .._core.backward import grad
from .._core.base.errors import with_help
from .._core.base.learners_line import warn
from .._core.function import Function
from .._core.jacobians import Jacobian, analytical_jacobians, as_tuple, numerical_jacobians, requiring_grad
from .._core.tensor import Tensor, wrap

_UNDEFINED_IS_CHECKED = (
    "Backwards compatibility: New undefined gradient support checking feature is enabled by default, but it may break "
    "existing callers of this function. If this is true for you, you can call this function with "
    '"check_undefined_grad=False" to disable the feature'
)


class GradcheckError(RuntimeError):
    """The gradients that backward computes are not those of the function."""


class Options(NamedTuple):
    """What `gradcheck` was told: how exact the agreement must be, and what else to look at."""

    eps: float
    atol: float
    rtol: float
    nondet_tol: float
    check_undefined_grad: bool
    check_grad_dtypes: bool


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
    if options.check_undefined_grad:
        check_undefined(func, inputs)


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
    first, dtypes_agree = analytical_jacobians(output, inputs)
    second, _ = analytical_jacobians(output, inputs)
    if options.check_grad_dtypes and not dtypes_agree:
        raise GradcheckError("Gradient has dtype mismatch")
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


class _Undefined(Function):
    """The identity, except that backward sends no gradient at all (None) through it."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        return x.clone()

    @staticmethod
    def backward(ctx: Any, grad_output: Tensor) -> None:
        return None


def check_undefined(func: Callable, inputs: tuple) -> None:
    """Backward must cope with outputs that received no gradient: all of them, and each alone."""
    count = len(requiring_grad(as_tuple(func(*inputs))))
    cases = [set(range(count)), *({index} for index in range(count) if count > 1)]
    for missing in cases:
        outputs = requiring_grad(as_tuple(func(*inputs)))
        outputs = tuple(_Undefined.apply(o) if i in missing else o for i, o in enumerate(outputs))
        seeds = [wrap(np.zeros_like(output._data)) for output in outputs]
        try:
            found = grad(outputs, requiring_grad(inputs), seeds, allow_unused=True) if outputs else ()
        except RuntimeError as error:
            warn(_UNDEFINED_IS_CHECKED)
            raise GradcheckError(
                with_help(
                    "Expected backward function to handle undefined output grads. Please look at "
                    '"Notes about undefined output gradients" in "tools/autograd/derivatives.yaml"',
                    "an output that nobody used sends no gradient; treat its None as zeros.",
                )
            ) from error
        if any(gradient is not None and np.any(gradient._data != 0) for gradient in found):
            raise GradcheckError(
                "Expected all input grads to be undefined or zero when all output grads are undefined or zero. Please "
                'look at "Notes about undefined output gradients" in "tools/autograd/derivatives.yaml"'
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
