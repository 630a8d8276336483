"""Operations that give a tensor another shape in place: ``x.unsqueeze_(0)``, ``x.t_()`` …

No number moves. The tensor looks at its memory in another way from then on, and its history gets one node more; hooks
and `retain_grad` of before stay with the node of before, and with the shape of before.

PyTorch: aten/src/ATen/native/{TensorShape,Resize}.cpp.
"""

from typing import Any

from ... import derivatives as d
from ..._core.base.state import thread
from ..._core.call import compute
from ..._core.call_in_place import needs_gradient
from ..._core.in_place_checks import check_allowed
from ..._core.record import edges_of, record
from ..._core.table.row import Row
from ..._core.tensor import Tensor, wrap
from ..._core.tensor_memory import share_number


def _turn(row: Row, self: Tensor, *args: Any) -> Tensor:
    """Let the tensor look at its memory as the row's forward does, and hang the row's node on its history."""
    share_number(self)
    values = row.plan.bind((self, *args), {})
    tracked = thread.state.grad_enabled and not thread.state.inference and needs_gradient(row.plan, values)
    if tracked:
        check_allowed(self)
    data = compute(row.plan, [self._data, *values[1:]])
    node = None
    if tracked:
        edges = edges_of(row.plan, [self])
        self._write_log()  # tell the old node, before the tensor moves to the new one
        before = wrap(self._data)
        before._shared, before._requires = self._shared, True
        self._data = data
        node = record(row.plan, (before, *values[1:]), self, edges)
        self._requires = False
    self._data = data
    self._note_write(node)
    if node is not None and self._is_view():
        self._shared.seen = self._version  # its own history is the right one
    return self


def unsqueeze_(self: Tensor, dim: int) -> Tensor:
    """In-place `unsqueeze`: the tensor itself gets a new dimension of length 1 at ``dim``.

    Raises:
        IndexError: a dimension that does not exist.
    """
    return _turn(d.unsqueeze_in_place, self, dim)


def squeeze_(self: Tensor, dim: int | None = None) -> Tensor:
    """In-place `squeeze`: the tensor itself loses its dimensions of length 1, or dimension ``dim``.

    Raises:
        IndexError: a dimension that does not exist.
    """
    if dim is None:
        return _turn(d.squeeze_all_in_place, self)
    return _turn(d.squeeze_in_place, self, dim)


def t_(self: Tensor) -> Tensor:
    """In-place `t`: the rows of the matrix become its columns.

    Raises:
        RuntimeError: more than two dimensions.
    """
    return _turn(d.t_in_place, self)


def transpose_(self: Tensor, dim0: int, dim1: int) -> Tensor:
    """In-place `transpose`: two dimensions of the tensor change places.

    Raises:
        IndexError: a dimension that does not exist.
    """
    return _turn(d.transpose_in_place, self, dim0, dim1)


__all__: list[str] = []
METHODS = [
    "squeeze_", "t_", "transpose_",
    "unsqueeze_",
]  # fmt: skip
