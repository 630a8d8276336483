"""Pooling. In one dimension PyTorch adds a dimension of length 1, pools, and takes it away.

PyTorch: ATen/native/{Pool.h,DilatedMaxPool2d.cpp,AveragePool2d.cpp,AdaptiveAveragePooling.cpp}.
"""

import functools
from typing import Any

from ... import derivatives as d
from ..._core.tensor import Tensor
from ..._torch import functions
from ...derivatives._windows import each
from ...derivatives.pooling import plan_for
from .arguments import spread


# ----- the largest of each window ------------------------------------------------------------------------------------
def max_pool2d(
    input: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    dilation: Any = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """The largest number of each window; of a tie, the first gets the gradient.

    Args:
        input: (N, C, H, W) or (C, H, W).
        kernel_size, stride, padding, dilation: a number or a pair; without a stride, windows do not overlap.
        ceil_mode: also count windows that hang over the end.
        return_indices: return a pair (values, places within the image).
    """
    numbers, dilation = _numbers(kernel_size, stride, padding), spread(dilation, 2)
    if input.ndim not in (3, 4):
        raise RuntimeError("non-empty 3D or 4D (batch mode) tensor expected for input")
    _check_pool(input._data.shape, *numbers, dilation, ceil_mode)
    values, indices = d.max_pool2d_with_indices(input, *numbers, dilation, ceil_mode)
    return (values, indices) if return_indices else values


def max_pool1d(
    input: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    dilation: Any = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """As `max_pool2d`, for (N, C, L) or (C, L)."""
    if input.ndim not in (2, 3):
        raise RuntimeError(
            "max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for input, but "
            f"got:{list(input.shape)}"
        )
    stride = None if stride is None else (1, *spread(stride, 1))
    kernel, padding, dilation = (
        (before, *spread(given, 1)) for before, given in ((1, kernel_size), (0, padding), (1, dilation))
    )
    values, indices = max_pool2d(d.unsqueeze(input, -2), kernel, stride, padding, dilation, ceil_mode, True)
    values = d.squeeze_dim(values, -2)
    return (values, d.squeeze_dim(indices, -2)) if return_indices else values


# ----- the mean of each window ---------------------------------------------------------------------------------------
def avg_pool2d(
    input: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Tensor:
    """The mean of each window.

    Args:
        input: (N, C, H, W) or (C, H, W).
        kernel_size, stride, padding: a number or a pair; without a stride, windows do not overlap.
        ceil_mode: also count windows that hang over the end.
        count_include_pad: whether zeros of the padding count in the mean.
        divisor_override: divide by this instead.
    """
    numbers = _numbers(kernel_size, stride, padding)
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    if input.ndim not in (3, 4):
        raise RuntimeError("non-empty 3D or 4D (batch mode) tensor expected for input")
    _check_pool(input._data.shape, *numbers, (1,), ceil_mode)
    return d.avg_pool2d(input, *numbers, ceil_mode, count_include_pad, divisor_override)


def avg_pool1d(
    input: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Tensor:
    """As `avg_pool2d`, for (N, C, L) or (C, L)."""
    _check_2_to_3("avg_pool1d", input)
    stride = None if stride is None else (1, *spread(stride, 1))
    kernel, padding = (1, *spread(kernel_size, 1)), (0, *spread(padding, 1))
    image = avg_pool2d(d.unsqueeze(input, -2), kernel, stride, padding, ceil_mode, count_include_pad)
    return d.squeeze_dim(image, -2)


def _check_2_to_3(name: str, input: Tensor) -> None:
    if input.ndim not in (2, 3):
        raise RuntimeError(
            f"Expected 2 to 3 dimensions, but got {input.ndim}-dimensional tensor for argument #1 'self' (while "
            f"checking arguments for {name})"
        )


# ----- arguments -----------------------------------------------------------------------------------------------------
def _numbers(kernel_size: Any, stride: Any, padding: Any) -> tuple[tuple, tuple, tuple]:
    return spread(kernel_size, 2), () if stride is None else spread(stride, 2), spread(padding, 2)


@functools.lru_cache(maxsize=64)
def _check_pool(shape: tuple, kernel: tuple, stride: tuple, padding: tuple, dilation: tuple, ceil_mode: bool) -> None:
    for name, given in (("kernel_size", kernel), ("stride", stride), ("padding", padding), ("dilation", dilation)):
        if len(given) > 2 or min(given, default=1) < (name != "padding"):
            raise RuntimeError(f"{name} must be one or two numbers, not too small, but got {list(given)}")
    kernel, padding, dilation = (each(given, 2) for given in (kernel, padding, dilation))
    for pad, k, gap in zip(padding, kernel, dilation, strict=True):
        if pad > ((k - 1) * gap + 1) // 2:
            raise RuntimeError(
                f"pad should be at most half of effective kernel size, but got pad={pad}, kernel_size={k} and "
                f"dilation={gap}"
            )
    if 0 in shape[-3:]:
        raise RuntimeError(
            f"Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:{list(shape)}"
        )
    places = plan_for(shape[-2:], kernel, each(stride, 2) if stride else kernel, padding, dilation, ceil_mode).places
    if min(places) < 1:
        raise RuntimeError(
            f"Given input size: ({'x'.join(map(str, shape[-3:]))}). Calculated output size: "
            f"({shape[-3]}x{places[0]}x{places[1]}). Output size is too small"
        )


# ----- a given number of windows -------------------------------------------------------------------------------------
def adaptive_avg_pool2d(input: Tensor, output_size: Any) -> Tensor:
    """The mean of each of ``output_size`` windows that cover the image: (N, C, H, W) → (N, C, *output_size).

    ``output_size`` is a number or a pair; None leaves that size as it is.

    Raises:
        RuntimeError: sizes below 0, or an input of other than 3 or 4 dimensions.
    """
    sizes = _adaptive_sizes("adaptive_avg_pool2d", input, output_size)
    if sizes == (1, 1):  # one window is the whole image
        return functions.mean(input, (-1, -2), True)
    return d.adaptive_avg_pool2d(input, sizes)


def adaptive_avg_pool1d(input: Tensor, output_size: Any) -> Tensor:
    """As `adaptive_avg_pool2d`, for (N, C, L) or (C, L)."""
    _check_2_to_3("adaptive_avg_pool1d", input)
    return d.squeeze_dim(adaptive_avg_pool2d(d.unsqueeze(input, -2), (1, *spread(output_size, 1))), -2)


def adaptive_max_pool2d(input: Tensor, output_size: Any, return_indices: bool = False) -> Any:
    """The largest of each of ``output_size`` windows: (N, C, H, W) → (N, C, *output_size).

    With ``return_indices``, a pair: the numbers, and the place of each in its image.
    """
    sizes = _adaptive_sizes("adaptive_max_pool2d", input, output_size)
    values, indices = d.adaptive_max_pool2d(input, sizes)
    return (values, indices) if return_indices else values


def _adaptive_sizes(name: str, input: Tensor, output_size: Any) -> tuple[int, ...]:
    if input.ndim not in (3, 4) or 0 in input.shape[-2:]:
        raise RuntimeError(f"{name}(): Expected 3D or 4D tensor, but got {list(input.shape)}")
    sizes = output_size if isinstance(output_size, tuple | list) else (output_size,) * 2
    if len(sizes) != 2:
        raise RuntimeError(f"{name}: output_size must be 2")
    sizes = spread([n if size is None else size for size, n in zip(sizes, input.shape[-2:], strict=True)], 2)
    if min(sizes) < 0:
        raise RuntimeError(f"{name}: elements of output_size must be greater than or equal to 0 but received {sizes}")
    return sizes
