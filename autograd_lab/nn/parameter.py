"""`Parameter`: a leaf that a `Module` notices; and parameters that get their shape from the first input.

PyTorch: torch/nn/parameter.py.
"""

from typing import Any, ClassVar

import numpy as np

from .._core.base import dtypes
from .._core.base.dtypes import Size
from .._core.base.errors import with_help
from .._core.base.state import thread, watchers
from .._core.tensor import Tensor, wrap
from .._core.watched_calls import call_made
from .._torch.creation.factory import array_type, checked
from .._torch.creation.files import parts_of


class Parameter(Tensor):
    """A tensor that requires a gradient; assigned to a module's attribute, it becomes one of ``module.parameters()``.

    It shares the memory of ``data``. What is computed from it is an ordinary Tensor.
    """

    __slots__ = ()

    def __init__(self, data: Tensor | None = None, requires_grad: bool = True):
        if data is None:
            super().__init__()
        elif isinstance(data, Tensor):
            super().__init__()
            detached = data._without_history()
            self._data = detached._data
            self._shared = None if data._shared is None else detached._shared  # a piece of somebody's memory
        else:
            raise TypeError(f"Parameter(): argument 'data' (position 1) must be Tensor, not {type(data).__name__}")
        if requires_grad and isinstance(data, Tensor) and data.is_inference() and not thread.state.inference:
            raise RuntimeError("Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.")
        if requires_grad and self._data.dtype.kind != "f":
            raise RuntimeError(
                with_help(
                    "Only Tensors of floating point and complex dtype can require gradients",
                    "pass a float tensor, or requires_grad=False.",
                )
            )
        self._requires = requires_grad

    def __deepcopy__(self, memo: dict[int, Any]) -> "Parameter":
        """A parameter with a copy of the numbers; the gradient stays behind, as in PyTorch."""
        if id(self) not in memo:
            memo[id(self)] = type(self)(wrap(np.array(self._data)), self._requires)
            if watchers.count:
                call_made("deepcopy", self, memo[id(self)])
        return memo[id(self)]

    def __reduce_ex__(self, protocol: Any) -> tuple:
        """How pickle takes it apart; unlike with other tensors, not a word about hooks that stay behind."""
        return parts_of(self)

    def __repr__(self) -> str:
        return "Parameter containing:\n" + super().__repr__()


# ----- without a shape ----------------------------------------------------------------------------------------------
_NO_SHAPE = (
    "Can't access the shape of an uninitialized parameter or buffer. This error usually happens in `load_state_dict` "
    "when trying to load an uninitialized parameter into an initialized one. Call `forward` to initialize the "
    "parameters before accessing their attributes."
)
_memory = Tensor.__dict__["_data"]  # where the numbers of any other tensor are


class UninitializedTensorMixin:
    """What `UninitializedParameter` and `UninitializedBuffer` share: no function gets at their numbers."""

    __slots__ = ()
    cls_to_become: ClassVar[type[Tensor]] = Tensor

    @property
    def _data(self) -> np.ndarray:
        name = type(self).__name__
        raise ValueError(
            "Attempted to use an uninitialized parameter in a function. This error happens when you are using a "
            f"`LazyModule` or explicitly manipulating `torch.nn.parameter.{name}` objects. When using LazyModules Call "
            "`forward` with a dummy batch to initialize the parameters before calling torch functions"
        )

    @_data.setter
    def _data(self, data: np.ndarray) -> None:
        _memory.__set__(self, data)

    def materialize(self, shape: Any, device: Any = None, dtype: Any = None) -> None:
        """Become an ordinary parameter (or tensor) of this shape; its numbers are still to be written."""
        kind = _memory.__get__(self).dtype if dtype is None else array_type(dtype, device)
        self._data = np.zeros(checked((shape,) if isinstance(shape, int) else tuple(shape)), kind)
        self.__class__ = self.cls_to_become

    def _cast(self, kind: Any) -> None:
        self._data = _memory.__get__(self).astype(kind)

    @property
    def shape(self) -> Any:
        """Raises: there is no shape yet."""
        raise RuntimeError(_NO_SHAPE)

    @property
    def data(self) -> Tensor:
        """What numbers there are so far: none, so that ``lazy.weight.data.normal_(0, 0.01)`` does nothing."""
        return wrap(_memory.__get__(self))

    @data.setter
    def data(self, data: Tensor) -> None:
        Tensor.data.__set__(self, data)

    def size(self) -> Size:
        """A size of 0, as PyTorch says."""
        return Size((0,))

    @property
    def ndim(self) -> int:
        """1, as PyTorch says."""
        return 1

    @property
    def dtype(self) -> dtypes.dtype:
        """The type of the numbers to come."""
        return dtypes.of(_memory.__get__(self).dtype)

    def is_floating_point(self) -> bool:
        """Whether the numbers to come are."""
        return self.dtype.is_floating_point

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return memo.setdefault(id(self), type(self)(self._requires, None, self.dtype))

    def __reduce_ex__(self, protocol: Any) -> tuple:
        return type(self), (self._requires,)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    """A parameter whose shape is not known yet; `materialize` makes it an ordinary one.

    Raises:
        ValueError, RuntimeError: (later) it was used in a function, or asked for its shape, too early.
    """

    __slots__ = ()
    cls_to_become = Parameter

    def __init__(self, requires_grad: bool = True, device: Any = None, dtype: Any = None):
        Tensor.__init__(self)
        self._data = np.empty(0, array_type(dtype, device))
        if requires_grad and not self.dtype.is_floating_point:
            raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
        self._requires = requires_grad


class UninitializedBuffer(UninitializedTensorMixin, Tensor):
    """A buffer whose shape is not known yet; see `UninitializedParameter`."""

    __slots__ = ()

    def __init__(self, requires_grad: bool = False, device: Any = None, dtype: Any = None):
        Tensor.__init__(self)
        self._data = np.empty(0, array_type(dtype, device))
        self._requires = requires_grad


def is_lazy(param: Any) -> bool:
    """Whether it is a parameter or a buffer without a shape."""
    return isinstance(param, UninitializedTensorMixin)
