"""Determinants, inverses and powers of matrices, under their old names; `torch.linalg` has them, too."""

from typing import Any

from ... import derivatives as d
from ..._core.base import return_types
from ..._core.refusals.linear_algebra import has_square_shape, square
from ..._core.tensor import Tensor
from .arithmetic import where
from .products import matmul
from .shapes import contiguous_format


def matrix_power(input: Tensor, n: int) -> Tensor:
    """The matrix multiplied with itself ``n`` times: the identity for 0, powers of the inverse for a negative ``n``.

    Raises:
        RuntimeError: matrices that are not square.
        LinAlgError: a negative ``n`` of a matrix that has no inverse.
    """
    has_square_shape(input._data, "linalg.matrix_power")
    if n < 0:
        inverted = inverse(input)
        return inverted if n == -1 else matrix_power(inverted, -n)
    if n == 0:
        from ..creation.filled import eye

        return d.clone(input, memory_format=contiguous_format).copy_(eye(input.shape[-1], dtype=input.dtype))
    if n == 1:
        return d.clone(input, memory_format=contiguous_format)
    result, power = None, input
    if n == 3:
        return matmul(matmul(input, input), input)
    while n > 0:
        if n % 2:
            result = power if result is None else matmul(result, power)
        n //= 2
        power = matmul(power, power) if n else power
    return result


def det(A: Tensor) -> Tensor:
    """The determinant of each matrix: (…, n, n) gives (…).

    Raises:
        RuntimeError: matrices that are not square, or not of floats.
    """
    return d.linalg_det(A)[0]


def slogdet(A: Tensor) -> Any:
    """Sign and logarithm of the size of the determinant, which may itself be too large or small for a float, as a pair.

    Raises:
        RuntimeError: matrices that are not square, or not of floats.
    """
    return return_types.slogdet(*d.linalg_slogdet(A)[:2])


def logdet(A: Tensor) -> Tensor:
    """The logarithm of the determinant; nan where that is negative.

    Raises:
        RuntimeError: matrices that are not square, or not of floats.
    """
    square(A._data, "logdet")
    sign, size = d.linalg_slogdet(A)[:2]
    return where(sign == -1, float("nan"), size)


def inverse(A: Tensor) -> Tensor:
    """The inverse of each matrix, ``torch.linalg.inv``.

    Raises:
        RuntimeError: matrices that are not square, or not of floats.
        LinAlgError: a matrix has none.
    """
    return d.linalg_inv_ex(A, check_errors=True)[0]


__all__ = ["det", "inverse", "logdet", "matrix_power", "slogdet"]
METHODS = ["det", "inverse", "logdet", "matrix_power", "slogdet"]
