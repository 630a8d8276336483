"""Tensor: an array, and how it came to be.

A tensor holds its numbers in ``_data`` and, if gradients matter, one link into the graph: ``_fn``. That link is the
node that made it (or, when that node has several outputs, the edge that says which one). A leaf has no link; it says
with ``_requires`` whether it wants a gradient. Everything else a learner can ask for follows from these.

This class links a tensor to the graph, says whether it requires a gradient, and tells its shape and dtype. ``.grad``
and hooks are in ``tensor_grad.py``; memory shared with views and ``detach()`` is in ``tensor_memory.py``.
``_torch/surface/methods.py`` lists everything that a tensor can do, from ``+`` to ``backward``, and adds it to this
class.

PyTorch: torch/_tensor.py, torch/csrc/autograd/variable.h.
"""

from typing import Any

import numpy as np

from .base import dtypes
from .base.device import CPU, device
from .base.errors import with_help
from .base.printing import tensor_text
from .graph import GradientEdge, Node
from .hook_registry import Extras
from .memory import Sharing, WriteLog

_COMPUTED = (
    "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a subgraph "
    "that doesn't require differentiation use var_no_grad = var.detach()."
)

new = object.__new__
"""``new(Tensor)`` makes an empty tensor, quicker than ``Tensor()``, which looks for ``__new__`` and ``__init__``."""


class read_only(property):
    """A property whose setter answers in PyTorch's words."""

    def __set__(self, instance: Any, value: Any) -> None:
        raise AttributeError(f"attribute '{self.fget.__name__}' of 'torch._C.TensorBase' objects is not writable")


class Tensor:
    """An n-dimensional array that remembers the operations that made it.

    Use `tensor`, `zeros`, `randn` … to make one. ``Tensor([1, 2])`` makes float32, as in PyTorch.
    """

    # What few tensors need (name, hooks) lives in the instance dictionary, which Python makes on first use.
    __slots__ = ("__dict__", "__weakref__", "_data", "_fn", "_grad", "_requires", "_shared", "_written")

    _data: Any
    """The numbers: an array. A 0-d result stays a NumPy scalar; making it an array would double the time."""
    _fn: Node | GradientEdge | None
    """Which node made it; None for a leaf."""
    _requires: bool
    """Whether this leaf wants a gradient; False for what an operation made."""
    _grad: "Tensor | None"
    """What ``.grad`` shows."""
    _shared: Sharing | None
    """For a view or the result of ``detach()``: which tensor owns the memory. None for a tensor with its own."""
    _written: WriteLog | None
    """The log of writes in place, kept by the tensor that owns the memory."""
    _extras: Extras | None = None
    """Hooks of a leaf; those of any other tensor belong to its node."""
    _name: str | None = None
    _detached = 0
    """The next free node number when `detach_` was called. Older nodes that saved this tensor raise in backward."""
    _retains = False
    """Whether `retain_grad` was called on this tensor, which is no leaf."""
    _had_another_dtype = False
    """Whether ``x.data = …`` changed the dtype. Graphs built before that still send gradients of the old dtype."""

    __module__ = __package__.partition(".")[0]  # where programs find it, and so do pickles
    __array_priority__ = 1000

    # ----- the link into the graph ------------------------------------------------------------------------------
    @read_only
    def grad_fn(self) -> Node | None:
        """The node that made this tensor, None for a leaf."""
        if self._shared is not None:
            self._refresh()
        fn = self._fn
        return fn.node if fn.__class__ is GradientEdge else fn

    @read_only
    def output_nr(self) -> int:
        """Which output of ``grad_fn`` this tensor is; its gradient arrives in the slot of that number."""
        fn = self._fn
        return fn.output_nr if fn.__class__ is GradientEdge else 0

    @read_only
    def is_leaf(self) -> bool:
        """True when no recorded operation made this tensor. Only leaves get ``.grad`` from backward."""
        return self.grad_fn is None

    def _edge(self) -> Any:
        """Where this tensor's gradient goes, in the short form that nodes store (None: nowhere)."""
        shared = self._shared
        if shared is not None and shared.base is not None:
            written = shared.owner._written
            if written is not None and written.count != shared.seen:
                self._refresh()
        return self if self._requires else self._fn

    def _refresh(self) -> None:
        """When a view's base has been changed in place, the view's history becomes a piece of the base's new one."""
        shared = self._shared
        if shared.base is None or shared.seen == self._version or (self._fn is None and not shared.base.requires_grad):
            return
        self._take_history_from_base()  # from view_history.py

    @property
    def requires_grad(self) -> bool:
        """Whether backward should compute a gradient for this tensor, or pass through it. Can be set on leaves.

        Raises:
            RuntimeError: on setting it for whole numbers, to False for an operation's result, or to no bool.
        """
        if self._requires or self._fn is not None:
            return True
        shared = self._shared  # a view wants a gradient as soon as its base does
        return shared is not None and shared.base is not None and shared.base.requires_grad

    @requires_grad.setter
    def requires_grad(self, flag: bool) -> None:
        if not isinstance(flag, bool):
            raise RuntimeError("requires_grad must be a bool")
        if flag and self._fn is not None:
            raise RuntimeError(_COMPUTED.partition(" If")[0])
        self._set_requires_grad(flag, "only Tensors of floating point and complex dtype can require gradients")

    def requires_grad_(self, requires_grad: bool = True) -> "Tensor":
        """Ask for a gradient (or not) from now on; returns the tensor itself. Errors are those of ``requires_grad``."""
        if not isinstance(requires_grad, bool):
            kind = type(requires_grad).__name__
            raise TypeError(f"requires_grad_(): argument 'requires_grad' (position 1) must be bool, not {kind}")
        self._set_requires_grad(requires_grad, "only Tensors of floating point dtype can require gradients")
        return self

    def _set_requires_grad(self, flag: bool, refusal: str) -> None:
        if self._fn is not None:
            if not flag:
                raise RuntimeError(_COMPUTED)
            return
        if flag and self._data.dtype.kind != "f":
            help = f"this tensor holds {self.dtype}; write the numbers with a point, or use .float()."
            raise RuntimeError(with_help(refusal, help))
        self._requires = flag

    # ----- what it looks like --------------------------------------------------------------------------------------
    @read_only
    def shape(self) -> dtypes.Size:
        """The lengths of the dimensions."""
        return tuple.__new__(dtypes.Size, self._data.shape)  # already ints, so unchecked

    @read_only
    def ndim(self) -> int:
        """How many dimensions there are; 0 for a scalar."""
        return self._data.ndim

    def dim(self) -> int:
        """The same as ``ndim``."""
        return self._data.ndim

    def numel(self) -> int:
        """How many numbers it holds."""
        return self._data.size

    nelement = numel

    @read_only
    def dtype(self) -> dtypes.dtype:
        """The type of its numbers, e.g. ``torch.float32``."""
        return dtypes.of(self._data.dtype)

    @read_only
    def device(self) -> device:
        """Always the CPU."""
        return CPU

    def is_floating_point(self) -> bool:
        """Whether gradients are possible at all."""
        return self._data.dtype.kind == "f"

    def is_inference(self) -> bool:
        """Whether it was made inside `inference_mode`."""
        return False

    def is_contiguous(self) -> bool:
        """Whether the elements lie in memory row by row, without gaps."""
        return not isinstance(self._data, np.ndarray) or self._data.flags.c_contiguous

    @property
    def name(self) -> str | None:
        """What the learner calls it; pictures and sentences use it. Not in PyTorch."""
        return self._name

    @name.setter
    def name(self, name: str | None) -> None:
        self._name = name

    def __repr__(self) -> str:
        suffixes = []
        try:
            fn = self.grad_fn
            if fn is not None:
                suffixes.append(f"grad_fn=<{type(fn).__name__}>")
            elif self.requires_grad:
                suffixes.append("requires_grad=True")
        except RuntimeError:  # a view that may not follow the base, which was changed in place; any other use raises
            suffixes.append("grad_fn=<Invalid>")
        return tensor_text(np.asarray(self._data), suffixes)

    __hash__ = object.__hash__  # == compares element by element, but a tensor is itself as a key


def wrap(data: Any, fn: Any = None) -> Tensor:
    """A tensor around an array (or NumPy scalar), without copy or check."""
    tensor = new(Tensor)
    tensor._data = data
    tensor._fn = fn
    tensor._requires = False
    tensor._grad = tensor._shared = tensor._written = None
    return tensor
