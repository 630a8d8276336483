"""Ready-made parametrizations. PyTorch: torch/nn/utils/parametrizations.py."""

from typing import Any

from ... import derivatives as d
from ..._base.left_out import refusing as _refusing
from ..._functions.norms import norm_except_dim as _norm_except_dim
from ...autograd._tensor import Tensor
from ...autograd.grad_mode import no_grad
from .. import functional as _functional
from ..module import Module
from . import parametrize as parametrize
from .spectral_norm import as_matrix as _as_matrix
from .spectral_norm import default_dim as _default_dim
from .spectral_norm import random_direction as _random_direction
from .weight_norm import weight_of as _weight_of


class _WeightNorm(Module):
    def __init__(self, dim: int | None = 0):
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g: Tensor, weight_v: Tensor) -> Tensor:
        return _weight_of(weight_v, weight_g, self.dim)

    def right_inverse(self, weight: Tensor) -> tuple[Tensor, Tensor]:
        return _norm_except_dim(weight, 2, self.dim), weight


def weight_norm(module: Module, name: str = "weight", dim: int | None = 0) -> Module:
    """Compute a weight from its lengths along ``dim`` (None: one length) and its direction; the module.

    They are ``parametrizations.<name>.original0`` and ``original1``.

    Raises:
        ValueError: no such parameter.
    """
    return parametrize.register_parametrization(module, name, _WeightNorm(dim), unsafe=True)


class _SpectralNorm(Module):
    def __init__(self, weight: Tensor, n_power_iterations: int = 1, dim: int = 0, eps: float = 1e-12):
        super().__init__()
        rank = weight.ndim
        if not -rank <= dim < rank:
            raise IndexError(f"Dimension out of range (expected to be in range of [-{rank}, {rank - 1}] but got {dim})")
        if n_power_iterations <= 0:
            raise ValueError(
                f"Expected n_power_iterations to be positive, but got n_power_iterations={n_power_iterations}"
            )
        self.dim, self.eps = dim % rank, eps
        if rank > 1:  # the length of a vector needs no estimate
            self.n_power_iterations = n_power_iterations
            matrix = _as_matrix(weight.detach(), self.dim)
            for part, length in zip(("_u", "_v"), matrix.shape, strict=True):
                self.register_buffer(part, _random_direction(length, weight, eps))
            self._improve(matrix, 15)

    def _improve(self, matrix: Tensor, times: int) -> None:
        with no_grad():
            for _ in range(times):
                self._u.copy_(_functional.normalize(d.mv(matrix, self._v), dim=0, eps=self.eps))
                self._v.copy_(_functional.normalize(d.mv(d.t(matrix), self._u), dim=0, eps=self.eps))

    def forward(self, weight: Tensor) -> Tensor:
        if weight.ndim == 1:
            return _functional.normalize(weight, dim=0, eps=self.eps)
        matrix = _as_matrix(weight, self.dim)
        if self.training:
            self._improve(matrix, self.n_power_iterations)
        u, v = self._u.clone(), self._v.clone()  # they will change in the next call
        return d.div(weight, d.dot(u, d.mv(matrix, v)))

    def right_inverse(self, value: Tensor) -> Tensor:
        return value


def spectral_norm(
    module: Module, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None
) -> Module:
    """Divide a weight by an estimate of its largest singular value (a vector by its length); the module.

    In training the estimate becomes better whenever the weight is asked for.

    Raises:
        ValueError: no such parameter, or no iterations.
        IndexError: a dimension that does not exist.
    """
    weight: Any = getattr(module, name, None)
    if not isinstance(weight, Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    dim = _default_dim(module) if dim is None else dim
    return parametrize.register_parametrization(module, name, _SpectralNorm(weight, n_power_iterations, dim, eps))


__getattr__ = _refusing(__name__)
