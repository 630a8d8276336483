"""Data sets and batches. After the same `manual_seed`, ``shuffle=True`` gives PyTorch's own order.

PyTorch: torch/utils/data/{dataset,sampler,dataloader}.py.
"""

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from .._base import draws
from .._base.generator import Generator
from .._base.learners_line import warn
from .._base.left_out import refusing as _refusing
from .._creation.filled import from_numpy, tensor
from .._functions import stack
from ..autograd._tensor import Tensor


class Dataset:
    """Something with ``data[i]`` and ``len(data)``; subclasses write ``__getitem__`` and ``__len__``."""

    def __getitem__(self, index: Any) -> Any:
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")


class TensorDataset(Dataset):
    """Examples that are rows of tensors: ``data[i]`` holds the i-th row of each, of which all have as many."""

    def __init__(self, *tensors: Tensor):
        if any(tensors[0].size(0) != item.size(0) for item in tensors):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index: Any) -> tuple[Tensor, ...]:
        return tuple(item[index] for item in self.tensors)

    def __len__(self) -> int:
        return self.tensors[0].size(0)


class Subset(Dataset):
    """The examples ``indices`` of another data set: ``data[i]`` is ``dataset[indices[i]]``."""

    def __init__(self, dataset: Any, indices: Sequence[int]):
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, index: Any) -> Any:
        return self.dataset[[self.indices[i] for i in index] if isinstance(index, list) else self.indices[index]]

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


# ----- in which order ------------------------------------------------------------------------------------------------
class Sampler:
    """The order in which a `DataLoader` takes the examples; subclasses write ``__iter__``."""

    def __iter__(self) -> Iterator[int]:
        raise NotImplementedError


class SequentialSampler(Sampler):
    """0, 1, 2 … ``len(data_source) - 1``."""

    def __init__(self, data_source: Any):
        self.data_source = data_source

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))

    def __len__(self) -> int:
        return len(self.data_source)


class RandomSampler(Sampler):
    """Every example once, in random order; ValueError if there is none.

    Without a generator, the default one gives the seed of a new one.
    """

    def __init__(self, data_source: Any, generator: Generator | None = None):
        self.data_source, self.generator = data_source, generator
        if not len(data_source):
            raise ValueError("num_samples should be a positive integer value, but got num_samples=0")

    def __iter__(self) -> Iterator[int]:
        generator = self.generator
        if generator is None:
            generator = Generator().manual_seed(_seed(None))
        yield from draws.randperm(len(self.data_source), generator).tolist()
        # PyTorch draws another order for what is left over (nothing): a generator of one's own moves on by that much.
        draws.randperm(len(self.data_source), generator)

    def __len__(self) -> int:
        return len(self.data_source)


def _seed(generator: Generator | None) -> int:
    """One number of 63 bits, as PyTorch draws its seeds."""
    return int((generator or draws.default_generator).double_words(1)[0]) % 2**63


# ----- batches -------------------------------------------------------------------------------------------------------
class DataLoader:
    """Batches of a data set: ``for x, y in DataLoader(data, batch_size=32, shuffle=True): …``.

    Args:
        dataset: has ``data[i]`` and ``len(data)``.
        batch_size: how many examples go together; None: single examples, not stacked.
        shuffle: a new random order in each epoch.
        sampler: an order of your own, instead.
        num_workers: left out here; anything but 0 is refused.
        collate_fn: makes a batch of a list of examples; `default_collate` stacks tensors.
        drop_last: leave out a last batch that is not full.
        generator: where the random order comes from.
    """

    def __init__(
        self,
        dataset: Any,
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        sampler: Iterable[int] | None = None,
        num_workers: int = 0,
        collate_fn: Callable[[list], Any] | None = None,
        drop_last: bool = False,
        generator: Generator | None = None,
    ):
        if num_workers:
            raise NotImplementedError("batches are made in this process here: num_workers must be 0.")
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_size is not None and (not isinstance(batch_size, int) or batch_size <= 0):
            raise ValueError(f"batch_size should be a positive integer value, but got batch_size={batch_size}")
        if batch_size is None and drop_last:
            raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with drop_last")
        self.dataset, self.batch_size, self.drop_last, self.generator = dataset, batch_size, drop_last, generator
        if sampler is None:
            sampler = RandomSampler(dataset, generator) if shuffle else SequentialSampler(dataset)
        self.sampler = sampler
        self.collate_fn = collate_fn or (default_convert if batch_size is None else default_collate)

    def __iter__(self) -> Iterator[Any]:
        _seed(self.generator)  # PyTorch draws one for its workers, even where there are none
        return self._batches()

    def _batches(self) -> Iterator[Any]:
        if self.batch_size is None:
            yield from (self.collate_fn(self.dataset[i]) for i in self.sampler)
            return
        order = iter(self.sampler)
        while places := list(itertools.islice(order, self.batch_size)):
            if len(places) == self.batch_size or not self.drop_last:
                yield self.collate_fn([self.dataset[i] for i in places])

    def __len__(self) -> int:
        if self.batch_size is None:
            return len(self.sampler)
        count = len(self.sampler) / self.batch_size
        return math.floor(count) if self.drop_last else math.ceil(count)


def default_collate(batch: list) -> Any:
    """A batch of examples as one: tensors and numbers are stacked, tuples, lists and dictionaries part by part.

    Shapes (…) become (batch, …). Floats of Python become float64, ints int64.

    Raises:
        TypeError: something else.
        RuntimeError: examples that do not fit together.
    """
    first = batch[0]
    if isinstance(first, Tensor):
        return stack(batch, 0)
    if isinstance(first, np.ndarray | np.generic):
        return stack([from_numpy(np.asarray(item)) for item in batch], 0)
    if isinstance(first, float):
        return tensor(np.array(batch, np.float64))
    if isinstance(first, int):
        return tensor(batch)
    if isinstance(first, str | bytes):
        return batch
    if isinstance(first, Mapping):
        return {key: default_collate([item[key] for item in batch]) for key in first}
    if isinstance(first, Sequence):
        if any(len(item) != len(first) for item in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        parts = [default_collate(list(part)) for part in zip(*batch, strict=True)]
        return type(first)(*parts) if hasattr(first, "_fields") else parts
    raise TypeError(
        f"default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {type(first)}"
    )


def default_convert(data: Any) -> Any:
    """NumPy arrays as tensors, also within tuples, lists and dictionaries; anything else as it is."""
    if isinstance(data, np.ndarray | np.generic):
        return from_numpy(np.asarray(data))
    if isinstance(data, Mapping):
        return {key: default_convert(value) for key, value in data.items()}
    if isinstance(data, tuple | list):
        return [default_convert(item) for item in data]
    return data


__getattr__ = _refusing(__name__)
