"""Why a gradient is 0: the last node that received something else and sent 0 is looked for, from the leaf upwards."""

import math

from . import events as ev
from .answer import Answer, Subject, line_words
from .events import Edge, NodeInfo, Value
from .story import Story
from .values import summary_of, text_of
from .words import kept_words, listed, return_words, worker
from .zero_factor import UNKNOWN, factor_words

CORNER = {"Abs", "LinalgVectorNorm", "Norm", "Std", "Var", "StdMean", "VarMean", "Dist", "Cdist", "Hypot"}
LEVEL = {"Cos", "Sin", "Cosh", "MseLoss", "SmoothL1Loss", "HuberLoss", "Silu", "Gelu", "Mish"}
CLOSED = {"Relu", "Relu6", "Threshold", "LeakyRelu", "Elu", "Hardtanh", "Clamp", "ClampMin", "ClampMax", "Hardshrink",
          "Softshrink", "Hardsigmoid", "Hardswish"}  # fmt: skip
FLAT = {"Bernoulli", "Sign", "Round", "Floor", "Ceil", "Trunc", "Heaviside", "Fmod", "Remainder", "Frac"}
CHOOSING = {"Max", "Min", "Amax", "Amin", "Index", "Select", "Slice", "Gather", "IndexSelect", "MaskedSelect",
            "MaskedFill", "Where", "Maximum", "Minimum", "MaxPool2DWithIndices", "Topk", "Sort", "Take", "Unfold",
            "Median", "Kthvalue", "Mode", "Tril", "Triu", "Cummax", "Cummin"}  # fmt: skip
OVERWRITTEN = {"Zero", "Copy", "Fill"}
SATURATED = {
    "BinaryCrossEntropyWithLogits",
    "BinaryCrossEntropy",
    "Sigmoid",
    "Tanh",
    "Softmax",
    "LogSoftmax",
    "Exp",
    "Erf",
    "LogSigmoid",
    "Softplus",
    "Logsumexp",
}
FACTOR = {"Prod", "Cumprod", "Mul", "Mm", "Bmm", "Addmm", "Mv", "Dot", "Addmv", "Baddbmm", "Convolution", "Pow", "Div"}
BALANCED = {"Softmax", "LogSoftmax", "NativeBatchNorm", "NativeLayerNorm", "NativeGroupNorm"}
REASONS = (
    (CLOSED, "closed", "it is closed: its input lies where its slope is 0"),
    (FLAT, "flat", "its slope is 0 everywhere"),
    (CHOOSING, "not chosen", "no element of this input was chosen where a gradient came"),
    ({"Embedding"}, "not chosen", "no row was looked up, or only the padding row, which gets no gradient"),
    (
        {"NllLoss", "NllLoss2D"},
        "not counted",
        "none of its targets counts: they are to be ignored, or their weight is 0",
    ),
    (CORNER, "corner", "it has a corner there, and counts the slope of a corner as 0"),
    (LEVEL, "level", "its curve is level at just this input"),
    (OVERWRITTEN, "overwritten", "its old numbers were overwritten in place, so nothing depends on them any more"),
    (SATURATED, "saturated", "it is saturated: its slope is 0 to the last digit"),
    (FACTOR, "factor 0", UNKNOWN),
)
"""Classes of nodes, without ``Backward0``: the cause in a word, and in a sentence."""


def is_zero(value: Value | None) -> bool:
    """Whether there are numbers in it, and all of them are 0."""
    if value is None or value.items == ():
        return False
    summary = summary_of(value)
    return summary.smallest == summary.largest == 0 and not summary.nans and not summary.infinities


def _makes_zero(factor: Value) -> bool:
    """Whether a product with its numbers, or a division by them, may be 0 exactly."""
    summary = summary_of(factor)
    return summary.zeros > 0 or summary.infinities > 0


def _is_even(value: Value) -> bool:
    summary = summary_of(value)
    return math.prod(value.shape) > 1 and summary.smallest == summary.largest


def why_zero(story: Story, subject: Subject, value: Value) -> Answer:
    """Follow the zeros up to where they begin."""
    start = f"{subject.name}.grad is {'0' if not value.shape else f'0 everywhere ({text_of(value)})'}:"
    number, first, last = story.backwards[-1]
    node, slot = subject.node, subject.slot
    while True:
        arrivals = story.arrivals(last + 1, node, slot)
        if not arrivals:
            return Answer("no message", f"{start} no message came to {story.label(node)} in backward {number}.", first)
        messages = [story.events[k] for k in arrivals]
        if any(not is_zero(message.message) and message.message is not None for message in messages):
            hook = next((k for k in range(last, first, -1) if _is_zeroing(story.events[k], node)), None)
            return _cancelled(story, start, arrivals) if hook is None else _by_hook(story, start, hook)
        k, sent = next((k, one) for k, one in zip(arrivals, messages, strict=True) if one.message is not None)
        if not sent.source:
            return Answer("seed 0", f"{start} the backward started with the seed {text_of(sent.message)}.", k)
        found = _began_at(story, start, sent.source, k)
        if found is not None:
            return found
        node, slot = sent.source, _nonzero_or_first(story, sent.source, last)


def _nonzero_or_first(story: Story, node: str, last: int) -> int:
    """The first slot of a node that heard anything."""
    slots = range(story.nodes[node].outputs)
    return next((slot for slot in slots if story.arrivals(last + 1, node, slot)), 0)


def _cancelled(story: Story, start: str, arrivals: list[int]) -> Answer:
    """Messages that are not 0, with a sum that is."""
    parts = [text_of(story.events[k].message) for k in arrivals]
    told = f"{start} several paths lead to it, and their gradients cancel: {listed(parts)} add up to 0."
    return Answer("paths cancel", told, arrivals[-1])


def _began_at(story: Story, start: str, node: str, before: int) -> Answer | None:
    """The answer, if this node received something and made 0 of it; None if 0 is all that it received."""
    for k in range(before, -1, -1):
        event = story.events[k]
        if getattr(event, "node", None) != node:
            continue
        if isinstance(event, ev.NodeVisited):
            return None
        if _is_zeroing(event, node):
            return _by_hook(story, start, k)
        if isinstance(event, ev.SlotMaterialized) and _heard_nothing(story, node, k):
            told = f"{start} {story.label(node)} heard nothing, and zeros were put in the place of what did not come."
            return Answer("heard nothing", told, k)
        if isinstance(event, ev.RuleApplied) and not all(value is None or is_zero(value) for value in event.received):
            return _made_zero(story, start, event, k, story.events[before].target)
    return None


def _heard_nothing(story: Story, node: str, before: int) -> bool:
    """Whether no slot of the node had a message when zeros were put there."""
    return all(story.at(before).buffers.get((node, slot)) is None for slot in range(story.nodes[node].outputs))


def _is_zeroing(event: ev.Event, node: str) -> bool:
    """Whether a hook at this node made 0 of something else."""
    if not isinstance(event, ev.HookCalled) or event.node != node:
        return False
    return any(is_zero(after) and not is_zero(before) for before, after in zip(event.before, event.after, strict=False))


def _by_hook(story: Story, start: str, k: int) -> Answer:
    event = story.events[k]
    return Answer("hook", f"{start} the hook {event.name} at {story.label(event.node)} made 0 of its gradient.", k)


def _made_zero(story: Story, start: str, event: ev.RuleApplied, k: int, target: Edge) -> Answer:
    """Here the zeros begin, which then went to ``target``."""
    info = story.nodes[event.node]
    cause, reason = _reason(info, event)
    if cause == "factor 0" and target in info.edges:
        reason = factor_words(story, info, info.edges.index(target), event.received[0])
    line = story.origins[info.id].line if info.id in story.origins else None
    where = f" ({line_words(line)})" if line else ""
    kept = kept_words(story, info.id)
    had = f", and it had kept {kept}" if kept else ""
    received = listed(text_of(value) for value in event.received if value is not None)
    because = f"; {reason}" if reason else ""
    told = f"{start} {worker(story, info.id)}{where} received {received} and sends 0{return_words(info)}{because}{had}."
    return Answer(cause, told, k, line)


def _reason(info: NodeInfo, event: ev.RuleApplied) -> tuple[str, str]:
    """The cause in a word, and in a sentence; the rule itself, where nothing more is known."""
    kind = "" if info.kind == "function" else info.name.partition("Backward")[0]
    if kind in BALANCED and all(value is None or _is_even(value) for value in event.received):
        return "even", "what it received is the same everywhere, and what it gives has the same sum for every input"
    factors = [*event.received, *(saved.value for saved in info.saved if saved.frees)]
    if kind in ("Mul", "Div") and not any(value and _makes_zero(value) for value in factors):
        dtype = next(value.dtype for value in event.results if value is not None)
        return "underflow", f"none of the factors is 0, but their product is too small for {dtype}"
    return next(((cause, words) for names, cause, words in REASONS if kind in names), ("rule", ""))
