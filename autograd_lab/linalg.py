"""Linear algebra: `torch.linalg`."""

from ._functions.norms import linalg_norm as norm
from ._functions.norms import matrix_norm as matrix_norm
from ._functions.norms import vector_norm as vector_norm

__all__ = ["matrix_norm", "norm", "vector_norm"]
