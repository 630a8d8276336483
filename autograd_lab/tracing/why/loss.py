"""What is strange about the forward although every gradient comes: a loss that adds up, an operation that is given what
it does not expect, a softmax along the wrong dimension, and a target whose shape stretches."""

import math
import re
from collections.abc import Iterable, Iterator

from ..trace.events import NodeInfo
from ..trace.nodes import reached
from .answer import (
    LAYERS,
    MOVING,
    SOFTMAX,
    Hint,
    in_brackets,
    is_dropout,
    kind_of,
    leaves_below,
    line_at,
    root_nodes,
    shown_by,
)

MANY = 32
"""A loss that adds up fewer numbers is not mentioned."""
SUM = 2
"""What the nodes of losses keep as ``reduction`` for ``"sum"``."""
NLL = ("NllLoss", "NllLoss2D")
TWICE = "it applies a {} itself, so give it the raw scores (logits); gradients are small this way"
RAW = "it expects log-probabilities, or the loss falls below 0 without end: use cross_entropy, which takes raw scores"
MISFITS = (
    (("Softmax",), SOFTMAX, "softmax twice", TWICE.format("softmax")),
    (("Sigmoid",), ("Sigmoid", "BinaryCrossEntropyWithLogits"), "sigmoid twice", TWICE.format("sigmoid")),
    (("Softmax",), NLL, "no logarithm", "it expects the logarithms of probabilities, from log_softmax"),
    ((*LAYERS, "Relu", "Tanh", "Sigmoid"), NLL, "no logarithm", RAW),
)
"""What is given to what it does not belong to: kinds of the two nodes, the cause in a word or two, and a sentence."""
LINEAR = ("Add", "Sub", "Neg")
ELEMENTWISE = ("Pow", "Abs", "Mean", "Sum", "Mul", "Div", "Neg", "Add", "Sqrt", "SmoothL1Loss")
"""Between a difference from the target and the loss stands nothing else."""
BEFORE_LOGITS = (*NLL, "BinaryCrossEntropy")
"""Losses whose input is a softmax or a sigmoid, which still belongs to the loss."""
COMPARING = ("MseLoss", "L1Loss", "SmoothL1Loss", "HuberLoss", "BinaryCrossEntropyWithLogits")
PRODUCTS = ("Bmm", "Mm")


def loss_hints(trace) -> Iterator[Hint]:
    """Each of them once for each line."""
    seen = set()
    roots = root_nodes(trace)
    tail = tail_of(trace, roots)
    for hint in (*_sums(trace, roots), *_in_nodes(trace, tail)):
        if (hint.cause, hint.line) not in seen:
            seen.add((hint.cause, hint.line))
            yield hint


def _in_nodes(trace, tail: set[str]) -> Iterator[Hint]:
    for info in reversed(trace.nodes.values()):
        kind = kind_of(info)
        yield from _misfits(trace, info, kind)
        if kind in (*COMPARING, *BEFORE_LOGITS, "LogSoftmax") or (kind == "Sub" and info.id in tail):
            yield from _dropped(trace, info)
        if kind == "NllLoss":
            yield from _over_the_batch(trace, info)
        if kind in PRODUCTS:
            yield from _another_dimension(trace, info)


def _hint(trace, cause: str, text: str, info: NodeInfo) -> Hint:
    leaves, event = leaves_below(trace, [info.id]), shown_by(trace, info.id)
    return Hint(cause, text, line_at(trace, info.id), leaves, event=event)


def _call(trace, info: NodeInfo) -> str:
    """``log_softmax (line 7, `…`)``."""
    return f"{info.op.partition('.')[0].lstrip('_').removesuffix('_forward')}{in_brackets(line_at(trace, info.id))}"


# ----- a loss that adds up --------------------------------------------------------------------------------------------
def _sums(trace, roots: set[str]) -> Iterator[Hint]:
    """The sums of many numbers in the loss; with a factor behind it, as of a penalty, a sum is meant."""
    for info in reached(trace.nodes, roots, lambda info: _added_up(info) < MANY and kind_of(info) in LINEAR).values():
        if (count := _added_up(info)) >= MANY:
            text = f"In {_call(trace, info)}, the loss adds up {count} numbers, so its gradient is {count} times "
            yield _hint(trace, "sum", f"{text}that of their mean. You may need a smaller learning rate.", info)


def _added_up(info: NodeInfo) -> int:
    """How many numbers the node adds up to one."""
    saved = {one.name: one for one in info.saved}
    if info.op == "sum" and "self_sizes" in saved:
        return math.prod(numbers_in(saved["self_sizes"].text))
    if saved_number(info, "reduction") == SUM:
        shape = saved_shape(info, "target" if kind_of(info) == "NllLoss" else "self")
        return math.prod(shape)
    return 0


# ----- softmax --------------------------------------------------------------------------------------------------------
def _before(trace, info: NodeInfo, index: int = 0, through: tuple[str, ...] = ()) -> NodeInfo | None:
    """The node whose result is this input, seen through nodes that only move numbers."""
    edge = info.edges[index] if index < len(info.edges) else None
    while edge is not None and edge.node in trace.nodes:
        info = trace.nodes[edge.node]
        if kind_of(info) not in (*MOVING, *through):
            return info
        edge = next(iter(info.edges), None)
    return None


def _misfits(trace, info: NodeInfo, kind: str) -> Iterator[Hint]:
    for given, taking, cause, expected in MISFITS:
        before = _before(trace, info) if kind in taking else None
        if before is not None and kind_of(before) in given:
            text = f"{_call(trace, info)} is given the output of {_call(trace, before)}, but {expected}."
            yield _hint(trace, cause, text, before)


def _dropped(trace, info: NodeInfo) -> Iterator[Hint]:
    before = _before(trace, info)
    if before is not None and is_dropout(trace, before):
        text = (
            f"Dropout is the last operation before the loss{in_brackets(line_at(trace, before.id))}: it sets some of "
        )
        yield _hint(
            trace, "dropout", f"{text}the predictions to 0 and scales up the others. Move it before a layer.", before
        )


def length_of(info: NodeInfo) -> tuple[int, int] | None:
    """The dimension of a softmax, counted from 0, and its length; None if the recording does not know."""
    shape, dim = saved_shape(info, "result"), saved_number(info, "dim")
    return (dim % len(shape), shape[dim]) if shape and dim is not None else None


def _over_the_batch(trace, info: NodeInfo) -> Iterator[Hint]:
    before = _before(trace, info, through=("Log",))
    along = length_of(before) if before is not None and kind_of(before) in SOFTMAX else None
    if along is not None and along[0] == 0 and len(saved_shape(info, "self")) == 2:
        text = f"{_call(trace, before)} runs along dimension 0, which has length {along[1]}, but {_call(trace, info)} "
        yield _hint(trace, "wrong dimension", f"{text}reads classes along dimension 1.", before)


def _another_dimension(trace, info: NodeInfo) -> Iterator[Hint]:
    """A product that adds up weighted numbers, and the softmax of the weights ran along another dimension."""
    before = _weights_of(trace, info)
    along = length_of(before) if before is not None else None
    dims = len(saved_shape(before, "result")) if before is not None else 0
    if along is not None and along[0] != dims - 1:
        text = f"{_call(trace, before)} runs along dimension {along[0]} of {dims}, but "
        text += f"{_call(trace, info)} adds up along another dimension, the last: these weights do not add up to 1."
        yield _hint(trace, "wrong dimension", text, before)


def _weights_of(trace, info: NodeInfo) -> NodeInfo | None:
    """The softmax whose result is the left factor, if its last dimension is the one along which the product adds up."""
    length = (saved_shape(info, "self")[-1:] or saved_shape(info, "mat2")[-2:-1] or (1,))[0]
    edge, place, rank = next(iter(info.edges), None), -1, 0  # the place of that dimension, counted from the end
    while edge is not None and edge.node in trace.nodes:
        info = trace.nodes[edge.node]
        kind, saved = kind_of(info), {one.name: numbers_in(one.text) for one in info.saved}
        if kind == "Softmax":
            return info if place == -1 and length > 1 else None
        if kind in ("View", "ReshapeAlias") and length in saved["self_sizes"]:  # einsum leaves dimensions of length 1
            place = -1 - saved["self_sizes"][::-1].index(length)
        elif kind == "Permute":
            rank = len(saved["dims"])
            place = saved["dims"][place] % rank - rank
        elif kind == "Unsqueeze" and rank:
            place += place < saved["dim"][0] % rank - rank
        elif kind not in ("Expand", "View", "UnsafeView", "ReshapeAlias", "Clone") and not is_dropout(trace, info):
            return None
        edge = next(iter(info.edges), None)
    return None


# ----- between the model and the loss ---------------------------------------------------------------------------------
def tail_of(trace, roots: Iterable[str]) -> set[str]:
    """The nodes between the loss and what the model gave."""
    return {*reached(trace.nodes, roots, lambda info: kind_of(info) in (*ELEMENTWISE, *BEFORE_LOGITS))}


# ----- what a node kept -----------------------------------------------------------------------------------------------
def saved_number(info: NodeInfo, name: str) -> int | None:
    """A setting that is a whole number."""
    text = next((saved.text for saved in info.saved if saved.name == name), None)
    return int(text) if text is not None and text.lstrip("-").isdigit() else None


def saved_shape(info: NodeInfo, name: str) -> tuple[int, ...]:
    return next((saved.value.shape for saved in info.saved if saved.name == name and saved.value is not None), ())


def numbers_in(text: str) -> list[int]:
    """``(8, 1)`` as numbers."""
    return [int(word) for word in re.findall(r"-?\d+", text)]
