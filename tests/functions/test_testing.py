"""`testing.assert_close`: what is close, and the words for what is not."""

import importlib

import numpy as np
import pytest

import autograd_lab as al


def cases(torch):
    """(arguments, keywords) of calls that pass, and of calls that fail in every way."""
    new = torch.tensor
    x, near, grid = new([1.0, 2.0]), new([1.0, 2.1]), new([[1.0, 2.0], [3.0, 4.0]])
    holes, other_holes = new([float("nan"), 1.0]), new([float("nan"), 2.0])
    yield from (
        ((x, new([1.0, 2.0])), {}), ((x, near), {}), ((x, near), dict(rtol=0.1, atol=0)),
        ((x, near), dict(rtol=0, atol=0)), ((x, near), dict(rtol=0.1)), ((x, near), dict(atol=0.1)),
        (([x, 3], [x, 4]), {}), (([x, 3], [x]), {}), (({"a": 1.0}, {"b": 2.0}), {}), (({"a": 1.0}, {"a": 2.0}), {}),
        (({"a": [1.0, None]}, {"a": [1.0, 2]}), {}), ((True, True), {}), ((True, False), {}), ((None, None), {}),
        ((1, 1.0), {}), ((1, 1.0), dict(check_dtype=False)), ((1, 2), {}), ((1.0, 0.0), {}), ((1.0, 1.0 + 1e-9), {}),
        ((float("nan"), float("nan")), {}), ((float("nan"), float("nan")), dict(equal_nan=True)),
        ((holes, other_holes), dict(equal_nan=True)), ((holes, other_holes), {}), ((new([1, 2]), new([1, 3])), {}),
        ((new([[1, 2], [3, 4]]), new([[1, 2], [5, 7]])), {}), ((new([True, False]), new([True, True])), {}),
        ((new([1, 2]), x), {}), ((new([1, 2]), x), dict(check_dtype=False)),
        ((new([1, 2]), near), dict(check_dtype=False)), ((x, grid), {}), ((new(1.0), new(2.0)), {}),
        ((new(1.0), 1.0), {}), ((new([1.0]), [1.0]), {}), ((np.ones(2), np.ones(2) + 1), {}), ((np.ones(2), x), {}),
        (("a", "a"), {}), ((x, near), dict(msg="no")), ((x, near), dict(msg=lambda text: f"{text}!")),
        ((grid.t(), new([[1.0, 3.0], [2.0, 4.0]])), dict(check_stride=True)),
        ((grid.t(), new([[1.0, 3.0], [2.0, 4.0]])), {}), ((new([0.0, 1e30]), new([0.0, float("inf")])), {}),
        ((new([1.0], dtype=torch.float16), new([1.1], dtype=torch.float16)), {}), ((new([]), new([])), {}),
        ((new([5], dtype=torch.uint8), new([7], dtype=torch.uint8)), {}), ((np.float32(1), 2.0), {}),
        ((torch.nn.Parameter(x), near), {}), ((torch.nn.Parameter(x), near), dict(allow_subclasses=False)),
    )  # fmt: skip


def said(torch, arguments, keywords):
    """What a call says: "" if it passes."""
    try:
        importlib.import_module(f"{torch.__name__}.testing").assert_close(*arguments, **keywords)
    except Exception as error:
        text = str(error).replace("autograd_lab.Tensor", "torch.Tensor").replace("autograd_lab.nn", "torch.nn")
        return f"{type(error).__name__}: {text}"
    return ""


@pytest.mark.torch
def test_it_says_what_pytorch_says():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch==2.13.0")
    for ours, theirs in zip(cases(al), cases(torch), strict=True):
        assert said(al, *ours) == said(torch, *theirs), theirs


def test_it_tells_where_and_how_much():
    with pytest.raises(AssertionError) as caught:
        al.testing.assert_close({"w": [al.zeros(2, 2), al.tensor([[1.0, 2.0], [3.0, 4.5]])]}, {
            "w": [al.zeros(2, 2), al.tensor([[1.0, 2.0], [3.0, 4.0]])]
        })  # fmt: skip
    assert str(caught.value) == (
        "Tensor-likes are not close!\n\nMismatched elements: 1 / 4 (25.0%)\n"
        "Greatest absolute difference: 0.5 at index (1, 1) (up to 1e-05 allowed)\n"
        "Greatest relative difference: 0.125 at index (1, 1) (up to 1.3e-06 allowed)\n\n"
        "The failure occurred for item ['w'][1]"
    )
    al.testing.assert_close(al.ones(2) + 1e-6, al.ones(2))
    with pytest.raises(ValueError, match="Both 'rtol' and 'atol' must be either specified or omitted"):
        al.testing.assert_close(1.0, 1.0, atol=1.0)
    with pytest.raises(TypeError, match="No comparison pair was able to handle inputs of type"):
        al.testing.assert_close(al.ones(1), [1.0])
