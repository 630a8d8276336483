"""What a `DataLoader` takes its examples from. PyTorch: torch/utils/data/dataset.py."""

import bisect
import itertools
import math
from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from ..._core.base import draws
from ..._core.base.generator import Generator
from ..._core.base.learners_line import warn
from ..._core.tensor import Tensor

Example = TypeVar("Example", covariant=True)


class Dataset(Generic[Example]):
    """Something with ``data[i]`` and ``len(data)``; subclasses write ``__getitem__`` and ``__len__``.

    One that can fetch many examples faster at once may write ``__getitems__(places)``, too.
    """

    def __getitem__(self, index: Any) -> Example:
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other: "Dataset") -> "ConcatDataset":
        return ConcatDataset([self, other])


class IterableDataset(Dataset[Example], Iterable[Example]):
    """A stream of examples: subclasses write ``__iter__``, and there is neither ``data[i]`` nor an order to choose."""


class TensorDataset(Dataset[tuple[Tensor, ...]]):
    """Examples that are rows of tensors: ``data[i]`` holds the i-th row of each, of which all have as many."""

    def __init__(self, *tensors: Tensor):
        if any(tensors[0].size(0) != item.size(0) for item in tensors):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index: Any) -> tuple[Tensor, ...]:
        return tuple(item[index] for item in self.tensors)

    def __len__(self) -> int:
        return self.tensors[0].size(0)


class ConcatDataset(Dataset[Example]):
    """One data set after the other, with their places counted on.

    Raises:
        AssertionError: none, or one that is a stream.
        ValueError: asked for a place before the first.
    """

    def __init__(self, datasets: Iterable[Any]):
        self.datasets = list(datasets)
        if not self.datasets:
            raise AssertionError("datasets should not be an empty iterable")
        if any(isinstance(each, IterableDataset) for each in self.datasets):
            raise AssertionError("ConcatDataset does not support IterableDataset")
        self.cumulative_sizes = self.cumsum(self.datasets)

    @staticmethod
    def cumsum(sequence: Iterable[Any]) -> list[int]:
        """Where each of these sets ends."""
        return list(itertools.accumulate(len(each) for each in sequence))

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]

    def __getitem__(self, index: Any) -> Example:
        if index < 0:
            if -index > len(self):
                raise ValueError("absolute value of index should not exceed dataset length")
            index += len(self)
        number = bisect.bisect_right(self.cumulative_sizes, index)
        return self.datasets[number][index - (self.cumulative_sizes[number - 1] if number else 0)]


class Subset(Dataset[Example]):
    """The examples ``indices`` of another data set: ``data[i]`` is ``dataset[indices[i]]``."""

    def __init__(self, dataset: Any, indices: Sequence[int]):
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, index: Any) -> Any:
        return self.dataset[[self.indices[i] for i in index] if isinstance(index, list) else self.indices[index]]

    def __getitems__(self, indices: list[int]) -> list[Example]:
        places = [self.indices[i] for i in indices]
        many = getattr(self.dataset, "__getitems__", None)
        return many(places) if callable(many) else [self.dataset[place] for place in places]

    def __len__(self) -> int:
        return len(self.indices)


def random_split(dataset: Any, lengths: Sequence[float], generator: Generator | None = None) -> list[Subset]:
    """Cut a data set at random into parts of these lengths, or of these fractions if they add up to 1.

    Raises:
        ValueError: lengths that do not add up.
    """
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        lengths = _from_fractions(len(dataset), lengths)
    if sum(lengths) != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    order = draws.randperm(len(dataset), generator).tolist()
    ends = itertools.accumulate(lengths)
    return [Subset(dataset, order[end - n : end]) for end, n in zip(ends, lengths, strict=True)]


def _from_fractions(count: int, fractions: Sequence[float]) -> list[int]:
    for place, fraction in enumerate(fractions):
        if not 0 <= fraction <= 1:
            raise ValueError(f"Fraction at index {place} is not between 0 and 1")
    lengths = [math.floor(count * fraction) for fraction in fractions]
    for left in range(count - sum(lengths)):
        lengths[left % len(lengths)] += 1
    for place, n in enumerate(lengths):
        if n == 0:
            warn(f"Length of split at index {place} is 0. This might result in an empty dataset.")
    return lengths
