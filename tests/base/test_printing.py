"""Tensors print as PyTorch prints them: recorded texts, and PyTorch itself where it is installed."""

import json
import pathlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from autograd_lab._core.base import dtypes, printing

CASES = json.loads((pathlib.Path(__file__).parent.parent / "data" / "printing.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def usual_options():
    yield
    printing.set_printoptions(profile="default")
    dtypes.set_default_dtype(dtypes.float32)


def as_array(dtype, shape, data):
    if isinstance(data, dict):
        data = np.arange(int(np.prod(shape))) * data["step"] + data["start"]
    return np.array(data, dtype=np.float64).astype(dtype).reshape(shape)


def test_recorded_texts():
    wrong = []
    for case in CASES:
        printing.set_printoptions(profile="default")
        printing.set_printoptions(**case.get("options", {}))
        dtypes.set_default_dtype(getattr(dtypes, case.get("default", "float32")))
        suffixes = [case["origin"]] if case.get("origin") else []
        text = printing.tensor_text(as_array(case["dtype"], case["shape"], case["data"]), suffixes)
        if text != case["text"]:
            wrong.append((text, case["text"]))
    assert not wrong, f"{len(wrong)} of {len(CASES)} differ; the first:\n{wrong[0][0]}\nshould be\n{wrong[0][1]}"
    assert len(CASES) > 500


FLOATS = st.one_of(
    st.floats(width=16),
    st.floats(-1e9, 1e9),
    st.integers(-2000, 2000).map(float),
    st.sampled_from([0.0, -0.0, 1e-4, 1e-5, 1e8, 1000.0, 0.99995, 9.99995, float("nan"), float("inf"), -float("inf")]),
)
SHAPES = hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=9)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "precision": st.integers(0, 8),
        "threshold": st.sampled_from([0, 4, 20, 1000]),
        "edgeitems": st.integers(0, 4),
        "linewidth": st.integers(10, 130),
        "sci_mode": st.sampled_from([None, True, False]),
        "profile": st.sampled_from(["default", "short", "full"]),
    },
)


@st.composite
def arrays(draw):
    dtype = draw(st.sampled_from([each.name for each in dtypes.ALL]))
    shape = draw(SHAPES)
    if dtype.startswith("float"):
        with np.errstate(over="ignore"):  # too large for float16 or float32: inf, and that is a case too
            return draw(hnp.arrays(np.float64, shape, elements=FLOATS)).astype(dtype)
    return draw(hnp.arrays(np.dtype(dtype), shape))


@pytest.mark.nightly
@pytest.mark.torch
@settings(max_examples=400, deadline=None)
@given(arrays(), OPTIONS, st.booleans())
def test_texts_of_pytorch_itself(array, options, needs_grad):
    torch = pytest.importorskip("torch")
    printing.set_printoptions(profile="default")
    printing.set_printoptions(**options)
    torch.set_printoptions(profile="default")
    torch.set_printoptions(**options)
    tensor = torch.from_numpy(array.copy())
    suffixes = []
    if needs_grad and array.dtype.kind == "f":
        tensor = tensor.requires_grad_().clone()
        suffixes = ["grad_fn=<CloneBackward0>"]
    try:
        assert printing.tensor_text(array, suffixes) == repr(tensor)
    finally:
        torch.set_printoptions(profile="default")


def test_a_numpy_scalar_prints_as_a_tensor_without_dimensions():
    assert printing.tensor_text(np.float32(20)) == "tensor(20.)"
    assert printing.tensor_text(np.float64(2.5), ["grad_fn=<MulBackward0>"]) == (
        "tensor(2.5000, dtype=torch.float64, grad_fn=<MulBackward0>)"
    )


def test_another_prefix_indents_by_its_length():
    text = printing.tensor_text(np.zeros((2, 2), np.float32), prefix="Parameter(")
    assert text == "Parameter([[0., 0.],\n           [0., 0.]])"


def test_options_for_a_while():
    with printing.printoptions(precision=2, sci_mode=True):
        assert printing.tensor_text(np.float32([0.123, 2])) == "tensor([1.23e-01, 2.00e+00])"
        with printing.printoptions(profile="short"):
            assert printing.tensor_text(np.float32([0.123, 2])) == "tensor([0.12, 2.00])"
        assert printing.get_printoptions()["sci_mode"] is True
    assert printing.get_printoptions() == {
        "precision": 4,
        "threshold": 1000,
        "edgeitems": 3,
        "linewidth": 80,
        "sci_mode": None,
    }


def test_options_come_back_after_an_error():
    with pytest.raises(ZeroDivisionError), printing.printoptions(precision=1):
        1 / 0  # noqa: B018
    assert printing.PRINT_OPTS.precision == 4


def test_single_options_override_the_profile_and_sci_mode_is_forgotten():
    printing.set_printoptions(profile="short", precision=3, sci_mode=True)
    assert printing.tensor_text(np.float32(0.5)) == "tensor(5.000e-01)"
    printing.set_printoptions(edgeitems=1)
    assert printing.PRINT_OPTS.sci_mode is None and printing.PRINT_OPTS.precision == 3


def test_an_unknown_profile_is_refused_and_changes_nothing():
    before = printing.get_printoptions()
    with pytest.raises(ValueError, match="profile must be one of default, short, full, not 'long'"):
        printing.set_printoptions(profile="long", precision=1)
    assert printing.get_printoptions() == before


def test_complex_numbers_are_refused():
    with pytest.raises(NotImplementedError, match="complex numbers are left out"):
        printing.tensor_text(np.array([1j]))
