"""The order in which the examples are taken. PyTorch: torch/utils/data/sampler.py."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from ..._core.base import draws
from ..._core.base.dtypes import float64
from ..._core.base.generator import Generator
from ..._torch.creation.filled import as_tensor
from ..._torch.creation.random import multinomial

Place = TypeVar("Place", covariant=True)


class Sampler(Generic[Place]):
    """The order in which a `DataLoader` takes the examples; subclasses write ``__iter__``, and ``__len__`` if known."""

    def __iter__(self) -> Iterator[Place]:
        raise NotImplementedError


class SequentialSampler(Sampler[int]):
    """0, 1, 2 … ``len(data_source) - 1``."""

    def __init__(self, data_source: Any):
        self.data_source = data_source

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))

    def __len__(self) -> int:
        return len(self.data_source)


class RandomSampler(Sampler[int]):
    """Every example once, in random order; or ``num_samples`` of them.

    Without a generator, the default one gives the seed of a new one.

    Args:
        data_source: has a length.
        replacement: draw each place from all, so that one may come twice.
        num_samples: how many places; without replacement, a new order begins when one is used up.
        generator: where the random order comes from.

    Raises:
        ValueError: there is no example, or ``num_samples`` is below 1.
    """

    def __init__(
        self,
        data_source: Any,
        replacement: bool = False,
        num_samples: int | None = None,
        generator: Generator | None = None,
    ):
        self.data_source, self.replacement, self.generator = data_source, replacement, generator
        self._num_samples = num_samples
        if self.num_samples <= 0:
            raise ValueError(f"num_samples should be a positive integer value, but got num_samples={self.num_samples}")

    @property
    def num_samples(self) -> int:
        """How many places there will be; the data may have grown since."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self) -> Iterator[int]:
        count, wanted = len(self.data_source), self.num_samples
        generator = self.generator
        if generator is None:
            generator = Generator().manual_seed(seed(None))
        if self.replacement:  # 32 at a time, as PyTorch draws them
            for start in range(0, wanted, 32):
                yield from draws.randint(0, count, (min(32, wanted - start),), generator=generator).tolist()
            return
        for _ in range(wanted // count):
            yield from draws.randperm(count, generator).tolist()
        # PyTorch draws an order even if nothing is left over, and so advances the generator.
        yield from draws.randperm(count, generator).tolist()[: wanted % count]

    def __len__(self) -> int:
        return self.num_samples


def seed(generator: Generator | None) -> int:
    """One number of 63 bits, as PyTorch draws its seeds."""
    return int((generator or draws.default_generator).double_words(1)[0]) % 2**63


class SubsetRandomSampler(Sampler[int]):
    """These places, each once, in random order."""

    def __init__(self, indices: Sequence[int], generator: Generator | None = None):
        self.indices, self.generator = indices, generator

    def __iter__(self) -> Iterator[int]:
        for place in draws.randperm(len(self.indices), self.generator).tolist():
            yield self.indices[place]

    def __len__(self) -> int:
        return len(self.indices)


class WeightedRandomSampler(Sampler[int]):
    """Places drawn with these weights, of which the larger come more often.

    Args:
        weights: one for each example; they need not add up to 1.
        num_samples: how many places.
        replacement: False: each place comes once at most.
        generator: where the random numbers come from.

    Raises:
        ValueError: no samples are asked for.
    """

    def __init__(
        self, weights: Sequence[float], num_samples: int, replacement: bool = True, generator: Generator | None = None
    ):
        if num_samples <= 0:
            raise ValueError(f"num_samples should be a positive integer value, but got num_samples={num_samples}")
        self.weights = as_tensor(weights, dtype=float64)
        self.num_samples, self.replacement, self.generator = num_samples, replacement, generator

    def __iter__(self) -> Iterator[int]:
        drawn = multinomial(self.weights, self.num_samples, self.replacement, generator=self.generator)
        yield from drawn.tolist()

    def __len__(self) -> int:
        return self.num_samples


class BatchSampler(Sampler[list[int]]):
    """The places of another sampler, ``batch_size`` at a time, as lists.

    Args:
        sampler: gives the places, in their order.
        batch_size: how many go together.
        drop_last: leave out a last batch that is not full.

    Raises:
        ValueError: a size below 1.
    """

    def __init__(self, sampler: Iterable[int], batch_size: int, drop_last: bool):
        if batch_size <= 0:
            raise ValueError(f"batch_size should be a positive integer value, but got batch_size={batch_size}")
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self) -> Iterator[list[int]]:
        order = iter(self.sampler)
        while places := list(itertools.islice(order, self.batch_size)):
            if len(places) == self.batch_size or not self.drop_last:
                yield places

    def __len__(self) -> int:
        count = len(self.sampler)  # type: ignore[arg-type]
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)
