"""Where rows of the table are not compared with PyTorch, or differ from it on purpose. Every entry says why."""

import re

_SIGNS = "which sign a vector gets is LAPACK's choice, and two builds of it choose differently; see linear_algebra.py"
EXCLUDED: dict[str, str] = {"linalg_qr": _SIGNS, "_linalg_svd": _SIGNS}
"""Rows whose answers are not one answer: row, why."""

_ATTENTION = "_scaled_dot_product_flash_attention_for_cpu"
UNSETTLED: tuple[tuple[str, str, str], ...] = (
    *(
        (name, "* strided", "the kernel takes the last dimension for contiguous and reads memory beyond the tensors")
        for name in (_ATTENTION, f"{_ATTENTION}_backward")
    ),
    *(
        ("grid_sampler_2d", case, "for places that are no number the kernel reads memory beyond the image")
        for case in ("* nan", "* inf")
    ),
)
"""(row, case, why): shell-style patterns for cases that PyTorch itself answers differently from run to run."""

NO_KERNEL = re.compile(r"not implemented for '(Bool|Byte|Int|Long|Half|Double|Float)'")
"""PyTorch has no machine code for this type of numbers. To compute all the same does no harm: not compared."""

TYPES_TAKEN = frozenset({
    "_prelu_kernel", "_scaled_dot_product_flash_attention_for_cpu",
    "_weight_norm_interface", "addcdiv", "argmax", "argmin", "baddbmm", "hardtanh", "histogram.bin_ct", "huber_loss",
    "lerp.Scalar", "lerp.Tensor", "linalg_cross", "native_batch_norm", "native_group_norm",
    "native_layer_norm", "relu", "topk",
})  # fmt: skip
"""Rows that compute with types which PyTorch refuses, or word the refusal otherwise: such cases are not compared."""

_INTEGER_NODE = "PyTorch hangs a node on an integer tensor, and fails in it"

DEPARTURES: tuple[tuple[str, str, str, str], ...] = (
    (
        "_weight_norm_interface",
        "*",
        "second v",
        "PyTorch forgets there that the length depends on v; its own gradgradcheck fails",
    ),
    (
        "_weight_norm_interface",
        "* strided",
        "*",
        "PyTorch's kernel takes any tensor for contiguous; its function torch._weight_norm makes it so, as here",
    ),
    (
        "_weight_norm_interface",
        "0 inf",
        "first v",
        "at an infinite length one order of multiplications says nan and the other inf",
    ),
    (
        "var_mean.correction",
        "* inf",
        "output 1",
        "PyTorch's running mean is nan from an infinity on, unless that comes last",
    ),
    *(
        (name, "* inf", field, "the mean of what holds an infinity is infinite; PyTorch's kernel for rows says nan")
        for name in ("native_layer_norm", "native_group_norm")
        for field in ("output 1", "saved result1")
    ),
    (
        "affine_grid_generator",
        "* uint8",
        "*",
        "places from -1 on, in a type that holds no negative number: affine_grid refuses it, in both",
    ),
    (
        "addcdiv",
        "0 float32, tensor2 int64",
        "first *",
        "PyTorch's rule writes a fraction into the integer divisor's type, and fails; there is a gradient",
    ),
    ("digamma", "*", "saved self", "its derivative, which would need it, is left out"),
    ("digamma", "*", "first *", "its derivative, the trigamma function, is left out"),
    ("digamma", "*", "second *", "its derivative, the trigamma function, is left out"),
    ("lgamma", "*", "second *", "the derivative of digamma is left out"),
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
    ("fill_.Tensor", "0 float32, self int64", "*", _INTEGER_NODE),
    *(
        (name, f"* {case}", "*", "what a factorisation leaves behind that met no pivot, or something that is no number")
        for name, cases in (
            ("linalg_inv_ex", ("ones", "inf")),
            ("_linalg_det", ("nan", "inf")),
            ("_linalg_solve_ex", ("ones", "nan", "inf")),
            ("linalg_cholesky_ex", ("nan", "inf")),
            ("_linalg_eigh", ("nan", "inf")),
        )
        for case in cases
    ),
    (_ATTENTION, "? nan", "*", "PyTorch's kernel takes a row of scores that are all nan for a masked one"),
    (_ATTENTION, "1 inf", "first value", "PyTorch's kernel skips what is masked, where 0 times nan would be nan"),
    ("topk", "0 ones", "*", "of equal numbers the first are taken; PyTorch says of none which it takes"),
    ("nll_loss2d_forward", "* strided", "*", "PyTorch gives a gradient for contiguous inputs only"),
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
)
"""(row, case, field, why): shell-style patterns for what differs there. The tests ask that each still does."""

RTOL: dict[str, tuple[float, str]] = {}
"""Row: (relative tolerance of its float32 numbers, why), where PyTorch's tolerance is too tight."""
