"""Images as windows: unfold and fold. PyTorch: ATen/native/{Im2Col.cpp,Col2Im.cpp}."""

import math
from collections.abc import Sequence
from typing import Any

from ... import derivatives as d
from ...autograd._tensor import Tensor
from ...derivatives.folding import window_counts
from ._sizes import spread


def unfold(input: Tensor, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1) -> Tensor:
    """Every window as a column: (N, C, H, W) → (N, C · kH · kW, places)."""
    kernel, *rest = _window_numbers(kernel_size, dilation, padding, stride)
    if input.ndim not in (3, 4) or 0 in input.shape[-3:]:
        if input.ndim < 3:
            raise IndexError(
                f"Dimension out of range (expected to be in range of [{-input.ndim}, {input.ndim - 1}], but got 2)"
            )
        raise RuntimeError(
            "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, "
            f"but got: {list(input.shape)}"
        )
    if input._data.dtype.kind != "f":
        raise NotImplementedError(f"\"im2col_out_cpu\" not implemented for '{input.dtype.short}'")
    gap, pad, step = rest
    sizes = tuple(input._data.shape[-2:])
    counts = window_counts(sizes, kernel, step, pad, gap)
    if min(counts) < 1:
        raise RuntimeError(
            f"Given input with spatial size {sizes}, kernel_size={kernel}, dilation={gap}, padding={pad}, calculated "
            f"shape of the array of sliding blocks as {tuple(counts)}, but its components must be at least one."
        )
    return d.im2col(input, kernel, gap, pad, step)


def fold(
    input: Tensor, output_size: Any, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1
) -> Tensor:
    """Columns added up on the places they came from: (N, C · kH · kW, places) → (N, C, *output_size)."""
    sizes = _pair("output_size", output_size)
    kernel, gap, pad, step = _window_numbers(kernel_size, dilation, padding, stride)
    shape = list(input.shape)
    if input.ndim not in (2, 3) or 0 in shape[-2:]:
        raise RuntimeError(
            "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero dimensions for "
            f"input, but got: {shape}"
        )
    if shape[-2] % math.prod(kernel):
        raise RuntimeError(
            "Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got "
            f"input.size(1)={shape[-2]} and kernel_size={kernel}."
        )
    counts = window_counts(sizes, kernel, step, pad, gap)
    if math.prod(counts) != shape[-1]:
        raise RuntimeError(
            f"Given output_size={sizes}, kernel_size={kernel}, dilation={gap}, padding={pad}, stride={step}, expected "
            f"size of input's dimension 2 to match the calculated number of sliding blocks {counts[0]} * {counts[1]} = "
            f"{math.prod(counts)}, but got input.size(2)={shape[-1]}."
        )
    return d.col2im(input, sizes, kernel, gap, pad, step)


def _pair(name: str, given: Any) -> tuple[int, int]:
    values = spread(given, 2)
    if len(values) != 2:
        raise RuntimeError(f"It is expected {name} equals to 2, but got size {len(values)}")
    return values


def _window_numbers(kernel_size: Any, dilation: Any, padding: Any, stride: Any) -> Sequence[tuple[int, int]]:
    names = ("kernel_size", "dilation", "padding", "stride")
    given = dict(zip(names, (kernel_size, dilation, padding, stride), strict=True))
    pairs = {name: _pair(name, value) for name, value in given.items()}
    words = dict(kernel_size=("kernel size", "kernel"), stride=("stride", "stride"), dilation=("dilation", "dilation"))
    for name, (text, short) in words.items():
        height, width = pairs[name]
        if min(height, width) <= 0:
            raise RuntimeError(
                f"{text} should be greater than zero, but got {short}_height: {height} {short}_width: {width}"
            )
    height, width = pairs["padding"]
    if min(height, width) < 0:
        raise RuntimeError(f"padding should be non-negative, but got pad_height: {height} pad_width: {width}")
    return list(pairs.values())
