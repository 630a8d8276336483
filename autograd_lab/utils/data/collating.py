"""How examples become a batch. PyTorch: torch/utils/data/_utils/collate.py."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..._core.tensor import Tensor
from ..._torch.creation.filled import from_numpy, tensor
from ..._torch.functions import stack


def default_collate(batch: Sequence) -> Any:
    """A batch of examples as one: tensors and numbers are stacked, tuples, lists and dictionaries part by part.

    Shapes (…) become (batch, …). Floats of Python become float64, ints int64.

    Raises:
        TypeError: something else.
        RuntimeError: examples that do not fit together.
    """
    first = batch[0]
    if isinstance(batch, Tensor):
        raise TypeError("stack(): argument 'tensors' (position 1) must be tuple of Tensors, not Tensor")
    if isinstance(first, Tensor):
        return stack(list(batch), 0)
    if isinstance(first, np.ndarray | np.generic) and not isinstance(first, str | bytes):
        if first.dtype.kind in "SUO":
            raise _refusal(first.dtype)
        return stack([from_numpy(np.asarray(item)) for item in batch], 0)
    if isinstance(first, float):
        return tensor(np.array(batch, np.float64))
    if isinstance(first, int):
        return tensor(list(batch))
    if isinstance(first, str | bytes):
        return batch
    if isinstance(first, Mapping):
        return _like_mapping(first, lambda key: default_collate([item[key] for item in batch]))
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*(default_collate(part) for part in zip(*batch, strict=False)))
    if isinstance(first, Sequence):
        if any(len(item) != len(first) for item in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        return _like_sequence(first, [default_collate(part) for part in zip(*batch, strict=True)])
    raise _refusal(type(first))


def default_convert(data: Any) -> Any:
    """NumPy arrays as tensors, also within tuples, lists and dictionaries; anything else as it is."""
    if isinstance(data, np.ndarray | np.generic) and not isinstance(data, str | bytes):
        return data if data.dtype.kind in "SUO" else from_numpy(np.asarray(data))
    if isinstance(data, Mapping):
        return _like_mapping(data, lambda key: default_convert(data[key]))
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*map(default_convert, data))
    if isinstance(data, Sequence) and not isinstance(data, str | bytes):
        return _like_sequence(data, [default_convert(item) for item in data])
    return data


def _refusal(kind: Any) -> TypeError:
    return TypeError(
        f"default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {kind}"
    )


def _like_mapping(example: Mapping, value: Callable[[Any], Any]) -> Any:
    """A mapping of the example's own kind where a dictionary makes one; else a dictionary."""
    new = {key: value(key) for key in example}
    try:
        return type(example)(new)  # type: ignore[call-arg]
    except TypeError:
        return new


def _like_sequence(example: Sequence, parts: list) -> Any:
    """A sequence of the example's own kind where a list makes one; else a list, as for every tuple."""
    try:
        return parts if isinstance(example, tuple) else type(example)(parts)  # type: ignore[call-arg]
    except TypeError:
        return parts
