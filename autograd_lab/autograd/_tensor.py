"""Tensor: an array, and how it came to be.

A tensor holds its numbers in ``_data`` and, if gradients matter, one link into the graph: ``_fn``. That link is the
node that made it (or, when that node has several outputs, the edge that says which one). A leaf has no link; it says
with ``_requires`` whether it wants a gradient. Everything else a learner can ask for follows from these.

The operations (``+``, ``exp``, ``sum`` …) are attached by ``_functions.py`` from the table in ``derivatives.py``;
``backward`` is attached by ``autograd/backward.py``.

PyTorch: torch/_tensor.py, torch/csrc/autograd/variable.h.
"""

import copy
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .._base import dtypes
from .._base.device import CPU, device
from .._base.errors import VIEW_DETACHED, with_help
from .._base.learners_line import warn
from .._base.printing import tensor_text
from .._base.state import thread
from . import graph
from .graph import Extras, GradientEdge, Node, RemovableHandle
from .memory import Sharing, WriteLog

_NOT_A_LEAF = (
    "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be "
    "populated during autograd.backward(). If you indeed want the .grad field to be populated for a non-leaf Tensor, "
    "use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure you access "
    "the leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more information."
)
_SCALAR_CONVERSION = (
    "Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior.\n"
    "Consider using tensor.detach() first."
)


new = object.__new__
"""``new(Tensor)`` is an empty one: quicker than to look for ``__new__`` and ``__init__``."""


class read_only(property):
    """A property whose setter answers in PyTorch's words."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._called = name

    def __set__(self, instance: Any, value: Any) -> None:
        raise AttributeError(f"attribute '{self._called}' of 'torch._C.TensorBase' objects is not writable")


class Tensor:
    """An n-dimensional array that remembers the operations that made it.

    Use `tensor`, `zeros`, `randn` … to make one. ``Tensor([1, 2])`` makes float32, as in PyTorch.
    """

    # 0-d results stay the NumPy scalars that NumPy returns: wrapping them in 0-d arrays would cost twice the time.
    # What few tensors need (name, hooks) lives in the instance dictionary, which Python makes on first use.
    __slots__ = ("__dict__", "__weakref__", "_data", "_fn", "_grad", "_requires", "_shared", "_written")

    __module__ = __package__.partition(".")[0]  # where programs find it, and so do pickles
    __array_priority__ = 1000
    _extras: Extras | None = None  # hooks of a leaf; those of any other tensor belong to its node
    _name: str | None = None

    def __init__(self, data: Any = (), *, requires_grad: bool = False):
        self._data = np.array(data, dtype=dtypes.get_default_dtype().numpy)
        self._fn = self._grad = self._shared = self._written = None
        self._requires = requires_grad

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
        if self._shared is not None:
            self._refresh()
        fn = self._fn
        return fn.output_nr if fn.__class__ is GradientEdge else 0

    @read_only
    def is_leaf(self) -> bool:
        """True when no recorded operation made this tensor. Only leaves get ``.grad`` from backward."""
        return self.grad_fn is None

    def _edge(self) -> Any:
        """Where this tensor's gradient goes, in the short form that nodes store (None: nowhere)."""
        shared = self._shared
        if shared is not None and shared.owner._written is not None:
            self._refresh()
        return self if self._requires else self._fn

    def _refresh(self) -> None:
        """A view whose base was changed in place since: its history is now a piece of the base's new history."""
        shared = self._shared
        if shared.base is None or shared.seen == self._version or (self._fn is None and not shared.base.requires_grad):
            return
        self._take_history_from_base()  # attached by _in_place.py

    @property
    def requires_grad(self) -> bool:
        """Whether backward should compute a gradient for this tensor, or pass through it."""
        if self._requires or self._fn is not None:
            return True
        shared = self._shared  # a view needs one as soon as its base does
        return shared is not None and shared.base is not None and shared.base.requires_grad

    @requires_grad.setter
    def requires_grad(self, flag: bool) -> None:
        if not isinstance(flag, bool):
            raise RuntimeError("requires_grad must be a bool")
        self._set_requires_grad(flag, "only Tensors of floating point and complex dtype can require gradients")

    def requires_grad_(self, requires_grad: bool = True) -> "Tensor":
        """Ask for a gradient (or not) from now on; returns the tensor itself."""
        if not isinstance(requires_grad, bool):
            raise TypeError(
                "requires_grad_(): argument 'requires_grad' (position 1) must be bool, "
                f"not {type(requires_grad).__name__}"
            )
        self._set_requires_grad(requires_grad, "only Tensors of floating point dtype can require gradients")
        return self

    def _set_requires_grad(self, flag: bool, refusal: str) -> None:
        if self._fn is not None:
            if not flag:
                raise RuntimeError(
                    "you can only change requires_grad flags of leaf variables. If you want to use a computed variable "
                    "in a subgraph that doesn't require differentiation use var_no_grad = var.detach()."
                )
            return
        if flag and self._data.dtype.kind != "f":
            raise RuntimeError(
                with_help(refusal, f"this tensor holds {self.dtype}; write the numbers with a point, or use .float().")
            )
        self._requires = flag

    # ----- .grad --------------------------------------------------------------------------------------------------
    @property
    def grad(self) -> "Tensor | None":
        """What backward has accumulated here; None until something was."""
        if self._grad is None and self._fn is not None and not self.retains_grad:
            warn(_NOT_A_LEAF)
        return self._grad

    @grad.setter
    def grad(self, value: "Tensor | None") -> None:
        if value is not None:
            self._check_gradient(value)
        self._grad = value

    @grad.deleter
    def grad(self) -> None:
        self._grad = None

    def _check_gradient(self, value: Any) -> None:
        if not isinstance(value, Tensor):
            raise TypeError(
                f"assigned grad expected to be a Tensor or None but got grad of type {type(value).__name__}"
            )
        if value is self:
            raise RuntimeError("can't assign Variable as its own grad")
        if value.shape != self.shape:
            raise RuntimeError(
                f"attempting to assign a gradient of size '{list(value.shape)}' to a tensor of size "
                f"'{list(self.shape)}'. Please ensure that the gradient and the tensor are the same size"
            )
        if value.dtype != self.dtype:
            raise RuntimeError(
                f"attempting to assign a gradient with dtype '{value.dtype.c_name}' to a tensor with grad_dtype "
                f"'{self.dtype.short}'. The gradient must match the tensor's grad_dtype (defaults to the tensor's "
                "dtype). You can set the tensor's grad_dtype attribute with a specific dtype, or None to allow any "
                "dtype. Set grad_dtype with caution. Diverging the dtypes of a tensor and its gradient may break "
                "downstream systems that assume they match."
            )

    def retain_grad(self) -> None:
        """Keep ``.grad`` for this tensor although it is no leaf; on a leaf this changes nothing."""
        if not self.requires_grad:
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
        if self._fn is not None:
            graph.hooks.in_use = True
            self.grad_fn.extras().retained[self.output_nr] = weakref.ref(self)

    @read_only
    def retains_grad(self) -> bool:
        """Whether `retain_grad` was called on this tensor."""
        if self._fn is None or self.grad_fn._extras is None:
            return False
        reference = self.grad_fn._extras.retained.get(self.output_nr)
        return reference is not None and reference() is self

    # ----- hooks --------------------------------------------------------------------------------------------------
    def register_hook(self, hook: Callable[["Tensor"], "Tensor | None"]) -> RemovableHandle:
        """Call ``hook(grad)`` when this tensor's whole gradient is known; a returned tensor replaces it."""
        if not self.requires_grad:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        extras = graph.leaf_extras(self) if self._fn is None else self.grad_fn.extras()
        return graph.add_hook(extras.tensor_hooks.setdefault(self.output_nr, graph.OrderedDict()), hook)

    def register_post_accumulate_grad_hook(self, hook: Callable[["Tensor"], None]) -> RemovableHandle:
        """Call ``hook(tensor)`` after ``tensor.grad`` was written. Leaves only."""
        if self._fn is not None:
            raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
        if not self._requires:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        return graph.add_hook(graph.leaf_extras(self).post_accumulate, hook)

    # ----- memory and versions ------------------------------------------------------------------------------------
    @read_only
    def _version(self) -> int:
        """How many in-place operations have changed this memory; views and ``detach()`` share the count."""
        shared = self._shared
        written = (self if shared is None else shared.owner)._written
        return 0 if written is None else written.count

    def _memory_owner(self) -> "Tensor":
        """The tensor that has the memory (itself, unless it is a view or detached) and its log of writes."""
        return self if self._shared is None else self._shared.owner

    def _write_log(self) -> graph.WriteLog:
        """When this memory was written in place; shared with the owner, and known to the nodes that show it."""
        owner = self._memory_owner()
        if owner._written is None:
            owner._written = WriteLog()
        for fn in (owner._fn, self._fn):
            if fn is not None:
                node, number = graph.edge_of(fn)[:2]
                node.extras().written[number] = owner._written
        return owner._written

    def _note_write(self, node: Node | None = None) -> None:
        """Remember an in-place operation (and the node it left, if any), so that nodes with the old numbers can tell.

        Nothing is stored when a value is saved, which happens often; the cost is here, where it is rare.
        """
        self._write_log().add(graph.upcoming_number() - 0.5 if node is None else node._number)

    def _called(self) -> str:
        return self._name if self._name is not None else "the leaf"

    def detach(self) -> "Tensor":
        """A leaf with the same memory and no history: gradients stop here. Writing to one writes to both."""
        result = Tensor.__new__(Tensor)
        if not isinstance(self._data, np.ndarray):
            self._data = np.asarray(self._data)  # a NumPy scalar cannot share memory; a 0-d array can
        result._data = self._data
        result._fn = result._grad = result._written = None
        result._requires = False
        result._shared = Sharing(self._memory_owner(), None, 0)
        return result

    def detach_(self) -> "Tensor":
        """Forget the history, in place. Not for views; nodes that saved this tensor can then run no more."""
        if self._is_view():
            raise RuntimeError(VIEW_DETACHED)
        if self._fn is not None:
            log = self._write_log()
            log.detached = log.latest = graph.upcoming_number()
        self._fn, self._requires = None, False
        return self

    def _is_view(self) -> bool:
        """Whether an operation made this tensor as a view: it shows its base's memory, and its history."""
        return self._shared is not None and self._shared.base is not None

    @property
    def _base(self) -> "Tensor | None":
        """The tensor that a view looks at, never itself a view."""
        return None if self._shared is None else self._shared.base

    @property
    def data(self) -> "Tensor":
        """Like `detach`, but writes through it are not counted: the graph cannot notice them."""
        result = self.detach()
        result._shared = None
        return result

    @data.setter
    def data(self, value: "Tensor") -> None:
        if not isinstance(value, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {type(value).__name__}")
        self._data = value._data

    # ----- what it looks like --------------------------------------------------------------------------------------
    @read_only
    def shape(self) -> dtypes.Size:
        """The lengths of the dimensions."""
        return dtypes.Size(self._data.shape)

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
        """Whether the memory is in row-major order without gaps."""
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
        if self._fn is not None:
            suffixes.append(f"grad_fn=<{type(self.grad_fn).__name__}>")
        elif self._requires:
            suffixes.append("requires_grad=True")
        return tensor_text(np.asarray(self._data), suffixes)

    # ----- leaving the world of tensors -----------------------------------------------------------------------------
    def numpy(self, *, force: bool = False) -> np.ndarray:
        """The numbers as an array that shares this tensor's memory; ``force`` says detach first."""
        if self.requires_grad and thread.state.grad_enabled and not force:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        if not isinstance(self._data, np.ndarray):
            self._data = np.asarray(self._data)
        return self._data

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        array = self.numpy()
        return np.array(array, dtype=dtype, copy=copy) if copy else np.asarray(array, dtype=dtype)

    def item(self) -> Any:
        """The single number in it, as a Python number."""
        if self._data.size != 1:
            raise RuntimeError(f"a Tensor with {self._data.size} elements cannot be converted to Scalar")
        return self._data.item()

    def tolist(self) -> Any:
        """The numbers as nested lists."""
        return self._data.tolist()

    def _to_scalar(self) -> Any:
        if self.requires_grad:
            warn(_SCALAR_CONVERSION)
        if self._data.size != 1:
            raise ValueError("only one element tensors can be converted to Python scalars")
        return self.item()

    def __float__(self) -> float:
        return float(self._to_scalar())

    def __int__(self) -> int:
        return int(self._to_scalar())

    def __complex__(self) -> complex:
        return complex(self._to_scalar())

    def __index__(self) -> int:
        if self._data.dtype.kind not in "iub" or self._data.size != 1:
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return int(self._data.item())

    def __bool__(self) -> bool:
        if self._data.size != 1:
            how_many = "more than one value" if self._data.size else "no values"
            raise RuntimeError(f"Boolean value of Tensor with {how_many} is ambiguous")
        return bool(self._data.item())

    def __len__(self) -> int:
        if self._data.ndim == 0:
            raise TypeError("len() of a 0-d tensor")
        return len(self._data)

    def __iter__(self) -> Iterator["Tensor"]:
        if self._data.ndim == 0:
            raise TypeError("iteration over a 0-d tensor")
        return iter(self.unbind(0))

    def __format__(self, spec: str) -> str:
        if self._data.ndim == 0:
            return format(self.item(), spec)
        if spec:
            raise TypeError("unsupported format string passed to Tensor.__format__")
        return repr(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Tensor":
        """A leaf of its own with the same numbers and gradient; hooks stay with the original."""
        if self._fn is not None:
            raise RuntimeError(
                with_help(
                    "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the "
                    "moment.  If you were attempting to deepcopy a module, this may be because of a "
                    "torch.nn.utils.weight_norm usage, see https://github.com/pytorch/pytorch/pull/103001",
                    "copy x.detach() instead.",
                )
            )
        copied = memo[id(self)] = wrap(copy.copy(self._data))
        copied.__class__ = self.__class__  # a Parameter stays one
        copied._requires = self._requires
        own = {key: value for key, value in self.__dict__.items() if key not in ("_extras", "_detached")}
        copied.__dict__.update(copy.deepcopy(own, memo))
        copied._grad = copy.deepcopy(self._grad, memo)
        return copied

    __hash__ = object.__hash__  # == compares element by element, but a tensor is itself as a key


def wrap(data: Any, fn: Any = None) -> Tensor:
    """A tensor around an array (or NumPy scalar) that is already right: no copy, no check."""
    tensor = new(Tensor)
    tensor._data = data
    tensor._fn = fn
    tensor._requires = False
    tensor._grad = tensor._shared = tensor._written = None
    return tensor
