"""One test for both engines: ours, and PyTorch's where it is installed."""

import importlib
from importlib.util import find_spec

import pytest

TORCH = pytest.param(
    "torch",
    marks=[
        pytest.mark.torch,
        pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed: pip install torch==2.13.0"),
    ],
)


@pytest.fixture(params=["autograd_lab", TORCH])
def torch(request):
    return importlib.import_module(request.param)
