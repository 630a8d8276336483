"""Images as windows, and back. PyTorch: torch/nn/modules/fold.py.

Sizes are one number, or one for each of two dimensions; what does not fit is refused when the layer is called.
"""

from typing import Any

from . import functional
from ._declared import Declared


class Unfold(Declared, calls=functional.unfold):
    """Every window as a column: (N, C, H, W) → (N, C · kH · kW, places)."""

    kernel_size: Any
    dilation: Any = 1
    padding: Any = 0
    stride: Any = 1


class Fold(Declared, calls=functional.fold):
    """Columns added up on the places they came from: (N, C · kH · kW, places) → (N, C, *output_size)."""

    output_size: Any
    kernel_size: Any
    dilation: Any = 1
    padding: Any = 0
    stride: Any = 1


__all__ = ["Fold", "Unfold"]
