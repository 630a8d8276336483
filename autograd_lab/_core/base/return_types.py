"""What functions with several named results return: tuples with names, which print as PyTorch's do.

This is `torch.return_types`: ``torch.return_types.max`` is the type of ``x.max(dim)``.

PyTorch: torch/return_types.py.
"""

from collections import namedtuple
from typing import Any

FIELDS = {
    "histogram": ("hist", "bin_edges"),
    "linalg_eigh": ("eigenvalues", "eigenvectors"),
    "linalg_lstsq": ("solution", "residuals", "rank", "singular_values"),
    "linalg_qr": ("Q", "R"),
    "linalg_svd": ("U", "S", "Vh"),
    "max": ("values", "indices"),
    "median": ("values", "indices"),
    "min": ("values", "indices"),
    "sort": ("values", "indices"),
    "svd": ("U", "S", "V"),
    "topk": ("values", "indices"),
}


def _results(name: str, fields: tuple[str, ...]) -> type:
    def show(self: Any) -> str:
        parts = ",\n".join(f"{field}={value!r}" for field, value in zip(fields, self, strict=True))
        return f"torch.return_types.{name}(\n{parts})"

    # A subclass, because a namedtuple would print itself on one line.
    members = {"__slots__": (), "__repr__": show, "__module__": "torch.return_types"}
    return type(name, (namedtuple(name, fields),), members)


def __getattr__(name: str) -> type:
    # Each type is made when it is first wanted: namedtuple() runs a piece of source for it.
    fields = FIELDS.get(name.removesuffix("_out"))  # with ``out=``, ``max`` returns a ``max_out``
    if fields is None:
        raise AttributeError(f"module 'torch.return_types' has no attribute '{name}'")
    return globals().setdefault(name, _results(name, fields))


def __dir__() -> list[str]:
    return list(FIELDS)
