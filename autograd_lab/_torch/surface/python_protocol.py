"""A tensor in Python's own hands: ``float(x)``, ``if x:``, ``len(x)``, ``for row in x``, ``f"{x:.2f}"``, ``deepcopy``.

PyTorch: torch/_tensor.py, tools/autograd/templates/python_variable_methods.cpp.
"""

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..._core.base.errors import with_help
from ..._core.base.learners_line import warn_once
from ..._core.base.state import thread, watchers
from ..._core.inference import kind_of_copy, mark_new
from ..._core.memory import Sharing
from ..._core.tensor import Tensor, wrap
from ..._core.watched_calls import call_made
from ..creation.files import NOT_COPIED, memory_of, piece_of

_SCALAR_CONVERSION = (
    "Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior.\n"
    "Consider using tensor.detach() first."
)
_NO_LEAF = (
    "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  If you "
    "were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, see "
    "https://github.com/pytorch/pytorch/pull/103001"
)


# ----- numbers -----------------------------------------------------------------------------------------------------
def item(self: Tensor) -> Any:
    """The single number in it, as a Python number: float, int or bool.

    Raises:
        RuntimeError: when there is not exactly one element.
    """
    if self._data.size != 1:
        raise RuntimeError(f"a Tensor with {self._data.size} elements cannot be converted to Scalar")
    if watchers.count:
        call_made("item", self, ())
    return self._data.item()


def tolist(self: Tensor) -> Any:
    """The numbers as nested lists, one level for each dimension; of a 0-d tensor the number itself."""
    if watchers.count:
        call_made("tolist", self, ())
    return self._data.tolist()


def _number(self: Tensor, operation: str = "float") -> Any:
    if self.requires_grad and thread.state.grad_enabled:
        warn_once(_SCALAR_CONVERSION)
    if self._data.size != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    if watchers.count:
        call_made(operation, self, ())
    return self._data.item()


def _index(self: Tensor) -> int:
    if self._data.dtype.kind not in "iub" or self._data.size != 1:
        raise TypeError("only integer tensors of a single element can be converted to an index")
    if watchers.count:
        call_made("index", self, ())
    return int(self._data.item())


def _bool(self: Tensor) -> bool:
    if self._data.size != 1:
        how_many = "more than one value" if self._data.size else "no values"
        raise RuntimeError(f"Boolean value of Tensor with {how_many} is ambiguous")
    if watchers.count:
        call_made("bool", self, ())
    return bool(self._data.item())


# ----- a sequence --------------------------------------------------------------------------------------------------
def _len(self: Tensor) -> int:
    if self._data.ndim == 0:
        raise TypeError("len() of a 0-d tensor")
    return len(self._data)


def _iter(self: Tensor) -> Iterator[Tensor]:
    if self._data.ndim == 0:
        raise TypeError("iteration over a 0-d tensor")
    return iter(self.unbind(0))


# ----- text and copies ---------------------------------------------------------------------------------------------
def _format(self: Tensor, spec: str) -> str:
    if self._data.ndim == 0:
        return format(self.item(), spec)
    if spec:
        raise TypeError("unsupported format string passed to Tensor.__format__")
    return repr(self)


def _deepcopy(self: Tensor, memo: dict[int, Any]) -> Tensor:
    """A leaf of its own with the same numbers and gradient; hooks stay with the original.

    Raises:
        RuntimeError: for a tensor that is no leaf, or whose gradient has another shape or type by now.
    """
    if not self.is_leaf:
        raise RuntimeError(with_help(_NO_LEAF, "copy x.detach() instead."))
    copied = memo[id(self)] = _copied_memory(self, memo)
    copied.__class__ = kind_of_copy(self)
    copied._requires = self.requires_grad
    own = {key: value for key, value in self.__dict__.items() if key not in NOT_COPIED}
    copied.__dict__.update(copy.deepcopy(own, memo))
    if self._grad is not None:
        copied.grad = copy.deepcopy(self._grad, memo)
    if watchers.count:
        call_made("deepcopy", self, copied)
    return mark_new(copied)


def _copied_memory(self: Tensor, memo: dict[int, Any]) -> Tensor:
    """The same numbers in new memory; what shares memory, such as a tensor and its views, does so again."""
    if not isinstance(self._data, np.ndarray):
        return wrap(self._data)
    memory, place = memory_of(self)
    if place is None:
        return wrap(copy.deepcopy(self._data, memo))
    memory = copy.deepcopy(memory, memo)
    copied = wrap(piece_of(memory, place))
    copied._shared = Sharing(wrap(memory), None, 0)
    return copied


MEMBERS = {
    "item": item,
    "tolist": tolist,
    "__float__": lambda self: float(_number(self)),
    "__int__": lambda self: int(_number(self, "int")),
    "__complex__": lambda self: complex(_number(self)),
    "__index__": _index,
    "__bool__": _bool,
    "__len__": _len,
    "__iter__": _iter,
    "__format__": _format,
    "__deepcopy__": _deepcopy,
}
