"""Workers, of which there are none here, and data without end. (Orders and batches: tests/parity/programs/data.py.)"""

import itertools
import tracemalloc
import warnings

import pytest

import autograd_lab as al
from autograd_lab.utils import data
from autograd_lab.utils.data import DataLoader, dataloader, get_worker_info


@pytest.fixture
def nothing_said():
    """As in a program that has made no batches yet."""
    dataloader._say_where.cache_clear()
    yield
    dataloader._say_where.cache_clear()


def epochs(loader):
    return [[batch.tolist() for batch in loader] for _ in range(2)]


@pytest.mark.usefixtures("nothing_said")
def test_workers_are_accepted_and_it_is_said_once_where_batches_are_made():
    settings = dict(
        num_workers=4, worker_init_fn=lambda number: pytest.fail("there is no worker"), persistent_workers=True,
        prefetch_factor=3, timeout=5, multiprocessing_context="spawn", in_order=False,
    )  # fmt: skip
    with pytest.warns(UserWarning, match="makes its batches in this process here: num_workers and") as caught:
        assert epochs(DataLoader(range(5), 2, **settings)) == [[[0, 1], [2, 3], [4]]] * 2
        epochs(DataLoader(range(5), num_workers=1))
    assert len(caught) == 1
    assert caught[0].filename == __file__


@pytest.mark.usefixtures("nothing_said")
def test_without_workers_nothing_is_said():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        epochs(DataLoader(range(5), 2))


def test_there_is_no_worker_here():
    assert get_worker_info() is None


@pytest.mark.torch
def test_orders_with_workers_are_pytorchs():
    torch = pytest.importorskip("torch")
    import autograd_lab

    found = []
    for package in (torch, autograd_lab):
        package.manual_seed(7)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            loader = package.utils.data.DataLoader(list(range(6)), 2, shuffle=True, num_workers=1)
            found.append([epochs(loader), package.rand(2).tolist()])
    assert found[0] == found[1]


# ----- data without end -----------------------------------------------------------------------------------------------
MANY = int(1e10)


class Naturals(data.IterableDataset):
    def __iter__(self):
        return itertools.count()


ENDLESS = {
    "random, with replacement": lambda: DataLoader(range(5), 32, sampler=data.RandomSampler(range(5), True, MANY)),
    "random, in ever new orders": lambda: DataLoader(range(5), 32, sampler=data.RandomSampler(range(5), False, MANY)),
    "random and never ending": lambda: DataLoader(range(5), 32, sampler=itertools.cycle(data.RandomSampler(range(5)))),
    "in their order": lambda: DataLoader(range(MANY), 32),
    "one by one": lambda: DataLoader(range(MANY), None),
    "several sets": lambda: DataLoader(data.ConcatDataset([range(MANY), range(MANY)]), 32, drop_last=True),
    "a part of them": lambda: DataLoader(data.Subset(range(2 * MANY), range(MANY)), 32),
    "batches of one's own": lambda: DataLoader(range(5), batch_sampler=itertools.repeat([3, 1])),
    "a stream": lambda: DataLoader(Naturals(), 32),
    "a stream, one by one": lambda: DataLoader(Naturals(), None),
    "weighted, again and again": lambda: DataLoader(
        range(2), 32, sampler=itertools.chain.from_iterable(itertools.repeat(data.WeightedRandomSampler([1, 2], 9)))
    ),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_what_is_not_drawn_yet_takes_no_memory(name):
    list(itertools.islice(DataLoader(range(5), 2, shuffle=True), 1))  # NumPy's generators are loaded
    tracemalloc.start()
    try:
        assert len(list(itertools.islice(ENDLESS[name](), 3))) == 3
        assert tracemalloc.get_traced_memory()[1] < 1e6
    finally:
        tracemalloc.stop()


@pytest.mark.torch
@pytest.mark.parametrize("replacement", [True, False])
@pytest.mark.parametrize("count", [1, 31, 32, 70, MANY])
def test_orders_without_end_are_pytorchs(replacement, count):
    torch = pytest.importorskip("torch")
    found = []
    for package in (torch, al):
        package.manual_seed(7)
        sampler = package.utils.data.RandomSampler(range(1000), replacement, count)
        own = package.utils.data.RandomSampler(range(1000), replacement, count, package.Generator().manual_seed(3))
        found.append([list(itertools.islice(each, 100)) for each in (sampler, own, sampler)])
        found[-1].append(package.rand(2).tolist())
    assert found[0] == found[1]
