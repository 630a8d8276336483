"""What functions with several named results return: tuples with names, which print as PyTorch's do.

This is `torch.return_types`: ``torch.return_types.max`` is the type of ``x.max(dim)``.
"""

from collections import namedtuple
from typing import Any


def _results(name: str, *fields: str) -> type:
    def show(self: Any) -> str:
        parts = ",\n".join(f"{field}={value!r}" for field, value in zip(fields, self, strict=True))
        return f"torch.return_types.{name}(\n{parts})"

    # A subclass, because a namedtuple would print itself on one line.
    members = {"__slots__": (), "__repr__": show, "__module__": "torch.return_types"}
    return type(name, (namedtuple(name, fields),), members)


aminmax = _results("aminmax", "min", "max")
cummax = _results("cummax", "values", "indices")
cummin = _results("cummin", "values", "indices")
kthvalue = _results("kthvalue", "values", "indices")
linalg_cholesky_ex = _results("linalg_cholesky_ex", "L", "info")
linalg_eigh = _results("linalg_eigh", "eigenvalues", "eigenvectors")
linalg_inv_ex = _results("linalg_inv_ex", "inverse", "info")
linalg_qr = _results("linalg_qr", "Q", "R")
linalg_slogdet = _results("linalg_slogdet", "sign", "logabsdet")
linalg_svd = _results("linalg_svd", "U", "S", "Vh")
max = _results("max", "values", "indices")
median = _results("median", "values", "indices")
min = _results("min", "values", "indices")
mode = _results("mode", "values", "indices")
nanmedian = _results("nanmedian", "values", "indices")
slogdet = _results("slogdet", "sign", "logabsdet")
sort = _results("sort", "values", "indices")
topk = _results("topk", "values", "indices")
