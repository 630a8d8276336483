"""Chains of matrices, and what torch.linalg has newer names for.

PyTorch: ATen/native/LinearAlgebra.cpp (multi_dot, chain_matmul).
"""

from collections.abc import Sequence

from .. import derivatives as d
from .._base import dtypes
from .._base.learners_line import warn
from ..autograd._tensor import Tensor
from .arguments import only_tensors

_CHAIN = (
    "torch.chain_matmul is deprecated and will be removed in a future PyTorch release. Use torch.linalg.multi_dot "
    "instead, which accepts a list of two or more tensors rather than multiple parameters."
)
_CHOLESKY = (
    "torch.cholesky is deprecated in favor of torch.linalg.cholesky and will be removed in a future PyTorch release.\n"
    "L = torch.cholesky(A)\nshould be replaced with\nL = torch.linalg.cholesky(A)\nand\nU = torch.cholesky(A, upper="
    "True)\nshould be replaced with\nU = torch.linalg.cholesky(A).mH\nThis transform will produce equivalent results "
    "for all valid (symmetric positive definite) inputs."
)


# ----- chains of matrices --------------------------------------------------------------------------------------------
def multi_dot(tensors: Sequence[Tensor]) -> Tensor:
    """The product of two or more matrices, in the order that takes the fewest multiplications.

    The first and the last may be vectors.

    Raises:
        RuntimeError: shapes or types that do not fit.
    """
    _check_chain(tensors)
    chain, shape = list(tensors), []
    if chain[0].ndim == 1:
        chain[0] = d.unsqueeze(chain[0], 0)
    else:
        shape.append(chain[0]._data.shape[0])
    if chain[-1].ndim == 1:
        chain[-1] = d.unsqueeze(chain[-1], -1)
    else:
        shape.append(chain[-1]._data.shape[1])
    for i in range(len(chain) - 1):
        if chain[i]._data.shape[1] != chain[i + 1]._data.shape[0]:
            shapes = " and ".join(str(list(tensor._data.shape)) for tensor in tensors[i : i + 2])
            raise RuntimeError(f"multi_dot(): tensors {i} and {i + 1} with shapes {shapes} cannot be multiplied")
    return d.view(_multiply(chain, _best_cuts(chain), 0, len(chain) - 1), tuple(shape))


def _check_chain(tensors: Sequence[Tensor]) -> None:
    last = len(tensors) - 1
    if last < 1:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    for i in (0, last):
        if tensors[i].ndim not in (1, 2):
            which = "last" if i else "first"
            raise RuntimeError(f"multi_dot(): the {which} tensor must be 1D or 2D but got {tensors[i].ndim}D")
    for i, tensor in enumerate(tensors[1:last], 1):
        if tensor.ndim != 2:
            raise RuntimeError(f"multi_dot(): tensor {i} must be 2D but got {tensor.ndim}D")
    for i, tensor in enumerate(tensors):
        if tensor.dtype is not tensors[0].dtype:
            kinds = [dtypes.of(item._data.dtype).c_name for item in (tensors[0], tensor)]
            raise RuntimeError(
                f"multi_dot(): all tensors must have be the same dtype but tensor 0 is {kinds[0]} and tensor {i} "
                f"{kinds[1]}"
            )


def _best_cuts(chain: list[Tensor]) -> dict[tuple[int, int], int]:
    """Where to cut each stretch of the chain in two, so that the whole takes the fewest multiplications."""
    sides = [tensor._data.shape[0] for tensor in chain] + [chain[-1]._data.shape[1]]
    cost = {(i, i): 0 for i in range(len(chain))}
    cuts = {}
    for length in range(1, len(chain)):
        for i in range(len(chain) - length):
            j = i + length
            costs = [cost[i, k] + cost[k + 1, j] + sides[i] * sides[k + 1] * sides[j + 1] for k in range(i, j)]
            cost[i, j] = min(costs)
            # With three matrices PyTorch compares the two ways itself, and prefers the last cut.
            cuts[i, j] = i + (costs.index(min(costs)) if len(chain) > 3 else length - 1 - costs[::-1].index(min(costs)))
    return cuts


def _multiply(chain: list[Tensor], cuts: dict[tuple[int, int], int], i: int, j: int) -> Tensor:
    if i == j:
        return chain[i]
    cut = cuts[i, j]
    return d.mm(_multiply(chain, cuts, i, cut), _multiply(chain, cuts, cut + 1, j))


def chain_matmul(*matrices: Tensor, out: None = None) -> Tensor:
    """The product of one or more matrices; deprecated in PyTorch in favour of `torch.linalg.multi_dot`.

    Raises:
        RuntimeError: something that is no matrix, or shapes that do not fit.
    """
    only_tensors(matrices)
    warn(_CHAIN)
    if not matrices:
        raise RuntimeError("chain_matmul(): Expected one or more matrices")
    for matrix in matrices:
        if matrix.ndim != 2:
            raise RuntimeError(f"Tensor dimension is {matrix.ndim}, expected 2 instead.")
    return d.clone(matrices[0]) if len(matrices) == 1 else multi_dot(matrices)


# ----- older names ---------------------------------------------------------------------------------------------------
def cholesky(input: Tensor, upper: bool = False) -> Tensor:
    """`torch.linalg.cholesky`, with a node of its own; deprecated in PyTorch.

    Raises:
        LinAlgError: a matrix is not positive definite.
    """
    warn(_CHOLESKY)
    return d.cholesky(input, upper)


def pinverse(input: Tensor, rcond: float = 1e-15) -> Tensor:
    """`torch.linalg.pinv`, where singular values up to ``rcond`` times the largest count as zero."""
    return d.linalg_pinv(input, atol=0.0, rtol=rcond)


__all__ = ["chain_matmul", "cholesky", "pinverse"]
METHODS = ["cholesky", "pinverse"]
