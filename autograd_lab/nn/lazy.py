"""Layers that take the size of their input from the first batch. PyTorch: torch/nn/modules/lazy.py.

Before the first call their parameters have no shape (`UninitializedParameter`). The first call gives each parameter its
shape and its starting numbers. The objects stay the same, so an optimizer that holds them keeps working. Then the layer
becomes the ordinary one: a `LazyLinear` becomes a `Linear`.
"""

import inspect
from typing import Any, ClassVar

import numpy as np

from .._core.grad_mode import no_grad
from .._core.table.compiled import function_from
from .._core.tensor import Tensor, wrap
from .convolution import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from .layers import Linear
from .module import Module
from .normalization import BatchNorm1d, BatchNorm2d, BatchNorm3d
from .parameter import UninitializedBuffer, UninitializedParameter, is_lazy


class LazyModuleMixin:
    """Base of the lazy layers, before the layer itself: ``class LazyScale(LazyModuleMixin, Scale)``."""

    cls_to_become: ClassVar[type[Module] | None] = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The first call: find the sizes, become an ordinary layer, and call that."""
        self.initialize_parameters(*args, **kwargs)
        if self.has_uninitialized_params():
            raise RuntimeError(f"module {type(self).__name__} has not been fully initialized")
        if self.cls_to_become is not None:
            self.__class__ = self.cls_to_become
            return self(*args, **kwargs)
        return super().__call__(*args, **kwargs)

    def initialize_parameters(self, *args: Any, **kwargs: Any) -> None:
        """Find the sizes in the first input; each lazy layer writes its own."""
        raise NotImplementedError(f"initialize_parameters is not implemented for {type(self).__name__}")

    def has_uninitialized_params(self) -> bool:
        """Whether a parameter or a buffer has no shape yet."""
        return any(is_lazy(item) for item in (*self._parameters.values(), *self._buffers.values()))

    def reset_parameters(self) -> None:
        """Write the starting numbers of a new layer; before the sizes are known, do nothing."""
        if not self.has_uninitialized_params():
            super().reset_parameters()

    def _materialize(self, weight: tuple[int, ...], rest: tuple[int, ...]) -> None:
        """Give the weight one shape, and the bias and the running statistics another."""
        with no_grad():
            for name, item in {**self._parameters, **self._buffers}.items():
                if is_lazy(item):
                    item.materialize(weight if name == "weight" else rest)
            self.reset_parameters()


# ----- how each family finds its size --------------------------------------------------------------------------------
class _FindsFeatures(LazyModuleMixin):
    def initialize_parameters(self, input: Tensor) -> None:
        """Take ``in_features`` from the input."""
        found = input.shape[-1]
        if self.has_uninitialized_params():
            self.in_features = found
            self._materialize((self.out_features, found), (self.out_features,))
        if self.in_features == 0:  # the weights were loaded
            if found != self.weight.shape[-1]:
                raise AssertionError(
                    f"The in_features inferred from input: {found} is not equal to in_features from self.weight: "
                    f"{self.weight.shape[-1]}"
                )
            self.in_features = found


class _FindsChannels(LazyModuleMixin):
    def initialize_parameters(self, input: Tensor) -> None:
        """Take ``in_channels`` from the input."""
        if not self.has_uninitialized_params():
            return
        rank = self._rank
        if input.dim() not in (rank + 1, rank + 2):
            raise RuntimeError(
                f"Expected {rank + 1}D (unbatched) or {rank + 2}D (batched) input to {type(self).__name__}, but got "
                f"input of size: {input.shape}"
            )
        self.in_channels = input.shape[input.dim() - rank - 1]
        if self.in_channels % self.groups:
            raise ValueError("in_channels must be divisible by groups")
        self._materialize(self._weight_shape(), (self.out_channels,))


class _FindsNormalized(LazyModuleMixin):
    def initialize_parameters(self, input: Tensor) -> None:
        """Take ``num_features`` from the input."""
        if self.has_uninitialized_params():
            self.num_features = input.shape[1]
            self._materialize((self.num_features,), (self.num_features,))


# ----- the layers ----------------------------------------------------------------------------------------------------
_NOTHING = {
    "in_features": 0, "in_channels": 0, "num_features": 0, "out_features": 0, "out_channels": 0, "bias": False,
    "affine": False, "track_running_stats": False,
}  # fmt: skip
"""The arguments of a plain layer that has no numbers yet."""


def _lazy(plain: type[Module], finds: type) -> Any:
    """The lazy form of ``plain``. It takes the same arguments without the size it will find."""
    of_self, _, *kept = inspect.signature(plain.__init__).parameters.values()
    signature = inspect.Signature([item.replace(annotation=inspect.Parameter.empty) for item in (of_self, *kept)])
    shared = {"__name__": __name__, "__file__": f"{__file__}:Lazy{plain.__name__}", "_begin": _begin}
    start = function_from(f"def __init__{signature}:\n    _begin(**locals())", "__init__", shared, {})
    start.__annotations__ = {item.name: item.annotation for item in kept}
    start.__qualname__ = f"Lazy{plain.__name__}.__init__"
    text = f"`{plain.__name__}` that takes the size of its input from the first batch; then it becomes one."
    parts = {"__init__": start, "__doc__": text, "__module__": __name__, "cls_to_become": plain}
    return type(f"Lazy{plain.__name__}", (finds, plain), parts)


def _begin(self: Any, device: Any, dtype: Any, **given: Any) -> None:
    """Make the plain layer without numbers, and put parameters and buffers without a shape in their places."""
    plain = self.cls_to_become
    nothing = {name: _NOTHING[name] for name in inspect.signature(plain.__init__).parameters if name in _NOTHING}
    plain.__init__(self, **{**given, **nothing}, device=device, dtype=dtype)
    for name in nothing.keys() & given.keys() - {"bias"}:
        setattr(self, name, given[name])
    for name, wanted in (("weight", True), ("bias", given["bias"])):
        if wanted and given.get("affine", True):
            setattr(self, name, UninitializedParameter(device=device, dtype=dtype))
    if given.get("track_running_stats"):
        self.running_mean = UninitializedBuffer(device=device, dtype=dtype)
        self.running_var = UninitializedBuffer(device=device, dtype=dtype)
        self.num_batches_tracked = wrap(np.array(0))


LazyLinear = _lazy(Linear, _FindsFeatures)
LazyConv1d = _lazy(Conv1d, _FindsChannels)
LazyConv2d = _lazy(Conv2d, _FindsChannels)
LazyConv3d = _lazy(Conv3d, _FindsChannels)
LazyConvTranspose1d = _lazy(ConvTranspose1d, _FindsChannels)
LazyConvTranspose2d = _lazy(ConvTranspose2d, _FindsChannels)
LazyConvTranspose3d = _lazy(ConvTranspose3d, _FindsChannels)
LazyBatchNorm1d = _lazy(BatchNorm1d, _FindsNormalized)
LazyBatchNorm2d = _lazy(BatchNorm2d, _FindsNormalized)
LazyBatchNorm3d = _lazy(BatchNorm3d, _FindsNormalized)

__all__ = [
    "LazyBatchNorm1d", "LazyBatchNorm2d", "LazyBatchNorm3d", "LazyConv1d", "LazyConv2d", "LazyConv3d",
    "LazyConvTranspose1d", "LazyConvTranspose2d", "LazyConvTranspose3d", "LazyLinear",
]  # fmt: skip
