"""A weight divided by its largest singular value, before each call. PyTorch: torch/nn/utils/spectral_norm.py."""

from typing import Any

from ... import derivatives as d
from ..._base import draws
from ...autograd._tensor import Tensor, wrap
from ...autograd.grad_mode import no_grad
from .. import functional
from ..module import Module
from ..parameter import Parameter, is_lazy


def as_matrix(weight: Tensor, dim: int) -> Tensor:
    """The dimension ``dim`` first, and all others joined."""
    if dim:
        weight = d.permute(weight, (dim, *(axis for axis in range(weight.ndim) if axis != dim)))
    return weight.reshape(weight.shape[0], -1)


def random_direction(length: int, like: Tensor, eps: float) -> Tensor:
    """A vector of length 1, drawn as PyTorch draws it."""
    drawn = wrap(draws.normal(0.0, 1.0, (length,), like._data.dtype))
    return functional.normalize(drawn, dim=0, eps=eps)


def default_dim(module: Module) -> int:
    """Where the outputs of the layer are: transposed convolutions have them second."""
    return 1 if any(cls.__name__.startswith("ConvTranspose") for cls in type(module).__mro__) else 0


class SpectralNorm:
    """The hook that `spectral_norm` registers."""

    def __init__(self, name: str = "weight", n_power_iterations: int = 1, dim: int = 0, eps: float = 1e-12):
        if n_power_iterations <= 0:
            raise ValueError(
                f"Expected n_power_iterations to be positive, but got n_power_iterations={n_power_iterations}"
            )
        self.name, self.dim, self.n_power_iterations, self.eps = name, dim, n_power_iterations, eps

    def compute_weight(self, module: Module, do_power_iteration: bool) -> Tensor:
        """The weight by its largest singular value, of which each iteration makes a better estimate."""
        weight, u, v = (getattr(module, f"{self.name}_{part}") for part in ("orig", "u", "v"))
        matrix = as_matrix(weight, self.dim)
        if do_power_iteration:
            with no_grad():
                for _ in range(self.n_power_iterations):
                    v.copy_(functional.normalize(d.mv(d.t(matrix), u), dim=0, eps=self.eps))
                    u.copy_(functional.normalize(d.mv(matrix, v), dim=0, eps=self.eps))
                u, v = u.clone(), v.clone()  # they will change in the next call, and backward needs them as they are
        return d.div(weight, d.dot(u, d.mv(matrix, v)))

    def __call__(self, module: Module, inputs: Any) -> None:
        setattr(module, self.name, self.compute_weight(module, module.training))


def spectral_norm(
    module: Module, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None
) -> Module:
    """Divide a weight by its largest singular value before each call; the module.

    The parameter becomes ``…_orig``; the singular vectors are the buffers ``…_u`` and ``…_v``, and in training each
    call improves them.

    Raises:
        RuntimeError: the weight is divided already.
        ValueError: it is None or has no shape yet, or there are to be no iterations.
    """
    for hook in module._forward_pre_hooks.values():
        if isinstance(hook, SpectralNorm) and hook.name == name:
            raise RuntimeError(f"Cannot register two spectral_norm hooks on the same parameter {name}")
    hook = SpectralNorm(name, n_power_iterations, default_dim(module) if dim is None else dim, eps)
    weight = module._parameters[name]
    if weight is None:
        raise ValueError(f"`SpectralNorm` cannot be applied as parameter `{name}` is None")
    if is_lazy(weight):
        raise ValueError(
            "The module passed to `SpectralNorm` can't have uninitialized parameters. Make sure to run the dummy "
            "forward before applying spectral normalization"
        )
    with no_grad():
        u, v = (random_direction(length, weight, eps) for length in as_matrix(weight, hook.dim).shape)
    delattr(module, name)
    module.register_parameter(f"{name}_orig", weight)
    setattr(module, name, weight.data)  # until the first call, the weight as it was; it is no parameter any more
    module.register_buffer(f"{name}_u", u)
    module.register_buffer(f"{name}_v", v)
    module.register_forward_pre_hook(hook)
    return module


def remove_spectral_norm(module: Module, name: str = "weight") -> Module:
    """Make the divided weight an ordinary parameter.

    Raises:
        ValueError: it is not divided.
    """
    for number, hook in module._forward_pre_hooks.items():
        if isinstance(hook, SpectralNorm) and hook.name == name:
            with no_grad():
                weight = hook.compute_weight(module, do_power_iteration=False)
            for part in (name, f"{name}_u", f"{name}_v", f"{name}_orig"):
                delattr(module, part)
            module.register_parameter(name, Parameter(weight.detach()))
            del module._forward_pre_hooks[number]
            return module
    raise ValueError(f"spectral_norm of '{name}' not found in {module}")
