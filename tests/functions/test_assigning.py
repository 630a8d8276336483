"""``x[…] = y`` where nothing is recorded: the short way writes what PyTorch writes, and what the long way writes."""

import pytest

import autograd_lab as al
from autograd_lab._torch.functions import indexing

SHAPES = [(0,), (5,), (4, 5), (2, 3, 4)]
KEYS = [
    0, -1, 7, True, False, None, ..., (), (0, 1), (-1, 2), (0, 1, 2, 0), (True, 1), (0, True),
    slice(None), slice(1, 3), slice(-2, None), slice(3, 1), slice(0, 99), slice(None, None, 2), slice(1, None, 0),
    slice(None, None, -1), slice(0.5, None), (1, slice(1, 3)), (slice(None), 2), (slice(0, 2), slice(1, 2)), (..., 0),
    (0, None), (9, slice(None)), (slice(None), 9), 1.5, "a",
]  # fmt: skip
VALUES = [
    7, -1, True, 2.5, 1e300, float("nan"), 2**70, "text",
    ("tensor", 3), ("tensor", 3.5), ("tensor", [1, 2]), ("tensor", [[1, 2, 3, 4, 5]]), ("arange", 5), ("arange", 1),
]  # fmt: skip
KINDS = ["int64", "float32", "uint8", "bool"]


def outcome(package, shape, kind, key, value):
    """What stands there afterwards, and how often it was written; or what was said."""
    x = package.zeros(shape, dtype=getattr(package, kind))
    if isinstance(value, tuple):
        value = getattr(package, value[0])(value[1]).to(x.dtype)
    try:
        x[key] = value
    except Exception as error:
        return type(error).__name__, x.tolist()
    return repr(x.tolist()), x._version


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_the_short_way_writes_what_the_long_way_writes(shape, kind, monkeypatch):
    cases = [(shape, kind, key, value) for key in KEYS for value in VALUES]
    short = [outcome(al, *case) for case in cases]
    monkeypatch.setattr(indexing, "_is_plain", lambda *tensors: False)
    long = [outcome(al, *case) for case in cases]
    assert [(case, *both) for case, *both in zip(cases, short, long, strict=True) if both[0] != both[1]] == []


@pytest.mark.torch
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_it_is_what_pytorch_writes(shape, kind):
    torch = pytest.importorskip("torch")
    keys = [key for key in KEYS if key != "a"]
    values = [value for value in VALUES if value not in (-1, 1e300, 2**70)]  # not every type can hold these
    cases = [(shape, kind, key, value) for key in keys for value in values]
    both = [(outcome(torch, *case), outcome(al, *case)) for case in cases]
    assert [(case, *pair) for case, pair in zip(cases, both, strict=True) if pair[0] != pair[1]] == []


def taken_short(x, value=1.0, key=slice(0, 2)):
    value = indexing._as_value(x, value)
    return indexing._is_plain(x, value) and indexing._assign_at_once(x, key, value._data)


def test_only_where_there_is_nothing_to_record_or_to_keep_apart():
    class Own(al.Tensor):
        pass

    x = al.zeros(4)
    assert taken_short(x) and taken_short(x, al.ones(2)) and taken_short(al.zeros(4, 2), key=(0, 1))
    assert not taken_short(x.requires_grad_()) and not taken_short(al.zeros(4), al.ones(2, requires_grad=True))
    for other in (x * 2, al.zeros(8)[2:6], al.zeros(4).detach(), al.zeros(1).expand(4), Own([1.0, 2.0, 3.0])):
        assert not taken_short(other)
    assert not taken_short(al.zeros(4), al.ones(2, dtype=al.float64))
    with al.inference_mode():
        assert not taken_short(al.zeros(4))
    with al.record():
        assert not taken_short(al.zeros(4))
    y = al.arange(4.0)
    assert not taken_short(y, y[1:3])
    with pytest.raises(RuntimeError, match="single memory location"):
        y[0:2] = y[1:3]


def test_a_saved_tensor_knows_that_it_was_overwritten():
    x, w = al.zeros(3), al.ones(3, requires_grad=True)
    result = (x * w).sum()
    x[0:2] = 1
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        result.backward()
    view = x[1:]
    x[1:3] = 5
    assert view.tolist() == [5, 5] and view._version == x._version == 2
