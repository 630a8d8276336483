"""The public functions: rows of the table under their own names, and functions that choose between rows.

A row that says ``variants="function, …"`` is public as it is. The files here hold the names behind which PyTorch hides
several rows (``sum``, ``pow``, ``max``), and those that choose between a view and a copy. Each file lists its functions
in ``__all__`` and, in ``METHODS``, those that are methods of Tensor too (``_torch/surface/methods.py`` makes the list).
Methods that share no name with a function stand in ``METHOD_FORMS``.
"""

from ...derivatives import TABLE
from . import (
    contractions,
    elementwise,
    gathering,
    indexing,
    joining,
    matrices,
    norms,
    products,
    randomness,
    rearranging,
    reductions,
    reshaping_in_place,
    shapes,
    sorting,
    types,
)

FAMILIES = (
    elementwise, reductions, sorting, norms, types, shapes, reshaping_in_place,
    rearranging, joining, indexing, gathering, products, contractions, matrices,
    randomness,
)  # fmt: skip

globals().update({op.base: op for op in TABLE.values() if "function" in op.variants})
globals().update({name: getattr(family, name) for family in FAMILIES for name in family.__all__})

__all__ = sorted(
    {op.base for op in TABLE.values() if "function" in op.variants}.union(*(family.__all__ for family in FAMILIES))
)
