"""NumPy's own functions on Tensors, in two different situations.

Inside a rule, ``np.exp(grad)`` runs our ``exp`` and is recorded. That is what lets a rule be written once: it computes
when ``grad`` is an array, and leaves nodes when it is a Tensor. In a learner's program ``np.exp(tensor)`` is what it is
in PyTorch: NumPy computes, the result is a tensor again, and a tensor that needs a gradient is refused.

NumPy asks through ``__array_ufunc__`` and ``__array_function__`` (NEP 13, NEP 18), and ``__array__`` for the numbers.

PyTorch: torch/_tensor.py (__array__, __array_wrap__), torch/csrc/utils/tensor_numpy.cpp.
"""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.base.errors import with_help
from ..._core.base.numpy_words import numpy_words
from ..._core.base.state import thread, watchers
from ..._core.base.strided import root
from ..._core.base.tracebacks import shortened
from ..._core.call_in_place import unlocked
from ..._core.tensor import Tensor, wrap
from ..._core.watched_calls import call_made
from .. import functions as functions
from ..creation.filled import ones_like, zeros_like
from ..functions import shapes

_OTHER_NAMES = {
    "power": "pow", "rint": "round", "invert": "bitwise_not", "equal": "eq", "not_equal": "ne", "greater": "gt",
    "greater_equal": "ge", "less": "lt", "less_equal": "le", "arctan2": "atan2",
}  # fmt: skip
_UFUNCS = """add subtract multiply divide floor_divide remainder negative reciprocal power square exp exp2 expm1
    log log1p log2 log10 sqrt sin cos tan arcsin arccos arctan arctan2 sinh cosh tanh floor
    ceil trunc rint absolute sign maximum minimum
    matmul equal not_equal less less_equal greater greater_equal bitwise_and bitwise_or bitwise_xor invert
    logical_and logical_or logical_xor logical_not isnan isinf isfinite"""


def _ours(name: str) -> Callable:
    """What a ufunc of this name is here: a row, or where the name stands for several, the function."""
    name = functions.elementwise.ALIASES.get(name, _OTHER_NAMES.get(name, name))
    return getattr(d, name, None) or getattr(functions, name)


UFUNCS: dict[np.ufunc, Callable] = {getattr(np, name): _ours(name) for name in _UFUNCS.split()}
OPERATORS = {
    np.add: "+", np.subtract: "-", np.multiply: "*", np.floor_divide: "//", np.remainder: "%",
    np.power: "** or pow()", np.matmul: "@",
    np.less: "<", np.less_equal: "<=", np.greater: ">", np.greater_equal: ">=",
}  # fmt: skip
"""What ``ndarray * tensor`` arrives as. PyTorch refuses that, and so do we: whose ``*`` should it be?"""
_COMPARISONS = ("<", "<=", ">", ">=")
"""Of these, PyTorch takes arrays without dimensions for numbers."""
REDUCTIONS: dict[np.ufunc, Callable] = {
    np.add: lambda array, axis=0, **more: numpy_words(functions.sum)(array, axis=axis, **more)
}
FUNCTIONS: dict[Callable, Callable] = {
    np.broadcast_to: shapes.broadcast_to,
    np.reshape: shapes.reshape,
    np.expand_dims: d.unsqueeze,
    np.swapaxes: d.transpose,
    np.transpose: lambda array, axes=None: array.T if axes is None else shapes.permute(array, axes),
    np.sum: numpy_words(functions.sum),
    np.mean: numpy_words(functions.mean),
    np.where: functions.where,
    np.concatenate: lambda arrays, axis=0: d.cat(list(arrays), axis),
    np.stack: lambda arrays, axis=0: d.stack(list(arrays), axis),
    np.zeros_like: zeros_like,
    np.ones_like: ones_like,
    np.clip: functions.clamp,
    np.shape: lambda array: tuple(array.shape),
    np.ndim: lambda array: array.ndim,
    np.size: lambda array: array.numel(),
}
PLAIN_AFTERWARDS = frozenset(
    (np.broadcast_to, np.concatenate, np.expand_dims, np.ones_like, np.stack, np.where, np.zeros_like)
)
"""PyTorch leaves these to NumPy, which returns arrays. So do we where no gradient is asked for."""
TENSORS_AFTERWARDS = frozenset((
    np.argmax, np.argmin, np.argpartition, np.argsort, np.array_split, np.around, np.compress, np.cumprod, np.cumsum,
    np.delete, np.insert, np.linalg.inv, np.linalg.solve, np.linspace, np.ptp, np.real, np.repeat, np.round,
    np.searchsorted, np.split, np.squeeze, np.take,
))  # fmt: skip
"""Functions of which NumPy hands the result to ``__array_wrap__``, which PyTorch has: tensors again."""


def numpy(self: Tensor, *, force: bool = False) -> np.ndarray:
    """The numbers as an array that shares this tensor's memory; ``force`` says detach first.

    Raises:
        RuntimeError: without ``force``, for a tensor that needs a gradient (outside of `no_grad`).
    """
    if self.requires_grad and thread.state.grad_enabled and not force:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
    if not isinstance(self._data, np.ndarray):
        self._data = np.asarray(self._data)
    if watchers.count:
        call_made("numpy", self, ())
    if not self._data.flags.writeable and root(self._data).flags.writeable:
        return unlocked(self._data)  # NumPy locks what is stretched, and pieces of that; PyTorch does not
    return self._data


def array(self: Tensor, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
    """``numpy.asarray(tensor)``: the same, in ``dtype`` if one is given, and copied if ``copy`` says so."""
    numbers = self.numpy()
    return np.array(numbers, dtype=dtype, copy=copy) if copy else np.asarray(numbers, dtype=dtype)


def array_ufunc(self: Tensor, ufunc: np.ufunc, how: str, *inputs: Any, **kwargs: Any) -> Any:
    """NumPy found a Tensor among the arguments of a ufunc."""
    if any(isinstance(item, Tensor) for item in kwargs.get("out", ())):
        return NotImplemented
    function = UFUNCS.get(ufunc)
    if not thread.state.in_rule:
        _refuse_operator(ufunc, how, inputs, kwargs)
    if how == "__call__" and function is not None and not kwargs:
        if thread.state.in_rule or any(isinstance(item, np.generic) for item in inputs):
            # A NumPy scalar beside a tensor counts as the Python number it holds, as in PyTorch.
            return function(*(item.item() if isinstance(item, np.generic) else item for item in inputs))
    elif how == "reduce" and ufunc in REDUCTIONS:
        return REDUCTIONS[ufunc](*inputs, **kwargs)
    try:
        computed = getattr(ufunc, how)(*_as_arrays(inputs), **kwargs)
    except Exception as error:
        raise shortened(error)  # noqa: B904 (it keeps its own cause)
    if isinstance(computed, tuple):  # divmod, frexp …
        return tuple(wrap(item) for item in computed)
    return wrap(computed) if isinstance(computed, np.ndarray | np.generic) else computed


def _refuse_operator(ufunc: np.ufunc, how: str, inputs: tuple, kwargs: dict[str, Any]) -> None:
    """PyTorch has no ``array * tensor``, ``array < tensor`` and ``array *= tensor``."""
    if how != "__call__" or len(inputs) != 2 or not isinstance(inputs[0], np.ndarray) or ufunc not in OPERATORS:
        return
    symbol, (written, *_) = OPERATORS[ufunc], kwargs.get("out", (None,))
    if written is inputs[0]:
        symbol += "="
    elif kwargs:
        return
    if symbol in _COMPARISONS and not inputs[0].ndim:
        return
    text = f"unsupported operand type(s) for {symbol}: 'numpy.ndarray' and 'Tensor'"
    if symbol in _COMPARISONS:
        text = f"'{symbol}' not supported between instances of 'numpy.ndarray' and 'Tensor'"
    raise TypeError(with_help(text, "make a tensor of the array first, with torch.from_numpy."))


def array_function(self: Tensor, function: Callable, types: Any, args: tuple, kwargs: dict[str, Any]) -> Any:
    """NumPy found a Tensor among the arguments of another of its functions."""
    ours = FUNCTIONS.get(function)
    if ours is not None and not (function in PLAIN_AFTERWARDS and _are_plain((*args, *kwargs.values()))):
        return ours(*args, **kwargs)
    result = function(*_as_arrays(args), **dict(zip(kwargs, _as_arrays(kwargs.values()), strict=True)))
    if function not in TENSORS_AFTERWARDS:
        return result
    return [wrap(item) for item in result] if isinstance(result, list) else wrap(result)


def _are_plain(values: Iterable[Any]) -> bool:
    """Whether no tensor among these, or in a list of them, asks for a gradient; in a rule, every tensor does."""
    if thread.state.in_rule:
        return False
    flat = [item for value in values for item in (value if isinstance(value, list | tuple) else (value,))]
    return not any(isinstance(item, Tensor) and item.requires_grad for item in flat)


def _as_arrays(values: Iterable[Any]) -> list:
    """Arguments of a function that is not recorded: arrays for tensors, unless one needs a gradient."""
    made = []
    for value in values:
        if isinstance(value, list | tuple) and any(isinstance(item, Tensor) for item in value):
            value = type(value)(_as_arrays(value))
        made.append(value.numpy() if isinstance(value, Tensor) else value)
    return made


MEMBERS = {"numpy": numpy, "__array__": array, "__array_ufunc__": array_ufunc, "__array_function__": array_function}
