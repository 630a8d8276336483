"""What ``max(dim)`` and ``min(dim)`` return: a pair with names, which prints as PyTorch's does."""

from typing import Any, NamedTuple


class _Pair(NamedTuple):
    values: Any
    indices: Any


class max_result(_Pair):
    """``(values, indices)`` of ``max(dim)``."""

    __slots__ = ()
    _shown = "torch.return_types.max"

    def __repr__(self) -> str:
        return f"{self._shown}(\nvalues={self.values!r},\nindices={self.indices!r})"


class min_result(max_result):
    """``(values, indices)`` of ``min(dim)``."""

    __slots__ = ()
    _shown = "torch.return_types.min"
