"""Starting values for parameters, written into them in place and unrecorded. PyTorch: torch/nn/init.py.

Each function returns the tensor it filled. After the same `manual_seed` the numbers are PyTorch's.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .._core.base import draws
from .._core.base.learners_line import warn
from .._core.base.left_out import refusing as _refusing
from .._core.call_in_place import overwrite
from .._core.tensor import Tensor, wrap
from .._torch.surface.annotated import annotated as _annotated
from .._torch.surface.guards import guard_functions as _guard_functions
from ._initial_weights import number_in

_SLOPE_ONE = ("linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d")


def _fill(tensor: Tensor, numbers: Any) -> Tensor:
    overwrite(tensor, numbers)
    return tensor


# ----- constants ---------------------------------------------------------------------------------------------------
def constant_(tensor: Tensor, val: float) -> Tensor:
    """``val`` everywhere."""
    return _fill(tensor, tensor._data.dtype.type(number_in(val)))


def ones_(tensor: Tensor) -> Tensor:
    """1 everywhere."""
    return constant_(tensor, 1.0)


def zeros_(tensor: Tensor) -> Tensor:
    """0 everywhere."""
    return constant_(tensor, 0.0)


def eye_(tensor: Tensor) -> Tensor:
    """The identity matrix; ValueError unless the tensor has 2 dimensions."""
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    return _fill(tensor, np.eye(*tensor._data.shape, dtype=tensor._data.dtype))


# ----- random numbers ----------------------------------------------------------------------------------------------
def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0, generator: Any = None) -> Tensor:
    """Uniform in [a, b). Any shape, as for all that say nothing of it."""
    return _fill(tensor, draws.uniform(tensor._data.shape, a, b, tensor._data.dtype, generator))


def normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator: Any = None) -> Tensor:
    """Normal with this mean and standard deviation."""
    mean, std = number_in(mean), number_in(std)
    return _fill(tensor, draws.normal(mean, std, tensor._data.shape, tensor._data.dtype, generator))


def trunc_normal_(
    tensor: Tensor, mean: float = 0.0, std: float = 1.0, a: float = -2.0, b: float = 2.0, generator: Any = None
) -> Tensor:
    """Normal, drawn again where it falls outside [a, b], which must hold at least 0.3 of the distribution."""
    if mean < a - 2 * std or mean > b + 2 * std:
        warn(
            "mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The distribution of values may be incorrect."
        )
    low, high = ((1 + math.erf((bound - mean) / std / math.sqrt(2))) / 2 for bound in (a, b))
    if high - low <= 0.3:
        raise NotImplementedError("trunc_normal_ is here for intervals that hold at least 0.3 of the distribution.")
    shape, kind = tensor._data.shape, tensor._data.dtype
    numbers = np.asarray(draws.normal(mean, std, shape, kind, generator))
    while (outside := (numbers < kind.type(a)) | (numbers > kind.type(b))).any():
        numbers = np.where(outside, draws.normal(mean, std, shape, kind, generator), numbers)
    return _fill(tensor, numbers)


# ----- scaled to the layer -----------------------------------------------------------------------------------------
def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """By how much to widen the numbers, for the activation that follows; ValueError for one without a gain."""
    if nonlinearity in (*_SLOPE_ONE, "sigmoid"):
        return 1
    if nonlinearity == "leaky_relu":
        if param is not None and (isinstance(param, bool) or not isinstance(param, int | float)):
            raise ValueError(f"negative_slope {param} not a valid number")
        return math.sqrt(2.0 / (1 + (0.01 if param is None else param) ** 2))
    gains = {"tanh": 5.0 / 3, "relu": math.sqrt(2.0), "selu": 3.0 / 4}
    if nonlinearity not in gains:
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    return gains[nonlinearity]


def _calculate_fan_in_and_fan_out(tensor: Tensor) -> tuple[int, int]:
    """How many numbers go into one output, and how many outputs one number goes into."""
    if tensor.ndim < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    outputs, inputs, *kernel = tensor._data.shape
    return inputs * math.prod(kernel), outputs * math.prod(kernel)


def xavier_uniform_(tensor: Tensor, gain: float = 1.0, generator: Any = None) -> Tensor:
    """Uniform, with the variance gain²·2/(fan_in + fan_out); ValueError for fewer than 2 dimensions."""
    bound = math.sqrt(3.0) * (gain * math.sqrt(2.0 / float(sum(_calculate_fan_in_and_fan_out(tensor)))))
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: Any = None) -> Tensor:
    """Normal, with the variance gain²·2/(fan_in + fan_out); ValueError for fewer than 2 dimensions."""
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / float(sum(_calculate_fan_in_and_fan_out(tensor)))), generator)


def kaiming_uniform_(
    tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu", generator: Any = None
) -> Tensor:
    """Uniform, with the variance gain²/fan; ``a`` is the negative slope of the leaky relu that follows.

    Raises:
        ValueError: a mode other than "fan_in" and "fan_out", or fewer than 2 dimensions.
    """
    if _has_nothing(tensor):
        return tensor
    bound = math.sqrt(3.0) * _kaiming_std(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(
    tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu", generator: Any = None
) -> Tensor:
    """Normal, with the variance gain²/fan; arguments as in `kaiming_uniform_`."""
    if _has_nothing(tensor):
        return tensor
    return normal_(tensor, 0, _kaiming_std(tensor, a, mode, nonlinearity), generator)


def _has_nothing(tensor: Tensor) -> bool:
    if 0 not in tensor._data.shape:
        return False
    warn("Initializing zero-element tensors is a no-op")
    return True


def _kaiming_std(tensor: Tensor, a: float, mode: str, nonlinearity: str) -> float:
    mode, modes = mode.lower(), ["fan_in", "fan_out"]
    if mode not in modes:
        raise ValueError(f"Mode {mode} not supported, please use one of {modes}")
    return calculate_gain(nonlinearity, a) / math.sqrt(_calculate_fan_in_and_fan_out(tensor)[modes.index(mode)])


# ----- matrices of a certain kind ----------------------------------------------------------------------------------
def orthogonal_(tensor: Tensor, gain: float = 1, generator: Any = None) -> Tensor:
    """Rows (or columns, whichever are fewer) of length ``gain`` at right angles; further dimensions are flattened."""
    if tensor.ndim < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if not tensor.numel():
        return tensor
    kind, rows = tensor._data.dtype, tensor.shape[0]
    drawn = normal_(wrap(np.empty((rows, tensor.numel() // rows), kind)), 0, 1, generator)._data
    wide = drawn.shape[0] < drawn.shape[1]
    q, r = np.linalg.qr(drawn.T if wide else drawn)
    q = q * np.sign(np.diag(r))  # makes the factorisation unique, and the result uniform
    return _fill(tensor, ((q.T if wide else q).reshape(tensor._data.shape) * kind.type(gain)).astype(kind))


_guard_functions(globals(), __name__, inner=_annotated, own=__name__)


# ----- names of former times ---------------------------------------------------------------------------------------
def _under_its_old_name(function: Callable) -> Callable:
    """``kaiming_normal`` for `kaiming_normal_`, with PyTorch's warning."""
    new = function.__name__
    old = new[:-1]

    def renamed(*args: Any, **kwargs: Any) -> Any:
        warn(f"`nn.init.{old}` is now deprecated in favor of `nn.init.{new}`.", FutureWarning)
        return function(*args, **kwargs)

    renamed.__name__ = renamed.__qualname__ = old
    renamed.__doc__ = f"`{new}` under its name of former times, with a warning."
    return renamed


uniform, normal, constant = map(_under_its_old_name, (uniform_, normal_, constant_))
xavier_uniform, xavier_normal = map(_under_its_old_name, (xavier_uniform_, xavier_normal_))
kaiming_uniform, kaiming_normal = map(_under_its_old_name, (kaiming_uniform_, kaiming_normal_))
eye, orthogonal = map(_under_its_old_name, (eye_, orthogonal_))

__getattr__ = _refusing(__name__)
