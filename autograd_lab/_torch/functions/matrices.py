"""Matrices: determinants, inverses, powers; some under names for which torch.linalg has newer ones."""

from typing import Any

from ... import derivatives as d
from ..._core.base import return_types
from ..._core.base.learners_line import warn_once
from ..._core.tensor import Tensor

_CROSS = (
    "Using torch.cross without specifying the dim arg is deprecated.\nPlease either pass the dim explicitly or simply "
    "use torch.linalg.cross.\nThe default value of dim will change to agree with that of linalg.cross in a future "
    "release."
)


# ----- older names ---------------------------------------------------------------------------------------------------


def svd(input: Tensor, some: bool = True, compute_uv: bool = True) -> Any:
    """U, the singular values S in falling order, and V with ``U @ diag(S) @ V.mT = input``.

    (m, n) gives (m, k), (k,), (n, k), k the smaller; with ``some=False`` U and V are square. `torch.linalg.svd` gives
    Vh, which is ``V.mT``.

    Raises:
        RuntimeError: no matrix, or no floats.
        NotImplementedError: without ``compute_uv``; `torch.linalg.svdvals` gives the values alone.
    """
    if not compute_uv:
        raise NotImplementedError("svd(compute_uv=False) is left out here; call torch.linalg.svdvals.")
    U, S, Vh = d.linalg_svd(input, not some, True)
    return return_types.svd(U, S, d.transpose(Vh, -2, -1))


def cross(input: Tensor, other: Tensor, dim: int | None = None) -> Tensor:
    """The vector product along ``dim``; without ``dim``, along the first dimension of length 3, and a warning.

    Raises:
        RuntimeError: no dimension of length 3, or shapes that do not fit.
    """
    if dim is None:
        warn_once(_CROSS)
        if 3 not in input._data.shape:
            raise RuntimeError("no dimension of size 3 in input")
        dim = input._data.shape.index(3)
    if input.ndim != other.ndim:
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    return d.linalg_cross(input, other, dim=dim)


# ----- determinants, inverses and powers -----------------------------------------------------------------------------


def det(A: Tensor) -> Tensor:
    """The determinant of each matrix: (…, n, n) gives (…).

    Raises:
        RuntimeError: matrices that are not square, or not of floats.
    """
    return d.linalg_det(A)[0]


def inverse(A: Tensor) -> Tensor:
    """The inverse of each matrix, ``torch.linalg.inv``.

    Raises:
        RuntimeError: matrices that are not square, or not of floats.
        LinAlgError: a matrix has none.
    """
    return d.linalg_inv_ex(A, check_errors=True)[0]


__all__ = ["cross", "det", "inverse", "svd"]

METHODS = __all__
