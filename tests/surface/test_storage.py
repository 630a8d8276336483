"""The memory behind a tensor, as numbers and as bytes."""

import pytest

import autograd_lab as al

pytestmark = pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")


def test_the_older_kind_says_what_to_use():
    with pytest.warns(UserWarning, match=r"use tensor\.untyped_storage\(\) instead of tensor\.storage\(\)$"):
        al.ones(2).storage()
    assert al.ones(2).untyped_storage().nbytes() == 8


def test_a_storage_is_the_whole_memory_and_shared():
    x = al.tensor([[1.0, 2.0], [3.0, 4.0]])
    storage = x[1].storage()
    assert (len(storage), storage.size(), storage.nbytes()) == (4, 4, 16)
    assert storage.tolist() == list(storage) == [1, 2, 3, 4]
    assert storage.dtype is al.float32
    assert storage.data_ptr() == x.data_ptr() == x.t().storage().data_ptr() == x.untyped_storage().data_ptr()
    storage[0] = 7
    assert x[0, 0] == 7 and x._version == 1
    assert storage[1:3] == [2, 3]


def test_a_storage_prints_as_in_pytorch():
    text = " 1.0\n 2.0\n[torch.storage.TypedStorage(dtype=torch.float32, device=cpu) of size 2]"
    assert repr(al.tensor([1.0, 2.0]).storage()) == text


def test_a_single_number_has_a_storage():
    number = al.tensor(3.0) * 1
    number.storage()[0] = 5
    assert number.item() == 5
