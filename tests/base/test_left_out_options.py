"""Options of functions that are here otherwise: asking for one says that it is left out, and what to do instead."""

import pytest

import autograd_lab as al
from autograd_lab.nn import functional as F  # noqa: N812

X = al.ones(2, 2, dtype=al.float64, requires_grad=True)
OPTIONS = {
    "sparse gradients are left out here; without sparse_grad the numbers are the same": lambda: al.gather(
        X, 0, al.tensor([[0]]), sparse_grad=True
    ),
    r"embedding\(sparse=True\) is left out": lambda: F.embedding(al.tensor([1]), X, sparse=True),
    "16 or more normal numbers are made as float32 or float64 here": lambda: al.randn(16, dtype=al.float16),
    "gradient would be zero": lambda: al.normal(X, 1.0),
    r"steps that autograd records \(differentiable=True\) are left out here": lambda: al.optim.SGD(
        [X], lr=0.1, differentiable=True
    ),
    r"grouped queries \(enable_gqa=True\) are left out here": lambda: F.scaled_dot_product_attention(
        X, X, X, enable_gqa=True
    ),
    r"interpolate\(mode='bicubic'\) of a 4D input is left out here": lambda: F.interpolate(
        X[None, None], 2, mode="bicubic"
    ),
    r"pad\(mode='reflect'\) of three dimensions is left out here": lambda: F.pad(
        X[None, None], (1,) * 6, mode="reflect"
    ),
    "intervals that hold at least 0.3 of the distribution": lambda: al.nn.init.trunc_normal_(al.ones(2), a=1.5, b=2.0),
    "multiply the losses that reduction='none' gives by it": lambda: F.mse_loss(X, X, weight=X),
    "gradcheck compares whole Jacobians of backward": lambda: al.autograd.gradcheck(
        al.exp, (X,), check_forward_ad=True
    ),
}


@pytest.mark.parametrize("text", OPTIONS)
def test_asking_for_it_says_what_is_left_out(text):
    with pytest.raises(NotImplementedError, match=text):
        OPTIONS[text]()
