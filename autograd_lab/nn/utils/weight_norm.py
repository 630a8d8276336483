"""A weight as a direction and a length, recomputed before each call. PyTorch: torch/nn/utils/weight_norm.py."""

from typing import Any

from ... import derivatives as d
from ..._core.base.learners_line import warn
from ..._core.tensor import Tensor
from ..._torch.functions.shapes import contiguous
from ...derivatives._operands import wrap_dim
from ..module import Module
from ..parameter import Parameter, is_lazy


def lengths_of(v: Tensor, dim: int) -> Tensor:
    """The length at each place along ``dim``, the other dimensions kept with length 1; for -1 of the whole."""
    if dim == -1:
        return d.norm_scalar(v, 2)
    if wrap_dim(dim, v.ndim):
        return d.transpose(lengths_of(d.transpose(v, 0, dim), 0), 0, dim)
    count = v._data.shape[0]
    rows = d.view(contiguous(v), (count, v._data.size // max(count, 1)))
    return d.view(d.norm_dim(rows, 2, (1,), False), (count, *(1,) * (v.ndim - 1)))


def weight_of(v: Tensor, g: Tensor, dim: int) -> Tensor:
    """``g v / |v|``, the length taken for each place along ``dim``; for -1 of the whole."""
    if dim == 0 or dim == v.ndim - 1:
        return d.weight_norm(contiguous(v), contiguous(g), dim)[0]
    return d.mul(v, d.div(g, lengths_of(v, dim)))


class WeightNorm:
    """The hook that `weight_norm` registers."""

    def __init__(self, name: str, dim: int | None):
        self.name, self.dim = name, -1 if dim is None else dim

    def compute_weight(self, module: Module) -> Tensor:
        """The weight, from its direction and its length."""
        return weight_of(getattr(module, f"{self.name}_v"), getattr(module, f"{self.name}_g"), self.dim)

    def __call__(self, module: Module, inputs: Any) -> None:
        setattr(module, self.name, self.compute_weight(module))


def weight_norm(module: Module, name: str = "weight", dim: int | None = 0) -> Module:
    """Replace a weight by its direction ``…_v`` and its lengths ``…_g`` along ``dim`` (None: one length); the module.

    PyTorch has given it up for `parametrizations.weight_norm`, and warns.

    Raises:
        RuntimeError: the weight has been replaced already.
        ValueError: it has no shape yet.
    """
    warn(
        "`torch.nn.utils.weight_norm` is deprecated in favor of `torch.nn.utils.parametrizations.weight_norm`.",
        FutureWarning,
    )
    for hook in module._forward_pre_hooks.values():
        if isinstance(hook, WeightNorm) and hook.name == name:
            raise RuntimeError(f"Cannot register two weight_norm hooks on the same parameter {name}")
    hook, weight = WeightNorm(name, dim), getattr(module, name)
    if is_lazy(weight):
        raise ValueError(
            "The module passed to `WeightNorm` can't have uninitialized parameters. Make sure to run the dummy forward "
            "before applying weight normalization"
        )
    del module._parameters[name]
    module.register_parameter(f"{name}_g", Parameter(lengths_of(weight, hook.dim).data))
    module.register_parameter(f"{name}_v", Parameter(weight.data))
    setattr(module, name, hook.compute_weight(module))
    module.register_forward_pre_hook(hook)
    return module


def remove_weight_norm(module: Module, name: str = "weight") -> Module:
    """Make the weight an ordinary parameter again.

    Raises:
        ValueError: it has not been replaced.
    """
    for number, hook in module._forward_pre_hooks.items():
        if isinstance(hook, WeightNorm) and hook.name == name:
            weight = hook.compute_weight(module)
            delattr(module, name)
            del module._parameters[f"{name}_g"], module._parameters[f"{name}_v"]
            setattr(module, name, Parameter(weight.data))
            del module._forward_pre_hooks[number]
            return module
    raise ValueError(f"weight_norm of '{name}' not found in {module}")
