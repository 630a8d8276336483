"""Differences that stay, each with its reason: README's list as far as random programs meet it. Keep it short."""

import re

NO_KERNEL = re.compile(r"not implemented for '(Bool|Byte|Int|Long|Half|Double|Float)'")
WRITES = re.compile(r"\w_\(|[-+*/]?= ")
"""A statement that may write into memory that was there before."""
ANOTHER_LAYOUT = re.compile(
    r"sort|pickle|kron|inv|rot90|addr|normalize|cov|\[|\bg\d"
    r"|x\d+ (\*\*|//|==|[-+*/%<@]) x\d+|\(x\d+[^()]*, (x\d+|torch\.tensor)"
)
"""Operations of which the result does not lie as PyTorch's: a few, and those of tensors that lie differently."""
FLAT = re.compile(r"relu6|hardtanh|leaky_relu|hardshrink|softshrink")
TURNS = re.compile(r"\.(t|transpose|squeeze|unsqueeze)_\(")
LEAF = re.compile(r"requires_grad|copy|pickle|Parameter|nn\.")
"""Whatever may make a leaf that wants a gradient."""
HISTORY = ("edges", "grad_fn", "is_leaf", "output_nr", "requires_grad", "retains_grad")
STALE_VIEW = ("use case is ambiguous", "Such functions do not allow the output views", "override the custom backward")
SECOND_GRAPH = ("create_graph=True", ".grad_fn(")


def before(program, one):
    """The program up to the statement that differs."""
    return program.statements[: one.place + 1]


def has(program, one, *words):
    """Does one of the words stand in the program up to there?"""
    return any(word in line for line in before(program, one) for word in words)


def matches(program, one, pattern):
    """Is it the statement itself? Where tensors are looked at in the end only, it may be any of them."""
    lines = before(program, one)
    return any(pattern.search(line) for line in (lines[-1:] if program.watched else lines))


def of_history(one):
    """Is it about where a tensor hangs in the graph?"""
    return one.kind.startswith("tensors.") and one.kind.removeprefix("tensors.").split("[")[0] in HISTORY


def in_error(one, *words):
    """Does PyTorch raise, and is one of the words in its message?"""
    return one.field == "error" and one.expected is not None and any(word in one.expected[1] for word in words)


def left_out(program, one):
    """What is left out says so."""
    return one.field == "error" and one.actual is not None and one.actual[0] in ("LeftOutError", "NotImplementedError")


def no_kernel(program, one):
    """PyTorch has no machine code for this type of numbers; to compute all the same does no harm."""
    return one.field == "error" and one.actual is None and bool(NO_KERNEL.search(one.expected[1]))


def integer_node(program, one):
    """PyTorch hangs a node on a tensor of whole numbers, and fails in it, or does not get that far."""
    return in_error(one, "Autograd not support dtype") or (
        of_history(one) and one.dtype.startswith(("int", "uint", "bool"))
    )


def packed_before_failing(program, one):
    """PyTorch calls pack hooks before it notices that an operation fails."""
    return (
        one.field == "said"
        and bool(one.record.get("error"))
        and len(one.expected) > len(one.actual)
        and all(said[0].startswith("pack ") for said in one.expected if said not in one.actual)
    )


def internal(program, one):
    """PyTorch stumbles over itself."""
    words = (
        "INTERNAL ASSERT FAILED",
        "no attribute 'next_functions'",
        "functions with out=... arguments don't support",
    )
    return in_error(one, *words)


def layout_of_results(program, one):
    """How the result of some operations lies in memory."""
    if one.field == "error":
        if one.actual is None:
            return in_error(one, "view size is not compatible")
        if one.expected is None and "some elements of the input tensor" in one.actual[1]:
            return has(program, one, "view(", "reshape(")  # a dimension of length 1 has another stride
        return one.expected is None and "setStorage" in one.actual[1] and has(program, one, "as_strided(")
    return ".strides" in one.field and matches(program, one, ANOTHER_LAYOUT)


def overlapping(program, one):
    """What is written through a view whose elements lie on each other comes out by the order of writing."""
    return (
        one.field.endswith("values") and has(program, one, "unfold(", "as_strided(") and matches(program, one, WRITES)
    )


def shared_with_numpy(program, one):
    """Tensors that share memory through NumPy alone are apart for PyTorch."""
    return one.field == "error" and one.expected is None and (
        one.actual[1].startswith("unsupported operation: some elements of the input tensor and the written-to")
        and has(program, one, "from_numpy")
    )  # fmt: skip


def retained_before_turning(program, one):
    """`retain_grad` follows a tensor through `t_` and the like; PyTorch's keeps a gradient of the former shape."""
    turned = any(TURNS.search(line) for line in before(program, one))
    return ".grad." in one.field and has(program, one, "retain_grad()") and turned


def retained_before_detaching(program, one):
    """`detach_` ends `retains_grad`."""
    return one.field.endswith("retains_grad") and one.expected is True and has(program, one, "detach_()")


def other_data(program, one):
    """A view whose ``data`` was set does not look at its base any more, and not every operation can tell."""
    if not has(program, one, ".data = "):
        return False
    return in_error(one, "do not track version counter") or "setStorage" in str(one.actual)


def saved_for_nowhere(program, one):
    """What is saved for a gradient that leads nowhere: PyTorch leaves it out."""
    return (
        one.field == "said"
        and has(program, one, "no_grad", "inference_mode", "grad_enabled")
        and len(one.actual) > len(one.expected)
        and all(said[0].startswith("pack ") for said in one.actual if said not in one.expected)
    )


def flat_slope(program, one):
    """A slope that is the same everywhere nearby leads to no input under create_graph; PyTorch's leads there."""
    if not any(FLAT.search(line) for line in before(program, one)) or not has(program, one, *SECOND_GRAPH):
        return False
    if one.expected == "a node" and one.actual is None:
        return True
    return one.field.endswith(("requires_grad", "is_leaf")) and one.expected is one.field.endswith("requires_grad")


def zeros_of_sgn(program, one):
    """What `sgn` sends stays zero in PyTorch whatever it is multiplied with: nan too."""
    return has(program, one, "sgn(") and one.field.endswith("values") and "nan" in one.actual


def no_channels(program, one):
    """A convolution over no channels has outputs: the bias."""
    return ".shape" in one.field and has(program, one, "conv1d(") and one.expected == 0


def grads_after_an_error(program, one):
    """An exception in a rule leaves every .grad as it was, unless hooks were ever in use."""
    return bool(one.record.get("failed")) and ".grad" in one.field and not one.field.endswith("grad_fn")


def second_graph(program, one):
    """Under create_graph the nodes are not always PyTorch's: others save, fail and are named."""
    if not has(program, one, *SECOND_GRAPH):
        return False
    if one.field.startswith("said"):  # saved values are packed and unpacked in another order
        return has(program, one, "saved_tensors_hooks")
    if one.field.startswith("warned"):
        return has(program, one, "detect_anomaly")
    words = ("modified by an inplace operation", "a second time")
    return in_error(one, *words) and one.actual is not None and any(word in one.actual[1] for word in words)


def stretched_median(program, one):
    """PyTorch's median loses its way in memory that was stretched."""
    return one.field.endswith("values") and has(program, one, "expand", "broadcast") and has(program, one, "median")


def inference_leaf(program, one):
    """A leaf made in inference mode that wants a gradient is recorded outside; its ``.grad`` is an ordinary tensor."""
    lines = before(program, one)
    start = next((i for i, line in enumerate(lines) if "inference_mode" in line), None)
    if start is None:
        return False
    ours = ("a leaf Variable that requires grad", "Inference tensors cannot be saved")
    if in_error(one, "Inplace update to inference tensor"):
        return one.actual is None or one.actual[1].startswith(ours)
    if not any(LEAF.search(line) for line in lines[start:]):
        return False
    if one.field != "error":
        return of_history(one)
    return in_error(one, "does not require grad") or (one.expected is None and one.actual[1].startswith(ours))


def parameter_in_inference(program, one):
    """A parameter made of an inference tensor is none."""
    return one.field.endswith(".inference") and matches(program, one, re.compile(r"Parameter\("))


def two_errors(program, one):
    """Where two things are wrong, another one may be told first."""
    if one.field == "warned":  # `var` warns before it finds out that a view may not be used any more
        return "use case is ambiguous" in (one.record.get("error") or ("", ""))[1]
    firsts = (
        "Inference tensors cannot be saved",
        "fill_ only supports 0-dim",
        "with value None",
        "shape mismatch",
        "Subtraction, the `-`",
        *STALE_VIEW,
    )
    return in_error(one, *firsts) and one.actual is not None


def slow_memory(program, one):
    """PyTorch warns of a copy that costs time."""
    return one.field == "warned" and "lower the performance" in str(one.expected)


def hooks_left_behind(program, one):
    """Pickle warns of the hooks that a tensor has just now."""
    return one.field.startswith("warned") and "will not be serialized" in f"{one.expected}{one.actual}"


def empty_along_nothing(program, one):
    """PyTorch does not look at the dimension that is given for an empty tensor."""
    return (
        one.field == "error"
        and one.expected is None
        and one.actual[1].startswith("Dimension out of range")
        and "[]" in str([(seen or {}).get("values") for seen in one.record["tensors"].values()])
    )


def numbered_by_threads(program, one):
    """Nodes are numbered over all threads, and so run in another order where threads have made them."""
    return one.field.startswith("said") and has(program, one, "in_thread(")


def saved_number(program, one):
    """A single number, or a result with a hook, is saved by value: what is written behind the graph is not seen."""
    if one.field.endswith("version"):
        return has(program, one, "_saved_result") and has(program, one, "register_hooks(")
    return one.field.endswith("values") and has(program, one, ".data.", ".data[", "_saved_")


KNOWN = (
    left_out, no_kernel, integer_node, packed_before_failing, internal, layout_of_results, overlapping,
    shared_with_numpy, retained_before_turning, retained_before_detaching, other_data, saved_for_nowhere, flat_slope,
    zeros_of_sgn, no_channels, grads_after_an_error, second_graph, stretched_median, inference_leaf,
    parameter_in_inference, two_errors, slow_memory, hooks_left_behind, empty_along_nothing, numbered_by_threads,
    saved_number,
)  # fmt: skip
"""Each tells whether a difference is of its kind; its docstring is the reason."""


def known(program, one):
    """The name of the departure that explains this difference, or None."""
    return next((rule.__name__ for rule in KNOWN if rule(program, one)), None)
