"""Differences that stay because only random programs meet them. A rule's docstring gives the reason."""

import re

from asking import (
    SECOND_GRAPH,
    WRITES,
    before,
    elements_share_a_place,
    has,
    in_error,
    in_ours,
    matches,
    name_of,
    named_in,
    of_history,
    packed_only,
    remains,
    replayed,
    shared,
    suspects,
    with_hooks,
)

NO_KERNEL = re.compile(r"not implemented for '(Bool|Byte|Int|Long|Half|Double|Float)'")
STALE_VIEW = ("use case is ambiguous", "Such functions do not allow the output views", "override the custom backward")
STRETCHED = "more than one element of the written-to tensor refers"
FREED = "a second time"
REWORDED = (
    "index_add_()", "Size does not match at dimension", "apart from dimension", "number of dimensions as self",
    "does not support bool", "Bool inputs", "Boolean inputs", "expected dtype", "Integer division with addcdiv",
    "einsum()", "Expected reduction dim", "does not have an identity", "Found dtype", "must have the same dtype",
)  # fmt: skip
"""Beginnings and pieces of PyTorch's refusals that programs of people do not meet."""
LAID_OTHERWISE = re.compile(r"lstsq|normalize|sort|\[\[|, \[|\[torch\.tensor|\bg\d")
"""Operations, among them indexing by lists and tensors, that lay out their result otherwise; so do gradients."""
BY_STRIDES = ("BmmBackward0", "MmBackward0", "ViewBackward0", "UnsafeViewBackward0", "ReshapeAliasBackward0")
"""Nodes of `matmul` and `reshape`, which choose by the strides."""


def no_kernel(program, one):
    """PyTorch has no machine code for this type of numbers; to compute all the same does no harm."""
    return in_error(one, "not implemented for '") and bool(NO_KERNEL.search(one.expected[1]))


def internal(program, one):
    """PyTorch stumbles over itself."""
    in_rules = ("Subtraction, the `-`", "input tensors must have the same dtype")
    if in_error(one, *in_rules) and matches(program, one, re.compile(r"backward\(|grad\(")):
        # It takes 1 from an exponent of truth values. Ours goes on, perhaps to an error.
        return one.actual is None or in_ours(one, FREED)
    of_zeros = "ZeroTensors are immutable", "invalid python storage"
    return in_error(one, "INTERNAL ASSERT FAILED", "no attribute 'next_functions'", *of_zeros)


def two_errors(program, one):
    """Where two things are wrong, another one may be told first."""
    if one.field == "warned":  # `var` warns here before it finds out that a view may not be used any more
        return any(text in (one.record.get("error") or ("", ""))[1] for text in STALE_VIEW)
    unfit = ("slice() cannot be applied", "Dimension out of range", "shapes cannot be multiplied")
    if in_error(one, *STALE_VIEW, "Inference tensors cannot be saved") and in_ours(one, *unfit):
        return True
    others = ("fill_ only supports 0-dim", "can't be cast to the desired output type", "Subtraction, the `-`")
    return in_error(one, *others) and in_ours(one, STRETCHED)


def stretched_by_places(program, one):
    """Writing by a mask or by indices into a stretched tensor is refused; PyTorch warns of it."""
    return has(program, one, "expand", "as_strided") and (
        in_ours(one, "more than one element of the written-to") or one.field.endswith(".version")
    )


def said_otherwise(program, one):
    """A rare refusal is said in fewer words, or in NumPy's; types are taken where the result is right."""
    return in_error(one, *REWORDED)


def layout_of_results(program, one):
    """How the result of some operations lies in memory."""
    if one.field == "error":
        refused = one.expected is None or one.actual is None
        turned = any(lie_differently(program, place) for place in range(one.place))
        return refused and turned and "view size is not compatible" in str(one.expected or one.actual)
    if one.expected in BY_STRIDES and one.actual in BY_STRIDES:
        return any(lie_differently(program, place) for place in range(one.place + 1))
    if ".strides" not in one.field:
        return copied_or_not(program, one) and any(lie_differently(program, place) for place in range(one.place + 1))
    return matches(program, one, LAID_OTHERWISE) or any(
        lie_differently(program, place) for place in suspects(program, one)
    )


def copied_or_not(program, one):
    """Is it the history of what `contiguous` or `reshape` answers: the same memory, or a copy?"""
    if not (of_history(one) or one.field.endswith((".version", ".view of"))):
        return False
    made = re.compile(rf"\b{name_of(one)} = (\w+\.(contiguous|reshape|flatten|ravel)|module\d+)\(")
    return any(made.search(line) for line in before(program, one))


def lie_differently(program, place):
    """Are there several tensors in a statement that lie differently, or one that is stretched, or one of length 1?"""
    line = program.statements[place]
    arrays = [item.array for item in named_in(program, place) if getattr(item.array, "ndim", 0) > 1]
    several = len({(array.shape, array.strides) for array in arrays}) > 1 or "torch.tensor(" in line
    turned = any(not array.flags.c_contiguous for array in arrays)
    short = any(array.ndim > 2 and 1 in array.shape for array in arrays)
    return short or any(elements_share_a_place(array) for array in arrays) or (turned and several)


def read_while_written(program, one):
    """All numbers are read before the first is written; PyTorch's loop reads some that it has just written."""
    if not one.field.endswith("values"):
        return False
    return any(overlapping(program, place) for place in suspects(program, one))


def overlapping(program, place):
    """Does a statement write where elements lie on each other, or where one of its operands still reads?"""
    if not WRITES.search(program.statements[place]):
        return False
    arrays = [item.array for item in named_in(program, place)]
    return any(elements_share_a_place(array) for array in arrays) or any(shared(arrays[0], one) for one in arrays[1:])


def integer_node(program, one):
    """PyTorch hangs a node on a tensor of whole numbers, and fails in it, or does not get that far."""
    return in_error(one, "Autograd not support dtype") or (
        of_history(one) and one.dtype.startswith(("int", "uint", "bool"))
    )


def left_to_a_number(program, one):
    """`2 % x` is a remainder of two tensors here, which has a gradient; PyTorch's has none."""
    return matches(program, one, re.compile(r"= -?[\d.]+ % ")) and (of_history(one) or "saved" in one.field)


def no_trigamma(program, one):
    """The derivative of `digamma`, and so the second of `lgamma`, is left out."""
    return in_ours(one, "the derivative for 'digamma'")


def questions_pack_nothing(program, one):
    """`isfinite` saves nothing of what it computes on the way."""
    asked = matches(program, one, re.compile(r"isfinite"))
    return one.field == "said" and asked and packed_only(one.expected, one.actual)


def second_graph(program, one):
    """Was a second graph made, or a node called by hand?"""
    return any(SECOND_GRAPH.search(line) for line in before(program, one))


def grads_after_an_error(program, one):
    """An exception in a rule, or in a Function that writes, leaves .grad as it was, unless hooks were ever in use."""
    failed, read = one.record["failed"], re.search(r"(\w+)\.grad$", program.statements[one.place])
    unwarned = one.field == "warned" and not one.actual and read is not None  # where it was lost, PyTorch warns
    if not failed or not (one.kind.startswith("tensors.") or unwarned):
        return False
    if not unwarned and one.expected is not None:
        return not remains(one, with_hooks(program))
    writing = [place for place in failed if "Raise.apply(" in program.statements[place]]
    written = [item.identity for place in writing for item in named_in(program, place)]
    now = replayed(program)[one.place].get(read[1] if unwarned else name_of(one))
    return now is not None and now.identity in written


def copied_outside(program, one):
    """PyTorch copies some inference tensors inside of an operation, which it then records, or refuses."""
    operands = [item for place in suspects(program, one) for item in named_in(program, place)]
    if not any(item.inference and item.requires_grad for item in operands):
        return False
    if one.field == "error":
        refused = in_error(one, "functions with out=... arguments don't support")
        return refused or (one.actual is None and in_error(one, "Inference tensors cannot be saved"))
    return of_history(one)


def written_outside(program, one):
    """Outside, PyTorch counts writes to what `detach()` makes of an inference tensor, and `data` may change its kind.

    What it computes outside of nothing but inference tensors that want gradients, it does not record.
    """
    refused = "Inplace update to inference tensor"
    if one.field.endswith((".inference", ".version")) or in_ours(one, refused) or in_error(one, refused):
        lines = [place for place, line in enumerate(before(program, one)) if ".detach()" in line or ".data = " in line]
        return any(item.inference for place in lines for item in named_in(program, place))
    operands = [item for place in suspects(program, one) for item in named_in(program, place)]
    wanting = any(item.requires_grad for item in operands)
    return of_history(one) and wanting and all(item.inference for item in operands)


def retained_before_detaching(program, one):
    """`detach_` ends `retains_grad`."""
    return one.field.endswith("retains_grad") and one.expected is True and has(program, one, "detach_()")


KNOWN = {
    said_otherwise: "rare refusals are said in fewer words, and types of numbers taken that PyTorch refuses",
    stretched_by_places: "writing by indices into stretched memory is refused",
    no_kernel: "what PyTorch has no kernel for",
    internal: "stops at with an internal error",
    two_errors: "Where two things are wrong, the other one may be told",
    layout_of_results: "results of `lstsq`, of stretched operands",
    read_while_written: "An operation in place reads all its numbers before it writes one",
    integer_node: "whole numbers get no node",
    left_to_a_number: "`2 % x` has a gradient",
    no_trigamma: "`digamma` has none",
    questions_pack_nothing: "`isfinite` calls no pack hook for what it works out on the way",
    grads_after_an_error: "every `.grad` is as it was, unless hooks",
    copied_outside: "PyTorch records as copies, or refuses",
    written_outside: "outside, what is made of inference tensors alone",
    retained_before_detaching: "`detach_` ends `retains_grad`",
}
"""Rule: the difference in words. A rule tells whether a difference is of its kind."""


def known(program, one):
    """The name of the departure that explains this difference, or None."""
    return next((rule.__name__ for rule in KNOWN if rule(program, one)), None)
