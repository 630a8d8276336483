"""Where rows of the table are not compared with PyTorch, or differ from it on purpose. Every entry says why."""

import re

EXCLUDED = {
    "_copy_slices": "PyTorch has no such operator: it makes these nodes by hand, in C++",
}
"""Rows that cannot be called through ``torch.ops.aten``, or that draw random numbers: row, why."""

_ATTENTION = "_scaled_dot_product_flash_attention_for_cpu"
UNSETTLED: tuple[tuple[str, str, str], ...] = tuple(
    (name, "* strided", "the kernel takes the last dimension for contiguous and reads memory that is not the tensors'")
    for name in (_ATTENTION, f"{_ATTENTION}_backward")
)
"""(row, case, why): shell-style patterns for cases that PyTorch itself answers differently from run to run."""

NO_KERNEL = re.compile(r"not implemented for '(Bool|Byte|Int|Long|Half|Double|Float)'")
"""PyTorch has no machine code for this type of numbers. To compute all the same does no harm: not compared."""

_INTEGER_NODE = "PyTorch hangs a node on an integer tensor, and fails in it"
_SPEED = "quietening NumPy costs a third of a call, and these are the commonest"

DEPARTURES: tuple[tuple[str, str, str, str], ...] = (
    ("add.Tensor", "* special", "warnings", _SPEED),
    ("sub.Tensor", "* special", "warnings", _SPEED),
    ("mul.Tensor", "* special", "warnings", _SPEED),
    ("pow.Tensor_Tensor", "0 float32, exponent float64", "first exponent", "a float32 logarithm in a float64 gradient"),
    (
        "fill_.Tensor",
        "0 float32, self int64",
        "*",
        _INTEGER_NODE,
    ),
    *(
        (f"{name}_.Tensor", "0 float32, self int64", "*", _INTEGER_NODE)
        for name in ("eq", "ne", "lt", "le", "gt", "ge")
    ),
    (_ATTENTION, "? nan", "*", "PyTorch's kernel takes a row of scores that are all nan for a masked one"),
    (_ATTENTION, "1 inf", "first value", "PyTorch's kernel skips what is masked, where 0 times nan would be nan"),
    ("nll_loss2d_forward", "* strided", "*", "PyTorch gives a gradient for contiguous inputs only"),
    ("binary_cross_entropy_with_logits", "0 float32, target float64", "*", "a float32 logarithm in a float64 loss"),
    (
        "native_layer_norm",
        "3 float*",
        "second *",
        "PyTorch's second derivative fails, or lacks a part, where there is a bias but no weight",
    ),
    (
        "native_group_norm",
        "0 float32",
        "second *",
        "differences of nearly equal float32 numbers: of PyTorch's digits, three are right",
    ),
    (
        "native_group_norm",
        "* strided",
        "*",
        "only `torch.group_norm`, which stands before it, makes the input contiguous",
    ),
)
"""(row, case, field, why): shell-style patterns for what differs there. The tests ask that each still does."""

RTOL: dict[str, tuple[float, str]] = {}
"""Row: (relative tolerance of its float32 numbers, why), where `normalise.RTOL` is too tight."""
