"""Convolutions and their transposed forms, each one `convolution` node; and the windows they slide: unfold and fold.

PyTorch: ATen/native/{Convolution,Im2Col,Col2Im}.cpp.
"""

import functools
from collections.abc import Callable
from typing import Any

from ... import derivatives as d
from ..._core.base.learners_line import warn_once
from ..._core.refusals.layers import same_type
from ..._core.tensor import Tensor
from ...derivatives._windows import each, reach
from ...derivatives.folding import window_counts
from .arguments import by_x, spread

_EVEN_KERNEL = (
    "Using padding='same' with even kernel lengths and odd dilation may require a zero-padded copy of the input be "
    "created"
)


def _sliding(rank: int, doc: str) -> Callable[..., Tensor]:
    """``conv1d``, ``conv2d`` or ``conv3d``."""

    def conv(
        input: Tensor,
        weight: Tensor,
        bias: Tensor | None = None,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
    ) -> Tensor:
        return _convolve(rank, input, weight, bias, stride, padding, dilation, groups)

    conv.__name__ = conv.__qualname__ = f"conv{rank}d"
    conv.__doc__ = doc
    return conv


def _laying_down(rank: int, doc: str) -> Callable[..., Tensor]:
    """``conv_transpose1d``, ``conv_transpose2d`` or ``conv_transpose3d``."""

    def conv(
        input: Tensor,
        weight: Tensor,
        bias: Tensor | None = None,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: int = 1,
        dilation: Any = 1,
    ) -> Tensor:
        return _transpose(rank, input, weight, bias, stride, padding, output_padding, groups, dilation)

    conv.__name__ = conv.__qualname__ = f"conv_transpose{rank}d"
    conv.__doc__ = doc
    return conv


conv1d = _sliding(
    1, "Slide ``weight`` (O, C / groups, k) over ``input`` (N, C, L) or (C, L); arguments as in `conv2d`."
)
conv2d = _sliding(
    2,
    """Slide ``weight`` over ``input``; each place gives one number for each output channel.

    Args:
        input: (N, C, H, W), or (C, H, W) without a batch.
        weight: (O, C / groups, kH, kW).
        bias: (O), or None.
        stride: how far the window moves; a number or a pair.
        padding: zeros around the input: a number, a pair, "valid" (none) or "same" (the output is as large).
        dilation: distance between the elements of the window.
        groups: split the channels into groups that do not see each other.

    Raises:
        RuntimeError: sizes that do not fit.
    """,
)
conv3d = _sliding(
    3, "Slide ``weight`` (O, C / groups, kD, kH, kW) over ``input`` (N, C, D, H, W) or (C, D, H, W); as `conv2d`."
)
conv_transpose1d = _laying_down(
    1, "The gradient of `conv1d` as an operation of its own; ``weight`` is (C, O / groups, k)."
)
conv_transpose2d = _laying_down(
    2,
    """The gradient of `conv2d` as an operation of its own: every input element lays the weights down.

    ``weight`` is (C, O / groups, kH, kW); ``output_padding`` adds places at the far end, to choose among the sizes
    that a stride makes equal.
    """,
)
conv_transpose3d = _laying_down(
    3, "As `conv_transpose2d`, over (N, C, D, H, W); ``weight`` is (C, O / groups, kD, kH, kW)."
)


def _convolve(
    rank: int, input: Tensor, weight: Tensor, bias: Any, stride: Any, padding: Any, dilation: Any, groups: int
) -> Tensor:
    _check_bias_type(input, bias)
    _check_rank(f"conv{rank}d", input, rank)
    stride, dilation = spread(stride, rank), spread(dilation, rank)
    if input.ndim == rank + 1:
        return d.squeeze_dim(_convolve(rank, d.unsqueeze(input, 0), weight, bias, stride, padding, dilation, groups), 0)
    more = (0,) * rank
    if padding == "valid":
        padding = more = (0,)
    elif padding == "same":
        input, padding = _same(input, weight, stride, dilation)
    elif isinstance(padding, str):
        raise RuntimeError(f"Invalid padding string: '{padding}'")
    return _checked(input, weight, bias, stride, spread(padding, rank), dilation, False, more, groups)


def _transpose(
    rank: int,
    input: Tensor,
    weight: Tensor,
    bias: Any,
    stride: Any,
    padding: Any,
    output_padding: Any,
    groups: int,
    dilation: Any,
) -> Tensor:
    name = f"conv_transpose{rank}d"
    _check_rank(name, input, rank)
    if isinstance(padding, str):
        raise TypeError(f"{name}(): argument 'padding' must be tuple of ints, not str")
    numbers = [spread(given, rank) for given in (stride, padding, dilation, output_padding)]
    if input.ndim == rank + 1:
        return d.squeeze_dim(_checked(d.unsqueeze(input, 0), weight, bias, *numbers[:3], True, numbers[3], groups), 0)
    return _checked(input, weight, bias, *numbers[:3], True, numbers[3], groups)


def _same(input: Tensor, weight: Tensor, stride: tuple, dilation: tuple) -> tuple[Tensor, tuple]:
    """Padding that keeps the size; where it is odd, the extra zero goes to the far end, by an operation of its own."""
    if any(step != 1 for step in stride):
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    kernel = weight._data.shape[2:]
    total = [reach(k, step) - 1 for k, step in zip(kernel, each(dilation, len(kernel)), strict=True)]
    if any(t % 2 for t in total):
        warn_once(_EVEN_KERNEL)
        # constant_pad_nd counts from the last dimension back
        input = d.constant_pad_nd(input, tuple(n for t in reversed(total) for n in (0, t % 2)))
    return input, tuple(t // 2 for t in total)


# ----- checks ------------------------------------------------------------------------------------------------------
def _check_rank(name: str, input: Tensor, rank: int) -> None:
    if input.ndim not in (rank + 1, rank + 2):
        raise RuntimeError(
            f"Expected {rank + 1}D (unbatched) or {rank + 2}D (batched) input to {name}, but got input of size: "
            f"{list(input.shape)}"
        )


def _checked(input: Tensor, weight: Tensor, bias: Any, *how: Any) -> Tensor:
    shapes = input._data.shape, weight._data.shape, None if bias is None else bias._data.shape
    _check(*shapes, *how)
    _check_bias_type(input, bias)
    same_type("weight", input._data, weight._data)
    return d.convolution(input, weight, bias, *how)


@functools.lru_cache(maxsize=64)
def _check(input: tuple, weight: tuple, bias: tuple | None, *how: Any) -> None:
    """All that depends on shapes only: a training loop asks the same question again and again."""
    stride, padding, dilation, transposed, output_padding, groups = how
    rank = len(weight) - 2
    if groups <= 0:
        raise RuntimeError("non-positive groups is not supported")
    numbers = dict(stride=stride, dilation=dilation, padding=padding, output_padding=output_padding)
    for name, given in numbers.items():
        least = int(name in ("stride", "dilation"))
        if any(n < least for n in given):
            raise RuntimeError(f"{'non-positive' if least else 'negative'} {name} is not supported")
        if len(given) not in (1, rank):
            raise RuntimeError(
                f"expected {name} to be a single integer value or a list of {rank} values to match the convolution "
                f"dimensions, but got {name}={list(given)}"
            )
    _check_channels(list(input), list(weight), bias, transposed, groups)
    stride, padding, dilation = (each(given, rank) for given in (stride, padding, dilation))
    if transposed:
        for more, step, gap in zip(output_padding, stride, dilation, strict=True):
            if more >= step and more >= gap:
                raise RuntimeError(
                    "output padding must be smaller than either stride or dilation, but got output_padding: "
                    f"{more} stride: {step} dilation: {gap}"
                )
        return
    sizes = [n + 2 * p for n, p in zip(input[2:], padding, strict=True)]
    reached = [reach(k, step) for k, step in zip(weight[2:], dilation, strict=True)]
    if any(n < r for n, r in zip(sizes, reached, strict=True)) or 0 in input[2:]:
        raise RuntimeError(
            f"Calculated padded input size per channel: ({by_x(sizes)}). Kernel size: ({by_x(reached)}). Kernel size "
            "can't be greater than actual input size"
        )


def _check_channels(input: list, sizes: list, bias: tuple | None, transposed: bool, groups: int) -> None:
    given = f"Given transposed={transposed:d}" if transposed else f"Given groups={groups}"
    channels, out = (sizes[0], sizes[1] * groups) if transposed else (sizes[1] * groups, sizes[0])
    if sizes[0] % groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be divisible by {groups} at dimension 0, but got weight of "
            f"size [{sizes}] instead"
        )
    if input[1] != channels:
        raise RuntimeError(
            f"{given}, weight of size {sizes}, expected input{input} to have {channels} channels, but got "
            f"{input[1]} channels instead"
        )
    if bias is not None and bias != (out,):
        which = f"{given}, weight" if transposed else "Given weight"
        raise RuntimeError(
            f"{which} of size {sizes}, expected bias to be 1-dimensional with {out} elements, but got bias of size "
            f"{list(bias)} instead"
        )


def _check_bias_type(input: Tensor, bias: Any) -> None:
    if bias is not None and bias._data.dtype != input._data.dtype:
        raise RuntimeError(f"Input type ({input.dtype.c_name}) and bias type ({bias.dtype.c_name}) should be the same")


# ----- windows as columns --------------------------------------------------------------------------------------------
def unfold(input: Tensor, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1) -> Tensor:
    """Every window as a column: (N, C, H, W) → (N, C · kH · kW, places).

    Raises:
        RuntimeError: an input without windows.
    """
    kernel, gap, pad, step = (spread(given, 2) for given in (kernel_size, dilation, padding, stride))
    if input.ndim not in (3, 4):
        raise RuntimeError(f"Expected 3D or 4D (batch mode) tensor for input, but got: {list(input.shape)}")
    counts = window_counts(tuple(input._data.shape[-2:]), kernel, step, pad, gap)
    if min(counts) < 1:
        raise RuntimeError(f"the sliding blocks would have the shape {tuple(counts)}, but must be at least one")
    return d.im2col(input, kernel, gap, pad, step)
