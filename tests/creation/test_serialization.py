"""Files cannot run code unless they are trusted, and say what is wrong with them."""

import io
import os
import pickle

import pytest

import autograd_lab as al


class Evil:
    def __reduce__(self):
        return os.getenv, ("HOME",)


def saved(value):
    file = io.BytesIO()
    al.save(value, file)
    file.seek(0)
    return file


@pytest.mark.parametrize("value", [Evil(), [al.ones(1), Evil()], al.nn.Linear(1, 1), print, al.load])
def test_a_file_may_hold_numbers_containers_and_tensors_only(value):
    with pytest.raises(pickle.UnpicklingError, match=r"Weights only load failed(?s:.)*Unsupported global: GLOBAL"):
        al.load(saved(value))


def test_a_trusted_file_may_hold_anything():
    assert isinstance(al.load(saved(al.nn.Linear(1, 1)), weights_only=False), al.nn.Linear)


def test_a_view_needs_no_more_than_its_memory():
    whole = al.arange(6.0)
    first, second = al.load(saved([whole, whole[2:4]]))
    first[2] = 9
    assert second.tolist() == [9, 3]
    with pytest.raises((TypeError, ValueError)):
        al._creation.files._rebuild(al.Tensor, whole.numpy(), ((100,), (4,), 0), False, {})


def test_a_file_of_pytorch_is_told_from_ours():
    with pytest.raises(NotImplementedError, match="this file was written by PyTorch"):
        al.load(io.BytesIO(b"PK\x03\x04"))


def test_the_history_and_the_gradient_stay_behind():
    x = al.ones(2, requires_grad=True)
    (x * 2).sum().backward()
    again = pickle.loads(pickle.dumps(x * 2))
    assert again.is_leaf and again.requires_grad and again.tolist() == [2, 2]
    assert pickle.loads(pickle.dumps(x)).grad is None
