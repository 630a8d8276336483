"""Writing into the diagonal of a tensor. PyTorch: aten/src/ATen/native/Fill.cpp."""

from typing import Any

from ... import derivatives as d
from ..._core.base.strided import strides
from ..._core.call_in_place import call_in_place
from ..._core.tensor import Tensor


def fill_diagonal_(self: Tensor, fill_value: Any, wrap: bool = False) -> Tensor:
    """Write a number into the main diagonal; with ``wrap``, a tall matrix gets another below the one that has ended.

    Raises:
        RuntimeError: fewer than two dimensions; or more, of different lengths.
    """
    shape = self._data.shape
    if len(shape) < 2:
        raise RuntimeError("dimensions must larger than 1")
    if len(shape) > 2 and len(set(shape)) > 1:
        raise RuntimeError("all dimensions of input must be of equal length")
    steps, start, length = strides(self._data), self.storage_offset(), min(shape)
    _fill_along(self, fill_value, length, start)
    if wrap and len(shape) == 2 and shape[0] > shape[1] + 1:
        step = shape[1] + 1  # a row more than the matrix is wide, and the next diagonal begins
        _fill_along(self, fill_value, -(-self.numel() // step) - length, start + steps[0] * step)
    return self


def _fill_along(self: Tensor, value: Any, length: int, start: int) -> None:
    """Write into so many elements, from ``start`` on, each one further in every dimension."""
    row = d.fill_tensor if isinstance(value, Tensor) else d.fill
    call_in_place(row, (d.as_strided(self, (length,), (sum(strides(self._data)),), start), value))


__all__: list[str] = []
METHODS = ["fill_diagonal_"]
