"""Nodes, hooks and gradients: what hangs in the graph, what runs there, and what reaches ``.grad``."""

import re

import numpy as np
from asking import (
    SECOND_GRAPH,
    before,
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
    suspects,
    with_hooks,
)

FLAT = re.compile(r"relu6|hardtanh|leaky_relu|nll_loss|cross_entropy\(|prelu|PReLU")
UNNOTICED = (
    "was created in no_grad mode and its base",
    "was created in inference mode and its base",
    "Inference tensors cannot be saved",
    "a second time",
)
"""What is found out about saved tensors."""


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


def saved_for_nowhere(program, one):
    """What is saved for a gradient that leads nowhere: PyTorch leaves it out, and so does not miss it."""
    if not any(item.leads_nowhere for known in replayed(program)[: one.place + 2] for item in known.values()):
        return False
    unnoticed = one.expected is None and in_ours(one, *UNNOTICED)
    unnoticed = unnoticed or (one.actual is None and in_error(one, "saved tensor with value None is forbidden"))
    return (
        unnoticed or shown_from_nowhere(program, one) or (one.field == "said" and packed_only(one.actual, one.expected))
    )


def shown_from_nowhere(program, one):
    """Is it a saved tensor that a node shows, or an edge to where that tensor hangs?"""
    name = one.actual if ".edges" in one.field else name_of(one) if one.expected is None else None
    shown = f"{name} = "
    return any(line.startswith(shown) and ".grad_fn._saved_" in line for line in before(program, one))


def questions_pack_nothing(program, one):
    """`isfinite` saves nothing of what it computes on the way."""
    asked = matches(program, one, re.compile(r"isfinite"))
    return one.field == "said" and asked and packed_only(one.expected, one.actual)


def questions_ask_no_history(program, one):
    """PyTorch works `isfinite` out with `abs`, which may not follow the base of such a view."""
    asked = matches(program, one, re.compile(r"isfinite"))
    return asked and one.actual is None and in_error(one, "inference mode and its base", "no_grad mode and its base")


def packed_when_moved(program, one):
    """PyTorch packs running statistics before `batch_norm` moves them on."""
    if not (one.field.startswith("said[") and one.field.endswith(".values")):
        return False
    said = one.record["said"][int(re.search(r"\d+", one.field)[0])]
    return said[0].startswith("pack ") and any(names_batch_norm(program, place) for place in suspects(program, one))


def names_batch_norm(program, place):
    """Does a statement call a module that normalises over the batch, or the function?"""
    line = program.statements[place]
    modules = [text.split(" = ")[0] for text in program.statements[:place] if "BatchNorm" in text]
    return "batch_norm(" in line or any(f"{name}(" in line for name in modules)


def flat_slope(program, one):
    """A slope that is the same everywhere nearby leads to no input under create_graph; PyTorch's leads there."""
    if not any(FLAT.search(line) for line in before(program, one)) or not second_graph(program, one):
        return False
    if one.expected == "a node" and one.actual is None:
        return True
    if isinstance(one.expected, dict) and one.actual is None:  # the zeros that PyTorch's brings
        return not np.any(one.expected.get("values", [1]))
    if one.field == "error":
        return one.expected is None and in_ours(one, "does not require grad")
    return one.field.endswith(("requires_grad", "is_leaf")) and one.expected is one.field.endswith("requires_grad")


def empty_slope(program, one):
    """The gradient of an empty tensor may hang nowhere in PyTorch."""
    if not second_graph(program, one):
        return False
    there = replayed(program)[one.place].items()
    empty = [name for name, item in there if not np.size(item.array) and (name[0] == "g" or item.requires_grad)]
    if in_error(one, "does not require grad"):
        return one.actual is None and bool(empty)
    if one.field.endswith(".grad.requires_grad"):
        return one.actual is True and bool(empty)
    shape = ((one.record.get("tensors") or {}).get(name_of(one)) or {}).get("shape") or ()
    if 0 not in shape and not (empty and of_history(one) and name_of(one)[0] == "g"):
        return False
    return one.expected is None or (
        one.field.endswith(("requires_grad", "is_leaf")) and one.expected is one.field.endswith("is_leaf")
    )


def second_graph(program, one):
    """Was a second graph made, or a node called by hand?"""
    return any(SECOND_GRAPH.search(line) for line in before(program, one))


def other_nodes(program, one):
    """Under create_graph the nodes are not always PyTorch's: others save, and others are called by hand."""
    if not second_graph(program, one):
        return False
    if has(program, one, "lambda t: t * 2 if") and (one.kind.endswith("values") or one.field.startswith("said")):
        return True  # what is saved is doubled, and the second graph saves other things
    if one.field.startswith("said"):
        return one.field.endswith("requires_grad") or of_saving(one)
    return name_of(one) is not None and matches(program, one, re.compile(rf"{name_of(one)} = g\d+\.grad_fn\("))


def of_saving(one):
    """Is it only that saved values are packed and unpacked in another order?"""
    packing = ("pack ", "unpack ")
    if one.field != "said":
        return one.record["said"][int(re.search(r"\d+", one.field)[0])][0].startswith(packing)
    expected, actual = (
        [said[0] for said in record if not said[0].startswith(packing)] for record in (one.expected, one.actual)
    )
    return expected == actual


def third_of_norms(program, one):
    """PyTorch's second derivatives of `layer_norm` and `batch_norm` take mean and deviation for constants."""
    norms = has(program, one, "layer_norm", "LayerNorm", "batch_norm", "BatchNorm")
    passes = sum("create_graph=True" in line for line in before(program, one))
    return norms and passes > 1 and one.field.endswith(".values")


def answer_by_hand(program, one):
    """A node that is called by hand: some answer with a dimension more, before it is summed, `var` in float32."""
    called = re.compile(rf"\b{name_of(one)} = (\w+)\.grad_fn\(")
    made = [(place, match[1]) for place, line in enumerate(before(program, one)) if (match := called.search(line))]
    if one.field.endswith(".shape"):
        return bool(made) and len(one.expected) > len(one.actual)
    spread = any(replayed(program)[place][name].node in ("VarBackward0", "StdBackward0") for place, name in made)
    return one.field.endswith(".dtype") and spread and (one.expected, one.actual) == ("float32", "float64")


def zeros_of_sgn(program, one):
    """What `sgn` sends stays zero in PyTorch whatever it is multiplied with: nan too."""
    return has(program, one, "sgn(") and one.field.endswith("values") and "nan" in one.actual


def mean_of_nothing(program, one):
    """How the slope of a mean of nothing changes: PyTorch divides what has spread to nothing, ours divides first."""
    means = [place for place, line in enumerate(before(program, one)) if "mean(" in line]
    empty = any(not np.size(item.array) for place in means for item in named_in(program, place))
    return empty and one.field.endswith("values") and "nan" in one.actual


def stacked_numbers(program, one):
    """In PyTorch the leaves of stacked single numbers may share one ``.grad``, to which each adds its own."""
    if not one.field.endswith(".grad.values"):
        return False
    tensor = replayed(program)[-1].get(name_of(one))
    stacks = [place for place, line in enumerate(before(program, one)) if "stack(" in line]
    stacked = {item.identity for place in stacks for item in named_in(program, place) if not np.ndim(item.array)}
    return tensor is not None and tensor.identity in stacked


def no_channels(program, one):
    """A convolution over no channels has outputs: the bias."""
    place = one.field.endswith(".strides") and one.expected is None
    return has(program, one, "conv1d(") and (place or (".shape" in one.field and one.expected == 0))


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


def numbered_by_threads(program, one):
    """Nodes are numbered over all threads, and so run in another order where a thread has made some of them."""
    return one.field.startswith("said") and has(program, one, "in_thread(lambda: got.append(")


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


def gradient_in_inference(program, one):
    """A ``.grad`` that was made in inference mode is an ordinary tensor, to which more may be added outside."""
    if not has(program, one, "inference_mode"):
        return False
    if one.field == "error":
        passes = matches(program, one, re.compile(r"backward\("))
        return in_error(one, "Inplace update to inference tensor") and one.actual is None and passes
    made = re.compile(rf"\b{name_of(one)} = \w+\.grad\b")
    return one.field.endswith(".inference") and any(made.search(line) for line in before(program, one))


def parameter_in_inference(program, one):
    """A parameter made of an inference tensor is none, nor is a view of it."""
    viewed = re.compile(rf"^{name_of(one)}\b[^=]* = (\w+)\.")
    of = [found[1] for line in before(program, one) if (found := viewed.search(line))]
    if not one.field.endswith((".inference", ".version", *([".requires_grad", ".view of"] if of else []))):
        return False
    name = "|".join([name_of(one), *of])
    made = re.compile(rf"\b({name})\b.*= (torch\.nn\.Parameter\(|module\d+\.parameters\(\)|copy\.deepcopy\()")
    return any(made.search(line) for line in before(program, one))


RULES = {
    other_nodes: "its nodes are not always PyTorch's",
    integer_node: "whole numbers get no node",
    left_to_a_number: "`2 % x` has a gradient",
    no_trigamma: "`digamma` has none",
    saved_for_nowhere: "What is saved for a gradient that leads nowhere is saved",
    questions_pack_nothing: "`isfinite` calls no pack hook for what it works out on the way",
    questions_ask_no_history: "nor minds a view that cannot follow its base",
    packed_when_moved: "running statistics are packed when they have moved",
    flat_slope: "A slope that is the same everywhere nearby",
    empty_slope: "the gradient of an empty tensor may hang where PyTorch's hangs nowhere",
    third_of_norms: "the third of `layer_norm` and `batch_norm`",
    answer_by_hand: "a node that is called by hand may answer with fewer dimensions or in another type",
    zeros_of_sgn: "0 from `sgn` times nan (nan)",
    mean_of_nothing: "second derivatives of the mean of nothing are nan",
    stacked_numbers: "two single numbers that are stacked (each has its own `.grad`)",
    no_channels: "a convolution over no channels (its outputs are there)",
    grads_after_an_error: "every `.grad` is as it was, unless hooks",
    numbered_by_threads: "nodes are numbered over all threads",
    copied_outside: "PyTorch records as copies, or refuses",
    written_outside: "outside, what is made of inference tensors alone",
    gradient_in_inference: "a parameter and a `.grad` are no inference tensors",
    parameter_in_inference: "a parameter and a `.grad` are no inference tensors",
}
"""Rule: the difference in words."""
