"""Where numbers lie, which tensors share them, and what follows for those that are written in place."""

import re

import numpy as np
from asking import (
    WRITES,
    before,
    elements_share_a_place,
    has,
    in_error,
    matches,
    name_of,
    named_in,
    of_history,
    replayed,
    shared,
    suspects,
)

LAID_OTHERWISE = re.compile(r"lstsq|normalize|sort|\[\[|, \[|\[torch\.tensor|\bg\d")
"""Operations, among them indexing by lists and tensors, that lay out their result otherwise; so do gradients."""
GREATEST = re.compile(r"\b(a?max|a?min|maximum|minimum)\(")
BY_STRIDES = ("BmmBackward0", "MmBackward0", "ViewBackward0", "UnsafeViewBackward0", "ReshapeAliasBackward0")
"""Nodes of `matmul` and `reshape`, which choose by the strides."""


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


def memory_of_losses(program, one):
    """PyTorch's losses have the memory of what they add up behind their one number."""
    beyond = one.field == "error" and one.expected is None and "setStorage" in one.actual[1]
    return beyond and has(program, one, "loss", "reduction=", "entropy") and has(program, one, "as_strided(")


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


def saved_by_value(program, one):
    """A single number, or a result with a hook, is saved by value: what is written behind the graph is not seen."""
    hooked = has(program, one, "_saved_result") and has(program, one, "register_hooks(")
    if one.field.endswith("version"):
        return hooked
    return one.field.endswith("values") and (single(program, one) or (hooked and has(program, one, ".data.", ".data[")))


def single(program, one):
    """Is a single number written through ``data`` or NumPy, or looked at in a node that has saved it?"""
    for place, line in enumerate(before(program, one)):
        found = re.search(r"(\w+)\.(data[.\[]|detach\(\)\.numpy\(\)|grad_fn\._(raw_)?saved_)", line)
        kept = found and replayed(program)[place].get(found[1])
        if kept and getattr(kept.array, "size", 1) == 1:
            return True
    return False


def other_data(program, one):
    """A view whose ``data`` was set does not look at its base any more, and not every operation can tell."""
    if not has(program, one, ".data = "):
        return False
    if of_history(one):
        return has(program, one, f"{name_of(one)}.data = ")
    return in_error(one, "do not track version counter") or "setStorage" in str(one.actual)


def sign_of_zero(program, one):
    """Of 0 and -0 either may be found the greatest; what is divided by it then has the other sign."""
    if not (one.field.endswith("values") and any(GREATEST.search(line) for line in before(program, one))):
        return False
    sizes = [str([abs(float(number)) for number in numbers]) for numbers in (one.expected, one.actual)]
    arrays = [item.array for item in replayed(program)[one.place].values() if item.array.dtype.kind == "f"]
    return sizes[0] == sizes[1] and any(np.any(np.signbit(array) & (array == 0)) for array in arrays)


def stretched_median(program, one):
    """PyTorch's median loses its way in memory that was stretched."""
    stretched = any(elements_share_a_place(item.array) for item in replayed(program)[one.place].values())
    return one.field.endswith("values") and stretched and has(program, one, "median")


def number_saved(program, one):
    """A number that a node has saved: in PyTorch, whose tensor of it adapts as a number does, float32 comes of it."""
    if not (one.field.endswith(".dtype") and (one.expected, one.actual) == ("float32", "float64")):
        return False
    shown = [re.search(r"(g\d+) = \w+\.grad_fn\._saved_", line) for line in before(program, one)]
    there = replayed(program)[one.place]
    return any(match and match[1] in there and there[match[1]].array.dtype == "float64" for match in shown)


def view_of_nothing(program, one):
    """What an operation outside makes of inference tensors may be a view in PyTorch, of a tensor that nobody has."""
    outside = has(program, one, "inference_mode")
    return one.field.endswith("view of") and one.expected == "?" and outside


RULES = {
    layout_of_results: "results of `lstsq`, of stretched operands",
    memory_of_losses: "losses have no memory but their number's",
    read_while_written: "An operation in place reads all its numbers before it writes one",
    saved_by_value: "a single number, and a result that has got a hook, are saved by value",
    other_data: "a view whose `data` was set is none any more",
    sign_of_zero: "Of 0 and -0, either may be found the greatest",
    stretched_median: "`median` in stretched memory",
    number_saved: "a number that a node has saved is a tensor like others",
    view_of_nothing: "what is made of inference tensors outside is no view",
}
"""Rule: the difference in words."""
