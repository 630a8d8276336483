"""Errors and warnings that one of the two does not have, or that another one takes the place of."""

import re

import numpy as np
from asking import (
    SECOND_GRAPH,
    TURNS,
    failed_backwards,
    has,
    in_error,
    in_ours,
    matches,
    name_of,
    named_in,
    refusals,
    replayed,
    suspects,
)

NO_KERNEL = re.compile(r"not implemented for '(Bool|Byte|Int|Long|Half|Double|Float)'")
STALE_VIEW = ("use case is ambiguous", "Such functions do not allow the output views", "override the custom backward")
OVERLAP = "some elements of the input tensor and the written-to tensor refer"
STRETCHED = "more than one element of the written-to tensor refers"
FREED = "a second time"


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


def refused_in_turn(program, one):
    """An operation without derivative raises when it is its turn; in PyTorch it runs first of all, or not at all."""
    if in_ours(one, "the derivative for '") and matches(program, one, re.compile(r"inputs=")):
        return one.expected is None  # nothing behind it was asked for
    refused = "derivative for aten::"
    if one.field.startswith("said"):
        error = (one.record.get("error") or ("", ""))[1]
        stopped = refused in error or (bool(error) and hook_before_refusing(program, one.place))
        return stopped and len(one.actual) > len(one.expected)
    hooked = [place for place in failed_backwards(program) if hook_before_refusing(program, place)]
    before = any(place <= one.place for place in [*refusals(program), *hooked])
    if re.search(r"\.grad(\.|$)", one.field):
        return before  # what ran before reached a leaf
    if one.expected is None and in_ours(one, FREED):
        return before  # … and freed its saved values
    return in_error(one, refused) and one.actual is not None


def hook_before_refusing(program, place):
    """Has the result of an operation without derivative got a hook, which then runs first of all, too?"""
    refused = [name for name, item in replayed(program)[place].items() if item.node == "NotImplemented"]
    return any(f" {name}.register_hook(" in line for name in refused for line in program.statements[:place])


def mixed_convolution(program, one):
    """PyTorch has two texts for a convolution of two types, by sizes and threads."""
    return in_error(one, "expected scalar type Float but found") and in_ours(one, "or input should be a MKLDNN tensor")


def compared_from_the_right(program, one):
    """Python asks the tensor that was made in inference mode first, so that the sizes change places."""
    return (
        has(program, one, "inference_mode")
        and in_error(one, "The size of tensor a")
        and in_ours(one, "The size of tensor a")
        and matches(program, one, re.compile(r" (<|==) "))
    )


def length_one(program, one):
    """PyTorch tells memory that is the same from other memory by strides that nobody steps along."""
    refused = in_ours(one, OVERLAP) or (one.actual is None and in_error(one, OVERLAP))
    return refused and any(writes_a_single_row(program, place) for place in suspects(program, one))


def writes_a_single_row(program, place):
    """Does a statement write with what it shares memory with, in shapes with a 1 in them?"""
    arrays = [item.array for item in named_in(program, place)]
    short = any(1 in np.shape(array) for array in arrays) or ":" in program.statements[place]
    return short and any(np.may_share_memory(arrays[0], other) for other in arrays[1:])


def shared_with_numpy(program, one):
    """Tensors that share memory through NumPy alone are apart for PyTorch, and so are their copies."""
    if one.field.endswith("values"):
        return has(program, one, "from_numpy") and has(program, one, "deepcopy((")
    if ".strides[" in one.field:  # where the memory of a copy begins
        return has(program, one, "from_numpy") and has(program, one, f"{name_of(one)} = pickle.loads(")
    return in_ours(one, OVERLAP) and has(program, one, "from_numpy")


def leaf_turned(program, one):
    """Under a graph that was made before ``t_()``, PyTorch refuses the gradient of the new shape, or sums it up."""
    if not any(turned_behind(program, place) for place in range(one.place)):
        return False
    shapes = ("but expected shape compatible with", "doesn't match the broadcast shape")
    return (
        one.field.endswith(".grad.shape")
        or in_error(one, "Mismatch in shape: grad_output")
        or (one.actual is None and in_error(one, *shapes))
    )


def turned_behind(program, place):
    """Does a statement give a tensor that wants a gradient another shape, of which its graph hears nothing?"""
    former, after = replayed(program)[place], replayed(program)[place + 1]
    return TURNS.search(program.statements[place]) and any(
        item.requires_grad
        and name in after
        and (after[name].identity, after[name].node) == (item.identity, item.node)
        and after[name].array.shape != item.array.shape
        for name, item in former.items()
    )


def written_through_view(program, one):
    """What a node saved of its own result, which it wrote through a view, hangs on the view's node in PyTorch."""
    view = "which is output 0 of AsStrided,"
    if not in_error(one, view) or not in_ours(one, "which is output 0 of "):
        return False
    return re.sub(r"output 0 of \w+,", view[9:], one.actual[1]).startswith(one.expected[1])


def never_given(program, one):
    """A node that has run does not know any more that it had no weight to save."""
    asked = matches(program, one, re.compile(r"\._(raw_)?saved_\w*(weight|bias)"))
    there = one.expected is None or in_error(one, "saved tensor with value None is forbidden")
    return asked and there and in_ours(one, FREED, "after it has been freed")


def costs_time(program, one):
    """PyTorch warns of copies and of memory that cost time."""
    if one.field != "warned":
        return False
    more = [item for item in one.expected if list(item) not in [list(other) for other in one.actual]]
    return len(more) == len(one.expected) - len(one.actual) and all(
        "lower the performance" in text or "may impair performance" in text for _, text in more
    )


def hooks_left_behind(program, one):
    """Pickle warns of the hooks that a tensor has just now: none after `detach_`."""
    warned = one.field.startswith("warned") and has(program, one, "detach_()")
    return warned and "will not be serialized" in str(one.expected) and "will not be" not in str(one.actual)


def line_of_a_leaf(program, one):
    """Anomaly mode knows a line for every leaf that it saw used; PyTorch none for one that was used before."""
    told = "Error detected in torch::autograd::AccumulateGrad. {}"
    return (
        one.field.startswith("warned")
        and told.format("No forward pass information") in str(one.expected)
        and told.format("Traceback of forward call") in str(one.actual)
    )


def found_in_second_graph(program, one):
    """A node of the second graph fails, or takes something, where PyTorch has another one."""
    words = ("modified by an inplace operation", FREED)
    if not has(program, one, "create_graph=True") and not matches(program, one, SECOND_GRAPH):
        return False
    if one.field.startswith("warned"):
        return has(program, one, "detect_anomaly")
    if re.match(r"tensors\.g\d+\.grad\b", one.field):  # it ran before the one that failed, or after
        failed = [program.statements[place] for place in one.record["failed"]]
        return any("backward(" in line and "inputs=" in line for line in failed)
    if matches(program, one, re.compile(r"\bg\d+\.grad_fn\(")):  # by hand
        return one.field == "error"
    return in_ours(one, *words) and in_error(one, *words)


def stretched_by_places(program, one):
    """Writing by a mask or by indices into a stretched tensor is refused; PyTorch warns of it."""
    return has(program, one, "expand", "as_strided") and (
        in_ours(one, "more than one element of the written-to") or one.field.endswith(".version")
    )


REWORDED = (
    "index_add_()", "Size does not match at dimension", "apart from dimension", "number of dimensions as self",
    "does not support bool", "Bool inputs", "Boolean inputs", "expected dtype", "Integer division with addcdiv",
    "einsum()", "Expected reduction dim", "does not have an identity", "Found dtype", "must have the same dtype",
)  # fmt: skip
"""Beginnings and pieces of PyTorch's refusals that programs of people do not meet."""


def said_otherwise(program, one):
    """A rare refusal is said in fewer words, or in NumPy's; types are taken where the result is right."""
    return in_error(one, *REWORDED)


RULES = {
    said_otherwise: "rare refusals are said in fewer words, and types of numbers taken that PyTorch refuses",
    stretched_by_places: "writing by indices into stretched memory is refused",
    never_given: "a value that was not given (`weight`) cannot be asked of a node that has run",
    no_kernel: "what PyTorch has no kernel for",
    internal: "stops at with an internal error",
    two_errors: "Where two things are wrong, the other one may be told",
    refused_in_turn: "an operation without a derivative is refused when its turn comes",
    mixed_convolution: "a convolution of two types has one of PyTorch's two texts",
    compared_from_the_right: "a comparison with an inference tensor is worked out from the right",
    shared_with_numpy: "memory shared through NumPy is shared",
    length_one: "dimensions of length 1 may have other strides",
    written_through_view: "a result that was written through a view is told by its operation's name",
    leaf_turned: "or `x.t_()` of a leaf",
    costs_time: "copies and memory that cost time give no warning",
    line_of_a_leaf: "anomaly mode tells a line for leaves that were used before, too",
    hooks_left_behind: "`detach_` ends `retains_grad`, and hooks of which pickle would warn",
    found_in_second_graph: "its nodes are not always PyTorch's",
}
"""Rule: the difference in words."""
