"""What is said about workers, of which there are none here. (Orders and batches: tests/parity/programs/data.py.)"""

import warnings

import pytest

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
