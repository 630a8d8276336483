"""`DataLoader`: batches of a data set. PyTorch: torch/utils/data/dataloader.py."""

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import numpy as np

from ..._core.base.generator import Generator
from ..._core.base.learners_line import warn
from ..._core.tensor import Tensor
from ..._torch.creation.filled import from_numpy, tensor
from ..._torch.functions import stack
from .dataset import Dataset as Dataset
from .dataset import IterableDataset as IterableDataset
from .sampler import BatchSampler as BatchSampler
from .sampler import RandomSampler as RandomSampler
from .sampler import Sampler as Sampler
from .sampler import SequentialSampler as SequentialSampler
from .sampler import seed

Batch = TypeVar("Batch", covariant=True)

_NO_PINS = "'pin_memory' argument is set as true but no accelerator is found, then device pinned memory won't be used."


class DataLoader(Generic[Batch]):
    """Batches of a data set: ``for x, y in DataLoader(data, batch_size=32, shuffle=True): …``.

    Args:
        dataset: has ``data[i]`` and ``len(data)``, or is an `IterableDataset`.
        batch_size: how many examples go together; None: single examples, not stacked.
        shuffle: a new random order in each epoch.
        sampler: an order of your own, instead.
        batch_sampler: gives the places of each batch as a list, instead of all four.
        num_workers: accepted, with one warning; the batches are made in this process.
        collate_fn: makes a batch of a list of examples; `default_collate` stacks tensors.
        pin_memory: accepted; it changes nothing on a CPU.
        drop_last: leave out a last batch that is not full.
        timeout, worker_init_fn, multiprocessing_context, prefetch_factor, persistent_workers, pin_memory_device,
        in_order: for workers; they change nothing here, and ``worker_init_fn`` is not called.
        generator: where the random order comes from.

    Raises:
        ValueError: arguments that contradict each other, or are out of range.
    """

    def __init__(
        self,
        dataset: Any,
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        sampler: Iterable[Any] | None = None,
        batch_sampler: Iterable[list] | None = None,
        num_workers: int = 0,
        collate_fn: Callable[[list], Any] | None = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0,
        worker_init_fn: Callable[[int], None] | None = None,
        multiprocessing_context: Any = None,
        generator: Generator | None = None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
        pin_memory_device: str = "",
        in_order: bool = True,
    ):
        if num_workers < 0:
            raise ValueError("num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
        self.dataset, self.num_workers = dataset, num_workers
        self.timeout, self.worker_init_fn = timeout, worker_init_fn
        self.prefetch_factor = 2 if num_workers and prefetch_factor is None else prefetch_factor
        self.pin_memory, self.pin_memory_device, self.in_order = pin_memory, pin_memory_device, in_order
        self.multiprocessing_context, self.persistent_workers = multiprocessing_context, persistent_workers
        self._is_stream = isinstance(dataset, IterableDataset)
        if self._is_stream:
            _check_stream(shuffle, sampler, batch_sampler)
        batch_size, drop_last = _check_batches(batch_size, shuffle, sampler, batch_sampler, drop_last)
        if sampler is None:
            sampler = self._own_sampler(bool(shuffle), generator)
        if batch_size is not None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size, self.drop_last, self.generator = batch_size, drop_last, generator
        self.sampler, self.batch_sampler = sampler, batch_sampler
        self.collate_fn = collate_fn or (default_convert if batch_sampler is None else default_collate)

    def _own_sampler(self, shuffle: bool, generator: Generator | None) -> Iterable[Any]:
        if self._is_stream:
            return _Forever()
        return RandomSampler(self.dataset, generator=generator) if shuffle else SequentialSampler(self.dataset)

    def __iter__(self) -> Iterator[Any]:
        if self.num_workers:
            _say_where()
        if self.pin_memory:
            warn(_NO_PINS)
        order = iter(self.sampler if self.batch_sampler is None else self.batch_sampler)
        seed(self.generator)  # PyTorch draws one for its workers, even where there are none
        return _Batches(self._streamed(order) if self._is_stream else self._batches(order), self)

    def _batches(self, order: Iterator) -> Iterator[Any]:
        data, many = self.dataset, getattr(self.dataset, "__getitems__", None)
        for places in order:
            if self.batch_sampler is None:
                yield self.collate_fn(data[places])
            else:
                yield self.collate_fn(many(places) if many else [data[place] for place in places])

    def _streamed(self, order: Iterator) -> Iterator[Any]:
        examples = iter(self.dataset)
        if self.batch_sampler is None:
            yield from map(self.collate_fn, examples)
            return
        for places in order:
            batch = list(itertools.islice(examples, len(places)))
            if batch and (len(batch) == len(places) or not self.drop_last):
                yield self.collate_fn(batch)
            if len(batch) < len(places):
                return

    def __len__(self) -> int:
        if not self._is_stream:
            return len(self.sampler if self.batch_sampler is None else self.batch_sampler)  # type: ignore[arg-type]
        count = len(self.dataset)
        if self.batch_size is None:
            return count
        return count // self.batch_size if self.drop_last else math.ceil(count / self.batch_size)


class _Batches:
    """One pass over the data: an iterator over its batches that knows their number."""

    def __init__(self, batches: Iterator[Any], loader: DataLoader):
        self._batches, self._loader = batches, loader

    def __iter__(self) -> "_Batches":
        return self

    def __next__(self) -> Any:
        return next(self._batches)

    def __len__(self) -> int:
        return len(self._loader)


class _Forever(Sampler):
    """The sampler of a stream, which has no places to choose from."""

    def __iter__(self) -> Iterator[None]:
        return itertools.repeat(None)


@functools.cache
def _say_where() -> None:
    """Warn once in a program."""
    warn("DataLoader makes its batches in this process here: num_workers and worker_init_fn change nothing.")


def get_worker_info() -> None:
    """None, as in PyTorch outside of a worker: there are no workers here."""


# ----- what is refused -----------------------------------------------------------------------------------------------
def _check_stream(shuffle: Any, sampler: Any, batch_sampler: Any) -> None:
    for name, value in dict(shuffle=shuffle or None, sampler=sampler, batch_sampler=batch_sampler).items():
        if value is not None:
            raise ValueError(
                f"DataLoader with IterableDataset: expected unspecified {name} option, but got {name}={value}"
            )


def _check_batches(
    size: int | None, shuffle: Any, sampler: Any, batch_sampler: Any, drop_last: bool
) -> tuple[int | None, bool]:
    """The batch size and whether to drop the last batch; None and False if the ``batch_sampler`` decides."""
    if sampler is not None and shuffle:
        raise ValueError("sampler option is mutually exclusive with shuffle")
    if batch_sampler is not None:
        if size != 1 or shuffle or sampler is not None or drop_last:
            raise ValueError(
                "batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last"
            )
        return None, False
    if size is None and drop_last:
        raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with drop_last")
    return size, drop_last


# ----- how examples become a batch: PyTorch's torch/utils/data/_utils/collate.py -------------------------------------
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
