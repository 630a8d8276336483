"""`gradcheck`: is a backward right? Ask the function itself, by changing its inputs a little.

The *numerical* Jacobian moves one input element at a time by ``eps`` to both sides and watches every output. The
*analytical* one asks backward: one seed with a single 1 for each output element gives one column. The two must agree.
Use float64: a difference of two float32 numbers that are 1e-6 apart has no correct digit left.

PyTorch: torch/autograd/gradcheck.py (its slow mode, which compares whole Jacobians).
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from .._core.backward import grad
from .._core.base import draws
from .._core.jacobians import as_tuple, requiring_grad
from .._core.tensor import Tensor, wrap
from .gradient_checks import GradcheckError as GradcheckError
from .gradient_checks import Options, check


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
        check_undefined_grad: also run backward with outputs that received no gradient.
        check_grad_dtypes: also require each gradient to have its input's dtype.
        fast_mode, masked: accepted, and without effect: whole Jacobians are compared, and no input is sparse.

    Raises:
        GradcheckError: with both Jacobians (one row for each input element, one column for each output element).
        ValueError: no input requires grad.
        NotImplementedError: what is left out here: forward mode and batched gradients.
    """
    _refuse_modes(check_backward_ad, check_forward_ad, check_batched_grad, check_batched_forward_grad)
    options = Options(eps, atol, rtol, nondet_tol, check_undefined_grad, check_grad_dtypes)
    try:
        check(func, as_tuple(inputs), options)
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
        gen_non_contig_grad_outputs: draw seeds whose memory has gaps.

    Other arguments, result and errors are those of `gradcheck`.
    """
    _refuse_left_out(check_fwd_over_rev=check_fwd_over_rev)
    if not check_rev_over_rev:
        raise AssertionError("Expected at least one of check_fwd_over_rev or check_rev_over_rev to be True")
    inputs = as_tuple(inputs)
    seeds = _random_seeds(func, inputs, gen_non_contig_grad_outputs) if grad_outputs is None else as_tuple(grad_outputs)
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


def _random_seeds(func: Callable, inputs: tuple, with_gaps: bool) -> tuple[Tensor, ...]:
    """A seed for each output, drawn as PyTorch does from the program's own stream, so that it goes on as there."""
    outputs = requiring_grad(as_tuple(func(*inputs)))
    return tuple(wrap(_random_seed(output._data, with_gaps)).requires_grad_() for output in outputs)


def _random_seed(output: np.ndarray, with_gaps: bool) -> np.ndarray:
    if not with_gaps or output.size < 2:
        return draws.uniform(output.shape, -1.0, 1.0, output.dtype)
    *shape, last = output.shape
    return draws.uniform((*shape, 2 * last), -1.0, 1.0, output.dtype)[..., 1::2]


# ----- what is refused ---------------------------------------------------------------------------------------------
def _refuse_modes(backward: bool, forward: bool, batched: bool, batched_forward: bool) -> None:
    if batched_forward and not forward:
        raise AssertionError("Setting check_batched_forward_grad=True requires check_forward_ad to be True")
    _refuse_left_out(check_forward_ad=forward, check_batched_grad=batched)
    if not backward:
        raise AssertionError("Expected at least one of check_forward_ad or check_backward_ad to be True")


def _refuse_left_out(**flags: bool) -> None:
    for name, wanted in flags.items():
        if wanted:
            raise NotImplementedError(
                f"{name} is left out of autograd_lab: gradcheck compares whole Jacobians of backward, nothing else."
            )
