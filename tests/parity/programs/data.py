# ruff: noqa: F821, E402
"""Data sets, samplers, loaders and what makes batches: orders after a seed, kinds of batches, streams, refusals."""

# %% samplers
from torch.utils.data import (
    BatchSampler, DataLoader, RandomSampler, Sampler, SequentialSampler, SubsetRandomSampler, TensorDataset,
    WeightedRandomSampler,
)  # fmt: skip

torch.manual_seed(0)
data = TensorDataset(torch.arange(10))
for label, make in {
    "random": lambda: RandomSampler(data),
    "fewer": lambda: RandomSampler(data, num_samples=4),
    "more": lambda: RandomSampler(data, num_samples=23),
    "replacement": lambda: RandomSampler(data, replacement=True),
    "replacement, many": lambda: RandomSampler(data, replacement=True, num_samples=70),
    "own generator": lambda: RandomSampler(data, False, 12, torch.Generator().manual_seed(3)),
    "sequential": lambda: SequentialSampler(data),
    "subset": lambda: SubsetRandomSampler([7, 3, 5, 1]),
    "subset, own": lambda: SubsetRandomSampler(range(5), torch.Generator().manual_seed(3)),
    "weighted": lambda: WeightedRandomSampler([0.1, 0.9, 0.4, 0.7, 3.0, 0.6], 9),
    "weighted once": lambda: WeightedRandomSampler(torch.tensor([0.9, 0.4, 0.05, 0.2, 0.3, 0.1]), 5, replacement=False),
    "weighted, own": lambda: WeightedRandomSampler([1, 2, 3], 4, True, torch.Generator().manual_seed(3)),
    "batches": lambda: BatchSampler(SequentialSampler(range(10)), 3, False),
    "full batches": lambda: BatchSampler(SequentialSampler(range(10)), 3, True),
    "random batches": lambda: BatchSampler(RandomSampler(range(10)), batch_size=4, drop_last=False),
    "batches of a list": lambda: BatchSampler([3, 1, 2], 2, False),
}.items():
    sampler = make()
    show(label, [list(sampler), list(sampler), len(sampler), isinstance(sampler, Sampler)])
show("next number", torch.rand(2))
show("weights", WeightedRandomSampler([1, 2, 3], 4).weights)

# %% loaders
from torch.utils.data import (
    DataLoader,
    RandomSampler,
    SubsetRandomSampler,
    TensorDataset,
    WeightedRandomSampler,
    BatchSampler,
)

torch.manual_seed(1)
data = TensorDataset(torch.arange(7), torch.arange(7) * 2.0)
for label, settings in {
    "sampler": dict(batch_size=3, sampler=RandomSampler(data, num_samples=5)),
    "replacement": dict(batch_size=3, sampler=RandomSampler(data, replacement=True, num_samples=8)),
    "subset": dict(batch_size=2, sampler=SubsetRandomSampler([1, 3, 5])),
    "weighted": dict(batch_size=2, sampler=WeightedRandomSampler([1.0] * 7, 5)),
    "list": dict(sampler=[3, 1]),
    "batch sampler": dict(batch_sampler=BatchSampler(RandomSampler(data), 2, True)),
    "lists of places": dict(batch_sampler=[[0, 1, 2], [6]]),
    "single": dict(batch_size=None, shuffle=True),
    "own": dict(batch_size=4, shuffle=True, generator=torch.Generator().manual_seed(3)),
    "collate": dict(batch_size=3, collate_fn=lambda batch: len(batch)),
}.items():
    loader = DataLoader(data, **settings)
    show(label, [list(loader), list(loader), len(loader), loader.batch_size, loader.drop_last])
    show(
        label,
        [
            type(loader.sampler).__name__,
            type(loader.batch_sampler).__name__,
            loader.num_workers,
            loader.prefetch_factor,
        ],
    )
show("next number", torch.rand(2))
loader = DataLoader(data)

# %% pinned
from torch.utils.data import DataLoader

show("pinned", list(DataLoader([1, 2, 3], batch_size=2, pin_memory=True)))

# %% datasets
from torch.utils.data import ConcatDataset, Dataset, IterableDataset, Subset, TensorDataset, random_split


class Letters(Dataset):
    def __init__(self, letters):
        self.letters = letters

    def __len__(self):
        return len(self.letters)

    def __getitem__(self, i):
        return self.letters[i]


class Many(Letters):
    def __getitems__(self, places):
        return [self.letters[i].upper() for i in places]


class Stream(IterableDataset):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return iter(range(self.n))


class SizedStream(Stream):
    def __len__(self):
        return self.n


abc, de = Letters("abc"), Letters("de")
both = abc + de
show("concat", [type(both).__name__, len(both), [both[i] for i in range(-5, 5)], both.cumulative_sizes])
attempt("concat, before", lambda: both[-6])
attempt("concat, after", lambda: both[5])
attempt("concat none", lambda: ConcatDataset([]))
attempt("concat stream", lambda: ConcatDataset([Stream(2)]))
attempt("no item", lambda: Dataset()[0])
attempt("no length", lambda: len(Dataset()))
attempt("abstract", lambda: IterableDataset())
loader = torch.utils.data.DataLoader
show("letters", [list(loader(both, 2)), list(loader(Many("abcd"), 3)), list(loader(Subset(Many("abcd"), [2, 0]), 3))])
show("streams", [list(loader(Stream(5), 2)), list(loader(Stream(5), 2, drop_last=True)), list(loader(Stream(2), None))])
show(
    "streams",
    [
        list(loader(Stream(4), 2)),
        len(loader(SizedStream(5), 2)),
        len(loader(SizedStream(5), 2, drop_last=True)),
        len(loader(SizedStream(5), None)),
    ],
)
attempt("stream length", lambda: len(loader(Stream(5), 2)))
attempt("stream shuffle", lambda: loader(Stream(5), shuffle=True))
attempt("stream sampler", lambda: loader(Stream(5), sampler=[1, 2]))
attempt("stream batch sampler", lambda: loader(Stream(5), batch_sampler=[[1], [2]]))
show("generic", [Dataset[int] is not None, torch.utils.data.get_worker_info()])
subset = Subset(TensorDataset(torch.arange(5)), [4, 2, 0])
show("subset", [subset[[0, 1]], subset[1], subset.__getitems__([0, 2])])


class Loud(Subset):
    def __getitem__(self, i):
        return "!"


torch.manual_seed(4)
for lengths in ([0.5, 0.5], [0.1, 0.2, 0.7], [0.99, 0.01], [3, 4], [1.0]):
    show("split", [part.indices for part in random_split(range(7), lengths)])
attempt("split negative", lambda: random_split(range(7), [1.5, -0.5]))
attempt("split short", lambda: random_split(range(7), [0.5, 0.3]))

# %% collating
from collections import OrderedDict, UserDict, deque, namedtuple

import numpy as np
from torch.utils.data import default_collate
from torch.utils.data import default_convert

Point = namedtuple("Point", "x y")
for batch in (
    [1, 2], [1.5, 2.5], [True, False], ["a", "b"], [b"a", b"b"], [torch.ones(2), torch.zeros(2)], [(1, 2.0), (3, 4.0)],
    [[1, 2.0], [3, 4.0]], [{"a": 1, "b": [2.0]}, {"a": 3, "b": [4.0]}], [Point(1, 2), Point(3, 4)], (1, 2), [()],
    [OrderedDict(a=1), OrderedDict(a=2)], [np.float32(1), np.float32(2)], [np.int64(1)], [np.bool_(True)], [np.ones(2)],
    [np.array(1.5), np.array(2.5)], [range(2), range(2)], [deque([1]), deque([2])], [torch.tensor(1), torch.tensor(2)],
    [UserDict(a=1), UserDict(a=2)],
):  # fmt: skip
    result = default_collate(batch)
    show("collated", [type(result).__name__, dict(result) if isinstance(result, UserDict) else result])
for batch in (
    [None],
    [object],
    [np.array("a")],
    [[1, 2], [3]],
    [torch.ones(2), torch.ones(3)],
    [{"a": 1}, {"b": 1}],
    [{1}],
    [],
):
    try:
        default_collate(batch)
    except Exception as error:
        show("refused", [type(error).__name__, str(error).partition(" at entry")[0]])
for data in (
    np.ones(2),
    [np.ones(2), 1],
    (np.ones(2), "a"),
    {"a": np.float64(1)},
    Point(np.ones(1), 2),
    np.array("a"),
    "ab",
    None,
    range(2),
):
    result = default_convert(data)
    show("converted", [type(result).__name__, None if isinstance(result, np.ndarray) else result])

# %% refusals
from torch.utils.data import BatchSampler, DataLoader, RandomSampler, WeightedRandomSampler

for label, make in {
    "workers": lambda: DataLoader([1], num_workers=-1),
    "shuffle and sampler": lambda: DataLoader([1], shuffle=True, sampler=[0]),
    "batch sampler and size": lambda: DataLoader([1], batch_size=2, batch_sampler=[[0]]),
    "batch sampler and shuffle": lambda: DataLoader([1], shuffle=True, batch_sampler=[[0]]),
    "batch sampler and last": lambda: DataLoader([1], drop_last=True, batch_sampler=[[0]]),
    "no batches, last": lambda: DataLoader([1], batch_size=None, drop_last=True),
    "samples": lambda: RandomSampler([1], num_samples=0),
    "weighted more": lambda: list(WeightedRandomSampler([1.0, 2.0], 3, False)),
    "batch size": lambda: BatchSampler([1], 0, False),
}.items():
    attempt(label, make)

# %% batches_one_by_one
from torch.utils.data import DataLoader, IterableDataset


class Numbers(IterableDataset):
    def __iter__(self):
        return iter(range(3))


batches = iter(DataLoader(torch.arange(5), batch_size=2))
print(len(batches), next(batches), len(batches), iter(batches) is batches, [batch.tolist() for batch in batches])
attempt("over", lambda: next(batches))
stream = iter(DataLoader(Numbers(), batch_size=2))
try:
    len(stream)
except TypeError:
    print("as long as it is", list(stream))
