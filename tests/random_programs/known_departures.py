"""Differences that stay, each with its reason: README's list as far as random programs meet it. Keep it short."""

import re

WRITTEN_FROM = re.compile(r"x\d+(\[.*\])? [-+*/]= x\d|x\d+\S*_\(x\d")
"""A statement that writes what it reads from another tensor."""
NO_KERNEL = re.compile(r"not implemented for '(Bool|Byte|Int|Long|Half|Double|Float)'")


def left_out(program, one):
    """What is left out says so."""
    return one.field == "error" and one.actual is not None and one.actual[0] in ("LeftOutError", "NotImplementedError")


def no_kernel(program, one):
    """PyTorch has no machine code for this type of numbers; to compute all the same does no harm."""
    return one.field == "error" and one.expected is not None and bool(NO_KERNEL.search(one.expected[1]))


def integer_node(program, one):
    """PyTorch hangs a node on a tensor of whole numbers, and fails in it, or does not get that far."""
    if one.field == "error":
        return one.expected is not None and one.expected[1].startswith("Autograd not support dtype")
    return one.dtype.startswith(("int", "uint", "bool"))


def packed_before_failing(program, one):
    """PyTorch calls pack hooks before it notices that an operation fails."""
    return (
        one.field == "said"
        and len(one.expected) > len(one.actual)
        and all(said[0].startswith("pack ") for said in one.expected if said not in one.actual)
    )


def internal(program, one):
    """PyTorch stumbles over itself."""
    return (
        one.field == "error"
        and one.expected is not None
        and any(
            words in one.expected[1]
            for words in (
                "INTERNAL ASSERT FAILED",
                "no attribute 'next_functions'",
                "functions with out=... arguments don't support",
            )
        )
    )


def layout_of_results(program, one):
    """How the result of an operation that does not go element by element lies in memory."""
    return ".strides" in one.field or (one.field == "error" and one.expected is None and "setStorage" in one.actual[1])


def overlapping(program, one):
    """What is written through a view whose elements lie on each other comes out by the order of writing."""
    if not one.field.endswith("values"):
        return False
    before = program.statements[: one.place]
    return any(word in line for line in before for word in ("unfold(", "as_strided(")) or (
        bool(WRITTEN_FROM.search(program.statements[one.place]))
        and any(word in line for line in before for word in ("split(", "unbind(", "chunk(", "["))
    )


def retained(program, one):
    """`retain_grad` after an error, or on what has become a leaf, is put back."""
    return one.field.endswith("retains_grad") and one.expected is True


def flat_slope(program, one):
    """A slope that is the same everywhere nearby leads to no input under create_graph; PyTorch's leads there."""
    if one.expected == "a node" and one.actual is None:
        return True
    words = ("create_graph=True", ".grad_fn(")
    if not any(word in line for line in program.statements[: one.place + 1] for word in words):
        return False
    return one.field.endswith(("requires_grad", "is_leaf")) and one.expected is one.field.endswith("requires_grad")


def grads_after_an_error(program, one):
    """An exception in a rule leaves every .grad as it was."""
    return bool(one.record.get("error")) and ".grad" in one.field and not one.field.endswith("grad_fn")


def second_graph(program, one):
    """Under create_graph the nodes are not always PyTorch's, and so another one finds out that it cannot run."""
    if not any("create_graph=True" in line for line in program.statements[: one.place + 1]):
        return False
    if one.field.startswith("said"):  # saved values are packed and unpacked in another order
        return any("saved_tensors_hooks" in line for line in program.statements[: one.place])
    if one.field != "error":
        return False
    words = ("modified by an inplace operation", "a second time")
    return all(error is not None and any(word in error[1] for word in words) for error in (one.expected, one.actual))


def stretched_number(program, one):
    """PyTorch takes a number that was stretched to one number for two geometries."""
    stretched = any(word in line for line in program.statements for word in ("expand", "broadcast"))
    return one.field == "error" and one.actual is None and stretched and "some elements of the input" in one.expected[1]


def stretched_median(program, one):
    """PyTorch's median loses its way in memory that was stretched."""
    return "median" in program.statements[one.place] and one.field.endswith("values")


def inference_leaf(program, one):
    """A leaf made in inference mode that wants a gradient is recorded outside."""
    modes = any("inference_mode" in line for line in program.statements[: one.place])
    if one.field == "error":
        return modes and one.actual is not None and one.actual[1].startswith("a leaf Variable that requires grad")
    return modes and one.kind in ("tensors.edges", "tensors.grad_fn", "tensors.is_leaf", "tensors.requires_grad")


def two_errors(program, one):
    """Where two things are wrong, another one may be told first."""
    if one.field == "warned":  # `var` warns before it finds out that a view may not be used any more
        return "use case is ambiguous" in (one.record.get("error") or ("", ""))[1]
    firsts = ("Inference tensors cannot be saved", "fill_ only supports 0-dim", "Calling register_hooks on a saved")
    both = one.field == "error" and one.expected is not None and one.actual is not None
    return both and one.expected[1].startswith(firsts)


def view_refused_elsewhere(program, one):
    """A view that may not follow its base any more may say so at another use."""
    words = ("use case is ambiguous", "Such functions do not allow the output views", "override the custom backward")
    return one.field == "error" and any(
        error is not None and any(word in error[1] for word in words) for error in (one.expected, one.actual)
    )


def numbered_by_threads(program, one):
    """Nodes are numbered over all threads, and so run in another order where threads have made them."""
    return one.field.startswith("said") and any("in_thread(" in line for line in program.statements[: one.place])


def base_without_gradient(program, one):
    """A view of a base that wants no gradient any more has no node; PyTorch's leads nowhere."""
    words = ("requires_grad_(False)", "requires_grad = False", "detach_()")
    if not any(word in line for line in program.statements[: one.place + 1] for word in words):
        return False
    if one.field == "error":  # so it may be written to, and backward cannot begin there
        if one.actual is None:
            return one.expected[1].startswith("a view of a leaf Variable that requires grad")
        return one.actual[1].startswith("element 0 of tensors does not require grad")
    return one.kind in ("tensors.edges", "tensors.grad_fn", "tensors.is_leaf", "tensors.requires_grad")


def saved_number(program, one):
    """A single number is saved by value: what is written to it behind the graph's back is not seen there."""
    behind = any(word in line for line in program.statements[: one.place] for word in (".data.", ".data[", "_saved_"))
    return one.field.endswith("values") and behind


def parameter_in_inference(program, one):
    """A parameter made of an inference tensor is none."""
    return one.field.endswith(".inference") and "Parameter(" in program.statements[one.place]


KNOWN = (
    left_out, no_kernel, integer_node, packed_before_failing, internal, layout_of_results, overlapping, retained,
    flat_slope, grads_after_an_error, second_graph, stretched_number, stretched_median, inference_leaf, two_errors,
    view_refused_elsewhere, numbered_by_threads, base_without_gradient,
    parameter_in_inference, saved_number,
)  # fmt: skip
"""Each tells whether a difference is of its kind; its docstring is the reason."""


def known(program, one):
    """The name of the departure that explains this difference, or None."""
    return next((rule.__name__ for rule in KNOWN if rule(program, one)), None)
