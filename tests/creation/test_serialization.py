"""Files cannot run code unless they are trusted, and say what is wrong with them."""

import io
import os
import pickle

import numpy as np
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


class Recipe:
    """Pickles as ``function(*arguments)``, to which ``state`` is then given."""

    def __init__(self, *parts):
        self.parts = parts

    def __reduce__(self):
        return self.parts


def array(shape, kind, data):
    return Recipe(np._core.multiarray._reconstruct, (np.ndarray, (0,), b"b"), (1, shape, kind, False, data))


POINTERS = Recipe(np.dtype, ("V8", False, True), (3, "|", None, ("x",), {"x": (np.dtype("O"), 0)}, 8, 1, 0))
"""A type whose elements NumPy takes for objects, although its flags say that they are none."""
WIDE = Recipe(np.dtype, ("f4", False, True), (3, "<", None, None, None, 4000, 4, 0))


@pytest.mark.parametrize(
    "value",
    {
        "pointers in a field": array((1,), POINTERS, b"A" * 8),
        "the type alone": POINTERS,
        "a scalar": Recipe(np._core.multiarray.scalar, (POINTERS, b"A" * 8)),
        "from a buffer": Recipe(np._core.numeric._frombuffer, (b"A" * 8, POINTERS, (1,), "C")),
        "elements that are too wide": array((1,), WIDE, b"A" * 4),
        "objects": np.array([print, None], object),
        "texts": np.array(["a"]),
        "fields": np.zeros(2, "i4,f4"),
        "too little memory": array((1000,), np.dtype("f4"), b"A" * 8),
        "an overflow": array((2**62, 4), np.dtype("f4"), b""),
        "a negative length": array((-1, -2), np.dtype("f4"), b"A" * 8),
        "an array of another class": Recipe(np._core.multiarray._reconstruct, (al.Tensor, (0,), b"b")),
        "an array made directly": Recipe(np.ndarray, ((2,), np.dtype("f4"))),
        "a class that is changed": Recipe(al.Size, ([2],), (None, {"__len__": 3})),
        "a function that is changed": Recipe(al._torch.creation.files._rebuild, (), {"__doc__": "x"}),
        "a tensor of no array": Recipe(al._torch.creation.files._rebuild, (al.Tensor, [1.0], None, False, {})),
        "a tensor of complex numbers": Recipe(
            al._torch.creation.files._rebuild, (al.Tensor, np.ones(1) * 1j, None, False, {})
        ),
        "a tensor beyond its memory": Recipe(
            al._torch.creation.files._rebuild, (al.Tensor, np.ones(2), ((9,), (8,), 0), False, {})
        ),
        "a tensor of another class": Recipe(al._torch.creation.files._rebuild, (al.Size, np.ones(2), None, False, {})),
    }.items(),
    ids=lambda item: item[0],
)
def test_a_file_cannot_reach_past_its_own_numbers(value):
    with pytest.raises(pickle.UnpicklingError, match="Weights only load failed"):
        al.load(saved([value[1]]))


@pytest.mark.parametrize("weights_only", [True, False])
def test_what_is_no_pickle_is_refused(weights_only):
    with pytest.raises(pickle.UnpicklingError):
        al.load(io.BytesIO(b"hello"), weights_only=weights_only)
    with pytest.raises(EOFError):
        al.load(io.BytesIO(b""), weights_only=weights_only)


def test_a_file_may_hold_arrays_and_numbers_of_every_size():
    kinds = [kind + order for kind in "<>" for order in ("f4", "f8", "f2", "i2", "i8", "u4", "c16")] + ["?", "u1"]
    values = [np.arange(6).reshape(2, 3).astype(kind) for kind in kinds]
    values += [np.asfortranarray(values[0]), np.float32(1.5), np.int64(3), np.zeros((0, 2)), np.array(2.0)]
    for again, value in zip(al.load(saved(values)), values, strict=True):
        assert again.dtype == value.dtype.newbyteorder("=")  # which NumPy does
        np.testing.assert_array_equal(again, value)


def test_a_trusted_file_may_hold_anything():
    assert isinstance(al.load(saved(al.nn.Linear(1, 1)), weights_only=False), al.nn.Linear)


def test_a_view_needs_no_more_than_its_memory():
    whole = al.arange(6.0)
    first, second = al.load(saved([whole, whole[2:4]]))
    first[2] = 9
    assert second.tolist() == [9, 3]
    with pytest.raises((TypeError, ValueError)):
        al._torch.creation.files._rebuild(al.Tensor, whole.numpy(), ((100,), (4,), 0), False, {})


def test_a_file_of_pytorch_is_told_from_ours():
    with pytest.raises(NotImplementedError, match="this file was written by PyTorch"):
        al.load(io.BytesIO(b"PK\x03\x04"))


def test_the_history_and_the_gradient_stay_behind():
    x = al.ones(2, requires_grad=True)
    (x * 2).sum().backward()
    again = pickle.loads(pickle.dumps(x * 2))
    assert again.is_leaf and again.requires_grad and again.tolist() == [2, 2]
    assert pickle.loads(pickle.dumps(x)).grad is None
