"""Where rows of the table are not compared with PyTorch, or differ from it on purpose. Every entry says why."""

import re

EXCLUDED: dict[str, str] = {}
"""Rows that cannot be called through ``torch.ops.aten``: row, why."""

UNSETTLED: tuple[tuple[str, str, str], ...] = (
    (
        "_scaled_dot_product_flash_attention_for_cpu",
        "* strided",
        "PyTorch's kernel takes the last dimension for contiguous, and reads memory beyond the tensor",
    ),
    (
        "histc",
        "0 nan",
        "the text names the range, and whether that is nan or -nan is the processor's choice",
    ),
)
"""(row, case, why): shell-style patterns for cases that PyTorch itself answers differently from run to run."""

NO_KERNEL = re.compile(r"not implemented for '(Bool|Byte|Int|Long|Half|Double|Float)'")
"""PyTorch has no machine code for this type of numbers. To compute all the same does no harm: not compared."""

DEPARTURES: tuple[tuple[str, str, str, str], ...] = (
    ("pow.Tensor_Tensor", "0 float32, exponent float64", "first exponent", "a float32 logarithm in a float64 gradient"),
    (
        "bernoulli_.Tensor",
        "0 float32, self int64",
        "*",
        "PyTorch hangs a node on an integer tensor, and fails in it",
    ),
    (
        "addcdiv",
        "0 float32, tensor2 int64",
        "first *",
        "PyTorch's rule writes a fraction into the integer divisor's type, and fails; there is a gradient",
    ),
    (
        "logit",
        "* special",
        "first self",
        "at nan and -0 PyTorch's vectorised loop, as here, and its loop over the few elements left over disagree",
    ),
    (
        "convolution",
        "*",
        "saved bias_sym_sizes_opt",
        "without a bias PyTorch shows (0,) under torch.nn.functional, as here, but None under the bare operator",
    ),
    (
        "fill_.Tensor",
        "0 float32, self int64",
        "*",
        "PyTorch hangs a node on an integer tensor, and fails in it",
    ),
)
"""(row, case, field, why): shell-style patterns for what differs there. The tests ask that each still does."""

RTOL: dict[str, tuple[float, str]] = {}
"""Row: (relative tolerance of its float32 numbers, why), where `normalise.RTOL` is too tight."""
